/**
 * What the review queue and history cost a submit. At an emulator of DynamoDB: round trips and units, also those of the sweeper
 * that makes history. In the local engine: time. The same people are submitted in turns off, on, off, on, each turn into an empty
 * store of its own; what follows in the background is not in that time.
 *
 *   npm run bench:steward -- [records of a turn] [rounds]
 */
import { readFile } from 'node:fs/promises';
import { createResolution } from '../src/entities/operations.ts';
import { compileRuleConfig } from '../src/rules/compile/compile.ts';
import { loadRuleConfig } from '../src/rules/lint/lint-rule-config.ts';
import type { CompiledRuleConfig, RecordPayload } from '../src/rules/types.ts';
import { censusPeople } from './census-people.ts';
import { inStore } from './own-store.ts';
import { people } from './people.ts';
import { percentile } from './percentile.ts';
import { openEmulatedTable } from './store/emulated-table.ts';
import { runWorkers } from './workers.ts';

/** Milliseconds of one turn. */
interface Turn {
  readonly processor: number;
  readonly wall: number;
}

interface Side {
  readonly rules: CompiledRuleConfig;
  readonly historyRetentionInDays: number;
  readonly reviewPairs: number | undefined;
}

const streams = {
  'made up': () => people(1),
  'as in a census': (most: number) => censusPeople(1, most),
} as const;
/** Records that are submitted to DynamoDB, for each table. */
const DYNAMODB_RECORDS = 400;
const [records = 5_000, rounds = 7] = process.argv.slice(2).map(Number);

const document = JSON.parse(await readFile('examples/people/rule-config.json', 'utf8')) as {
  readonly mutationRuleSetGroups: Record<string, object>;
};
const withoutReview = {
  ...document,
  mutationRuleSetGroups: Object.fromEntries(
    Object.entries(document.mutationRuleSetGroups).map(([name, group]) => [name, { ...group, reviewRuleSetID: null }]),
  ),
};
const compiled = (rules: object) => compileRuleConfig(loadRuleConfig(JSON.stringify(rules)));
const off: Side = { rules: compiled(withoutReview), historyRetentionInDays: 0, reviewPairs: 0 };
const queue: Partial<Side> = { rules: compiled(document), reviewPairs: undefined };
const history: Partial<Side> = { historyRetentionInDays: 30 };
const switchedOn: Readonly<Record<string, Side>> = {
  both: { ...off, ...queue, ...history },
  'the queue': { ...off, ...queue },
  history: { ...off, ...history },
};

/** Submits people one a call, 64 calls at once, each durable. */
async function turn(side: Side, submitted: readonly RecordPayload[]): Promise<Turn & { readonly pairs: number }> {
  return inStore(async (store) => {
    const resolution = createResolution({ store, ...side });
    const [before, started] = [process.cpuUsage(), performance.now()];
    await runWorkers(64, submitted.length, async (index) => void (await resolution.submit([{ ...submitted[index]! }])));
    const { user, system } = process.cpuUsage(before);
    const wall = performance.now() - started;
    return { processor: (user + system) / 1_000, wall, pairs: (await resolution.countReviews()).near };
  });
}

/** Submits of one record, one after the other, and what the sweeper makes of them: the line of a table. */
async function unitsOf(name: string, side: Side, submitted: readonly RecordPayload[]): Promise<string | undefined> {
  const table = await openEmulatedTable(`steward-${process.pid}-${name.replaceAll(/\W/g, '')}`);
  if (table === undefined) return undefined;
  try {
    const resolution = createResolution({ store: table.store, ...side });
    const sums = { rounds: 0, calls: 0, writeUnits: 0, readUnits: 0 };
    for (const record of submitted) {
      const { consumed } = await table.measure(() => resolution.submit([{ ...record }]));
      for (const key of ['rounds', 'calls', 'writeUnits', 'readUnits'] as const) sums[key] += consumed[key];
    }
    const { consumed: later } = await table.measure(() => resolution.sweep());
    const each = [...Object.values(sums), later.writeUnits, later.readUnits].map((sum) => sum / submitted.length);
    const { near } = await resolution.countReviews();
    return `| ${name} | ${near} | ${each.map((value) => value.toFixed(2)).join(' | ')} |`;
  } finally {
    await table.close();
  }
}

const text = (ratios: readonly number[]): string =>
  [0.5, 0, 1].map((share) => percentile(ratios, share).toFixed(3)).join(', ');

console.log(
  '| people, switched on | pairs queued | round trips | calls | write units | read units | sweeper: write | read |',
);
console.log('|---|--:|--:|--:|--:|--:|--:|--:|');
for (const [name, stream] of Object.entries(streams)) {
  const made = stream(DYNAMODB_RECORDS);
  const submitted = Array.from({ length: DYNAMODB_RECORDS }, (): RecordPayload => ({ ...made.next().value }));
  for (const [what, side] of Object.entries({ nothing: off, ...switchedOn })) {
    console.log((await unitsOf(`${name}, ${what}`, side, submitted)) ?? 'There is no emulator for this platform.');
  }
}

console.log('\n| people | switched on | pairs queued | processor: median, least, most | time: median, least, most |');
console.log('|---|---|--:|--:|--:|');
for (const [name, stream] of Object.entries(streams)) {
  const made = stream(records);
  const submitted = Array.from({ length: records }, (): RecordPayload => ({ ...made.next().value }));
  for (const [what, on] of Object.entries(switchedOn)) {
    await turn(off, submitted);
    const ratios: Turn[] = [];
    let pairs = 0;
    for (let round = 0; round < rounds; round++) {
      const [first, second, third, fourth] = [
        await turn(off, submitted),
        await turn(on, submitted),
        await turn(off, submitted),
        await turn(on, submitted),
      ];
      pairs = fourth.pairs;
      const ratio = (of: keyof Turn): number => (second[of] + fourth[of]) / (first[of] + third[of]);
      ratios.push({ processor: ratio('processor'), wall: ratio('wall') });
    }
    const columns = [ratios.map(({ processor }) => processor), ratios.map(({ wall }) => wall)].map(text);
    console.log(`| ${name} | ${what} | ${pairs} | ${columns.join(' | ')} |`);
  }
}
