import { errorCodes } from '../../src/graphql/error-codes.ts';
import type { Meter } from '../../src/runtime/metrics/meter.ts';
import { scopeNameOfOperation } from '../../src/scopes.ts';

/** One answered request, as metrics see it. */
export interface AnsweredRequest {
  /** Root fields of the operation; none when it could not be read. */
  readonly fields: readonly string[];
  /** Codes of the errors that were answered, one each. */
  readonly codes: readonly string[];
  readonly milliseconds: number;
}

const knownCodes: ReadonlySet<string> = new Set(errorCodes.map(({ code }) => code));

/** The kind of request: an operation of the API, `introspection`, `several`, or `none` if it was invalid. */
export function operationOf(fields: readonly string[]): string {
  const [first] = fields;
  if (first === undefined) return 'none';
  if (fields.some((field) => field !== first)) {
    return fields.every(isIntrospection) ? 'introspection' : 'several';
  }
  if (isIntrospection(first)) return 'introspection';
  return Object.hasOwn(scopeNameOfOperation, first) ? first : 'none';
}

const isIntrospection = (field: string): boolean => field.startsWith('__');

export function recordRequest(meter: Meter, { fields, codes, milliseconds }: AnsweredRequest): void {
  meter.record('RequestDuration', milliseconds, operationOf(fields));
  // Codes are the service's own: one that is on no list must not become a metric of its own.
  for (const code of codes) meter.record('Errors', 1, knownCodes.has(code) ? code : 'OTHER');
}
