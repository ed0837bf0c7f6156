import { jsonText } from '../etm/json-text.ts';

/**
 * The text by which a value is compared: a text as it is, a number by its shortest decimal form, a list or an object by
 * its JSON with the fields in order. Without regard to case unless asked.
 */
export function comparableText(value: unknown, caseSensitive: boolean): string {
  const text = typeof value === 'string' ? value : (jsonText(value) ?? canonicalJson(value));
  return caseSensitive ? text : text.toLowerCase();
}

function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value ?? null);
  const fields = Object.keys(value)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonicalJson((value as Record<string, unknown>)[name])}`);
  return `{${fields.join(',')}}`;
}

const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

/** The number that a value is or that its text spells; undefined when it is none. */
export function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  if (!DECIMAL.test(text)) return undefined;
  const number = Number(text);
  return Number.isFinite(number) ? number : undefined;
}

/** The elements of the lists among the values, one level deep, and the other values themselves; nulls left out. */
export function opened(values: readonly unknown[]): readonly unknown[] {
  if (!values.some(Array.isArray)) return values;
  return values.flat(1).filter((value) => value !== null && value !== undefined);
}
