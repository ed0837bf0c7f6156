import type { RecordField } from '../../../src/rules/record-schema/record-fields.ts';
import type { RecordSchema } from '../../../src/rules/record-schema/record-schema.ts';

/** One tab of GraphiQL. */
export interface ExampleOperation {
  readonly query: string;
  /** JSON; empty when the operation has none. */
  readonly variables: string;
}

/**
 * Example operations for a deployment's own records, one of each kind. Their record ids differ from those of the
 * commands that `start` prints, so that both can be submitted.
 */
export function exampleOperations({ fields, inputFields, searchFields }: ExampleSchema): readonly ExampleOperation[] {
  const shown = textFields(fields).slice(0, 3);
  const submitted = someOf(inputFields);
  const parameters = someOf(searchFields);
  const record = ['id', ...shown].join(' ');
  const field = shown[0] ?? 'id';
  return [
    example(
      `# Searches entities by any known attribute.
query Search($input: SearchInput!) {
  search(input: $input) {
    totalCount
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
      { input: { parameters, page: 1 } },
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
      { input: { id: 'graphiql-1' } },
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
      { input: { a: 'graphiql-1', b: 'graphiql-2' } },
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

/** Names of fields that hold a single text and need no privilege. */
function textFields(fields: ReadonlyMap<string, RecordField>): string[] {
  return [...fields.values()]
    .filter(({ type, privilege }) => type.kind === 'scalar' && type.name === 'String' && privilege === undefined)
    .map(({ name }) => name);
}
