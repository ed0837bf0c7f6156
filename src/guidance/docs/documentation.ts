/**
 * The documentation that the guidance server serves and searches. From sources it is read from docs/ when this module is
 * loaded; the build evaluates this module and puts what it exports into the function.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { NameSuggester } from '../../text/nearest-name.ts';

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

/** A piece of what stands under one heading of a page. */
export interface Passage {
  /** Of the page, within docs/. */
  readonly path: string;
  readonly title: string;
  /** The heading; the page's title for what stands before the first one. */
  readonly heading: string;
  /** Of the heading within its page, as GitHub and most readers make it; empty for the top. */
  readonly anchor: string;
  readonly text: string;
}

/** From so many characters on, a passage ends before the next paragraph or row of a table. */
const maxPassage = 1_500;

/**
 * Cuts a page at its headings of the second and third level, and what is long under one heading into pieces. Headings
 * within code are text.
 */
export function passagesOf(page: DocsPage): Passage[] {
  if (!page.path.endsWith('.md')) return [];
  const passages: Passage[] = [];
  let heading = page.title;
  let anchor = '';
  let lines: string[] = [];
  let inCode = false;
  const finish = () => {
    for (const text of piecesOf(lines)) passages.push({ path: page.path, title: page.title, heading, anchor, text });
    lines = [];
  };
  for (const line of page.text.split('\n')) {
    if (line.startsWith('```')) inCode = !inCode;
    const found = inCode ? null : /^#{2,3} (.+)$/.exec(line);
    if (found !== null) {
      finish();
      heading = found[1]!.trim();
      anchor = anchorOf(heading);
    } else if (inCode || !/^# /.test(line)) lines.push(line);
  }
  finish();
  return passages;
}

/** Cuts before paragraphs, items of lists and rows of tables. Each piece of a table begins with its head. */
function piecesOf(lines: readonly string[]): string[] {
  const pieces: string[] = [];
  let piece = '';
  let head = '';
  let inCode = false;
  lines.forEach((line, at) => {
    const mayCut = !inCode && (/^(?:\||[*-] |\d+\. )/.test(line) || lines[at - 1] === '') && !isRule(line);
    if (line.startsWith('```')) inCode = !inCode;
    if (!line.startsWith('|')) head = '';
    else if (isRule(lines[at + 1])) head = `${line}\n${lines[at + 1]}\n`;
    if (mayCut && piece.length + line.length > maxPassage) {
      pieces.push(piece.trim());
      piece = head.startsWith(line) ? '' : head;
    }
    piece += `${line}\n`;
  });
  return [...pieces, piece.trim()].filter((text) => text !== '');
}

/** Whether the line separates the head of a table from its rows. */
function isRule(line: string | undefined): boolean {
  return line !== undefined && /^\|[-:| ]+\|$/.test(line);
}

function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');
}

/** One page of docs/concepts/, taken apart. */
interface Concept {
  readonly name: string;
  readonly page: string;
  readonly explanation: string;
  readonly example: string;
  /** Names of other concepts. */
  readonly related: readonly string[];
  readonly alsoCalled: readonly string[];
}

const folder = 'concepts/';

let known: ReadonlyMap<string, Concept> | undefined;

/** Every concept once, in the order of their pages. */
export function concepts(): readonly Concept[] {
  known ??= readConcepts();
  return [...new Set(known.values())];
}

/** The concept of this name or synonym, however it is written; undefined when there is none. */
export function findConcept(name: string): Concept | undefined {
  known ??= readConcepts();
  const wanted = plain(name);
  const exact = known.get(wanted) ?? known.get(wanted.replace(/s$/, ''));
  if (exact !== undefined) return exact;
  const nearest = new NameSuggester().nearest(wanted, known.keys());
  return nearest === undefined ? undefined : known.get(nearest);
}

function readConcepts(): ReadonlyMap<string, Concept> {
  const byName = new Map<string, Concept>();
  const own = pages
    .filter(({ path }) => path.startsWith(folder) && !path.endsWith('/README.md'))
    .map((page) => ({ page, concept: conceptOf(page) }));
  const slug = ({ path }: DocsPage) => path.slice(folder.length).replace(/\.md$/, '');
  for (const { page, concept } of own) {
    byName.set(plain(concept.name), concept);
    byName.set(plain(slug(page)), concept);
  }
  // The name of a concept takes precedence over a synonym of another one.
  for (const { concept } of own) {
    for (const synonym of concept.alsoCalled.map(plain)) if (!byName.has(synonym)) byName.set(synonym, concept);
  }
  return byName;
}

function conceptOf(page: DocsPage): Concept {
  const [body = '', ...sections] = page.text.replace(/^# .+\n/, '').split(/^## /m);
  const section = (heading: string) => sections.find((text) => text.startsWith(`${heading}\n`))?.slice(heading.length);
  const also = /^Also called: (.+)\.$/m.exec(body)?.[1] ?? '';
  return {
    name: page.title,
    page: page.path,
    explanation: body.replace(/^Also called: .+$/m, '').trim(),
    example: (section('Example') ?? '').trim(),
    related: [...(section('Related') ?? '').matchAll(/\[([^\]]+)\]\(/g)].map((found) => found[1]!),
    alsoCalled: also === '' ? [] : also.split(', '),
  };
}

/** `Index keys`, `indexKey` and `index-key` are the same. */
function plain(name: string): string {
  return name
    .slice(0, 200)
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
