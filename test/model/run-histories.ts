import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { parseArgs } from 'node:util';
import { REDO_AGE } from '../../src/entities/deadline.ts';
import { createResolution } from '../../src/entities/operations.ts';
import { type Recording, repeatOn } from '../setup/recording.ts';
import { openEngine } from './engines.ts';
import { historyClock } from './history-clock.ts';
import { historyKinds } from './history-kinds.ts';
import { races, runRace, StandsStill } from './races.ts';
import { ruleRaces } from './rule-races.ts';

// npm run test:histories [-- --histories 20000] [--from 1] [--of changes] [--seed 4711]: as long as a night has patience.
// Runs as many histories of each kind, or only those that `--of` names. Prints the seed of every
// failure; `--seed` replays one, or several (`--seed 4711,4712`, ascending). The races of races.ts come first. Ends with 1 when there was any failure.
const { values } = parseArgs({
  options: {
    histories: { type: 'string', default: '20000' },
    from: { type: 'string', default: '1' },
    of: { type: 'string' },
    seed: { type: 'string' },
    // Repeats the calls of each n-th history on an engine: `embedded` or `dynamodb`.
    engine: { type: 'string' },
    every: { type: 'string', default: '10' },
    // Ends after so many failures.
    enough: { type: 'string', default: '50' },
  },
});
const seeds = values.seed?.split(',').map(Number);
const from = seeds?.[0] ?? Number(values.from);
const histories = seeds?.length ?? Number(values.histories);
// Ids are made of the time and of chance, and say where things lie: without chance, a history is the same wherever it runs.
crypto.randomFillSync = ((bytes: Uint8Array) => bytes.fill(0)) as unknown as typeof crypto.randomFillSync;
syncBuiltinESMExports();
const beginning = historyClock.now;
/** More milliseconds than a history takes, and more seeds than a night has time for. */
const SPAN = 150 * REDO_AGE;
const MOST_SEEDS = 3_000_000;
/** The last moment that a ULID can hold. */
const LAST_MOMENT = 2 ** 48 - 1;
/** Where the ids of a kind begin: the last kinds share what time is left, so that seeds of others stay what they were. */
const windowOf = (index: number): number => Math.min(index, 10 + (index - 10) / 4);
const highest = seeds?.at(-1) ?? from + histories - 1;
let violated = false;
const engine = values.engine === undefined ? undefined : await openEngine(values.engine);
if (values.of !== 'events' && values.seed === undefined) {
  for (const race of [...races, ...ruleRaces]) {
    try {
      await runRace(race, createResolution);
    } catch (error) {
      console.error(`race: ${race.name}: ${error instanceof Error ? error.message : error}`);
      process.exitCode = 1;
      violated ||= !(error instanceof StandsStill);
    }
  }
}
for (const [index, [kind, run]] of Object.entries(historyKinds).entries()) {
  if (values.of !== undefined && values.of !== kind) continue;
  if (violated && values.enough === '1') break;
  if (beginning + (windowOf(index) * MOST_SEEDS + highest + 1) * SPAN > LAST_MOMENT) {
    const most = Math.floor((LAST_MOMENT - beginning) / SPAN) - windowOf(index) * MOST_SEEDS - 1;
    console.error(`${kind}: ids hold no time for seed ${highest}. Take seeds up to ${most}.`);
    process.exitCode = 1;
    continue;
  }
  const total: Record<string, number> = {};
  let [failed, repeated] = [0, 0];
  let [ran, seed] = [0, from];
  for (; ran < histories && failed < Number(values.enough); ran++) {
    seed = seeds?.[ran] ?? from + ran;
    historyClock.now = Math.max(historyClock.now, beginning + (windowOf(index) * MOST_SEEDS + seed) * SPAN);
    const recording: Recording = { calls: [], items: new Map() };
    const isRepeated = engine !== undefined && seed % Number(values.every) === 0;
    try {
      const options = { create: createResolution, redoAge: REDO_AGE, ...(isRepeated ? { recording } : {}) };
      const reached = await run(seed, options);
      if (isRepeated) {
        await repeatOn(engine.opened, recording, `seed ${seed}`);
        repeated += 1;
      }
      for (const [what, count] of Object.entries(reached)) total[what] = (total[what] ?? 0) + count;
    } catch (error) {
      failed += 1;
      console.error(error instanceof Error ? error.message : error);
    }
  }
  console.log(
    `${kind}: ${ran - failed} of ${ran} histories passed, seeds ${from} to ${seed}; they reached ${JSON.stringify(total)}`,
  );
  if (engine !== undefined) console.log(`${kind}: ${repeated} of them also on the ${values.engine} engine`);
  if (failed > 0) {
    process.exitCode = 1;
    violated = true;
  }
}
await engine?.close();
