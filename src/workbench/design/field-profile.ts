import type { DesignField, DesignRequest, FieldKind } from './field-kind.ts';
import { type ValueShape, valueShape } from './value-shape.ts';

/** Statistics of a field's samples. */
export interface FieldProfile {
  /** Sample values, one list per sample record in its order; records without a value have an empty list. */
  readonly byRecord: readonly (readonly string[])[];
  /** All sample values, of records and of the field's own samples. */
  readonly values: readonly string[];
  /** Share of sample records without a value; undefined without sample records. */
  readonly missing: number | undefined;
  /** Share of distinct values among all values; 1 without samples. */
  readonly distinct: number;
  /** Share of the values by shape. */
  readonly shapes: ReadonlyMap<ValueShape, number>;
  /** Mean number of words of a value. */
  readonly words: number;
  readonly isList: boolean;
}

/** Limits of what is read: more records and longer values add no information. */
const maximalRecords = 200;
const maximalValues = 400;
const maximalCharacters = 1000;

export function fieldProfile(field: DesignField, { sampleRecords }: DesignRequest): FieldProfile {
  const records = (sampleRecords ?? []).slice(0, maximalRecords);
  const path = field.name.split('.');
  let isList = isListType(field.type);
  const byRecord = records.map((record) => {
    const found: unknown[] = [];
    collect(record, path, 0, found);
    if (found.some(Array.isArray)) isList = true;
    return textsOf(found);
  });
  const own = textsOf((field.samples ?? []).slice(0, maximalValues));
  const values = [...byRecord.flat(), ...own].slice(0, maximalValues);
  const shapes = new Map<ValueShape, number>();
  let words = 0;
  for (const value of values) {
    const shape = valueShape(value);
    shapes.set(shape, (shapes.get(shape) ?? 0) + 1 / values.length);
    words += value.split(/\s+/).length / values.length;
  }
  const empty = byRecord.filter((texts) => texts.length === 0).length;
  return {
    byRecord,
    values,
    missing: records.length === 0 ? undefined : empty / records.length,
    distinct: values.length === 0 ? 1 : new Set(values).size / values.length,
    shapes,
    words,
    isList,
  };
}

export function share(profile: FieldProfile, ...shapes: readonly ValueShape[]): number {
  return shapes.reduce((sum, shape) => sum + (profile.shapes.get(shape) ?? 0), 0);
}

function isListType(type: string | undefined): boolean {
  return type !== undefined && /\[|list|array|multi/i.test(type);
}

function collect(value: unknown, path: readonly string[], from: number, found: unknown[]): void {
  if (from === path.length) {
    found.push(value);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  const step = path[from]!;
  if (step === '*' && Array.isArray(value)) {
    for (const element of value.slice(0, 20)) collect(element, path, from + 1, found);
  } else if (Object.hasOwn(value, step)) {
    collect((value as Record<string, unknown>)[step], path, from + 1, found);
  }
}

function textsOf(values: readonly unknown[]): string[] {
  return values
    .flatMap((value) => (Array.isArray(value) ? value.slice(0, 20) : [value]))
    .flatMap((value) => (typeof value === 'string' || typeof value === 'number' ? [String(value)] : []))
    .map((text) => text.slice(0, maximalCharacters).trim())
    .filter((text) => text !== '');
}

/** A field with the kind that is guessed so far. */
export interface Draft {
  readonly field: DesignField;
  /** The words of its name. */
  readonly words: readonly string[];
  readonly profile: FieldProfile;
  readonly kind: FieldKind;
  /** Why this kind was chosen, for you to check. */
  readonly because: string;
}

/** A kind that replaces the one guessed so far. */
export type Correction = Pick<Draft, 'kind' | 'because'>;
