/** A text as a literal of SQL. The text of a statement ends at U+0000. */
export const literal = (text: string): string =>
  `'${text.replaceAll("'", "''")}'`.replaceAll('\0', () => "' || chr(0) || '");

/** A name as an identifier of SQL. */
export const identifier = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** A count, which DuckDB gives as a bigint. */
export const numberOf = (value: unknown): number => Number(value);
