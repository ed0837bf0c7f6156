/**
 * A ban keeps the parts apart that a disassembly made. Each part is a *side*; two entities that hold different sides of
 * one ban are never united. An entity takes its sides along when it is merged, and each part of a split inherits them.
 */
export interface BanSide {
  /** Reference of the ban. */
  readonly reference: string;
  readonly side: string;
  /** Sides of the same ban with which this one may be united again. */
  readonly lifted: readonly string[];
}

/** The sides that an entity holds, at most one for each ban, and the text that stands for them in the store. */
export interface Bans {
  readonly sides: readonly BanSide[];
  readonly text: string;
}

export const NO_BANS: Bans = { sides: [], text: '' };

export function readBans(text: string | undefined): Bans {
  if (text === undefined || text === '') return NO_BANS;
  const sides = (JSON.parse(text) as [string, string, string[]][]).map(([reference, side, lifted]) => ({
    reference,
    side,
    lifted,
  }));
  return { sides, text };
}

export function bansOf(sides: Iterable<BanSide>): Bans {
  const list = [...sides].sort((a, b) => (a.reference < b.reference ? -1 : 1));
  if (list.length === 0) return NO_BANS;
  return {
    sides: list,
    text: JSON.stringify(list.map(({ reference, side, lifted }) => [reference, side, [...lifted].sort()])),
  };
}

/** Whether two sides are of one ban that stands between them. */
export const standsBetween = (a: BanSide, b: BanSide): boolean =>
  a.reference === b.reference && a.side !== b.side && !a.lifted.includes(b.side) && !b.lifted.includes(a.side);

export function banned(a: Bans, b: Bans): boolean {
  if (a.text === '' || b.text === '') return false;
  return a.sides.some((one) => b.sides.some((other) => standsBetween(one, other)));
}

/**
 * What an entity holds that was made of two. Of one side in both, only what both may be united with stays lifted. Of
 * two sides that a lift let come together, the first stays, and it keeps apart from whatever either did.
 */
export function mergeBans(a: Bans, b: Bans): Bans {
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
  return bansOf(sides.values());
}
