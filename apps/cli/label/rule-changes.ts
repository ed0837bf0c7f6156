/** What a piece of evidence counts at most and if the values differ, in bits. */
export interface Counted {
  readonly agrees: number;
  readonly differs: number;
}

/** How the weights of one piece of evidence change. */
interface WeightChange {
  readonly title: string;
  /** Undefined if the former rules do not weigh it. */
  readonly from: Counted | undefined;
  /** Undefined if the new rules do not weigh it. */
  readonly to: Counted | undefined;
}

/** What differs between the rules of an instance and new ones. */
export interface RuleChanges {
  /** False if both documents are the same. */
  readonly isChanged: boolean;
  /** Undefined for rules that add no weights. */
  readonly threshold: { readonly from: number | undefined; readonly to: number | undefined };
  readonly weights: readonly WeightChange[];
  /** Combinations of matchers by which candidates are found. */
  readonly keys: { readonly added: readonly string[]; readonly removed: readonly string[] };
}

interface Document {
  readonly matchers?: readonly { readonly type?: string; readonly attributes?: Readonly<Record<string, unknown>> }[];
  readonly rules?: readonly {
    readonly matcherIDs?: readonly string[];
    readonly attributes?: Readonly<Record<string, unknown>>;
  }[];
}

interface Weighing {
  readonly threshold: number;
  readonly evidence: readonly {
    readonly name?: string;
    readonly weights: readonly number[];
    readonly otherwise?: number;
  }[];
}

/** Compares two documents that a design wrote. */
export function ruleChanges(former: object, next: object): RuleChanges {
  const [before, after] = [weighingOf(former), weighingOf(next)];
  const [countedBefore, countedAfter] = [countedOf(before), countedOf(after)];
  const [keysBefore, keysAfter] = [keysOf(former), keysOf(next)];
  return {
    isChanged: JSON.stringify(former) !== JSON.stringify(next),
    threshold: { from: before?.threshold, to: after?.threshold },
    weights: [...new Set([...countedAfter.keys(), ...countedBefore.keys()])].flatMap((title) => {
      const [from, to] = [countedBefore.get(title), countedAfter.get(title)];
      return from?.agrees === to?.agrees && from?.differs === to?.differs ? [] : [{ title, from, to }];
    }),
    keys: {
      added: [...keysAfter].filter((key) => !keysBefore.has(key)),
      removed: [...keysBefore].filter((key) => !keysAfter.has(key)),
    },
  };
}

const weighingOf = ({ matchers }: Document): Weighing | undefined =>
  matchers?.find(({ type }) => type === 'weighted')?.attributes as Weighing | undefined;

function countedOf(weighing: Weighing | undefined): Map<string, Counted> {
  return new Map(
    (weighing?.evidence ?? []).map(({ name = '', weights, otherwise = 0 }) => [
      name,
      {
        agrees: weights.reduce((most, weight) => Math.max(most, weight), Number.NEGATIVE_INFINITY),
        differs: otherwise,
      },
    ]),
  );
}

function keysOf({ rules = [] }: Document): Set<string> {
  const combinations = rules.flatMap(({ matcherIDs = [], attributes = {} }) => {
    const own = attributes['indexMatcherIDs'] as readonly (readonly string[])[] | undefined;
    return own ?? (matcherIDs.length > 0 ? [matcherIDs] : []);
  });
  return new Set(combinations.map((ids) => ids.join(' and ')));
}
