/** A number of a JSON text that JavaScript would write otherwise: 1.10, or one with too many digits. */
export class ExactNumber {
  /** As the text has it. */
  readonly source: string;
  readonly value: number;

  constructor(source: string, value: number) {
    this.source = source;
    this.value = value;
  }
}

/** What Node gives a reviver beside the value. */
interface SourceContext {
  readonly source?: string;
}

/**
 * Parses JSON without losing how its numbers are written.
 *
 * @throws SyntaxError
 */
export function parseExactly(text: string): unknown {
  return JSON.parse(text, (_key, value: unknown, ...[context]: readonly [SourceContext?]) => {
    const source = context?.source;
    return typeof value !== 'number' || source === undefined || String(value) === source
      ? value
      : new ExactNumber(source, value);
  });
}

/** Not yet among the types of the language. */
const { rawJSON } = JSON as unknown as { rawJSON(source: string): unknown };

/** The text of a value that was parsed exactly. */
export const exactText = (value: unknown): string =>
  JSON.stringify(value, (_key, inner: unknown) => (inner instanceof ExactNumber ? rawJSON(inner.source) : inner));

/** The value with ordinary numbers. */
export function withPlainNumbers(value: unknown): unknown {
  if (value instanceof ExactNumber) return value.value;
  if (Array.isArray(value)) return value.map(withPlainNumbers);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withPlainNumbers(inner)]));
}

/** The text of a scalar as it is written; undefined for null, lists and objects. */
export function textOfScalar(value: unknown): string | undefined {
  if (value instanceof ExactNumber) return value.source;
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : undefined;
}
