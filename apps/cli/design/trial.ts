import { tmpdir } from 'node:os';
import { resolveRecords } from '../../../src/batch/resolve.ts';
import { Pace } from '../../../src/entities/pace.ts';
import { compileRuleConfig } from '../../../src/rules/compile/compile.ts';
import { loadRuleConfig } from '../../../src/rules/lint/lint-rule-config.ts';
import type { RecordPayload } from '../../../src/rules/types.ts';
import type { Design } from '../../../src/workbench/design/design.ts';
import { InterruptedError } from '../interrupted.ts';

export interface TrialOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: (share: number) => void;
}

/** What the rules make of records. */
export interface Trial {
  /** The number of records. */
  readonly records: number;
  /** How many entities there are of each size, small ones first. */
  readonly clusters: readonly { readonly size: number; readonly count: number }[];
}

/** So many of the first records are resolved: they take a few seconds. */
const mostTried = 40_000;

/**
 * The entities that a service makes of the first records of a file, by the designed rules: vetoes hold, and a key of very
 * many records links the first of them.
 */
export async function trialRun(
  { ruleConfig }: Pick<Design, 'ruleConfig'>,
  records: AsyncIterable<RecordPayload> | Iterable<RecordPayload>,
  { signal, onProgress = () => {} }: TrialOptions = {},
): Promise<Trial> {
  const rules = compileRuleConfig(loadRuleConfig(JSON.stringify(ruleConfig), undefined, 'the designed rule-config'));
  const pace = new Pace(async () => {
    if (signal?.aborted) throw new InterruptedError('interrupted');
  });
  const {
    records: count,
    table,
    sets,
  } = await resolveRecords(firstOf(records, mostTried), rules, {
    directory: tmpdir(),
    pace,
    total: mostTried,
    onProgress: (phase, share) => onProgress(phase === 'keys' ? share / 2 : (1 + share) / 2),
  });
  return { records: count, clusters: sizesOf(sets.parts().filter(([first]) => table.isRecord(first!))) };
}

async function* firstOf<Item>(
  items: AsyncIterable<Item> | Iterable<Item>,
  most: number,
): AsyncGenerator<Item, void, undefined> {
  let left = most;
  for await (const item of items) {
    if (left === 0) return;
    left -= 1;
    yield item;
  }
}

function sizesOf(parts: readonly (readonly unknown[])[]): Trial['clusters'] {
  const bySize = Map.groupBy(parts, ({ length }) => length);
  return [...bySize].map(([size, all]) => ({ size, count: all.length })).sort((a, b) => a.size - b.size);
}
