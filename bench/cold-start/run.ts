import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { fill } from '../../scripts/docs-tables.ts';
import { measureColdStarts } from './measure.ts';
import { coldStartTable } from './report.ts';

// npm run bench:cold-start [-- --runs 15] [--write]: prints the table; --write puts it into docs/performance.md.
const { values } = parseArgs({
  options: { runs: { type: 'string', default: '15' }, write: { type: 'boolean', default: false } },
});
const table = coldStartTable(await measureColdStarts(Number(values.runs)));
console.log(table);
if (values.write) {
  const page = 'docs/performance.md';
  writeFileSync(page, fill(readFileSync(page, 'utf8'), 'bench-cold-start', table));
}
