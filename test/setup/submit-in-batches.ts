import type { Resolution } from '../../src/entities/operations.ts';
import type { RecordPayload } from '../../src/rules/types.ts';

/** Submits one batch after the other: as many records as each of the sizes says, in turns. */
export async function submitInBatches(
  resolution: Resolution,
  records: readonly RecordPayload[],
  sizes: readonly number[],
): Promise<void> {
  for (let start = 0, turn = 0; start < records.length; turn++) {
    const end = start + sizes[turn % sizes.length]!;
    await resolution.submit(records.slice(start, end));
    start = end;
  }
}
