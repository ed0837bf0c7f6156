import { describe, expect, it } from '@jest/globals';
import { driversLicenseFormats, validateDriversLicense } from '../../../../../src/rules/identifiers/drivers-license.ts';

import { validateEIN } from '../../../../../src/rules/identifiers/ein.ts';
import { identifierKinds, validateIdentifier } from '../../../../../src/rules/identifiers/identifier.ts';
import { validateNPI } from '../../../../../src/rules/identifiers/npi.ts';
import { validateSSN } from '../../../../../src/rules/identifiers/ssn.ts';
import { usStateCode, usStates } from '../../../../../src/rules/identifiers/us-states.ts';
import type { IdentifierVerdict } from '../../../../../src/rules/identifiers/verdict.ts';
import { validateVIN } from '../../../../../src/rules/identifiers/vin.ts';

const codes = ({ problems }: IdentifierVerdict) => problems.map(({ code }) => code);

describe('validateNPI', () => {
  it.each([
    ['1234567893', '1234567893'],
    ['123-456-7893', '1234567893'],
    ['808401234567893', '1234567893'],
    [' 1245319599 ', '1245319599'],
  ])('accepts %s', (value, canonical) => {
    expect(validateNPI(value)).toMatchObject({ valid: true, canonical, problems: [] });
  });

  it('says how many digits it expected', () => {
    expect(validateNPI('123456789').problems[0]?.message).toBe('an NPI has 10 digits, not 9');
  });

  it('says which check digit it expected', () => {
    const verdict = validateNPI('1234567890');

    expect(verdict).toMatchObject({
      valid: false,
      checkDigit: { position: 10, expected: '3', found: '0', required: true },
    });
    expect(verdict.canonical).toBeUndefined();
    expect(codes(verdict)).toEqual(['CHECK_DIGIT']);
  });

  it.each([
    ['123456789', ['WRONG_LENGTH']],
    ['12345678935', ['WRONG_LENGTH']],
    ['', ['WRONG_LENGTH']],
    ['123456789X', ['WRONG_CHARACTER']],
    ['3234567893', ['RESERVED_RANGE', 'CHECK_DIGIT']],
    ['0000000000', ['RESERVED_RANGE', 'CHECK_DIGIT']],
  ])('refuses %s: %j', (value, expected) => {
    expect(codes(validateNPI(value))).toEqual(expected);
  });

  it('finds every single wrong digit', () => {
    for (let position = 0; position < 10; position++) {
      for (let digit = 0; digit < 10; digit++) {
        const changed = `${'1234567893'.slice(0, position)}${digit}${'1234567893'.slice(position + 1)}`;
        expect([changed, validateNPI(changed).valid]).toEqual([changed, changed === '1234567893']);
      }
    }
  });
});

describe('validateSSN', () => {
  it.each(['219-09-9998', '219 09 9998', '219099998', '219–09–9998'])('accepts %s', (value) => {
    expect(validateSSN(value)).toEqual({ valid: true, canonical: '219099998', problems: [] });
  });

  it.each([
    ['000-12-3456', ['RESERVED_RANGE']],
    ['666-12-3456', ['RESERVED_RANGE']],
    ['900-12-3456', ['RESERVED_RANGE']],
    ['987-65-4320', ['RESERVED_RANGE']],
    ['219-00-9998', ['RESERVED_RANGE']],
    ['219-09-0000', ['RESERVED_RANGE']],
    ['000-00-0000', ['RESERVED_RANGE', 'RESERVED_RANGE', 'RESERVED_RANGE']],
    ['078-05-1120', ['ADVERTISED']],
    ['219-09-9999', ['ADVERTISED']],
    ['219-09-999', ['WRONG_LENGTH']],
    ['xxx-xx-9998', ['WRONG_CHARACTER']],
  ])('refuses %s: %j', (value, expected) => {
    expect(codes(validateSSN(value))).toEqual(expected);
  });

  it('recognizes a taxpayer number', () => {
    expect(validateSSN('900-70-0001').problems[0]?.hint).toContain('ITIN');
  });
});

describe('validateEIN', () => {
  it('accepts assigned prefixes', () => {
    expect(validateEIN('12-3456789')).toEqual({ valid: true, canonical: '123456789', problems: [] });
  });

  it.each([
    ['00-1234567', ['UNASSIGNED_PREFIX']],
    ['07-1234567', ['UNASSIGNED_PREFIX']],
    ['89-1234567', ['UNASSIGNED_PREFIX']],
    ['97-1234567', ['UNASSIGNED_PREFIX']],
    ['12-345678', ['WRONG_LENGTH']],
    ['1A-3456789', ['WRONG_CHARACTER']],
  ])('refuses %s: %j', (value, expected) => {
    expect(codes(validateEIN(value))).toEqual(expected);
  });
});

describe('validateVIN', () => {
  it.each(['1M8GDM9AXKP042788', '11111111111111111', '1m8gdm9axkp042788', '5GZCZ43D13S812715'])(
    'accepts %s',
    (value) => {
      expect(validateVIN(value)).toMatchObject({ valid: true, canonical: value.toUpperCase(), problems: [] });
    },
  );

  it('says which check digit it expected', () => {
    const verdict = validateVIN('1M8GDM9A1KP042788');

    expect(codes(verdict)).toEqual(['CHECK_DIGIT']);
    expect(verdict.checkDigit).toEqual({ position: 9, expected: 'X', found: '1', required: true });
  });

  it('does not insist on a check digit outside North America', () => {
    const verdict = validateVIN('WBAAA00000A000001');

    expect(verdict.valid).toBe(true);
    expect(verdict.checkDigit?.required).toBe(false);
    expect(verdict.checkDigit?.found).not.toBe(verdict.checkDigit?.expected);
  });

  it.each([
    ['1M8GDM9AXKP04278', ['WRONG_LENGTH']],
    ['1M8GDM9AXKPO42788', ['WRONG_CHARACTER']],
    ['IM8GDM9AXKP042788', ['WRONG_CHARACTER']],
    ['1M8GDM9AXKP0427é8', ['WRONG_CHARACTER']],
    ['1M8GDM9AXUP042788', ['CHECK_DIGIT', 'MODEL_YEAR']],
    ['?', ['WRONG_LENGTH', 'WRONG_CHARACTER']],
  ])('refuses %s: %j', (value, expected) => {
    expect(codes(validateVIN(value))).toEqual(expected);
  });

  it('suggests the digit that was meant', () => {
    expect(validateVIN('1M8GDM9AXKPO42788').problems[0]?.hint).toContain('Probably 0');
  });
});

describe('validateDriversLicense', () => {
  it('has the 50 states and the District of Columbia', () => {
    expect(Object.keys(driversLicenseFormats).sort()).toEqual(Object.keys(usStates).sort());
    expect(Object.keys(usStates)).toHaveLength(51);
  });

  it.each([
    ['CA', 'X123-4567', 'X1234567'],
    ['California', 'x1234567', 'X1234567'],
    ['FL', 'X123-456-78-901-0', 'X123456789010'],
    ['IL', 'X123-4567-8901', 'X12345678901'],
    ['NJ', 'X1234 56789 01234', 'X12345678901234'],
    ['NY', '123 456 789', '123456789'],
    ['NH', '12xyz34567', '12XYZ34567'],
    ['NH', 'NHL12345678', 'NHL12345678'],
    ['MO', 'X123456R', 'X123456R'],
    ['VT', '1234567A', '1234567A'],
    ['WA', 'DOE**MJ501P1', 'DOE**MJ501P1'],
    ['WA', 'WDLABC1234D0', 'WDLABC1234D0'],
    ['WI', 'X123-4567-8901-23', 'X1234567890123'],
    ['Washington, D.C.', '1234567', '1234567'],
    ['TX', '12345678', '12345678'],
  ])('accepts %s %s', (state, value, canonical) => {
    expect(validateDriversLicense(value, state)).toMatchObject({ valid: true, canonical });
  });

  it('says which forms the state has and which states have the form', () => {
    const verdict = validateDriversLicense('12345678', 'CA');

    expect(verdict.valid).toBe(false);
    expect(verdict.problems).toEqual([
      {
        code: 'WRONG_FORMAT',
        message: 'licence numbers of California have 1 letter and 7 digits',
        hint: expect.stringContaining('check the state'),
      },
    ]);
    expect(verdict.states).toContain('TX');
  });

  it('accepts any known form without a state', () => {
    expect(validateDriversLicense('X1234567')).toMatchObject({ valid: true, states: expect.arrayContaining(['CA']) });
    expect(codes(validateDriversLicense('????'))).toEqual(['UNKNOWN_FORMAT']);
    expect(codes(validateDriversLicense('9'.repeat(100_000)))).toEqual(['UNKNOWN_FORMAT']);
  });

  it('refuses a state that is none', () => {
    expect(codes(validateDriversLicense('X1234567', 'Atlantis'))).toEqual(['UNKNOWN_STATE']);
  });
});

describe('usStateCode', () => {
  it.each([
    ['ca', 'CA'],
    ['US-NY', 'NY'],
    ['new  york', 'NY'],
    ['D.C.', 'DC'],
    ['constructor', undefined],
  ])('%s → %s', (text, code) => {
    expect(usStateCode(text)).toBe(code);
  });
});

describe('validateIdentifier', () => {
  it.each(identifierKinds)('survives whatever is given as %s', (kind) => {
    for (const value of ['', ' ', '\u0000', '__proto__', 'ﬀ', '9'.repeat(10_000), '٣'.repeat(9)]) {
      expect(validateIdentifier(kind, value)).toMatchObject({ valid: false });
    }
  });
});
