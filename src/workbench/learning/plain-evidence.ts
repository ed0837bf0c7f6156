import type { Pin } from '../../rules/document/types.ts';
import type { RecordPayload } from '../../rules/types.ts';
import { normalForm } from '../../text/normal-form.ts';
import { type DocumentParts, idOf } from '../design/document-parts.ts';
import type { Evidence } from '../design/evidence.ts';
import type { ValueRole } from './by-values.ts';
import { textsAt } from './field-statistics.ts';

interface PlainField {
  readonly name: string;
  /** Fields in which other records have the same fact. */
  readonly others?: readonly string[];
  readonly role: ValueRole;
  /** Bits of a chance agreement. */
  readonly bits: number;
  readonly records: readonly RecordPayload[];
}

const fieldsOf = ({ name, others = [] }: PlainField): string[] => [name, ...others];

/** Levels looser than equality, each with its share of the bits. */
type LooserLevels = readonly (readonly [matcherID: string, share: number])[];

/** Evidence whose strictest level, equality, also makes its key. */
const evidenceOf = (
  field: PlainField,
  { same, bits }: { readonly same: string; readonly bits: number },
  looser: LooserLevels,
  rest: Pick<Evidence, 'otherwise' | 'shared'>,
): Evidence => ({
  id: idOf(field.name),
  title: field.name,
  fields: fieldsOf(field),
  levels: [[same, bits], ...looser.map(([matcherID, share]) => [matcherID, bits * share] as const)],
  ...rest,
  keys: [{ matcherID: same, bits }],
});

const none = { indexStrategy: 'none' };
/** The most words that a list of frequent words may have: a person reads the document. */
const mostFrequentWords = 600;
/** Words of more records than this are never rare. */
const leastFrequent = 4;
/** Experience knows little about these fields: weights to begin with, by the bits of a chance agreement. */
const mostBits = 14;

/** Evidence from values alone, for a field whose name says nothing or something wrong. */
export const plainEvidence = (parts: DocumentParts, field: PlainField): Evidence[] => [
  evidenceOfRole[field.role](parts, field),
];

const evidenceOfRole: Readonly<Record<ValueRole, (parts: DocumentParts, field: PlainField) => Evidence>> = {
  text: textEvidence,
  name: nameEvidence,
  code: codeEvidence,
  number: numberEvidence,
  date: dateEvidence,
  category: categoryEvidence,
};

/** The values of a field and of those with the same fact. */
function pinOf(parts: DocumentParts, { name, others = [] }: PlainField): Pin {
  return parts.union(
    idOf(name),
    [name, ...others].map((own) => parts.field(own)),
  );
}

function textEvidence(parts: DocumentParts, field: PlainField): Evidence {
  const id = idOf(field.name);
  const plain = parts.stringop(`${id}_PLAIN`, 'normalizediacritics', pinOf(parts, field));
  const compact = parts.resolver(`${id}_COMPACT`, parts.stringop(`${id}_LETTERS`, 'onlyalphanumeric', plain));
  const words = parts.resolver(`${id}_WORDS`, plain);
  const exactWord = parts.comparer('EXACT', 'exact', {});
  const alike = (name: string, threshold: number): string =>
    parts.comparer(name, 'similarity', { algorithm: 'dice', threshold, shingleSize: 2 });
  const same = parts.same(`SAME_${id}`, compact);
  const rare = rareWords(parts, id, field, plain);
  const twoWords = parts.words(`${id}_TWO_WORDS`, words, exactWord, { min: 2, ...none });
  const exact = Math.min(mostBits, field.bits);
  const evidence = evidenceOf(
    field,
    { same, bits: exact },
    [
      [parts.words(`${id}_SAME_WORDS`, words, exactWord, { strategy: 'all', min: 2, ...none }), 0.8],
      [parts.whole(`${id}_NEARLY_SAME`, compact, alike('NEARLY_ALL_PAIRS_OF_LETTERS', 0.85), none), 0.8],
      [parts.whole(`${id}_ALIKE`, compact, alike('TWO_THIRDS_OF_PAIRS_OF_LETTERS', 0.67), none), 0.5],
      ...rare.map((matcherID) => [matcherID, 0.4] as const),
      [twoWords, 0.15],
    ],
    { otherwise: -3, shared: false },
  );
  const rareKeys = rare.slice(0, 1).map((matcherID) => ({ matcherID, bits: exact * 0.7 }));
  return { ...evidence, keys: [...evidence.keys, ...rareKeys] };
}

/** Matchers that find a common rare word, if there are words that are not rare. */
export function rareWords(
  parts: DocumentParts,
  id: string,
  { name, records }: Pick<PlainField, 'name' | 'records'>,
  plain: ReturnType<DocumentParts['field']>,
): string[] {
  const path = name.split('.');
  const counts = new Map<string, number>();
  for (const record of records) {
    const own = new Set(textsAt(record, path, 0).flatMap((text) => wordsOf(text)));
    for (const word of own) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const ordered = [...counts]
    .filter(([, count]) => count > leastFrequent)
    .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  const frequent = ordered.slice(0, mostFrequentWords).map(([word]) => word);
  if (frequent.length === 0) return [];
  const each = parts.step(`${id}_EACH_WORD`, 'regexextract', { pattern: '[\\p{L}\\p{N}]{2,}', all: true }, plain);
  const resolverID = parts.resolver(
    `${id}_RARE_WORDS`,
    parts.step(`${id}_UNCOMMON_WORDS`, 'filter', { values: frequent.sort() }, each),
  );
  return [parts.same(`${id}_RARE_WORD`, resolverID)];
}

/** As the pipeline cuts words. */
const wordsOf = (text: string): string[] =>
  normalForm(text.toLowerCase(), 'NFKD')
    .replace(/\p{M}+/gu, '')
    .match(/[\p{L}\p{N}]{2,}/gu) ?? [];

function nameEvidence(parts: DocumentParts, field: PlainField): Evidence {
  const { name, bits } = field;
  const id = idOf(name);
  const plain = parts.stringop(`${id}_PLAIN`, 'normalizediacritics', pinOf(parts, field));
  const resolverID = parts.resolver(id, parts.stringop(`${id}_LETTERS`, 'onlyalphanumeric', plain));
  const oneEdit = parts.comparer('ONE_EDIT', 'distance', { algorithm: 'osa', allowedDistance: 1 });
  const alike = parts.comparer('ALIKE', 'similarity', { algorithm: 'jaroWinkler', threshold: 0.87 });
  const same = parts.same(`SAME_${id}`, resolverID);
  const looser: LooserLevels = [
    [parts.whole(`${id}_TYPO`, resolverID, oneEdit, none), 0.7],
    [parts.whole(`${id}_ALIKE`, resolverID, alike, none), 0.3],
  ];
  return evidenceOf(field, { same, bits: Math.min(mostBits, bits) }, looser, { otherwise: -2, shared: false });
}

function codeEvidence(parts: DocumentParts, field: PlainField): Evidence {
  const { name, bits } = field;
  const id = idOf(name);
  const resolverID = parts.resolver(id, parts.stringop(`${id}_PLAIN`, 'onlyalphanumeric', pinOf(parts, field)));
  const oneEdit = parts.comparer('ONE_EDIT', 'distance', { algorithm: 'osa', allowedDistance: 1 });
  const same = parts.same(`SAME_${id}`, resolverID);
  const looser: LooserLevels = [[parts.whole(`${id}_TYPO`, resolverID, oneEdit, none), 0.5]];
  return evidenceOf(field, { same, bits: Math.min(mostBits, bits) }, looser, { otherwise: -1.5, shared: true });
}

function numberEvidence(parts: DocumentParts, field: PlainField): Evidence {
  const { name, bits } = field;
  const id = idOf(name);
  const number = parts.step(`${id}_NUMBER`, 'regexextract', { pattern: '[0-9]+(?:[.][0-9]+)?' }, pinOf(parts, field));
  const resolverID = parts.resolver(id, number);
  const within = (label: string, tolerance: string): string =>
    parts.whole(`${id}_WITHIN_${label}`, resolverID, parts.comparer(`WITHIN_${label}`, 'number', { tolerance }), none);
  const same = parts.same(`SAME_${id}`, resolverID);
  const looser: LooserLevels = [
    [within('2_PERCENT', '2%'), 0.6],
    [within('10_PERCENT', '10%'), 0.2],
  ];
  return evidenceOf(field, { same, bits: Math.min(8, bits) }, looser, { otherwise: -2, shared: true });
}

function dateEvidence(parts: DocumentParts, field: PlainField): Evidence {
  const { name, bits } = field;
  const id = idOf(name);
  const resolverID = parts.resolver(id, parts.stringop(`${id}_DIGITS`, 'onlyalphanumeric', pinOf(parts, field)));
  const oneEdit = parts.comparer('ONE_EDIT', 'distance', { algorithm: 'osa', allowedDistance: 1 });
  const year = parts.resolver(
    `${id}_YEAR`,
    parts.step(`${id}_YEAR`, 'regexextract', { pattern: '(?:1[5-9]|20)[0-9]{2}' }, pinOf(parts, field)),
  );
  const same = parts.same(`SAME_${id}`, resolverID);
  const looser: LooserLevels = [
    [parts.whole(`${id}_TYPO`, resolverID, oneEdit, none), 0.5],
    [parts.same(`SAME_${id}_YEAR`, year), 0.3],
  ];
  return evidenceOf(field, { same, bits: Math.min(13, bits) }, looser, { otherwise: -2.5, shared: true });
}

function categoryEvidence(parts: DocumentParts, field: PlainField): Evidence {
  const { name, bits } = field;
  const id = idOf(name);
  const resolverID = parts.resolver(id, parts.stringop(`${id}_PLAIN`, 'onlyalphanumeric', pinOf(parts, field)));
  const same = parts.same(`SAME_${id}`, resolverID);
  const evidence = evidenceOf(field, { same, bits: Math.max(0.3, bits * 0.7) }, [], { otherwise: -0.5, shared: true });
  return { ...evidence, keys: [{ matcherID: same, bits }] };
}
