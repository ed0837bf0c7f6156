import type { Context } from '../../context.ts';
import { SeparationTooLargeError } from '../../errors.ts';
import { readTree } from '../../forest/forest.ts';
import type { RemovedPair } from '../../items/decision.ts';
import type { MemberRecord } from '../../keys/record-keys.ts';
import { Pace } from '../../pace.ts';
import { Contents } from '../../rebuild/contents.ts';
import { refuseTooManyRemovedLinks } from '../../rebuild/remove-links.ts';
import { minimumCut } from './minimum-cut.ts';

/** Links that one decision removes: they are listed in its item. */
const MOST_LINKS = 200;
/** Records of an entity in which a request looks for a smallest cut, and pairs of them that it judges. */
export const MOST_RECORDS = 5_000;
export const MOST_PAIRS = 500_000;

/** The links to remove, and the records of the entity. */
export interface EntityCut {
  readonly links: readonly RemovedPair[];
  readonly records: readonly MemberRecord[];
}

/**
 * A smallest set of links between two records of an entity; undefined if the sweeper has to look for it.
 *
 * @throws SeparationTooLargeError, TooManyRemovedLinksError
 */
export async function cutBetween(
  { store, rules }: Pick<Context, 'store' | 'rules'>,
  root: string,
  pair: RemovedPair,
  limit: number,
): Promise<EntityCut | undefined> {
  const { a, b } = pair;
  const pace = new Pace();
  const tree = await readTree(store, root, limit, pace);
  if (tree.isTooLarge && limit < MOST_RECORDS) return undefined;
  if (tree.isTooLarge) throw new SeparationTooLargeError(a, b, `their entity has more than ${limit} records`);
  const read = await new Contents(rules).read(store, [...tree.members], pace);
  const records = read.filter(({ stored }) => tree.nodes.has(stored.node));
  const cut = await minimumCut(records, rules, pair, { links: MOST_LINKS, pairs: MOST_PAIRS }, pace);
  if ('exceeds' in cut) {
    throw new SeparationTooLargeError(
      a,
      b,
      cut.exceeds === 'links'
        ? `more than ${MOST_LINKS} links would have to be removed`
        : `more than ${MOST_PAIRS} pairs of their entity's records would have to be judged`,
    );
  }
  refuseTooManyRemovedLinks(
    cut.links,
    new Map(records.map((record): [string, MemberRecord] => [record.stored.id, record])),
  );
  return { links: cut.links, records };
}
