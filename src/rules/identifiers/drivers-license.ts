import { usStateCode, usStates } from './us-states.ts';
import { type IdentifierProblem, type IdentifierVerdict, verdict, withoutSeparators } from './verdict.ts';

/**
 * Forms of driver's licence numbers per state: L letters, D digits, C letters, digits or asterisks, each with a count;
 * =X stands for the literal letters X. Older forms that are still in circulation are included.
 *
 * Compiled for this project from common publications about the formats. No state guarantees its form, and new forms
 * appear. A form that is missing here causes WRONG_FORMAT: add it to this table. The formats are facts without a
 * licence.
 */
export const driversLicenseFormats: Readonly<Record<string, readonly string[]>> = {
  AL: ['D1-8'],
  AK: ['D1-7'],
  AZ: ['L1 D8', 'D9'],
  AR: ['D4-9'],
  CA: ['L1 D7'],
  CO: ['D9', 'L1 D3-6', 'L2 D2-5'],
  CT: ['D9'],
  DE: ['D1-7'],
  DC: ['D7', 'D9'],
  FL: ['L1 D12'],
  GA: ['D7-9'],
  HI: ['L1 D8', 'D9'],
  ID: ['L2 D6 L1', 'D9'],
  IL: ['L1 D11-12'],
  IN: ['L1 D9', 'D9-10'],
  IA: ['D9', 'D3 L2 D4'],
  KS: ['L1 D1 L1 D1 L1', 'L1 D8', 'D9'],
  KY: ['L1 D8-9', 'D9'],
  LA: ['D1-9'],
  ME: ['D7', 'D7 L1', 'D8'],
  MD: ['L1 D12', 'L2 D11'],
  MA: ['L1 D8', 'D9', 'L2 D7'],
  MI: ['L1 D10', 'L1 D12'],
  MN: ['L1 D12'],
  MS: ['D9'],
  MO: ['L1 D5-9', 'L1 D6 =R', 'D3 L1 D6', 'D8 L2', 'D9 L1', 'D9'],
  MT: ['L1 D8', 'D9', 'D13-14'],
  NE: ['L1 D6-8'],
  NV: ['D9-10', 'D12', '=X D8'],
  NH: ['D2 L3 D5', '=NHL D8', '=NHV D8', '=NHN D8'],
  NJ: ['L1 D14'],
  NM: ['D8-9'],
  NY: ['D8-9', 'L1 D7', 'D16', 'L1 D18', 'L8'],
  NC: ['D1-12'],
  ND: ['L3 D6', 'D9'],
  OH: ['L2 D3-7', 'L1 D4-8', 'D8'],
  OK: ['L1 D9', 'D9'],
  OR: ['D1-9', 'L1 D6'],
  PA: ['D8'],
  RI: ['D7-8', 'L1 D6'],
  SC: ['D5-11'],
  SD: ['D6-10', 'D12'],
  TN: ['D7-9'],
  TX: ['D7-8'],
  UT: ['D4-10'],
  VT: ['D8', 'D7 =A'],
  VA: ['L1 D8-11', 'D9'],
  WA: ['=WDL C9', 'L5 C7', 'L4 =* C7', 'L3 =** C7', 'L2 =*** C7', 'L1 =**** C7'],
  WV: ['D7', 'L1 D6', 'L2 D5', 'L1 D5', 'L2 D6'],
  WI: ['L1 D13'],
  WY: ['D9-10'],
};

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
