import {
  linksQuery,
  listLinksQuery,
  listRecordsQuery,
  listScoresQuery,
  scoreQuery,
} from '../../../src/graphql/queries/export.generated.ts';
import { selecting } from '../../../src/graphql/queries.ts';
import type { GraphqlClient } from '../client/graphql-client.ts';
import { type Column, type ExportedRecord, type FieldColumn, fieldOf, renamed, selectionOfColumns } from './columns.ts';
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

/** A row for each record: its id, that of its entity, and fields. */
export function recordContent(columns: readonly FieldColumn[]): ExportContent {
  const own: readonly Column[] = [
    { name: 'record_id', type: 'text' },
    { name: 'entity_id', type: 'text' },
  ];
  const selection = selectionOfColumns(columns);
  const rowOf = (entityID: string, record: ExportedRecord): Row => [
    record.id,
    entityID,
    ...columns.map((column) => fieldOf(record, column)),
  ];
  return {
    columns: [...own, ...renamed(columns, namesOf(own))],
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

/** A row for each entity: its id, its size, its score, and fields merged from its records. */
export function entityContent(columns: readonly MergedColumn[]): ExportContent {
  const own: readonly Column[] = [
    { name: 'entity_id', type: 'text' },
    { name: 'size', type: 'integer' },
    { name: 'score', type: 'number' },
  ];
  const fields = columns.map(({ column }) => column);
  const selection = selectionOfColumns([...fields, ...columns.flatMap(({ date }) => date ?? [])]);
  const partial: string[] = [];
  let unreadableDates = 0;
  const rowOf = (id: string, size: number, score: number | undefined, merge: EntityMerge): Row => {
    unreadableDates += merge.unreadableDates;
    return [id, size, score, ...merge.values()];
  };
  return {
    columns: [...own, ...renamed(fields, namesOf(own))],
    query: selecting(listScoresQuery, selection),
    rowsOf: ({ id, score, records = [] }) => {
      const merge = new EntityMerge(columns);
      for (const record of records) merge.add(record);
      return [rowOf(id, records.length, score, merge)];
    },
    async *rowsOfOversized(client, entityID) {
      const merge = new EntityMerge(columns);
      let size = 0;
      let id = entityID;
      for await (const piece of readInPieces(client, entityID, selection)) {
        for (const record of piece.records) merge.add(record);
        size += piece.records.length;
        id = piece.id;
      }
      if (size === 0) return;
      const edges = await readEdges(client, entityID, scoreQuery);
      if (edges === undefined) partial.push(id);
      yield [rowOf(id, size, edges?.score, merge)];
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
