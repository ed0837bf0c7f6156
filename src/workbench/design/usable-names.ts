import anyAscii from 'any-ascii';
import { normalForm, withoutDiacritics } from '../../text/normal-form.ts';
import type { DesignField, DesignRequest } from './field-kind.ts';

export interface UsableRequest extends DesignRequest {
  /** The new name of each field that had to be renamed. */
  readonly renamed: ReadonlyMap<string, string>;
  /** The names of fields that contradict another field: the same name again, or another shape of the same object. */
  readonly leftOut: readonly string[];
  /** The number of fields without any letter or digit in their names. */
  readonly unnamed: number;
  /** True if a field is the record's own id. */
  readonly hasID: boolean;
}

/** The most fields of a design. Real records have fewer, and designing for more would take long. */
export const maximalFields = 300;
/** Deeper parts of sample records keep their names. */
const maximalDepth = 16;

/**
 * Renames fields so that their names are valid in GraphQL and in the paths of the rule language: `First name` becomes
 * `First_name`, `фамилия` becomes `familiya`. Leaves out the record's own `id`, empty names, duplicates and fields that are
 * objects in other fields. The order of the fields becomes that of their names, so that the order of columns decides nothing.
 */
export function withUsableNames(request: DesignRequest): UsableRequest {
  const named = byName(request.fields.slice(0, maximalFields)).map((field) => ({
    field,
    name: usableName(field.name),
  }));
  const usable = named.filter(({ name }) => name !== '' && name !== 'id');
  const depths = listDepths(usable.map(({ name }) => name));
  const renamed = new Map<string, string>();
  const leftOut: string[] = [];
  const fields: DesignField[] = [];
  const seen = new Set<string>();
  for (const { field, name } of usable) {
    const { path, objects } = shapeOf(name);
    const isOther =
      depths.has(path) || name.startsWith('id.') || objects.some((object) => object.depth !== depths.get(object.path));
    if (seen.has(path) || isOther) {
      leftOut.push(field.name);
      continue;
    }
    seen.add(path);
    if (name !== field.name) renamed.set(field.name, name);
    fields.push(name === field.name ? field : { ...field, name });
  }
  const sampleRecords =
    renamed.size === 0
      ? request.sampleRecords
      : request.sampleRecords?.map((record) => withRenamedKeys(record, renamed) as Readonly<Record<string, unknown>>);
  return {
    ...request,
    fields,
    sampleRecords,
    renamed,
    leftOut,
    unnamed: named.filter(({ name }) => name === '').length,
    hasID: named.some(({ name }) => name === 'id'),
  };
}

const byName = (fields: readonly DesignField[]): readonly DesignField[] =>
  [...fields].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));

/** An object, or list of objects, on the way to a field. */
interface PassedObject {
  /** Without stars. */
  readonly path: string;
  /** How many lists contain it: the number of stars after its name. */
  readonly depth: number;
}

function shapeOf(name: string): { readonly path: string; readonly objects: readonly PassedObject[] } {
  const objects: { path: string; depth: number }[] = [];
  for (const step of name.split('.')) {
    const last = objects.at(-1);
    if (step === '*' && last !== undefined) last.depth += 1;
    else objects.push({ path: last === undefined ? step : `${last.path}.${step}`, depth: 0 });
  }
  const { path } = objects.pop()!;
  return { path, objects };
}

/** For each object of the records, the most lists that a field has around it. */
function listDepths(names: readonly string[]): ReadonlyMap<string, number> {
  const depths = new Map<string, number>();
  for (const { path, depth } of names.flatMap((name) => shapeOf(name).objects)) {
    depths.set(path, Math.max(depth, depths.get(path) ?? 0));
  }
  return depths;
}

/** Renames the keys of a sample record as its fields are renamed, in nested objects too. */
function withRenamedKeys(value: unknown, renamed: ReadonlyMap<string, string>, depth = 0): unknown {
  if (typeof value !== 'object' || value === null || depth > maximalDepth) return value;
  if (Array.isArray(value)) return value.map((element) => withRenamedKeys(element, renamed, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      renamed.get(key) ?? (usableStep(key) || key),
      withRenamedKeys(inner, renamed, depth + 1),
    ]),
  );
}

function usableName(name: string): string {
  // Linked data names fields by addresses: the last part says what the values are.
  const address = /^[a-z][a-z0-9+.-]*:\/\/\S*?([^/#?=]+)[/#?=]*$/i.exec(name);
  if (address !== null) return usableStep(address[1]!);
  return name
    .slice(0, 200)
    .split('.')
    .map((step) => (step === '*' ? step : usableStep(step)))
    .filter((step) => step !== '')
    .join('.')
    .replace(/^(?:\*\.?)+/, '');
}

/**
 * One step of a path as a name that GraphQL and the rule language accept; other scripts become Latin letters. Empty if
 * nothing readable remains. A usable name stays as it is.
 */
export function usableStep(step: string): string {
  const plain = anyAscii(withoutDiacritics(normalForm(step.trim(), 'NFKC').replace(/\p{Extended_Pictographic}/gu, ' ')))
    .replace(/[^A-Za-z0-9_]+/g, '_')
    // GraphQL reserves names that start with two underscores.
    .replace(/^_+/, '')
    .replace(/_+$/, '');
  return /^\d/.test(plain) ? `f${plain}` : plain;
}
