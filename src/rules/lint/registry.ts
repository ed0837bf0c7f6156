import { attributeCodes } from './attribute-codes.ts';
import { comparerRules } from './comparers.ts';
import { consistencyRules, unusedRules } from './consistency.ts';
import { hubKeyRules, indexKeyRules } from './index-keys.ts';
import type { LintCode, LintRule, LintRules } from './lint-rule.ts';
import { matcherRules } from './matchers.ts';
import { pipelineRules } from './pipeline.ts';
import { readingCodes } from './reading-codes.ts';
import { ruleRules } from './rules.ts';
import { entityRules, rankingRules, reviewRules, scoreRules } from './scores.ts';
import { recordFieldRules, referenceListRules, searchRules } from './searches.ts';

import { uselessRules } from './useless-rules.ts';

/** Every lint rule, in the order of the reference. A new rule is one entry of its family. */
const families: LintRules = {
  ...pipelineRules,
  ...recordFieldRules,
  ...referenceListRules,
  ...comparerRules,
  ...matcherRules,
  ...ruleRules,
  ...indexKeyRules,
  ...hubKeyRules,
  ...uselessRules,
  ...searchRules,
  ...consistencyRules,
  ...reviewRules,
  ...scoreRules,
  ...entityRules,
  ...unusedRules,
  // Last, because it needs a document without errors.
  ...rankingRules,
};

export const lintRules: readonly LintRule[] = Object.entries(families).map(([code, rule]) => ({ code, ...rule }));

/** All codes of findings about a rule-config, for the reference. */
export const lintCodes: readonly LintCode[] = [
  ...Object.entries({ ...readingCodes, ...attributeCodes }).map(([code, rest]) => ({ code, ...rest })),
  ...lintRules.map(({ code, severity, meaning, example, fix }) => ({ code, severity, meaning, example, fix })),
];
