import {
  digitCountProblem,
  type IdentifierProblem,
  type IdentifierVerdict,
  verdict,
  withoutSeparators,
} from './verdict.ts';

/** The prefix for health care of the United States, under which the check digit is computed. */
const issuer = '80840';

/**
 * Validates a National Provider Identifier: ten digits, of which the first is 1 or 2 and the last a Luhn check digit
 * over 80840 and the first nine. Also accepts the 15-digit form with that prefix. Canonical form: the ten digits.
 * Source: 45 CFR 162.406 and the check digit requirements that CMS publishes.
 */
export function validateNPI(value: string): IdentifierVerdict {
  const bare = withoutSeparators(value);
  const digits = bare.length === 15 && bare.startsWith(issuer) ? bare.slice(issuer.length) : bare;
  const shape = digitCountProblem('NPI', digits, 10);
  if (shape !== undefined) return verdict(digits, [shape]);
  const problems: IdentifierProblem[] = [];
  if (digits[0] !== '1' && digits[0] !== '2') {
    problems.push({
      code: 'RESERVED_RANGE',
      message: `an NPI begins with 1 or 2, not ${digits[0]}`,
      hint: 'Check that this is an NPI and not another number of the provider, such as a licence number.',
    });
  }
  const expected = luhnCheckDigit(issuer + digits.slice(0, 9));
  const found = digits[9]!;
  if (found !== expected) {
    problems.push({
      code: 'CHECK_DIGIT',
      message: `the check digit is ${found}; for ${digits.slice(0, 9)} it must be ${expected}`,
      hint: 'Compare the number with its source: a digit is wrong or two neighbours are swapped.',
    });
  }
  return verdict(digits, problems, { checkDigit: { position: 10, expected, found, required: true } });
}

/** Returns the Luhn check digit (ISO/IEC 7812-1, annex B) for a text of digits without one. */
function luhnCheckDigit(digits: string): string {
  let sum = 0;
  let doubled = true;
  for (let i = digits.length - 1; i >= 0; i--) {
    const digit = digits.charCodeAt(i) - 48;
    const weighted = doubled ? digit * 2 : digit;
    sum += weighted > 9 ? weighted - 9 : weighted;
    doubled = !doubled;
  }
  return String((10 - (sum % 10)) % 10);
}
