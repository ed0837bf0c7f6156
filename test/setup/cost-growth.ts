/** Three times what is linear: caches and the collection of garbage cost large inputs more, up to twice as much. */
const tolerance = 3;
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
 * Says how the cost of a computation grows from a small input to a large one; undefined when it grows by not much more
 * than the input. The larger one is 8 or 16 times as large: what is quadratic costs 64 or 256 times as much, far beyond
 * the tolerance. Only ratios are judged, so that the machine's speed makes no difference; of what seems to grow faster,
 * the cheapest of several measurements counts.
 *
 * @param prepare makes the computation for a size, of which the making is not measured
 */
export function growsFasterThanInput(
  prepare: (size: number) => () => unknown,
  { from, to }: { readonly from: number; readonly to: number },
): string | undefined {
  const few = prepare(from);
  const many = prepare(to);
  let smaller = cost(few);
  let least = cost(many);
  const isTooMuch = (): boolean => least > (to / from) * tolerance * Math.max(floor, smaller);
  for (let attempt = 1; attempt < tries && isTooMuch(); attempt++) {
    // The smaller one may have been measured before its code was compiled, or while it was: the dearest counts.
    smaller = Math.max(smaller, cost(few));
    least = Math.min(least, cost(many));
  }
  return isTooMuch() ? `${smaller.toFixed(1)} ms for ${from}, ${least.toFixed(1)} ms for ${to}` : undefined;
}
