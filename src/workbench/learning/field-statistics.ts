import type { RecordPayload } from '../../rules/types.ts';
import { type ValueShape, valueShape } from '../design/value-shape.ts';

/** What the values of one field are like, over all records of a sample. */
export interface FieldStatistics {
  readonly name: string;
  /** Records with a value. */
  readonly filled: number;
  /** Different values. */
  readonly distinct: number;
  /** Bits of a chance agreement of two values: 0 if all are the same. */
  readonly bits: number;
  /** Mean number of words. */
  readonly words: number;
  /** Share of the values by shape. */
  readonly shapes: ReadonlyMap<ValueShape, number>;
}

/** The most values whose shape is looked at. */
const mostShapes = 1_000;

export function fieldStatistics(name: string, records: readonly RecordPayload[]): FieldStatistics {
  const path = name.split('.');
  const counts = new Map<string, number>();
  const shapes = new Map<ValueShape, number>();
  let filled = 0;
  let words = 0;
  let shaped = 0;
  for (const record of records) {
    const texts = textsAt(record, path, 0);
    if (texts.length === 0) continue;
    filled += 1;
    for (const text of texts) {
      const normal = text.toLowerCase().replace(/\s+/g, ' ');
      counts.set(normal, (counts.get(normal) ?? 0) + 1);
      words += (normal.match(/[\p{L}\p{N}]+/gu)?.length ?? 0) / texts.length;
      if (shaped >= mostShapes) continue;
      shaped += 1;
      const shape = valueShape(text);
      shapes.set(shape, (shapes.get(shape) ?? 0) + 1);
    }
  }
  let total = 0;
  let pairs = 0;
  for (const count of counts.values()) {
    total += count;
    pairs += count * (count - 1);
  }
  for (const [shape, count] of shapes) shapes.set(shape, count / shaped);
  return {
    name,
    filled,
    distinct: counts.size,
    bits: pairs === 0 ? Math.log2(Math.max(1, total)) * 2 : -Math.log2(pairs / Math.max(1, total * (total - 1))),
    words: filled === 0 ? 0 : words / filled,
    shapes,
  };
}

export const shareOf = ({ shapes }: FieldStatistics, ...wanted: readonly ValueShape[]): number =>
  wanted.reduce((sum, shape) => sum + (shapes.get(shape) ?? 0), 0);

/** The texts at a path; numbers count as texts. */
export function textsAt(value: unknown, path: readonly string[], from: number): string[] {
  if (Array.isArray(value)) {
    const next = path[from] === '*' ? from + 1 : from;
    return value.slice(0, 20).flatMap((element) => textsAt(element, path, next));
  }
  if (from < path.length) {
    if (typeof value !== 'object' || value === null) return [];
    const step = path[from]!;
    return Object.hasOwn(value, step) ? textsAt((value as Record<string, unknown>)[step], path, from + 1) : [];
  }
  if (typeof value !== 'string' && typeof value !== 'number') return [];
  const text = String(value).trim().slice(0, 1_000);
  return text === '' ? [] : [text];
}
