import { describe, expect, it } from '@jest/globals';
import { compileRuleConfig } from '../../../../../src/rules/compile/compile.ts';
import { lintRuleConfig } from '../../../../../src/rules/lint/lint-rule-config.ts';
import type { Hit } from '../../../../../src/rules/types.ts';
import type { Design } from '../../../../../src/workbench/design/design.ts';
import type { DesignRequest } from '../../../../../src/workbench/design/field-kind.ts';
import { fieldWords } from '../../../../../src/workbench/design/field-words.ts';
import { hasLegalForm, valueShape } from '../../../../../src/workbench/design/value-shape.ts';
import { design, errorsOf, linkerOf } from './designed.ts';

const records = (count: number, record: (index: number) => Record<string, unknown>): DesignRequest['sampleRecords'] =>
  Array.from({ length: count }, (_, index) => record(index));

const warningOf = (names: readonly string[], start: string, more: Partial<DesignRequest> = {}): string | undefined =>
  design(names, more).warnings.find((warning) => warning.startsWith(start));

describe('the warnings of a design', () => {
  it('name each renamed field with the option that loads it', () => {
    expect(warningOf(['Last name', 'email'], '"Last name"')).toBe(
      '"Last name" is not a valid field name and is renamed to Last_name. ' +
        'Load CSV and JSON lines with --column "Last name=Last_name", or rename the field.',
    );
  });

  it('name the fields that are not compared', () => {
    expect(warningOf(['email', 'last_name', 'source', 'notes', 'created_at'], 'Not compared')).toContain(
      'Not compared: source, notes and created_at.',
    );
    expect(warningOf(['email', 'last_name'], 'Not compared')).toBeUndefined();
  });

  it('name the fields of unknown kind', () => {
    expect(warningOf(['email', 'xyzzy', 'plugh'], 'Unknown kind')).toContain('Unknown kind: xyzzy and plugh.');
    expect(warningOf(['email', 'last_name'], 'Unknown kind')).toBeUndefined();
  });

  it('ask for samples unless there are 20', () => {
    const sampleRecords = (count: number) => records(count, (index) => ({ email: `p${index}@example.com` }));

    const warningAt = (more: Partial<DesignRequest>) => warningOf(['email', 'last_name'], 'Without sample', more);

    expect(warningOf(['email', 'last_name'], 'Without sample records')).toBeDefined();
    expect(warningAt({ sampleRecords: sampleRecords(19) })).toBeDefined();
    expect(warningAt({ sampleRecords: sampleRecords(20) })).toBeUndefined();
  });

  it('say that few fields lower the threshold', () => {
    const { threshold } = design(['last_name']);

    expect(warningOf(['last_name'], 'These few fields')).toContain(`the threshold is ${threshold} instead of 17`);
    expect(warningOf(['first_name', 'last_name', 'birth_date'], 'These few fields')).toBeUndefined();
  });

  it('say that entities share all values', () => {
    const start = 'Different entities may share';

    for (const more of [['city'], ['city', 'last_name'], ['last_name', 'gender']]) {
      expect(warningOf(['phone', ...more], start)).toBeDefined();
    }
    for (const own of ['first_name', 'birth_date', 'ssn', 'company_name']) {
      expect(warningOf(['phone', 'city', own], start)).toBeUndefined();
    }
  });

  it('say that no combination is rare', () => {
    expect(warningOf(['last_name', 'gender'], 'No combination')).toBeDefined();
    expect(warningOf(['email', 'gender'], 'No combination')).toBeUndefined();
  });

  it('say that many rules cost index entries', () => {
    const many = ['ssn', 'passport', 'email', 'phone', 'first_name', 'last_name', 'birth_date', 'street', 'postcode'];
    const names = [...many, 'city', 'iban', 'company_name', 'website'];

    const { rules, warnings } = design(names, { goal: 'recall' });

    expect(rules.length).toBeGreaterThan(16);
    expect(warnings.join('\n')).toContain(`Each of the ${rules.length} combinations`);
    expect(warningOf(['email', 'last_name'], 'Each of the')).toBeUndefined();
  });
});

describe('no field is dropped in silence', () => {
  it.each([
    ['its own id', ['id', 'email'], 'Not compared: id.'],
    ['a name without letters', ['email', '…', '  '], 'Left out: 2 fields without a usable name.'],
    ['a date beside a person', ['email', 'last_name', 'start_date'], 'Not compared either: start_date.'],
    ['half a place', ['email', 'lat'], 'Not compared either: lat.'],
    ['the region of no plate', ['vin', 'plate_state'], 'Not compared either: plate_state.'],
  ])('such as %s', (_what, names, warning) => {
    expect(design(names).warnings.join('\n')).toContain(warning);
  });

  it('nor for another reason: each is compared or named', () => {
    const twice = ['website', 'homepage', 'age', 'alter'];
    const names = ['id', 'email', ...twice, 'price', 'notes', 'lon', 'xyzzy', 'birth_month'];
    const { evidence, warnings, fields } = design(names);
    const compared = new Set(evidence.flatMap((item) => item.fields));

    for (const { field } of fields) {
      expect(compared.has(field.name) || warnings.some((warning) => warning.includes(field.name))).toBe(true);
    }
  });
});

describe('the advice on a rule', () => {
  const rulesFor = (names: readonly string[]) =>
    new Map(design(names).rules.map((rule) => [rule.matcherIDs.join('+'), rule]));

  it('says what records share and how rare it is', () => {
    const rules = rulesFor(['email', 'last_name', 'city', 'postcode']);

    expect(rules.get('SAME_EMAIL')!.why).toContain('Compares records that share e-mail address: about one in 30,000');
    expect(rules.get('SAME_EMAIL')!.misses).toBe(
      'Pairs of records in which e-mail address is missing or wrong in one of them; other combinations may find these.',
    );
  });

  it('calls an identifier as good as unique', () => {
    expect(rulesFor(['ssn', 'last_name']).get('SAME_SSN')!.why).toContain('hardly any unrelated records');
  });

  it('names what would have told entities apart that share a contact', () => {
    const { overMerges } = rulesFor(['email', 'first_name', 'birth_date']).get('SAME_EMAIL')!;

    expect(overMerges).toContain('Different entities that share e-mail address and more, if ');
    expect(overMerges).toMatch(/given name|date of birth/);
    expect(overMerges).toContain('are missing in one record');
  });

  it('says so where no field tells entities apart', () => {
    const rules = design(['email', 'city']).rules;

    expect(rules[0]!.overMerges).toContain('if no field distinguishes them');
  });

  it('has one entry for every combination that finds candidates, in the order of the document', () => {
    const { rules, ruleConfig } = design(['email', 'first_name', 'last_name', 'birth_date']);
    const [same] = ruleConfig['rules'] as { id: string; attributes: { indexMatcherIDs: string[][] } }[];

    expect(rules.map(({ matcherIDs }) => matcherIDs)).toEqual(same!.attributes.indexMatcherIDs);
    expect(new Set(rules.map(({ ruleID }) => ruleID))).toEqual(new Set([same!.id]));
  });
});

describe('common values of the samples', () => {
  const city = (index: number): string => (index % 2 === 0 ? 'York' : `Town${index}`);
  const person = (index: number) => ({ last_name: `Name${index}`, first_name: `Given${index}`, city: city(index) });
  const fields = ['first_name', 'last_name', 'city'];
  const levelsOf = (sampleRecords: DesignRequest['sampleRecords'], id = 'CITY') => {
    const found = design(fields, { sampleRecords }).evidence.find((item) => item.id === id)!;
    return { levels: found.levels.map(([matcherID]) => matcherID), common: found.commonValues };
  };

  it('get a weaker level of their own', () => {
    const { levels, common } = levelsOf(records(60, person));

    expect(levels.slice(0, 2)).toEqual(['SAME_CITY_RARE', 'SAME_CITY']);
    expect(common).toBe(1);
  });

  it('are counted from 20 records with a value on', () => {
    expect(levelsOf(records(19, person)).common).toBeUndefined();
    expect(levelsOf(records(60, (index) => (index < 19 ? person(index) : { first_name: 'x' }))).common).toBeUndefined();
  });

  it('are values of at least five records', () => {
    const repeated = (times: number) => records(40, (index) => ({ city: index < times ? 'York' : `Town${index}` }));

    expect(levelsOf(repeated(4)).common).toBeUndefined();
    expect(levelsOf(repeated(5)).common).toBe(1);
  });

  it('are counted in any spelling', () => {
    const spelled = records(40, (index) => ({
      city: ['YORK', 'york ', 'Yórk', 'Y o r k'][index % 8] ?? `Town${index}`,
    }));

    expect(levelsOf(spelled).common).toBe(1);
  });

  it('are at most 25 for each field', () => {
    const towns = records(200, (index) => ({ city: [`Town${index % 26}`, `Town${(index + 13) % 26}`] }));

    expect(levelsOf(towns).common).toBe(25);
  });

  it('are read from the first 200 records', () => {
    const late = records(400, (index) => ({ city: index < 200 ? `Town${index}` : 'York' }));

    expect(levelsOf(late).common).toBeUndefined();
  });

  it('find no candidates alone, while rare ones do', () => {
    const email = 'boss@firm.example';
    const sampleRecords = records(60, (index) => ({
      email: index % 3 === 0 ? email : `p${index}@example.com`,
      last_name: `Name${index}`,
    }));
    const made = design(['email', 'last_name'], { sampleRecords });
    const linked = linkerOf(made);

    expect(errorsOf(made)).toEqual([]);
    expect(made.rules.map(({ matcherIDs }) => matcherIDs)).toContainEqual(['SAME_EMAIL_RARE']);
    const rare = { email: 'ada@example.org', last_name: 'Example' };
    expect(linked(rare, { ...rare })).toBe(true);
    expect(linked({ email, last_name: 'Example' }, { email, last_name: 'Sample' })).toBe(false);
  });

  it('of hostile samples change no document', () => {
    const hostile = ['__proto__', 'constructor', '\u0000', '"', '¦', '\\', '\ud800', 'a'.repeat(10_000)];
    const sampleRecords = records(90, (index) => ({ last_name: hostile[index % 9], city: hostile[index % 9] }));

    const made = design(fields, { sampleRecords });

    expect(errorsOf(made)).toEqual([]);
    expect(() => linkerOf(made)({ city: '__proto__' }, { city: 'constructor' })).not.toThrow();
  });
});

const compiled = ({ ruleConfig }: Design) => compileRuleConfig(lintRuleConfig(ruleConfig).config!);

/** What a search of the design says of a stored record; undefined if it does not find it. */
function finderOf(made: Design): (parameters: object, stored: object) => Hit | undefined {
  const rules = compiled(made);
  return (parameters, stored) => {
    const values = rules.resolve({ id: '1', ...stored });
    const keys = new Set(rules.indexKeys(values).map(({ hash }) => hash));
    const search = rules.prepareSearch(parameters as Record<string, unknown>, 'default');
    return search.keys.some(({ hash }) => keys.has(hash)) ? search.hit(values) : undefined;
  };
}

const fields = ['first_name', 'last_name', 'birth_date', 'ssn', 'email', 'phone', 'city', 'zip'];
const ada = {
  first_name: 'Ada',
  last_name: 'Lovelace',
  birth_date: '1981-12-10',
  ssn: '212-44-1234',
  email: 'countess@example.com',
  phone: '+44 20 7946 0018',
  city: 'London',
  zip: 'W1A 1AA',
};

describe('a search of a designed rule-config', () => {
  const find = finderOf(design(fields));

  it.each([
    ['an e-mail address', { email: 'COUNTESS@example.com' }, 'BY_EMAIL'],
    ['a phone number', { phone: '020 7946 0018' }, 'BY_PHONE'],
    ['a personal number', { ssn: '212441234' }, 'BY_SSN'],
    ['both names', { first_name: 'Ada', last_name: 'Lovelace' }, 'BY_NAMES'],
    ['both names, exchanged', { first_name: 'Lovelace', last_name: 'Ada' }, 'BY_NAMES'],
    ['a birthday', { birth_date: '10.12.1981' }, 'BY_BIRTH_DATE'],
    ['a family name and a postcode', { last_name: 'Lovelace', zip: 'W1A1AA' }, 'BY_SEVERAL_VALUES'],
  ])('finds by %s alone', (_what, parameters, ruleID) => {
    const hit = find(parameters, ada);

    expect(hit?.ruleIDs).toEqual([ruleID]);
    expect(hit!.score).toBeGreaterThan(0);
    expect(hit!.score).toBeLessThan(1);
  });

  it.each([
    ['a city', { city: 'London' }],
    ['a given name', { first_name: 'Ada' }],
    ['a placeholder', { ssn: '999-99-9999' }],
  ])('finds nothing by %s alone', (_what, parameters) => {
    expect(find(parameters, { ...ada, ssn: '999-99-9999' })).toBeUndefined();
  });

  it('finds companies by their names', () => {
    const company = { company_name: 'Müller Bau GmbH', city: 'Köln' };
    const hit = finderOf(design(['company_name', 'city']))({ company_name: 'MÜLLER Bau' }, company);

    expect(hit?.ruleIDs).toEqual(['BY_ORGANIZATION_NAME']);
  });

  it('says what it finds by, and what it does not find alone', () => {
    const { searches, notFoundAlone, evidence } = design(fields);

    expect(searches.flatMap(({ by }) => by)).toContainEqual(['e-mail address']);
    expect(notFoundAlone).toContain('city');
    const alone = searches.flatMap(({ by }) => by.filter(({ length }) => length === 1).flat());
    for (const { title, levels } of evidence) {
      if (levels.every(([, bits]) => bits <= 0)) continue;
      expect(alone.includes(title) || notFoundAlone.includes(title)).toBe(true);
    }
  });

  it('stores nothing more: its keys are those of the links', () => {
    const { ruleConfig } = design(fields);
    const withoutSearch = { ...ruleConfig, searchRuleSetIDs: { default: 'SAME' } };
    const identities = (document: object) =>
      compileRuleConfig(lintRuleConfig(document).config!).parts.plans.map(({ identity }) => identity);

    expect(identities(ruleConfig)).toEqual(identities(withoutSearch));
    const { mutationRuleSetGroups, ruleSets } = ruleConfig as {
      mutationRuleSetGroups: { default: { indexRuleSetID: string } };
      ruleSets: { id: string; ruleIDs: string[] }[];
    };
    const index = ruleSets.find(({ id }) => id === mutationRuleSetGroups.default.indexRuleSetID)!;
    expect(index.ruleIDs).toEqual(['SAME']);
  });

  it('scores a rare value above a frequent one', () => {
    const score = (ruleID: string) => design(fields).searches.find((one) => one.ruleID === ruleID)!.score;

    expect(score('BY_SSN')).toBeGreaterThan(score('BY_EMAIL'));
    expect(score('BY_EMAIL')).toBeGreaterThan(score('BY_BIRTH_DATE'));
  });
});

describe('an edge of a designed rule-config', () => {
  const rules = compiled(design(fields));
  const scores = (other: object) =>
    rules.links(rules.resolve({ id: '1', ...ada }), rules.resolve({ id: '2', ...other })).map(({ score }) => score);

  it('is one for each pair, and certain if everything agrees', () => {
    expect(scores(ada)).toEqual([1]);
  });

  it('is doubtful near the threshold', () => {
    const [score] = scores({ first_name: 'Ada', last_name: 'Lovelace', city: 'London' });

    expect(score).toBeGreaterThan(0.8);
    expect(score).toBeLessThan(1);
  });
});

describe('the consistency of a designed rule-config', () => {
  const consistency = (...records: object[]) => {
    const rules = compiled(design(fields));
    return rules.consistency(records.map((record, index) => rules.resolve({ id: String(index), ...record })));
  };

  it('is lower for an entity whose own values differ', () => {
    expect(consistency(ada, ada)).toBe(1);
    expect(consistency(ada, { ...ada, city: 'York' })).toBe(1);
    expect(consistency(ada, { ...ada, birth_date: '1955-01-31', first_name: 'Tim' })).toBeLessThan(0.9);
  });
});

describe('valueShape', () => {
  it.each([
    ['email', ['ada@example.com', ' a.b+c@mail.example.org ', 'ä@b.de']],
    ['url', ['https://example.com/x', 'http://a', 'www.example.org', 'example.com', 'shop.example.co.uk']],
    ['uuid', ['550e8400-e29b-41d4-a716-446655440000', '550E8400-E29B-41D4-A716-446655440000']],
    ['year', ['1999', '2024']],
    ['date', ['2024-01-31', '31.01.2024', '1/31/24', '20240131', '2024-01-31T10:00']],
    ['date', ['31 Jan 2024', 'January 31, 2024']],
    ['phone', ['+44 20 7946 0018', '(020) 7946 0991', '020-7946-0123', '+442079460018']],
    ['number', ['1', '-2', '+3', '12.50', '1,5', '30123', '0799123456']],
    ['gender', ['m', 'F', 'Female', 'männlich', 'mujer']],
    ['code', ['A1', 'KDL-46V2500', '12-34', 'x9']],
    ['personName', ['Ada Example', "Sean O'Neill", 'J. R. R. Tolkien', 'Müller, Hans']],
    ['words', ['York', 'Acme Ltd', 'a b c d e', 'New York 2', '']],
    ['sentence', ['one two three four five six seven eight nine ten eleven twelve thirteen']],
  ])('is %s for %j', (shape, values) => {
    expect(values.map((value) => [value, valueShape(value)])).toEqual(values.map((value) => [value, shape]));
  });

  it.each(['a@', '@b.de', 'a b@c.de', 'a@b'])('is no e-mail address for %j', (value) => {
    expect(valueShape(value)).not.toBe('email');
  });

  it('reads the first 300 characters', () => {
    expect(valueShape(`${'a '.repeat(200)}x@example.com`)).toBe('sentence');
    expect(valueShape(`${'1'.repeat(1_000_000)}x`)).toBe('number');
  });
});

describe('hasLegalForm', () => {
  it.each(['Acme Inc', 'Acme Inc.', 'Muster GmbH', 'Example, LLC', 'Nordic AB ', 'Firma Sp. z o.o.', 'acme limited'])(
    'is true for %j',
    (name) => expect(hasLegalForm(name)).toBe(true),
  );

  it.each(['Acme', 'Inca', 'Limited Edition', 'Ada Example', ''])('is false for %j', (name) =>
    expect(hasLegalForm(name)).toBe(false),
  );
});

describe('fieldWords', () => {
  it.each([
    ['dateOfBirth', ['date', 'of', 'birth']],
    ['DATE_OF_BIRTH', ['date', 'of', 'birth']],
    ['XMLHttpName', ['xml', 'http', 'name']],
    ['address2', ['address', '2']],
    ['emails.*.address', ['emails', 'address']],
    ['Straße', ['strasse']],
    ['Prénom', ['prenom']],
    ['tel_nr', ['phone', 'number']],
    ['org', ['organization']],
    ['constructor', ['constructor']],
    ['__proto__', ['proto']],
    ['名前', ['名前']],
    ['', []],
    ['._-', []],
  ])('of %j are %j', (name, words) => {
    expect(fieldWords(name)).toEqual(words);
  });

  it('reads the first 200 characters', () => {
    expect(fieldWords('ab '.repeat(1_000)).length).toBeLessThanOrEqual(67);
  });
});
