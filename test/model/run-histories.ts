import { parseArgs } from 'node:util';
import { createResolution } from '../../functions/core/resolution/create.ts';
import { REDO_AGE } from '../../functions/core/resolution/deadline.ts';
import { runHistory } from './history.ts';

// npm run test:histories [-- --histories 20000] [--from 1] [--seed 4711]: as long as a night has patience. Prints the
// seed of every failure; `--seed` replays one. Ends with 1 when there was any.
const { values } = parseArgs({
  options: {
    histories: { type: 'string', default: '20000' },
    from: { type: 'string', default: '1' },
    seed: { type: 'string' },
    // Ends after so many failures.
    enough: { type: 'string', default: '50' },
  },
});
const from = Number(values.seed ?? values.from);
const histories = values.seed === undefined ? Number(values.histories) : 1;
const total: Record<string, number> = {};
let failed = 0;
for (let seed = from; seed < from + histories && failed < Number(values.enough); seed++) {
  try {
    const reached = await runHistory(seed, { create: createResolution, redoAge: REDO_AGE });
    for (const [what, count] of Object.entries(reached)) total[what] = (total[what] ?? 0) + count;
  } catch (error) {
    failed += 1;
    console.error(error instanceof Error ? error.message : error);
  }
}
console.log(`${histories - failed} of ${histories} histories passed; they reached ${JSON.stringify(total)}`);
process.exitCode = failed === 0 ? 0 : 1;
