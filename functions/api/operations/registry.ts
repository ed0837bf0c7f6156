import { entity } from './entity.ts';
import { entityByRecord } from './entity-by-record.ts';
import { metrics } from './metrics.ts';
import type { OperationDefinition } from './operation.ts';
import { search } from './search.ts';
import { submit } from './submit.ts';

/** Every root field of the API. */
export const operations: readonly OperationDefinition<never>[] = [search, entity, entityByRecord, metrics, submit];
