import type { FieldStatistics } from '../../../src/entities/statistics/types.ts';
import type { ReferenceList, ResolverPart, RuleConfig, TransformerPart } from '../../../src/rules/document/types.ts';
import { placeholder } from '../design/placeholders.ts';
import { printable, type RulesStatistics, type SharedKey } from './statistics.ts';

/** Parts of a rule-config: each takes the place of the part with its id, or is added. */
export interface RulesParts {
  readonly transformers?: readonly TransformerPart[];
  readonly resolvers?: readonly ResolverPart[];
}

/** Values to drop before a resolver, and why. */
interface Suggestion {
  readonly resolverID: string;
  readonly reasons: readonly string[];
  readonly parts: RulesParts;
}

export interface Suggestions {
  readonly drop: readonly Suggestion[];
  /** Keys of several parts that too many records share: a list of values does not help. */
  readonly keys: readonly SharedKey[];
}

/** A key counts as about to become over-frequent from this share of the limit on. */
const SHARE_OF_LIMIT = 0.1;

/**
 * What the statistics suggest. It is advice: nothing uses it before an owner puts it into the rule-config.
 *
 * @param genericKeyRecords more records than this make a key over-frequent
 */
export function suggestionsOf(statistics: RulesStatistics, config: RuleConfig, genericKeyRecords: number): Suggestions {
  const values = new Map<string, Map<string, string>>();
  const note = (resolverID: string, value: string, reason: string) => {
    const ofResolver = values.get(resolverID) ?? new Map<string, string>();
    if (!ofResolver.has(value)) ofResolver.set(value, reason);
    values.set(resolverID, ofResolver);
  };
  for (const { resolverID, frequent } of statistics.resolvers()) {
    for (const { value, atLeast } of frequent) {
      if (placeholder.test(value)) note(resolverID, value, `stands for no value in ${recordsText(atLeast)}`);
    }
  }
  const keys = statistics.sharedKeys(Math.ceil(genericKeyRecords * SHARE_OF_LIMIT));
  for (const key of keys) {
    if (key.resolverID !== undefined) note(key.resolverID, key.parts[0]!.part, keyReason(key, genericKeyRecords));
  }
  return {
    drop: [...values].map(([resolverID, reasons]) => ({
      resolverID,
      reasons: [...reasons].map(([value, reason]) => `${JSON.stringify(value)} ${reason}`),
      parts: droppingPart(config, resolverID, [...reasons.keys()]),
    })),
    keys: keys.filter(({ resolverID, parts }) => resolverID === undefined && parts.length > 0),
  };
}

/** What is the matter with a key that so many records share. */
function keyReason({ exact, ruleIDs, atLeast }: SharedKey, genericKeyRecords: number): string {
  const limit = genericKeyRecords.toLocaleString('en');
  const what = exact
    ? 'makes them one entity'
    : atLeast > genericKeyRecords
      ? 'is over-frequent: it links no more records'
      : `becomes over-frequent above ${limit}`;
  return `is the key of ${ruleIDs.join(', ')} in ${recordsText(atLeast)} and ${what}`;
}

const recordsText = (records: number): string => `${records.toLocaleString('en')} records`;

/** The parts that make a resolver drop values: its filter with more values, or a filter before it. */
function droppingPart(config: RuleConfig, resolverID: string, values: readonly string[]): RulesParts {
  const resolver = config.resolvers.find(({ id }) => id === resolverID)!;
  const source = config.transformers.find(({ id }) => id === resolver.inputPin.sourceID);
  const listed = source?.type === 'filter' && source.attributes['filterOut'] !== false;
  if (source !== undefined && listed) {
    const before = (source.attributes['values'] ?? []) as readonly string[];
    return {
      transformers: [{ ...source, attributes: { ...source.attributes, values: [...new Set([...before, ...values])] } }],
    };
  }
  const taken = new Set(config.transformers.map(({ id }) => id));
  let id = `${resolverID}_UNLISTED`;
  for (let number = 2; taken.has(id); number++) id = `${resolverID}_UNLISTED_${number}`;
  return {
    transformers: [
      {
        id,
        type: 'filter',
        attributes: { values: [...values], filterOut: true },
        inputPins: { default: resolver.inputPin },
      },
    ],
    resolvers: [{ ...resolver, inputPin: { sourceID: id, sourcePin: 'default' } }],
  };
}

/** Suggestions for people to read, each with the parts to put into the rule-config. */
export function suggestionsText({ drop, keys }: Suggestions, genericKeyRecords: number): string {
  if (drop.length === 0 && keys.length === 0) {
    return 'No placeholders, and no key that too many records share.\n';
  }
  const lines: string[] = [];
  for (const { resolverID, reasons, parts } of drop) {
    lines.push(`${resolverID}: drop these values`, ...reasons.map((reason) => `  ${printable(reason)}`));
    lines.push(JSON.stringify(parts, null, 2), '');
  }
  for (const key of keys) lines.push(`${printable(keyText(key))} ${keyReason(key, genericKeyRecords)}`);
  if (keys.length > 0) lines.push('Let the rules of these keys demand another value.', '');
  lines.push('Put what you accept into the rule-config, and see what it does with rules preview.');
  return `${lines.join('\n')}\n`;
}

const keyText = ({ parts }: SharedKey): string => parts.map(({ part }) => JSON.stringify(part)).join(' + ');

/** Rows of a list: some 40 KB of the document. */
const MOST_ROWS = 2_000;

/** The frequent values of a resolver as a reference list, each with the number of records that have it. */
export function listOf({ resolverID, frequent }: FieldStatistics): ReferenceList {
  return {
    id: `FREQUENT_${resolverID}`,
    meta: { header: [{ type: 'text' }, { type: 'text' }] },
    rows: frequent.slice(0, MOST_ROWS).map(({ value, atLeast }) => [value, String(atLeast)]),
  };
}
