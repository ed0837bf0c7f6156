import { digest, digestText, joinKeyTexts } from '../../text/digest.ts';
import type { KeyPartSource } from '../matchers/matcher.ts';
import type { IndexKey, KeyPlan, ResolvedValues } from '../types.ts';
import type { Alternative, Evaluation, Rule } from './rule.ts';

/**
 * Raise when a release changes what any key or value is made of. A table keeps the version that it began with
 * (entities/rule-versions): its keys are then made under that version's names, and the service says that values may differ.
 */
export const INDEX_VERSION = 1;

/** The part of a rule's alternative that is left to verify when two records share a key of a plan. */
export type ResidualRule = Pick<Alternative, 'matchers' | 'places'>;

/** The part of a group's link or deduplicate rule that a key of a plan does not imply. */
export interface ResidualJoin extends ResidualRule {
  /** One of these must be satisfied as well; undefined if no consistency rule set can refuse the pair. */
  readonly gate: readonly ResidualRule[] | undefined;
}

/** The part of an alternative of a review rule that a key of a plan does not imply. */
interface ResidualReview extends ResidualRule {
  readonly rule: Rule;
}

export class IndexPlan implements KeyPlan {
  readonly signature: string;
  /** Digest of all that its keys and postings depend on: plans of one identity may share an index. */
  identity = '';
  /** What the plan's keys are digests over, with their parts. */
  private seed = '';
  readonly ruleIDs: readonly string[];
  readonly sources: readonly KeyPartSource[];
  /** Signatures of the parts. */
  readonly parts: ReadonlySet<string>;
  /** Per source, the matcher to name in an error. */
  readonly matcherIDs: readonly string[];
  /** The matchers of the combination that it is made for; undefined for a rule without combinations. */
  readonly combination: readonly string[] | undefined;
  /** What can join two records that share a key; empty for an exact key. */
  joins: readonly ResidualJoin[] = [];
  /** What makes two records that share a key, and are not linked, deserve a review. */
  reviews: readonly ResidualReview[] = [];
  exact = false;
  carried: readonly number[] = [];

  constructor(alternative: Alternative, ruleIDs: readonly string[], indexVersion: number = INDEX_VERSION) {
    const sources = sourcesOf(alternative);
    this.sources = sources.map(({ source }) => source);
    this.matcherIDs = sources.map(({ matcherID }) => matcherID);
    this.combination = alternative.rule.combinations.length === 0 ? undefined : this.matcherIDs;
    this.parts = new Set(this.sources.map(({ signature }) => signature));
    this.signature = planSignature(alternative, indexVersion)!;
    this.ruleIDs = ruleIDs;
  }

  /**
   * Called when it is known whether the plan decides and what it carries. A stored posting cannot tell which values it
   * carries, and a key owner cannot become postings, so that both belong to what keys are made of.
   *
   * @param meanings of the carried values, in their order
   * @param former identities by signature, of plans whose keys are digests over the signature alone
   */
  identify(meanings: readonly string[], former: ReadonlyMap<string, string> | undefined): void {
    this.identity = digest([this.signature, this.exact, meanings]);
    this.seed = former?.get(this.signature) === this.identity ? this.signature : this.identity;
  }

  /**
   * Appends every combination of one part of each source. Answers the position of the source with the most parts when
   * there would be more than `limit` keys in all, otherwise -1.
   */
  addKeys(values: ResolvedValues, keys: IndexKey[], limit: number): number {
    return this.combine(values, limit - keys.length, (chosen) => {
      keys.push({ hash: this.hash(chosen), plan: this });
    });
  }

  /** The number of keys that {@link addKeys} would append; undefined where it would append more than `limit`. Makes none. */
  countKeys(values: ResolvedValues, limit: number): number | undefined {
    let count = 0;
    const most = this.combine(values, limit, () => {
      count += 1;
    });
    return most >= 0 ? undefined : count;
  }

  /** Returns the same keys with their parts, for display. */
  describeKeys(values: ResolvedValues, limit: number): DescribedKey[] {
    const keys: DescribedKey[] = [];
    this.combine(values, limit, (chosen) => {
      const parts = chosen.map((part, index) => ({ matcherID: this.matcherIDs[index]!, part }));
      keys.push({ hash: this.hash(chosen), ruleIDs: this.ruleIDs, exact: this.exact, parts });
    });
    return keys;
  }

  private combine(values: ResolvedValues, limit: number, each: (chosen: readonly string[]) => void): number {
    const { sources } = this;
    const lists = new Array<readonly string[]>(sources.length);
    let count = 1;
    let tooMany = -1;
    for (let i = 0; i < sources.length; i++) {
      const parts = sources[i]!.parts(values, limit);
      if (parts === undefined) {
        tooMany = i;
        continue;
      }
      // If one source has no part, there is no key, however many parts the others have.
      if (parts.length === 0) return -1;
      lists[i] = parts;
      count *= parts.length;
    }
    if (tooMany >= 0) return tooMany;
    if (count > limit) return longestOf(lists);
    const chosen = new Array<string>(lists.length);
    const choose = (at: number): void => {
      const parts = lists[at]!;
      for (let i = 0; i < parts.length; i++) {
        chosen[at] = parts[i]!;
        if (at + 1 === lists.length) each(chosen);
        else choose(at + 1);
      }
    };
    choose(0);
    return -1;
  }

  /** True if two records that share a key of this plan satisfy what is left to verify. */
  joined(evaluation: Evaluation): boolean {
    if (this.exact) return true;
    for (const join of this.joins) {
      if (!holdsResidual(join, evaluation)) continue;
      if (join.gate === undefined || join.gate.some((rule) => holdsResidual(rule, evaluation))) return true;
    }
    return false;
  }

  /** The review rules that hold between two records that share a key of this plan. */
  nearBy(evaluation: Evaluation): readonly Rule[] {
    return this.reviews.filter((review) => holdsResidual(review, evaluation)).map(({ rule }) => rule);
  }

  private hash(parts: readonly string[]): string {
    return digestText(this.seed + joinKeyTexts(parts));
  }
}

/** An index key with its parts. */
export interface DescribedKey {
  readonly hash: string;
  readonly ruleIDs: readonly string[];
  /** True for an exact key: two records that share it belong to one entity. */
  readonly exact: boolean;
  readonly parts: readonly { readonly matcherID: string; readonly part: string }[];
}

/** Digest of the parts of the keys; undefined without any. Alternatives of one signature share one plan. */
export function planSignature(alternative: Alternative, indexVersion: number = INDEX_VERSION): string | undefined {
  const sources = sourcesOf(alternative);
  if (sources.length === 0) return undefined;
  return digest(['plan', indexVersion, sources.map(({ source }) => source.signature)]);
}

function sourcesOf({ indexed }: Alternative): { source: KeyPartSource; matcherID: string }[] {
  const bySignature = new Map<string, { source: KeyPartSource; matcherID: string }>();
  for (const { id, keyParts } of indexed) {
    if (!bySignature.has(keyParts!.signature))
      bySignature.set(keyParts!.signature, { source: keyParts!, matcherID: id });
  }
  return [...bySignature.keys()].sort().map((signature) => bySignature.get(signature)!);
}

/** Returns the matchers of an alternative that two records with the shared parts may still fail. */
export function residual({ matchers, places }: Alternative, sharedParts: ReadonlySet<string>): ResidualRule {
  const left = matchers.map((matcher, index) => ({ matcher, place: places[index]! }));
  const open = left.filter(({ matcher }) => !matcher.impliedBy(sharedParts));
  return { matchers: open.map(({ matcher }) => matcher), places: open.map(({ place }) => place) };
}

function holdsResidual({ matchers, places }: ResidualRule, evaluation: Evaluation): boolean {
  return evaluation.allSatisfied(matchers, places);
}

function longestOf(lists: readonly (readonly string[])[]): number {
  let longest = 0;
  lists.forEach((list, index) => {
    if (list.length > lists[longest]!.length) longest = index;
  });
  return longest;
}

const NO_VALUES: readonly string[] = [];

/**
 * What a posting tells about the values of its record: those carried, no value elsewhere.
 *
 * @param resolvers how many there are
 */
export function postedValues({ carried }: KeyPlan, values: ResolvedValues, resolvers: number): ResolvedValues {
  const all: (readonly string[])[] = new Array(resolvers).fill(NO_VALUES);
  carried.forEach((resolver, index) => {
    all[resolver] = values[index] ?? NO_VALUES;
  });
  return all;
}
