import { driversLicenseFormats } from './drivers-license-formats.ts';
import { usStateCode, usStates } from './us-states.ts';
import { type IdentifierProblem, type IdentifierVerdict, verdict, withoutSeparators } from './verdict.ts';

interface Format {
  readonly pattern: RegExp;
  /** In words: "1 letter and 7 digits". */
  readonly description: string;
}

const kinds: Readonly<Record<string, readonly [characters: string, one: string, many: string]>> = {
  L: ['[A-Z]', 'letter', 'letters'],
  D: ['[0-9]', 'digit', 'digits'],
  C: ['[A-Z0-9*]', 'letter or digit', 'letters or digits'],
};

const formats: ReadonlyMap<string, readonly Format[]> = new Map(
  Object.entries(driversLicenseFormats).map(([state, forms]) => [state, forms.map(compileFormat)]),
);

/**
 * Validates a driver's licence number of a state of the United States (code or name; 50 states and the District of
 * Columbia). Checks only the form, because no state publishes a check digit. Without a state, a number is valid if any
 * state has its form. Canonical form: upper case without separators.
 */
export function validateDriversLicense(value: string, state?: string): IdentifierVerdict {
  const number = withoutSeparators(value).toUpperCase();
  const code = state === undefined || state.trim() === '' ? undefined : usStateCode(state);
  if (code !== undefined && matches(formats.get(code)!, number)) return verdict(number, []);
  // No form is longer, so a huge text is not matched against 120 patterns.
  const states =
    number.length > 25 ? [] : [...formats].filter(([, forms]) => matches(forms, number)).map(([name]) => name);
  const problem = problemOf(state, code, states);
  return verdict(number, problem === undefined ? [] : [problem], { states });
}

function problemOf(
  state: string | undefined,
  code: string | undefined,
  states: readonly string[],
): IdentifierProblem | undefined {
  if (code !== undefined) {
    return {
      code: 'WRONG_FORMAT',
      message: `licence numbers of ${usStates[code]} have ${driversLicenseDescription(code)}`,
      hint:
        states.length === 0
          ? 'Compare the number with the licence.'
          : `The form is that of ${states.slice(0, 5).join(', ')}${states.length > 5 ? ' and others' : ''}: check the state.`,
    };
  }
  if (state !== undefined && state.trim() !== '') {
    return {
      code: 'UNKNOWN_STATE',
      message: `"${state}" is no state of the United States`,
      hint: 'Write its postal code of two letters, such as CA, or DC.',
    };
  }
  if (states.length > 0) return undefined;
  return {
    code: 'UNKNOWN_FORMAT',
    message: 'no state has licence numbers of this form',
    hint: 'Name the state to see the forms that it uses.',
  };
}

/** The forms of a state in words, for instance "1 letter and 7 digits". The code must be one of usStates. */
function driversLicenseDescription(code: string): string {
  return (formats.get(code) ?? []).map(({ description }) => description).join('; or ');
}

function matches(forms: readonly Format[], number: string): boolean {
  for (const { pattern } of forms) if (pattern.test(number)) return true;
  return false;
}

function compileFormat(form: string): Format {
  let pattern = '';
  const words: string[] = [];
  for (const part of form.split(' ')) {
    if (part.startsWith('=')) {
      pattern += part.slice(1).replaceAll('*', '\\*');
      words.push(part.slice(1));
      continue;
    }
    const [characters, one, many] = kinds[part[0]!]!;
    const [from, to] = part.slice(1).split('-');
    pattern += `${characters}{${from}${to === undefined ? '' : `,${to}`}}`;
    words.push(`${from}${to === undefined ? '' : ` to ${to}`} ${from === '1' && to === undefined ? one : many}`);
  }
  const last = words.pop()!;
  return {
    pattern: new RegExp(`^${pattern}$`),
    description: words.length === 0 ? last : `${words.join(', ')} and ${last}`,
  };
}
