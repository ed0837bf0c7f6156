/** Union-find with path halving (Tarjan and van Leeuwen 1984). */
export class DisjointSets {
  protected readonly parent: Int32Array;

  /** @param parent the sets that others made, for those who share them */
  constructor(size: number, parent: Int32Array = Int32Array.from({ length: size }, (_, index) => index)) {
    this.parent = parent;
  }

  find(index: number): number {
    const { parent } = this;
    let at = index;
    while (parent[at] !== at) {
      parent[at] = parent[parent[at]!]!;
      at = parent[at]!;
    }
    return at;
  }

  /**
   * The smaller index stays the representative, so that clusters keep the order of the batch. Returns true if the two were
   * apart.
   */
  join(a: number, b: number): boolean {
    const rootA = this.find(a);
    const rootB = this.find(b);
    if (rootA < rootB) this.parent[rootB] = rootA;
    else this.parent[rootA] = rootB;
    return rootA !== rootB;
  }

  /** The members of each set in ascending order. */
  parts(): number[][] {
    return [...Map.groupBy(this.parent.keys(), (index) => this.find(index)).values()];
  }
}
