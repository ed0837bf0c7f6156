import type { Alternative } from '../../rules/compile/rule.ts';
import type { ResolverPart, RuleConfig, TransformerPart } from '../../rules/document/types.ts';
import type { Matcher } from '../../rules/matchers/matcher.ts';

/**
 * An estimate, from name and transformers alone, of how many different values a resolver has. `values` is the number of
 * equally frequent values for which two records agree by chance as often (1/Σp²), in rough powers of ten.
 */
interface ValueSpread {
  readonly kind: string;
  readonly values: number;
}

/** Spreads by words of a name. The first match decides, so combinations of words come before single words. */
const spreadsByName: readonly (readonly [RegExp, ValueSpread])[] = [
  [/\b(?:email|mail|e mail)\b/, { kind: 'e-mail address', values: 1e7 }],
  [/\b(?:phone|mobile|tel|telephone|fax|msisdn|cell)\b/, { kind: 'phone number', values: 1e6 }],
  [
    /\b(?:npi|ssn|ein|vin|iban|tax|vat|passport|licen[cs]e|isbn|doi|lei|duns|gtin|soc sec)\b/,
    { kind: 'identifier', values: 1e8 },
  ],
  [/\b(?:birth|dob|birthday|born)\b.*\b(?:year)\b|\b(?:year|jahr)\b/, { kind: 'year', values: 50 }],
  [/\b(?:birth|dob|birthday|born|geburtsdatum)\b/, { kind: 'date of birth', values: 2e4 }],
  [
    /\b(?:gender|sex|title|salutation|status|active|type|kind|category|language|currency|suffix|prefix)\b/,
    { kind: 'category', values: 3 },
  ],
  [/\b(?:country|nation|nationality)\b/, { kind: 'country', values: 5 }],
  [/\b(?:state|province|region|county)\b/, { kind: 'region', values: 20 }],
  [/\b(?:given|first|fore|forename|vorname|middle|givenname|firstname)\b/, { kind: 'given name', values: 200 }],
  [/\b(?:last|family|surname|nachname|familyname|lastname)\b/, { kind: 'family name', values: 2_000 }],
  [/\b(?:post|postal|zip|postcode|zipcode|plz)\b/, { kind: 'postcode', values: 5_000 }],
  [/\b(?:city|town|suburb|place|ort|locality|district)\b/, { kind: 'place', values: 100 }],
  [/\b(?:street|address|line|road|strasse)\b/, { kind: 'street address', values: 1e5 }],
  [/\b(?:company|organi[sz]ation|business|firm|employer)\b/, { kind: 'company name', values: 1e5 }],
  [/\b(?:headline|abstract|publication|paper|book)\b/, { kind: 'long text', values: 1e6 }],
  [/\b(?:name|fullname)\b/, { kind: 'full name', values: 1e5 }],
  [/\b(?:date|day)\b/, { kind: 'date', values: 2_000 }],
  [/\b(?:number|no|nr|house)\b/, { kind: 'number', values: 100 }],
  [/\b(?:id|key|code|reference|ref)\b/, { kind: 'identifier', values: 1e7 }],
];

const spreadsByType: Readonly<Record<string, ValueSpread>> = {
  normalizeemail: { kind: 'e-mail address', values: 1e7 },
  normalizephonenumber: { kind: 'phone number', values: 1e6 },
  identifier: { kind: 'identifier', values: 1e8 },
  makedate: { kind: 'date', values: 2e4 },
};

const unknownSpread: ValueSpread = { kind: 'unknown', values: 1e4 };

/** Pins that carry only a part of what their transformer reads. */
const spreadsByPin: Readonly<Record<string, ValueSpread>> = {
  year: { kind: 'year', values: 50 },
  month: { kind: 'month', values: 12 },
  day: { kind: 'day', values: 31 },
  domain: { kind: 'mail domain', values: 20 },
  country: { kind: 'country', values: 5 },
  area: { kind: 'postal area', values: 200 },
  given: { kind: 'given name', values: 200 },
  middle: { kind: 'given name', values: 200 },
  family: { kind: 'family name', values: 2_000 },
  suffix: { kind: 'category', values: 3 },
};

/** The number of records among which candidates are estimated. */
export const estimatedRecords = 1_000_000;

interface KeyPartEstimate {
  readonly matcherID: string;
  readonly resolverIDs: readonly string[];
  /** The presumed kind of the values, by names and types alone. */
  readonly takenFor: string;
  /** A rough number of equally frequent values. */
  readonly differentValues: number;
}

export interface RuleKeyEstimate {
  readonly parts: readonly KeyPartEstimate[];
  readonly expectedCandidates: number;
  readonly selectivity: 'high' | 'medium' | 'low';
}

/** Estimates how selective the index keys of a rule's alternative are, from names and types, without data. */
export function estimateKeys({ indexed }: Alternative, config: RuleConfig): RuleKeyEstimate {
  const transformers = new Map(config.transformers.map((part) => [part.id, part]));
  const parts = distinctBySignature(indexed).map((matcher): KeyPartEstimate => {
    const resolvers = matcher.resolvers.map((position) => config.resolvers[position]!);
    const spreads = resolvers.map((resolver) => spreadOf(resolver, transformers));
    // The least selective resolver of a matcher over several (any) decides.
    const spread = spreads.reduce((least, other) => (other.values < least.values ? other : least), spreads[0]!);
    const coarser = matcher.type === 'token' ? 0.1 : 1;
    return {
      matcherID: matcher.id,
      resolverIDs: resolvers.map(({ id }) => id),
      takenFor: spread.kind,
      differentValues: Math.max(2, Math.round(spread.values * coarser)),
    };
  });
  const combinations = parts.reduce((product, part) => product * part.differentValues, 1);
  const expectedCandidates = Math.round((estimatedRecords / combinations) * 100) / 100;
  return { parts, expectedCandidates, selectivity: selectivityOf(expectedCandidates) };
}

function selectivityOf(candidates: number): RuleKeyEstimate['selectivity'] {
  if (candidates <= 10) return 'high';
  return candidates <= 500 ? 'medium' : 'low';
}

function distinctBySignature(matchers: readonly Matcher[]): Matcher[] {
  return [...new Map(matchers.map((matcher) => [matcher.keyParts!.signature, matcher])).values()];
}

/** The most transformers above a resolver to read. More of them change no estimate. */
const maxAbove = 50;

function spreadOf(resolver: ResolverPart, transformers: ReadonlyMap<string, TransformerPart>): ValueSpread {
  const { sourceID, sourcePin } = resolver.inputPin;
  const ofPin = Object.hasOwn(spreadsByPin, sourcePin) ? spreadsByPin[sourcePin] : undefined;
  return ofPin ?? spreadOfName(resolver.id) ?? spreadOfTransformers(transformersAbove(sourceID, transformers));
}

/** The transformer and those that it reads, nearest first along each pin. */
function transformersAbove(
  sourceID: string,
  transformers: ReadonlyMap<string, TransformerPart>,
): readonly TransformerPart[] {
  const above = new Map<string, TransformerPart>();
  const open = [sourceID];
  for (let id = open.pop(); id !== undefined && above.size < maxAbove; id = open.pop()) {
    const part = transformers.get(id);
    if (part === undefined || above.has(id)) continue;
    above.set(id, part);
    for (const pin of Object.values(part.inputPins)) if (pin !== null) open.push(pin.sourceID);
  }
  return [...above.values()];
}

function spreadOfTransformers(above: readonly TransformerPart[]): ValueSpread {
  const typed = above.find(({ type }) => Object.hasOwn(spreadsByType, type));
  if (typed !== undefined) return spreadsByType[typed.type]!;
  const paths = above.map(({ attributes }) => attributes['path']).filter((path) => typeof path === 'string');
  const spreads = paths.map((path) => spreadOfName(path) ?? unknownSpread);
  if (spreads.length === 0) return unknownSpread;
  const isJoined = above.some(({ type }) => type === 'concat');
  if (!isJoined) return spreads.reduce((least, other) => (other.values < least.values ? other : least));
  const values = Math.min(
    1e8,
    spreads.reduce((product, spread) => product * spread.values, 1),
  );
  return { kind: spreads.map(({ kind }) => kind).join(' and '), values };
}

function spreadOfName(name: string): ValueSpread | undefined {
  const words = name
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replace(/[^\p{L}]+/gu, ' ')
    .trim();
  return spreadsByName.find(([pattern]) => pattern.test(words))?.[1];
}
