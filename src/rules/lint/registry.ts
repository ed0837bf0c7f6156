import { comparerRules } from './comparers.ts';
import { consistencyRules } from './consistency.ts';
import { hubKeyRules } from './hub-keys.ts';
import { indexKeyRules } from './index-keys.ts';
import type { LintRule, LintRules } from './lint-rule.ts';
import { matcherRules } from './matchers.ts';
import { pipelineRules } from './pipeline.ts';
import { rankingRules } from './ranking.ts';
import { recordFieldRules } from './record-fields.ts';
import { referenceListRules } from './reference-lists.ts';
import { reviewRules } from './reviews.ts';
import { ruleRules } from './rules.ts';
import { scoreRules } from './scores.ts';
import { searchRules } from './searches.ts';
import { unusedRules } from './unused.ts';
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
  ...unusedRules,
  // Last, because it needs a document without errors.
  ...rankingRules,
};

export const lintRules: readonly LintRule[] = Object.entries(families).map(([code, rule]) => ({ code, ...rule }));
