import * as z from 'zod';
import { compileRuleConfig } from '../../rules/compile/compile.ts';
import type { RuleConfig } from '../../rules/document/types.ts';
import { usStateCode } from '../../rules/identifiers/us-states.ts';
import { countryCode } from '../../rules/transformers/country.ts';
import { type Fragment, FragmentBuilder, type KindContext } from '../fragments/fragment.ts';

import { kinds } from '../fragments/registry.ts';
import { fieldLine, fieldName, fieldNames } from './fields-argument.ts';
import { defineTool, ToolRefusal } from './tool.ts';

const input = z.strictObject({
  kind: z.enum([...kinds.keys()] as [string, ...string[]]).describe('What the fields hold.'),
  fields: z
    .union([z.array(fieldName).min(1).max(6), fieldLine])
    .describe(
      'Paths of the fields in a record: ["email"], or ["emails.*.address"]. Several make one list (phone, email), one value in parts (given and family name; year, month and day), or a street line.',
    ),
  country: z
    .string()
    .max(60)
    .optional()
    .describe('Where most values come from, as ISO 3166 code or name: for phone numbers, postcodes, dates and sounds.'),
  state: z.string().max(40).optional().describe('For DL: the state that issued the numbers, as code or name.'),
  idPrefix: z
    .string()
    .regex(/^[A-Za-z][A-Za-z0-9_]{0,39}$/, 'write letters, digits and underscores')
    .optional()
    .describe('Beginning of the ids, so that they do not meet those that you have; the kind when not given.'),
});

const part = z.object({ id: z.string(), type: z.string(), attributes: z.record(z.string(), z.unknown()) });
const pin = z.object({ sourceID: z.string(), sourcePin: z.string() });

const output = z.object({
  transformers: z.array(part.extend({ inputPins: z.record(z.string(), pin) })),
  resolvers: z.array(z.object({ id: z.string(), inputPin: pin })),
  comparers: z.array(part),
  tokenizers: z.array(part),
  matchers: z.array(part),
  examples: z
    .array(z.object({ record: z.record(z.string(), z.unknown()), values: z.record(z.string(), z.array(z.string())) }))
    .describe('A made-up record and what every resolver makes of it, by the pipeline of the service.'),
  advice: z.array(z.string()).describe('What to know when writing rules with it.'),
});

export const generateTransformersTool = defineTool({
  name: 'svc_generate_transformers',
  title: 'Generate transformers for a kind of value',
  description:
    'Makes the parts of a rule-config for one kind of value (name, phone, postcode, dateOfBirth, NPI, SSN, EIN, VIN, DL, email, company, address): transformers that clean the fields, resolvers, and matchers that fit, ready to paste into the lists of the same name, with what they make of an example. Use it to add a field to a rule-config, or to build one kind by kind; then write rules with the matchers, and take away matchers that no rule uses. Comparers and tokenizers with the same id are the same: paste them once.',
  input,
  output,
  examples: [
    {
      title: 'Given and family names',
      arguments: { kind: 'name', fields: ['givenName', 'familyName'], country: 'US' },
    },
    { title: 'A full name in one field', arguments: { kind: 'name', fields: ['name'], idPrefix: 'CONTACT' } },
    { title: 'Two phone numbers', arguments: { kind: 'phone', fields: ['phone', 'mobile'], country: 'GB' } },
    { title: 'A list of e-mail addresses', arguments: { kind: 'email', fields: ['emails.*.address'] } },
    {
      title: 'A date of birth in parts',
      arguments: { kind: 'dateOfBirth', fields: ['birthYear', 'birthMonth', 'birthDay'] },
    },
    { title: 'A postcode', arguments: { kind: 'postcode', fields: ['postcode'], country: 'GB' } },
    { title: 'A street line', arguments: { kind: 'address', fields: ['houseNumber', 'street'] } },
    { title: 'A company', arguments: { kind: 'company', fields: ['legalName'] } },
    { title: "A driver's licence", arguments: { kind: 'DL', fields: ['licence', 'licenceState'] } },
    { title: 'A provider', arguments: { kind: 'NPI', fields: ['npi'] } },
  ],
  run({ kind: kindName, fields: named, country: place, state, idPrefix }) {
    const kind = kinds.get(kindName)!;
    const fields = fieldNames(named);
    const country = place === undefined ? undefined : countryCode(place);
    if (place !== undefined && country === undefined) {
      throw new ToolRefusal(
        `there is no country ${JSON.stringify(place)}`,
        'Write its ISO 3166 code of two letters, such as US, GB or DE, or its name.',
      );
    }
    if (fields.length > kind.maxFields) {
      throw new ToolRefusal(
        `${kind.name} takes up to ${kind.maxFields} fields, not ${fields.length}`,
        'Call once for each value, with another idPrefix.',
      );
    }
    if (state !== undefined && usStateCode(state) === undefined) {
      throw new ToolRefusal(`"${state}" is no state of the United States`, 'Write its postal code of two letters.');
    }
    const context: KindContext = { fields, country, state };
    const builder = new FragmentBuilder(idPrefix ?? kind.prefix);
    kind.add(builder, context);
    const fragment = builder.build();
    return {
      ...(structuredClone(fragment) as unknown as z.infer<typeof output>),
      examples: examplesOf(fragment, kind.examples(context)),
      advice: kind.advice,
    };
  },
});

/** Runs the pipeline of the fragment alone. */
function examplesOf(fragment: Fragment, flat: readonly Readonly<Record<string, string>>[]) {
  const config: RuleConfig = {
    ...fragment,
    rules: [],
    ruleSets: [],
    searchRuleSetIDs: {},
    mutationRuleSetGroups: {},
  };
  const rules = compileRuleConfig(config);
  return flat.map((values) => {
    const record = recordOf(values);
    const resolved = rules.resolve(record);
    return {
      record,
      values: Object.fromEntries(rules.resolverIDs.map((id, position) => [id, [...resolved[position]!]])),
    };
  });
}

/** A record with these values at these paths. */
function recordOf(values: Readonly<Record<string, string>>): Record<string, unknown> {
  const record: Record<string, unknown> = Object.create(null);
  for (const [path, value] of Object.entries(values)) {
    const steps = path.split('.');
    let at: Record<string, unknown> = record;
    for (const [index, step] of steps.entries()) {
      if (index === steps.length - 1) at[step] = value;
      else if (steps[index + 1] === '*') {
        const element: Record<string, unknown> = Object.create(null);
        at[step] = steps.length === index + 2 ? [value] : [element];
        at = element;
      } else if (step !== '*') {
        const below: Record<string, unknown> = Object.create(null);
        at[step] = below;
        at = below;
      }
    }
  }
  return record;
}
