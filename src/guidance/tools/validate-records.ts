import * as z from 'zod';
import { ConflictingRecordsError, SubmitRefusedError } from '../../entities/errors.ts';
import {
  contentDigest,
  MAX_RECORD_BYTES,
  MAX_RECORDS,
  prepareBatch,
  type RecordChecks,
} from '../../entities/validate.ts';
import { EntityDataError } from '../../errors.ts';
import { compileRuleConfig } from '../../rules/compile/compile.ts';
import type { CompiledRules } from '../../rules/compile/compiled-rules.ts';
import type { RecordSchema } from '../../rules/record-schema/record-schema.ts';
import type { RecordPayload } from '../../rules/types.ts';
import { objectsOf, recordArgument, ruleConfigArgument, schemaArgument, schemaOf } from './document-argument.ts';
import { compileDeployment, sampleRecordA, sampleRuleConfig, sampleSchema } from './example-documents.ts';

import { resolveGuarded } from './fields-argument.ts';
import { recordTypeProblems } from './record-types.ts';
import { defineTool, ToolRefusal } from './tool.ts';

/** More records than one request may submit: enough to find the problems of an export. */
const maxRecords = 1_000;
const maxListed = 200;
/** Findings of one record. */
const maxFindings = 30;

const input = z.strictObject({
  records: z
    .union([z.string(), z.array(recordArgument), z.looseObject({})])
    .describe(`Up to ${maxRecords} records: a list of objects, its JSON text, or text with one JSON object a line.`),
  schema: schemaArgument.optional().describe('schema.graphqls: with it, unknown fields and wrong types are found.'),
  ruleConfig: ruleConfigArgument
    .optional()
    .describe('The rule-config: with it, records that no rule can ever use and values that it cannot read are found.'),
});

const finding = z.object({
  code: z
    .string()
    .describe('As the API answers it, or UNKNOWN_FIELD, WRONG_TYPE and FIELD_MISSING for its BAD_USER_INPUT.'),
  message: z.string(),
  pointer: z.string().describe('JSON pointer within the record; empty for the whole of it.'),
  hint: z.string(),
});

const output = z.object({
  valid: z.boolean().describe('True: a submit of these records is accepted.'),
  recordCount: z.int(),
  validCount: z.int(),
  requests: z.int().describe(`Submits that these records need; one takes up to ${MAX_RECORDS}.`),
  records: z
    .array(
      z.object({
        index: z.int().describe('Position in the list, from 0.'),
        id: z.string().nullable(),
        errors: z.array(finding),
        warnings: z.array(finding),
      }),
    )
    .describe(`Records with errors or warnings, the first ${maxListed}.`),
});

type Listed = z.infer<typeof output>['records'][number];
type RecordFinding = z.infer<typeof finding>;

export const validateRecordsTool = defineTool({
  name: 'svc_validate_records',
  title: 'Validate records',
  description:
    'Checks records exactly as a submit would, without storing anything: missing ids, ids with a colon, empty records, fields that the schema does not have (with the nearest name), wrong types, two records with one id, records of which no rule can ever make anything, and values that a transformer cannot read or of which rules see only the beginning. Use it on a few made-up records that are shaped like an export before the first load, and to explain why a submit was refused. One bad record refuses the whole request.',
  input,
  output,
  examples: [
    {
      title: 'Good and bad records',
      arguments: {
        records: [
          sampleRecordA,
          { id: 'crm:18', givenName: 'Alice' },
          { givenName: 'Unknown' },
          { id: 'crm-19', givenname: 'Eve', dateOfBirth: 1980 },
          { id: 'crm-20', dateOfBirth: 'unknown' },
        ],
        schema: sampleSchema,
        ruleConfig: sampleRuleConfig,
      },
    },
    {
      title: 'Lines of JSON without documents',
      arguments: { records: '{"id": "1", "name": "A"}\n{"id": "1", "name": "B"}' },
    },
  ],
  run({ records, schema, ruleConfig }) {
    const recordSchema = schemaOf(schema);
    const rules = ruleConfig === undefined ? undefined : compileDeployment(ruleConfig, recordSchema).rules;
    const list = objectsOf(records, 'records').map((record) =>
      typeof record === 'string' ? objectsOf(record, 'a record')[0] : record,
    );
    if (list.length > maxRecords) {
      throw new ToolRefusal(`there are ${list.length} records`, `Send at most ${maxRecords}; a sample shows the same.`);
    }
    const checked = checkRecords(list, recordSchema, rules);
    const bad = checked.filter(({ errors }) => errors.length > 0).length;
    return {
      valid: bad === 0 && list.length > 0,
      recordCount: list.length,
      validCount: list.length - bad,
      requests: Math.ceil(list.length / MAX_RECORDS),
      records: checked.filter(({ errors, warnings }) => errors.length > 0 || warnings.length > 0).slice(0, maxListed),
    };
  },
});

function checkRecords(
  list: readonly unknown[],
  schema: RecordSchema | undefined,
  rules: CompiledRules | undefined,
): Listed[] {
  const seen = new Map<string, { index: number; digest: string }>();
  return list.map((record, index) => {
    const listed = checkRecord(record, index, schema, rules);
    const { id } = listed;
    if (id === null || typeof record !== 'object' || record === null) return listed;
    const digest = contentDigest(record as RecordPayload);
    const earlier = seen.get(id);
    if (earlier === undefined) seen.set(id, { index, digest });
    else if (earlier.digest !== digest)
      listed.errors.push(findingOf(new ConflictingRecordsError(id, earlier.index), '/id'));
    else listed.warnings.push(repeated(earlier.index));
    return listed;
  });
}

function checkRecord(
  record: unknown,
  index: number,
  schema: RecordSchema | undefined,
  rules: CompiledRules | undefined,
): Listed {
  if (typeof record !== 'object' || record === null || Array.isArray(record)) {
    return { index, id: null, errors: [noObject], warnings: [] };
  }
  const { id, ...rest } = record as Record<string, unknown>;
  // GraphQL accepts whole numbers as IDs and converts them to text.
  const payload = Number.isSafeInteger(id) ? { id: String(id), ...rest } : (record as RecordPayload);
  const types = schema === undefined ? [] : recordTypeProblems(schema, record);
  // A service refuses a record that is too large before its pipeline runs.
  const fits = Buffer.byteLength(JSON.stringify(payload)) <= MAX_RECORD_BYTES;
  if (rules !== undefined && fits) resolveGuarded(rules, payload, `the record at index ${index}`);
  const refused = refusals(payload, { rules: rules ?? rulesThatReadNothing(), sources: schema?.sources });
  const errors = [
    ...refused.map((error) => findingOf(error, /^RECORD_(ID|SOURCE)/.test(error.code) ? '/id' : '')),
    // A message of the API already reports the missing id.
    ...types.filter(({ code, message }) => !(code === 'FIELD_MISSING' && message.includes('"id"'))),
  ];
  const warnings = rules === undefined || errors.length > 0 ? [] : unusable(payload, rules);
  return {
    index,
    id: typeof payload['id'] === 'string' ? payload['id'].slice(0, 600) : null,
    errors: errors.slice(0, maxFindings),
    warnings: warnings.slice(0, maxFindings),
  };
}

/** The errors with which a submit of this record alone is refused. */
function refusals(payload: RecordPayload, checks: RecordChecks): EntityDataError[] {
  try {
    prepareBatch([payload], checks);
    return [];
  } catch (error) {
    if (error instanceof SubmitRefusedError) return error.problems.map((problem) => problem.error);
    if (error instanceof EntityDataError) return [error];
    throw error;
  }
}

function unusable(payload: RecordPayload, rules: CompiledRules): RecordFinding[] {
  const warnings: RecordFinding[] = [];
  const values = resolveGuarded(rules, payload, 'a record', ({ transformerID, type, notes, cuts }) => {
    for (const note of notes.slice(0, 5)) {
      warnings.push({
        code: 'VALUE_UNREADABLE',
        message: `transformer "${transformerID}" (${type}): ${note}`,
        pointer: '',
        hint: 'The value counts as missing. Correct it at its source, or change the transformer.',
      });
    }
    for (const cut of cuts.slice(0, 5)) {
      warnings.push({
        code: 'VALUE_CUT',
        message: `transformer "${transformerID}" (${type}): ${cut}`,
        pointer: '',
        hint: 'The whole value is stored. Values that begin alike count as equal: give the rules a shorter field, such as an identifier.',
      });
    }
  });
  if (rules.indexKeys(values).length === 0) {
    warnings.unshift({
      code: 'NO_RULE_APPLIES',
      message:
        'no rule of an index rule set can use this record: it is stored, but no search finds it and it never links',
      pointer: '',
      hint: 'Give it the values that a rule needs, or add a rule for what such records have.',
    });
  }
  return warnings;
}

function findingOf(error: EntityDataError, pointer: string): RecordFinding {
  return { code: error.code, message: error.message, pointer, hint: error.hint ?? '' };
}

const repeated = (index: number): RecordFinding => ({
  code: 'RECORD_REPEATED',
  message: `the same record stands at index ${index} already`,
  pointer: '/id',
  hint: 'Nothing to do: it is stored once, and counts twice in recordsAdded.',
});

const noObject: RecordFinding = {
  code: 'WRONG_TYPE',
  message: 'a record must be an object',
  pointer: '',
  hint: 'Write {"id": "…", …}.',
};

let noRules: CompiledRules | undefined;

/** Replaces the missing rule-config of a call: checks that do not depend on rules still run. */
function rulesThatReadNothing(): CompiledRules {
  noRules ??= compileRuleConfig(emptyConfig);
  return noRules;
}

const emptyConfig = {
  transformers: [],
  resolvers: [],
  comparers: [],
  tokenizers: [],
  matchers: [],
  rules: [],
  ruleSets: [],
  searchRuleSetIDs: {},
  mutationRuleSetGroups: {},
};
