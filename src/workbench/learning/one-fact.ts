import type { RecordPayload } from '../../rules/types.ts';
import type { ValueRole } from './by-values.ts';
import { textsAt } from './field-statistics.ts';

/** Fewer pairs show nothing. */
const fewestPairs = 10;
/** Records with a value in both fields, as a share of those with the rarer one: more are two facts. */
const mostTogether = 0.02;
/** In so many of the pairs the two fields agree, and so many times as often as in random pairs. */
const leastAgreement = 0.5;
const leastLift = 4;
/** A value of more records relates more than duplicates. */
const mostSharing = 3;

/**
 * Groups fields that two sources name differently, such as `runtime` and `runtimeMinutes`: hardly any record has both,
 * and records that share a rare value elsewhere have the same value in them far more often than random records.
 *
 * @param roles how the values of each field are compared; only fields of one role are one fact
 * @param all the names of all fields, whose rare values find pairs of records
 * @returns each field of `roles` once, in groups
 */
export function fieldsOfOneFact(
  roles: ReadonlyMap<string, ValueRole>,
  all: readonly string[],
  records: readonly RecordPayload[],
): string[][] {
  const values = new Map(all.map((name) => [name, records.map((record) => textOf(record, name))]));
  const groups: string[][] = [];
  let pairs: readonly (readonly [number, number])[] | undefined;
  for (const [name, role] of roles) {
    const group = groups.find(([first]) => {
      if (roles.get(first!) !== role || !areApart(values.get(first!)!, values.get(name)!)) return false;
      pairs ??= pairsOfRareValues(values);
      return agree(values.get(first!)!, values.get(name)!, pairs);
    });
    if (group === undefined) groups.push([name]);
    else group.push(name);
  }
  return groups;
}

const textOf = (record: RecordPayload, name: string): string =>
  (textsAt(record, name.split('.'), 0)[0] ?? '').toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

function areApart(left: readonly string[], right: readonly string[]): boolean {
  let [both, ofLeft, ofRight] = [0, 0, 0];
  left.forEach((text, index) => {
    const other = right[index]!;
    if (text !== '') ofLeft += 1;
    if (other !== '') ofRight += 1;
    if (text !== '' && other !== '') both += 1;
  });
  return both <= mostTogether * Math.min(ofLeft, ofRight);
}

function pairsOfRareValues(values: ReadonlyMap<string, readonly string[]>): (readonly [number, number])[] {
  const pairs: (readonly [number, number])[] = [];
  for (const own of values.values()) {
    const holders = new Map<string, number[]>();
    own.forEach((text, index) => {
      if (text === '') return;
      const known = holders.get(text);
      if (known === undefined) holders.set(text, [index]);
      else if (known.length <= mostSharing) known.push(index);
    });
    for (const indexes of holders.values()) {
      if (indexes.length > mostSharing) continue;
      for (const [at, a] of indexes.entries()) for (const b of indexes.slice(at + 1)) pairs.push([a, b]);
    }
  }
  return pairs;
}

function agree(
  left: readonly string[],
  right: readonly string[],
  pairs: readonly (readonly [number, number])[],
): boolean {
  let compared = 0;
  let same = 0;
  for (const [a, b] of pairs) {
    for (const [x, y] of [
      [left[a]!, right[b]!],
      [left[b]!, right[a]!],
    ]) {
      if (x === '' || y === '') continue;
      compared += 1;
      if (x === y) same += 1;
    }
  }
  return (
    compared >= fewestPairs && same >= leastAgreement * compared && same >= leastLift * chance(left, right) * compared
  );
}

/** The share of random pairs of values that are the same. */
function chance(left: readonly string[], right: readonly string[]): number {
  const counts = new Map<string, number>();
  let ofLeft = 0;
  for (const text of left) {
    if (text === '') continue;
    ofLeft += 1;
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  let ofRight = 0;
  let same = 0;
  for (const text of right) {
    if (text === '') continue;
    ofRight += 1;
    same += counts.get(text) ?? 0;
  }
  return same / Math.max(1, ofLeft * ofRight);
}
