import type { Context } from '../../context.ts';
import { findSets } from '../../forest/find.ts';
import { refuseBan } from '../../forest/union.ts';
import { newID } from '../../items/ids.ts';
import type { MemberRecord } from '../../keys/record-keys.ts';
import { Pace } from '../../pace.ts';
import { cutBetween, type EntityCut, MOST_PAIRS, MOST_RECORDS } from './cut-between.ts';
import { bothRecords } from './link-records.ts';
import { joinedWith } from './minimum-cut.ts';
import { decidedRecords, decisionView, MOST_NAMED } from './read-decisions.ts';
import type { Decided, DecidedRecord, DecisionRequest } from './types.ts';

/**
 * What would become of two records and their entity if they were separated now. Stores nothing. The id of the decision is
 * that of no decision, and both records are still in the entity that the answer names.
 *
 * @throws UnknownRecordError, SeparationTooLargeError, TooManyRemovedLinksError
 */
export async function previewSeparation(
  dependencies: Context,
  { a, b, user, verified = false, client, reason }: DecisionRequest,
): Promise<Decided> {
  const { store, now } = dependencies;
  const both = await bothRecords(dependencies, a, b);
  const found = await findSets(
    store,
    both.map(({ node }) => node),
  );
  const roots = new Map(both.map(({ node }) => [found.get(node)!.root, found.get(node)!]));
  refuseBan([...roots.values()], dependencies.mostBans);
  const [x, y] = both.map(({ node }) => found.get(node)!.root) as [string, string];
  const cut = x === y ? await cutBetween(dependencies, x, { a, b }, MOST_RECORDS) : undefined;
  const removedLinks = cut?.links ?? [];
  const records =
    cut === undefined
      ? await decidedRecords(store, [a, b])
      : await Promise.all([a, b].map((id) => sideOf(dependencies, cut, id, x)));
  const decision = { id: newID(now()), kind: 'separate', a, b, user, verified, client, reason, removedLinks } as const;
  return {
    decision: decisionView({ ...decision, operation: '', undone: undefined }),
    triggered: false,
    complete: true,
    records,
  };
}

/** A record with those that would stay with it. */
async function sideOf({ rules }: Context, cut: EntityCut, id: string, entityID: string): Promise<DecidedRecord> {
  const joined = await joinedWith(withoutLinks(cut), rules, id, { pairs: MOST_PAIRS }, new Pace());
  if (joined === undefined) return { id, entityID, recordIDs: [id] };
  const byAge = joined
    .map(({ stored }) => stored)
    .sort((one, other) => (one.recordVersion < other.recordVersion ? -1 : 1));
  return { id, entityID, recordIDs: byAge.slice(0, MOST_NAMED).map((record) => record.id) };
}

function withoutLinks({ records, links }: EntityCut): MemberRecord[] {
  const removed = new Map<string, string[]>();
  for (const { a, b } of links) removed.set(a, [...(removed.get(a) ?? []), b]);
  return records.map((record) => {
    const more = removed.get(record.stored.id);
    if (more === undefined) return record;
    return { ...record, stored: { ...record.stored, removedLinks: [...record.stored.removedLinks, ...more] } };
  });
}
