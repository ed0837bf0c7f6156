import MiniSearch from 'minisearch';
import { stemmer } from 'stemmer';
import { normalForm } from '../../text/normal-form.ts';
import { pages } from './documentation.ts';
import { type Passage, passagesOf } from './passages.ts';

/**
 * What users say, and the words of these pages for it. Endings do not matter. Several words count where they follow each
 * other; of what is meant, all words of one text must stand in a passage.
 */
export const vocabulary: readonly (readonly [said: readonly string[], meant: readonly string[]])[] = [
  // Records and entities
  [
    [
      'delete',
      'remove',
      'forget',
      'wipe',
      'gdpr',
      'ccpa',
      'right to be forgotten',
      'deletion request',
      'personal data',
    ],
    ['erase', 'erasure', 'erase person'],
  ],
  [
    [
      'golden record',
      'golden copy',
      'single customer view',
      'single source of truth',
      '360 degree view',
      'master record',
    ],
    ['survivorship', 'also called golden record'],
  ],
  [
    ['mdm', 'master data', 'master data management', 'which value wins', 'best value', 'best record'],
    ['survivorship', 'also called golden record'],
  ],
  [
    ['split', 'unmerge', 'merged by mistake', 'undo wrong match', 'wrong merge', 'overmerge', 'split them'],
    ['take apart', 'separate', 'disassemble'],
  ],
  [
    ['never the same', 'never match', 'not the same', 'must not link'],
    ['separate', 'connection ban'],
  ],
  [
    ['combine', 'join', 'put together', 'manual merge', 'merge'],
    ['link', 'merge by hand'],
  ],
  [
    ['undo', 'revert', 'roll back'],
    ['take back', 'undo'],
  ],
  [['dedupe', 'deduplicate', 'deduplication', 'merge purge'], ['duplicate']],
  [['audit trail', 'audit', 'who changed', 'lineage', 'provenance'], ['history']],
  [['crosswalk', 'xref', 'cross reference', 'id mapping', 'persistent id'], ['entity id']],
  [['transitive', 'transitive closure', 'connected component'], ['chain']],
  [
    ['steward', 'data steward', 'uncertain match', 'manual review', 'clerical review'],
    ['review queue', 'decision person'],
  ],
  [['why', 'same person', 'did not match', 'do not match', 'reason'], ['explain']],
  // Rules
  [
    ['stricter', 'looser', 'strict', 'loose', 'cutoff', 'sensitivity'],
    ['threshold', 'precision'],
  ],
  [
    ['change threshold', 'adjust threshold', 'set threshold'],
    ['weighted threshold', 'change rules threshold'],
  ],
  [['false positive', 'wrong match', 'accurate', 'accuracy'], ['precision']],
  [['false negative', 'missed match'], ['recall']],
  [
    ['measure', 'evaluate', 'quality'],
    ['precision', 'label'],
  ],
  [
    ['train', 'machine learning', 'active learning', 'model'],
    ['label', 'learned design'],
  ],
  [
    ['probabilistic', 'fellegi sunter', 'bayes'],
    ['weighted', 'bits evidence'],
  ],
  [['clean', 'cleanse', 'standardize', 'format', 'in different formats'], ['transformer']],
  [
    ['fuzzy', 'fuzzy matching', 'typo', 'misspelling'],
    ['typing errors', 'similarity', 'distance'],
  ],
  [['soundex', 'metaphone', 'sounds like'], ['phonetic']],
  [
    ['levenshtein', 'edit distance', 'jaro winkler'],
    ['comparer distance', 'similarity'],
  ],
  [['phone', 'phone number', 'telephone'], ['normalizephonenumber']],
  [['date', 'birthday', 'day first'], ['makedate']],
  [['nickname'], ['normalizename']],
  [['ltd', 'limited', 'legal form', 'company name'], ['normalizecompany']],
  // In and out
  [['import', 'upload', 'ingest', 'etl'], ['load']],
  [['s3', 'bucket'], ['bulk load']],
  [['postgres', 'postgresql', 'mysql', 'snowflake', 'sql', 'jdbc', 'connector'], ['database']],
  [['kafka', 'event bus', 'publish', 'notify', 'stream', 'cdc', 'change data capture'], ['entity event']],
  [['download', 'excel', 'spreadsheet', 'business intelligence', 'bi', 'tableau'], ['export']],
  // Operation
  [
    ['price', 'pricing', 'bill', 'how much cost', 'expensive'],
    ['cost', 'dollars'],
  ],
  [
    ['monitor', 'monitoring', 'alert', 'grafana', 'prometheus', 'datadog'],
    ['alarm', 'metric'],
  ],
  [
    ['failover', 'fail over', 'outage'],
    ['disaster recovery', 'second region'],
  ],
  [['uninstall', 'tear down', 'destroy', 'decommission', 'remove deployment'], ['take it down']],
  [['fast', 'speed', 'slow', 'latency', 'throughput'], ['performance']],
  [
    ['how many', 'handle', 'capacity'],
    ['limit', 'scale'],
  ],
  [
    ['429', 'http 429'],
    ['too many requests', 'limits of one client'],
  ],
  [['docker', 'on premise', 'self hosted', 'laptop'], ['local service']],
  // Security
  [
    ['sso', 'single sign on', 'login', 'log in', 'saml'],
    ['sign in', 'identity provider'],
  ],
  [['azure ad', 'azure active directory', 'active directory'], ['entra']],
  [
    ['password', 'credential', 'rotate', 'leaked'],
    ['secret', 'replace secret'],
  ],
  [['rate limit', 'rate limiting', 'throttle', 'noisy'], ['limits of one client']],
  [['hide', 'mask', 'redact'], ['privilege']],
  [['ip address', 'restrict access', 'whitelist', 'firewall'], ['allow list']],
  [
    ['compliance', 'hipaa', 'pii'],
    ['security model', 'data at rest'],
  ],
];

interface FoundPassage {
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
