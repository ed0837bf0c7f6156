import type { GraphqlClient } from '../../../../../apps/cli/client/graphql-client.ts';
import { recordContent } from '../../../../../apps/cli/export/content.ts';
import type { ListedEntity, ReadPage } from '../../../../../apps/cli/export/list-pages.ts';
import { csvEncoder } from '../../../../../apps/cli/export/row-encoder.ts';

/** Entities of one record each, from `e0` on. */
export const entitiesOf = (count: number): readonly ListedEntity[] =>
  Array.from({ length: count }, (_, index) => ({ id: `e${index}`, records: [{ id: `r${index}` }] }));

/** Answers pages of some entities; a segment has every so-many-th. A position is a number of entities. */
export function pagesOf(entities: readonly ListedEntity[], first = 2): ReadPage {
  return async ({ segment, segments, after }) => {
    const own = entities.filter((_, index) => index % segments === segment);
    const end = Number(after ?? 0) + first;
    return { entities: own.slice(end - first, end), oversized: [], after: end < own.length ? `${end}` : null };
  };
}

/** For exports without oversized entities. */
const noClient: GraphqlClient = {
  execute: () => Promise.reject(new Error('nothing but pages is read')),
};

export const content = recordContent([]);
export const subject = { format: 'csv', content: 'records', columns: content.columns, survivorship: '[]' };

export const exporting = (readPage: ReadPage) => ({
  client: noClient,
  content,
  encoder: csvEncoder(content.columns, false),
  readPage,
});

/** The ids of the records in a file, sorted. */
export const idsIn = (csv: string): string[] =>
  csv
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(',')[0]!)
    .sort();
