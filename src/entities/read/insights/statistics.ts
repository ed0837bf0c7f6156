/** Statistics of finite numbers; null for an empty list. */

/** Compensated sum (Neumaier 1974), so that the order of the records hardly matters. */
export function sum(numbers: readonly number[]): number | null {
  if (numbers.length === 0) return null;
  let total = 0;
  let lost = 0;
  for (const number of numbers) {
    const next = total + number;
    lost += Math.abs(total) >= Math.abs(number) ? total - next + number : number - next + total;
    total = next;
  }
  // If the sum overflows a double, there is no error to compensate.
  return Number.isFinite(total) ? total + lost : total;
}

export function average(numbers: readonly number[]): number | null {
  if (numbers.length === 0) return null;
  const mean = sum(numbers)! / numbers.length;
  // Rounding must not move the mean outside the range of its numbers.
  return Math.min(Math.max(mean, minimum(numbers)!), maximum(numbers)!);
}

export function minimum(numbers: readonly number[]): number | null {
  return numbers.length === 0 ? null : numbers.reduce((least, number) => Math.min(least, number));
}

export function maximum(numbers: readonly number[]): number | null {
  return numbers.length === 0 ? null : numbers.reduce((most, number) => Math.max(most, number));
}

/** The middle number; for an even count, the mean of the two middle numbers. */
export function median(numbers: readonly number[]): number | null {
  if (numbers.length === 0) return null;
  const ordered = Float64Array.from(numbers).sort();
  const middle = Math.floor(ordered.length / 2);
  if (ordered.length % 2 === 1) return ordered[middle]!;
  return ordered[middle - 1]! / 2 + ordered[middle]! / 2;
}

/** Population variance, in two passes. */
export function standardDeviation(numbers: readonly number[]): number | null {
  const mean = average(numbers);
  if (mean === null) return null;
  return Math.sqrt(sum(numbers.map((number) => (number - mean) ** 2))! / numbers.length);
}
