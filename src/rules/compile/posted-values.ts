import type { KeyPlan, ResolvedValues } from '../types.ts';

const NO_VALUES: readonly string[] = [];

/**
 * What a posting tells about the values of its record: those carried, no value elsewhere.
 *
 * @param resolvers how many there are
 */
export function postedValues({ carried }: KeyPlan, values: ResolvedValues, resolvers: number): ResolvedValues {
  const all: (readonly string[])[] = new Array(resolvers).fill(NO_VALUES);
  carried.forEach((resolver, index) => {
    all[resolver] = values[index] ?? NO_VALUES;
  });
  return all;
}
