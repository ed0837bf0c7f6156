import { byNames } from '../../multimap.ts';
import type { RecordPayload, ResolvedValues } from '../../rules/types.ts';
import { resolveSamples } from './common-values.ts';
import type { DocumentParts } from './document-parts.ts';
import type { Evidence, Veto } from './evidence.ts';
import { best } from './weights.ts';

/** The share of pairs with different values above which a field is not clean enough to keep records apart. */
const dirtyShare = 0.02;
/** The share of pairs with different values above which a difference says little, and the fewest such pairs. */
const oftenDifferent = 0.1;
const fewestDifferent = 2;
/** Bits beyond chance that the rest of two records must agree by before they count as one entity. */
const beyondChance = 8;
/** Values that more samples share are too common to make pairs of. */
const mostSharing = 20;

/**
 * Removes the vetoes that the samples refute: if records that agree in nearly everything have different values of a
 * field that should be unique, its values are not clean. Where such records differ often, a difference costs less.
 */
export function judgedBySamples(
  evidence: readonly Evidence[],
  parts: DocumentParts,
  records: readonly RecordPayload[],
): readonly Evidence[] {
  const open = evidence.filter(({ veto, dirtyOtherwise }) => veto !== undefined || dirtyOtherwise !== undefined);
  if (records.length < 2 || open.length === 0) return evidence;
  const resolved = resolveSamples(parts, records);
  const positions = new Map(parts.resolvers.map(({ id }, position) => [id, position]));
  return evidence.map((item) => {
    if (!open.includes(item)) return item;
    const others = evidence.filter((other) => other !== item);
    const pairs = pairsBy(others, parts, positions, resolved);
    const otherwise = otherwiseOf(item, parts, positions, pairs);
    if (item.veto === undefined || item.veto.isCertain === true || !refutes(item.veto, positions, pairs))
      return { ...item, otherwise };
    const { veto: _veto, ...rest } = item;
    return { ...rest, otherwise, refutedVeto: true };
  });
}

function otherwiseOf(item: Evidence, parts: DocumentParts, positions: Positions, pairs: readonly Pair[]): number {
  const { dirtyOtherwise, exact, otherwise } = item;
  const resolverID = dirtyOtherwise === undefined || exact === undefined ? undefined : parts.resolverOfSame(exact);
  if (resolverID === undefined) return otherwise;
  const { known, different } = differences(resolverID, undefined, positions, pairs);
  return different >= fewestDifferent && different >= known * oftenDifferent ? dirtyOtherwise! : otherwise;
}

type Positions = ReadonlyMap<string, number>;
type Pair = readonly [ResolvedValues, ResolvedValues];

function refutes({ resolverID, tolerance }: Veto, positions: Positions, pairs: readonly Pair[]): boolean {
  const { known, different } = differences(resolverID, tolerance, positions, pairs);
  return different > 0 && different >= known * dirtyShare;
}

/** How many pairs have values on both sides, and how many of these have different values. */
function differences(
  resolverID: string,
  tolerance: number | undefined,
  positions: Positions,
  pairs: readonly Pair[],
): { readonly known: number; readonly different: number } {
  const position = positions.get(resolverID)!;
  const known = pairs.filter(([a, b]) => a[position]!.length > 0 && b[position]!.length > 0);
  const different = known.filter(([a, b]) => !agree(a[position]!, b[position]!, tolerance));
  return { known: known.length, different: different.length };
}

const agree = (a: readonly string[], b: readonly string[], tolerance: number | undefined): boolean =>
  a.some((one) => b.some((two) => one === two || Math.abs(Number(one) - Number(two)) <= (tolerance ?? -1)));

/** The pairs of samples that share so many rare values that chance does not explain it. */
function pairsBy(
  evidence: readonly Evidence[],
  parts: DocumentParts,
  positions: Positions,
  resolved: readonly ResolvedValues[],
): readonly Pair[] {
  const exact = evidence.flatMap((item) => {
    const resolverID = item.exact === undefined ? undefined : parts.resolverOfSame(item.exact);
    const position = resolverID === undefined ? undefined : positions.get(resolverID);
    return position === undefined || best(item) <= 0 ? [] : [{ position, bits: best(item), shared: item.shared }];
  });
  const agreement = new Map<string, { pair: Pair; bits: number; own: boolean }>();
  for (const { position, bits, shared } of exact) {
    for (const [key, { pair, holders }] of sharing(resolved, position)) {
      const known = agreement.get(key) ?? { pair, bits: 0, own: false };
      // A value that further samples have is as common as that, whatever such values say elsewhere.
      const said = holders === 2 ? bits : Math.min(bits, Math.log2(resolved.length / holders));
      agreement.set(key, { pair, bits: known.bits + said, own: known.own || !shared });
    }
  }
  const chance = Math.log2((resolved.length * (resolved.length - 1)) / 2) + beyondChance;
  return [...agreement.values()].filter(({ bits, own }) => own && bits >= chance).map(({ pair }) => pair);
}

interface Sharing {
  readonly pair: Pair;
  /** Samples that have the value, the rarest if the two share several. */
  readonly holders: number;
}

/** Each two records that share a value, once, by their positions. */
function sharing(resolved: readonly ResolvedValues[], position: number): ReadonlyMap<string, Sharing> {
  const holders = byNames(resolved.keys(), (index) => resolved[index]![position]!);
  const pairs = new Map<string, Sharing>();
  for (const indexes of holders.values()) {
    if (indexes.length > mostSharing) continue;
    for (const [at, a] of indexes.entries()) {
      for (const b of indexes.slice(at + 1)) {
        const key = `${a}:${b}`;
        const count = Math.min(indexes.length, pairs.get(key)?.holders ?? indexes.length);
        pairs.set(key, { pair: [resolved[a]!, resolved[b]!], holders: count });
      }
    }
  }
  return pairs;
}
