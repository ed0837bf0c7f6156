import * as z from 'zod';
import { lintRuleConfig } from '../../rules/lint/lint-rule-config.ts';
import { loadRecordSchema } from '../../rules/record-schema/record-schema.ts';
import { type Design, designRuleConfig } from '../../workbench/design/design.ts';
import type { DesignField, DesignRequest } from '../../workbench/design/field-kind.ts';
import { knownUseCases, usualFields } from '../../workbench/design/use-case.ts';
import { findingOutput, ruleConfigFindings } from './document-argument.ts';
import { fieldLine, fieldName, fieldNames, fieldsOfRecords } from './fields-argument.ts';
import { defineTool, ToolRefusal } from './tool.ts';

/** The most fields of a record. */
const maxFields = 300;

const field = z.strictObject({
  name: fieldName,
  type: z.string().max(200).optional().describe('What it holds in your system: text, date, number, list of text, …'),
  description: z.string().max(2_000).optional().describe('What it means, where the name says little.'),
  samples: z.array(z.unknown()).max(400).optional().describe('Some of its values; never real personal data.'),
});

const input = z.strictObject({
  useCase: z
    .string()
    .max(2_000)
    .optional()
    .describe(
      'What the records are about and what belonging together shall mean: "customers of two shops". Alone, it is enough: the usual fields are assumed then.',
    ),
  fields: z
    .union([
      z
        .array(z.union([fieldName, field]))
        .min(1)
        .max(maxFields),
      fieldLine,
    ])
    .optional()
    .describe('The fields of a record: a list of names, ["Vorname", "Nachname"], or of objects where more is known.'),
  header: fieldLine
    .optional()
    .describe('Instead of fields: the header line of a CSV file, "id;name;city". Its delimiter is found.'),
  country: z.string().max(60).optional().describe('Where most records come from: ISO 3166 code or name.'),
  goal: z
    .enum(['precision', 'balanced', 'recall'])
    .default('balanced')
    .describe('Which mistake is worse: a wrong match (precision), a missed one (recall), or both alike.'),
  sampleRecords: z
    .array(z.looseObject({}))
    .max(200)
    .optional()
    .describe('20 to 200 records, best drawn at random. From them it learns which values very many records share.'),
  asText: z
    .boolean()
    .default(false)
    .describe('True if you see the text of answers alone: the documents are then sent in it as well.'),
});

const output = z.object({
  ruleConfig: z.looseObject({}).describe('The rule-config: write it to rule-config.json.'),
  schema: z.string().describe('The text of schema.graphqls.'),
  subject: z.string().describe('What the records were taken to be about.'),
  fields: z
    .array(
      z.object({
        name: z.string(),
        kind: z.string().describe('What it was taken for; ignored and freeText are not compared.'),
        because: z.string(),
      }),
    )
    .describe('Check these first: a wrong guess is corrected by a description or samples.'),
  candidates: z
    .array(z.array(z.string()))
    .describe('What two records must share to be compared: all of one of these lists. Each makes index keys.'),
  neverLinked: z
    .array(z.string())
    .describe('What keeps two records apart if both have a value and the values contradict each other.'),
  search: z
    .object({
      by: z.array(z.array(z.string())).describe('What a search finds by: all of one of these lists.'),
      notAlone: z.array(z.string()).describe('What a search finds nothing by alone: give something else with it.'),
    })
    .describe('What a search of this design can find.'),
  threshold: z.number().describe('Bits that must add up for a match.'),
  evidence: z
    .array(
      z.object({
        title: z.string(),
        fields: z.array(z.string()),
        agreement: z.number().describe('Bits when it agrees as far as it can.'),
        disagreement: z.number().describe('Bits when both have a value and nothing agrees.'),
        shared: z.boolean().describe('Different ones may have the same: counts only up to a bound.'),
        commonValues: z.int().describe('Values that count less because many samples share them.'),
      }),
    )
    .describe('What ENOUGH_EVIDENCE adds up.'),
  warnings: z.array(z.string()),
  findings: z.array(findingOutput).describe('What the linter says of the result; no errors.'),
});

type Output = z.infer<typeof output>;

export const designRuleConfigTool = defineTool({
  name: 'svc_design_rule_config',
  title: 'Design a rule-config',
  description:
    'Makes a complete rule-config and its schema from a use case or from the fields of a record; it knows people, companies, products, publications, addresses, vehicles, patients and health-care providers. Use it first for a new project: give all field names or the header line of a CSV file, and sample records where there are any (made up or masked: never real personal data). With a use case alone it assumes the usual fields and says so. Show the guessed kinds and the warnings to the owner, correct wrong guesses with a description and call again; then try pairs with svc_simulate_match.',
  input,
  output,
  examples: [
    {
      title: 'Customers of two shops',
      arguments: {
        useCase: 'Customers of two shops',
        fields: ['firstName', 'lastName', 'dateOfBirth', 'email', 'phone', 'street', 'city', 'postcode'],
        country: 'GB',
      },
    },
    { title: 'A use case alone', arguments: { useCase: 'Find patients that two hospitals have twice', country: 'US' } },
    {
      title: 'A CSV file with German names of columns',
      arguments: { header: 'KundenNr;Vorname;Nachname;Geburtsdatum;USt-IdNr;PLZ;Ort', country: 'DE' },
    },
    {
      title: 'Products, where a wrong match is worse',
      arguments: {
        fields: [
          'title',
          'brand',
          { name: 'gtin', description: 'Number under the bar code' },
          { name: 'price', type: 'number' },
        ],
        goal: 'precision',
      },
    },
  ],
  run({ header, fields, asText: _asText, ...request }) {
    if (header !== undefined && fields !== undefined) {
      throw new ToolRefusal('both fields and header are given', 'Leave one of them out.');
    }
    const given = fields ?? header;
    if (given === undefined) {
      const { names, warning } = assumedFields(request);
      const made = answerOf(designRuleConfig({ ...request, fields: named(names) } as DesignRequest));
      return { ...made, warnings: [warning, ...made.warnings] };
    }
    const list = typeof given === 'string' ? fieldNames(given) : given;
    return answerOf(designRuleConfig({ ...request, fields: named(list) } as DesignRequest));
  },
  summary: (made, { asText }) => (asText ? undefined : summaryOf(made)),
});

/** The reason for most kinds, which needs no words. */
const byName = 'by its name';

const named = (fields: readonly (string | DesignField)[]) =>
  fields.map((one) => (typeof one === 'string' ? { name: one } : one));

interface Assumed {
  readonly names: readonly string[];
  /** Says that they were assumed. */
  readonly warning: string;
}

/** The fields of a design without fields: those of its sample records, else the usual ones of its use case. */
function assumedFields({ useCase = '', sampleRecords = [] }: Partial<DesignRequest>): Assumed {
  const names = fieldsOfRecords(sampleRecords);
  if (names.length > maxFields) {
    throw new ToolRefusal(
      `the sample records have ${names.length} fields; a design takes ${maxFields}`,
      'Give the names of those to compare as fields.',
    );
  }
  if (names.length > 0) {
    return {
      names,
      warning: 'No fields were given: those of the sample records were taken. Other records may have more.',
    };
  }
  const usual = usualFields(useCase);
  if (usual !== undefined) {
    const { title, fields } = usual;
    return {
      names: fields,
      warning: `No fields were given: the usual fields of ${title} were assumed (${fields.join(', ')}). Call again with your own field names as fields.`,
    };
  }
  throw new ToolRefusal(
    useCase === ''
      ? 'neither a use case nor fields nor a header is given'
      : `the use case ${JSON.stringify(useCase.slice(0, 80))} names nothing of which the usual fields are known`,
    `Give the names of the fields as fields, the header line of a CSV file as header, or a use case about one of: ${knownUseCases.join(', ')}.`,
  );
}

/** The answer in words. The documents are in the structured content alone, because they are long. */
function summaryOf({ ruleConfig, fields, candidates, neverLinked, search, threshold, warnings }: Output): string {
  const or = (lists: readonly (readonly string[])[]): string => lists.map((list) => list.join(' and ')).join('; ');
  return [
    `Made a rule-config of ${JSON.stringify(ruleConfig).length} characters and its schema: ruleConfig and schema of the structured content. If you see only this text, call again with asText.`,
    `Fields: ${fields.map(({ name, kind, because }) => `${name}: ${kind}${because === byName ? '' : ` (${because})`}`).join('; ')}.`,
    `Compares records that share: ${or(candidates)}. Links them from ${threshold} bits of evidence on.`,
    ...(neverLinked.length > 0
      ? [`Never links records that contradict each other in: ${neverLinked.join('; ')}.`]
      : []),
    or(search.by) === or(candidates) ? 'A search finds by the same.' : `A search finds by: ${or(search.by)}.`,
    ...(search.notAlone.length > 0 ? [`A search finds nothing by these alone: ${search.notAlone.join('; ')}.`] : []),
    ...warnings.map((warning) => `Warning: ${warning}`),
  ].join('\n');
}

function answerOf(design: Design) {
  const { ruleConfig, schema, subject, fields, rules, searches, notFoundAlone, threshold, evidence, warnings } = design;
  const titles = new Map(
    evidence.flatMap(({ title, levels, keys }) =>
      [
        ...levels.map(([id]) => id),
        ...keys.flatMap(({ matcherID, rare }) => [matcherID, ...(rare === undefined ? [] : [rare])]),
      ].map((id) => [id, title] as const),
    ),
  );
  const { errors, warnings: notes } = lintRuleConfig(ruleConfig, { schema: loadRecordSchema(schema) });
  return {
    ruleConfig,
    schema,
    subject,
    fields: fields.map(({ field: { name }, kind, because }) => ({ name, kind, because })),
    candidates: rules.map(({ matcherIDs }) => matcherIDs.map((id) => titles.get(id) ?? id)),
    neverLinked: evidence.flatMap(({ title, veto }) => (veto === undefined ? [] : [title])),
    search: { by: searches.flatMap(({ by }) => by), notAlone: notFoundAlone },
    threshold,
    evidence: evidence.map(({ title, fields: of, levels, otherwise, shared, commonValues = 0 }) => ({
      title,
      fields: of,
      agreement: Math.max(...levels.map(([, bits]) => bits)),
      disagreement: otherwise,
      shared,
      commonValues,
    })),
    warnings,
    findings: ruleConfigFindings([...errors, ...notes]),
  };
}
