import { DisjointSets } from '../../disjoint-sets.ts';
import type { CompiledRuleConfig, IndexKey, KeyPlan, RecordPayload, ResolvedValues } from '../../rules/types.ts';
import type { StoredRecord, WrittenKeys } from '../items/record.ts';
import { Pace, UNITS_OF_LOOK } from '../pace.ts';

/** Records that were submitted to belong together share a key of this plan for their group. */
export const STATIC_RULE = 'STATIC';
export const STATIC_PLAN: KeyPlan = { signature: STATIC_RULE, ruleIDs: [STATIC_RULE], exact: true, carried: [] };

export const staticKey = (group: string): IndexKey => ({ hash: group, plan: STATIC_PLAN });

/** All keys that the rules give a stored record: those of its values and those of its groups. */
export function keysOf(rules: CompiledRuleConfig, values: ResolvedValues, groups: readonly string[]): IndexKey[] {
  const keys = rules.indexKeys(values);
  return groups.length === 0 ? keys : [...keys, ...groups.map(staticKey)];
}

/** Whether the rules in force link records by the key. */
export const isInForce = ({ plan }: IndexKey): boolean => plan.dormant !== true;

/** The hashes of keys, as they are stored. */
export function hashesOf(keys: readonly IndexKey[]): WrittenKeys {
  const hashes = (exact: boolean) => keys.filter(({ plan }) => plan.exact === exact).map(({ hash }) => hash);
  return { exact: hashes(true), blocking: hashes(false) };
}

/** The keys to note in the item of a record. Its groups are in the item anyway. */
export function notedKeys(keys: readonly IndexKey[], before?: WrittenKeys): WrittenKeys {
  const { exact, blocking } = hashesOf(keys.filter(({ plan }) => plan !== STATIC_PLAN));
  if (before === undefined) return { exact, blocking };
  return {
    exact: [...new Set([...before.exact, ...exact])],
    blocking: [...new Set([...before.blocking, ...blocking])],
  };
}

/** Whether none of the keys is missing in the others. */
export const hasAllKeys = (noted: WrittenKeys, keys: WrittenKeys): boolean => {
  const known = new Set([...noted.exact, ...noted.blocking]);
  return [...keys.exact, ...keys.blocking].every((hash) => known.has(hash));
};

/** The keys without others. */
export function exceptKeys({ exact, blocking }: WrittenKeys, others: WrittenKeys): WrittenKeys {
  const without = new Set([...others.exact, ...others.blocking]);
  const isLeft = (hash: string) => !without.has(hash);
  return { exact: exact.filter(isLeft), blocking: blocking.filter(isLeft) };
}

/** Those of the keys that the record is stored under. Others would stay behind when it is erased. */
export function publishedKeys({ written }: StoredRecord, keys: readonly IndexKey[]): readonly IndexKey[] {
  if (written === undefined) return keys;
  const known = new Set([...written.exact, ...written.blocking]);
  return keys.filter(({ plan, hash }) => plan === STATIC_PLAN || known.has(hash));
}

/** A stored record with what the rules make of it. */
export interface MemberRecord {
  readonly stored: StoredRecord;
  readonly values: ResolvedValues;
  /** By which the rules judge it. */
  readonly keys: readonly IndexKey[];
  /** What it is stored under, its groups included: by rules of its time where they have changed since. */
  readonly written: WrittenKeys;
  /** All that the rules give it, dormant ones included. */
  readonly given: readonly IndexKey[];
}

export function memberOf(rules: CompiledRuleConfig, stored: StoredRecord): MemberRecord {
  const values = rules.resolve(JSON.parse(stored.document) as RecordPayload);
  const given = keysOf(rules, values, stored.groups);
  return { stored, values, keys: given.filter(isInForce), written: writtenKeys(stored, given), given };
}

/** What a record is stored under, its groups included; what its keys give where the item does not say it. */
function writtenKeys({ written, groups }: StoredRecord, keys: readonly IndexKey[]): WrittenKeys {
  const { exact, blocking } = written ?? notedKeys(keys);
  return { exact: [...exact, ...groups], blocking };
}

/** Whether the two have no edge, whatever the rules say. */
export const isLinkRemoved = (a: StoredRecord, b: StoredRecord): boolean =>
  a.removedLinks.includes(b.id) || b.removedLinks.includes(a.id);

/** Links between two contents that were judged before: true for as long as both records have the content. */
export type JudgedLinks = readonly (readonly [MemberRecord, MemberRecord])[];

export interface Components {
  /** Each in the order of the records. */
  readonly parts: MemberRecord[][];
  /** As many judged links as it takes to connect the parts, besides exact keys. */
  readonly judged: JudgedLinks;
}

/**
 * The connected components of the records by their links.
 *
 * @param known links that were judged before and need not be judged again
 */
export async function components(
  records: readonly MemberRecord[],
  rules: CompiledRuleConfig,
  pace: Pace = new Pace(),
  known: JudgedLinks = [],
): Promise<Components> {
  const joining = new Joining(records, rules, pace);
  const byKey = await sharedKeys(records, pace);
  // Exact keys come first: records that they join need not be judged.
  for (const { plan, holders } of byKey) {
    if (!plan.exact) continue;
    joining.byExactKey(holders);
    if (pace.isDue(holders.length)) await pace.rest();
  }
  for (const [a, b] of stillTrue(known, records)) joining.byJudgedLink(a, b);
  for (const { plan, holders } of byKey) if (!plan.exact) await joining.byBlockingKey(plan, holders);
  return { parts: joining.parts(), judged: joining.judged };
}

/** Joins records by their positions. */
export class Joining {
  readonly judged: (readonly [MemberRecord, MemberRecord])[] = [];
  private readonly records: readonly MemberRecord[];
  private readonly rules: CompiledRuleConfig;
  private readonly pace: Pace;
  private readonly sets: DisjointSets;

  constructor(records: readonly MemberRecord[], rules: CompiledRuleConfig, pace: Pace) {
    this.records = records;
    this.rules = rules;
    this.pace = pace;
    this.sets = new DisjointSets(records.length);
  }

  /** Joins all holders but those whose links to one another were removed and that no other holder links. */
  byExactKey(holders: readonly number[]): void {
    const unlinked = new Set(holders.flatMap((holder) => this.records[holder]!.stored.removedLinks));
    const free = holders.find((holder) => {
      const { id, removedLinks } = this.records[holder]!.stored;
      return removedLinks.length === 0 && !unlinked.has(id);
    });
    if (free !== undefined) {
      for (const holder of holders) this.sets.join(free, holder);
      return;
    }
    for (let second = 1; second < holders.length; second++) {
      for (let first = 0; first < second; first++) {
        const [a, b] = [holders[first]!, holders[second]!];
        if (!this.isLinkRemoved(a, b)) this.sets.join(a, b);
      }
    }
  }

  byJudgedLink(a: number, b: number): void {
    if (!this.isOpen(a, b)) return;
    this.sets.join(a, b);
    this.judged.push([this.records[a]!, this.records[b]!]);
  }

  /** Judges pairs of holders until all are joined. */
  async byBlockingKey(plan: KeyPlan, holders: readonly number[]): Promise<void> {
    let apart = new Set(holders.map((holder) => this.sets.find(holder))).size;
    for (let second = 1; second < holders.length && apart > 1; second++) {
      for (let first = 0; first < second; first++) {
        const [a, b] = [holders[first]!, holders[second]!];
        if (this.pace.isDue(UNITS_OF_LOOK)) await this.pace.rest();
        if (!this.isOpen(a, b)) continue;
        const [one, other] = [this.records[a]!.values, this.records[b]!.values];
        if (!(await this.pace.judge(() => this.rules.linked(plan, one, other)))) continue;
        this.byJudgedLink(a, b);
        apart -= 1;
      }
    }
  }

  parts(): MemberRecord[][] {
    return [...Map.groupBy(this.records, (_, index) => this.sets.find(index)).values()];
  }

  private isOpen(a: number, b: number): boolean {
    return this.sets.find(a) !== this.sets.find(b) && !this.isLinkRemoved(a, b);
  }

  private isLinkRemoved(a: number, b: number): boolean {
    return isLinkRemoved(this.records[a]!.stored, this.records[b]!.stored);
  }
}

/** A key that several records hold. */
export interface SharedKey {
  readonly plan: KeyPlan;
  /** Positions, ascending. */
  readonly holders: number[];
}

/** The keys that several of the records hold. */
export async function sharedKeys(records: readonly MemberRecord[], pace: Pace): Promise<SharedKey[]> {
  const byKey = new Map<string, SharedKey>();
  for (const [index, { keys }] of records.entries()) {
    for (const { hash, plan } of keys) {
      const entry = byKey.get(hash);
      if (entry === undefined) byKey.set(hash, { plan, holders: [index] });
      else if (entry.holders.at(-1) !== index) entry.holders.push(index);
    }
    if (pace.isDue(2 * keys.length)) await pace.rest();
  }
  return [...byKey.values()].filter(({ holders }) => holders.length > 1);
}

/** Positions of the links between records that both have the content of which the link was judged. */
export function* stillTrue(known: JudgedLinks, records: readonly MemberRecord[]): Generator<readonly [number, number]> {
  if (known.length === 0) return;
  const positions = new Map(records.map(({ stored }, index) => [stored.recordVersion, index]));
  for (const [a, b] of known) {
    const [first, second] = [positions.get(a.stored.recordVersion), positions.get(b.stored.recordVersion)];
    if (first !== undefined && second !== undefined) yield [first, second];
  }
}
