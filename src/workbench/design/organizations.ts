import { type Evidence, type EvidenceMaker, namesOf } from './evidence.ts';

export const organizations: EvidenceMaker = ({ parts, of }) => {
  const found: Evidence[] = [];
  const none = { indexStrategy: 'none' };
  const spelling = parts.comparer('SPELLING', 'dynamicdistance', { algorithm: 'osa' });
  const shingles = parts.comparer('MANY_LETTER_PAIRS', 'similarity', {
    algorithm: 'dice',
    threshold: 0.78,
    shingleSize: 2,
  });
  const alike = parts.comparer('ALIKE', 'similarity', { algorithm: 'jaroWinkler', threshold: 0.87 });
  const begins = parts.comparer('WORD_BEGINS', 'prefix', { minLength: 3 });
  const names = of('organizationName');
  if (names.length > 0) {
    const pin = parts.texts('ORGANIZATION_NAMES', parts.fields(names));
    const normal = parts.withoutUmlauts(
      'ORGANIZATION_NAME',
      parts.step('ORGANIZATION_NAME_NORMAL', 'normalizecompany', {}, pin),
    );
    const id = parts.resolver('ORGANIZATION_NAME', normal);
    const compact = parts.resolver(
      'ORGANIZATION_NAME_COMPACT',
      parts.stringop('ORGANIZATION_NAME_LETTERS', 'onlyalphanumeric', normal),
    );
    const exact = 13;
    const same = parts.same('SAME_ORGANIZATION_NAME', compact);
    const word = parts.words('ORGANIZATION_NAME_WORD', id, parts.comparer('EXACT', 'exact', {}));
    found.push({
      id: 'ORGANIZATION_NAME',
      title: 'organization name',
      fields: namesOf(names),
      levels: [
        [same, exact],
        [parts.words('ORGANIZATION_NAME_SPELLING', id, spelling, { strategy: 'all', min: 2, ...none }), exact * 0.75],
        [parts.words('ORGANIZATION_NAME_ABBREVIATED', id, begins, { strategy: 'all', min: 2, ...none }), exact * 0.65],
        [parts.words('ORGANIZATION_NAME_ALIKE_WORDS', id, alike, { strategy: 'all', min: 2, ...none }), exact * 0.55],
        [parts.whole('ORGANIZATION_NAME_ALIKE', compact, shingles, none), exact * 0.5],
        [parts.words('ORGANIZATION_NAME_ONE_WORD', id, spelling, { strategy: 'all', ...none }), exact * 0.35],
        // Two names that each contain a word missing from the other usually name two organizations.
        [parts.words('ORGANIZATION_NAME_SHARED_WORDS', id, spelling, { min: 2, ...none }), -5],
      ],
      otherwise: -8,
      shared: false,
      keys: [
        { matcherID: same, bits: exact },
        { matcherID: word, bits: exact - 5.5 },
      ],
    });
    // Funds, branches and shell companies of one group differ by a numeral or a letter alone. Read before the legal form is
    // taken away, because forms have letters, too.
    const written = parts.extract(
      'ORGANIZATION_NUMERALS_WRITTEN',
      { pattern: '(?:^|[\\s(#-])([0-9]{1,4}|[ivx]{1,5}|[a-z])(?:$|[\\s),]|[.]\\s)', all: true },
      pin,
    );
    const numerals = parts.resolver(
      'ORGANIZATION_NUMERAL',
      parts.mapped('ORGANIZATION_NUMERALS', 'ROMAN_NUMERALS', romanNumerals, written),
    );
    found.push({
      id: 'ORGANIZATION_NUMERAL',
      title: 'numeral in the organization name (Fund II)',
      fields: namesOf(names),
      levels: [[parts.same('SAME_ORGANIZATION_NUMERAL', numerals), 0.5]],
      otherwise: -18,
      shared: false,
      keys: [],
    });
  }
  const employer = of('employer');
  if (employer.length > 0) {
    const pin = parts.union('EMPLOYERS', parts.fields(employer));
    const normal = parts.step('EMPLOYER_NORMAL', 'normalizecompany', {}, pin);
    const id = parts.resolver('EMPLOYER', normal);
    const exact = 7;
    const same = parts.same('SAME_EMPLOYER', id);
    found.push({
      id: 'EMPLOYER',
      title: 'employer',
      fields: namesOf(employer),
      levels: [
        [same, exact],
        [parts.words('EMPLOYER_SPELLING', id, spelling, { strategy: 'all', min: 2, ...none }), exact * 0.8],
      ],
      otherwise: -0.5,
      shared: true,
      keys: [{ matcherID: same, bits: exact }],
    });
  }
  return found;
};

const romanNumerals = ['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x', 'xi', 'xii'].map(
  (roman, index) => [roman, String(index + 1)] as const,
);
