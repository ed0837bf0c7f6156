import type { CompiledRuleConfig, KeyPlan } from '../../rules/types.ts';
import { type Pace, UNITS_OF_LOOK } from '../pace.ts';
import { canLink } from './candidates.ts';
import { isLinkRemoved, Joining, type JudgedLinks, type MemberRecord, sharedKeys, stillTrue } from './record-keys.ts';

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
    this.blocks = joined.map((block) => block.map((record) => positions.get(record)!));
    const blockOf: number[] = new Array(records.length);
    for (const [block, members] of this.blocks.entries()) for (const member of members) blockOf[member] = block;
    this.blockOf = blockOf;
  }

  admit({ plan, holders }: { readonly plan: KeyPlan; readonly holders: readonly number[] }): void {
    const key: OpenKey = { plan, holders: [...holders] };
    for (const holder of holders) this.keys[holder]!.push(key);
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
      for (const key of this.keys[member]!) if (await this.growBy(key, member, part, isOver)) return undefined;
    }
    return part.sort((a, b) => a - b).map((position) => this.records[position]!);
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

  private async isLinked(plan: KeyPlan, a: number, b: number): Promise<boolean> {
    const [first, second] = [this.records[a]!, this.records[b]!];
    if (isLinkRemoved(first.stored, second.stored)) return false;
    if (!(await this.pace.judge(() => this.rules.linked(plan, first.values, second.values)))) return false;
    this.judged.push([first, second]);
    return true;
  }

  private take(position: number, part: number[]): void {
    for (const member of this.blocks[this.blockOf[position]!]!) {
      this.taken[member] = 1;
      part.push(member);
    }
  }
}
