import * as z from 'zod/mini';
import { bucketPair, defineComparer, powerOfTwoWidth } from './comparer.ts';

/** Mean radius of the earth in kilometres (IUGG). */
const EARTH_RADIUS = 6_371.0088;

/** A point of the unit sphere. */
interface SpherePoint {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

/** @param latitude in degrees, −90 to 90; @param longitude in degrees */
function spherePoint(latitude: number, longitude: number): SpherePoint {
  const phi = (latitude * Math.PI) / 180;
  const lambda = (longitude * Math.PI) / 180;
  return { x: Math.cos(phi) * Math.cos(lambda), y: Math.cos(phi) * Math.sin(lambda), z: Math.sin(phi) };
}

/** Length of the straight line between two points of the unit sphere. */
const chord = (a: SpherePoint, b: SpherePoint): number => Math.hypot(a.x - b.x, a.y - b.y, a.z - b.z);

/** Kilometres along a great circle for a chord of the unit sphere. */
const kilometresOfChord = (length: number): number => 2 * EARTH_RADIUS * Math.asin(Math.min(1, length / 2));

const chordOfKilometres = (kilometres: number): number => 2 * Math.sin(kilometres / (2 * EARTH_RADIUS));

const attributes = z.object({
  kilometres: z
    .number()
    .check(z.minimum(0), z.maximum(20_040), z.describe('Largest distance along the surface of the earth.')),
});

const POINT = /^\s*([+-]?\d+(?:\.\d+)?)\s*,\s*([+-]?\d+(?:\.\d+)?)\s*$/;

/** Parses "latitude,longitude" in decimal degrees; undefined for any other text. */
function parsePoint(text: string): SpherePoint | undefined {
  const found = POINT.exec(text);
  if (found === null) return undefined;
  const latitude = Number(found[1]);
  const longitude = Number(found[2]);
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? spherePoint(latitude, longitude) : undefined;
}

/** A centimetre on the unit sphere; coordinates of records are less precise than a metre. */
const ROUNDING = 1.6e-9;
/**
 * The distance in kilometres over which the displayed similarity falls from 1 to 0, unless a larger distance is
 * allowed.
 */
const FADE = 100;

export const geo = defineComparer<z.infer<typeof attributes>>({
  type: 'geo',
  summary: 'Satisfied when both texts are points "latitude,longitude" and not farther apart than kilometres.',
  attributes,
  compile({ kilometres }) {
    // Within half the circumference of the earth, every point is near every other.
    const everywhere = kilometres >= Math.PI * EARTH_RADIUS;
    const largest = everywhere ? 2 : chordOfKilometres(kilometres) + ROUNDING;
    const width = powerOfTwoWidth(largest * 1.01);
    const satisfied = (a: string, b: string): boolean => {
      const left = parsePoint(a);
      const right = parsePoint(b);
      return left !== undefined && right !== undefined && chord(left, right) <= largest;
    };
    return {
      satisfied,
      compare(a, b) {
        const left = parsePoint(a);
        const right = parsePoint(b);
        if (left === undefined || right === undefined) return { satisfied: false, similarity: 0 };
        const apart = kilometresOfChord(chord(left, right));
        return { satisfied: satisfied(a, b), similarity: Math.max(0, 1 - apart / Math.max(FADE, 2 * kilometres)) };
      },
      // Cubes in space instead of cells of latitude and longitude avoid seams at the date line and the poles.
      keyParts: everywhere
        ? undefined
        : (text) => {
            const point = parsePoint(text);
            if (point === undefined) return [];
            const parts: string[] = [];
            for (const x of bucketPair(point.x, width)) {
              for (const y of bucketPair(point.y, width)) {
                for (const z of bucketPair(point.z, width)) parts.push(`${x}.${y}.${z}`);
              }
            }
            return parts;
          },
      decides: false,
    };
  },
  examples: [
    { attributes: { kilometres: 1 }, a: '51.3127,9.4797', b: '51.3157,9.4897', satisfied: true },
    { attributes: { kilometres: 1 }, a: '51.3127,9.4797', b: '51.5333,9.9333', satisfied: false },
    { attributes: { kilometres: 30 }, a: '0,179.9', b: '0,-179.9', satisfied: true },
    { attributes: { kilometres: 1 }, a: 'kassel', b: 'kassel', satisfied: false },
  ],
});
