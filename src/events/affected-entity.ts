import type { OutboxEntry } from '../entities/items/outbox.ts';
import type { Publication } from './publication.ts';

/** One entity while its group of outbox entries is processed. */
export interface AffectedEntity {
  readonly entity: string;
  readonly entries: OutboxEntry[];
  published: Publication | undefined;
  /**
   * - `open`: there may be something to publish.
   * - `held`: nothing can be published now; the outbox entries stay.
   * - `done`: everything that the entries cover was published and accepted, or became a dead letter.
   */
  state: 'open' | 'held' | 'done';
}
