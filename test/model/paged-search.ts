import type { Resolution } from '../../src/entities/operations.ts';
import type { EntityView } from '../../src/entities/read/types.ts';
import type { RecordPayload } from '../../src/rules/types.ts';

/** The pages of one search, as a caller sees them who turns them one by one. */
export interface Paging {
  /** The entities in the order of their pages, each with the time at which its page was asked for. */
  readonly shown: readonly { readonly view: EntityView; readonly asked: number }[];
  /** True if the last page was reached. */
  readonly isWhole: boolean;
}

/** More than any search of a history has. */
const MOST_PAGES = 60;

/**
 * Turns the pages of a search until there is none.
 *
 * @param onTooMany is called when there is no end
 */
export async function turnPages(
  resolution: Resolution,
  parameters: RecordPayload,
  { first, now, onTooMany }: { first: number; now: () => number; onTooMany: () => void },
): Promise<Paging> {
  const shown: { view: EntityView; asked: number }[] = [];
  let after: string | undefined;
  for (let page = 0; page < MOST_PAGES; page++) {
    const asked = now();
    const answer = await resolution.rankedSearch({ parameters, first, after });
    for (const view of answer.entities) shown.push({ view, asked });
    if (!answer.hasNextPage) return { shown, isWhole: true };
    after = answer.endCursor;
  }
  onTooMany();
  return { shown, isWhole: false };
}

/** The entities that were shown again under the id or an alias of one before. */
export function shownTwice({ shown }: Paging): string[] {
  const ids = new Set<string>();
  const twice: string[] = [];
  for (const { view } of shown) {
    const names = [view.id, ...view.aliases];
    if (names.some((name) => ids.has(name))) twice.push(view.id);
    ids.add(view.id);
  }
  return twice;
}

/** Whether the record was shown, or its entity was before the record joined it. */
export const wasShown = ({ shown }: Paging, recordID: string, now: EntityView | undefined): boolean =>
  shown.some(
    ({ view }) =>
      view.records.some(({ id }) => id === recordID) ||
      view.id === now?.id ||
      (now?.aliases.includes(view.id) ?? false),
  );
