/**
 * A constraint keeps the parts apart that a disassembly made. Each part is a *side*; two entities that hold different sides of
 * one constraint are never united. An entity takes its sides along when it is merged, and each part of a split inherits them.
 */
export interface ConstraintSide {
  /** Reference of the constraint. */
  readonly reference: string;
  readonly side: string;
  /** Sides of the same constraint with which this one may be united again. */
  readonly lifted: readonly string[];
}

/** The sides that an entity holds, at most one for each constraint, and the text that stands for them in the store. */
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

/** Whether two sides are of one constraint that stands between them. */
export const separates = (a: ConstraintSide, b: ConstraintSide): boolean =>
  a.reference === b.reference && a.side !== b.side && !a.lifted.includes(b.side) && !b.lifted.includes(a.side);

export function separated(a: Constraints, b: Constraints): boolean {
  if (a.text === '' || b.text === '') return false;
  return a.sides.some((one) => b.sides.some((other) => separates(one, other)));
}

/**
 * What an entity holds that was made of two. Of one side in both, only what both may be united with stays lifted. Of
 * two sides that a lift let come together, the first stays, and it keeps apart from whatever either did.
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
