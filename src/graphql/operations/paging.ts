import { ArgumentOutOfRangeError } from '../../entities/read/insights/errors.ts';
import type { Limits } from '../limits.ts';

const DEFAULT_PAGE_SIZE = 10;

/** Entries on a page of decisions, reviews or events. */
const LARGEST_LIST = 100;
const DEFAULT_LIST = 20;

/**
 * The size of a page of a list of what people and rules did.
 *
 * @throws ArgumentOutOfRangeError
 */
export function sizeOfList(first: number | null | undefined): number {
  const size = first ?? DEFAULT_LIST;
  if (size < 1 || size > LARGEST_LIST) throw new ArgumentOutOfRangeError('first', size, `from 1 to ${LARGEST_LIST}`);
  return size;
}

export interface Paging {
  readonly page?: number | null;
  readonly pageSize?: number | null;
}

/**
 * Returns a page of a list, or the whole list without arguments. A size without a page selects the first page.
 *
 * @throws ArgumentOutOfRangeError
 */
export function pageOf({ page, pageSize }: Paging, { maxPageSize }: Limits): <T>(list: readonly T[]) => readonly T[] {
  if (page == null && pageSize == null) return (list) => list;
  const number = page ?? 1;
  const size = pageSize ?? Math.min(DEFAULT_PAGE_SIZE, maxPageSize);
  if (number < 1) throw new ArgumentOutOfRangeError('page', number, '1 or more');
  if (size < 1 || size > maxPageSize) {
    throw new ArgumentOutOfRangeError('pageSize', size, `from 1 to ${maxPageSize}`);
  }
  return (list) => list.slice((number - 1) * size, number * size);
}
