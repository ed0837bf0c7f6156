import { percentile } from './percentile.ts';

/**
 * What several measurements of the same things say together: every number is the median of those in its place, all else
 * is that of the first. Maps may lack keys in some of them; arrays and objects are of one shape.
 *
 * @param rounds plain objects, arrays, maps, numbers and texts; at least one
 */
export function medianOf<Measured>(rounds: readonly Measured[]): Measured {
  return median(rounds) as Measured;
}

function median(places: readonly unknown[]): unknown {
  const [first] = places;
  if (typeof first === 'number') return percentile(places as readonly number[], 0.5);
  if (Array.isArray(first)) {
    return first.map((_, index) => median((places as readonly unknown[][]).map((place) => place[index])));
  }
  if (first instanceof Map) {
    const maps = places as readonly ReadonlyMap<unknown, unknown>[];
    const keys = new Set(maps.flatMap((map) => [...map.keys()]));
    return new Map([...keys].map((key) => [key, median(maps.flatMap((map) => (map.has(key) ? [map.get(key)] : [])))]));
  }
  if (typeof first === 'object' && first !== null) {
    const objects = places as readonly Record<string, unknown>[];
    return Object.fromEntries(Object.keys(first).map((key) => [key, median(objects.map((object) => object[key]))]));
  }
  return first;
}
