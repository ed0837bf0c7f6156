import type { RecordPayload } from '../../rules/types.ts';
import { textsAt } from './field-statistics.ts';
import type { SamplePair } from './learned-design.ts';
import { bitsOfCandidates, type Learned, rounded } from './learned-draft.ts';

/** The most pairs around the threshold. */
const mostPairs = 20;
/** The most characters of a value. */
const mostCharacters = 120;

/** The pairs nearest to the threshold, half of them above it, each pattern once. */
export function samplePairs({ draft, model, threshold }: Learned, records: readonly RecordPayload[]): SamplePair[] {
  const nearest = Array.from(bitsOfCandidates(model), (bits, index) => ({ index, bits: rounded(bits) }))
    .filter(({ bits }) => Number.isFinite(bits))
    .sort((a, b) => Math.abs(a.bits - threshold.bits) - Math.abs(b.bits - threshold.bits));
  const seen = new Set<number>();
  const sides = [0, 0];
  const chosen: SamplePair[] = [];
  for (const { index, bits } of nearest) {
    const side = bits >= threshold.bits ? 1 : 0;
    const pattern = model.numbers[index]!;
    if (seen.has(pattern) || sides[side]! >= mostPairs / 2) continue;
    seen.add(pattern);
    sides[side]! += 1;
    const a = records[model.candidates.first[index]!]!;
    const b = records[model.candidates.second[index]!]!;
    const parts = draft.evidence.flatMap((item, at) => {
      const level = model.patterns.levels[pattern * model.patterns.items + at]!;
      if (level === 0) return [];
      const counted = level > item.levels.length ? item.otherwise : item.levels[level - 1]![1];
      return [{ title: item.title, bits: counted, valueA: textOf(a, item.fields), valueB: textOf(b, item.fields) }];
    });
    chosen.push({ a, b, bits, parts });
    if (chosen.length === mostPairs) break;
  }
  return chosen.sort((x, y) => y.bits - x.bits);
}

function textOf(record: RecordPayload, fields: readonly string[]): string {
  return fields
    .flatMap((name) => textsAt(record, name.split('.'), 0))
    .join(' ')
    .slice(0, mostCharacters);
}
