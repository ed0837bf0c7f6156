/** A text as a literal of SQL. */
export const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** A name as an identifier of SQL. */
export const identifier = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** A count, which DuckDB gives as a bigint. */
export const numberOf = (value: unknown): number => Number(value);
