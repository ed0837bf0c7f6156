import { CholeskyDecomposition, Matrix } from 'ml-matrix';

/** A concave function of several variables. */
export interface Concave {
  value(at: Float64Array): number;
  /** The gradient, and the upper triangle of the negative Hessian, row by row. */
  derivatives(at: Float64Array): { readonly gradient: Float64Array; readonly curvature: Float64Array };
}

export interface Bounds {
  readonly least: Float64Array;
  readonly most: Float64Array;
}

/** Of the rise that the slope promises, a step must bring this share (Armijo 1966). */
const leastRise = 1e-4;
/** A step is halved at most so often: below, rounding decides. */
const mostHalvings = 30;
const mostRounds = 100;
/** Keeps a variable that nothing moves from making the curvature singular, as a share of the largest entry. */
const ridge = 1e-12;

/**
 * The maximum of a concave function within bounds: Newton steps projected on the bounds (Bertsekas, "Projected Newton
 * methods for optimization problems with simple constraints", 1982). Variables that the slope presses against their
 * bound take no part in a step, and a step that does not rise enough is halved, so the value never falls.
 *
 * @param enough ends when the next step promises no more than this
 */
export function maximize(concave: Concave, begin: Float64Array, bounds: Bounds, enough: number): Float64Array {
  let at = begin.map((own, i) => within(bounds, i, own));
  let value = concave.value(at);
  for (let round = 0; round < mostRounds; round++) {
    const { gradient, curvature } = concave.derivatives(at);
    const free = at.map((own, i) => (isPressed(bounds, i, own, gradient[i]!) ? 0 : 1));
    const step = newtonStep(gradient, curvature, free);
    if (dot(gradient, step) / 2 <= enough) return at;
    const next = risen(concave, { at, value, gradient, step }, bounds);
    if (next === undefined) return at;
    at = next.at;
    value = next.value;
  }
  return at;
}

interface Step {
  readonly at: Float64Array;
  readonly value: number;
  readonly gradient: Float64Array;
  readonly step: Float64Array;
}

/** Where the largest half, quarter and so on of a step leads that rises enough. */
function risen(concave: Concave, { at, value, gradient, step }: Step, bounds: Bounds) {
  for (let halvings = 0, length = 1; halvings < mostHalvings; halvings++, length /= 2) {
    const next = at.map((own, i) => within(bounds, i, own + length * step[i]!));
    const reached = concave.value(next);
    const moved = next.map((own, i) => own - at[i]!);
    if (reached > value && reached >= value + leastRise * dot(gradient, moved)) return { at: next, value: reached };
  }
  return undefined;
}

const within = ({ least, most }: Bounds, i: number, own: number): number =>
  Math.max(least[i]!, Math.min(most[i]!, own));

const isPressed = ({ least, most }: Bounds, i: number, own: number, slope: number): boolean =>
  (own <= least[i]! && slope <= 0) || (own >= most[i]! && slope >= 0);

/** The Newton step of the free variables; the others stay. */
function newtonStep(gradient: Float64Array, curvature: Float64Array, free: Float64Array): Float64Array {
  const positions = [...free.keys()].filter((i) => free[i] === 1);
  const step = new Float64Array(gradient.length);
  if (positions.length === 0) return step;
  const entry = (i: number, j: number): number => curvature[Math.min(i, j) * gradient.length + Math.max(i, j)]!;
  const small = ridge * Math.max(1, ...positions.map((i) => entry(i, i)));
  const matrix = new Matrix(positions.map((i) => positions.map((j) => entry(i, j) + (i === j ? small : 0))));
  const solved = new CholeskyDecomposition(matrix).solve(Matrix.columnVector(positions.map((i) => gradient[i]!)));
  positions.forEach((i, row) => {
    step[i] = solved.get(row, 0);
  });
  return step;
}

const dot = (a: Float64Array, b: Float64Array): number => a.reduce((sum, own, i) => sum + own * b[i]!, 0);
