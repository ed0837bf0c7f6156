import type { Pin } from '../../rules/document/types.ts';
import { type Evidence, type EvidenceMaker, namesOf } from './evidence.ts';

/** In languages whose catalogs sort titles by the next word. */
const articles = 'the|an?|der|die|das|le|la|les|el|los|las|il|lo|gli|het|een|den|det';

export const publications: EvidenceMaker = ({ parts, of }) => {
  const found: Evidence[] = [];
  const none = { indexStrategy: 'none' };
  const exactWord = parts.comparer('EXACT', 'exact', {});
  const begins = parts.comparer('WORD_BEGINS', 'prefix', { minLength: 3 });
  // Decode HTML entities: many catalogs come from web pages, and &ouml; and &#246; are more frequent than ampersands.
  const withoutEntities = (id: string, pin: Pin): Pin =>
    parts.step(id, 'stringop', { operation: 'replace', pattern: '&#?[a-z0-9]+;', replacement: '' }, pin);
  const title = of('title');
  if (title.length > 0) {
    const pin = parts.texts('TITLES', parts.fields(title));
    // "Matrix, The (1999)" is "The Matrix": catalogs add the year, and sort by the word behind the article.
    const dated = parts.stringop('TITLE_PLAIN', 'normalizediacritics', withoutEntities('TITLE_TEXT', pin));
    const sorted = parts.replaced('TITLE_WITHOUT_YEAR', '\\s*[(\\[](?:1[6-9]|20)[0-9]{2}[)\\]]\\s*$', '', dated);
    const plain = parts.replaced('TITLE_IN_ORDER', `^(.+), *(${articles})$`, '$2 $1', sorted);
    const words = parts.resolver('TITLE_WORDS', plain);
    const compact = parts.stringop('TITLE_COMPACT', 'onlyalphanumeric', plain);
    const id = parts.resolver('TITLE', compact);
    const near = parts.comparer('NEARLY_ALL_LETTER_PAIRS', 'similarity', {
      algorithm: 'dice',
      threshold: 0.9,
      shingleSize: 2,
    });
    const shingles = parts.comparer('MOST_LETTER_PAIRS', 'similarity', {
      algorithm: 'dice',
      threshold: 0.75,
      shingleSize: 2,
    });
    const exact = 18;
    // A short title may be the name of a column that appears in every issue.
    const long = parts.resolver('LONG_TITLE', parts.extract('TITLE_LONG', { pattern: '^.{26,}$' }, compact));
    const medium = parts.resolver('MEDIUM_TITLE', parts.extract('TITLE_MEDIUM', { pattern: '^.{17,25}$' }, compact));
    const same = parts.same('SAME_TITLE', id);
    const beginning = parts.extract('TITLE_BEGINNING', { pattern: '^[a-z0-9]{12}' }, compact);
    const begins = parts.same('TITLE_BEGINS_ALIKE', parts.resolver('TITLE_BEGINNING', beginning));
    const ending = parts.extract('TITLE_ENDING', { pattern: '[a-z0-9]{12}$' }, compact);
    const ends = parts.same('TITLE_ENDS_ALIKE', parts.resolver('TITLE_ENDING', ending));
    found.push({
      id: 'TITLE',
      title: 'title',
      fields: namesOf(title),
      levels: [
        [parts.same('SAME_LONG_TITLE', long), exact],
        [parts.same('SAME_MEDIUM_TITLE', medium), exact * 0.5],
        [same, exact * 0.2],
        [parts.whole('TITLE_NEARLY_SAME', long, near, none), exact * 0.75],
        [parts.whole('TITLE_ALIKE', long, shingles, none), exact * 0.4],
        [parts.words('TITLE_CONTAINED', words, exactWord, { strategy: 'all', min: 4, ...none }), exact * 0.4],
      ],
      otherwise: -8,
      shared: false,
      keys: [
        { matcherID: same, bits: 16 },
        { matcherID: begins, bits: 14 },
        { matcherID: ends, bits: 14 },
      ],
    });
    const numbers = parts.extract(
      'TITLE_NUMERALS',
      { pattern: '(?:^|[^a-z0-9])([0-9]+|i{1,3}|iv|v|vi)(?:$|[^a-z0-9])', all: true },
      plain,
    );
    found.push({
      id: 'TITLE_NUMBER',
      title: 'number in the title (part II)',
      fields: namesOf(title),
      levels: [[parts.same('SAME_TITLE_NUMBER', parts.resolver('TITLE_NUMBER', numbers)), 0.5]],
      otherwise: -6,
      shared: false,
      keys: [],
    });
  }
  const authors = of('authors');
  if (authors.length > 0) {
    const pin = parts.texts('AUTHOR_LISTS', parts.fields(authors));
    const plain = parts.stringop('AUTHORS_PLAIN', 'normalizediacritics', withoutEntities('AUTHORS_TEXT', pin));
    const id = parts.resolver('AUTHORS', plain);
    // Pairs of letters are independent of the order of the names.
    const shared = parts.comparer('MORE_THAN_HALF_LETTER_PAIRS', 'similarity', {
      algorithm: 'dice',
      threshold: 0.6,
      shingleSize: 2,
    });
    const lettersID = parts.resolver('AUTHORS_LETTERS', parts.stringop('AUTHORS_COMPACT', 'onlyalphanumeric', plain));
    const initials = parts.comparer('BEGINS', 'prefix', { minLength: 1 });
    const exact = 8;
    found.push({
      id: 'AUTHORS',
      title: 'authors',
      fields: namesOf(authors),
      levels: [
        [parts.words('AUTHORS_SEVERAL', id, exactWord, { strategy: 'all', min: 4, ...none }), exact * 1.4],
        [parts.words('AUTHORS_SEVERAL_INITIALS', id, initials, { strategy: 'all', min: 4, ...none }), exact * 1.3],
        [parts.whole('AUTHORS_SAME_LETTERS', lettersID, shared, none), exact * 0.85],
        [parts.words('AUTHORS_FOUR_WORDS', id, exactWord, { min: 4, ...none }), exact * 0.2],
        [parts.words('AUTHORS_ONE_WORD', id, exactWord, { ...none }), -9],
      ],
      otherwise: -10,
      shared: true,
      keys: [],
    });
  }
  const venue = of('venue');
  if (venue.length > 0) {
    const pin = parts.union('VENUES', parts.fields(venue));
    // Very Large Data Bases is VLDB: compare the initials too.
    const letters = parts.step(
      'VENUE_LETTERS',
      'stringop',
      { operation: 'replace', pattern: '([\\p{L}])[\\p{L}]*[^\\p{L}]*', replacement: '$1' },
      pin,
    );
    const id = parts.resolver('VENUE', parts.joined('VENUE_WITH_LETTERS', [pin, letters], ' '));
    found.push({
      id: 'VENUE',
      title: 'where it appeared',
      fields: namesOf(venue),
      levels: [
        [parts.same('SAME_VENUE', id), 3],
        [parts.words('VENUE_WORDS', id, begins, { min: 2, ...none }), 1],
        [parts.words('VENUE_WORD', id, begins, none), 0],
      ],
      otherwise: -5,
      shared: true,
      keys: [],
    });
  }
  const pages = of('pages');
  for (const page of pages) {
    const name = page.field.name.toUpperCase();
    const id = parts.resolver(
      name,
      parts.extract(`${name}_FIRST`, { pattern: '[0-9]+' }, parts.field(page.field.name)),
    );
    found.push({
      id,
      title: page.field.name,
      fields: [page.field.name],
      levels: [[parts.same(`SAME_${name}`, id), 5]],
      otherwise: -2,
      shared: true,
      keys: [],
    });
  }
  return found;
};
