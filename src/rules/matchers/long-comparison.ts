import { BoundedCache } from '../../text/bounded-cache.ts';
import { finished, type Work } from '../../work.ts';

/** A comparison that takes more units than this is long. */
export const LONG = 1_000;
/** Results of long comparisons that a matcher remembers: those of a request that is repeated, because its time was over. */
const REMEMBERED = 20_000;

/** What comparisons do while {@link piecewise} judges. */
interface Judging {
  units: number;
  /** The first long comparison whose result is not known. */
  postponed: Work<unknown> | undefined;
}

/** Judging is synchronous, so there is at most one at a time. */
let judging: Judging | undefined;

/**
 * Judges piece by piece: a long comparison does not run inside of `judge`. It runs afterwards, with rests, and then `judge`
 * is called again and finds the result.
 *
 * @param judge without side effects
 */
export function* piecewise<Result>(judge: () => Result): Work<Result> {
  for (;;) {
    const outer = judging;
    const mine: Judging = { units: 0, postponed: undefined };
    let result: Result;
    judging = mine;
    try {
      result = judge();
    } finally {
      judging = outer;
    }
    yield mine.units;
    if (mine.postponed === undefined) return result;
    yield* mine.postponed;
  }
}

/** Counts a comparison that was made. */
export function spend(units: number): void {
  if (judging !== undefined) judging.units += units;
}

/** The long comparisons of one matcher. Their results are remembered by content. */
export class LongComparisons {
  private readonly results = new BoundedCache<boolean>(REMEMBERED);

  /** @param name tells the two contents from others */
  compare(name: string, work: () => Work<boolean>): boolean {
    const known = this.results.get(name);
    if (known !== undefined) return known;
    if (judging === undefined) return finished(this.remember(name, work()));
    judging.postponed ??= this.remember(name, work());
    // No caller gets this answer: the judging is repeated.
    return false;
  }

  private *remember(name: string, work: Work<boolean>): Work<boolean> {
    const result = yield* work;
    this.results.set(name, result);
    return result;
  }
}
