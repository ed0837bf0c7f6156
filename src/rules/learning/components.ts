/** Connected components of records, by union-find. */
export class Components {
  private readonly parents: Int32Array;

  constructor(records: number) {
    this.parents = Int32Array.from({ length: records }, (_, index) => index);
  }

  find(record: number): number {
    const { parents } = this;
    let at = record;
    while (parents[at] !== at) {
      parents[at] = parents[parents[at]!]!;
      at = parents[at]!;
    }
    return at;
  }

  /** @returns true if the two were in different components */
  join(a: number, b: number): boolean {
    const left = this.find(a);
    const right = this.find(b);
    if (left === right) return false;
    if (left < right) this.parents[right] = left;
    else this.parents[left] = right;
    return true;
  }

  /** The components of at least two records, each in the records' order. */
  groups(): number[][] {
    const groups = new Map<number, number[]>();
    for (let record = 0; record < this.parents.length; record++) {
      const root = this.find(record);
      const group = groups.get(root);
      if (group === undefined) groups.set(root, [record]);
      else group.push(record);
    }
    return [...groups.values()].filter(({ length }) => length > 1);
  }
}
