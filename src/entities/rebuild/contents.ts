import type { CompiledRuleConfig } from '../../rules/types.ts';
import type { Item, Store } from '../../store/port.ts';
import { readRecord, recordKey, type StoredRecord } from '../items/record.ts';
import type { JudgedLinks } from '../keys/components.ts';
import { type MemberRecord, memberOf } from '../keys/record-keys.ts';
import { type Pace, unitsOfRecord } from '../pace.ts';

/** Items that are read at once: one call is one step of the embedded engine, however many it reads. */
const READ_AT_ONCE = 500;

/** Records with their keys, cached by record version, so that the keys of one content are computed once. */
export class Contents {
  private readonly rules: CompiledRuleConfig;
  private readonly known = new Map<string, MemberRecord>();
  /** Links between these contents, as far as judged. */
  judged: JudgedLinks = [];

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
      for (const [index, id] of now.entries()) {
        const item = items[index];
        seen(id, item);
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

/** In the order in which they were first stored. */
export const byAge = (a: MemberRecord, b: MemberRecord): number =>
  a.stored.recordVersion < b.stored.recordVersion ? -1 : 1;
