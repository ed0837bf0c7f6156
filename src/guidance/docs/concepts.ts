import { NameSuggester } from '../../text/nearest-name.ts';
import { type DocsPage, pages } from './documentation.ts';

/** One page of docs/concepts/, taken apart. */
export interface Concept {
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
