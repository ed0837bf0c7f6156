import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { compileRuleConfig } from '../functions/core/matching/compile.ts';
import { loadRuleConfig } from '../functions/core/ruleconfig/lint-rule-config.ts';
import { fill } from '../scripts/docs-tables.ts';
import { measureColdStarts } from './cold-start/measure.ts';
import { coldStartTable } from './cold-start/report.ts';
import { measureCore } from './core.ts';
import { guidanceTable, measureGuidance } from './guidance.ts';
import { measureHttp } from './http.ts';
import { PEOPLE_PER_DOUBLE } from './people.ts';
import { report, rulesReport } from './report.ts';
import { measureRules } from './rules/measure.ts';
import { measureStore } from './store/measure.ts';
import { storeTables } from './store/report.ts';

// npm run bench [-- --sizes 10000,100000] [--window 5000] [--write]: prints the README's tables; --write puts them there.
const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '10000,100000' },
    window: { type: 'string', default: '30000' },
    // One in so many people is there twice.
    'people-per-double': { type: 'string', default: String(PEOPLE_PER_DOUBLE) },
    write: { type: 'boolean', default: false },
  },
});
const sizes = values.sizes.split(',').map(Number);
const window = Number(values.window);
const peoplePerDouble = Number(values['people-per-double']);
const rules = compileRuleConfig(loadRuleConfig(readFileSync('examples/people/rule-config.json', 'utf8')));

// First, while nothing else of this process is on the heap.
const alone = rulesReport(measureRules());
const guidance = guidanceTable(await measureGuidance());
const coldStarts = coldStartTable(await measureColdStarts());
const core = await measureCore(rules, sizes, window, peoplePerDouble);
const http = await measureHttp(sizes, window, peoplePerDouble);
const given = process.argv.slice(2).filter((argument) => argument !== '--write');
const command = `npm run bench${given.length === 0 ? '' : ` -- ${given.join(' ')}`}`;
const store = storeTables(await measureStore());
const table = `${report(command, peoplePerDouble, http, core)}\n\n${alone}\n\n${guidance}`;
console.log(`${table}\n\n${coldStarts}\n\n${store}`);
if (values.write) {
  const readme = readFileSync('README.md', 'utf8');
  writeFileSync(
    'README.md',
    fill(fill(fill(readme, 'bench', table), 'bench-cold-start', coldStarts), 'bench-store', store),
  );
}
