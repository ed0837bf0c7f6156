import * as z from 'zod';
import { identifierKinds } from '../../rules/identifiers/identifier.ts';
import { countryCode } from '../../rules/transformers/country.ts';
import type { FieldKind } from '../../workbench/design/field-kind.ts';
import { fieldWords } from '../../workbench/design/field-words.ts';
import { designFragment, fragmentKinds } from '../../workbench/design/fragment.ts';
import { kindOfName } from '../../workbench/design/kind-of-name.ts';
import { fieldLine, fieldName, fieldNames } from './fields-argument.ts';
import { defineTool, ToolRefusal } from './tool.ts';

/** The most fields of one call. */
const maxFields = 10;

/** Other names of kinds, which the vocabulary of the designer knows. */
const otherNames = ['name', 'phone', 'postcode', 'dateOfBirth', ...identifierKinds, 'email', 'company', 'address'];

const kinds = [...new Set([...otherNames, ...fragmentKinds])];

const input = z.strictObject({
  kind: z.enum(kinds as [string, ...string[]]).describe('What the fields hold.'),
  fields: z
    .union([z.array(fieldName).min(1).max(maxFields), fieldLine])
    .describe(
      'Paths of the fields in a record: ["email"], or ["emails.*.address"]. Several make one list (phone, email), or one value in parts (given and family name; year, month and day; house number, street and city).',
    ),
  country: z
    .string()
    .max(60)
    .optional()
    .describe('Where most values come from, as ISO 3166 code or name: for postcodes, dates and sounds.'),
  idPrefix: z
    .string()
    .regex(/^[A-Za-z][A-Za-z0-9_]{0,39}$/, 'write letters, digits and underscores')
    .optional()
    .describe('Beginning of the ids of transformers, resolvers and matchers, so that they do not meet yours.'),
});

const part = z.object({ id: z.string(), type: z.string(), attributes: z.record(z.string(), z.unknown()) });
const pin = z.object({ sourceID: z.string(), sourcePin: z.string() });

const output = z.object({
  fields: z.array(z.object({ name: z.string(), kind: z.string() })).describe('What each field was taken for.'),
  transformers: z.array(part.extend({ inputPins: z.record(z.string(), pin) })),
  resolvers: z.array(z.object({ id: z.string(), inputPin: pin })),
  comparers: z.array(part),
  tokenizers: z.array(part),
  matchers: z.array(part),
  referenceLists: z.array(
    z.object({
      id: z.string(),
      meta: z.object({ header: z.array(z.object({ type: z.string() })) }),
      rows: z.array(z.array(z.string())),
    }),
  ),
  evidence: z
    .array(
      z.object({
        name: z.string(),
        matcherIDs: z.array(z.string()),
        weights: z.array(z.number()),
        otherwise: z.number(),
      }),
    )
    .describe('What the matchers say, in bits: entries for `evidence` of a weighted matcher such as ENOUGH_EVIDENCE.'),
  keys: z
    .array(z.array(z.string()))
    .describe('What two records must share to be compared, all of one list: entries for indexMatcherIDs of a rule.'),
  examples: z
    .array(z.object({ record: z.record(z.string(), z.unknown()), values: z.record(z.string(), z.array(z.string())) }))
    .describe('A made-up record and what every resolver makes of it, by the pipeline of the service.'),
  advice: z.array(z.string()).describe('What to know when writing rules with it.'),
});

export const generateTransformersTool = defineTool({
  name: 'svc_generate_transformers',
  title: 'Generate transformers for a kind of value',
  description:
    'Makes the parts of a rule-config for one kind of value (name, phone, postcode, dateOfBirth, NPI, SSN, EIN, VIN, DL, email, company, address, and every other kind of svc_design_rule_config), as svc_design_rule_config writes them: transformers that clean the fields, resolvers, and matchers that fit, ready to paste into the lists of the same name, with what they make of an example. Use it to add a field to a rule-config, or to build one kind by kind; then write rules with the matchers, and take away matchers that no rule uses. Comparers, tokenizers and reference lists with the same id are the same: paste them once.',
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
    { title: 'An address', arguments: { kind: 'address', fields: ['houseNumber', 'street', 'city'] } },
    { title: 'A company', arguments: { kind: 'company', fields: ['legalName'] } },
    { title: "A driver's licence", arguments: { kind: 'DL', fields: ['licence'] } },
    { title: 'A provider', arguments: { kind: 'NPI', fields: ['npi'] } },
  ],
  run({ kind, fields: named, country, idPrefix }) {
    const fields = fieldNames(named);
    if (fields.length > maxFields) {
      throw new ToolRefusal(
        `${fields.length} fields are given; a call takes ${maxFields}`,
        'Call once for each value, with another idPrefix.',
      );
    }
    if (country !== undefined && countryCode(country) === undefined) {
      throw new ToolRefusal(
        `there is no country ${JSON.stringify(country)}`,
        'Write its ISO 3166 code of two letters, such as US, GB or DE, or its name.',
      );
    }
    const { referenceLists = [], ...fragment } = designFragment({
      kind: fieldKinds.has(kind) ? (kind as FieldKind) : kindOfName(fieldWords(kind))!,
      scheme: schemes.has(kind) ? kind : undefined,
      fields,
      country,
      prefix: idPrefix,
    });
    return {
      ...fragment,
      transformers: fragment.transformers as z.infer<typeof output>['transformers'],
      fields: fragment.fields.map(({ field, kind: taken }) => ({ name: field.name, kind: taken })),
      referenceLists,
    };
  },
});

const fieldKinds: ReadonlySet<string> = new Set(fragmentKinds);
const schemes: ReadonlySet<string> = new Set(identifierKinds);
