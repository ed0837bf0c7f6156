/** The shard of a name. Spreads names evenly (the polynomial of Java's strings). */
export function shardOf(name: string, shards: number): number {
  let sum = 0;
  for (let index = 0; index < name.length; index++) sum = (Math.imul(sum, 31) + name.charCodeAt(index)) >>> 0;
  return sum % shards;
}
