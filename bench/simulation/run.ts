import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { fill } from '../../scripts/docs-tables.ts';
import { KeyShares } from './key-shares.ts';
import { compare, load } from './load.ts';
import { Population } from './population.ts';
import { comparisonTable, forecastTables } from './report.ts';
import { designedRules, exampleRules } from './rule-sets.ts';
import { forecast } from './simulate.ts';

// npm run simulate:scale [-- --validate 100000] [--write]: prints what a billion records would do to the index; --validate
// loads so many into a real store first and fails when that differs from the forecast; --write puts all into docs/scale.md.
const { values } = parseArgs({
  options: { validate: { type: 'string' }, write: { type: 'boolean', default: false } },
});
const SIZES = [10_000, 1_000_000, 100_000_000, 1_000_000_000];
const CAP = 1_000;
/** Small enough that a store of a hundred thousand records has hubs. */
const VALIDATION_CAP = 50;

const page = 'docs/scale.md';
const put = (name: string, text: string) => {
  console.log(`${text}\n`);
  if (values.write) writeFileSync(page, fill(readFileSync(page, 'utf8'), name, text));
};

for (const [name, rules] of [
  ['example', exampleRules()],
  ['designed', designedRules()],
] as const) {
  const shares = new KeyShares(rules, new Population(SIZES[1]!));
  if (values.validate !== undefined) {
    const records = Number(values.validate);
    const rows = compare(
      forecast(rules, shares, records, { cap: VALIDATION_CAP, households: 8_000 }),
      await load(rules, records, { cap: VALIDATION_CAP }),
    );
    put(`validation-${name}`, comparisonTable(rows));
    if (!rows.every(({ isClose }) => isClose)) {
      console.error('The forecast is not what the store holds.');
      process.exitCode = 1;
    }
  }
  put(`scale-${name}`, forecastTables(SIZES.map((records) => forecast(rules, shares, records, { cap: CAP }))));
}
