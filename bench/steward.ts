/**
 * What the review queue and history cost a submit in time: the same people are submitted in turns off, on, off, on, each turn
 * into an empty store of its own. What follows a submit in the background is not measured.
 *
 *   npm run bench:steward -- [records of a turn] [rounds]
 */
import { readFile } from 'node:fs/promises';
import { createResolution } from '../src/entities/create.ts';
import { compileRuleConfig } from '../src/rules/compile/compile.ts';
import { loadRuleConfig } from '../src/rules/lint/lint-rule-config.ts';
import type { CompiledRuleConfig, RecordPayload } from '../src/rules/types.ts';
import { censusPeople } from './census-people.ts';
import { inStore } from './own-store.ts';
import { people } from './people.ts';
import { percentile } from './percentile.ts';
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

const text = (ratios: readonly number[]): string =>
  [0.5, 0, 1].map((share) => percentile(ratios, share).toFixed(3)).join(', ');

console.log('| people | switched on | pairs queued | processor: median, least, most | time: median, least, most |');
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
