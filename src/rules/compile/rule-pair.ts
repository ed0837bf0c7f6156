import type { EntityDataError } from '../../errors.ts';
import type {
  CompiledRuleConfig,
  IndexKey,
  KeyPlan,
  PreparedSearch,
  RecordPayload,
  ResolvedValues,
  RuleLink,
  TransformerTrace,
} from '../types.ts';

/**
 * Two generations of rules, while a table changes from one to the other. One is in force: it links, and searches go by it.
 * Records get the keys of both. A key that only the other generation makes is dormant.
 *
 * The values of both lie side by side, those in force first: so all that works by the rules in force takes the values of
 * the pair as its own. A plan of both generations makes the same hashes, and is that of the rules in force.
 */
export class RulePair implements CompiledRuleConfig {
  readonly inForce: CompiledRuleConfig;
  readonly other: CompiledRuleConfig;
  readonly resolverIDs: readonly string[];
  readonly nearMatch: CompiledRuleConfig['nearMatch'];
  readonly review: CompiledRuleConfig['review'];
  readonly entityRules: CompiledRuleConfig['entityRules'];
  private readonly dormant = new Map<KeyPlan, KeyPlan>();
  /** A pass makes the keys of a record, and settling it makes them again. */
  private readonly keys = new WeakMap<ResolvedValues, IndexKey[]>();
  private lastValues: ResolvedValues | undefined;
  private lastOfOther: ResolvedValues = [];

  constructor(inForce: CompiledRuleConfig, other: CompiledRuleConfig) {
    this.inForce = inForce;
    this.other = other;
    const { nearMatch } = inForce;
    if (nearMatch !== undefined) {
      this.nearMatch = (plan, a, b) => (plan.dormant === true ? undefined : nearMatch(plan, a, b));
    }
    this.review = inForce.review;
    this.entityRules = inForce.entityRules;
    this.resolverIDs = [...inForce.resolverIDs, ...other.resolverIDs];
  }

  get fingerprint(): string {
    return this.inForce.fingerprint;
  }
  get groups(): readonly string[] {
    return this.inForce.groups;
  }
  get searchRuleNames(): readonly string[] {
    return this.inForce.searchRuleNames;
  }
  get hasDuplicates(): boolean {
    return this.inForce.hasDuplicates;
  }

  resolve(record: RecordPayload, observe?: (trace: TransformerTrace) => void, onCut?: () => void): ResolvedValues {
    return [...this.inForce.resolve(record, observe, onCut), ...this.other.resolve(record)];
  }

  /** The rules in force decide what is accepted. */
  recordProblems(record: RecordPayload, values: ResolvedValues): EntityDataError[] {
    return this.inForce.recordProblems(record, values);
  }

  /** Why the other generation refuses a record; it then has no dormant keys if it would have too many. */
  otherProblems(record: RecordPayload, values: ResolvedValues): EntityDataError[] {
    return this.other.recordProblems(record, this.valuesOfOther(values));
  }

  indexKeys(values: ResolvedValues): IndexKey[] {
    const made = this.keys.get(values) ?? this.makeKeys(values);
    this.keys.set(values, made);
    return made;
  }

  private makeKeys(values: ResolvedValues): IndexKey[] {
    const keys = this.inForce.indexKeys(values);
    const known = new Set(keys.map(({ hash }) => hash));
    const more = this.other.indexKeys(this.valuesOfOther(values)).filter(({ hash }) => !known.has(hash));
    return [...keys, ...more.map(({ hash, plan }) => ({ hash, plan: this.dormantOf(plan) }))];
  }

  mayBeNear(plan: KeyPlan): boolean {
    return plan.dormant !== true && this.inForce.mayBeNear?.(plan) !== false;
  }

  links(a: ResolvedValues, b: ResolvedValues): RuleLink[] {
    return this.inForce.links(a, b);
  }

  linked(plan: KeyPlan, a: ResolvedValues, b: ResolvedValues): boolean {
    return plan.dormant !== true && this.inForce.linked(plan, a, b);
  }

  highestScore(plan: KeyPlan): number {
    if (plan.dormant === true) return 0;
    return this.inForce.highestScore?.(plan) ?? 1;
  }

  duplicateGroups(a: ResolvedValues, b: ResolvedValues): string[] {
    return this.inForce.duplicateGroups(a, b);
  }

  prepareSearch(parameters: RecordPayload, searchRules: string): PreparedSearch {
    return this.inForce.prepareSearch(parameters, searchRules);
  }

  consistency(records: readonly ResolvedValues[]): number {
    return this.inForce.consistency(records);
  }

  /** The same list for the same values: the other generation computes the keys of a list once. */
  private valuesOfOther(values: ResolvedValues): ResolvedValues {
    if (this.lastValues !== values) this.lastOfOther = values.slice(this.inForce.resolverIDs.length);
    this.lastValues = values;
    return this.lastOfOther;
  }

  /** Verdicts are kept by signature, and plans of both generations may have the same one. */
  private dormantOf(plan: KeyPlan): KeyPlan {
    let dormant = this.dormant.get(plan);
    if (dormant === undefined) {
      const { signature, ruleIDs, exact, carried } = plan;
      dormant = {
        signature: `dormant ${signature}`,
        ruleIDs,
        exact,
        carried: carried.map((position) => position + this.inForce.resolverIDs.length),
        dormant: true,
      };
      this.dormant.set(plan, dormant);
    }
    return dormant;
  }
}
