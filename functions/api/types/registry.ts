import { entityType } from './entity.ts';
import type { ObjectType } from './object-type.ts';

/** Types that belong to no single operation. */
export const objectTypes: readonly ObjectType<never>[] = [entityType];
