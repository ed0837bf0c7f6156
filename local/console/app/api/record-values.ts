import type { RecordLeaf } from './record-type.ts';

/** A record as the API answers it. */
export type RecordData = { readonly id: string } & Readonly<Record<string, unknown>>;

const kindsOfTitle = /name|title|label|brand|company|model/i;

/** Every value of a record at a path, as texts; lists are walked. */
export function textsAt(record: RecordData, { path }: Pick<RecordLeaf, 'path'>): readonly string[] {
  let values: readonly unknown[] = [record];
  for (const { field } of path) {
    values = values.flatMap((value) => {
      const inner = isObject(value) ? value[field] : undefined;
      return Array.isArray(inner) ? inner : [inner];
    });
  }
  return values.filter((value) => value !== null && value !== undefined && value !== '').map(textOf);
}

/** What a person would call a record: its names, else its first values, else its id. */
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
 * Records or search parameters from what was typed in; fields without a text are left out.
 *
 * @param typed texts by the leaf's name
 * @throws TypeError when a text is none of the field's scalar, with the field in the message
 */
export function valuesFrom(typed: ReadonlyMap<string, string>, leaves: readonly RecordLeaf[]): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const leaf of leaves) {
    const text = typed.get(leaf.name)?.trim() ?? '';
    if (text !== '') put(values, leaf, text);
  }
  return values;
}

/** A list of values takes several, parted by semicolons. */
function put(values: Record<string, unknown>, leaf: RecordLeaf, text: string): void {
  let target = values;
  for (const { field, isList } of leaf.path.slice(0, -1)) {
    const present = target[field];
    const next = (Array.isArray(present) ? present[0] : present) ?? {};
    if (present === undefined) target[field] = isList ? [next] : next;
    target = next as Record<string, unknown>;
  }
  const last = leaf.path.at(-1);
  if (last === undefined) return;
  target[last.field] = last.isList ? text.split(';').map((part) => scalarOf(leaf, part.trim())) : scalarOf(leaf, text);
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

/** The texts with which a form shows a record. */
export function typedFrom(record: RecordData, leaves: readonly RecordLeaf[]): ReadonlyMap<string, string> {
  return new Map(
    leaves.flatMap((leaf) => {
      const texts = textsAt(record, leaf);
      return texts.length === 0 ? [] : [[leaf.name, texts.join('; ')] as const];
    }),
  );
}

function textOf(value: unknown): string {
  return isObject(value) ? JSON.stringify(value) : String(value);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
