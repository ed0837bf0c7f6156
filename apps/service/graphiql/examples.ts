import type { RecordField } from '../../../src/rules/record-schema/record-fields.ts';
import type { RecordSchema } from '../../../src/rules/record-schema/record-schema.ts';
import type { RecordPayload } from '../../../src/rules/types.ts';

/** One tab of GraphiQL. */
export interface ExampleOperation {
  readonly query: string;
  /** JSON; empty when the operation has none. */
  readonly variables: string;
}

/** Fields that an example searches by: rules mostly need two or three. */
const MOST_PARAMETERS = 8;

/**
 * Example operations for a deployment's own records, one of each kind. Record ids that are submitted differ from those of
 * the commands that `start` prints, so that both can be submitted.
 *
 * @param stored records of one entity, which the examples find; without any, they find what the submit stores
 */
export function exampleOperations(
  { fields, inputFields, searchFields }: ExampleSchema,
  stored: readonly RecordPayload[] = [],
): readonly ExampleOperation[] {
  const shown = textFields(fields).slice(0, 3);
  const submitted = someOf(inputFields);
  const [first, second = first] = stored;
  const parameters = valuesOf(first, searchFields) ?? someOf(searchFields);
  const [a, b] = first === undefined ? ['graphiql-1', 'graphiql-2'] : [first['id'], second?.['id']];
  const record = ['id', ...shown].join(' ');
  const field = shown[0] ?? 'id';
  return [
    example(
      `# Searches entities by any known attribute: the ten with the best hits. Pass endCursor as after for the next page.
query Search($input: SearchInput!) {
  search(input: $input) {
    totalCount
    totalIs
    pageInfo { hasNextPage endCursor }
    incomplete { rules reason atLeast add }
    entities {
      id
      hitScore
      hits
      records { ${record} }
    }
  }
}
`,
      { input: { parameters, first: 10 } },
    ),
    example(
      `# Stores records and links them before it answers.
mutation Submit($input: SubmitInput!) {
  submit(input: $input) {
    recordsAdded
    records { id entityID outcome }
  }
}
`,
      { input: { records: ['graphiql-1', 'graphiql-2'].map((id) => ({ id, ...submitted })) } },
    ),
    example(
      `# Returns insights into the records and links of an entity.
query Insights($input: EntityByRecordInput!) {
  entityByRecord(input: $input) {
    entity {
      id
      links { a b rule score }
      recordInsights {
        count
        frequencyDistribution(field: "${field}", top: 3) { value frequency percentage }
        confidence(field: "${field}")
      }
    }
  }
}
`,
      { input: { id: a } },
    ),
    example(
      `# Shows what a submit would do with records, without storing anything.
mutation Preview($input: SubmitWithPreviewInput!) {
  submitWithPreview(input: $input) {
    entities { id records { id } edges }
  }
}
`,
      { input: { dryRun: true, records: [{ id: 'graphiql-3', ...submitted }] } },
    ),
    example(
      `# Explains why two records belong to one entity, or do not.
query Explain($input: ExplainInput!) {
  explain(input: $input) {
    together
    chain { a b rule score }
    groups { group outcome link { rules { id satisfied } } }
  }
}
`,
      { input: { a, b } },
    ),
    { query: 'query Metrics {\n  metrics { assemblyStatus { state estimatedTimeRemaining } }\n}\n', variables: '' },
  ];
}

export type ExampleSchema = Pick<RecordSchema, 'fields' | 'inputFields' | 'searchFields'>;

function example(query: string, variables: object): ExampleOperation {
  return { query, variables: JSON.stringify(variables, null, 2) };
}

/** Values for a few text fields; a search uses the same ones as a submit. */
function someOf(fields: ReadonlyMap<string, RecordField>): Record<string, string> {
  return Object.fromEntries(
    textFields(fields)
      .slice(0, 3)
      .map((name) => [name, `some ${name}`]),
  );
}

/** The texts of a stored record that a search can ask for; undefined if it has none. */
function valuesOf(
  record: RecordPayload | undefined,
  fields: ReadonlyMap<string, RecordField>,
): Record<string, string> | undefined {
  const found = textFields(fields)
    .map((name) => [name, record?.[name]] as const)
    .filter((entry): entry is readonly [string, string] => typeof entry[1] === 'string' && entry[1] !== '')
    .slice(0, MOST_PARAMETERS);
  return found.length === 0 ? undefined : Object.fromEntries(found);
}

/** Names of fields that hold a single text and need no privilege. */
function textFields(fields: ReadonlyMap<string, RecordField>): string[] {
  return [...fields.values()]
    .filter(({ type, privilege }) => type.kind === 'scalar' && type.name === 'String' && privilege === undefined)
    .map(({ name }) => name);
}
