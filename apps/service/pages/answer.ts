import type { Readable } from 'node:stream';
import type { PageAnswer } from '../../../functions/console/answer.ts';

/** An answer whose body is sent while it is made. API Gateway has no such answers. */
export interface StreamedAnswer extends PageAnswer {
  readonly stream: Readable;
}
