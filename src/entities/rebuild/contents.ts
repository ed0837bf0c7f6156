import type { CompiledRuleConfig } from '../../rules/types.ts';
import type { Item, Store } from '../../store/port.ts';
import type { Context, LargeEntities } from '../context.ts';
import { findRoots, foundOf } from '../forest/find.ts';
import { readTree } from '../forest/read-tree.ts';
import { readRecord, recordKey, type StoredRecord } from '../items/record.ts';
import { partByPart } from '../keys/part-by-part.ts';
import { type JudgedLinks, type MemberRecord, memberOf } from '../keys/record-keys.ts';
import { Pace, unitsOfRecord } from '../pace.ts';
import { PreparedParts } from './prepared-parts.ts';

/** Items that are read at once: one call is one step of the embedded engine, however many it reads. */
const READ_AT_ONCE = 500;

/** Records with their keys, cached by record version, so that the keys of one content are computed once. */
export class Contents {
  private readonly rules: CompiledRuleConfig;
  private readonly known = new Map<string, MemberRecord>();
  /** Links between these contents, as far as judged. */
  judged: JudgedLinks = [];
  /** The parts of the entity, as far as they were found before it was locked. */
  prepared: PreparedParts | undefined;

  constructor(rules: CompiledRuleConfig) {
    this.rules = rules;
  }

  /**
   * Reads the records that are stored.
   *
   * @param seen called with every item that was read
   */
  async read(
    store: Store,
    ids: readonly string[],
    pace: Pace,
    seen: (id: string, item: Item | undefined) => void = () => undefined,
  ): Promise<MemberRecord[]> {
    const records: MemberRecord[] = [];
    for (let start = 0; start < ids.length; start += READ_AT_ONCE) {
      const now = ids.slice(start, start + READ_AT_ONCE);
      const items = await store.getMany(now.map(recordKey));
      for (const [index, item] of items.entries()) {
        seen(now[index]!, item);
        if (item === undefined) continue;
        const record = this.of(item);
        records.push(record);
        if (pace.isDue(record.units)) await pace.rest();
      }
    }
    return records;
  }

  private of(item: Item): MemberRecord & { readonly units: number } {
    const whole = readRecord(item);
    // The text is not needed again, and that of a large entity would fill the memory.
    const stored = { ...whole, document: '' };
    const before = this.known.get(stored.recordVersion);
    const isSame = (one: StoredRecord) =>
      one.groups.join('\t') === stored.groups.join('\t') && one.keyNotes === stored.keyNotes;
    if (before !== undefined && isSame(before.stored)) return { ...before, stored, units: 1 };
    const record = { ...memberOf(this.rules, whole), stored };
    this.known.set(stored.recordVersion, record);
    return { ...record, units: unitsOfRecord(whole.document) };
  }
}

/** A sweeper has about a minute, of which reading an entity of 50,000 records takes ten seconds. */
const LARGE_ENTITIES: LargeEntities = { above: 2_000, judgedFor: 10_000 };

/**
 * Finds the parts of a large entity, before it is locked. Under the lock, only what changed since is judged. Nothing is decided
 * here, so that changes in between do no harm.
 *
 * @param mustBeWhole whether to find all parts, however long it takes
 */
export async function prepareContents(
  context: Context,
  node: string,
  contents: Contents,
  { mustBeWhole }: { readonly mustBeWhole: boolean },
): Promise<void> {
  const { store, rules, now, largeEntities: { above, judgedFor } = LARGE_ENTITIES } = context;
  contents.prepared = undefined;
  const root = foundOf(await findRoots(store, [node]), node);
  const pace = new Pace();
  const { nodes, members } = await readTree(store, root, Number.POSITIVE_INFINITY, pace);
  if (members.size <= above) return;
  const read = await contents.read(store, [...members], pace);
  const records = read.filter(({ stored }) => nodes.has(stored.node)).sort(byAge);
  const begun = now();
  // One part alone could not leave: it may be the largest.
  const isOver = (found: number) => !mustBeWhole && found > 1 && now() - begun > judgedFor;
  const found = await partByPart(records, rules, pace, contents.judged, isOver);
  contents.judged = found.judged;
  contents.prepared = new PreparedParts(found);
}

/** In the order in which they were first stored. */
export const byAge = (a: MemberRecord, b: MemberRecord): number =>
  a.stored.recordVersion < b.stored.recordVersion ? -1 : 1;
