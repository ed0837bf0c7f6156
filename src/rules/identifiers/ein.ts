import { digitCountProblem, type IdentifierVerdict, verdict, withoutSeparators } from './verdict.ts';

/**
 * The two-digit prefixes that the IRS has assigned neither to a campus nor to Internet applications. Source: IRS, "How
 * EINs are assigned and valid EIN prefixes".
 */
const unassigned = new Set('00 07 08 09 17 18 19 28 29 49 69 70 78 79 89 96 97'.split(' '));

/**
 * Validates an Employer Identification Number: nine digits with an assigned prefix of two digits, without a check
 * digit. Canonical form: the nine digits.
 */
export function validateEIN(value: string): IdentifierVerdict {
  const digits = withoutSeparators(value);
  const shape = digitCountProblem('EIN', digits, 9);
  if (shape !== undefined) return verdict(digits, [shape]);
  const prefix = digits.slice(0, 2);
  return verdict(
    digits,
    unassigned.has(prefix)
      ? [
          {
            code: 'UNASSIGNED_PREFIX',
            message: `the IRS has not assigned the prefix ${prefix}`,
            hint: 'An EIN is written as two digits, a hyphen and seven digits; compare the first two with the source.',
          },
        ]
      : [],
  );
}
