import { MAX_ID_BYTES } from '../../../src/entities/validate.ts';
import type { Engine } from './engine.ts';
import { columnName, rowsTable } from './file-table.ts';
import { literal, numberOf } from './sql.ts';

/** What is wrong with the values of an id column. */
export interface IdProblems {
  /** Rows without an id. */
  readonly missing: number;
  /** Positions of the first of them, from 1. */
  readonly missingRows: readonly number[];
  /** Ids that more than one row has. */
  readonly doubled: number;
  /** Rows with such an id. */
  readonly doubledRows: number;
  readonly mostDoubled: readonly { readonly id: string; readonly count: number }[];
  /** Ids that a record cannot have. */
  readonly refused: number;
  readonly firstRefused: string | undefined;
  /** Refused ids because of a colon only. */
  readonly withColon: number;
}

const shown = 3;

/**
 * Checks the ids of all rows.
 *
 * @param replace texts to replace first, as when the records are loaded
 */
export async function checkIds(
  engine: Engine,
  position: number,
  replace: readonly (readonly [from: string, to: string])[] = [],
): Promise<IdProblems> {
  const name = columnName(position);
  const id = replace.reduce((value, [from, to]) => `replace(${value}, ${literal(from)}, ${literal(to)})`, name);
  const ids = `(SELECT ${id} AS id, rowid + 1 AS row FROM ${rowsTable})`;
  const isMissing = "(id IS NULL OR trim(id) = '')";
  const other = `regexp_matches(id, '[\\x00-\\x1f\\x7f]') OR strlen(id) > ${MAX_ID_BYTES}`;
  const [counts] = await engine.rows(
    `SELECT count(*) FILTER (${isMissing}), count(*) FILTER (contains(id, ':') OR ${other}),
            count(*) FILTER (contains(id, ':') AND NOT (${other})), min(id) FILTER (contains(id, ':') OR ${other})
     FROM ${ids}`,
  );
  const missing = await engine.rows(`SELECT row FROM ${ids} WHERE ${isMissing} ORDER BY row LIMIT ${shown}`);
  const groups = `(SELECT id, count(*) AS n FROM ${ids} WHERE NOT ${isMissing} GROUP BY id HAVING n > 1)`;
  const [doubled] = await engine.rows(`SELECT count(*), coalesce(sum(n), 0) FROM ${groups}`);
  const most = await engine.rows(`SELECT id, n FROM ${groups} ORDER BY n DESC, id LIMIT ${shown}`);
  return {
    missing: numberOf(counts?.[0]),
    missingRows: missing.map(([row]) => numberOf(row)),
    doubled: numberOf(doubled?.[0]),
    doubledRows: numberOf(doubled?.[1]),
    mostDoubled: most.map(([value, count]) => ({ id: value as string, count: numberOf(count) })),
    refused: numberOf(counts?.[1]),
    firstRefused: (counts?.[3] ?? undefined) as string | undefined,
    withColon: numberOf(counts?.[2]),
  };
}
