import MiniSearch from 'minisearch';
import { pages } from './documentation.ts';
import { type Passage, passagesOf } from './passages.ts';

export interface FoundPassage {
  readonly passage: Passage;
  /** Higher is better; comparable within one search only. */
  readonly score: number;
}

/** Longer queries are cut, because more words find nothing more that is useful. */
const maxQuery = 500;

let index: { passages: readonly Passage[]; search: MiniSearch } | undefined;

/** The passages of the documentation that fit a query best, at most `limit`. */
export function searchDocs(query: string, limit: number): FoundPassage[] {
  index ??= buildIndex();
  const { passages, search } = index;
  const options = {
    prefix: (term: string) => term.length > 3,
    fuzzy: (term: string) => (term.length > 5 ? 0.2 : false),
  };
  return search
    .search(query.slice(0, maxQuery), { ...options, boost: { heading: 3, title: 2 }, boostDocument: weight })
    .slice(0, limit)
    .map(({ id, score }) => ({ passage: passages[id as number]!, score: Math.round(score * 100) / 100 }));
}

/** Pages of errors have a tool of their own, and repeat the words of everything that can go wrong. */
function weight(id: unknown): number {
  return index!.passages[id as number]!.path.startsWith('errors/') ? 0.5 : 1;
}

function buildIndex(): { passages: readonly Passage[]; search: MiniSearch } {
  const passages = pages.flatMap(passagesOf);
  const search = new MiniSearch({ fields: ['title', 'heading', 'text'], processTerm: term });
  search.addAll(passages.map((passage, id) => ({ ...passage, id })));
  return { passages, search };
}

/** Words that stand everywhere and find nothing. */
const stopWords: ReadonlySet<string> = new Set(
  'a an and are as at be but by can do does for from how i if in is it its my not of on or that the their then there these they this to was what when where which who why will with you your'.split(
    ' ',
  ),
);

/** English plurals and endings are one word: records, record; matching, match. */
function term(word: string): string | null {
  const lower = word.toLowerCase();
  if (lower.length < 2 || lower.length > 60 || stopWords.has(lower)) return null;
  if (lower.length > 5 && lower.endsWith('ing')) return lower.slice(0, -3);
  if (lower.length > 4 && lower.endsWith('ies')) return `${lower.slice(0, -3)}y`;
  if (lower.length > 4 && /(?:ch|sh|x|ss)es$/.test(lower)) return lower.slice(0, -2);
  return lower.length > 3 && lower.endsWith('s') && !lower.endsWith('ss') ? lower.slice(0, -1) : lower;
}
