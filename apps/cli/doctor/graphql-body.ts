import { isObject } from '../../../src/is-object.ts';
import type { Answer, Silence } from './probe.ts';

export interface GraphqlBody {
  readonly data?: Readonly<Record<string, unknown>> | null | undefined;
  readonly errors: readonly unknown[];
}

/** Undefined when it is no answer of GraphQL, whose errors are a list and whose data are an object. */
export function bodyOf(answer: Answer | Silence): GraphqlBody | undefined {
  if ('silence' in answer || !isObject(answer.json)) return undefined;
  const { data, errors = [] } = answer.json;
  if (!Array.isArray(errors) || (data == null ? errors.length === 0 : !isObject(data))) return undefined;
  return { data: data as GraphqlBody['data'], errors };
}

export const codesOf = (body: GraphqlBody | undefined): string[] =>
  (body?.errors ?? []).map((error) => {
    const extensions = isObject(error) ? error['extensions'] : undefined;
    return isObject(extensions) && typeof extensions['code'] === 'string' ? extensions['code'] : 'none';
  });

/** The scope that the API asks for where it refuses an operation: the wording is part of the API. */
export function wantedScope(body: GraphqlBody | undefined): string | undefined {
  const messages = (body?.errors ?? []).flatMap((error) => (isObject(error) ? [String(error['message'])] : []));
  return /required privilege: ([\w.-]+\/[\w.]+)$/m.exec(messages.join('\n'))?.[1];
}
