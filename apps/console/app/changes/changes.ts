import {
  type EntityPage,
  entityPageByRecordQuery,
  entityPageQuery,
} from '../../../../src/graphql/queries/entity-pages.generated.ts';
import { repeated } from '../../../../src/graphql/queries.ts';
import { forSpreadsheet } from '../../../../src/text/spreadsheet-cell.ts';
import { ask } from '../api/graphql.ts';
import { type Decision, readDecisions } from '../decisions/decision.ts';

/** Milliseconds since 1970; `until` is not part of it. */
export interface Period {
  readonly from: number;
  readonly until: number;
}

/** What an export found. */
interface Found<Row> {
  readonly rows: readonly Row[];
  /** Which part is missing, as a sentence; undefined if nothing is. */
  readonly missing: string | undefined;
}

/** A record and the entity that it is in now. */
interface RecordOfEntity {
  readonly record_id: string;
  readonly entity_id: string;
}

/** Decisions that an export looks through, newest first: a page holds them all. */
const mostDecisions = 10_000;

/** Rows of an export of entities. */
const mostRows = 100_000;

/** The API answers so many decisions on a page at most. */
const decisionsOnPage = 100;

/** Records that one request looks up. */
const recordsAsked = 10;

/** Hears how far an export is, as a text. */
export type Tell = (progress: string) => void;

/** The decisions that were made or taken back in a period, newest first. */
export async function readChangedDecisions(
  { from, until }: Period,
  tell: Tell,
  signal: AbortSignal,
): Promise<Found<Decision>> {
  const isWithin = (at: string) => Date.parse(at) >= from && Date.parse(at) < until;
  const rows: Decision[] = [];
  let read = 0;
  let after: string | undefined;
  do {
    tell(`${read.toLocaleString('en')} decisions read`);
    const page = await readDecisions(after, signal, decisionsOnPage);
    rows.push(
      ...page.decisions.filter(({ decidedAt, undone }) => isWithin(decidedAt) || isWithin(undone?.at ?? 'never')),
    );
    read += page.decisions.length;
    after = page.after ?? undefined;
  } while (after !== undefined && read < mostDecisions);
  const missing = after && `Only the newest ${mostDecisions.toLocaleString('en')} decisions were looked through.`;
  return { rows, missing };
}

/** The records of all entities that decisions are about, as they are now. */
export async function readChangedEntities(
  decisions: readonly Decision[],
  tell: Tell,
  signal: AbortSignal,
): Promise<Found<RecordOfEntity>> {
  const entities = new Map<string, string>();
  const left = new Set(decisions.flatMap(recordsOf));
  const count = left.size;
  while (left.size > 0 && entities.size < mostRows) {
    tell(`${(count - left.size).toLocaleString('en')} of ${count.toLocaleString('en')} records looked up`);
    const asked = [...left].slice(0, recordsAsked);
    for (const entity of await entitiesOf(asked, signal)) {
      for await (const id of recordsIn(entity, signal)) {
        entities.set(id, entity.id);
        left.delete(id);
        if (entities.size >= mostRows) break;
      }
    }
    for (const id of asked) left.delete(id);
  }
  return {
    rows: [...entities].map(([record, entity]) => ({ record_id: record, entity_id: entity })),
    missing:
      entities.size < mostRows ? undefined : `Only the first ${mostRows.toLocaleString('en')} records are in it.`,
  };
}

/** The records that a decision names, without erased ones. */
function recordsOf({ a, b, removedLinks }: Decision): string[] {
  return [a, b, ...removedLinks.flatMap((link) => [link.a, link.b])].filter((id) => id !== null);
}

/** The entities of some records, each once and with its first records. */
async function entitiesOf(records: readonly string[], signal: AbortSignal): Promise<readonly EntityPage[]> {
  const answer = await ask(
    ...repeated(
      entityPageByRecordQuery,
      records.map((id) => ({ id })),
    ),
    signal,
  );
  const found = Object.values(answer).flatMap(({ entity }) => entity ?? []);
  return [...new Map(found.map((entity) => [entity.id, entity])).values()];
}

/** Ids of all records of an entity, page by page. */
async function* recordsIn({ id, recordInsights }: EntityPage, signal: AbortSignal): AsyncIterable<string> {
  let page = recordInsights.limit.records;
  for (let offset = 0; page.length > 0; ) {
    for (const record of page) yield record.id;
    offset += page.length;
    if (offset >= recordInsights.count) return;
    const next = (await ask(entityPageQuery, { id, offset }, signal)).entity;
    page = next.entity?.recordInsights.limit.records ?? [];
  }
}

export type ChangeFormat = 'csv' | 'jsonl';

/** The text of a file, as CSV or as one JSON object a line. */
export interface ChangeFile {
  readonly name: string;
  readonly type: string;
  readonly text: string;
}

/** A decision as a row of CSV. */
export const rowOfDecision = ({ id, kind, decidedAt, a, b, user, client, reason, removedLinks, undone }: Decision) => ({
  id,
  kind,
  decided_at: decidedAt,
  record_a: a,
  record_b: b,
  user,
  client,
  reason,
  removed_links: JSON.stringify(removedLinks.map((link) => [link.a, link.b])),
  undone_at: undone?.at,
  undone_user: undone?.user,
  undone_client: undone?.client,
});

/**
 * Writes rows as CSV with a header; all rows have the names of the first. The package for CSV is loaded with the first file.
 *
 * @param isForSpreadsheet adds a byte order mark, and apostrophes before what a spreadsheet would take for formulas
 */
export async function csvFile(name: string, rows: readonly object[], isForSpreadsheet: boolean): Promise<ChangeFile> {
  const { stringify } = await import('csv-stringify/browser/esm/sync');
  const text = stringify([...rows], {
    header: true,
    bom: isForSpreadsheet,
    cast: isForSpreadsheet ? { string: forSpreadsheet } : {},
  });
  return { name: `${name}.csv`, type: 'text/csv', text };
}

export const jsonLinesFile = (name: string, rows: readonly object[]): ChangeFile => ({
  name: `${name}.jsonl`,
  type: 'application/jsonl',
  text: rows.map((row) => `${JSON.stringify(row)}\n`).join(''),
});

/** Has the browser save a file. */
export function save({ name, type, text }: ChangeFile): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Not before the browser has begun to read it.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
