import { disassemble } from './disassemble.ts';
import { entities } from './entities.ts';
import { entity } from './entity.ts';
import { entityByRecord } from './entity-by-record.ts';
import { explain } from './explain.ts';
import { metrics } from './metrics.ts';
import type { OperationDefinition } from './operation.ts';
import { removeConnectionBan } from './remove-connection-ban.ts';
import { search } from './search.ts';
import { submit } from './submit.ts';
import { submitWithPreview } from './submit-with-preview.ts';

/** Every root field of the API. */
export const operations: readonly OperationDefinition<never>[] = [
  search,
  entity,
  entities,
  entityByRecord,
  explain,
  metrics,
  submit,
  submitWithPreview,
  disassemble,
  removeConnectionBan,
];
