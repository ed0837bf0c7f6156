/** How well a clustering agrees with the truth, over all pairs of records that share a cluster. */
export interface PairwiseQuality {
  /** Share of the pairs found that are true; 1 when none was found. */
  readonly precision: number;
  /** Share of the true pairs that were found; 1 when there are none. */
  readonly recall: number;
  /** Harmonic mean of the two. */
  readonly f1: number;
}

/**
 * Pairwise precision and recall after clustering (Hassanzadeh et al. 2009), by counting: a pair is in both clusterings
 * when its records share the found and the true cluster.
 *
 * @param found cluster by record id
 * @param truth cluster by record id; records without one are left out
 */
export function pairwiseQuality(
  found: ReadonlyMap<string, string>,
  truth: ReadonlyMap<string, string>,
): PairwiseQuality {
  const foundSizes = new Map<string, number>();
  const trueSizes = new Map<string, number>();
  const commonSizes = new Map<string, number>();
  for (const [record, trueCluster] of truth) {
    const foundCluster = found.get(record);
    if (foundCluster === undefined) throw new Error(`the record ${record} of the truth is in no entity`);
    count(foundSizes, foundCluster);
    count(trueSizes, trueCluster);
    count(commonSizes, JSON.stringify([foundCluster, trueCluster]));
  }
  const common = pairs(commonSizes);
  const precision = pairs(foundSizes) === 0 ? 1 : common / pairs(foundSizes);
  const recall = pairs(trueSizes) === 0 ? 1 : common / pairs(trueSizes);
  return { precision, recall, f1: precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall) };
}

function count(sizes: Map<string, number>, key: string): void {
  sizes.set(key, (sizes.get(key) ?? 0) + 1);
}

function pairs(sizes: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const size of sizes.values()) sum += (size * (size - 1)) / 2;
  return sum;
}
