import * as z from 'zod';
import { identifierKinds, validateIdentifier } from '../../rules/identifiers/identifier.ts';
import { defineTool } from './tool.ts';

const input = z.strictObject({
  kind: z
    .enum(identifierKinds)
    .describe(
      "What the value should be: NPI (health care provider), SSN (social security), EIN (employer), VIN (vehicle), DL (driver's licence).",
    ),
  value: z
    .union([z.string().max(1_000), z.int()])
    .describe(
      'The value as it was written, best as a text: a number has no leading zeros. Spaces and hyphens do no harm.',
    ),
  state: z
    .string()
    .max(100)
    .optional()
    .describe('For DL: the state of the United States that issued it, as code or name. Without it all states count.'),
});

const output = z.object({
  kind: z.enum(identifierKinds),
  valid: z.boolean(),
  canonical: z.string().optional().describe('The form in which the identifier transformer keeps it; when valid.'),
  problems: z
    .array(z.object({ code: z.string(), message: z.string(), hint: z.string() }))
    .describe('Everything that is wrong; empty when valid.'),
  checkDigit: z
    .object({
      position: z.int().describe('Counted from 1.'),
      expected: z.string(),
      found: z.string(),
      required: z
        .boolean()
        .describe('False where the digit is not binding, as in vehicles made outside North America.'),
    })
    .optional(),
  states: z.array(z.string()).optional().describe('For DL: codes of the states whose format the value has.'),
});

export const validateIdentifierTool = defineTool({
  name: 'svc_validate_identifier',
  title: 'Validate an identifier',
  description:
    'Checks one NPI, SSN, EIN, VIN or US driver\'s licence number exactly as the `identifier` transformer does, and says what is wrong: length, characters, check digit (expected and found), reserved ranges, format per state. Use it when an identifier does not match although it should, or to see the canonical form. Use made-up or officially reserved numbers, not those of real persons. "valid" means well-formed, not that it was issued.',
  input,
  output,
  examples: [
    { title: 'An NPI with a good check digit', arguments: { kind: 'NPI', value: '1234567893' } },
    { title: 'A VIN with a wrong check digit', arguments: { kind: 'VIN', value: '1M8GDM9A1KP042788' } },
    { title: "A driver's licence number of California", arguments: { kind: 'DL', value: 'A1234567', state: 'CA' } },
    { title: 'A number that was never an SSN', arguments: { kind: 'SSN', value: '666-12-3456' } },
  ],
  run({ kind, value, state }) {
    const { valid, canonical, problems, checkDigit, states } = validateIdentifier(kind, String(value), state);
    return {
      kind,
      valid,
      canonical,
      problems,
      checkDigit,
      states,
    };
  },
});
