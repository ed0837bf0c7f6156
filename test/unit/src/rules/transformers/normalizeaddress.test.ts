import { describe, expect, it } from '@jest/globals';
import { normalizeaddress } from '../../../../../src/rules/transformers/normalizeaddress.ts';
import { runTransformer } from './run-transformer.ts';

const address = (line: string, attributes: object = {}) =>
  runTransformer(normalizeaddress, { attributes, inputs: { default: [line] } });

describe('normalizeaddress', () => {
  it.each([
    [
      '123 n main st unit 5',
      [
        '123 North Main Street, Apt. #5',
        '123 N. Main St Apt 5',
        '123 N MAIN ST UNIT 5',
        '123 N Main Str. # 5',
        'Apt 5, 123 North Main Street',
        '123 N.Main Street, Suite 5',
      ],
    ],
    ['10 5th ave unit fl 2', ['10 Fifth Avenue, 2nd Floor', '10 5th Ave Floor 2', '10 5th Av., second floor']],
    ['1600 pennsylvania ave nw', ['1600 Pennsylvania Avenue NW', '1600 Pennsylvania Ave. Northwest']],
    ['100 st marks pl', ['100 St. Marks Place', '100 Saint Mark’s Pl']],
    ['1 main st', ['One Main Street', '1 Main St']],
    ['221b baker st', ['221B Baker Street', '221 b Baker St.']],
    ['10-12 high st', ['10-12 High St', '10 - 12 High Street']],
    ['10 high rd unit 2', ['Flat 2, 10 High Road', '10 High Rd, Flat 2']],
    ['po box 12', ['P.O. Box 12', 'PO Box 12', 'Post Office Box 12', 'P.O.B. 12', 'POB 12', 'Postfach 12']],
    ['5a hauptst', ['Hauptstraße 5a', 'Hauptstr. 5 a', 'HAUPTSTRASSE 5A']],
    ['12 1/2 elm st', ['12½ Elm St', '12 ½ Elm Street', '12 1/2 Elm St.']],
    ['12 rue de la paix', ['12, rue de la Paix']],
    ['5 c mayor', ['Calle Mayor 5', 'C/ Mayor 5', 'c/Mayor, 5']],
    ['3 oconnell st', ["O'Connell Street 3", '3 O’Connell St']],
    ['5 ul lenina', ['ул. Ленина 5']],
    ['unit 5', ['Apt 5']],
    ['5 high st', ['No. 5 High Street', 'Number 5, High St', '5 High St']],
    ['3 pk ln unit 5', ['Unit No 5, 3 Park Lane', '3 Park Lane # 5']],
    ['the old ml', ['The Old Mill']],
  ])('writes %s for every spelling', (expected, lines) => {
    expect(lines.map((line) => [line, address(line)['default']?.[0]])).toEqual(lines.map((line) => [line, expected]));
  });

  it('leaves the unit out on request, unless there is nothing else', () => {
    expect(address('5 Main St Apt 3', { removeUnit: true })).toMatchObject({ default: ['5 main st'], unit: ['3'] });
    expect(address('Apt 3', { removeUnit: true })).toMatchObject({ default: ['unit 3'] });
  });

  it('gives the parts on pins of their own', () => {
    expect(address('350 Fifth Avenue, Suite 300')).toEqual({
      default: ['350 5th ave unit 300'],
      number: ['350'],
      street: ['5th ave'],
      unit: ['300'],
    });
  });

  it.each(['', '!!', 'x'.repeat(301)])('gives no value for "%s"', (line) => {
    expect(address(line)).toEqual({});
  });
});
