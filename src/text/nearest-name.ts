const longestName = 64;
/** The fixed cost of a candidate. */
const candidateSteps = 10;

/**
 * Finds the probably intended name. Comparing names takes time, and the document determines how often it happens, so an
 * instance uses a bounded number of steps and finds nothing afterwards.
 */
export class NameSuggester {
  #steps: number;

  constructor(steps = 5_000_000) {
    this.#steps = steps;
  }

  /** Returns the nearest candidate within a third of the name's length, or undefined. */
  nearest(name: string, candidates: Iterable<string>): string | undefined {
    if (name.length === 0 || name.length > longestName) return undefined;
    const lower = name.toLowerCase();
    let best: string | undefined;
    let bestDistance = (name.length < 3 ? name.length - 1 : Math.floor(name.length / 3)) + 1;
    for (const candidate of candidates) {
      this.#steps -= candidateSteps;
      if (this.#steps < 0) break;
      if (candidate.length > longestName) continue;
      const other = candidate.toLowerCase();
      if (other === lower) return candidate;
      if (Math.abs(other.length - lower.length) >= bestDistance) continue;
      this.#steps -= other.length * lower.length;
      const distance = editDistance(lower, other);
      if (distance < bestDistance) {
        best = candidate;
        bestDistance = distance;
      }
    }
    return best;
  }
}

/** Optimal string alignment distance (edits and swaps of neighbours), by the table of Wagner and Fischer. */
function editDistance(a: string, b: string): number {
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const same = a[row - 1] === b[column - 1];
      let cost = Math.min(previous[column]! + 1, current[column - 1]! + 1, previous[column - 1]! + (same ? 0 : 1));
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]) {
        cost = Math.min(cost, beforePrevious[column - 2]! + 1);
      }
      current.push(cost);
    }
    beforePrevious = previous;
    previous = current;
  }
  return previous[b.length]!;
}
