import { edgeInsightsType } from './edge-insights.ts';
import { entityType } from './entity.ts';
import type { ObjectType } from './object-type.ts';
import { recordInsightsType } from './record-insights.ts';

/** Types that belong to no single operation. */
export const objectTypes: readonly ObjectType<never>[] = [entityType, recordInsightsType, edgeInsightsType];
