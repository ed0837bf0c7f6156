import MiniSearch from 'minisearch';
import { stemmer } from 'stemmer';
import { normalForm } from '../../text/normal-form.ts';
import { pages } from './documentation.ts';
import { type Passage, passagesOf } from './passages.ts';
import { vocabulary } from './vocabulary.ts';

export interface FoundPassage {
  readonly passage: Passage;
  /** Higher is better; comparable within one search only. */
  readonly score: number;
}

/** Longer queries are cut, because more words find nothing more that is useful. */
const maxQuery = 500;

interface Index {
  readonly passages: readonly Passage[];
  readonly terms: ReadonlySet<string>;
  readonly search: MiniSearch;
}

let index: Index | undefined;

/** The passages of the documentation that answer a question best, at most `limit`, one under each heading. */
export function searchDocs(query: string, limit: number): FoundPassage[] {
  index ??= buildIndex();
  const { passages } = index;
  const sums = new Map<number, { score: number; asked: number }>();
  for (const meanings of meaningsOf(wordsOf(query.slice(0, maxQuery)))) {
    for (const [id, best] of bestScores(meanings, index)) {
      const { score, asked } = sums.get(id) ?? { score: 0, asked: 0 };
      sums.set(id, { score: score + best, asked: asked + 1 });
    }
  }
  const headings = new Set<string>();
  return [...sums]
    .map(([id, { score, asked }]) => {
      const passage = passages[id]!;
      return { passage, score: Math.round(score * Math.sqrt(asked) * weightOf(passage) * 100) / 100 };
    })
    .sort((a, b) => b.score - a.score)
    .filter(({ passage: { path, anchor } }) => {
      const heading = `${path}#${anchor}`;
      return !headings.has(heading) && headings.add(heading);
    })
    .slice(0, limit);
}

/** What one word or phrase of a query may mean. Each meaning is a list of words that stand together in a passage. */
type Meanings = readonly (readonly string[])[];

/** Of every phrase of the vocabulary, and of every other word, once. */
function meaningsOf(words: readonly string[]): Meanings[] {
  const found = new Map<string, Meanings>();
  for (let at = 0; at < words.length; ) {
    const phrase = phrases.find(({ said }) => endOfPhrase(words, at, said) !== undefined);
    const end = phrase === undefined ? at + 1 : endOfPhrase(words, at, phrase.said)!;
    const own = words.slice(at, end).filter((word) => !stopWords.has(word));
    if (own.length > 0) found.set(own.join(' '), [own, ...(phrase?.meant ?? [])]);
    at = end;
  }
  return [...found.values()];
}

/** Where a phrase that begins here ends; other stop words may stand in it. Undefined if the query says something else. */
function endOfPhrase(words: readonly string[], from: number, said: readonly string[]): number | undefined {
  let at = from;
  for (const word of said) {
    while (at > from && words[at] !== word && stopWords.has(words[at] ?? '')) at++;
    if (words[at++] !== word) return undefined;
  }
  return at;
}

/** By passage, the score of the meaning that fits best. */
function bestScores(meanings: Meanings, { terms, search }: Index): Map<number, number> {
  const best = new Map<number, number>();
  for (const words of meanings) {
    const found = search.search(words.join(' '), {
      combineWith: 'AND',
      boost: { heading: 2 },
      // Only a word that stands nowhere may be another form of a word, or misspelt.
      prefix: (word) => word.length > 3 && !terms.has(word),
      fuzzy: (word) => (word.length > 4 && !terms.has(word) ? 0.2 : false),
      tokenize: (text) => text.split(' '),
      processTerm: (word) => word,
    });
    for (const { id, score } of found) best.set(id, Math.max(best.get(id) ?? 0, score));
  }
  return best;
}

/** Lists of everything that can go wrong, of every term and of every folder repeat the words of other pages. */
function weightOf({ path }: Passage): number {
  return /^(?:errors\/|graphql\/errors|rule-config\/lint-codes|concepts\/README|architecture)/.test(path) ? 0.5 : 1;
}

function buildIndex(): Index {
  const passages = pages.flatMap(passagesOf);
  const terms = new Set<string>();
  const stems = new Map<string, string>();
  const search = new MiniSearch({
    fields: ['title', 'heading', 'text'],
    tokenize: (text) => wordsOf(text, stems),
    processTerm(word) {
      if (stopWords.has(word)) return null;
      terms.add(word);
      return word;
    },
  });
  // What stands before the first heading has the title for its heading: it counts once.
  search.addAll(passages.map((passage, id) => ({ id, ...passage, title: passage.anchor === '' ? '' : passage.title })));
  return { passages, terms, search };
}

/** Words that stand everywhere and find nothing. Records may be about customers, but no page is. */
const stopWords: ReadonlySet<string> = new Set(
  'a an and any are as at be but by can customer customers do does for from get had has have how i if in is it its me my not of on one or our own s should so some t that the their them then there these they this to us want was we what when where which who will with without would you your'.split(
    ' ',
  ),
);

/** The words of a text without their endings: records, record; erasing, erase. `stems` has those of words met before. */
function wordsOf(text: string, stems = new Map<string, string>()): string[] {
  const words =
    normalForm(text, 'NFC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]{1,60}/gu) ?? [];
  return words.map((word) => {
    let stem = stems.get(word);
    if (stem === undefined) {
      stem = stopWords.has(word) ? word : stemmer(word);
      stems.set(word, stem);
    }
    return stem;
  });
}

/** The longest first. */
const phrases = vocabulary
  .flatMap(([said, meant]) => {
    const meanings = meant.map((words) => wordsOf(words).filter((word) => !stopWords.has(word)));
    return said.map((phrase) => ({ said: wordsOf(phrase), meant: meanings }));
  })
  .sort((a, b) => b.said.length - a.said.length);
