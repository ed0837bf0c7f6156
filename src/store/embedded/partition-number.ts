/**
 * The number of the row that holds a partition: 53 bits, the most that a JavaScript number holds exactly. The seed is
 * secret to the store, so that a client cannot choose ids that all share one number.
 */
export function partitionNumber(pk: string, seed: number): number {
  let low = seed;
  let high = ~seed;
  for (let index = 0; index < pk.length; index++) {
    const code = pk.charCodeAt(index);
    low = Math.imul(low ^ code, 0x9e3779b1);
    high = Math.imul(high ^ code, 0x85ebca77) ^ (low >>> 15);
  }
  return (scatter(high ^ low) >>> 11) * 2 ** 32 + (scatter(low) >>> 0);
}

/** The smallest number of one of several parts of all numbers; of the part behind the last one, a number behind all. */
export const firstNumberOf = (segment: number, segments: number): number => Math.ceil((segment / segments) * 2 ** 53);

/** Makes every bit depend on all others (the finalizer of MurmurHash3). */
function scatter(hash: number): number {
  let bits = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return bits ^ (bits >>> 16);
}
