import { ArgumentOutOfRangeError } from '../../entities/read/insights/errors.ts';
import { PagingConflictError } from '../errors.ts';
import type { Paging } from './paging.ts';
import type { SortEntities } from './sort-entities.ts';

/** Entities on a page of the best. */
const MOST = 100;

export interface RankedPaging {
  readonly first?: number | null;
  readonly after?: string | null;
}

/**
 * Checks the arguments that ask for a page of the best entities.
 *
 * @throws ArgumentOutOfRangeError when `first` is out of range
 * @throws PagingConflictError when they stand beside arguments that need every entity, or `after` stands alone
 */
export function checkRankedPaging({
  first,
  after,
  page,
  pageSize,
  sort,
}: RankedPaging & Paging & { readonly sort?: SortEntities | null }): void {
  if (first == null) {
    if (after != null) throw new PagingConflictError('after needs first', 'Give `first` as well.');
    return;
  }
  if (first < 1 || first > MOST) throw new ArgumentOutOfRangeError('first', first, `from 1 to ${MOST}`);
  if (page != null || pageSize != null) {
    throw new PagingConflictError(
      'first stands beside page or pageSize',
      'Give `first` and `after` for the best entities, or `page` and `pageSize` for all in another order.',
    );
  }
  if (sort != null && (sort.field !== 'hitScore' || sort.direction === 'ASC')) {
    throw new PagingConflictError(
      'first orders by hitScore, descending',
      'Leave out `sort`, or give `page` and `pageSize` instead of `first`.',
    );
  }
}
