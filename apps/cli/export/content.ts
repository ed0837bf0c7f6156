import {
  cohesionQuery,
  linksQuery,
  listCohesionQuery,
  listLinksQuery,
  listRecordsQuery,
  scoreQuery,
} from '../../../src/graphql/queries/export.generated.ts';
import { selecting } from '../../../src/graphql/queries.ts';
import type { RecordSources } from '../../../src/rules/record-schema/sources.ts';
import type { GraphqlClient } from '../client/graphql-client.ts';
import {
  type Column,
  type ExportedRecord,
  type FieldColumn,
  fieldOf,
  type OwnNames,
  renamed,
  selectionOfColumns,
} from './columns.ts';
import { confidenceOf, idsBySource, isOrigin, originCells, originColumns } from './entity-sources.ts';
import type { ListedEntity, ListQuery } from './list-pages.ts';
import { readEdges, readInPieces } from './oversized-entity.ts';
import type { Row } from './row-encoder.ts';
import { EntityMerge, type MergedColumn } from './survivorship.ts';

/** What an export has a row for. */
export interface ExportContent {
  readonly columns: readonly Column[];
  readonly query: ListQuery;
  rowsOf(entity: ListedEntity): readonly Row[];
  /** Rows of an entity that no page holds, some at a time. */
  rowsOfOversized(client: GraphqlClient, entityID: string): AsyncIterable<readonly Row[]>;
  /** Ids of entities so far that have too many records for a part of their rows. */
  readonly partial: readonly string[];
  /** What the end of the export should say. */
  notes(): readonly string[];
}

/** How the columns of an export are chosen and called, apart from the fields. */
export interface ContentOptions {
  /** That the schema declares: then columns say where records are from. */
  readonly sources?: RecordSources | undefined;
  readonly names?: OwnNames | undefined;
}

/** A row for each record: its id, that of its entity, where it is from, and fields. */
export function recordContent(all: readonly FieldColumn[], { sources, names }: ContentOptions = {}): ExportContent {
  const columns = sources === undefined ? all : all.filter(({ name }) => !isOrigin(name));
  const own: readonly Column[] = [
    { name: 'record_id', type: 'text' },
    { name: 'entity_id', type: 'text' },
    ...(sources === undefined ? [] : originColumns),
  ];
  const selection = selectionOfColumns(columns);
  const rowOf = (entityID: string, record: ExportedRecord): Row => [
    record.id,
    entityID,
    ...(sources === undefined ? [] : originCells(record.id)),
    ...columns.map((column) => fieldOf(record, column)),
  ];
  return {
    columns: [...own, ...renamed(columns, namesOf(own), names)],
    query: selecting(listRecordsQuery, selection),
    rowsOf: ({ id, records = [] }) => records.map((record) => rowOf(id, record)),
    async *rowsOfOversized(client, entityID) {
      for await (const { id, records } of readInPieces(client, entityID, selection)) {
        yield records.map((record) => rowOf(id, record));
      }
    },
    partial: [],
    notes: () => [],
  };
}

/** What an entity tells for its score and its confidence. */
type Cohesion = Pick<ListedEntity, 'score' | 'links' | 'duplicates'>;

/** A row for each entity: its id, its size, how well it holds together, ids in its sources, and merged fields. */
export function entityContent(all: readonly MergedColumn[], { sources, names }: ContentOptions = {}): ExportContent {
  const columns = sources === undefined ? all : all.filter(({ column }) => !isOrigin(column.name));
  const own: readonly Column[] = [
    { name: 'entity_id', type: 'text' },
    { name: 'size', type: 'integer' },
    { name: 'score', type: 'number' },
    { name: 'confidence', type: 'number' },
    ...(sources?.names ?? []).map((name): Column => ({ name: `${name}_ids`, type: 'ids' })),
  ];
  const fields = columns.map(({ column }) => column);
  const selection = selectionOfColumns([...fields, ...columns.flatMap(({ date }) => date ?? [])]);
  const partial: string[] = [];
  let unreadableDates = 0;
  const rowOf = (id: string, recordIDs: readonly string[], cohesion: Cohesion, merge: EntityMerge): Row => {
    unreadableDates += merge.unreadableDates;
    const confidence = confidenceOf(recordIDs, cohesion);
    const ids = sources === undefined ? [] : idsBySource(recordIDs, sources);
    return [id, recordIDs.length, cohesion.score, confidence, ...ids, ...merge.values()];
  };
  return {
    columns: [...own, ...renamed(fields, namesOf(own), names)],
    query: selecting(listCohesionQuery, selection),
    rowsOf: ({ id, records = [], ...cohesion }) => {
      const merge = new EntityMerge(columns);
      for (const record of records) merge.add(record);
      return [rowOf(id, idsOf(records), cohesion, merge)];
    },
    async *rowsOfOversized(client, entityID) {
      const merge = new EntityMerge(columns);
      const recordIDs: string[] = [];
      let id = entityID;
      for await (const piece of readInPieces(client, entityID, selection)) {
        for (const record of piece.records) merge.add(record);
        recordIDs.push(...idsOf(piece.records));
        id = piece.id;
      }
      if (recordIDs.length === 0) return;
      const cohesion: Cohesion | undefined =
        (await readEdges(client, entityID, cohesionQuery)) ??
        // All links of a large entity fit into no answer, while its score does.
        (await readEdges(client, entityID, scoreQuery));
      if (cohesion === undefined) partial.push(id);
      yield [rowOf(id, recordIDs, cohesion ?? {}, merge)];
    },
    partial,
    notes: () =>
      unreadableDates === 0
        ? []
        : [
            `${unreadableDates === 1 ? '1 date' : `${unreadableDates.toLocaleString('en')} dates`} of --survivorship could not be read and did not count: write them as 2024-02-29.`,
          ],
  };
}

const idsOf = (records: readonly ExportedRecord[]): string[] => records.map(({ id }) => id);

/** A row for each entity: the ids that its records have in each source. */
export function crosswalkContent(sources: RecordSources): ExportContent {
  const own: Column = { name: 'entity_id', type: 'text' };
  const selection = selectionOfColumns([]);
  return {
    columns: [own, ...sources.names.map((name): Column => ({ name, type: 'ids' }))],
    query: selecting(listRecordsQuery, selection),
    rowsOf: ({ id, records = [] }) => [[id, ...idsBySource(idsOf(records), sources)]],
    async *rowsOfOversized(client, entityID) {
      const recordIDs: string[] = [];
      let id = entityID;
      for await (const piece of readInPieces(client, entityID, selection)) {
        recordIDs.push(...idsOf(piece.records));
        id = piece.id;
      }
      if (recordIDs.length > 0) yield [[id, ...idsBySource(recordIDs, sources)]];
    },
    partial: [],
    notes: () => [],
  };
}

/** The rule of the row of a duplicate. */
const DUPLICATE = 'duplicate';

/** A row for each two records that rules link, or of which one is a duplicate of the other. */
export function linkContent(): ExportContent {
  const partial: string[] = [];
  return {
    columns: [
      { name: 'record_a', type: 'text' },
      { name: 'record_b', type: 'text' },
      { name: 'rules', type: 'texts' },
      { name: 'weight', type: 'number' },
      { name: 'entity_id', type: 'text' },
    ],
    query: listLinksQuery,
    rowsOf: linkRows,
    async *rowsOfOversized(client, entityID) {
      const entity = await readEdges(client, entityID, linksQuery);
      if (entity === undefined) partial.push(entityID);
      else yield linkRows(entity);
    },
    partial,
    notes: () => [],
  };
}

function linkRows({ id, links = [], duplicates = {} }: ListedEntity): readonly Row[] {
  const pairs = new Map<string, { readonly a: string; readonly b: string; readonly rules: string[]; weight: number }>();
  const note = (a: string, b: string, rule: string, score: number) => {
    // Ids have no colon.
    const pair = pairs.get(`${a}:${b}`) ?? { a, b, rules: [], weight: 0 };
    pairs.set(`${a}:${b}`, pair);
    if (!pair.rules.includes(rule)) pair.rules.push(rule);
    pair.weight = Math.max(pair.weight, score);
  };
  for (const { a, b, rule, score } of links) note(a, b, rule, score);
  for (const [original, copies] of Object.entries(duplicates)) {
    // With several groups of rules, the name of the group and a colon stand before the id.
    for (const copy of copies) note(original.slice(original.lastIndexOf(':') + 1), copy, DUPLICATE, 1);
  }
  return [...pairs.values()].map(({ a, b, rules, weight }) => [a, b, rules, weight, id]);
}

const namesOf = (columns: readonly Column[]): string[] => columns.map(({ name }) => name);
