import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { fill } from '../scripts/docs-tables.ts';
import { coldStartTable } from './cold-start/report.ts';
import { guidanceTable } from './guidance.ts';
import { medianOf } from './median.ts';
import { PEOPLE_PER_DOUBLE } from './people.ts';
import { report, rulesReport } from './report.ts';
import { measureRound, type Round } from './round.ts';
import { storeTables } from './store/report.ts';

// npm run bench [-- --sizes 10000,100000] [--window 30000] [--rounds 1] [--write]: prints the tables of docs/performance.md,
// medians of the rounds; --write puts them there.
const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '10000,100000' },
    window: { type: 'string', default: '30000' },
    // One in so many people is there twice.
    'people-per-double': { type: 'string', default: String(PEOPLE_PER_DOUBLE) },
    // What else the machine does slows a round, or a part of one; everything is measured again in each.
    rounds: { type: 'string', default: '1' },
    write: { type: 'boolean', default: false },
  },
});
const peoplePerDouble = countOf('people-per-double', values['people-per-double']);
const options = {
  sizes: values.sizes.split(',').map((size) => countOf('sizes', size)),
  window: countOf('window', values.window),
  peoplePerDouble,
};
const roundsToMeasure = countOf('rounds', values.rounds);
const given = process.argv.slice(2).filter((argument) => argument !== '--write');
const command = `npm run bench${given.length === 0 ? '' : ` -- ${given.join(' ')}`}`;

const rounds: Round[] = [];
for (let round = 1; round <= roundsToMeasure; round++) {
  rounds.push(await measureRound(options));
  console.error(`round ${round} of ${roundsToMeasure} is done`);
}

const { rules, guidance, coldStarts, core, http, formerCore, formerHttp, store } = medianOf(rounds);
const rates = report(command, rounds.length, peoplePerDouble, { http, core }, { http: formerHttp, core: formerCore });
const page = 'docs/performance.md';
const tables = {
  bench: `${rates}\n\n${rulesReport(rules)}\n\n${guidanceTable(guidance)}`,
  'bench-store': storeTables(store),
  'bench-cold-start': coldStartTable(coldStarts),
};
for (const table of Object.values(tables)) console.log(`${table}\n`);
if (values.write) {
  const filled = Object.entries(tables).reduce(
    (text, [name, table]) => fill(text, name, table),
    readFileSync(page, 'utf8'),
  );
  writeFileSync(page, filled);
}

function countOf(option: string, text: string): number {
  const count = Number(text);
  if (Number.isSafeInteger(count) && count > 0) return count;
  console.error(`--${option} takes whole numbers above zero, not "${text}".`);
  process.exit(2);
}
