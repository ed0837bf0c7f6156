import { present } from '../../assert.ts';
import { DisjointSets } from '../../disjoint-sets.ts';
import type { CompiledRuleConfig, KeyPlan } from '../../rules/types.ts';
import { Pace, UNITS_OF_LOOK } from '../pace.ts';
import { canLink } from './candidates.ts';
import { isLinkRemoved, type MemberRecord } from './record-keys.ts';

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
class Joining {
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
    const unlinked = new Set(holders.flatMap((holder) => this.at(holder).stored.removedLinks));
    const free = holders.find((holder) => {
      const { id, removedLinks } = this.at(holder).stored;
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
    this.judged.push([this.at(a), this.at(b)]);
  }

  /** Judges pairs of holders until all are joined. */
  async byBlockingKey(plan: KeyPlan, holders: readonly number[]): Promise<void> {
    let apart = new Set(holders.map((holder) => this.sets.find(holder))).size;
    for (let second = 1; second < holders.length && apart > 1; second++) {
      for (let first = 0; first < second; first++) {
        const [a, b] = [holders[first]!, holders[second]!];
        if (this.pace.isDue(UNITS_OF_LOOK)) await this.pace.rest();
        if (!this.isOpen(a, b)) continue;
        const [one, other] = [this.at(a).values, this.at(b).values];
        if (!(await this.pace.judge(() => this.rules.linked(plan, one, other)))) continue;
        this.byJudgedLink(a, b);
        apart -= 1;
      }
    }
  }

  parts(): MemberRecord[][] {
    return [...Map.groupBy(this.records, (_, index) => this.sets.find(index)).values()];
  }

  private at(position: number): MemberRecord {
    return present(this.records[position], 'a position is that of a record');
  }

  private isOpen(a: number, b: number): boolean {
    return this.sets.find(a) !== this.sets.find(b) && !this.isLinkRemoved(a, b);
  }

  private isLinkRemoved(a: number, b: number): boolean {
    return isLinkRemoved(this.at(a).stored, this.at(b).stored);
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
function* stillTrue(known: JudgedLinks, records: readonly MemberRecord[]): Generator<readonly [number, number]> {
  if (known.length === 0) return;
  const positions = new Map(records.map(({ stored }, index) => [stored.recordVersion, index]));
  for (const [a, b] of known) {
    const [first, second] = [positions.get(a.stored.recordVersion), positions.get(b.stored.recordVersion)];
    if (first !== undefined && second !== undefined) yield [first, second];
  }
}

/** Connected components of records, as far as they were found. */
export interface FoundParts {
  /** Components, each in the order of the records. */
  readonly parts: MemberRecord[][];
  /** The records of which it is not known yet to which component they belong. */
  readonly rest: readonly MemberRecord[];
  /** As many judged links as it takes to connect the components, besides exact keys. */
  readonly judged: JudgedLinks;
}

/**
 * Finds the connected components of many records one after the other, so that some are known when the time is over: where
 * many records share a blocking key and few are linked by it, judging all pairs may take longer than a process lives.
 *
 * @param known links that were judged before and need not be judged again
 * @param isOver asked now and then, with the number of components that were found
 */
export async function partByPart(
  records: readonly MemberRecord[],
  rules: CompiledRuleConfig,
  pace: Pace,
  known: JudgedLinks,
  isOver: (found: number) => boolean,
): Promise<FoundParts> {
  const joining = new Joining(records, rules, pace);
  const byKey = await sharedKeys(records, pace);
  for (const { plan, holders } of byKey) if (plan.exact) joining.byExactKey(holders);
  for (const [a, b] of stillTrue(known, records)) joining.byJudgedLink(a, b);
  const growth = new Growth(records, joining.parts(), rules, pace);
  for (const key of byKey) if (canLink({ hash: '', plan: key.plan })) growth.admit(key);
  const parts: MemberRecord[][] = [];
  for (const seed of records.keys()) {
    if (growth.isTaken(seed)) continue;
    const part = isOver(parts.length) ? undefined : await growth.grow(seed, () => isOver(parts.length));
    if (part === undefined) {
      const found = new Set(parts.flat());
      return { parts, rest: records.filter((record) => !found.has(record)), judged: growth.judgedAnd(joining) };
    }
    parts.push(part);
  }
  return { parts, rest: [], judged: growth.judgedAnd(joining) };
}

/** Records that have one blocking key and are in no component yet. */
interface OpenKey {
  readonly plan: KeyPlan;
  holders: number[];
}

/** Grows components by blocking keys, from blocks of records that are joined already. */
class Growth {
  private readonly records: readonly MemberRecord[];
  private readonly rules: CompiledRuleConfig;
  private readonly pace: Pace;
  private readonly judged: (readonly [MemberRecord, MemberRecord])[] = [];
  private readonly keys: OpenKey[][];
  private readonly blocks: readonly (readonly number[])[];
  private readonly blockOf: readonly number[];
  private readonly taken: Uint8Array;

  constructor(
    records: readonly MemberRecord[],
    joined: readonly (readonly MemberRecord[])[],
    rules: CompiledRuleConfig,
    pace: Pace,
  ) {
    this.records = records;
    this.rules = rules;
    this.pace = pace;
    this.keys = records.map(() => []);
    this.taken = new Uint8Array(records.length);
    const positions = new Map(records.map((record, index) => [record, index]));
    this.blocks = joined.map((block) =>
      block.map((record) => present(positions.get(record), 'a part has records of its entity')),
    );
    const blockOf: number[] = new Array(records.length);
    for (const [block, members] of this.blocks.entries()) for (const member of members) blockOf[member] = block;
    this.blockOf = blockOf;
  }

  admit({ plan, holders }: { readonly plan: KeyPlan; readonly holders: readonly number[] }): void {
    const key: OpenKey = { plan, holders: [...holders] };
    for (const holder of holders) this.openKeysOf(holder).push(key);
  }

  isTaken(position: number): boolean {
    return this.taken[position] === 1;
  }

  judgedAnd({ judged }: Joining): JudgedLinks {
    return [...judged, ...this.judged];
  }

  /** The component of a record; undefined if the time is over before it is known. */
  async grow(seed: number, isOver: () => boolean): Promise<MemberRecord[] | undefined> {
    const part: number[] = [];
    this.take(seed, part);
    // The part grows meanwhile.
    for (const member of part) {
      for (const key of this.openKeysOf(member)) if (await this.growBy(key, member, part, isOver)) return undefined;
    }
    return part.sort((a, b) => a - b).map((position) => this.at(position));
  }

  /** Takes the records in that a key links with the member. Returns true if the time is over. */
  private async growBy(key: OpenKey, member: number, part: number[], isOver: () => boolean): Promise<boolean> {
    const apart: number[] = [];
    for (const holder of key.holders) {
      if (this.isTaken(holder)) {
        if (this.pace.isDue(UNITS_OF_LOOK)) await this.pace.rest();
        continue;
      }
      const { rests } = this.pace;
      if (await this.isLinked(key.plan, member, holder)) this.take(holder, part);
      else apart.push(holder);
      if (this.pace.rests > rests && isOver()) return true;
    }
    key.holders = apart;
    return false;
  }

  private at(position: number): MemberRecord {
    return present(this.records[position], 'a position is that of a record');
  }

  private openKeysOf(position: number): OpenKey[] {
    return present(this.keys[position], 'a position is that of a record');
  }

  private async isLinked(plan: KeyPlan, a: number, b: number): Promise<boolean> {
    const [first, second] = [this.at(a), this.at(b)];
    if (isLinkRemoved(first.stored, second.stored)) return false;
    if (!(await this.pace.judge(() => this.rules.linked(plan, first.values, second.values)))) return false;
    this.judged.push([first, second]);
    return true;
  }

  private take(position: number, part: number[]): void {
    const block = present(this.blockOf[position], 'every record is in a block');
    for (const member of present(this.blocks[block], 'a block has a number')) {
      this.taken[member] = 1;
      part.push(member);
    }
  }
}
