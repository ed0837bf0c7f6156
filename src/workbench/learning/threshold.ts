import { GrowingGroups, meanBetween } from './growing-groups.ts';

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
  /** Lower thresholds, tried if the lowest usual one is chosen, for entities of which the model is sure. */
  readonly further?: readonly number[];
  /** Share of doubtful pairs above which a lower threshold is not tried. */
  readonly mostDoubtful?: number;
}

/** One pair counts at most so many bits for or against joining two groups. */
const mostExcess = 20;

const usualMostDoubtful = 0.25;
/** Below the usual thresholds, at least this precision by the model. */
const leastOfFurther = 0.975;
/** So many bits further down, fewer right pairs than this share of those added are no gain. */
const nextBits = 2;
const leastRight = 0.1;
/** Fewer pairs, as a share of those before, show nothing. */
const leastAdded = 0.05;

/**
 * Chooses the lowest threshold whose components hold together, because an entity is a connected component, and below
 * which hardly a right pair is added. Links join groups from the strongest on. Joining two groups is right with a
 * probability that all pairs between them say together, not only the link: a weak link between two groups that disagree
 * is doubtful, and so are all pairs that it adds.
 */
export function chooseThreshold(links: Links, options: ThresholdOptions): ChosenThreshold {
  const { mostDoubtful = usualMostDoubtful, further = [] } = options;
  const lowest = Math.min(...options.candidates, ...further);
  const order = Array.from(links.bits.keys())
    .filter((index) => links.bits[index]! >= lowest)
    .sort((a, b) => links.bits[b]! - links.bits[a]!);
  const joins = joinsOf(order, links, options);
  const right = joins.reduce((sum, { pairs, probability }) => sum + pairs * probability, 0);
  const steps = [...options.candidates].sort((a, b) => b - a).map((bits) => stepAt(bits, joins));
  const broken = steps.findIndex((step, index) => index > 0 && step.doubtful > mostDoubtful);
  const sound = broken === -1 ? steps : steps.slice(0, broken);
  const usual = sound.find((step) => addsDisagreement(step, steps)) ?? sound.at(-1)!;
  const chosen = (usual === steps.at(-1) && lowestSure(further, joins)) || usual;
  return {
    bits: chosen.bits,
    precision: precisionOf(chosen),
    recall: right === 0 ? 1 : chosen.right / right,
    doubtful: chosen.doubtful,
    mostDoubtful: steps.at(-1)!.doubtful,
    joins: chosen.joins,
  };
}

/** What all links from a threshold on join. */
interface Step {
  readonly bits: number;
  readonly joins: number;
  readonly pairs: number;
  /** Pairs of one entity, by the model. */
  readonly right: number;
  /** Share of the pairs between groups that do not agree on the whole. */
  readonly doubtful: number;
}

const precisionOf = ({ pairs, right }: Step): number => (pairs === 0 ? 1 : right / pairs);

/** The last step, from the highest on, before the first at which the model is not sure of the entities. */
function lowestSure(further: readonly number[], joins: readonly Join[]): Step | undefined {
  const steps = [...further].sort((a, b) => b - a).map((bits) => stepAt(bits, joins));
  const unsure = steps.findIndex((step) => precisionOf(step) < leastOfFurther);
  return unsure === -1 ? steps.at(-1) : steps[unsure - 1];
}

function stepAt(bits: number, joins: readonly Join[]): Step {
  let [pairs, right, doubtful, count] = [0, 0, 0, 0];
  for (const join of joins) {
    if (join.bits < bits) break;
    count += 1;
    pairs += join.pairs;
    right += join.pairs * join.probability;
    if (join.probability < 0.5) doubtful += join.pairs;
  }
  return { bits, joins: count, pairs, right, doubtful: pairs === 0 ? 0 : doubtful / pairs };
}

/** True if the next bits below hardly add anything but pairs of groups that disagree. */
function addsDisagreement(step: Step, steps: readonly Step[]): boolean {
  const lower = steps.find(({ bits }) => bits <= step.bits - nextBits);
  if (lower === undefined) return false;
  const added = lower.pairs - step.pairs;
  return added >= step.pairs * leastAdded && lower.right - step.right < added * leastRight;
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
  const groups = new GrowingGroups(records);
  const bounded = (a: number, b: number) => Math.max(-mostExcess, Math.min(mostExcess, excess(a, b)));
  const joins: Join[] = [];
  for (const index of order) {
    const joined = groups.join(links.first[index]!, links.second[index]!);
    if (joined === undefined) continue;
    joins.push({
      bits: links.bits[index]!,
      pairs: joined[0].length * joined[1].length,
      // From the mean, so that many weak pairs are no certainty.
      probability: 1 / (1 + 2 ** -meanBetween(joined, bounded)),
    });
  }
  return joins;
}
