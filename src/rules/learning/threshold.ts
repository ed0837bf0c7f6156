import { Components } from './components.ts';

export interface Links {
  readonly first: Int32Array;
  readonly second: Int32Array;
  /** The sum of weights by pair. */
  readonly bits: Float64Array;
}

export interface ChosenThreshold {
  readonly bits: number;
  /** Share of the pairs in components that are one entity, by the model. */
  readonly precision: number;
  /** Share of the pairs of one entity that are in components, by the model. */
  readonly recall: number;
  /** Share of the joined pairs between groups that do not agree on the whole. */
  readonly doubtful: number;
  /** The same at the lowest threshold that was tried. */
  readonly mostDoubtful: number;
  /** The number of links that join groups. */
  readonly joins: number;
}

export interface ThresholdOptions {
  readonly records: number;
  /** The thresholds to try. */
  readonly candidates: readonly number[];
  /** The sum of weights of a pair over the even odds: above 0, the pair is likelier one entity than not. */
  readonly excess: (a: number, b: number) => number;
}

/** One pair counts at most so many bits for or against joining two groups. */
const mostExcess = 20;
/** The most records of a group that are compared with another group. */
const mostOfGroup = 12;

/** The share of doubtful pairs above which a lower threshold is not tried. */
const mostDoubtful = 0.25;

/**
 * Chooses the lowest threshold whose components hold together, because an entity is a connected component. Links join
 * groups from the strongest on. Joining two groups is right with a probability that all pairs between them say together,
 * not only the link: a weak link between two groups that disagree is doubtful, and so are all pairs that it adds.
 */
export function chooseThreshold(links: Links, options: ThresholdOptions): ChosenThreshold {
  const lowest = Math.min(...options.candidates);
  const order = Array.from(links.bits.keys())
    .filter((index) => links.bits[index]! >= lowest)
    .sort((a, b) => links.bits[b]! - links.bits[a]!);
  const joins = joinsOf(order, links, options);
  const all = joins.reduce((sum, { pairs, probability }) => sum + pairs * probability, 0);
  let at = 0;
  const sums = { pairs: 0, right: 0, doubtful: 0 };
  let chosen: ChosenThreshold | undefined;
  let isBroken = false;
  for (const bits of [...options.candidates].sort((a, b) => b - a)) {
    for (; at < joins.length && joins[at]!.bits >= bits; at++) {
      const join = joins[at]!;
      sums.pairs += join.pairs;
      sums.right += join.pairs * join.probability;
      if (join.probability < 0.5) sums.doubtful += join.pairs;
    }
    const doubtful = sums.pairs === 0 ? 0 : sums.doubtful / sums.pairs;
    if (chosen !== undefined && (isBroken || doubtful > mostDoubtful)) {
      isBroken = true;
      chosen = { ...chosen, mostDoubtful: doubtful };
      continue;
    }
    chosen = {
      bits,
      precision: sums.pairs === 0 ? 1 : sums.right / sums.pairs,
      recall: all === 0 ? 1 : sums.right / all,
      doubtful,
      mostDoubtful: doubtful,
      joins: at,
    };
  }
  return chosen!;
}

interface Join {
  /** Of the link that joins. */
  readonly bits: number;
  /** The number of pairs that it adds to a component. */
  readonly pairs: number;
  /** How likely the two groups are one entity. */
  readonly probability: number;
}

function joinsOf(order: readonly number[], links: Links, { records, excess }: ThresholdOptions): Join[] {
  const components = new Components(records);
  const groups = new Map<number, number[]>();
  const joins: Join[] = [];
  for (const index of order) {
    const left = components.find(links.first[index]!);
    const right = components.find(links.second[index]!);
    if (left === right) continue;
    const one = groups.get(left) ?? [left];
    const other = groups.get(right) ?? [right];
    joins.push({
      bits: links.bits[index]!,
      pairs: one.length * other.length,
      probability: probabilityOfJoin(one, other, excess),
    });
    components.join(left, right);
    groups.delete(left);
    groups.delete(right);
    groups.set(components.find(left), [...one, ...other]);
  }
  return joins;
}

/** From the mean over the pairs between two groups, so that many weak pairs are no certainty. */
function probabilityOfJoin(
  one: readonly number[],
  other: readonly number[],
  excess: (a: number, b: number) => number,
): number {
  const rows = spread(one);
  const columns = spread(other);
  let sum = 0;
  for (const a of rows) {
    for (const b of columns) sum += Math.max(-mostExcess, Math.min(mostExcess, excess(a, b)));
  }
  return 1 / (1 + 2 ** -(sum / (rows.length * columns.length)));
}

/** Up to {@link mostOfGroup} records, evenly spread. */
function spread(records: readonly number[]): readonly number[] {
  if (records.length <= mostOfGroup) return records;
  return Array.from(
    { length: mostOfGroup },
    (_, index) => records[Math.floor((index * records.length) / mostOfGroup)]!,
  );
}
