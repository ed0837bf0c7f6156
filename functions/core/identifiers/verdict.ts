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
  /** False where the digit is not binding, as in vehicles made outside North America. */
  readonly required: boolean;
}

/** What a validator says about one value. `canonical` is there exactly when it is valid. */
export interface IdentifierVerdict {
  readonly valid: boolean;
  readonly canonical?: string;
  /** Everything that is wrong, not only the first; empty when valid. */
  readonly problems: readonly IdentifierProblem[];
  /** Given when the identifier has a check digit and the rest could be read. */
  readonly checkDigit?: CheckDigit;
  /** Driver's licences: codes of the states whose format the value has; left out when it has that of the state that was asked for. */
  readonly states?: readonly string[];
}

/** The verdict for a canonical form and the problems that were found with it. */
export function verdict(
  canonical: string,
  problems: readonly IdentifierProblem[],
  more: Pick<IdentifierVerdict, 'checkDigit' | 'states'> = {},
): IdentifierVerdict {
  return problems.length === 0 ? { valid: true, canonical, problems, ...more } : { valid: false, problems, ...more };
}

/** A text without the characters that people put between groups: spaces, hyphens, points, slashes. */
export function withoutSeparators(text: string): string {
  return text.replace(/[\s\-.\u2010-\u2015/]+/g, '');
}

/** The problem of a value that is not made of a fixed count of digits; undefined when it is. */
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
