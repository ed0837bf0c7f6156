import { linkedByRules } from '../../../../../src/rules/learning/labels/linked-by-rules.ts';
import type { LearnedDesign } from '../../../../../src/rules/learning/learned-design.ts';
import type { RecordPayload } from '../../../../../src/rules/types.ts';

/** How many entities of each size the rules of a design make, the smallest first. */
export function entitySizes({ design }: Pick<LearnedDesign, 'design'>, records: readonly RecordPayload[]) {
  const bySize = Map.groupBy(linkedByRules(design, records).parts(), ({ length }) => length);
  return [...bySize].map(([size, all]) => ({ size, count: all.length })).sort((a, b) => a.size - b.size);
}
