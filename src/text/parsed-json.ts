import { isObject } from '../is-object.ts';

/** Undefined for a text that is no JSON. Leaves out why: the message of JSON.parse quotes the text, which must not reach a log. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Undefined for a text that is no object of JSON. */
export function parsedObject(text: string): Readonly<Record<string, unknown>> | undefined {
  const value = parsedJson(text);
  return isObject(value) ? value : undefined;
}
