import type { FileColumn } from '../files/column-summary.ts';

/** A value that many rows have. */
export interface FrequentValue {
  readonly column: string;
  readonly value: string;
  readonly count: number;
}

/** Texts that people write where they have no value. */
export const placeholder =
  /^(?:n ?[/.]? ?a\.?|none|null|nil|nan|unknown|unbek(?:annt|\.)?|inconnue?|desconocid[oa]|sconosciut[oa]|k\. ?a\.?|keine angabe|not (?:available|provided|applicable|known|given|specified)|missing|undefined|unspecified|tb[cd]|to be (?:confirmed|determined)|test|dummy|x{2,}|[-–—._?*#]+|0+|9{3,}|(?:0?1[-./]0?1[-./](?:1[89]|20)00|(?:1[89]|20)00[-./]0?1[-./]0?1)|(?:123){2,}\d*|1234567\d*|0?0?([1-9])\1{5,}|(?:no|none|noreply|test)@.*)$/i;

/** Fewer different values make a category, whose values are frequent by nature. */
const fewestDistinct = 20;
const leastShare = 0.01;
const leastCount = 20;

/** Values that stand for no value. */
export function placeholdersIn(columns: readonly FileColumn[]): readonly FrequentValue[] {
  return columns.flatMap(({ title, summary }) =>
    summary.top
      .filter(({ value, count }) => count > 1 && placeholder.test(value))
      .map(({ value, count }) => ({ column: title, value, count })),
  );
}

/** Values that far more rows share than others of their column. */
export function frequentValuesIn(columns: readonly FileColumn[]): readonly FrequentValue[] {
  return columns.flatMap(({ title, summary: { top, filled, distinct } }) =>
    distinct < fewestDistinct
      ? []
      : top
          .filter(({ value, count }) => count >= Math.max(leastCount, filled * leastShare) && !placeholder.test(value))
          .slice(0, 3)
          .map(({ value, count }) => ({ column: title, value, count })),
  );
}
