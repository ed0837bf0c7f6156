import { NoSuchRuleChangeError } from '../../../../src/entities/rule-changes/errors.ts';
import {
  defaultRuleChangeOptions,
  type RuleChangeExample,
  type RuleChangeProblem,
  type RuleChangeReport,
  type RuleChangeStatus,
  type RuleChanges,
} from '../../../../src/entities/rule-changes/types.ts';

export const steady: RuleChangeStatus = {
  state: 'STEADY',
  heldBecause: undefined,
  inForce: 'former',
  from: undefined,
  to: undefined,
  waiting: undefined,
  failure: undefined,
  phase: undefined,
  progress: 0,
  estimatedMinutes: undefined,
  since: undefined,
  lastHeartbeat: undefined,
  writeUnits: 0,
  options: defaultRuleChangeOptions,
  report: undefined,
  recordsChanged: 0,
  problems: 0,
};

export const exampleReport: RuleChangeReport = {
  records: 1_000,
  entitiesBefore: 900,
  entitiesAfter: 899,
  unchanged: 890,
  merging: 4,
  splitting: 2,
  both: 4,
  recordsTouched: 25,
  largestEntity: 7,
  overFrequentKeys: 1,
  refused: 2,
};

export const held: RuleChangeStatus = {
  ...steady,
  state: 'HELD',
  heldBecause: 'MODE',
  from: 'former',
  to: 'next',
  phase: 'READY',
  progress: 1,
  since: 1_700_000_000_000,
  lastHeartbeat: 1_700_000_060_000,
  writeUnits: 1_200,
  report: exampleReport,
  problems: 2,
};

/** A change of rules that does what it is told and remembers it; it works on nothing. */
export class FakeRuleChanges implements RuleChanges {
  readonly asked: string[] = [];
  current: RuleChangeStatus = steady;
  listedExamples: readonly RuleChangeExample[] = [];
  listedProblems: readonly RuleChangeProblem[] = [];
  documents: Readonly<Record<string, string>> = {};
  failure: unknown;

  async status() {
    return this.#asked('status', this.current);
  }
  async examples(first: number) {
    return this.#asked(`examples ${first}`, this.listedExamples);
  }
  async problems(first: number) {
    return this.#asked(`problems ${first}`, this.listedProblems);
  }
  async document(name: string) {
    return this.#asked(`document ${name}`, this.documents[name]);
  }
  async continue(to: string) {
    if (this.current.to !== undefined && this.current.to !== to) {
      throw new NoSuchRuleChangeError(to);
    }
    this.current = { ...this.current, state: 'RUNNING', heldBecause: undefined, phase: 'SPLIT', inForce: to };
    return this.#asked(`continue ${to}`, this.current);
  }
  async rollBack(to?: string) {
    if (to !== undefined && this.current.to !== to) throw new NoSuchRuleChangeError(to);
    this.current = { ...this.current, state: 'RUNNING', heldBecause: undefined, phase: 'CLEAN' };
    return this.#asked('rollBack', this.current);
  }
  async setPace(pace: { readonly paused?: boolean; readonly writeUnitsPerSecond?: number }) {
    const { options } = this.current;
    const { paused, writeUnitsPerSecond = options.writeUnitsPerSecond } = pace;
    const state = paused === true ? 'PAUSED' : paused === false ? 'RUNNING' : this.current.state;
    this.current = { ...this.current, state, options: { ...options, writeUnitsPerSecond } };
    return this.#asked(`setPace ${JSON.stringify(pace)}`, this.current);
  }
  async work(milliseconds: number) {
    this.#asked(`work ${milliseconds}`, undefined);
  }

  #asked<Answer>(question: string, answer: Answer): Answer {
    this.asked.push(question);
    if (this.failure !== undefined) throw this.failure;
    return answer;
  }
}
