/** One thing that is wrong with an identifier. */
export interface IdentifierProblem {
  /** Stable, upper snake case. */
  readonly code: string;
  readonly message: string;
  /** What to check or to correct. */
  readonly hint: string;
}

export interface CheckDigit {
  /** Counted from 1. */
  readonly position: number;
  readonly expected: string;
  readonly found: string;
  /** False where the check digit is not mandatory, as for vehicles made outside North America. */
  readonly required: boolean;
}

/** The result of validating one value. `canonical` is present if and only if the value is valid. */
export interface IdentifierVerdict {
  readonly valid: boolean;
  readonly canonical?: string;
  /** All problems, not only the first; empty if valid. */
  readonly problems: readonly IdentifierProblem[];
  /** Present if the identifier has a check digit and the rest is readable. */
  readonly checkDigit?: CheckDigit;
  /**
   * Driver's licences: codes of the states whose format the value has; absent if it has the format of the requested
   * state.
   */
  readonly states?: readonly string[];
}

/** Builds the verdict from a canonical form and its problems. */
export function verdict(
  canonical: string,
  problems: readonly IdentifierProblem[],
  more: Pick<IdentifierVerdict, 'checkDigit' | 'states'> = {},
): IdentifierVerdict {
  return problems.length === 0 ? { valid: true, canonical, problems, ...more } : { valid: false, problems, ...more };
}

/** Removes the usual separators between groups: spaces, hyphens, points, slashes. */
export function withoutSeparators(text: string): string {
  return text.replace(/[\s\-.\u2010-\u2015/]+/g, '');
}

/** Returns a problem unless the value consists of exactly the given number of digits. */
export function digitCountProblem(name: string, digits: string, count: number): IdentifierProblem | undefined {
  if (digits.length === count && /^\d+$/.test(digits)) return undefined;
  const foreign = /[^\d]/.exec(digits);
  return {
    code: foreign === null ? 'WRONG_LENGTH' : 'WRONG_CHARACTER',
    message:
      foreign === null
        ? `an ${name} has ${count} digits, not ${digits.length}`
        : `an ${name} has digits only, not "${foreign[0]}"`,
    hint: `Write ${count} digits; spaces and hyphens between them do no harm.`,
  };
}
