import { InvalidItemError, InvalidKeyError, InvalidWriteError, ItemTooLargeError } from './errors.ts';
import {
  type Check,
  type Clause,
  type Condition,
  type Item,
  type Key,
  TRANSACT_LIMIT,
  type Update,
  type Value,
  type Write,
} from './port.ts';

const FIRST_SURROGATE = 0xd800;

const BEHIND_SURROGATES = 0xe000;

/** Compares as UTF-8 bytes do. JavaScript orders a character beyond U+FFFF, two surrogates, before U+E000 to U+FFFF. */
export function compareUtf8(a: string, b: string): number {
  const common = Math.min(a.length, b.length);
  for (let index = 0; index < common; index++) {
    const left = a.charCodeAt(index);
    const right = b.charCodeAt(index);
    if (left === right) continue;
    if (left >= FIRST_SURROGATE && right >= FIRST_SURROGATE) {
      const isLeftSurrogate = left < BEHIND_SURROGATES;
      if (isLeftSurrogate !== right < BEHIND_SURROGATES) return isLeftSurrogate ? 1 : -1;
    }
    return left - right;
  }
  return a.length - b.length;
}

/** Bytes of UTF-8. DynamoDB allows 2,048 and 1,024. */
export const PARTITION_KEY_BYTES = 1_024;

const SORT_KEY_BYTES = 900;

/** DynamoDB allows 400 KB; the rest is room for what an update may still add. */
export const ITEM_BYTES = 390 * 1_024;

/** What DynamoDB can hold; a JavaScript number may be larger or smaller. */
const LARGEST_NUMBER = 9.9e125;

const SMALLEST_NUMBER = 1e-130;

/** DynamoDB allows 32, of which the item itself is one. */
const NESTING_LIMIT = 30;

/** The text as UTF-8 can carry it: half characters become U+FFFD. */
export const wellFormed = (text: string): string => (text.isWellFormed() ? text : text.toWellFormed());

/** One text a key, the same for no two; the length makes the pair unambiguous whatever characters the parts hold. */
export function identityOf(key: Key): string {
  return `${key.pk.length}:${key.pk}${key.sk}`;
}

/** Whether a sort key is at or behind a prefix, in the order of UTF-8 bytes (which is not that of JavaScript). */
export function isAtOrBehind(sk: string, prefix: string): boolean {
  return compareUtf8(sk, prefix) >= 0;
}

export function checkKey(key: Key): void {
  checkKeyPart('partition key', key.pk, PARTITION_KEY_BYTES);
  checkKeyPart('sort key', key.sk, SORT_KEY_BYTES);
}

export function checkKeyPart(part: string, text: string, limit: number): void {
  // UTF-8 cannot carry half a character: two different keys would become one.
  if (typeof text === 'string' && text.length > 0 && text.isWellFormed()) {
    // One UTF-16 unit is at most three bytes, so that short keys need no counting.
    if (text.length * 3 <= limit) return;
    const bytes = Buffer.byteLength(text);
    if (bytes <= limit) return;
    throw new InvalidKeyError(`The ${part} "${text.slice(0, 40)}…" has ${bytes} bytes, more than ${limit}`, {
      hint: 'Use a shorter id.',
    });
  }
  throw new InvalidKeyError(
    text === '' ? `The ${part} is empty` : `The ${part} ${JSON.stringify(text)?.slice(0, 60)} is not well-formed text`,
    { hint: 'A key is 1 or more characters of valid Unicode.' },
  );
}

/** With so many writes it takes less to compare each with each than to keep a set of keys. */
const FEW_WRITES = 12;

/** Keys of one call must be different: neither engine could say in which order two writes of one key happen. */
export function checkWrites(writes: readonly (Write | Check)[]): void {
  const seen = writes.length > FEW_WRITES ? new Set<string>() : undefined;
  for (let index = 0; index < writes.length; index++) {
    const write = writes[index]!;
    const key = keyOf(write);
    checkKey(key);
    if ('update' in write) checkUpdate(write);
    const isSeen = seen === undefined ? isAmong(writes, index, key) : seen.has(identityOf(key));
    if (isSeen) {
      throw new InvalidWriteError(`Two writes of one call name the item ${key.pk} ${key.sk}`, {
        hint: 'Join them into one write.',
      });
    }
    seen?.add(identityOf(key));
  }
}

/** Whether one of the first `count` writes names the item. */
function isAmong(writes: readonly (Write | Check)[], count: number, { pk, sk }: Key): boolean {
  for (let index = 0; index < count; index++) {
    const other = keyOf(writes[index]!);
    if (other.pk === pk && other.sk === sk) return true;
  }
  return false;
}

/** One attribute can be changed once, and the key never. */
function checkUpdate(update: Update): void {
  const { set, setIfAbsent, add, remove } = update;
  checkNames(update, set);
  checkNames(update, setIfAbsent, set);
  checkNames(update, add, set, setIfAbsent);
  if (remove === undefined) return;
  for (const [index, name] of remove.entries()) {
    if (isKeyName(name) || hasName(name, set, setIfAbsent, add) || remove.indexOf(name) < index) {
      throw namedTwice(update, name);
    }
  }
}

type Named = { readonly [attribute: string]: unknown } | undefined;

function checkNames(update: Update, names: Named, ...others: readonly Named[]): void {
  if (names === undefined) return;
  for (const name of Object.keys(names)) {
    if (isKeyName(name) || hasName(name, ...others)) throw namedTwice(update, name);
  }
}

const isKeyName = (name: string): boolean => name === 'pk' || name === 'sk';

function hasName(name: string, ...others: readonly Named[]): boolean {
  for (const names of others) if (names !== undefined && Object.hasOwn(names, name)) return true;
  return false;
}

function namedTwice({ update: { pk, sk } }: Update, name: string): InvalidWriteError {
  return new InvalidWriteError(
    `The update of the item ${pk} ${sk} names the attribute "${name}" twice, or it is its key`,
    {
      hint: 'Change an attribute once in one update; a key cannot change.',
    },
  );
}

export function checkTransact(writes: readonly (Write | Check)[]): void {
  if (writes.length > TRANSACT_LIMIT) {
    throw new InvalidWriteError(`A transaction of ${writes.length} items is larger than ${TRANSACT_LIMIT}`, {
      hint: 'Split it, or use write() where the items need not change together.',
    });
  }
  checkWrites(writes);
  for (const write of writes) {
    if (!('update' in write) || write.set || write.setIfAbsent || write.add || write.remove) continue;
    throw new InvalidWriteError(`The update of the item ${write.update.pk} ${write.update.sk} changes nothing`, {
      hint: 'In a transaction use a check, or a put if absent.',
    });
  }
}

export function keyOf(write: Write | Check): Key {
  if ('put' in write) return write.put;
  if ('update' in write) return write.update;
  if ('delete' in write) return write.delete;
  return write.check;
}

/**
 * The size of an item as DynamoDB counts it: UTF-8 bytes of names and texts, about half a byte a digit, one byte for
 * true, false and null, three bytes for a list or map and one for each element. Throws {@link ItemTooLargeError} and
 * {@link InvalidItemError}.
 */
export function checkItem(item: Item): number {
  let bytes = 0;
  for (const name in item) bytes += Buffer.byteLength(name) + valueBytes(item[name] as Value, item, name, 1);
  if (bytes > ITEM_BYTES) {
    throw new ItemTooLargeError(`The item ${item.pk} ${item.sk} has ${bytes} bytes, more than ${ITEM_BYTES}`, {
      hint: 'Store less in one record, or split it.',
    });
  }
  return bytes;
}

function valueBytes(value: Value, item: Key, name: string, depth: number): number {
  switch (typeof value) {
    case 'string':
      return Buffer.byteLength(value);
    case 'number':
      checkNumber(value, item, name);
      return 1 + Math.ceil(String(value).length / 2);
    case 'boolean':
      return 1;
    case 'object': {
      if (value === null) return 1;
      if (depth > NESTING_LIMIT) throw invalidValue(item, name, `nested deeper than ${NESTING_LIMIT} levels`);
      let bytes = 3;
      if (Array.isArray(value)) {
        for (const element of value) bytes += 1 + valueBytes(element as Value, item, name, depth + 1);
      } else {
        if (!isPlain(value)) throw invalidValue(item, name, `a ${value.constructor?.name ?? 'foreign object'}`);
        for (const [inner, element] of Object.entries(value)) {
          bytes += 1 + Buffer.byteLength(inner) + valueBytes(element as Value, item, name, depth + 1);
        }
      }
      return bytes;
    }
    default:
      throw invalidValue(item, name, typeof value);
  }
}

/** Whether an object is a map of values, not an instance of some class that would lose its nature when stored. */
function isPlain(value: object): boolean {
  const prototype = Object.getPrototypeOf(value);
  // An object of another realm has another Object.prototype; like ours, it has no prototype itself.
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function isStorableNumber(value: number): boolean {
  const magnitude = Math.abs(value);
  return magnitude === 0 || (magnitude >= SMALLEST_NUMBER && magnitude <= LARGEST_NUMBER);
}

function checkNumber(value: number, item: Key, name: string): void {
  if (!isStorableNumber(value)) throw invalidValue(item, name, `the number ${value}`);
}

function invalidValue(item: Key, name: string, what: string): InvalidItemError {
  return new InvalidItemError(
    `Attribute "${name}" of the item ${item.pk} ${item.sk} is ${what}, which cannot be stored`,
    {
      hint: 'An attribute is a text, a number between 1e-130 and 9.9e125, true, false, null, a list or a map of these.',
    },
  );
}

/** Whether every clause holds for the item as it stands (undefined: there is none). */
export function holds(condition: Condition | undefined, item: Item | undefined): boolean {
  if (condition === undefined) return true;
  for (const clause of condition) if (!clauseHolds(clause, item)) return false;
  return true;
}

function clauseHolds(clause: Clause, item: Item | undefined): boolean {
  if ('item' in clause) return (clause.item === 'present') === (item !== undefined);
  const value: Value | undefined = item?.[clause.attribute];
  if ('equals' in clause) return value === clause.equals;
  if ('absentOr' in clause) return value === undefined || value === clause.absentOr;
  if ('least' in clause) return typeof value === 'number' && value >= clause.least && value <= clause.most;
  return value === undefined;
}

/** What an update makes of an item (undefined: there is none yet). The item itself is not touched. */
export function changed(update: Update, before: Item | undefined): Item {
  const after: Record<string, Value> = before === undefined ? {} : { ...before };
  if (update.remove !== undefined) for (const name of update.remove) delete after[name];
  if (update.set !== undefined) Object.assign(after, update.set);
  if (update.setIfAbsent !== undefined) {
    for (const name in update.setIfAbsent) {
      if (before?.[name] === undefined) after[name] = update.setIfAbsent[name] as Value;
    }
  }
  if (update.add !== undefined) {
    for (const name in update.add) {
      const value = before?.[name];
      const old = value === undefined ? 0 : value;
      if (typeof old !== 'number') throw notANumber(update, name);
      const sum = old + (update.add[name] as number);
      checkNumber(sum, update.update, name);
      after[name] = sum;
    }
  }
  after['pk'] = update.update.pk;
  after['sk'] = update.update.sk;
  return after as Item;
}

function notANumber(update: Update, name: string): InvalidWriteError {
  const { pk, sk } = update.update;
  return new InvalidWriteError(
    `Attribute "${name}" of the item ${pk} ${sk} is no number, so that nothing can be added to it`,
    {
      hint: 'Use set to replace it.',
    },
  );
}
