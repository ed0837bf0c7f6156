import { describe, expect, it } from '@jest/globals';
import { makedate } from '../../../../../src/rules/transformers/makedate.ts';
import { normalizename } from '../../../../../src/rules/transformers/normalizename.ts';
import { splitname } from '../../../../../src/rules/transformers/splitname.ts';
import { runTransformer } from './run-transformer.ts';

const normal = (name: string, attributes: object = {}) =>
  runTransformer(normalizename, { attributes, inputs: { default: [name] } })['default'] ?? [];
const split = (name: string, attributes: object = {}) => {
  const pins = runTransformer(splitname, { attributes, inputs: { default: [name] } });
  return ['given', 'middle', 'family', 'suffix'].map((pin) => pins[pin]?.[0] ?? '');
};

describe('normalizename', () => {
  it.each([
    ['John Smith', 'john smith'],
    ['SMITH, JOHN', 'john smith'],
    ['Smith, John, Jr.', 'john smith'],
    ['John Smith Jr', 'john smith'],
    ['Smith, Jr., John', 'john smith'],
    ['King, III, Ph.D., Martin', 'martin king'],
    ['Judi Dench DBE', 'judi dench'],
    ['John Smith, M.D., Ph.D.', 'john smith'],
    ['Mr. John Smith III', 'john smith'],
    ['Prof. Dr. med. Hans Müller', 'hans muller'],
    ['Prof.Dr.Hans Müller', 'hans muller'],
    ['Dipl.-Ing. Eva Groß', 'eva gross'],
    ['Frau Eva Groß', 'eva gross'],
    ['Sra. María José Núñez', 'maria jose nunez'],
    ["Sinéad O'Connor", 'sinead oconnor'],
    ['Sinéad O’Connor', 'sinead oconnor'],
    ['Sinead O Connor', 'sinead oconnor'],
    ['Ronald Mc Donald', 'ronald mcdonald'],
    ['Ronald McDonald', 'ronald mcdonald'],
    ['Anne-Marie Dupont', 'anne marie dupont'],
    ["Jeanne d'Arc", 'jeanne darc'],
    ['J. R. R. Tolkien', 'j r r tolkien'],
    ['J.R.R. Tolkien', 'j r r tolkien'],
    ['William "Bill" Gates', 'william gates'],
    ['Robert (Bob) Smith', 'robert smith'],
    ['Ursula von der Leyen', 'ursula von der leyen'],
    ['Osama bin Rashid', 'osama bin rashid'],
    ['Łukasz Żółć', 'lukasz zolc'],
    ['Александр Сергеевич Пушкин', 'aleksandr sergeevich pushkin'],
    ['Γιώργος Παπαδόπουλος', 'giorgos papadopoylos'],
    ['محمد علي', 'mhmd ly'],
    ['王小明先生', 'wangxiaoming'],
    ['Madonna', 'madonna'],
    ['Phil Collins', 'phil collins'],
    ['Dr. phil. Eva Groß', 'eva gross'],
    ['Dr. Phil McGraw', 'phil mcgraw'],
    ['Gen. John Smith', 'john smith'],
    ['Gen Hoshino', 'gen hoshino'],
    ['Pan Wei', 'pan wei'],
    ['John Smith, RN', 'john smith'],
    ['Smith, Dr. John', 'john smith'],
    ['Dr.', 'dr'],
    ['Jack Ma', 'jack ma'],
    ['Yuri Do', 'yuri do'],
  ])('writes %s as %s, and leaves that as it is', (name, expected) => {
    expect(normal(name)).toEqual([expected]);
    expect(normal(expected)).toEqual([expected]);
  });

  it.each(['', '   ', '---', '(Bob)', '...'])('gives no value for "%s"', (name) => {
    expect(normal(name)).toEqual([]);
  });

  it('keeps the generation on request, in one spelling', () => {
    const suffixes = 'keep';

    expect(normal('John Smith, Junior', { suffixes })).toEqual(['john smith jr']);
    expect(normal('Smith Jr., John', { suffixes })).toEqual(['john smith jr']);
  });

  it('removes particles on request, but never the whole name', () => {
    expect(normal('Ludwig van Beethoven', { particles: 'remove' })).toEqual(['ludwig beethoven']);
    expect(normal('de la', { part: 'family', particles: 'remove' })).toEqual(['la']);
  });

  it('keeps other scripts on request', () => {
    expect(normal('Александр', { transliterate: false })).toEqual(['александр']);
  });

  it.each([
    ['Bill', ['william']],
    ['William', ['william']],
    ['Peggy', ['margaret']],
    ['Kathy', ['catherine', 'kathleen']],
    ['Alex', ['alexander', 'alexandra']],
    ['Саша', ['alexander', 'alexandra']],
    ['Pepe', ['jose']],
    ['Paco', ['francisco']],
    ['Sepp', ['josef']],
    ['Gosia', ['malgorzata']],
    ['Mohamed', ['mohammed']],
    ['محمد', ['mohammed']],
    ['Mary Beth', ['mary elizabeth']],
    ['Xyzzy', ['xyzzy']],
    ['constructor', ['constructor']],
  ])('resolves the given name %s', (name, expected) => {
    expect(normal(name, { part: 'given', nicknames: true })).toEqual(expect.arrayContaining(expected));
  });

  it('resolves only given names of a full name', () => {
    expect(normal('Bob Jack', { nicknames: true })).toEqual(['robert jack']);
    expect(normal('Jack', { part: 'family', nicknames: true })).toEqual(['jack']);
  });

  it('bounds the number of meanings', () => {
    expect(normal('Alex Chris Pat Sam Jo Terry', { part: 'given', nicknames: true }).length).toBeLessThanOrEqual(6);
  });
});

describe('splitname', () => {
  it.each([
    ['John Smith', ['John', '', 'Smith', '']],
    ['John Ronald Reuel Tolkien', ['John', 'Ronald Reuel', 'Tolkien', '']],
    ['Smith, John Q.', ['John', 'Q.', 'Smith', '']],
    ['Smith, John, Jr.', ['John', '', 'Smith', 'jr']],
    ['Smith Jr., John', ['John', '', 'Smith', 'jr']],
    ['John Smith III, MD', ['John', '', 'Smith', 'iii']],
    ['Dr. Ludwig van Beethoven', ['Ludwig', '', 'van Beethoven', '']],
    ['Maria Anna de la Cruz Gomez', ['Maria', 'Anna', 'de la Cruz Gomez', '']],
    ['José Ortega y Gasset', ['José', '', 'Ortega y Gasset', '']],
    ['Van Morrison', ['Van', '', 'Morrison', '']],
    ['Abdul bin Rashid', ['Abdul', '', 'bin Rashid', '']],
    ["Sinéad O'Connor", ['Sinéad', '', "O'Connor", '']],
    ['Ronald Mc Donald', ['Ronald', '', 'Mc Donald', '']],
    ['Anne-Marie Dupont', ['Anne-Marie', '', 'Dupont', '']],
    ['Harry S. Truman', ['Harry', 'S.', 'Truman', '']],
    ['Flannery O. Smith', ['Flannery', 'O.', 'Smith', '']],
    ['Madonna', ['Madonna', '', '', '']],
    ['de la Cruz, María', ['María', '', 'de la Cruz', '']],
    ['王小明', ['小明', '', '王', '']],
    ['欧阳修文', ['修文', '', '欧阳', '']],
    ['山田太郎', ['太郎', '', '山田', '']],
    ['山田 太郎', ['太郎', '', '山田', '']],
    ['김민준', ['민준', '', '김', '']],
    ['Александр Пушкин', ['Александр', '', 'Пушкин', '']],
  ])('cuts %s', (name, expected) => {
    expect(split(name)).toEqual(expected);
  });

  it('reads the family name first on request', () => {
    expect(split('Nagy Anna Mária', { familyFirst: true })).toEqual(['Anna', 'Mária', 'Nagy', '']);
  });

  it('gives nothing for what is no name', () => {
    expect(split('---')).toEqual(['', '', '', '']);
  });
});

const full = (text: string, attributes: object = {}) =>
  runTransformer(makedate, { attributes, inputs: { full: [text] } })['full']?.[0];

describe('makedate', () => {
  it.each([
    ['31/02/1980', '1980-02-31'],
    ['02/31/1980', '1980-02-31'],
    ['31.02.1980', '1980-02-31'],
    ['02.31.1980', '1980-02-31'],
    ['1980-02-31', '1980-02-31'],
  ])('reads the impossible %s with a possible month where it is asked to keep such days', (text, day) => {
    expect(full(text, { validate: false })).toBe(day);
  });

  it.each([
    [
      '1980-03-12',
      ['1980-03-12', '1980/3/12', '1980.03.12', '19800312', '1980-03-12 10:00'],
      ['1980-03-12T23:30:00-08:00', '1980-03-12T00:30:00.000Z'],
      ['12.03.1980', '12.3.80', '12. 3. 1980', '12-03-1980', '١٢.٠٣.١٩٨٠'],
      ['3/12/1980', '03/12/1980 00:00:00', '3/12/1980 1:05 PM'],
      ['12 March 1980', '12th of March 1980', '12-Mar-80', '12-MAR-1980', '1980 Mar 12'],
      ['March 12, 1980', 'March 12th, 1980', 'Wednesday, March 12, 1980', 'Wed, 12 Mar 1980 10:00:00 GMT'],
      ['12. März 1980', '12 de marzo de 1980', '12 марта 1980', '1980年3月12日', '1980년 3월 12일'],
    ],
    ['1980-12-31', ['31/12/1980', '12/31/1980', '31121980', '12311980']],
    ['1980-08-01', ['1er août 1980']],
    ['1980-02-12', ['12 févr. 1980']],
    ['1980-11-12', ['12. listopadu 1980']],
    ['2000-02-29', ['29.02.2000']],
    ['0980-03-12', ['0980-03-12']],
  ])('reads %s in every notation', (day, ...notations) => {
    const texts = notations.flat();

    expect(texts.map((text) => [text, full(text)])).toEqual(texts.map((text) => [text, day]));
  });

  it.each([
    ['a day that does not exist', ['31.02.1980', '1981-02-29', '1900-02-29', '32 March 1980', '20260231']],
    ['a month that does not exist', ['1980-13-01', '1980-00-10', '0000-00-00', '99/99/1980', '12 Foo 1980']],
    ['a part of a date', ['March', '12', '12/03', 'may i', '']],
    ['what is no date', ['yesterday', '123456789', '1980-03-12-01']],
  ])('gives no value for %s', (_what, texts) => {
    expect(texts.map((text) => [text, full(text)])).toEqual(texts.map((text) => [text, undefined]));
  });

  it('reads an ambiguous date by its separator, unless dayFirst is set', () => {
    expect(full('03/04/1980')).toBe('1980-03-04');
    expect(full('03.04.1980')).toBe('1980-04-03');
    expect(full('03-04-1980')).toBe('1980-04-03');
    expect(full('03/04/1980', { dayFirst: true })).toBe('1980-04-03');
    expect(full('03.04.1980', { dayFirst: false })).toBe('1980-03-04');
  });

  it.each([
    ['1.1.29', '2029-01-01', {}],
    ['1.1.30', '1930-01-01', {}],
    ['1.1.00', '2000-01-01', {}],
    ['1.1.99', '1999-01-01', {}],
    ['1.1.25', '1925-01-01', { twoDigitYearsUntil: 2024 }],
    ['1.1.24', '2024-01-01', { twoDigitYearsUntil: 2024 }],
  ])('places the two digits of %s into the hundred years that end with twoDigitYearsUntil', (text, day, attributes) => {
    expect(full(text, attributes)).toBe(day);
  });

  it('accepts only the given formats, in their order', () => {
    const formats = ['DD/MM/YYYY', 'D MMM YY'];

    expect(full('03/04/1980', { formats })).toBe('1980-04-03');
    expect(full('3 Apr 80', { formats })).toBe('1980-04-03');
    expect(full('1980-04-03', { formats })).toBeUndefined();
    expect(full('04/31/1980', { formats: ['DD/MM/YYYY', 'MM/DD/YYYY'] })).toBeUndefined();
    expect(full('04/30/1980', { formats: ['DD/MM/YYYY', 'MM/DD/YYYY'] })).toBe('1980-04-30');
  });

  it('refuses formats that do not say which day it is', () => {
    const codes = (formats: string[]) =>
      makedate.lint?.(makedate.attributes.parse({ formats })).map(({ code }) => code);

    expect(codes(['DD.MM.YYYY', 'YYYY', 'YYYYMM'])).toEqual([]);
    expect(codes(['DD.MM', 'YYYY-YYYY', 'nothing'])).toEqual(['DATE_FORMAT', 'DATE_FORMAT', 'DATE_FORMAT']);
  });

  it('gives year and month where no day is named', () => {
    const [year, month] = [['1980'], ['03']];
    const yearAlone = { year, partial: ['1980'] };
    const withMonth = { year, month, partial: ['1980-03'] };
    const read = (text: string) => runTransformer(makedate, { inputs: { full: [text] } });

    for (const text of ['1980', '00/00/1980', 'dd/mm/1980', '1980-00-00', '1980-XX-XX', '??.??.1980', '19800000']) {
      expect([text, read(text)]).toEqual([text, yearAlone]);
    }
    for (const text of ['circa 1980', 'c. 1980', 'ABT 1980', '~1980', '1980?', "'80", '1980.0']) {
      expect([text, read(text)]).toEqual([text, yearAlone]);
    }
    for (const text of ['1980-03', 'March 1980', '00.03.1980', '1980-03-00', 'XX.03.1980', '00/03/1980', '19800300']) {
      expect([text, read(text)]).toEqual([text, withMonth]);
    }
    for (const text of ['0000-00-00', '00/00/0000', '--05-03', '1980s', '1961 to 1963', 'circa', '?']) {
      expect([text, read(text)]).toEqual([text, {}]);
    }
  });

  it('pairs year, month and day by position', () => {
    const inputs = { year: ['1980', '1981'], month: ['3', 'February'], day: ['12', '29'] };

    expect(runTransformer(makedate, { inputs })['full']).toEqual(['1980-03-12']);
  });

  it('requires the parts only when full is not connected', () => {
    const required = (connected: string[]) =>
      makedate
        .inputPins(makedate.attributes.parse({}), connected)
        .filter((pin) => pin.required)
        .map((pin) => pin.name);

    expect(required(['full'])).toEqual([]);
    expect(required(['year'])).toEqual(['year', 'month', 'day']);
    expect(required([])).toEqual(['full']);
    expect(required(['default'])).toEqual(['full']);
  });

  it('says why a value was dropped', () => {
    const notes: string[] = [];

    runTransformer(makedate, { inputs: { full: ['31.02.1980', 'soon'] }, notes });

    expect(notes).toEqual([
      '"31.02.1980" is a day that the calendar does not have',
      '"soon" is not a date in a known form',
    ]);
  });
});
