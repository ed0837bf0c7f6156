/** Mean radius of the earth in kilometres (IUGG). */
export const EARTH_RADIUS = 6_371.0088;

/** A point of the unit sphere. */
export interface SpherePoint {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

/** @param latitude in degrees, −90 to 90; @param longitude in degrees */
export function spherePoint(latitude: number, longitude: number): SpherePoint {
  const phi = (latitude * Math.PI) / 180;
  const lambda = (longitude * Math.PI) / 180;
  return { x: Math.cos(phi) * Math.cos(lambda), y: Math.cos(phi) * Math.sin(lambda), z: Math.sin(phi) };
}

/** Length of the straight line between two points of the unit sphere. */
export const chord = (a: SpherePoint, b: SpherePoint): number => Math.hypot(a.x - b.x, a.y - b.y, a.z - b.z);

/** Kilometres along a great circle for a chord of the unit sphere. */
export const kilometresOfChord = (length: number): number => 2 * EARTH_RADIUS * Math.asin(Math.min(1, length / 2));

export const chordOfKilometres = (kilometres: number): number => 2 * Math.sin(kilometres / (2 * EARTH_RADIUS));
