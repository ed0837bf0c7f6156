/**
 * Writes the documentation into functions/guidance/docs-index.generated.ts, from where the guidance server serves it as
 * resources and searches it; with --check compares them.
 *
 *   npm run docs:index
 *   npm run docs:index -- --check
 */
import { spawnSync } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const root = join(import.meta.dirname, '..');
const docs = join(root, 'docs');
const target = join('functions', 'guidance', 'docs-index.generated.ts');

/** Folders that are for who works on the project, not for who uses it. */
const left = /^decisions\//;

interface Page {
  /** Within docs/, with forward slashes. */
  readonly path: string;
  readonly title: string;
  /** The first sentences. */
  readonly summary: string;
  readonly text: string;
}

/** Every page of docs/ that users read, in the order of their paths. */
export async function readPages(): Promise<Page[]> {
  const files = await readdir(docs, { recursive: true, withFileTypes: true });
  const paths = files
    .filter((file) => file.isFile() && /\.(?:md|schema\.json)$/.test(file.name))
    .map((file) =>
      join(file.parentPath, file.name)
        .slice(docs.length + 1)
        .replaceAll('\\', '/'),
    )
    .filter((path) => !left.test(path))
    .sort();
  return Promise.all(paths.map(async (path) => pageOf(path, await readFile(join(docs, path), 'utf8'))));
}

function pageOf(path: string, text: string): Page {
  if (path.endsWith('.json')) {
    const { title, description } = JSON.parse(text) as { title?: string; description?: string };
    return { path, title: title ?? path, summary: description ?? `JSON Schema ${path}`, text };
  }
  const title = /^# (.+)$/m.exec(text)?.[1];
  if (title === undefined) throw new Error(`docs/${path} has no heading of the first level.`);
  const paragraph = text
    .replace(/^[\s\S]*?^# .+$/m, '')
    .split(/\n\s*\n/)
    .map((part) => part.trim().replace(/\s+/g, ' '))
    .find((part) => part !== '' && !/^(?:#|```|\||<|- )/.test(part));
  return { path, title, summary: paragraph ?? title, text };
}

/** A check of a variable of the Terraform module. */
interface Validation {
  readonly variable: string;
  readonly description: string;
  readonly message: string;
}

/** What Terraform prints for values that the module's variables refuse. */
async function readValidations(): Promise<Validation[]> {
  const text = await readFile(join(root, 'variables.tf'), 'utf8');
  return text.split(/^variable "/m).flatMap((block) => {
    const variable = block.slice(0, block.indexOf('"'));
    const description = /^\s*description = "(.*)"$/m.exec(block)?.[1] ?? '';
    return [...block.matchAll(/^\s*error_message = "(.*)"$/gm)].map((found) => {
      return { variable, description, message: terraformText(found[1]!) };
    });
  });
}

/** A text of Terraform as it is printed, with … for what is filled in. */
function terraformText(text: string): string {
  let printed = '';
  for (let at = 0; at < text.length; at++) {
    if (text.startsWith('$${', at)) {
      printed += '<';
      at += 2;
      const end = text.indexOf('}', at);
      printed += `${text.slice(at + 1, end)}>`;
      at = end;
    } else if (text.startsWith('${', at)) {
      let open = 0;
      do {
        if (text[at] === '{') open++;
        if (text[at] === '}') open--;
        at++;
      } while (open > 0 || text[at - 1] === '$');
      printed += '…';
      at--;
    } else if (text[at] === '\\') printed += text[++at];
    else printed += text[at];
  }
  return printed;
}

/** The module, formatted as everything else is. */
export async function docsIndex(): Promise<string> {
  const pages = await readPages();
  const source = [
    '// Made by scripts/docs-index.ts from docs/: change the pages there, then run npm run docs:index.',
    '',
    '/** A page of the documentation. */',
    'export interface DocsPage {',
    '  /** Within docs/. */',
    '  readonly path: string;',
    '  readonly title: string;',
    '  /** The first sentences. */',
    '  readonly summary: string;',
    '  readonly text: string;',
    '}',
    '',
    '/** A check of a variable of the Terraform module. In messages, … stands for a value. */',
    'export interface TerraformValidation {',
    '  readonly variable: string;',
    '  readonly description: string;',
    '  readonly message: string;',
    '}',
    '',
    'export const terraformValidations: readonly TerraformValidation[] = [',
    ...(await readValidations()).map((validation) => `${JSON.stringify(validation)},`),
    '];',
    '',
    'export const pages: readonly DocsPage[] = [',
    ...pages.map(
      ({ path, title, summary, text }) =>
        `{ path: ${JSON.stringify(path)}, title: ${JSON.stringify(title)}, summary: ${JSON.stringify(summary)}, text: ${template(text)} },`,
    ),
    '];',
    '',
  ].join('\n');
  const biome = join(root, 'node_modules', '.bin', 'biome');
  const formatted = spawnSync(biome, ['format', `--stdin-file-path=${target}`], {
    cwd: root,
    input: source,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (formatted.status !== 0) throw new Error(`Formatting failed: ${formatted.stderr}`);
  return formatted.stdout;
}

/** A template literal keeps the lines, so that a change of a page reads the same here. */
function template(text: string): string {
  return `\`${text.replace(/[`\\]|\$\{/g, '\\$&')}\``;
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
  const content = await docsIndex();
  if (!values.check) await writeFile(join(root, target), content);
  else if (content !== (await readFile(join(root, target), 'utf8').catch(() => ''))) {
    console.error(`${target} is not what docs/ gives. Run npm run docs:index and commit the result.`);
    process.exitCode = 1;
  }
}
