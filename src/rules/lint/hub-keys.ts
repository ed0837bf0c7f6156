import { quote } from '../../text/quote.ts';
import type { ResolverPart, RulePart } from '../document/types.ts';
import type { Matcher } from '../matchers/matcher.ts';
import { ruleKeyParts } from './key-parts.ts';
import type { LintContext, LintRules } from './lint-rule.ts';
import { indexRuleSetIDs, rulesOf } from './rule-groups.ts';

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
