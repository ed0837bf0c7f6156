/**
 * Prints what a deployment costs on AWS and writes it into docs/costs.md, between its markers: counts
 * (bench/costs/counts.json) times prices (bench/costs/prices.json).
 *
 *   npm run costs                  # after changing a price
 *   npm run costs -- --measure     # counts anew, at the DynamoDB emulator and with the built functions
 *   npm run costs -- --check       # only says whether the page is what the two files give
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Counts } from '../bench/costs/measure.ts';
import {
  limitRates,
  memoryPrices,
  operationPrices,
  type Prices,
  requestPrices,
  ruleChangePrices,
  statisticsPrices,
  storagePrices,
} from '../bench/costs/tables.ts';
import { fill } from './docs-tables.ts';
import { keepCurrent } from './generated-file.ts';

const root = join(import.meta.dirname, '..');
const page = join(root, 'docs', 'costs.md');
const countsFile = join(root, 'bench', 'costs', 'counts.json');

/** The tables by the name of their markers. */
export function costTables(counts: Counts, prices: Prices): ReadonlyMap<string, string> {
  return new Map([
    ['requests', requestPrices(counts, prices)],
    ['operations', operationPrices(counts, prices)],
    ['rule-change', ruleChangePrices(counts, prices)],
    ['statistics', statisticsPrices(counts, prices)],
    ['memory', memoryPrices(counts, prices)],
    ['storage', storagePrices(counts, prices)],
    ['limits', limitRates(counts, prices)],
  ]);
}

export function readCosts(): { readonly counts: Counts; readonly prices: Prices } {
  const read = (name: string) => JSON.parse(readFileSync(join(root, 'bench', 'costs', name), 'utf8'));
  return { counts: read('counts.json') as Counts, prices: read('prices.json') as Prices };
}

/** The page with the tables that the files give. */
export function filledPage(text: string, counts: Counts, prices: Prices): string {
  let filled = text;
  for (const [name, table] of costTables(counts, prices)) filled = fill(filled, name, table);
  return filled;
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: { measure: { type: 'boolean', default: false }, check: { type: 'boolean', default: false } },
  });
  if (values.measure) await measure();
  const { counts, prices } = readCosts();
  if (!values.check) for (const table of costTables(counts, prices).values()) console.log(`${table}\n`);
  const fresh = filledPage(readFileSync(page, 'utf8'), counts, prices);
  keepCurrent(page, fresh, 'docs/costs.md is not what bench/costs gives. Run npm run costs and commit it.');
}

async function measure(): Promise<void> {
  const { openEmulatedTable } = await import('../bench/store/emulated-table.ts');
  const { measureCounts } = await import('../bench/costs/measure.ts');
  const table = await openEmulatedTable(`costs-${process.pid}`);
  if (table === undefined) throw new Error('There is no DynamoDB emulator for this platform: set AWS_ENDPOINT_URL');
  try {
    writeFileSync(countsFile, `${JSON.stringify(await measureCounts(table), null, 2)}\n`);
  } finally {
    await table.close();
  }
}
