import type { IdentifierKind } from '../../rules/identifiers/identifier.ts';
import { fieldNamed, type Kind } from './fragment.ts';

const stateWords = /\b(?:state|region|province|issuer)\b/;

function identifierKind(kind: IdentifierKind, example: string, advice: readonly string[]): Kind {
  return {
    name: kind,
    prefix: kind,
    maxFields: kind === 'DL' ? 2 : 3,
    add(builder, { fields, state }) {
      const stateField = kind === 'DL' && fields.length > 1 ? fieldNamed(fields, stateWords) : undefined;
      const numbers = builder.merged(fields.filter((field) => field !== stateField));
      const clean = builder.transform(
        'VALID',
        'identifier',
        { kind, ...(kind === 'DL' && state !== undefined ? { state } : {}) },
        { default: numbers, ...(stateField === undefined ? {} : { state: builder.field(stateField) }) },
      );
      builder.same('NUMBER', builder.resolver('NUMBER', clean));
    },
    examples: ({ fields }) => {
      const field = fields.find((candidate) => !stateWords.test(candidate)) ?? fields[0]!;
      return [{ [field]: example }, { [field]: 'not known' }];
    },
    advice: ['Only valid numbers are kept, in one form; others count as missing.', ...advice],
  };
}

export const identifierKindsOfFragments: readonly Kind[] = [
  identifierKind('NPI', '1234567893', ['One provider has one NPI: it links by itself.']),
  identifierKind('SSN', '219-09-9998', [
    'It links by itself where it was checked; where people type it in, add a name that looks alike.',
    'Treat it as secret: give the field @hasPrivilege in the schema.',
  ]),
  identifierKind('EIN', '12-3456789', [
    'It is of a company, not of a branch: add the address where branches are told apart.',
  ]),
  identifierKind('VIN', '1M8GDM9AXKP042788', ['It links vehicles by itself, but not their owners.']),
  identifierKind('DL', 'A1234567', [
    'Numbers repeat between states: give the state, or a second field with it, and add a name or a date of birth to the rule.',
  ]),
];
