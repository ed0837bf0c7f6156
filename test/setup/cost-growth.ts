/** Sizes of which each is four times the one before: what is linear costs four times as much, what is quadratic sixteen. */
const factor = 4;
/** Twice what is linear: noise and caches do not double four measurements in a row. */
const tolerance = 2;
/** Milliseconds of processor time below which a measurement is noise. */
const floor = 3;
const tries = 6;

/** Processor time of this process in milliseconds, which waiting for other processes does not lengthen. */
function cost(run: () => unknown): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/**
 * Says how the cost of a computation grows when its input grows fourfold again and again; undefined when it never grows
 * by much more than that. Only ratios are judged, so that the machine's speed makes no difference; of what seems to grow
 * faster, the cheapest of several measurements counts.
 *
 * @param prepare makes the computation for a size, of which the making is not measured
 */
export function growsFasterThanInput(
  prepare: (size: number) => () => unknown,
  { from, to }: { readonly from: number; readonly to: number },
): string | undefined {
  let smaller = cost(prepare(from));
  for (let size = from; size * factor <= to; size *= factor) {
    const larger = prepare(size * factor);
    const few = prepare(size);
    let least = cost(larger);
    const isTooMuch = (): boolean => least > factor * tolerance * Math.max(floor, smaller);
    for (let attempt = 1; attempt < tries && isTooMuch(); attempt++) {
      // The smaller one may have been measured before its code was compiled, or while it was: the dearest counts.
      smaller = Math.max(smaller, cost(few));
      least = Math.min(least, cost(larger));
    }
    if (isTooMuch()) return `${smaller.toFixed(1)} ms for ${size}, ${least.toFixed(1)} ms for ${size * factor}`;
    smaller = least;
  }
  return undefined;
}
