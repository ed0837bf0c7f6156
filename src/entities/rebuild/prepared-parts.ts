import { byNames } from '../../multimap.ts';
import type { CompiledRuleConfig, KeyPlan } from '../../rules/types.ts';
import { listText } from '../items/texts.ts';
import type { FoundParts } from '../keys/part-by-part.ts';
import { isLinkRemoved, type MemberRecord } from '../keys/record-keys.ts';
import { type Pace, UNITS_OF_LOOK } from '../pace.ts';

/** What the links of a record depend on, besides its content. */
const stateOf = ({ stored: { removedLinks, groups } }: MemberRecord): string =>
  `${listText(removedLinks)}\n${listText(groups)}`;

/** The parts of an entity as they were found before it was locked, to be compared with its records under the lock. */
export class PreparedParts {
  /** Whether the part of every record was found. */
  readonly isWhole: boolean;
  private readonly parts: readonly (readonly MemberRecord[])[];
  /** By record version. */
  private readonly states: ReadonlyMap<string, string>;

  constructor({ parts, rest }: Pick<FoundParts, 'parts' | 'rest'>) {
    this.isWhole = rest.length === 0;
    this.parts = parts;
    this.states = new Map([...parts.flat(), ...rest].map((one) => [one.stored.recordVersion, stateOf(one)]));
  }

  /** The parts that are connected and linked with nothing else now, and the other records. */
  async intact(
    records: readonly MemberRecord[],
    rules: CompiledRuleConfig,
    pace: Pace,
  ): Promise<{ readonly parts: MemberRecord[][]; readonly others: MemberRecord[] }> {
    const now = new Map(records.map((record) => [record.stored.recordVersion, record]));
    const newcomers = holdersByHash(records.filter((record) => !this.isAsBefore(record)));
    const parts: MemberRecord[][] = [];
    for (const part of this.parts) {
      const present = part.flatMap(({ stored }) => now.get(stored.recordVersion) ?? []);
      if (present.length < part.length || !present.every((record) => this.isAsBefore(record))) continue;
      if (await isJoined(present, newcomers, rules, pace)) continue;
      parts.push(present);
    }
    const inParts = new Set(parts.flat());
    return { parts, others: records.filter((record) => !inParts.has(record)) };
  }

  private isAsBefore(record: MemberRecord): boolean {
    return this.states.get(record.stored.recordVersion) === stateOf(record);
  }
}

const holdersByHash = (records: readonly MemberRecord[]): ReadonlyMap<string, readonly MemberRecord[]> =>
  byNames(records, ({ keys }) => keys.map(({ hash }) => hash));

/** Whether one of the newcomers is linked with a record of the part. */
async function isJoined(
  part: readonly MemberRecord[],
  newcomers: ReadonlyMap<string, readonly MemberRecord[]>,
  rules: CompiledRuleConfig,
  pace: Pace,
): Promise<boolean> {
  if (newcomers.size === 0) return false;
  for (const member of part) {
    for (const { hash, plan } of member.keys) {
      const others = newcomers.get(hash) ?? [];
      if (pace.isDue(UNITS_OF_LOOK)) await pace.rest();
      for (const other of others) if (await isLinked(rules, plan, member, other, pace)) return true;
    }
  }
  return false;
}

async function isLinked(
  rules: CompiledRuleConfig,
  plan: KeyPlan,
  a: MemberRecord,
  b: MemberRecord,
  pace: Pace,
): Promise<boolean> {
  if (isLinkRemoved(a.stored, b.stored)) return false;
  return plan.exact || pace.judge(() => rules.linked(plan, a.values, b.values));
}
