import { edgeInsightsType } from './edge-insights.ts';
import { entityType } from './entity.ts';
import { loadProgressType } from './load-progress.ts';
import type { ObjectType } from './object-type.ts';
import { recordInsightsType } from './record-insights.ts';
import { reviewsOutputType } from './reviews-output.ts';
import { ruleChangeType } from './rule-change.ts';
import { statisticsType } from './statistics.ts';

/** Types that belong to no single operation. */
export const objectTypes: readonly ObjectType<never>[] = [
  entityType,
  recordInsightsType,
  edgeInsightsType,
  ruleChangeType,
  reviewsOutputType,
  statisticsType,
  loadProgressType,
];
