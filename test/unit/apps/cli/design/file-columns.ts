import type { FileColumn } from '../../../../../apps/cli/files/column-summary.ts';

/** A column with these values in its rows. */
export const column = (title: string, values: readonly string[], position = 1): FileColumn => {
  const counts = new Map<string, number>();
  for (const value of values) if (value !== '') counts.set(value, (counts.get(value) ?? 0) + 1);
  const top = [...counts].map(([value, count]) => ({ value, count })).sort((a, b) => b.count - a.count);
  const filled = values.filter((value) => value !== '').length;
  const summary = { filled, distinct: counts.size, isApproximate: false, top: top.slice(0, 10) };
  return { title, steps: [title], isList: false, position, summary: { ...summary, shortest: '', longest: '' } };
};

/** So many values. */
export const numbered = (count: number, value: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => value(i));
