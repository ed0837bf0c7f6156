import type { Item, Key, Put } from '../../store/port.ts';

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

/** The sides are read when they are needed: most readers of an entity need none. */
export function readConstraints(text: string | undefined): Constraints {
  if (text === undefined || text === '') return NO_CONSTRAINTS;
  let sides: readonly ConstraintSide[] | undefined;
  return {
    text,
    get sides() {
      sides ??= (JSON.parse(text) as [string, string, string[]][]).map(([reference, side, lifted]) => ({
        reference,
        side,
        lifted,
      }));
      return sides;
    },
  };
}

/**
 * The most sides of an entity, and of lifts that it notes, together: some 60 KB of the root's node, which every union of the
 * entity reads and checks. Lifts find room for as many more, and so do bans that requests add at the same time.
 */
export const MOST_BANS = 1_000;

/** How many sides and lifts there are. */
export const countOf = ({ sides }: Constraints): number =>
  sides.reduce((count, { lifted }) => count + 1 + lifted.length, 0);

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

/** Two sides of one constraint that keep their entities apart. */
export interface Separating {
  readonly mine: ConstraintSide;
  readonly other: ConstraintSide;
}

/** The pairs of sides that keep two entities apart. An entity is on one side of each constraint. */
export function separatingSides(a: Constraints, b: Constraints): Separating[] {
  if (a.text === '' || b.text === '') return [];
  const sides = new Map(b.sides.map((side) => [side.reference, side]));
  return a.sides.flatMap((mine) => {
    const other = sides.get(mine.reference);
    return other !== undefined && separates(mine, other) ? [{ mine, other }] : [];
  });
}

export const separated = (a: Constraints, b: Constraints): boolean => separatingSides(a, b).length > 0;

/**
 * The number of sides and lifts that one entity made of two would have, if that is too many; else undefined. An entity that
 * has too many itself still takes in others that add none.
 */
export function tooManyTogether(a: Constraints, b: Constraints, most = MOST_BANS): number | undefined {
  if (a.text === '' || b.text === '') return undefined;
  const [own, others] = [countOf(a), countOf(b)];
  if (own + others <= most) return undefined;
  const together = countOf(mergeConstraints(a, b));
  return together > most && together > Math.max(own, others) ? together : undefined;
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

/** The user of a request and the reason for it; stored with the result. */
export interface Motive {
  readonly user: string;
  /** True if a token named the user; otherwise the request said it. */
  readonly verified?: boolean;
  readonly reason: string;
}

/**
 * The register of a cannot-link constraint: the reason for it, and every node whose entity may be on one of its sides.
 * The constraints that an entity really has are in its root's node .
 *
 * | item            | pk      | sk   | attributes |
 * |-----------------|---------|------|------------|
 * | reason          | `X#ref` | `#`  | `u` user, `v` if a token named it, `w` reason |
 * | registered node | `X#ref` | node | `g` side of the constraint that the node's entity is on |
 */
export const constraintPartition = (reference: string): string => `X#${reference}`;

const MOTIVE = '#';

export const motiveKey = (reference: string): Key => ({ pk: constraintPartition(reference), sk: MOTIVE });

export const motiveWrite = (reference: string, motive: Motive | undefined): Put => ({
  put: {
    ...motiveKey(reference),
    u: motive?.user ?? '',
    w: motive?.reason ?? '',
    ...(motive?.verified === true ? { v: 1 } : {}),
  },
});

export const registerNodeWrite = (reference: string, node: string, side: string): Put => ({
  put: { pk: constraintPartition(reference), sk: node, g: side },
});

/** The motive of a constraint, or the id of a registered node. */
export const readRegistered = (item: Item): { readonly motive: Required<Motive> } | { readonly node: string } =>
  item.sk === MOTIVE
    ? { motive: { user: item['u'] as string, verified: item['v'] !== undefined, reason: item['w'] as string } }
    : { node: item.sk };
