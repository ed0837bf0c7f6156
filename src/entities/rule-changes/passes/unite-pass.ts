import { present } from '../../../assert.ts';
import type { Store } from '../../../store/port.ts';
import { type FindResult, findRoots, findSets, foundOf } from '../../forest/find.ts';
import { cannotLink } from '../../forest/union.ts';
import { keyOwnerKey, ownersOf } from '../../items/index-keys.ts';
import { Candidates } from '../../keys/candidates.ts';
import { linkingHashes, type MemberRecord, memberOf, publishedKeys } from '../../keys/record-keys.ts';
import { readForest } from '../../read/read-entities.ts';
import { UNITS_OF_UNION } from '../cost.ts';
import { affectedBy } from '../evaluate/affected-keys.ts';
import { openOperations, type PassContext, type PhasePass, relinkAll, scanRecords, stepAt } from './pass.ts';

/**
 * Unites what the rules in force connect and the former ones did not, by the keys that may do so. It only reads where
 * nothing is to be united. Of two records that belong together each looks for the other.
 */
export const unitePass: PhasePass = {
  chunk: async (context, segment, chunk) => {
    const { records, next } = await scanRecords(context, segment, chunk);
    // Judged by the next rules alone; only what is linked needs the keys of both.
    const found = await apart(
      context,
      records.map((stored) => memberOf(context.to, stored)),
    );
    const open = await openOperations(
      context,
      found.map(({ member: { stored } }) => stored),
    );
    const todo = found.filter(({ member: { stored } }) => !open.has(stored.operation));
    const changed = await countMoved(
      context.store,
      todo.flatMap(({ younger }) => younger),
      async () => {
        const members = todo.map(({ member: { stored } }) => memberOf(context.rules, stored));
        if (members.length > 0) await relinkAll(context, members, 'link');
      },
    );
    return stepAt(next, {
      seen: records.length,
      changed,
      problems: 0,
      writeUnits: todo.length * UNITS_OF_UNION,
    });
  },
};

/** A record to link anew. */
interface Apart {
  readonly member: MemberRecord;
  /** Of its own entity and those that it is linked with, all but the oldest, into which they go. */
  readonly younger: readonly string[];
}

/** The records that are linked with a record of another entity, and those whose entity does not own a key that they have. */
async function apart(context: PassContext, members: readonly MemberRecord[]): Promise<readonly Apart[]> {
  const { store, rules, from, to } = context;
  const affected = affectedBy(from, to);
  const keyed = members.map((member) => ({
    id: member.stored.id,
    values: member.values,
    keys: publishedKeys(member.stored, affected.joiningKeys(member)),
  }));
  const hashes = [...new Set(keyed.flatMap(linkingHashes))];
  const candidates = new Candidates(store, rules, { genericKeyRecords: context.genericKeyRecords });
  const [items] = await Promise.all([
    store.getMany(hashes.map(keyOwnerKey)),
    candidates.read(keyed, { consistent: true }),
  ]);
  const owners = new Map(hashes.map((hash, index) => [hash, ownersOf(items[index])]));
  const neighbours: { readonly owners: readonly (readonly string[])[]; readonly nodes: readonly string[] }[] = [];
  for (const [index, record] of keyed.entries()) {
    const { removedLinks } = present(members[index], 'every keyed record is one of the members').stored;
    const linked = (await candidates.linked(record)).filter(({ recordID }) => !removedLinks.includes(recordID));
    const ofKeys = linkingHashes(record).map((hash) =>
      present(owners.get(hash), 'the owners of each linking key were read'),
    );
    neighbours.push({ owners: ofKeys, nodes: linked.map(({ node }) => node) });
  }
  const found = await findSets(
    store,
    new Set([
      ...members.map(({ stored }) => stored.node),
      ...neighbours.flatMap(({ owners: ofKeys, nodes }) => [...ofKeys.flat(), ...nodes]),
    ]),
  );
  return members.flatMap((member, index): Apart[] => {
    const own = foundOf(found, member.stored.node);
    const { owners: ofKeys, nodes } = present(neighbours[index], 'neighbours was gathered for every member');
    const others = [...ofKeys.flat(), ...nodes]
      .map((node) => foundOf(found, node))
      .filter((other) => isApart(own, other, context.mostBans));
    const isUnowned = ofKeys.some((one) => !one.some((node) => foundOf(found, node).root === own.root));
    if (!isUnowned && others.length === 0) return [];
    return [
      {
        member,
        younger: [own, ...others]
          .map(({ root }) => root)
          .sort()
          .slice(1),
      },
    ];
  });
}

/** Counts the records of those entities that go into others meanwhile. */
async function countMoved(store: Store, entities: readonly string[], link: () => Promise<void>): Promise<number> {
  const { trees } = await readForest(store, new Set(entities));
  await link();
  const roots = await findRoots(store, trees.keys());
  let moved = 0;
  for (const [root, { records }] of trees) if (roots.get(root) !== root) moved += records.length;
  return moved;
}

const isApart = (own: FindResult, other: FindResult, mostBans?: number): boolean =>
  other.root !== own.root && !other.state.empty && !cannotLink(own, other, mostBans);
