/** How a record gets its id. */
export interface IdRules {
  /** Texts to replace in the values of the id column, in this order. */
  readonly replace?: readonly (readonly [from: string, to: string])[] | undefined;
  /** Without an id column: the id is this prefix and the number of the line at which the record starts. */
  readonly linePrefix?: string | undefined;
}

/** The id that the value of an id column gives. */
export function idOfValue(value: string, { replace = [] }: IdRules): string {
  return replace.reduce((id, [from, to]) => id.replaceAll(from, to), value);
}

/** The id of the record at a line. */
export const idOfLine = (linePrefix: string, line: number): string => `${linePrefix}${line}`;
