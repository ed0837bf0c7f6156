import { quote } from '../../text/plain-text.ts';
import { compileRuleConfig } from '../compile/compile.ts';
import type { CompiledRules } from '../compile/compiled-rules.ts';
import { untoldMatchers } from '../compile/search.ts';
import { ruleConfigOf } from '../document/rule-document.ts';
import { type LintContext, type LintRules, rulesOf } from './lint-rule.ts';

export const scoreRules: LintRules = {
  SCORES_WITHOUT_WEIGHT: {
    severity: 'warning',
    meaning: 'All consistency scores have the weight 0, so Entity.consistency is always 1.',
    example: '"scores": { "consistency": [{ "resolverID": "email", "weight": 0 }] }',
    fix: 'Give at least one resolver a weight above 0, or remove the list.',
    check({ document }, report) {
      const scores = document.consistencyScores;
      if (scores.length === 0 || scores.some((score) => score.value.weight > 0)) return;
      report(
        '/scores/consistency',
        'no resolver has a weight above 0',
        'Write "weight": 1 for the resolvers that count.',
      );
    },
  },
  DUPLICATE_SCORE: {
    severity: 'warning',
    meaning: 'A resolver is listed twice under scores.consistency and counts twice.',
    example: '"consistency": [{ "resolverID": "email", … }, { "resolverID": "email", … }]',
    fix: 'List it once, with a larger weight.',
    check({ document }, report) {
      const seen = new Set<string>();
      for (const { value, pointer } of document.consistencyScores) {
        if (seen.has(value.resolverID)) {
          report(`${pointer}/resolverID`, `${quote(value.resolverID)} is listed twice`);
        }
        seen.add(value.resolverID);
      }
    },
  },
  RULE_WITHOUT_WEIGHT: {
    severity: 'warning',
    meaning: 'A rule has the score 0, so its links and hits add nothing to the scores.',
    example: '{ "id": "R1", "attributes": { "score": 0 } }',
    fix: 'Write a score above 0 and up to 1.',
    check({ document }, report) {
      for (const { value, pointer } of document.rules) {
        if (value.attributes.score > 0) continue;
        report(`${pointer}/attributes/score`, `rule ${quote(value.id)} has the score 0`);
      }
    },
  },
};

export const entityRules: LintRules = {
  ENTITIES_WITHOUT_EFFECT: {
    severity: 'warning',
    meaning: 'The section entities says nothing, so every chain of links makes one entity.',
    example: '"entities": {}',
    fix: 'Write coherence or onePerSource, or remove the section.',
    check({ document: { entities } }, report) {
      if (entities === undefined || entities.value.coherence != null || entities.value.onePerSource != null) return;
      report(entities.pointer, 'entities has neither coherence nor onePerSource');
    },
  },
  COHERENCE_WITHOUT_WEIGHTS: {
    severity: 'warning',
    meaning:
      'The section entities asks for coherence, and no link rule has a weighted matcher. Then each pair that a rule links counts by the score of the rule, and each other pair counts −20 bits.',
    example: '"entities": { "coherence": { "bits": 8 } }, where link rule "R1" is ["sameEmail"]',
    fix: 'Let a link rule use a weighted matcher, or remove coherence.',
    check(context, report) {
      const { entities, mutationRuleSetGroups } = context.document;
      if (entities?.value.coherence == null) return;
      const links = mutationRuleSetGroups.flatMap(({ value }) => rulesOf(value.linkRuleSetID, context));
      const isWeighted = (id: string) => context.matchers.get(id)?.value.type === 'weighted';
      if (links.some(({ rule }) => rule.value.matcherIDs.some(isWeighted))) return;
      report('/entities/coherence', 'no link rule has a weighted matcher, so pairs without a link count −20 bits each');
    },
  },
};

export const reviewRules: LintRules = {
  REVIEW_RULE_LINKS: {
    severity: 'warning',
    meaning:
      'A review rule of a group also links records, so pairs that satisfy it are linked and never come to the review queue.',
    example: '"linkRuleSetID": "links", "reviewRuleSetID": "reviews", where rule "R1" is in both rule sets',
    fix: 'Remove the rule from the review rule set, and name a rule in it that is less strict than those that link.',
    check(context, report) {
      const gated = new Set(context.document.consistencyRuleSetIDs.map(({ name }) => name));
      for (const { name, value: group } of context.document.mutationRuleSetGroups) {
        // With a consistency rule set, pairs that it refuses come to the queue.
        if (gated.has(name)) continue;
        const linking = new Set(rulesOf(group.linkRuleSetID, context).map(({ rule }) => rule.value));
        for (const { rule, pointer } of rulesOf(group.reviewRuleSetID ?? null, context)) {
          if (!linking.has(rule.value)) continue;
          report(
            pointer,
            `review rule ${quote(rule.value.id)} of group ${quote(name)} also links records, so its pairs are never reviewed`,
            `Take ${quote(rule.value.id)} out of the review rule set.`,
          );
        }
      }
    },
  },
};

/** The maximum number of rules and combinations, which are compared with each other when they are compiled. */
const mostAlternatives = 300;

export const rankingRules: LintRules = {
  SEARCH_NOT_RANKABLE: {
    severity: 'warning',
    meaning:
      'A search rule compares a value of which the index tells nothing, so a search for the best entities reads the record of each candidate.',
    example:
      '"R1": ["sameEmail", "similarName"] in a search rule set, where no link rule with keys of the e-mail address compares names',
    fix: 'Use a matcher with index keys, let a link rule with the same keys compare the value too, or take the matcher out of the search rule.',
    needsValid: true,
    check(context, report) {
      const compiled = compiledRules(context);
      if (compiled === undefined) return;
      const reported = new Set<string>();
      for (const { name, value: ruleSetID } of context.document.searchRuleSetIDs) {
        const untold = untoldOf(compiled, name);
        for (const { rule, pointer } of rulesOf(ruleSetID, context)) {
          const matchers = untold.get(rule.value.id);
          if (matchers === undefined || reported.has(pointer)) continue;
          reported.add(pointer);
          const names = [...matchers].map((id) => quote(id)).join(', ');
          report(
            pointer,
            `search rule set ${quote(name)} uses rule ${quote(rule.value.id)}, and the index tells nothing about ${matchers.size === 1 ? 'its matcher' : 'its matchers'} ${names}: a search with first reads the record of each candidate`,
            `Give ${matchers.size === 1 ? 'it' : 'them'} index keys, let a link rule with the same keys use ${matchers.size === 1 ? 'it' : 'them'} too, or leave ${matchers.size === 1 ? 'it' : 'them'} out of the search rule.`,
          );
        }
      }
    },
  },
};

/** Undefined if the document is too large to be compiled here. */
function compiledRules({ document, registries }: LintContext): CompiledRules | undefined {
  const alternatives = document.rules.reduce(
    (sum, { value }) => sum + Math.max(1, value.attributes.indexMatcherIDs.length),
    0,
  );
  if (alternatives > mostAlternatives) return undefined;
  return compileRuleConfig(ruleConfigOf(document), registries);
}

/** Ids of the matchers by id of the rule. */
function untoldOf(compiled: CompiledRules, searchRules: string): ReadonlyMap<string, ReadonlySet<string>> {
  const untold = new Map<string, Set<string>>();
  for (const { rule, alternatives } of compiled.searchRules.get(searchRules) ?? []) {
    const ids = new Set(alternatives.flatMap((one) => untoldMatchers(one).map(({ id }) => id)));
    if (ids.size > 0) untold.set(rule.id, ids);
  }
  return untold;
}
