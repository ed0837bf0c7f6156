/** Union-find with path halving (Tarjan and van Leeuwen 1984). */
export class DisjointSets {
  private readonly parent: Int32Array;

  constructor(size: number) {
    this.parent = Int32Array.from({ length: size }, (_, index) => index);
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

  /** The smaller index stays the representative, so that clusters keep the order of the batch. */
  join(a: number, b: number): void {
    const rootA = this.find(a);
    const rootB = this.find(b);
    if (rootA < rootB) this.parent[rootB] = rootA;
    else this.parent[rootA] = rootB;
  }

  /** The members of each set in ascending order. */
  parts(): number[][] {
    return [...Map.groupBy(this.parent.keys(), (index) => this.find(index)).values()];
  }
}
