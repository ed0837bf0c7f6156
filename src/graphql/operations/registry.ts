import type { Operation } from '../../scopes.ts';
import { decisions, link, separate, undoDecision } from './decisions.ts';
import { disassemble, removeConnectionBan } from './disassemble.ts';
import { entities } from './entities.ts';
import { entity, entityByRecord, entityType } from './entity.ts';
import { explain } from './explain.ts';
import { history } from './history.ts';
import { edgeInsightsType, recordInsightsType } from './insights.ts';
import { loadProgressType, metrics } from './metrics.ts';
import type { ObjectType, OperationDefinition } from './operation.ts';
import { releaseReviews, reviews, reviewsOutputType, skipReview, takeReviews } from './reviews.ts';
import {
  continueRuleChange,
  rollBackRuleChange,
  ruleChange,
  ruleChangeType,
  setRuleChangePace,
} from './rule-changes.ts';
import { search } from './search.ts';
import { refreshStatistics, statistics, statisticsType } from './statistics.ts';
import { submit, submitWithPreview } from './submit.ts';

/** By the name of the root field, which decides the scope. */
const definitions: Readonly<Record<Operation, OperationDefinition<never>>> = {
  search,
  entity,
  entities,
  entityByRecord,
  explain,
  metrics,
  ruleChange,
  submit,
  submitWithPreview,
  disassemble,
  removeConnectionBan,
  continueRuleChange,
  rollBackRuleChange,
  setRuleChangePace,
  link,
  separate,
  undoDecision,
  decisions,
  reviews,
  skipReview,
  takeReviews,
  releaseReviews,
  history,
  statistics,
  refreshStatistics,
};

/** Every root field of the API. */
export const operations = Object.entries(definitions).map(([name, definition]) => ({
  ...definition,
  name: name as Operation,
}));

/** Types whose fields have resolvers. */
export const objectTypes: readonly ObjectType<never>[] = [
  entityType,
  recordInsightsType,
  edgeInsightsType,
  ruleChangeType,
  reviewsOutputType,
  statisticsType,
  loadProgressType,
];
