import { present } from '../../assert.ts';
import type { Item, Key, Outcome, Update, Write } from '../../store/port.ts';
import { BLANK, splitText } from './text-list.ts';

/**
 * The owner of an exact key: every record that has the key belongs to the owner's entity.
 *
 * | item      | pk       | sk  | attributes |
 * |-----------|----------|-----|------------|
 * | key owner | `K#hash` | `#` | `n` nodes that own the key, separated by blanks; several only where removed links or constraints keep them apart. `o` operation that claimed the key, which tells this owner from a later one |
 */
const PREFIX = 'K#';

export interface KeyOwner {
  readonly owners: readonly string[];
  /** The operation that claimed the key. */
  readonly claimedBy: string | undefined;
}

export const keyOwnerKey = (hash: string): Key => ({ pk: PREFIX + hash, sk: '#' });

export const readKeyOwner = (item: Item): KeyOwner => ({
  owners: ownersOf(item),
  claimedBy: item['o'] as string | undefined,
});

export const ownersOf = (item: Item | undefined): string[] => splitText(item?.['n'], BLANK);

export const hasSameOwners = (a: Item | undefined, b: Item | undefined): boolean => a?.['n'] === b?.['n'];

/** Claims an exact key for a node, unless the key has an owner. */
export const claimWrite = (hash: string, node: string, operation: string): Update => ({
  update: keyOwnerKey(hash),
  setIfAbsent: { n: node, o: operation },
});

/** The item of a key that one operation claimed, its attributes as JSON. */
export const keyOwnerText = (node: string, operation: string) => ({
  sk: keyOwnerKey('').sk,
  text: `{"n":"${node}","o":"${operation}"}`,
});

/** Replaces the owners of a key, on condition that they are as they were read; undefined when nothing changes. */
export function ownersWrite(hash: string, before: readonly string[], after: readonly string[]): Write | undefined {
  const [was, is] = [before.join(BLANK), [...after].sort().join(BLANK)];
  if (was === is) return undefined;
  const unchanged = was === '' ? ({ item: 'absent' } as const) : { attribute: 'n', equals: was };
  return is === ''
    ? { delete: keyOwnerKey(hash), if: [unchanged] }
    : { update: keyOwnerKey(hash), set: { n: is }, if: [unchanged] };
}

/** The owner of a key after a claim: the one that the claim met, or its node. */
export function ownerAfter(
  { node }: { readonly node: string },
  operation: string,
  outcome: Outcome | undefined,
): KeyOwner {
  const { before } = present(outcome, 'every write has an outcome');
  return before === undefined ? { owners: [node], claimedBy: operation } : readKeyOwner(before);
}

/** The owner of an exact key, among those that were read or claimed. */
export const ownerOf = (keyOwners: ReadonlyMap<string, KeyOwner>, hash: string): KeyOwner =>
  present(keyOwners.get(hash), 'every exact key of a published record has an owner');
