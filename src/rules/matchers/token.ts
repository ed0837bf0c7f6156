import * as z from 'zod/mini';
import { digest } from '../../text/digest.ts';
import type { Work } from '../../work.ts';
import type { Tokenizer } from '../tokenizers/tokenizer.ts';
import type { ResolvedValues } from '../types.ts';
import { LONG, LongComparisons, spend } from './long-comparison.ts';
import { defineMatcher, type Matcher, type MissingValue, missingSides } from './matcher.ts';
import { anyByFirstTokens, anyPairsInPieces, closestPairs, pairsAtLeast, unitsOfPairing } from './token-pairing.ts';
import { combinationParts, recordTokens, sequenceParts } from './token-parts.ts';

/** The maximum of `min`, more tokens than any useful rule requires. */
const MAX_MIN = 64;

const attributes = z.object({
  resolverID: z.string().check(z.minLength(1), z.describe('Resolver whose values are cut into tokens and compared.')),
  tokenizerID: z.string().check(z.minLength(1), z.describe('Tokenizer that cuts every value.')),
  comparerID: z.string().check(z.minLength(1), z.describe('Comparer that compares two tokens.')),
  strategy: z
    ._default(z.enum(['minimum', 'all', 'sameorder']), 'minimum')
    .check(
      z.describe(
        'minimum: at least min tokens pair up one to one. all: every token of the shorter side does, and at least min. sameorder: as many tokens on both sides, at least min, and each pairs with the one at the same place.',
      ),
    ),
  min: z
    ._default(z.int().check(z.minimum(1), z.maximum(MAX_MIN)), 1)
    .check(z.describe('How many tokens must pair up at least.')),
  mustExist: z
    ._default(z.boolean(), false)
    .check(z.describe('True makes a record without a value an error; false (the default) is simply not satisfied.')),
  indexStrategy: z
    ._default(z.enum(['combinations', 'all', 'none']), 'combinations')
    .check(
      z.describe(
        'combinations: a key for every combination of indexTokens tokens. all: one key of all tokens in order, with the strategy sameorder only. none: the matcher is verified, but finds no candidates.',
      ),
    ),
  indexTokens: z
    .optional(z.int().check(z.minimum(1), z.maximum(MAX_MIN)))
    .check(
      z.describe('Size of the combinations; min when not given. More than min would lose matches, so min counts then.'),
    ),
});

const NONE: readonly MissingValue[] = [];

const partsOfExamples = {
  tokenizers: [{ id: 'word', type: 'word', attributes: {} }],
  comparers: [
    { id: 'exact', type: 'exact', attributes: {} },
    { id: 'oneEdit', type: 'distance', attributes: { allowedDistance: 1 } },
  ],
};

type Attributes = z.infer<typeof attributes>;

/** The tokens of one record. */
interface RecordTokens {
  /** One list for each value. */
  readonly all: readonly (readonly string[])[];
  /** Those lists that have enough tokens to satisfy the matcher. */
  readonly lists: readonly (readonly string[])[];
  /** The tokens of `lists`. */
  readonly count: number;
  /** UTF-16 units of these tokens. */
  readonly units: number;
}

/** Cutting so many UTF-16 units takes less time than a look into a weak map, which also burdens the collector. */
const CUT_AGAIN = 32;

/** Tokens by the list of values that they are cut from, which is mostly judged several times. */
class TokensByValues {
  private readonly known = new WeakMap<readonly string[], RecordTokens>();
  private readonly cut: Tokenizer;
  private readonly min: number;

  constructor(cut: Tokenizer, min: number) {
    this.cut = cut;
    this.min = min;
  }

  of(values: readonly string[]): RecordTokens {
    if (values.length === 0 || (values.length === 1 && values[0]!.length <= CUT_AGAIN)) return this.cutAll(values);
    let tokens = this.known.get(values);
    if (tokens === undefined) {
      tokens = this.cutAll(values);
      this.known.set(values, tokens);
    }
    return tokens;
  }

  private cutAll(values: readonly string[]): RecordTokens {
    const all = recordTokens(values, this.cut);
    const lists = all.every(({ length }) => length >= this.min) ? all : all.filter(({ length }) => length >= this.min);
    let [count, units] = [0, 0];
    for (const list of lists) {
      count += list.length;
      for (const token of list) units += token.length;
    }
    return { all, lists, count, units };
  }
}

const names = new WeakMap<RecordTokens, string>();

function nameOf(tokens: RecordTokens): string {
  const name = names.get(tokens) ?? digest(tokens.lists);
  names.set(tokens, name);
  return name;
}

/** The same for the two in any order. */
const nameOfPair = (a: RecordTokens, b: RecordTokens): string => [nameOf(a), nameOf(b)].sort().join();

/** How tokens become parts of keys; `size` 0 means all tokens. */
interface KeyScheme {
  readonly kind: 'sequence' | 'combinations';
  readonly size: number;
}

function keySchemeOf({ strategy, min, indexStrategy, indexTokens }: Attributes): KeyScheme | undefined {
  if (indexStrategy === 'none') return undefined;
  const size = Math.min(indexTokens ?? min, min);
  if (strategy === 'sameorder') return { kind: 'sequence', size: indexStrategy === 'all' ? 0 : size };
  return indexStrategy === 'all' ? undefined : { kind: 'combinations', size };
}

/** True if a part of a key contains all tokens that must pair up. */
function isWhole({ size }: KeyScheme, { strategy, min }: Attributes, atMostOneToken: boolean): boolean {
  if (strategy === 'sameorder') return size === 0 && min === 1;
  return size === min && (strategy === 'minimum' || (min === 1 && atMostOneToken));
}

/**
 * Two records satisfy the matcher if one value of each record does; it never mixes tokens of different values. A token
 * pairs with at most one token, and the pairing is a maximum one.
 */
export const token = defineMatcher<Attributes>({
  type: 'token',
  summary: 'Cuts the values into tokens and is satisfied when enough tokens pair up one to one.',
  attributes,
  lint({ strategy, min, indexStrategy, indexTokens }) {
    const notes = [];
    if (indexTokens !== undefined && indexTokens > min) {
      notes.push({
        severity: 'warning' as const,
        code: 'INDEX_TOKENS_ABOVE_MIN',
        message: `indexTokens is ${indexTokens}, but only ${min} tokens are sure to pair up: combinations of ${min} are indexed`,
        hint: `Write ${min}, or raise min.`,
        pointer: '/indexTokens',
      });
    }
    if (indexStrategy === 'all' && strategy !== 'sameorder') {
      notes.push({
        severity: 'warning' as const,
        code: 'INDEX_STRATEGY_INCOMPLETE',
        message: `one key of all tokens would lose matches of the strategy ${strategy}: the matcher is verified only`,
        hint: 'Write combinations, or the strategy sameorder.',
        pointer: '/indexStrategy',
      });
    }
    return notes;
  },
  compile(given, context) {
    const { resolverID, strategy, min } = given;
    const resolver = context.resolver(resolverID);
    const tokenizer = context.tokenizer(given.tokenizerID);
    const comparer = context.comparer(given.comparerID);
    const { position } = resolver;
    const required = given.mustExist || resolver.mustExist;
    const missingValue: readonly MissingValue[] = [{ matcherID: context.id, resolverID }];
    const missing: Matcher['missing'] = (values) => (required && values[position]!.length === 0 ? missingValue : NONE);
    const tokens = new TokensByValues(tokenizer.run, min);
    const longComparisons = new LongComparisons();

    const needed = (a: number, b: number): number => {
      if (strategy === 'sameorder') return a === b ? Math.max(a, min) : Number.POSITIVE_INFINITY;
      return strategy === 'all' ? Math.max(Math.min(a, b), min) : min;
    };
    const sameOrder = (a: readonly string[], b: readonly string[]): boolean => {
      for (let i = 0; i < a.length; i++) if (!comparer.run.satisfied(a[i]!, b[i]!)) return false;
      return true;
    };
    const textsSatisfied = (a: readonly string[], b: readonly string[]): boolean => {
      const count = needed(a.length, b.length);
      if (count > a.length || count > b.length) return false;
      return strategy === 'sameorder' ? sameOrder(a, b) : pairsAtLeast(a, b, comparer.run, count);
    };
    const anyText = (left: RecordTokens, right: RecordTokens): boolean => {
      for (let i = 0; i < left.lists.length; i++) {
        for (let j = 0; j < right.lists.length; j++) {
          if (textsSatisfied(left.lists[i]!, right.lists[j]!)) return true;
        }
      }
      return false;
    };
    const anyTextInPieces = (left: RecordTokens, right: RecordTokens): Work<boolean> =>
      strategy === 'sameorder'
        ? anyByFirstTokens(left.lists, right.lists, comparer.run, textsSatisfied)
        : anyPairsInPieces(left.lists, right.lists, comparer.run, needed);
    const satisfied = (a: ResolvedValues, b: ResolvedValues): boolean => {
      const left = tokens.of(a[position]!);
      const right = tokens.of(b[position]!);
      if (left.count === 0 || right.count === 0) return false;
      const units = unitsOfPairing(left, right, comparer.run);
      if (units > LONG) return longComparisons.compare(nameOfPair(left, right), () => anyTextInPieces(left, right));
      spend(units);
      return anyText(left, right);
    };

    const { keyParts: codes, bound } = comparer.run;
    const meaningBy = (comparison: string): string =>
      digest(['token', resolver.meaning, tokenizer.meaning, comparison, strategy, min]);
    const scheme = codes === undefined ? undefined : keySchemeOf(given);
    const signature = digest(['token', resolver.meaning, tokenizer.meaning, comparer.meaning, min, scheme ?? null]);
    // True if a shared part implies the matcher, so nothing is left to verify.
    const partDecides =
      scheme !== undefined && comparer.run.decides && isWhole(scheme, given, tokenizer.atMostOneToken === true);
    let last: { readonly values: ResolvedValues; readonly parts: readonly string[] } | undefined;
    const keyParts =
      scheme === undefined || codes === undefined
        ? undefined
        : {
            signature,
            parts(values: ResolvedValues, limit: number): readonly string[] | undefined {
              // Several plans ask for the parts of a record, one after the other.
              if (last?.values === values && last.parts.length <= limit) return last.parts;
              const parts = new Set<string>();
              for (const list of tokens.of(values[position]!).lists) {
                const add = scheme.kind === 'sequence' ? sequenceParts : combinationParts;
                if (!add(list, scheme.size, codes, parts, limit)) return undefined;
              }
              last = { values, parts: [...parts] };
              return last.parts;
            },
          };

    return {
      id: context.id,
      type: 'token',
      meaning: meaningBy(comparer.meaning),
      bound: bound && { ...bound, family: meaningBy(bound.family) },
      resolvers: [position],
      satisfied,
      missing,
      keyParts,
      impliedBy: (sharedParts) => partDecides && sharedParts.has(signature),
      verdict(a, b) {
        let closest: ReturnType<typeof closestPairs> | undefined;
        const rightTokens = tokens.of(b[position]!).all;
        for (const left of tokens.of(a[position]!).all) {
          for (const right of rightTokens) {
            const found = closestPairs(left, right, comparer.run, strategy === 'sameorder');
            if (closest === undefined || found.similarity > closest.similarity) closest = found;
          }
        }
        return {
          matcherID: context.id,
          type: 'token',
          satisfied: satisfied(a, b),
          similarity: closest?.similarity ?? 0,
          values: [{ resolverID, a: a[position]!, b: b[position]! }],
          pairs: closest?.pairs ?? [],
          missing: missingSides(missing, a, b),
        };
      },
    };
  },
  examples: [
    {
      attributes: { resolverID: 'name', tokenizerID: 'word', comparerID: 'exact', min: 2 },
      ...partsOfExamples,
      a: { name: ['anna maria beispiel'] },
      b: { name: ['beispiel anna'] },
      satisfied: true,
    },
    {
      attributes: { resolverID: 'name', tokenizerID: 'word', comparerID: 'exact', strategy: 'all', min: 2 },
      ...partsOfExamples,
      a: { name: ['anna beispiel'] },
      b: { name: ['anna maria muster'] },
      satisfied: false,
    },
    {
      attributes: { resolverID: 'name', tokenizerID: 'word', comparerID: 'oneEdit', strategy: 'all', min: 2 },
      ...partsOfExamples,
      a: { name: ['ana beispiel'] },
      b: { name: ['anna maria beispil'] },
      satisfied: true,
    },
    {
      attributes: { resolverID: 'name', tokenizerID: 'word', comparerID: 'exact', strategy: 'sameorder' },
      ...partsOfExamples,
      a: { name: ['anna beispiel'] },
      b: { name: ['beispiel anna'] },
      satisfied: false,
    },
  ],
});
