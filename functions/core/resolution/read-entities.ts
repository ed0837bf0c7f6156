import type { RecordPayload } from '../matching/compiled.ts';
import { queryAll, type Store } from '../store/port.ts';
import { findRoots } from './fragments.ts';
import { addToFragment, type FragmentContent, fragmentPartition, readRecord, recordKey } from './layout.ts';

/** A stored record with its payload. */
export interface EntityRecord {
  readonly id: string;
  readonly payload: RecordPayload;
  readonly incarnation: string;
}

/**
 * The entities that hold the fragments, by entity id in ascending order, each with its records in the order in which
 * they were first stored. Fragments that hold nothing (an id that nobody gave out) yield no entity.
 */
export async function readEntities(store: Store, fragments: Iterable<string>): Promise<Map<string, EntityRecord[]>> {
  const members = await readMembers(store, fragments);
  const found = [...members].flatMap(([entity, ids]) => ids.map((member) => ({ entity, ...member })));
  const items = await store.getMany(found.map(({ recordID }) => recordKey(recordID)));
  const entities = new Map<string, EntityRecord[]>();
  found.forEach(({ entity, fragment }, index) => {
    const item = items[index];
    if (item === undefined) return;
    const record = readRecord(item);
    if (record.fragment !== fragment) return;
    const entry = {
      id: record.id,
      payload: JSON.parse(record.document) as RecordPayload,
      incarnation: record.incarnation,
    };
    const records = entities.get(entity);
    if (records === undefined) entities.set(entity, [entry]);
    else records.push(entry);
  });
  for (const records of entities.values()) records.sort((a, b) => (a.incarnation < b.incarnation ? -1 : 1));
  return new Map([...entities].sort(([a], [b]) => (a < b ? -1 : 1)));
}

interface Member {
  readonly recordID: string;
  readonly fragment: string;
}

/** The members of whole entities, by root. One round of queries for each level of the deepest tree. */
async function readMembers(store: Store, fragments: Iterable<string>): Promise<Map<string, Member[]>> {
  for (let start: Iterable<string> = fragments; ; ) {
    const roots = new Set((await findRoots(store, start)).values());
    const members = new Map<string, Member[]>();
    let level = [...roots].map((root) => ({ root, fragment: root }));
    let stale = false;
    while (level.length > 0 && !stale) {
      const contents = await Promise.all(level.map(({ fragment }) => readFragment(store, fragment)));
      const next: typeof level = [];
      level.forEach(({ root, fragment }, index) => {
        const content = contents[index]!;
        // A root that was merged between the look and the query: its entity is to be read from the new root.
        if (fragment === root && content.parent !== undefined) stale = true;
        const list = members.get(root) ?? [];
        for (const recordID of content.members) list.push({ recordID, fragment });
        members.set(root, list);
        for (const child of content.children) next.push({ root, fragment: child });
      });
      level = next;
    }
    if (!stale) return members;
    start = roots;
  }
}

async function readFragment(store: Store, fragment: string): Promise<FragmentContent> {
  const content: FragmentContent = { members: [], children: [] };
  for await (const item of queryAll(store, fragmentPartition(fragment))) addToFragment(content, item);
  return content;
}
