import type { Pin } from '../../rules/document/types.ts';
import { idOf } from './document-parts.ts';
import { type Evidence, type EvidenceMaker, namesOf } from './evidence.ts';
import { familyNames, givenNames, partOfFullNames } from './person-text.ts';

/** Bits if two given names have nothing in common: twins and married couples share all the rest. */
const GIVEN_OTHERWISE = -7;
/** Evidence from given and family names, whether the records have them separately or as one full name. */
export const personNames: EvidenceMaker = ({ parts, of, country }) => {
  const full = of('fullName');
  const given = of('givenName');
  const family = of('familyName');
  const split = (pin: 'middle' | 'suffix'): Pin[] => partOfFullNames(pin, { parts, of });
  const givenPin = givenNames({ parts, of });
  const familyPin = familyNames({ parts, of });
  const found: Evidence[] = [];
  const none = { indexStrategy: 'none' };
  const typo = parts.comparer('SPELLING', 'dynamicdistance', { algorithm: 'osa' });
  // One edit turns Mark into Mary: given names are short, and many differ by one letter.
  const typoOfGiven = parts.comparer('SPELLING_OF_GIVEN_NAMES', 'dynamicdistance', {
    algorithm: 'osa',
    table: { '0': 0, '5': 1, '9': 2 },
  });
  const alike = parts.comparer('ALIKE', 'similarity', { algorithm: 'jaroWinkler', threshold: 0.87 });
  const fewEdits = parts.comparer('FEW_EDITS', 'similarity', { algorithm: 'osaDamerauLevenshtein', threshold: 0.78 });
  const garbled = parts.comparer('GARBLED', 'similarity', { algorithm: 'jaroWinkler', threshold: 0.75 });
  const sound = parts.comparer('SOUND', 'phonetic', { algorithm: soundAlgorithm(country) });

  let givenID: string | undefined;
  let familyID: string | undefined;
  if (givenPin !== undefined) {
    const pin = givenPin;
    const written = parts.step('GIVEN_NAME_PLAIN', 'normalizename', { part: 'given' }, pin);
    const canonical = parts.step('GIVEN_NAME_CANONICAL', 'normalizename', { part: 'given', nicknames: true }, pin);
    givenID = parts.resolver('GIVEN_NAME', parts.union('GIVEN_NAME_FORMS', [written, canonical]));
    const writtenID = parts.resolver('GIVEN_NAME_WRITTEN', written);
    const compactID = parts.resolver(
      'GIVEN_NAME_COMPACT',
      parts.stringop('GIVEN_NAME_LETTERS', 'onlyletters', written),
    );
    const exact = 7;
    // Arabic and Hebrew write no short vowels, so transliterations differ in them.
    const consonants = parts.step(
      'GIVEN_NAME_WITHOUT_VOWELS',
      'stringop',
      { operation: 'replace', pattern: '[aeiouy]+' },
      parts.stringop('GIVEN_NAME_LETTERS', 'onlyletters', written),
    );
    const consonantsID = parts.resolver(
      'GIVEN_NAME_CONSONANTS',
      parts.extract('GIVEN_NAME_CONSONANTS', { pattern: '^.{3,}$' }, consonants),
    );
    const initial = parts.comparer('INITIAL', 'prefix', { minLength: 1, maxLength: 1 });
    found.push({
      id: 'GIVEN_NAME',
      title: 'given name',
      fields: namesOf([...given, ...full]),
      levels: [
        [parts.same('SAME_GIVEN_NAME', givenID), exact],
        [parts.words('GIVEN_NAME_SPELLING', givenID, typoOfGiven, { strategy: 'all', ...none }), exact * 0.65],
        [parts.words('GIVEN_NAME_SOUND', givenID, sound), exact * 0.6],
        [parts.whole('GIVEN_NAME_ALIKE', compactID, fewEdits, none), exact * 0.4],
        [parts.same('SAME_GIVEN_NAME_CONSONANTS', consonantsID), exact * 0.3],
        [parts.words('GIVEN_NAME_INITIAL', writtenID, initial, { ...none }), exact * 0.25],
        [parts.whole('GIVEN_NAME_GARBLED', compactID, garbled, none), -6],
      ],
      otherwise: GIVEN_OTHERWISE,
      shared: false,
      keys: [{ matcherID: parts.words('GIVEN_NAME_SOUND', givenID, sound), bits: exact - 1.5 }],
    });
  }
  if (familyPin !== undefined) {
    const pin = familyPin;
    familyID = parts.resolver(
      'FAMILY_NAME',
      parts.step('FAMILY_NAME_NORMAL', 'normalizename', { part: 'family' }, pin),
    );
    const exact = 9;
    found.push({
      id: 'FAMILY_NAME',
      title: 'family name',
      fields: namesOf([...family, ...full]),
      levels: [
        [parts.same('SAME_FAMILY_NAME', familyID), exact],
        [parts.words('FAMILY_NAME_SPELLING', familyID, typo, { strategy: 'all', ...none }), exact * 0.75],
        [parts.words('FAMILY_NAME_SOUND', familyID, sound), exact * 0.65],
        [parts.words('FAMILY_NAME_ALIKE', familyID, alike, none), exact * 0.35],
      ],
      otherwise: -3.5,
      shared: true,
      keys: [{ matcherID: parts.words('FAMILY_NAME_SOUND', familyID, sound), bits: exact - 2 }],
    });
  }
  if (givenID !== undefined && familyID !== undefined) {
    const resolverIDs = [givenID, familyID];
    const swapped = parts.matcher('NAMES_SWAPPED', 'swapped', { resolverIDs });
    const bothNames = parts.matcher('SAME_NAMES', 'swapped', { resolverIDs, orInPlace: true });
    found.push({
      id: 'NAMES_SWAPPED',
      title: 'given and family name exchanged',
      fields: namesOf([...given, ...family, ...full]),
      // Compensates for the two names that disagree when each is compared with its counterpart.
      levels: [[swapped, -GIVEN_OTHERWISE + 3.5 + 7 + 9 - 4]],
      otherwise: 0,
      shared: false,
      // Both names together are a key, in any order.
      keys: [{ matcherID: bothNames, bits: 15 }],
    });
  }
  const suffixFields = of('nameSuffix');
  const wholeNames = parts.fields([...given.slice(0, 1), ...family.slice(0, 1)]);
  const suffixPins = [
    ...parts.fields(suffixFields),
    ...(wholeNames.length > 0
      ? [parts.step('WHOLE_NAME_PARTS', 'splitname', {}, parts.joined('WHOLE_NAME', wholeNames, ' '), 'suffix')]
      : []),
    ...split('suffix'),
  ];
  if (suffixPins.length > 0) {
    const id = parts.resolver('GENERATION', parts.union('GENERATIONS', suffixPins));
    found.push({
      id: 'GENERATION',
      title: 'junior or senior',
      fields: namesOf([...suffixFields, ...given, ...family, ...full]),
      levels: [[parts.same('SAME_GENERATION', id), 1]],
      otherwise: -12,
      shared: false,
      keys: [],
    });
  }
  if (givenPin !== undefined && familyPin !== undefined) {
    const endings = parts.fields([...given, ...family]);
    const roman = endings.map((pin, index) =>
      parts.extract(`ROMAN_NUMERAL_${index + 1}`, { pattern: ' (i|ii|iii|iv)$' }, pin),
    );
    if (roman.length > 0) {
      const id = parts.resolver('GENERATION_NUMBER', parts.union('ROMAN_NUMERALS', roman));
      found.push({
        id: 'GENERATION_NUMBER',
        title: 'numeral after the name (II, III)',
        fields: namesOf([...given, ...family]),
        levels: [[parts.same('SAME_GENERATION_NUMBER', id), 1]],
        otherwise: -12,
        shared: false,
        keys: [],
      });
    }
  }
  const middle = of('middleName');
  const middlePins = [...parts.fields(middle), ...split('middle')];
  if (middlePins.length > 0) {
    const id = parts.resolver(
      'MIDDLE_NAME',
      parts.step('MIDDLE_NAME_NORMAL', 'normalizename', { part: 'given' }, parts.union('MIDDLE_NAMES', middlePins)),
    );
    const initial = parts.comparer('INITIAL', 'prefix', { minLength: 1, maxLength: 1 });
    found.push({
      id: 'MIDDLE_NAME',
      title: 'middle name',
      fields: namesOf([...middle, ...full]),
      levels: [
        [parts.same('SAME_MIDDLE_NAME', id), 4],
        [parts.words('MIDDLE_NAME_INITIAL', id, initial, none), 1.5],
      ],
      otherwise: -1.5,
      // Families hand them down, and initials are few.
      shared: true,
      keys: [],
    });
  }
  for (const guessed of of('relative')) {
    const id = idOf(guessed.field.name);
    const plain = parts.stringop(`${id}_PLAIN`, 'normalizediacritics', parts.field(guessed.field.name));
    const resolverID = parts.resolver(id, plain);
    found.push({
      id,
      title: `relative (${guessed.field.name})`,
      fields: namesOf([guessed]),
      levels: [
        [parts.same(`SAME_${id}`, resolverID), 5],
        [parts.words(`${id}_SPELLING`, resolverID, typo, { strategy: 'all', ...none }), 3.5],
      ],
      otherwise: -1,
      // Brothers and sisters have one mother, and couples one emergency contact.
      shared: true,
      keys: [],
    });
  }
  const gender = of('gender');
  if (gender.length > 0) {
    const pin = parts.union('GENDERS', parts.fields(gender));
    const known = parts.extract(
      'GENDER_KNOWN',
      { pattern: '^(?:m|f|w|h|male|female|man|woman|homme|femme|hombre|mujer|männlich|weiblich)$' },
      pin,
    );
    const id = parts.resolver(
      'GENDER',
      parts.step('GENDER_LETTER', 'stringop', { operation: 'substring', start: 0, length: 1 }, known),
    );
    found.push({
      id: 'GENDER',
      title: 'gender',
      fields: namesOf(gender),
      levels: [[parts.same('SAME_GENDER', id), 0.5]],
      otherwise: -2,
      shared: false,
      keys: [],
    });
  }
  return found;
};

/** Countries whose names Cologne phonetics was designed for. */
const german = new Set(['DE', 'AT', 'CH', 'LI']);

function soundAlgorithm(country: string | undefined): 'cologne' | 'doubleMetaphone' {
  return country !== undefined && german.has(country) ? 'cologne' : 'doubleMetaphone';
}
