import { canonicalJson, jsonText } from '../../../text/json.ts';

/**
 * Returns the text by which values are compared: a text unchanged, a number in its shortest decimal form, a list or
 * object as JSON with sorted fields. Ignores case by default.
 */
export function comparableText(value: unknown, caseSensitive: boolean): string {
  const text = typeof value === 'string' ? value : (jsonText(value) ?? canonicalJson(value, () => true));
  return caseSensitive ? text : text.toLowerCase();
}

const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

/** Returns the number that a value is or spells; undefined if it is not a number. */
export function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  if (!DECIMAL.test(text)) return undefined;
  const number = Number(text);
  return Number.isFinite(number) ? number : undefined;
}

/** Flattens lists one level deep and omits nulls. */
export function opened(values: readonly unknown[]): readonly unknown[] {
  if (!values.some(Array.isArray)) return values;
  return values.flat(1).filter((value) => value !== null && value !== undefined);
}
