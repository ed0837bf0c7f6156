import type { ExplainQuestion, Explanation } from '../../entities/read/explain.ts';
import type { PairExplanation, RuleSetVerdict } from '../../rules/compile/explain.ts';
import type { CountedWeight, MatcherVerdict } from '../../rules/matchers/matcher.ts';
import { ExplainInputError } from '../errors.ts';
import type { OperationDefinition } from './operation.ts';

interface ExplainArgs {
  readonly input: {
    readonly a?: string | null;
    readonly b?: string | null;
    readonly record?: string | null;
    readonly entityID?: string | null;
  };
}

export const explain: OperationDefinition<ExplainArgs> = {
  typeDefs: /* GraphQL */ `
    extend type Query {
      "Why two records are, or are not, one entity; or why a record is in its entity. Give a and b, or record and entityID."
      explain(input: ExplainInput!): Explanation!
    }
    input ExplainInput {
      "Id of a record."
      a: ID
      "Id of another record."
      b: ID
      "Id of a record."
      record: ID
      "Id of the entity that the record is in."
      entityID: ID
    }
    type Explanation {
      a: ExplainedRecord!
      "The other record of the question; else the one with the strongest link to the record, null if it is alone in its entity."
      b: ExplainedRecord
      "Both are in one entity."
      together: Boolean!
      "The shortest chain of links from a to b in their entity, each leading on from the one before. Empty in an entity that is too large to be judged."
      chain: [Link!]!
      "Index keys that both have."
      sharedKeys: [SharedIndexKey!]!
      "The result of the rules for the two records alone, by rule group."
      groups: [ExplainedGroup!]!
      "A removed link: disassemble removed the edge between the two, and no rule links them again, whatever groups says."
      cut: Boolean!
      "Cannot-link constraints between the entities of the two, as the entity of a lists them."
      bans: [ConnectionBan!]!
      "Why the two are not one entity, though links lead from one to the other; null if none do."
      held: HeldApart
    }
    type HeldApart {
      reason: HeldReason!
      "The strongest link between the two entities; null where none leads directly from one to the other."
      link: [ID!]
      "The mean of the pairs between the two entities, in bits above the threshold of the rules; null where it does not decide."
      mean: Float
      "The least mean that joins two entities; null if the rules do not say it."
      least: Float
    }
    enum HeldReason {
      "The pairs between the two entities say too little together."
      EVIDENCE
      "Both have a record of one source, of which an entity takes one."
      SOURCE
      "Links lead from one to the other by way of other entities only."
      CHAIN
    }
    type ExplainedRecord {
      id: ID!
      entityID: ID!
      "The values of each resolver, which the pipeline computed from the record."
      values: Map!
    }
    type SharedIndexKey {
      rules: [String!]!
      "An exact key: records that share it are one entity. False for a blocking key, which yields candidates to compare."
      deciding: Boolean!
      "An over-frequent key: it yields no more candidates. Records that it linked before stay linked."
      generic: Boolean!
      parts: [SharedIndexKeyPart!]!
    }
    type SharedIndexKeyPart {
      matcher: String!
      part: String!
    }
    enum ExplainedOutcome {
      "A link rule holds, nothing refuses it, and the index finds the pair."
      LINK
      "The later record is a duplicate of the earlier one."
      DUPLICATE
      "A rule holds, but the consistency rules do not."
      KEPT_APART
      "A rule holds that is in no index rule set, and the two share no index key."
      NOT_FOUND
      "No link or deduplicate rule holds."
      NO_MATCH
    }
    type ExplainedGroup {
      group: String!
      outcome: ExplainedOutcome!
      "The consistency rule set that keeps the two apart."
      keptApartBy: String
      link: ExplainedRuleSet!
      deduplicate: ExplainedRuleSet
      consistency: ExplainedRuleSet
      "The rules that put the two into the review queue while they are not linked; null for a group without such rules."
      review: ExplainedRuleSet
    }
    type ExplainedRuleSet {
      id: String!
      "One of the rules holds."
      satisfied: Boolean!
      rules: [ExplainedRule!]!
    }
    type ExplainedRule {
      id: String!
      satisfied: Boolean!
      score: Float!
      "Why the rule could not be judged."
      error: String
      matchers: [ExplainedMatcher!]!
    }
    type ExplainedMatcher {
      id: String!
      type: String!
      satisfied: Boolean!
      "0 to 1."
      similarity: Float!
      values: [ComparedValues!]!
      "What a weighted matcher adds up; null for other types."
      sum: ExplainedSum
      "Matchers inside of this one."
      inner: [ExplainedMatcher!]!
    }
    type ExplainedSum {
      "The sum of the weights, after the limits of groups."
      total: Float!
      threshold: Float!
      weights: [ExplainedWeight!]!
    }
    type ExplainedWeight {
      "What is compared."
      name: String!
      weight: Float!
      "The matchers of the evidence, from the strictest to the loosest."
      matchers: [ID!]!
      "The first of them that is satisfied, which counts; null if none is."
      counted: ID
      "A record has no value: then the evidence counts 0."
      missing: Boolean!
    }
    type ComparedValues {
      resolver: String!
      a: [String!]!
      b: [String!]!
    }
  `,
  async resolve({ input }, { resolution, recordPaths, scopes }) {
    const question = questionOf(input);
    // An explanation shows values that the rules read, and results of them: a caller without a privilege for one of them gets no explanation.
    for (const path of await resolution.pathsRead()) recordPaths.demand(path.join('.'), scopes);
    return answerOf(await resolution.explain(question));
  },
};

function questionOf({ a, b, record, entityID }: ExplainArgs['input']): ExplainQuestion {
  if (a != null && b != null && record == null && entityID == null) return { a, b };
  if (a == null && b == null && record != null && entityID != null) return { record, entityID };
  throw new ExplainInputError();
}

function answerOf({ a, b, pair, chain, overFrequentKeys, linkRemoved, bans, held }: Explanation): unknown {
  return {
    a,
    b,
    together: b === undefined || a.entityID === b.entityID,
    chain,
    sharedKeys: (pair?.sharedKeys ?? []).map(({ hash, ruleIDs, exact, parts }) => ({
      rules: ruleIDs,
      deciding: exact,
      generic: overFrequentKeys.has(hash),
      parts: parts.map(({ matcherID, part }) => ({ matcher: matcherID, part })),
    })),
    groups: (pair?.groups ?? []).map(groupOf),
    cut: linkRemoved,
    bans,
    held: held === undefined ? null : { ...held, reason: held.reason.toUpperCase() },
  };
}

function groupOf(verdict: PairExplanation['groups'][number]) {
  const { group, outcome, keptApartBy, link, deduplicate, consistency, review } = verdict;
  return {
    group,
    outcome,
    keptApartBy,
    link: ruleSetOf(link),
    deduplicate: deduplicate === undefined ? null : ruleSetOf(deduplicate),
    consistency: consistency === undefined ? null : ruleSetOf(consistency),
    review: review === undefined ? null : ruleSetOf(review),
  };
}

function ruleSetOf({ ruleSetID, satisfied, rules }: RuleSetVerdict) {
  return {
    id: ruleSetID,
    satisfied,
    rules: rules.map((rule) => ({
      id: rule.ruleID,
      satisfied: rule.satisfied,
      score: rule.score,
      error: rule.error,
      matchers: rule.matchers.map(matcherOf),
    })),
  };
}

const weightOf = ({ matcherIDs, isMissing, ...weight }: CountedWeight) => ({
  ...weight,
  matchers: matcherIDs,
  missing: isMissing,
});

function matcherOf({ matcherID, type, satisfied, similarity, values, sum, inner }: MatcherVerdict): unknown {
  return {
    id: matcherID,
    type,
    satisfied,
    similarity,
    values: values.map(({ resolverID, a, b }) => ({ resolver: resolverID, a, b })),
    sum: sum === undefined ? null : { ...sum, weights: sum.weights.map(weightOf) },
    inner: (inner ?? []).map(matcherOf),
  };
}
