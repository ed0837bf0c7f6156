import { linkedByRules } from '../../../../../src/batch/linked-by-rules.ts';
import type { RecordPayload } from '../../../../../src/rules/types.ts';
import type { LearnedDesign } from '../../../../../src/workbench/learning/learned-design.ts';

/** How many entities of each size the rules of a design make, the smallest first. */
export function entitySizes({ design }: Pick<LearnedDesign, 'design'>, records: readonly RecordPayload[]) {
  const bySize = Map.groupBy(linkedByRules(design, records).parts(), ({ length }) => length);
  return [...bySize].map(([size, all]) => ({ size, count: all.length })).sort((a, b) => a.size - b.size);
}
