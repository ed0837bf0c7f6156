import { createHash } from 'node:crypto';
import { findStandings, readNode, type Standing } from '../resolution/fragments.ts';
import {
  addToFragment,
  type FragmentContent,
  fragmentPartition,
  nodeKey,
  readRecord,
  recordKey,
  type StoredRecord,
} from '../resolution/layout.ts';
import { exceptReserved } from '../resolution/reservation.ts';
import type { Page, Store } from '../store/port.ts';
import { recordList } from './entity-event.ts';

/** An entity as it is, as far as events tell of it. */
export type EntityLook =
  | {
      readonly kind: 'live';
      readonly count: number;
      readonly exact: boolean;
      /** The first records, in the order in which they were stored. */
      readonly recordIDs: readonly string[];
      /** Whether the record is one of its; of a large entity, whether it may be. */
      readonly holds: (recordID: string) => boolean;
      /** The same as long as the entity has the same records with the same content; empty when nobody knows. */
      readonly digest: string;
    }
  | { readonly kind: 'merged'; readonly into: string }
  | { readonly kind: 'deleted' };

/** Records of entities up to this size are read; of a larger one, the members are counted. */
const JUDGED = 1_000;
const COUNTED = 10_000;
const READ_AT_ONCE = 500;

/**
 * Looks at entities by strongly consistent reads. Undefined for one that is being taken apart just now, so that a record
 * may have been missed between two places: whoever does that leaves a notice, or the beat of the lock shows it.
 */
export async function lookAtEntities(
  store: Store,
  entities: readonly string[],
): Promise<Map<string, EntityLook | undefined>> {
  const standings = await findStandings(store, entities);
  const looks = new Map<string, EntityLook | undefined>();
  const open: { root: string; standing: Standing; tree: Tree }[] = [];
  await Promise.all(
    entities.map(async (entity) => {
      const standing = standings.get(entity)!;
      if (standing.root !== entity) looks.set(entity, { kind: 'merged', into: standing.root });
      else open.push({ root: entity, standing, tree: await readTree(store, entity) });
    }),
  );
  const judged = open.filter(({ tree }) => tree.members.size <= JUDGED);
  const records = await readMembers(
    store,
    judged.flatMap(({ tree }) => [...tree.members]),
  );
  // After everything else: what was moved meanwhile shows here.
  const nodes = await store.getMany(open.map(({ root }) => nodeKey(root)));
  open.forEach(({ root, standing, tree }, index) => {
    const now = readNode(nodes[index]);
    const { state } = standing;
    if (now.beat !== state.beat || now.epoch !== state.epoch || now.parent !== undefined) {
      looks.set(root, undefined);
      return;
    }
    const ordered: { id: string; incarnation: string }[] = [];
    if (tree.members.size <= JUDGED) {
      for (const member of tree.members) {
        const record = records.get(member);
        if (record !== undefined && tree.fragments.has(record.fragment)) ordered.push(record);
      }
      ordered.sort((a, b) => (a.incarnation < b.incarnation ? -1 : 1));
      looks.set(
        root,
        ordered.length === 0
          ? { kind: 'deleted' }
          : {
              kind: 'live',
              count: ordered.length,
              exact: true,
              recordIDs: recordList()(ordered.map(({ id }) => id)),
              holds: holderOf(ordered),
              digest: digestOf(ordered),
            },
      );
    } else {
      const recordIDs = recordList()(tree.members);
      looks.set(root, {
        kind: 'live',
        count: tree.members.size,
        exact: false,
        recordIDs,
        holds: () => true,
        digest: '',
      });
    }
  });
  return looks;
}

/** What a look needs of a record. */
type Member = Pick<StoredRecord, 'id' | 'incarnation' | 'fragment'>;

/** The content of a record is up to 300 KB, and many large entities may be looked at together: nothing of it is kept. */
async function readMembers(store: Store, recordIDs: readonly string[]): Promise<Map<string, Member>> {
  const members = new Map<string, Member>();
  for (let start = 0; start < recordIDs.length; start += READ_AT_ONCE) {
    const items = await store.getMany(recordIDs.slice(start, start + READ_AT_ONCE).map(recordKey));
    for (const item of items.map(exceptReserved)) {
      if (item === undefined) continue;
      const { id, incarnation, fragment } = readRecord(item);
      members.set(id, { id, incarnation, fragment });
    }
  }
  return members;
}

function holderOf(records: readonly { id: string }[]): (recordID: string) => boolean {
  const ids = new Set(records.map(({ id }) => id));
  return (recordID) => ids.has(recordID);
}

function digestOf(records: readonly { id: string; incarnation: string }[]): string {
  const hash = createHash('sha256');
  for (const { id, incarnation } of records) hash.update(`${incarnation}\t${id}\n`);
  return hash.digest('base64url').slice(0, 22);
}

interface Tree {
  readonly fragments: Set<string>;
  readonly members: Set<string>;
}

/** The fragments and members below a root, up to {@link COUNTED} members. */
async function readTree(store: Store, root: string): Promise<Tree> {
  const tree: Tree = { fragments: new Set([root]), members: new Set() };
  for (let level = [root]; level.length > 0; ) {
    const contents = await Promise.all(
      level.map(async (fragment) => {
        const content: FragmentContent = { members: [], children: [] };
        let after: string | undefined;
        do {
          const page: Page = await store.query(fragmentPartition(fragment), after === undefined ? {} : { after });
          for (const item of page.items) addToFragment(content, item);
          after = page.next;
        } while (after !== undefined && tree.members.size + content.members.length < COUNTED);
        return content;
      }),
    );
    level = contents.flatMap(({ children }) => children).filter((child) => !tree.fragments.has(child));
    for (const child of level) tree.fragments.add(child);
    for (const content of contents) {
      for (const member of content.members) if (tree.members.size < COUNTED) tree.members.add(member);
    }
    if (tree.members.size >= COUNTED) break;
  }
  return tree;
}
