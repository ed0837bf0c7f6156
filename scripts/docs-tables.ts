/**
 * Writes the tables of the module's inputs and outputs into docs/terraform.md, between their markers; with
 * --check says whether they are what the source gives.
 *
 *   npm run docs:tables
 *   npm run docs:tables -- --check
 */
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readBlocks, type TerraformBlock } from './terraform-blocks.ts';

const root = join(import.meta.dirname, '..');
const pages = ['docs/terraform.md'];

/** The variables as a Markdown table. */
export function inputsTable(variables: readonly TerraformBlock[]): string {
  const rows = variables.map(({ name, description, type = '', default: initial }) => [
    code(name),
    prose(description),
    code(type),
    initial === undefined ? 'required' : code(initial),
  ]);
  return table(['input', 'meaning', 'type', 'default'], rows);
}

/** The outputs as a Markdown table. */
export function outputsTable(outputs: readonly TerraformBlock[]): string {
  return table(
    ['output', 'meaning'],
    outputs.map(({ name, description }) => [code(name), prose(description)]),
  );
}

/** Puts text between `<!-- name:begin -->` and `<!-- name:end -->`, where the page has these markers. */
export function fill(page: string, name: string, text: string): string {
  const [begin, end] = [`<!-- ${name}:begin -->`, `<!-- ${name}:end -->`];
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from === -1 && to === -1) return page;
  if (from === -1 || to < from) throw new Error(`The markers of ${name} do not come in pairs.`);
  return `${page.slice(0, from + begin.length)}\n${text}\n${page.slice(to)}`;
}

function code(text: string): string {
  return `\`${text}\``;
}

/** Outside of code a page takes `<name>` for HTML and shows nothing. */
function prose(text: string): string {
  return text.replaceAll('<', '&lt;');
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
  const [variables, outputs] = await Promise.all(
    ['variables.tf', 'outputs.tf'].map(async (file) => readBlocks(await readFile(join(root, file), 'utf8'))),
  );
  for (const path of pages.filter((page) => existsSync(join(root, page)))) {
    const page = await readFile(join(root, path), 'utf8');
    const fresh = fill(fill(page, 'inputs', inputsTable(variables!)), 'outputs', outputsTable(outputs!));
    if (fresh === page) continue;
    if (values.check) {
      console.error(`${path} is not what variables.tf and outputs.tf say. Run npm run docs:tables and commit it.`);
      process.exitCode = 1;
    } else {
      await writeFile(join(root, path), fresh);
      console.log(`${path} written`);
    }
  }
}
