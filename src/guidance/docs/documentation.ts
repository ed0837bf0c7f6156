/**
 * The documentation that the guidance server serves and searches. From sources it is read from docs/ when this module is
 * loaded; the build evaluates this module and puts what it exports into the function.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A page of the documentation. */
export interface DocsPage {
  /** Within docs/, with forward slashes. */
  readonly path: string;
  readonly title: string;
  /** The first sentences. */
  readonly summary: string;
  readonly text: string;
}

/** A check of a variable of the Terraform module. In messages, … stands for a value. */
interface TerraformValidation {
  readonly variable: string;
  readonly description: string;
  readonly message: string;
}

const root = join(import.meta.dirname, '..', '..', '..');

/** Folders for people who work on the project; the guidance server is for people who use it. */
const forDevelopers = /^(?:decisions|internals)\//;

/** Every page of docs/ for users, in the order of their paths. */
export const pages: readonly DocsPage[] = readPages(join(root, 'docs'));

/** What Terraform prints for values that the module's variables refuse. */
export const terraformValidations: readonly TerraformValidation[] = readValidations(
  readFileSync(join(root, 'variables.tf'), 'utf8'),
);

function readPages(folder: string): DocsPage[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => /\.(?:md|schema\.json)$/.test(path) && !forDevelopers.test(path))
    .sort()
    .map((path) => pageOf(path, readFileSync(join(folder, path), 'utf8')));
}

function pageOf(path: string, text: string): DocsPage {
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

function readValidations(variables: string): TerraformValidation[] {
  return variables.split(/^variable "/m).flatMap((block) => {
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
      at = endOfInterpolation(text, at);
      printed += '…';
    } else if (text[at] === '\\') printed += text[++at];
    else printed += text[at];
  }
  return printed;
}

/** Of the brace that closes the interpolation at this place. */
function endOfInterpolation(text: string, from: number): number {
  let open = 0;
  for (let at = from; at < text.length; at++) {
    if (text[at] === '{') open++;
    if (text[at] === '}' && --open === 0) return at;
  }
  return text.length;
}
