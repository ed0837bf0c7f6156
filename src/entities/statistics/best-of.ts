/** The first of any number of things in an order, in bounded memory. */
export class BestOf<Thing> {
  readonly found: Thing[];
  private readonly compare: (a: Thing, b: Thing) => number;
  private readonly most: number;

  /** @param compare never 0 for two things that differ, so that the order in which they come does not matter */
  constructor(most: number, compare: (a: Thing, b: Thing) => number, found: readonly Thing[] = []) {
    this.most = most;
    this.compare = compare;
    this.found = [...found];
  }

  add(thing: Thing): void {
    if (this.found.length === this.most && this.compare(thing, this.found.at(-1)!) > 0) return;
    const at = this.found.findIndex((other) => this.compare(thing, other) < 0);
    this.found.splice(at === -1 ? this.found.length : at, 0, thing);
    this.found.length = Math.min(this.found.length, this.most);
  }
}
