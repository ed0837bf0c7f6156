import type { SortDirection } from '../../entities/read/insights/frequency.ts';
import type { EntityView, Prepared } from '../../entities/read/types.ts';
import { UnknownSortFieldError } from '../errors.ts';

export interface SortEntities {
  readonly field: string;
  readonly direction?: SortDirection | null;
}

/** The sort fields of entities, with their default directions. */
const sortFields = new Map<
  string,
  {
    readonly of: (entity: EntityView) => number | string;
    readonly needs?: Prepared;
    readonly default: SortDirection;
  }
>([
  ['id', { of: ({ id }) => id, default: 'ASC' }],
  ['hitScore', { of: (entity) => entity.hitScore(), needs: 'hits', default: 'DESC' }],
  ['score', { of: (entity) => entity.score(), needs: 'score', default: 'DESC' }],
  ['consistency', { of: (entity) => entity.consistency(), needs: 'values', default: 'DESC' }],
  ['size', { of: ({ records }) => records.length, default: 'DESC' }],
]);

/** Returns a function that sorts entities, and equal ones by id. Throws an UnknownSortFieldError. */
export function entityOrder(sort: SortEntities): (entities: readonly EntityView[]) => Promise<EntityView[]> {
  const known = sortFields.get(sort.field);
  if (known === undefined) throw new UnknownSortFieldError(sort.field, [...sortFields.keys()]);
  const sign = (sort.direction ?? known.default) === 'DESC' ? -1 : 1;
  return async (entities) => {
    const { needs } = known;
    if (needs !== undefined) for (const entity of entities) await entity.prepare(needs);
    return entities
      .map((entity) => ({ entity, key: known.of(entity) }))
      .sort((x, y) => {
        if (x.key !== y.key) return x.key < y.key ? -sign : sign;
        return x.entity.id < y.entity.id ? -1 : 1;
      })
      .map(({ entity }) => entity);
  };
}
