import type { ResolverStatistics, SharedKey } from '../../../src/entities/rule-changes/statistics/rules-statistics.ts';
import { count } from '../commands/entity.ts';
import { keyReason, type Suggestions } from './suggestions.ts';

const number = (value: number): string => value.toLocaleString('en');

/** Statistics for people to read: a line for each resolver, and its most frequent values below it. */
export function statisticsText(records: number, resolvers: readonly ResolverStatistics[], top: number): string {
  const lines = [count(records, 'record')];
  for (const { resolverID, records: filled, distinct, frequent } of resolvers) {
    const share = records === 0 ? 0 : (100 * filled) / records;
    lines.push(
      `${resolverID}: ${count(filled, 'record')} with a value (${share.toFixed(1)} %), about ${number(distinct)} different`,
    );
    for (const { value, atLeast, atMost } of frequent.slice(0, top)) {
      const times = atLeast === atMost ? number(atLeast) : `${number(atLeast)} to ${number(atMost)}`;
      lines.push(`  ${times.padStart(9)}  ${printable(value)}`);
    }
  }
  return `${lines.join('\n')}\n`;
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

/** A record's value must not steer the reader's terminal. */
const printable = (text: string): string => text.replace(/\p{Cc}/gu, ' ');
