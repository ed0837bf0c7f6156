import * as z from 'zod';
import {
  explainPair,
  type GroupVerdict,
  type PairExplanation,
  type RuleSetVerdict,
  type RuleVerdict,
  type SideExplanation,
} from '../../rules/compile/explain.ts';
import type { DescribedKey } from '../../rules/compile/index-plan.ts';
import type { Hit, RecordPayload } from '../../rules/types.ts';
import { objectOf, recordArgument, ruleConfigArgument, schemaArgument, schemaOf } from './document-argument.ts';
import {
  compileDeployment,
  sampleRecordA,
  sampleRecordB,
  sampleRuleConfig,
  sampleSchema,
} from './example-documents.ts';

import { resolveGuarded } from './fields-argument.ts';
import { recordTypeProblems } from './record-types.ts';
import { defineTool } from './tool.ts';

const input = z.strictObject({
  ruleConfig: ruleConfigArgument,
  recordA: recordArgument,
  recordB: recordArgument,
  schema: schemaArgument.optional(),
});

const texts = z.array(z.string());

const matcherOutput = z.object({
  matcherID: z.string(),
  type: z.string(),
  satisfied: z.boolean(),
  similarity: z.number().describe('0 to 1.'),
  values: z.array(z.object({ resolverID: z.string(), a: texts, b: texts })),
  pairs: z
    .array(z.object({ a: z.string(), b: z.string(), similarity: z.number() }))
    .optional()
    .describe('Which token of a was paired with which of b.'),
  missing: z.array(z.object({ side: z.enum(['a', 'b']), resolverID: z.string() })).describe('Sides without a value.'),
  sum: z
    .object({
      total: z.number().describe('After the limits of groups.'),
      threshold: z.number(),
      weights: z.array(
        z.object({
          name: z.string(),
          weight: z.number(),
          matcherIDs: texts.describe('From the strictest to the loosest.'),
          counted: z.string().optional().describe('The first that is satisfied, which counts.'),
          isMissing: z.boolean().describe('A record has no value.'),
        }),
      ),
    })
    .optional()
    .describe('For weighted: what each piece of evidence counts.'),
  get inner(): z.ZodOptional<z.ZodArray<typeof matcherOutput>> {
    return z.array(matcherOutput).optional();
  },
});

const ruleSetOutput = z.object({
  ruleSetID: z.string(),
  satisfied: z.boolean().describe('At least one rule is satisfied.'),
  satisfiedRuleIDs: texts,
  unsatisfiedRuleIDs: texts,
});

const keyOutput = z.object({
  ruleIDs: texts,
  deciding: z.boolean().describe('Sharing it already puts two records into one entity.'),
  parts: z.array(z.object({ matcherID: z.string(), part: z.string() })),
});

const sideOutput = z.object({
  values: z.record(z.string(), texts).describe('By resolver.'),
  trace: z
    .array(
      z.object({
        transformerID: z.string(),
        type: z.string(),
        inputs: z.record(z.string(), texts),
        outputs: z.record(z.string(), texts),
        notes: texts.describe('Why values became no value, and of which rules look at the beginning only.'),
      }),
    )
    .describe('Every transformer, in the order in which they ran.'),
  keyCount: z.int(),
  keys: z.array(keyOutput).describe('The first index keys of the record.'),
  problems: texts.describe('Why a submit would refuse this record.'),
});

const hitOutput = z.object({ ruleIDs: texts, hitScore: z.number() }).nullable();

const output = z.object({
  together: z.boolean().describe('Just these two records, stored, belong to one entity.'),
  summary: z.string(),
  groups: z.array(
    z.object({
      group: z.string(),
      outcome: z
        .enum(['LINK', 'DUPLICATE', 'KEPT_APART', 'NOT_FOUND', 'NO_MATCH'])
        .describe(
          'LINK: an edge. DUPLICATE: the later record is a duplicate of the earlier one. KEPT_APART: a rule holds, but the consistency rule set refuses. NOT_FOUND: a rule holds, but they share no index key. NO_MATCH: no rule holds.',
        ),
      linkRuleIDs: texts.describe('Rules that link the two.'),
      keptApartBy: z.string().optional(),
      index: ruleSetOutput,
      link: ruleSetOutput,
      deduplicate: ruleSetOutput.optional(),
      consistency: ruleSetOutput.optional(),
      review: ruleSetOutput.optional(),
    }),
  ),
  searches: z.array(
    z.object({
      searchRules: z.string().describe('Name of the search rule set.'),
      rules: ruleSetOutput,
      aFindsB: hitOutput.describe(
        'What a search with the fields of record A says of record B; null: it does not find it.',
      ),
      bFindsA: hitOutput,
      errors: texts,
    }),
  ),
  rules: z
    .array(
      z.object({
        ruleID: z.string(),
        satisfied: z.boolean(),
        score: z.number(),
        error: z.string().optional().describe('What a request with this pair fails with.'),
        matchers: z.array(matcherOutput),
      }),
    )
    .describe('Every rule of the sets above, with the verdict of every matcher.'),
  sharedKeyCount: z.int(),
  sharedKeys: z.array(keyOutput).describe('The first index keys that both records have.'),
  a: sideOutput,
  b: sideOutput,
  warnings: texts.describe('Values that the schema refuses, and warnings of the linter.'),
});

/** The most keys to list for each side and for the shared ones. The answer has their total number too. */
const maxKeys = 50;

export const simulateMatchTool = defineTool({
  name: 'svc_simulate_match',
  title: 'Simulate a match of two records',
  description:
    'Runs two records through a rule-config with the code of the service and shows everything: what every transformer made of every field, which index keys both have, for every rule and matcher the values compared and the verdict, and whether the two would be linked, be duplicates, be kept apart or not be found. Use it to answer "why did these two (not) match", and to test a rule-config with pairs that must match and pairs that must not before any data is loaded. Nothing is stored; use made-up records.',
  input,
  output,
  examples: [
    {
      title: 'One person, written in two ways',
      arguments: { ruleConfig: sampleRuleConfig, recordA: sampleRecordA, recordB: sampleRecordB, schema: sampleSchema },
    },
    {
      title: 'Two different people, as JSON text',
      arguments: {
        ruleConfig: JSON.stringify(sampleRuleConfig),
        recordA: JSON.stringify(sampleRecordA),
        recordB: '{"id": "crm-18", "givenName": "Alice", "familyName": "Example", "dateOfBirth": "not known"}',
      },
    },
  ],
  run({ ruleConfig, recordA, recordB, schema }) {
    const recordSchema = schemaOf(schema);
    const { rules, warnings } = compileDeployment(ruleConfig, recordSchema);
    const a = objectOf(recordA, 'recordA');
    const b = objectOf(recordB, 'recordB');
    resolveGuarded(rules, a as RecordPayload, 'recordA');
    resolveGuarded(rules, b as RecordPayload, 'recordB');
    const explained = explainPair(rules, a as RecordPayload, b as RecordPayload);
    const typeWarnings =
      recordSchema === undefined
        ? []
        : [
            ...recordTypeProblems(recordSchema, a).map(({ message }) => `recordA: ${message}`),
            ...recordTypeProblems(recordSchema, b).map(({ message }) => `recordB: ${message}`),
          ];
    return {
      together: explained.together,
      summary: summaryOf(explained),
      groups: explained.groups.map((group) => ({
        group: group.group,
        outcome: group.outcome,
        linkRuleIDs: group.linkRuleIDs,
        keptApartBy: group.keptApartBy,
        index: ruleSet(group.index),
        link: ruleSet(group.link),
        deduplicate: group.deduplicate && ruleSet(group.deduplicate),
        consistency: group.consistency && ruleSet(group.consistency),
        review: group.review && ruleSet(group.review),
      })),
      searches: explained.searches.map(({ searchRules, rules: set, aFindsB, bFindsA, errors }) => ({
        searchRules,
        rules: ruleSet(set),
        aFindsB: hit(aFindsB),
        bFindsA: hit(bFindsA),
        errors,
      })),
      rules: [...distinctRules(explained).values()].map(rule),
      sharedKeyCount: explained.sharedKeys.length,
      sharedKeys: explained.sharedKeys.slice(0, maxKeys).map(key),
      a: side(explained.a),
      b: side(explained.b),
      warnings: [...typeWarnings, ...warnings.map(({ code, message }) => `${code}: ${message}`)],
    };
  },
});

function summaryOf(explained: PairExplanation): string {
  return explained.groups.map(groupSentence).join(' ');
}

function groupSentence(verdict: GroupVerdict): string {
  const { group, outcome, linkRuleIDs, keptApartBy } = verdict;
  const holding = [...verdict.link.satisfiedRuleIDs, ...(verdict.deduplicate?.satisfiedRuleIDs ?? [])].join(', ');
  switch (outcome) {
    case 'LINK':
      return `Group ${group}: linked by ${linkRuleIDs.join(', ')}.`;
    case 'DUPLICATE':
      return `Group ${group}: the later one is a duplicate of the earlier one, by ${verdict.deduplicate?.satisfiedRuleIDs.join(', ')}.`;
    case 'KEPT_APART':
      return `Group ${group}: ${holding} would link them, but no rule of the consistency rule set ${keptApartBy} holds.`;
    case 'NOT_FOUND':
      return `Group ${group}: ${holding} holds, but they share no index key, so that the service never compares them; add the rule to the index rule set.`;
    case 'NO_MATCH':
      return `Group ${group}: no rule holds. ${nearest(verdict.link)}`;
  }
}

/** The rule that is closest to a match, and the matchers that it is missing. */
function nearest(set: RuleSetVerdict): string {
  const lacking = set.rules.map(({ ruleID, matchers }) => ({
    ruleID,
    unsatisfied: matchers.filter(({ satisfied }) => !satisfied).map(({ matcherID }) => matcherID),
    satisfied: matchers.filter(({ satisfied }) => satisfied).length,
  }));
  lacking.sort((a, b) => a.unsatisfied.length - b.unsatisfied.length || b.satisfied - a.satisfied);
  const first = lacking[0];
  return first === undefined ? '' : `Nearest is ${first.ruleID}, which lacks ${first.unsatisfied.join(', ')}.`;
}

function distinctRules({ groups, searches }: PairExplanation): Map<string, RuleVerdict> {
  const sets = [
    ...groups.flatMap(({ index, link, deduplicate, consistency, review }) => [
      index,
      link,
      deduplicate,
      consistency,
      review,
    ]),
    ...searches.map(({ rules }) => rules),
  ];
  return new Map(sets.flatMap((set) => (set?.rules ?? []).map((verdict) => [verdict.ruleID, verdict])));
}

function ruleSet({ rules: _rules, ...verdict }: RuleSetVerdict) {
  return verdict;
}

function rule({ ruleID, satisfied, score, error, matchers }: RuleVerdict) {
  return { ruleID, satisfied, score, error, matchers };
}

function key({ ruleIDs, exact, parts }: DescribedKey) {
  return { ruleIDs, deciding: exact, parts };
}

function hit(found: Hit | undefined) {
  return found === undefined ? null : { ruleIDs: found.ruleIDs, hitScore: found.score };
}

function side({ values, trace, keys, problems }: SideExplanation) {
  return {
    values,
    trace: trace.map(({ notes, cuts, ...step }) => ({ ...step, notes: [...notes, ...cuts] })),
    keyCount: keys.length,
    keys: keys.slice(0, maxKeys).map(key),
    problems,
  };
}
