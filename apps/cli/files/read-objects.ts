import type { Engine } from './engine.ts';
import { readCall } from './read-call.ts';
import { readHead } from './read-head.ts';
import { recordLimit } from './source-record.ts';
import { identifier, literal, numberOf } from './sql.ts';

/** Formats whose rows DuckDB gives as JSON objects. */
export type ObjectFormat = 'json-lines' | 'json' | 'parquet';

/**
 * A query of the rows of a file as JSON texts, in their order, in one column `json`. Scalars of Parquet are texts. A line
 * of JSON that cannot be parsed is null.
 */
export async function objectsQuery(engine: Engine, file: string, format: ObjectFormat): Promise<string> {
  switch (format) {
    case 'json-lines':
      return jsonQuery(file, "'newline_delimited', ignore_errors = true");
    case 'json':
      return jsonQuery(file, await jsonLayout(file));
    case 'parquet':
      return parquetQuery(engine, file);
  }
}

const jsonQuery = (file: string, layout: string): string =>
  `SELECT json FROM ${readCall('read_json_objects', file, `maximum_object_size = ${recordLimit}`, `format = ${layout}`)}`;

/** A list of objects, or objects one after another. */
async function jsonLayout(file: string): Promise<string> {
  return (await readHead(file)).toString('utf8').trimStart().startsWith('[') ? "'array'" : "'unstructured'";
}

async function parquetQuery(engine: Engine, file: string): Promise<string> {
  const source = readCall('read_parquet', file);
  const columns = await engine.rows(`DESCRIBE SELECT * FROM ${source}`);
  const members = columns.map(([name, type]) => {
    const value = identifier(name as string);
    return `${literal(name as string)}, ${isNested(type as string) ? value : `${value}::VARCHAR`}`;
  });
  return `SELECT json_object(${members.join(', ')})::VARCHAR AS json FROM ${source}`;
}

const isNested = (type: string): boolean => /\]$|^(?:STRUCT|MAP|UNION|LIST)\b|^JSON$/.test(type);

/** The bytes of all objects as texts: those of a compressed file may be many times its own. */
export async function bytesOfObjects(engine: Engine, file: string, format: ObjectFormat): Promise<number> {
  const [row] = await engine.rows(`SELECT sum(strlen(json)) FROM (${await objectsQuery(engine, file, format)})`);
  return numberOf(row?.[0]);
}

/** The number of rows of a file whose rows are objects. */
export async function countObjects(engine: Engine, query: string): Promise<number> {
  const [row] = await engine.rows(`SELECT count(*) FROM (${query})`);
  return numberOf(row?.[0]);
}
