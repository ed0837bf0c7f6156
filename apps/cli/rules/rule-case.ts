import { z } from 'zod';
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

export type ExpectedRuleSet = z.infer<typeof expectedRuleSet>;
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
