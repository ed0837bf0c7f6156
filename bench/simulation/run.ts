import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { fill } from '../../scripts/docs-tables.ts';
import { peopleRules } from '../people-rules.ts';
import { KeyShares } from './key-shares.ts';
import { compare, load } from './load.ts';
import { Population } from './population.ts';
import { comparisonTable, forecastTables } from './report.ts';
import { designedRules } from './rule-sets.ts';
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

const validated = values.validate === undefined ? undefined : Number(values.validate);
if (validated !== undefined && !(Number.isInteger(validated) && validated > 0)) {
  throw new Error('--validate is a number of records, for example 100000');
}

for (const [name, title, rules] of [
  ['example', 'The rules of examples/people', peopleRules()],
  ['designed', 'The rules that svc_design_rule_config makes of the same fields', designedRules()],
] as const) {
  console.log(`## ${title}\n`);
  const shares = new KeyShares(rules, new Population(SIZES[1]!));
  if (validated !== undefined) {
    const rows = compare(
      forecast(rules, shares, validated, { cap: VALIDATION_CAP, households: 8_000 }),
      await load(rules, validated, { cap: VALIDATION_CAP }),
    );
    put(`validation-${name}`, comparisonTable(rows));
    if (!rows.every(({ isClose }) => isClose)) {
      console.error('The forecast is not what the store holds.');
      process.exitCode = 1;
    }
  }
  put(`scale-${name}`, forecastTables(SIZES.map((records) => forecast(rules, shares, records, { cap: CAP }))));
}
