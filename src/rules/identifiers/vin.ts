import {
  type CheckDigit,
  type IdentifierProblem,
  type IdentifierVerdict,
  verdict,
  withoutSeparators,
} from './verdict.ts';

/** Values of the letters A to Z; 0 where the letter is not allowed (I, O, Q). */
const letterValues = [1, 2, 3, 4, 5, 6, 7, 8, 0, 1, 2, 3, 4, 5, 0, 7, 0, 9, 2, 3, 4, 5, 6, 7, 8, 9];
const weights = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];

/**
 * Validates a Vehicle Identification Number: 17 characters without I, O and Q. For vehicles of North America (first
 * character 1 to 5), position 9 is a check digit and position 10 a model year that is never U, Z or 0; elsewhere
 * neither is mandatory. Canonical form: upper case without separators. Source: ISO 3779 and 49 CFR part 565.
 */
export function validateVIN(value: string): IdentifierVerdict {
  const vin = withoutSeparators(value).toUpperCase();
  const problems: IdentifierProblem[] = [];
  if (vin.length !== 17) {
    problems.push({
      code: 'WRONG_LENGTH',
      message: `a VIN has 17 characters, not ${vin.length}`,
      hint: 'Numbers of vehicles from before 1981 are shorter and follow no standard.',
    });
  }
  const foreign = /[^A-HJ-NPR-Z0-9]/.exec(vin);
  if (foreign !== null) {
    const meant = { I: '1', O: '0', Q: '0' }[foreign[0]];
    problems.push({
      code: 'WRONG_CHARACTER',
      message: `a VIN has no "${foreign[0]}" (position ${foreign.index + 1})`,
      hint:
        meant === undefined
          ? 'It has letters and digits only.'
          : `Probably ${meant} was meant: a VIN never has I, O or Q.`,
    });
  }
  if (problems.length > 0) return verdict(vin, problems);
  const required = vin[0]! >= '1' && vin[0]! <= '5';
  const checkDigit: CheckDigit = { position: 9, expected: vinCheckDigit(vin), found: vin[8]!, required };
  if (required) {
    if (checkDigit.found !== checkDigit.expected) {
      problems.push({
        code: 'CHECK_DIGIT',
        message: `position 9 is ${checkDigit.found}; for the other characters it must be ${checkDigit.expected}`,
        hint: 'Compare the number with the vehicle: a character is wrong or two are swapped.',
      });
    }
    if ('UZ0'.includes(vin[9]!)) {
      problems.push({
        code: 'MODEL_YEAR',
        message: `position 10, the model year, is never ${vin[9]}`,
        hint: 'Compare the tenth character with the vehicle.',
      });
    }
  }
  return verdict(vin, problems, { checkDigit });
}

/** 0 to 9 or X: the weighted sum of the 17 characters modulo 11. */
function vinCheckDigit(vin: string): string {
  let sum = 0;
  for (let i = 0; i < 17; i++) {
    const code = vin.charCodeAt(i);
    sum += (code < 58 ? code - 48 : letterValues[code - 65]!) * weights[i]!;
  }
  const rest = sum % 11;
  return rest === 10 ? 'X' : String(rest);
}
