import { DisjointSets } from '../../disjoint-sets.ts';

/** The most records of a group that are compared with another group. */
const mostOfGroup = 12;

/** Groups of records, which links join. */
export class GrowingGroups {
  readonly #sets: DisjointSets;
  readonly #members = new Map<number, readonly number[]>();

  constructor(records: number) {
    this.#sets = new DisjointSets(records);
  }

  /** Joins the groups of two records, and returns the two; undefined if they are one already. */
  join(a: number, b: number): readonly [one: readonly number[], other: readonly number[]] | undefined {
    const [left, right] = [this.#sets.find(a), this.#sets.find(b)];
    if (left === right) return undefined;
    const [one, other] = [left, right].map((root) => this.#members.get(root) ?? [root]) as [number[], number[]];
    this.#sets.join(left, right);
    this.#members.delete(left);
    this.#members.delete(right);
    this.#members.set(this.#sets.find(left), [...one, ...other]);
    return [one, other];
  }
}

/** The mean of a value over the pairs between two groups; of large ones, over up to so many records, evenly spread. */
export function meanBetween(
  [one, other]: readonly [readonly number[], readonly number[]],
  of: (a: number, b: number) => number,
): number {
  const [rows, columns] = [spread(one), spread(other)];
  let sum = 0;
  for (const a of rows) for (const b of columns) sum += of(a, b);
  return sum / (rows.length * columns.length);
}

function spread(records: readonly number[]): readonly number[] {
  if (records.length <= mostOfGroup) return records;
  return Array.from(
    { length: mostOfGroup },
    (_, index) => records[Math.floor((index * records.length) / mostOfGroup)]!,
  );
}
