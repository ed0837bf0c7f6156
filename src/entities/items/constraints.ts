/**
 * A cannot-link constraint separates the parts that a disassembly made (the API calls it a connection ban). Each part
 * is on one *side* of it; two entities on different sides are never united. An entity keeps its sides when it is
 * merged, and each part of a split inherits them.
 */
export interface ConstraintSide {
  /** Reference of the constraint. */
  readonly reference: string;
  readonly side: string;
  /** Sides of the same constraint with which this one may be united again. */
  readonly lifted: readonly string[];
}

/** The sides that an entity is on, one for each constraint, and their text in the store. */
export interface Constraints {
  readonly sides: readonly ConstraintSide[];
  readonly text: string;
}

export const NO_CONSTRAINTS: Constraints = { sides: [], text: '' };

export function readConstraints(text: string | undefined): Constraints {
  if (text === undefined || text === '') return NO_CONSTRAINTS;
  const sides = (JSON.parse(text) as [string, string, string[]][]).map(([reference, side, lifted]) => ({
    reference,
    side,
    lifted,
  }));
  return { sides, text };
}

export function constraintsOf(sides: Iterable<ConstraintSide>): Constraints {
  const list = [...sides].sort((a, b) => (a.reference < b.reference ? -1 : 1));
  if (list.length === 0) return NO_CONSTRAINTS;
  return {
    sides: list,
    text: JSON.stringify(list.map(({ reference, side, lifted }) => [reference, side, [...lifted].sort()])),
  };
}

/** True if two sides belong to one constraint and may not be united. */
export const separates = (a: ConstraintSide, b: ConstraintSide): boolean =>
  a.reference === b.reference && a.side !== b.side && !a.lifted.includes(b.side) && !b.lifted.includes(a.side);

export function separated(a: Constraints, b: Constraints): boolean {
  if (a.text === '' || b.text === '') return false;
  return a.sides.some((one) => b.sides.some((other) => separates(one, other)));
}

/**
 * The constraints of an entity that was made of two. If both are on one side, a lift stays only if both have it. Of two
 * sides that a lift united, the first stays, and it is separated from every side that either was separated from.
 */
export function mergeConstraints(a: Constraints, b: Constraints): Constraints {
  if (b.text === '' || a.text === b.text) return a;
  if (a.text === '') return b;
  const sides = new Map(a.sides.map((side) => [side.reference, side]));
  for (const other of b.sides) {
    const mine = sides.get(other.reference);
    if (mine === undefined) sides.set(other.reference, other);
    else {
      const lifted = mine.lifted.filter((side) => other.lifted.includes(side) || side === other.side);
      sides.set(other.reference, { ...mine, lifted });
    }
  }
  return constraintsOf(sides.values());
}
