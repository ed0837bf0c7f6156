import { describe, expect, it } from '@jest/globals';
import { makedate } from '../../../../../src/rules/transformers/makedate.ts';
import { runTransformer } from './run-transformer.ts';

const full = (text: string, attributes: object = {}) =>
  runTransformer(makedate, { attributes, inputs: { full: [text] } })['full']?.[0];

describe('makedate', () => {
  it.each([
    ['31/02/1980', '1980-02-31'],
    ['02/31/1980', '1980-02-31'],
    ['31.02.1980', '1980-02-31'],
    ['02.31.1980', '1980-02-31'],
  ])('reads the impossible %s with a possible month where it is asked to keep such days', (text, day) => {
    expect(full(text, { validate: false })).toBe(day);
  });

  it.each([
    ['1980-03-12', '1980-03-12'],
    ['1980/3/12', '1980-03-12'],
    ['1980.03.12', '1980-03-12'],
    ['19800312', '1980-03-12'],
    ['1980-03-12T23:30:00-08:00', '1980-03-12'],
    ['1980-03-12T00:30:00.000Z', '1980-03-12'],
    ['1980-03-12 10:00', '1980-03-12'],
    ['12.03.1980', '1980-03-12'],
    ['12.3.80', '1980-03-12'],
    ['12. 3. 1980', '1980-03-12'],
    ['3/12/1980', '1980-03-12'],
    ['03/12/1980 00:00:00', '1980-03-12'],
    ['3/12/1980 1:05 PM', '1980-03-12'],
    ['12-03-1980', '1980-03-12'],
    ['31/12/1980', '1980-12-31'],
    ['12/31/1980', '1980-12-31'],
    ['31121980', '1980-12-31'],
    ['12311980', '1980-12-31'],
    ['12 March 1980', '1980-03-12'],
    ['March 12, 1980', '1980-03-12'],
    ['March 12th, 1980', '1980-03-12'],
    ['12th of March 1980', '1980-03-12'],
    ['Wed, 12 Mar 1980 10:00:00 GMT', '1980-03-12'],
    ['Wednesday, March 12, 1980', '1980-03-12'],
    ['12-Mar-80', '1980-03-12'],
    ['12-MAR-1980', '1980-03-12'],
    ['1980 Mar 12', '1980-03-12'],
    ['12. März 1980', '1980-03-12'],
    ['12 de marzo de 1980', '1980-03-12'],
    ['1er août 1980', '1980-08-01'],
    ['12 févr. 1980', '1980-02-12'],
    ['12 марта 1980', '1980-03-12'],
    ['12. listopadu 1980', '1980-11-12'],
    ['1980年3月12日', '1980-03-12'],
    ['1980년 3월 12일', '1980-03-12'],
    ['١٢.٠٣.١٩٨٠', '1980-03-12'],
    ['29.02.2000', '2000-02-29'],
    ['0980-03-12', '0980-03-12'],
  ])('reads %s', (text, expected) => {
    expect(full(text)).toBe(expected);
  });

  it.each([
    '31.02.1980',
    '1981-02-29',
    '1900-02-29',
    '1980-13-01',
    '1980-00-10',
    '0000-00-00',
    '32 March 1980',
    '99/99/1980',
    '20260231',
    'yesterday',
    'March',
    '12',
    '123456789',
    '1980-03-12-01',
    '12 Foo 1980',
    '12/03',
    'may i',
    '',
  ])('gives no value for %s', (text) => {
    expect(full(text)).toBeUndefined();
  });

  it('keeps an impossible day when it need not validate', () => {
    expect(full('1980-02-31', { validate: false })).toBe('1980-02-31');
  });

  it('reads an ambiguous date by its separator, unless dayFirst is set', () => {
    expect([full('03/04/1980'), full('03.04.1980'), full('03-04-1980')]).toEqual([
      '1980-03-04',
      '1980-04-03',
      '1980-04-03',
    ]);
    expect(full('03/04/1980', { dayFirst: true })).toBe('1980-04-03');
    expect(full('03.04.1980', { dayFirst: false })).toBe('1980-03-04');
  });

  it('places years of two digits into the hundred years that end with twoDigitYearsUntil', () => {
    expect([full('1.1.29'), full('1.1.30'), full('1.1.00'), full('1.1.99')]).toEqual([
      '2029-01-01',
      '1930-01-01',
      '2000-01-01',
      '1999-01-01',
    ]);
    expect([full('1.1.25', { twoDigitYearsUntil: 2024 }), full('1.1.24', { twoDigitYearsUntil: 2024 })]).toEqual([
      '1925-01-01',
      '2024-01-01',
    ]);
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
    expect(runTransformer(makedate, { inputs: { full: ['1980-03'] } })).toEqual({ year: ['1980'], month: ['03'] });
    expect(runTransformer(makedate, { inputs: { full: ['1980'] } })).toEqual({ year: ['1980'] });
    expect(runTransformer(makedate, { inputs: { full: ['March 1980'] } })).toEqual({ year: ['1980'], month: ['03'] });
  });

  it('pairs year, month and day by position', () => {
    const outputs = runTransformer(makedate, {
      inputs: { year: ['1980', '1981'], month: ['3', 'February'], day: ['12', '29'] },
    });

    expect(outputs['full']).toEqual(['1980-03-12']);
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
