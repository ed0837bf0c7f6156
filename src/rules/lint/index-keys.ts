import { append } from '../../multimap.ts';
import { quote } from '../../text/plain-text.ts';
import type { ResolverPart, RulePart } from '../document/types.ts';
import type { Matcher } from '../matchers/matcher.ts';
import { indexRuleSetIDs, type LintContext, type LintRules, rulesOf } from './lint-rule.ts';

/** The index parts of an alternative of a rule. */
interface RuleKeyParts {
  /** The position of the combination that the parts are of; undefined for a rule without combinations. */
  readonly combination: number | undefined;
  /** The matchers with key parts, one per signature. */
  readonly matchers: readonly Matcher[];
  /** Signatures of the parts of the keys. */
  readonly signatures: ReadonlySet<string>;
  /**
   * Signatures of all parts that two records share when they satisfy the alternative, including those of matchers
   * that give no keys.
   */
  readonly shared: ReadonlySet<string>;
}

/** One for each alternative of the rule. Empty if a matcher of the rule is broken, which is already reported. */
function ruleKeyParts(rule: RulePart, { compiledMatchers }: LintContext): readonly RuleKeyParts[] {
  const { indexMatcherIDs, disableIndexMatcherIDs } = rule.attributes;
  const all = [...rule.matcherIDs, ...indexMatcherIDs.flat()];
  if (all.some((id) => !compiledMatchers.has(id))) return [];
  if (indexMatcherIDs.length === 0) {
    const disabled = new Set(disableIndexMatcherIDs);
    const given = rule.matcherIDs.filter((id) => !disabled.has(id));
    return [keyPartsOf(given, rule.matcherIDs, undefined, compiledMatchers)];
  }
  return indexMatcherIDs.map((ids, index) => keyPartsOf(ids, [...ids, ...rule.matcherIDs], index, compiledMatchers));
}

/** @param all the matchers that must be satisfied, with those that give keys */
function keyPartsOf(
  givingKeys: readonly string[],
  all: readonly string[],
  combination: number | undefined,
  compiled: ReadonlyMap<string, Matcher>,
): RuleKeyParts {
  const matchers = new Map<string, Matcher>();
  for (const id of givingKeys) {
    const matcher = compiled.get(id)!;
    if (matcher.keyParts !== undefined) matchers.set(matcher.keyParts.signature, matcher);
  }
  const shared = new Set(all.flatMap((id) => compiled.get(id)!.keyParts?.signature ?? []));
  return { combination, matchers: [...matchers.values()], signatures: new Set(matchers.keys()), shared };
}

/** Returns the sets of key part signatures of the indexed rules, which define the keys of the index. */
interface IndexedKeys {
  readonly bySignature: ReadonlyMap<string, readonly ReadonlySet<string>[]>;
}

/** True if all pairs of records that satisfy an alternative with these shared parts share a key of the index. */
function isServed(shared: ReadonlySet<string>, index: IndexedKeys, steps: { left: number }): boolean {
  for (const signature of shared) {
    for (const key of index.bySignature.get(signature) ?? []) {
      steps.left -= key.size;
      if (key.size <= shared.size && [...key].every((part) => shared.has(part))) return true;
      // Only a malicious document exhausts the steps: then report nothing rather than something wrong.
      if (steps.left < 0) return true;
    }
  }
  return false;
}

function indexedKeys(rules: Iterable<RulePart>, context: LintContext): IndexedKeys {
  const bySignature = new Map<string, ReadonlySet<string>[]>();
  const seen = new Set<RulePart>();
  for (const rule of rules) {
    if (seen.has(rule)) continue;
    seen.add(rule);
    for (const { signatures } of ruleKeyParts(rule, context)) addKeys(bySignature, signatures);
  }
  return { bySignature };
}

function addKeys(bySignature: Map<string, ReadonlySet<string>[]>, signatures: ReadonlySet<string>): void {
  // One part is enough to find a key.
  const first = signatures.values().next().value;
  if (first !== undefined) append(bySignature, first, signatures);
}

/** The maximum number of steps for comparing rules with index keys; an untrusted document may have many of both. */
const maxSteps = 2_000_000;

export const indexKeyRules: LintRules = {
  NO_INDEX_KEYS: {
    severity: 'error',
    meaning: 'A rule of an index rule set has no matcher with key parts, so it finds no candidates.',
    example: '"R1": ["similarName"], where "similarName" compares with a similarity, in an index rule set',
    fix: 'Add a matcher on an exact or phonetic value, remove one from disableIndexMatcherIDs, or remove the rule from the index rule set.',
    check(context, report) {
      for (const ruleSetID of indexRuleSetIDs(context)) {
        for (const { rule, pointer } of rulesOf(ruleSetID, context)) {
          if (rule.value.matcherIDs.length + rule.value.attributes.indexMatcherIDs.length === 0) continue;
          const without = ruleKeyParts(rule.value, context).find(({ signatures }) => signatures.size === 0);
          if (without === undefined) continue;
          const { combination, shared } = without;
          report(
            pointer,
            `rule ${quote(rule.value.id)} of index rule set ${quote(ruleSetID)} finds no candidates${byCombination(combination)}: none of its matchers gives index keys`,
            shared.size > 0 && combination === undefined
              ? 'Take a matcher out of disableIndexMatcherIDs.'
              : `Add a matcher on an exact or phonetic value, or take the ${combination === undefined ? 'rule out of this rule set' : 'combination away'}.`,
          );
        }
      }
    },
  },
  SEARCH_NOT_INDEXED: {
    severity: 'error',
    meaning: 'A search rule has no keys in any index rule set, so a search finds nothing by it.',
    example: '"searchRuleSetIDs": { "default": "search" }, where rule "R2" of "search" is in no index rule set',
    fix: 'Add the rule to an index rule set.',
    check(context, report) {
      const index = indexedKeys(allIndexRules(context), context);
      const steps = { left: maxSteps };
      const reported = new Set<string>();
      for (const { name, value: ruleSetID } of context.document.searchRuleSetIDs) {
        for (const { rule, pointer } of rulesOf(ruleSetID, context)) {
          const missed = ruleKeyParts(rule.value, context).find(({ shared }) => !isServed(shared, index, steps));
          if (missed === undefined || reported.has(pointer)) continue;
          reported.add(pointer);
          report(
            pointer,
            `search rule set ${quote(name)} uses rule ${quote(rule.value.id)}, which has no keys${byCombination(missed.combination)} in an index rule set`,
            `Add ${quote(rule.value.id)} to an index rule set.`,
          );
        }
      }
    },
  },
  LINK_NOT_INDEXED: {
    severity: 'warning',
    meaning:
      'A link or deduplicate rule has no keys in an index rule set: it is only applied to records that another rule finds.',
    example: '"linkRuleSetID": "links", where rule "R2" of "links" is not in the index rule set',
    fix: 'Add the rule to the index rule set of its group.',
    check(context, report) {
      const indexed = new Set(allIndexRules(context));
      const index = indexedKeys(indexed, context);
      const steps = { left: maxSteps };
      for (const { name, value: group } of context.document.mutationRuleSetGroups) {
        for (const ruleSetID of new Set([group.linkRuleSetID, group.deduplicateRuleSetID])) {
          for (const { rule, pointer } of rulesOf(ruleSetID, context)) {
            // A rule in an index rule set without keys is a separate error.
            if (indexed.has(rule.value)) continue;
            const missed = ruleKeyParts(rule.value, context).find(({ shared }) => !isServed(shared, index, steps));
            if (missed === undefined) continue;
            report(
              pointer,
              `rule ${quote(rule.value.id)} of group ${quote(name)} has no keys${byCombination(missed.combination)} in an index rule set: it misses records that no other rule finds`,
              `Add ${quote(rule.value.id)} to index rule set ${quote(group.indexRuleSetID)}.`,
            );
          }
        }
      }
    },
  },
};

const byCombination = (combination: number | undefined): string =>
  combination === undefined ? '' : ` by combination ${combination + 1} of its indexMatcherIDs`;

function* allIndexRules(context: LintContext): Generator<RulePart> {
  for (const ruleSetID of indexRuleSetIDs(context)) {
    for (const { rule } of rulesOf(ruleSetID, context)) yield rule.value;
  }
}

/**
 * Words in the names of values that very many records share: alone or combined with each other, they make a poor key.
 */
const everywhere = new Set(
  'gender sex geschlecht salutation anrede prefix suffix year jahr month monat age alter country land nation nationality state province region county language status active type kind category source currency'.split(
    ' ',
  ),
);

/** Words in the names of values that many records share: one alone makes a poor key, two may make a good one. */
const common = new Set(
  'postcode postalcode postal zip zipcode plz city town ort place suburb district given givenname first firstname forename vorname middle middlename last lastname family familyname surname nachname street house housenumber occupation'.split(
    ' ',
  ),
);

/** How many levels of the pipeline above a resolver are read for names. */
const maxTransformers = 50;

/**
 * Finds over-frequent keys. If very many records share a key, each is a candidate of every other, and submits become
 * slow. The linter has no data, so it uses the names of resolvers, paths and pins.
 */
export const hubKeyRules: LintRules = {
  HUB_KEY: {
    severity: 'warning',
    meaning:
      'The index keys of a rule consist of a value that many records share, such as a postcode, a first name, a city, a gender or a year alone.',
    example: '"R1": ["samePostcode"], in an index rule set',
    fix: 'Add a matcher on a value that distinguishes records.',
    check(context, report) {
      for (const ruleSetID of indexRuleSetIDs(context)) {
        for (const { rule, pointer } of rulesOf(ruleSetID, context)) {
          for (const [names, combinations] of hubsOf(rule.value, context)) {
            report(
              pointer,
              `the index keys of rule ${quote(rule.value.id)}${combinationsText(combinations)} are made of ${names} only, which many records may share`,
              'Add a matcher on a value that tells records apart, such as a phone number, or on a second name.',
            );
          }
        }
      }
    },
  },
};

/** The combinations of a rule whose keys many records share, by the names of their values: some compare the same ones. */
function hubsOf(rule: RulePart, context: LintContext): ReadonlyMap<string, readonly number[]> {
  const hubs = new Map<string, number[]>();
  for (const { matchers, combination } of ruleKeyParts(rule, context)) {
    const resolvers = resolversOf(matchers, context);
    if (resolvers.length === 0 || !isHub(resolvers, context)) continue;
    const names = resolvers.map(({ id }) => quote(id)).join(' and ');
    hubs.set(names, [...(hubs.get(names) ?? []), ...(combination === undefined ? [] : [combination + 1])]);
  }
  return hubs;
}

function combinationsText(combinations: readonly number[]): string {
  if (combinations.length === 0) return '';
  return ` by combination${combinations.length === 1 ? '' : 's'} ${combinations.join(' and ')} of its indexMatcherIDs`;
}

function resolversOf(matchers: readonly Matcher[], { document }: LintContext): readonly ResolverPart[] {
  const positions = new Set(matchers.flatMap(({ resolvers }) => resolvers));
  return [...positions].map((position) => document.resolvers[position]!.value);
}

function isHub(resolvers: readonly ResolverPart[], context: LintContext): boolean {
  let commonValues = 0;
  for (const resolver of resolvers) {
    const spread = spreadOf(resolver, context);
    if (spread === 'rare') return false;
    if (spread === 'common') commonValues += 1;
  }
  return commonValues < 2;
}

/** Uses the resolver's own name; if that is not enough, its pin, such as `year`, and the paths above it. */
function spreadOf(resolver: ResolverPart, context: LintContext): 'rare' | 'common' | 'everywhere' {
  const own = spreadOfWords(words(resolver.id));
  if (own !== 'rare') return own;
  const ofPin = spreadOfWords(words(resolver.inputPin.sourcePin));
  if (ofPin !== 'rare') return ofPin;
  const spreads = namesAbove(resolver, context).map((name) => spreadOfWords(words(name)));
  // If several sources are joined to one value, one rare part makes the whole value rare.
  if (spreads.length === 0 || spreads.includes('rare') || spreads.length > 1) return 'rare';
  return spreads[0]!;
}

function spreadOfWords(all: readonly string[]): 'rare' | 'common' | 'everywhere' {
  const spreads = all.map((word) => (everywhere.has(word) ? 'everywhere' : common.has(word) ? 'common' : 'rare'));
  const known = spreads.filter((spread) => spread !== 'rare');
  if (known.length === 0) return 'rare';
  // A name of many words means more than the listed word: "cityAndStreet", "firstLineOfAddress".
  if (all.length > 2) return 'rare';
  if (known.length < all.length && !all.some((word) => fillers.has(word))) return 'rare';
  return known.includes('everywhere') ? 'everywhere' : 'common';
}

/** Words without information about how many records share a value. */
const fillers = new Set(
  'name birth code of the value text lower clean normalized date number id is person home address'.split(' '),
);

/** Returns the last names of the paths that a resolver depends on. */
function namesAbove(resolver: ResolverPart, { transformers }: LintContext): string[] {
  const names: string[] = [];
  const seen = new Set<string>();
  const open = [resolver.inputPin.sourceID];
  for (let id = open.pop(); id !== undefined && seen.size < maxTransformers; id = open.pop()) {
    const transformer = transformers.get(id)?.value;
    if (seen.has(id) || transformer === undefined) continue;
    seen.add(id);
    const path = transformer.attributes['path'];
    if (typeof path === 'string') names.push(path.split('.').findLast((step) => letter.test(step)) ?? path);
    for (const pin of Object.values(transformer.inputPins)) if (pin !== null) open.push(pin.sourceID);
  }
  return names;
}

const letter = /\p{L}/u;

const newWord = /(\p{Ll})(\p{Lu})/gu;

const notLetters = /[^\p{L}]+/u;

/** Splits `postalCode`, `postal_code` and `Postal code` into the words postal and code. */
function words(name: string): string[] {
  return name
    .replace(newWord, '$1 $2')
    .toLowerCase()
    .split(notLetters)
    .filter((word) => word !== '');
}
