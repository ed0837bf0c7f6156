import {
  digitCountProblem,
  type IdentifierProblem,
  type IdentifierVerdict,
  verdict,
  withoutSeparators,
} from './verdict.ts';

/** Numbers that the Social Security Administration voided after they appeared in advertisements. */
const advertised = new Set(['078051120', '219099999']);

/**
 * Validates a Social Security Number: nine digits of area, group and serial. Rejects areas 000, 666 and 900 to 999,
 * group 00, serial 0000, and numbers that appeared in advertisements. Canonical form: the nine digits. Source: SSA,
 * "Social Security Number Randomization" and POMS RM 10201.
 */
export function validateSSN(value: string): IdentifierVerdict {
  const digits = withoutSeparators(value);
  const shape = digitCountProblem('SSN', digits, 9);
  if (shape !== undefined) return verdict(digits, [shape]);
  const area = digits.slice(0, 3);
  const group = digits.slice(3, 5);
  const problems: IdentifierProblem[] = [];
  if (area === '000' || area === '666' || area >= '900') {
    problems.push({
      code: 'RESERVED_RANGE',
      message: `no SSN has the area ${area}`,
      hint:
        area >= '900' && isTaxpayerGroup(Number(group))
          ? 'This looks like an individual taxpayer number (ITIN), which is no SSN.'
          : 'Areas are 001 to 899 without 666.',
    });
  }
  if (group === '00') {
    problems.push({ code: 'RESERVED_RANGE', message: 'no SSN has the group 00', hint: 'Groups are 01 to 99.' });
  }
  if (digits.endsWith('0000')) {
    problems.push({ code: 'RESERVED_RANGE', message: 'no SSN has the serial 0000', hint: 'Serials are 0001 to 9999.' });
  }
  if (advertised.has(digits)) {
    problems.push({
      code: 'ADVERTISED',
      message: 'this number was printed in advertisements and identifies no person',
      hint: 'Treat it as a placeholder; obtain the real number.',
    });
  }
  return verdict(digits, problems);
}

/** Groups of ITINs, as the IRS lists them. */
function isTaxpayerGroup(group: number): boolean {
  return (group >= 50 && group <= 65) || (group >= 70 && group <= 88) || (group >= 90 && group <= 92) || group >= 94;
}
