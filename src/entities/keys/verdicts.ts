import type { CompiledRuleConfig, KeyPlan, ResolvedValues } from '../../rules/types.ts';
import { Pace } from '../pace.ts';

/** The cost of finding what is known of a pair. */
const UNITS_OF_KNOWN = 2;

/** The content of a record. */
export interface Content {
  readonly id: string;
  readonly values: ResolvedValues;
  /** Absent for a record of the request itself. */
  readonly recordVersion?: string;
}

/** Judges the pairs of one request, each once, however often the request is attempted. */
export class Verdicts {
  readonly rules: CompiledRuleConfig;
  readonly pace: Pace;
  private readonly known = new Map<string, boolean>();
  /** Versions of records of the request, as it stored or found them. */
  private readonly own = new Set<string>();

  /** @param pace whose rests may end the judging */
  constructor(rules: CompiledRuleConfig, pace: Pace = new Pace()) {
    this.rules = rules;
    this.pace = pace;
  }

  /** Says that a stored version has the content of the record of the request with its id. */
  noteOwn(recordID: string, recordVersion: string): void {
    this.own.add(versionName(recordID, recordVersion));
  }

  /** Whether two records that share a key of the plan are linked. */
  async linked(plan: KeyPlan, a: Content, b: Content): Promise<boolean> {
    const [first, second] = [this.nameOf(a), this.nameOf(b)];
    const pair = first < second ? `${first}\n${second}` : `${second}\n${first}`;
    const name = `${pair}\n${plan.signature}`;
    const before = this.known.get(name);
    if (before !== undefined) {
      if (this.pace.isDue(UNITS_OF_KNOWN)) await this.pace.rest();
      return before;
    }
    const verdict = await this.pace.judge(() => this.rules.linked(plan, a.values, b.values));
    this.known.set(name, verdict);
    return verdict;
  }

  private nameOf({ id, recordVersion }: Content): string {
    if (recordVersion === undefined) return id;
    const name = versionName(id, recordVersion);
    return this.own.has(name) ? id : name;
  }
}

const versionName = (id: string, recordVersion: string): string => `${id}\t${recordVersion}`;
