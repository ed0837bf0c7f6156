/**
 * Writes what the module requires, makes, takes and gives into docs/terraform.md, between its markers; with --check says
 * whether that is what the source gives.
 *
 *   npm run docs:tables
 *   npm run docs:tables -- --check
 */
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { keepCurrent } from './generated-file.ts';
import { readBlocks, type TerraformBlock } from './terraform-blocks.ts';

const root = join(import.meta.dirname, '..');
const path = 'docs/terraform.md';

/** The variables as a Markdown table. */
export function inputsTable(variables: readonly TerraformBlock[]): string {
  const rows = variables.map(({ name, description, type = '', default: initial }) => [
    code(name),
    prose(description),
    isLong(type) ? `[object](#type-of-${name})` : code(type),
    initial === undefined ? 'required' : code(initial),
  ]);
  return table(['input', 'meaning', 'type', 'default'], rows);
}

/** Types that a cell of a table cannot show, each as it is written. */
export function longTypes(variables: readonly TerraformBlock[]): string {
  return variables
    .filter(({ type = '' }) => isLong(type))
    .map(({ name, typeSource = '' }) => `### Type of ${name}\n\n\`\`\`hcl\n${typeSource}\n\`\`\``)
    .join('\n\n');
}

const isLong = (type: string): boolean => type.length > 160;

/** Versions that a `terraform` block asks for, as a Markdown table. */
export function requirementsTable(source: string): string {
  const terraform = /required_version = "([^"]+)"/.exec(source)?.[1] ?? '';
  const providers = [...source.matchAll(/(\w+) = \{\s+source += "([^"]+)"\s+version = "([^"]+)"/g)];
  return table(
    ['name', 'version'],
    [
      ['terraform', code(terraform)],
      ...providers.map(([, name, from, version]) => [`${name} (${from})`, code(version!)]),
    ],
  );
}

/** Types of the resources that each submodule makes, as a Markdown table. */
export function resourcesTable(sources: ReadonlyMap<string, string>): string {
  const rows = [...sources]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([name, source]) => {
      const types = [...source.matchAll(/^resource "([^"]+)"/gm)].map(([, type]) => code(type!));
      return types.length === 0 ? [] : [[code(`modules/${name}`), [...new Set(types)].sort().join(', ')]];
    });
  return table(['module', 'makes'], rows);
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

/** What stands between the markers of the page, by their names. */
async function sections(): Promise<ReadonlyMap<string, string>> {
  const read = (file: string) => readFile(join(root, file), 'utf8');
  const [variables, outputs] = await Promise.all(
    ['variables.tf', 'outputs.tf'].map(async (file) => readBlocks(await read(file))),
  );
  const submodules = new Map<string, string>();
  for await (const file of glob('modules/*/*.tf', { cwd: root })) {
    const name = file.split(/[/\\]/)[1]!;
    submodules.set(name, `${submodules.get(name) ?? ''}\n${await read(file)}`);
  }
  return new Map([
    ['requirements', requirementsTable(await read('versions.tf'))],
    ['resources', resourcesTable(submodules)],
    ['inputs', inputsTable(variables!)],
    ['types', longTypes(variables!)],
    ['outputs', outputsTable(outputs!)],
  ]);
}

if (import.meta.main) {
  parseArgs({ options: { check: { type: 'boolean' } } });
  const page = await readFile(join(root, path), 'utf8');
  const fresh = [...(await sections())].reduce((filled, [name, text]) => fill(filled, name, text), page);
  const problem = `${path} is not what the Terraform files say. Run npm run docs:tables and commit it.`;
  if (keepCurrent(join(root, path), fresh, problem)) console.log(`${path} written`);
}
