import { describe, expect, it } from '@jest/globals';
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

    expect([normal('John Smith, Junior', { suffixes }), normal('Smith Jr., John', { suffixes })]).toEqual([
      ['john smith jr'],
      ['john smith jr'],
    ]);
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
