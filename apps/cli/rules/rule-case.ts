import { z } from 'zod';
import type { CompiledRules } from '../../../src/rules/compile/compiled-rules.ts';
import { explainPair, type RuleSetVerdict } from '../../../src/rules/compile/explain.ts';
import { RulesFileError } from './errors.ts';
import { readText } from './read-rules.ts';

const record = z.record(z.string(), z.unknown());
const expectedRuleSet = z.strictObject({
  ruleSetID: z.string().optional(),
  satisfiedRules: z.array(z.string()).optional(),
  unsatisfiedRules: z.array(z.string()).optional(),
});
/** How a pair was judged, in a file of labels. */
const caseLabel = z.strictObject({
  answer: z.enum(['same', 'different', 'unsure']),
  drawn: z.enum(['random', 'doubtful']),
  strata: z.string().optional(),
});
/** One case of a file. */
export const ruleCase = z.strictObject({
  name: z.string().optional(),
  recordA: record,
  recordB: record,
  expectation: z
    .strictObject({
      together: z.boolean().optional(),
      searchRuleSets: z.array(z.strictObject({ name: z.string(), ruleSet: expectedRuleSet })).optional(),
      mutationRuleSetGroups: z
        .array(
          z.strictObject({
            name: z.string(),
            outcome: z.enum(['LINK', 'DUPLICATE', 'KEPT_APART', 'NOT_FOUND', 'NO_MATCH']).optional(),
            indexRuleSet: expectedRuleSet.optional(),
            linkRuleSet: expectedRuleSet.optional(),
            deduplicateRuleSet: expectedRuleSet.optional(),
            consistencyRuleSet: expectedRuleSet.optional(),
          }),
        )
        .optional(),
    })
    .optional(),
  label: caseLabel.optional(),
});

type ExpectedRuleSet = z.infer<typeof expectedRuleSet>;
export type CaseLabel = z.infer<typeof caseLabel>;
/** Two records and the expected result of the rules. Rule sets that the case does not name are not checked. */
export type RuleCase = z.infer<typeof ruleCase> & { readonly name: string };

/** Reads a JSON file with one case or a list of cases. Throws a RulesFileError that lists every error. */
export function readRuleCases(file: string): RuleCase[] {
  let json: unknown;
  try {
    json = JSON.parse(readText(file));
  } catch (cause) {
    if (cause instanceof RulesFileError) throw cause;
    throw new RulesFileError(`${file} is not JSON: ${(cause as Error).message}`, { hint: HINT, cause });
  }
  const several = Array.isArray(json);
  const parsed = z.array(ruleCase).safeParse(several ? json : [json]);
  if (!parsed.success) {
    const problems = parsed.error.issues.map(
      ({ path, message }) => `${file}: ${(several ? path : path.slice(1)).join('.') || 'the case'}: ${message}`,
    );
    throw new RulesFileError(problems.join('\n'), { hint: HINT });
  }
  // A pair of which you are unsure expects nothing.
  const cases = parsed.data.filter(({ label }) => label?.answer !== 'unsure');
  if (cases.length === 0) throw new RulesFileError(`${file} has no cases, so it checks nothing`, { hint: HINT });
  return cases.map((one, index) => ({ ...one, name: one.name ?? (several ? `case ${index + 1}` : 'case') }));
}

const HINT =
  'A case is {"recordA": {…}, "recordB": {…}, "expectation": {"together": true, "mutationRuleSetGroups": [{"name": "default", "linkRuleSet": {"satisfiedRules": ["…"]}}]}}; see docs/rule-config/testing.md.';

/** The differences from the expectation, one a line; empty when the case passes. */
export function checkCase(rules: CompiledRules, { recordA, recordB, expectation }: RuleCase): string[] {
  const found = explainPair(rules, recordA, recordB);
  const differences: string[] = [];
  const differ = (what: string, expected: string, actual: string) =>
    differences.push(`${what}\n  expected: ${expected}\n  found:    ${actual}`);
  if (expectation?.together !== undefined && expectation.together !== found.together) {
    differ('the records', togetherText(expectation.together), togetherText(found.together));
  }
  for (const { name, ruleSet } of expectation?.searchRuleSets ?? []) {
    const search = found.searches.find(({ searchRules }) => searchRules === name);
    checkRuleSet(`search rules ${JSON.stringify(name)}`, ruleSet, search?.rules, differ);
  }
  for (const expected of expectation?.mutationRuleSetGroups ?? []) {
    const group = found.groups.find(({ group: name }) => name === expected.name);
    const where = `group ${JSON.stringify(expected.name)}`;
    if (group === undefined) {
      differ(where, 'a mutation rule set group', `only ${rules.groups.map((name) => JSON.stringify(name)).join(', ')}`);
      continue;
    }
    if (expected.outcome !== undefined && expected.outcome !== group.outcome) {
      differ(`${where}, outcome`, expected.outcome, group.outcome);
    }
    checkRuleSet(`${where}, index rule set`, expected.indexRuleSet, group.index, differ);
    checkRuleSet(`${where}, link rule set`, expected.linkRuleSet, group.link, differ);
    checkRuleSet(`${where}, deduplicate rule set`, expected.deduplicateRuleSet, group.deduplicate, differ);
    checkRuleSet(`${where}, consistency rule set`, expected.consistencyRuleSet, group.consistency, differ);
  }
  return differences;
}

function checkRuleSet(
  where: string,
  expected: ExpectedRuleSet | undefined,
  found: RuleSetVerdict | undefined,
  differ: (what: string, expected: string, actual: string) => void,
): void {
  if (expected === undefined || Object.keys(expected).length === 0) return;
  if (found === undefined) {
    differ(where, expected.ruleSetID ?? 'a rule set', 'none');
    return;
  }
  if (expected.ruleSetID !== undefined && expected.ruleSetID !== found.ruleSetID) {
    differ(where, expected.ruleSetID, found.ruleSetID);
  }
  const { satisfiedRules, unsatisfiedRules } = expected;
  if (satisfiedRules !== undefined && !sameSet(satisfiedRules, found.satisfiedRuleIDs)) {
    differ(`${where}, satisfied rules`, listText(satisfiedRules), listText(found.satisfiedRuleIDs));
  }
  const wrong = (unsatisfiedRules ?? []).filter((rule) => !found.unsatisfiedRuleIDs.includes(rule));
  if (wrong.length > 0) {
    differ(`${where}, unsatisfied rules`, listText(unsatisfiedRules!), listText(found.unsatisfiedRuleIDs));
  }
}

const togetherText = (together: boolean): string => (together ? 'belong to one entity' : 'do not match');
const listText = (rules: readonly string[]): string => (rules.length === 0 ? 'none' : [...rules].sort().join(', '));
const sameSet = (a: readonly string[], b: readonly string[]): boolean =>
  new Set(a).size === new Set(b).size && a.every((rule) => b.includes(rule));

/** A case that ran: `differences` is empty when it passed. */
export interface CaseResult {
  readonly file: string;
  readonly name: string;
  readonly differences: readonly string[];
  readonly seconds: number;
}

/** Formats the results as JUnit XML for build servers, with a test suite for each case file. */
export function junitXml(results: readonly CaseResult[]): string {
  const suites = Map.groupBy(results, ({ file }) => file);
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="rules"${counts(results)}>`,
    ...[...suites].flatMap(([file, cases]) => [
      `  <testsuite name="${escapeXml(file)}"${counts(cases)}>`,
      ...cases.flatMap(caseLines),
      '  </testsuite>',
    ]),
    '</testsuites>',
  ];
  return `${lines.join('\n')}\n`;
}

function caseLines({ file, name, differences, seconds }: CaseResult): string[] {
  const head = `    <testcase classname="${escapeXml(file)}" name="${escapeXml(name)}" time="${seconds.toFixed(3)}"`;
  if (differences.length === 0) return [`${head}/>`];
  return [
    `${head}>`,
    `      <failure message="${escapeXml(differences.length === 1 ? '1 difference' : `${differences.length} differences`)}">${escapeXml(differences.join('\n'))}</failure>`,
    '    </testcase>',
  ];
}

function counts(results: readonly CaseResult[]): string {
  const failed = results.filter(({ differences }) => differences.length > 0).length;
  const seconds = results.reduce((sum, result) => sum + result.seconds, 0);
  return ` tests="${results.length}" failures="${failed}" time="${seconds.toFixed(3)}"`;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
// XML 1.0 cannot represent most control characters.
const escapeXml = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[^\P{Cc}\t\n\r]/gu, '\ufffd')
    .replace(/[&<>"]/g, (character) => ENTITIES[character]!);
