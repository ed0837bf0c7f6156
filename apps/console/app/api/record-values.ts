import { own } from '../../../../src/own.ts';
import type { PathStep, RecordLeaf } from './record-type.ts';

/** A record as the API returns it. */
export type RecordData = { readonly id: string } & Readonly<Record<string, unknown>>;

const kindsOfTitle = /name|title|label|brand|company|model/i;

/** Every value of a record at a path as text, from all elements of lists. */
export function textsAt(record: RecordData, { path }: Pick<RecordLeaf, 'path'>): readonly string[] {
  return textsIn(valuesAt([record], path));
}

function valuesAt(values: readonly unknown[], path: readonly PathStep[]): readonly unknown[] {
  return path.reduce<readonly unknown[]>(
    (within, { field }) =>
      within.flatMap((value) => {
        const inner = isObject(value) ? own(value, field) : undefined;
        return Array.isArray(inner) ? inner : [inner];
      }),
    values,
  );
}

function textsIn(values: readonly unknown[]): readonly string[] {
  return values.filter((value) => value !== null && value !== undefined && value !== '').map(textOf);
}

/** A title for a record: its names, else its first values, else its id. */
export function titleOf(record: RecordData, fields: readonly RecordLeaf[]): string {
  const others = fields.filter(({ name }) => name !== 'id');
  const named = others.filter(({ name }) => kindsOfTitle.test(name));
  for (const candidates of [named, others]) {
    const texts = candidates.flatMap((leaf) => textsAt(record, leaf).slice(0, 1)).slice(0, 2);
    if (texts.length > 0) return texts.join(' ');
  }
  return record.id;
}

/**
 * Builds a record or search parameters from form texts; empty fields are left out.
 *
 * @param typed texts by the leaf's name
 * @throws TypeError when a text is not valid for the field's scalar; the message names the field
 */
export function valuesFrom(typed: ReadonlyMap<string, string>, leaves: readonly RecordLeaf[]): Record<string, unknown> {
  // Without a prototype, so that every field is a name like any other.
  const values: Record<string, unknown> = Object.create(null);
  for (const leaf of leaves) {
    const text = typed.get(leaf.name)?.trim() ?? '';
    if (text !== '') put(values, leaf, leaf.path, isOfList(leaf) ? text.split(';').map((part) => part.trim()) : [text]);
  }
  return values;
}

/** True if a leaf may have several values, which a form separates by semicolons. */
export function isOfList({ path }: Pick<RecordLeaf, 'path'>): boolean {
  return path.some(({ isList }) => isList);
}

/**
 * Assigns texts to a path. In a list of objects the first text goes to the first object, and so on; empty ones are
 * skipped.
 */
function put(
  target: Record<string, unknown>,
  leaf: RecordLeaf,
  [step, ...rest]: readonly PathStep[],
  texts: readonly string[],
): void {
  if (step === undefined) return;
  const { field, isList } = step;
  if (rest.length === 0) {
    const scalars = texts.filter((text) => text !== '').map((text) => scalarOf(leaf, text));
    if (isList) target[field] = scalars;
    else if (scalars.length > 0) target[field] = scalars[0];
  } else if (isList) {
    target[field] ??= [];
    const objects = target[field] as Record<string, unknown>[];
    for (const [place, text] of texts.entries()) {
      objects[place] ??= Object.create(null) as Record<string, unknown>;
      put(objects[place], leaf, rest, [text]);
    }
  } else {
    target[field] ??= Object.create(null);
    put(target[field] as Record<string, unknown>, leaf, rest, texts);
  }
}

function scalarOf({ scalar, name }: RecordLeaf, text: string): unknown {
  if (scalar === 'Int' || scalar === 'Float') {
    const number = Number(text);
    if (!Number.isFinite(number)) throw new TypeError(`${name} takes a number, and ${JSON.stringify(text)} is none.`);
    return number;
  }
  if (scalar === 'Boolean') {
    if (/^(?:true|yes)$/i.test(text)) return true;
    if (/^(?:false|no)$/i.test(text)) return false;
    throw new TypeError(`${name} takes true or false, and ${JSON.stringify(text)} is neither.`);
  }
  if (scalar === 'Map' || scalar === 'StringMap') {
    try {
      return JSON.parse(text);
    } catch {
      throw new TypeError(`${name} takes JSON, such as {"key": "value"}.`);
    }
  }
  return text;
}

/** The form texts of a record. */
export function typedFrom(record: RecordData, leaves: readonly RecordLeaf[]): ReadonlyMap<string, string> {
  return new Map(
    leaves.flatMap((leaf) => {
      const texts = placedTexts(record, leaf);
      return texts.length === 0 ? [] : [[leaf.name, texts.join('; ')] as const];
    }),
  );
}

/** Texts with an empty one for each object of a list that has no value, so that later ones keep their position. */
function placedTexts(record: RecordData, leaf: RecordLeaf): readonly string[] {
  const { path } = leaf;
  const list = path.findIndex(({ isList }, index) => isList && index < path.length - 1);
  if (list === -1) return textsAt(record, leaf);
  const texts = valuesAt([record], path.slice(0, list + 1)).flatMap((object) => {
    const within = textsIn(valuesAt([object], path.slice(list + 1)));
    return within.length === 0 ? [''] : within;
  });
  return texts.slice(0, texts.findLastIndex((text) => text !== '') + 1);
}

function textOf(value: unknown): string {
  return isObject(value) ? JSON.stringify(value) : String(value);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
