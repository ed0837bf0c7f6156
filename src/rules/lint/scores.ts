import { quote } from '../../text/quote.ts';
import type { LintRules } from './lint-rule.ts';

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
