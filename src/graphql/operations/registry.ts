import type { Operation } from '../../scopes.ts';
import { continueRuleChange } from './continue-rule-change.ts';
import { decisions } from './decisions.ts';
import { disassemble } from './disassemble.ts';
import { entities } from './entities.ts';
import { entity } from './entity.ts';
import { entityByRecord } from './entity-by-record.ts';
import { explain } from './explain.ts';
import { history } from './history.ts';
import { link } from './link.ts';
import { metrics } from './metrics.ts';
import type { OperationDefinition } from './operation.ts';
import { refreshStatistics } from './refresh-statistics.ts';
import { releaseReviews } from './release-reviews.ts';
import { removeConnectionBan } from './remove-connection-ban.ts';
import { reviews } from './reviews.ts';
import { rollBackRuleChange } from './roll-back-rule-change.ts';
import { ruleChange } from './rule-change.ts';
import { search } from './search.ts';
import { separate } from './separate.ts';
import { setRuleChangePace } from './set-rule-change-pace.ts';
import { skipReview } from './skip-review.ts';
import { statistics } from './statistics.ts';
import { submit } from './submit.ts';
import { submitWithPreview } from './submit-with-preview.ts';
import { takeReviews } from './take-reviews.ts';
import { undoDecision } from './undo-decision.ts';

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
