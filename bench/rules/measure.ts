import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileRuleConfig } from '../../src/rules/compile/compile.ts';
import type { RuleConfig } from '../../src/rules/document/types.ts';
import { lintRuleConfig, loadRuleConfig } from '../../src/rules/lint/lint-rule-config.ts';
import type { RecordPayload, ResolvedValues } from '../../src/rules/types.ts';
import { people } from '../people.ts';
import { largeDocument } from './large-document.ts';

export interface RulesResult {
  /** Of the document that is linted. */
  readonly lintedBytes: number;
  readonly lintMilliseconds: number;
  /** Pipeline and index keys of a person with 12 fields, a second. */
  readonly records: number;
  /** A rule of one exact matcher, pairs of records a second. */
  readonly exactPairs: number;
  /** A rule of one edit distance on names, pairs of records a second. */
  readonly fuzzyPairs: number;
}

const RECORDS = 20_000;

/** How fast the rule language is, on one core and without any store. Each loop runs for `window` milliseconds. */
export function measureRules(window = 2_000): RulesResult {
  const large = largeDocument();
  const config = loadRuleConfig(readFileSync(join(import.meta.dirname, 'person.rule-config.json'), 'utf8'));
  const rules = compileRuleConfig(config);
  const records = peopleOfTwelveFields(RECORDS);
  const values = records.map((record) => rules.resolve(record));
  const misspelt = records.map((record) => rules.resolve(misspeltName(record)));
  return {
    lintedBytes: Buffer.byteLength(large),
    lintMilliseconds: millisecondsOf(() => lintRuleConfig(large)),
    records: rate(window, (index) => rules.indexKeys(rules.resolve(records[index % RECORDS]!)).length),
    exactPairs: pairRate(window, config, 'SAME_POSTCODE', values, misspelt),
    fuzzyPairs: pairRate(window, config, 'LAST_ALIKE', values, misspelt),
  };
}

/** With two neighbours of the last name swapped: nearly equal texts are what an edit distance has most work with. */
function misspeltName(record: RecordPayload): RecordPayload {
  return { ...record, lastName: String(record['lastName']).replace(/(.)(.)(?=.?$)/u, '$2$1') };
}

/** Pairs a second that a rule of the one matcher judges: every second pair is a person and the same one misspelt. */
function pairRate(
  window: number,
  config: RuleConfig,
  matcherID: string,
  values: readonly ResolvedValues[],
  misspelt: readonly ResolvedValues[],
): number {
  const rules = compileRuleConfig({
    ...config,
    rules: [
      {
        id: 'ONLY',
        matcherIDs: [matcherID],
        attributes: { ignoreErrors: true, disableIndexMatcherIDs: [], indexMatcherIDs: [], score: 1 },
      },
    ],
    ruleSets: config.ruleSets.map(({ id }) => ({ id, ruleIDs: ['ONLY'] })),
  });
  return rate(window, (index) => {
    const other = index % 2 === 0 ? index : index * 7 + 1;
    return rules.links(values[index % values.length]!, misspelt[other % values.length]!).length;
  });
}

/** Calls a second, after a quarter of the window to warm up. */
function rate(window: number, call: (index: number) => number): number {
  run(window / 4, call);
  return run(window, call);
}

function run(window: number, call: (index: number) => number): number {
  const start = performance.now();
  let calls = 0;
  let seen = 0;
  let elapsed = 0;
  do {
    for (const end = calls + 1_000; calls < end; calls++) seen += call(calls);
    elapsed = performance.now() - start;
  } while (elapsed < window);
  // What a call answers must count, or it may be left out.
  if (seen < 0) throw new Error('a call answered less than nothing');
  return (calls / elapsed) * 1_000;
}

function millisecondsOf(work: () => unknown): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

function peopleOfTwelveFields(count: number): RecordPayload[] {
  const stream = people(12);
  const middleNames = ['Ann', 'James', 'Lee', '', 'Marie', 'J.'];
  return Array.from({ length: count }, (_, index) => ({
    ...stream.next().value,
    middleName: middleNames[index % middleNames.length],
    gender: index % 3 === 0 ? 'unknown' : 'female',
    country: index % 2 === 0 ? 'UK' : 'United Kingdom',
    memberNumber: `M-${1_000_000 + index}`,
  }));
}
