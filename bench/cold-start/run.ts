import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { fill } from '../../scripts/docs-tables.ts';
import { measureColdStarts } from './measure.ts';
import { coldStartTable, shareTables } from './report.ts';

// npm run bench:cold-start [-- --runs 15] [--write]: prints the tables; --write puts them into docs/performance.md.
const { values } = parseArgs({
  options: { runs: { type: 'string', default: '15' }, write: { type: 'boolean', default: false } },
});
const starts = await measureColdStarts(Number(values.runs));
const [table, shares] = [coldStartTable(starts), shareTables(starts)];
console.log(`${table}\n\n${shares}`);
if (values.write) {
  const page = 'docs/performance.md';
  const text = fill(readFileSync(page, 'utf8'), 'bench-cold-start', table);
  writeFileSync(page, fill(text, 'bench-cold-start-shares', shares));
}
