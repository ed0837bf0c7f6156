import { describe, expect, it } from '@jest/globals';
import { buildASTSchema, findBreakingChanges, type GraphQLSchema, isObjectType, parse } from 'graphql';
import { buildApiSchema } from '../../../../src/graphql/schema/build.ts';
import { scopeNameOfOperation } from '../../../../src/scopes.ts';
import { recordSchema } from './exchange.ts';

/** What clients of the API were promised: names, arguments and types. The service may offer more, never less. */
const promised = /* GraphQL */ `
  directive @hasPrivilege(privilege: String!) on OBJECT | INPUT_OBJECT | FIELD_DEFINITION | INPUT_FIELD_DEFINITION
  scalar Any
  scalar Map
  scalar Hits
  scalar Duplicates
  scalar Time

  type Query {
    search(input: SearchInput!): SearchOutput!
    entity(input: EntityInput!): EntityOutput!
    entityByRecord(input: EntityByRecordInput!): EntityOutput!
    metrics: Metrics!
    explain(input: ExplainInput!): Explanation!
  }
  type Mutation {
    submit(input: SubmitInput!): SubmitOutput!
    submitWithPreview(input: SubmitWithPreviewInput!): SubmitWithPreviewOutput!
    disassemble(input: DisassembleInput!): DisassembleOutput!
    removeConnectionBan(input: RemoveConnectionBanInput!): RemoveConnectionBanOutput!
  }

  input SearchInput {
    parameters: SearchParams!
    considerRecords: [FilterCondition!]
    page: Int
    pageSize: Int
    sort: SortCriteria
    searchRules: String
  }
  type SearchOutput {
    entities: [Entity!]!
    totalCount: Int!
  }
  input EntityInput {
    id: ID!
    considerRecords: [FilterCondition!]
  }
  input EntityByRecordInput {
    id: ID!
    considerRecords: [FilterCondition!]
  }
  type EntityOutput {
    entity: Entity
  }
  input SubmitInput {
    records: [RecordInput!]!
    linkTogether: Boolean
  }
  type SubmitOutput {
    recordsAdded: Int!
    records: [SubmittedRecord!]!
  }
  type SubmittedRecord {
    id: ID!
    entityID: ID!
    outcome: SubmitOutcome!
  }
  enum SubmitOutcome {
    CREATED
    UPDATED
    UNCHANGED
    DUPLICATE
  }
  input SubmitWithPreviewInput {
    records: [RecordInput!]!
    dryRun: Boolean
  }
  type SubmitWithPreviewOutput {
    entities: [Entity!]!
  }
  input DisassembleInput {
    edges: [DisassembleEdgeInput!]
    recordIDs: [ID!]
    createConnectionBan: Boolean
    meta: DisassembleMeta
  }
  input DisassembleEdgeInput {
    a: ID!
    b: ID!
  }
  input DisassembleMeta {
    user: String!
    reason: String!
  }
  type DisassembleOutput {
    triggered: Boolean!
    complete: Boolean!
    entityIDs: [ID!]!
    connectionBan: ID
    stillConnected: [RemainingConnection!]!
  }
  type RemainingConnection {
    a: ID!
    b: ID!
    path: [ID!]!
    edges: [String!]!
  }
  input RemoveConnectionBanInput {
    reference: ID!
    entityID: ID!
    others: [ID!]!
    meta: ConnectionBanMetaInput!
  }
  input ConnectionBanMetaInput {
    user: String!
    reason: String!
  }
  type RemoveConnectionBanOutput {
    removed: Boolean!
  }
  type Metrics {
    assemblyStatus: AssemblyStatus!
  }
  type AssemblyStatus {
    state: AssemblyState!
    estimatedTimeRemaining: Int
  }
  enum AssemblyState {
    READY
    IN_PROGRESS
  }
  input SortCriteria {
    field: String!
    direction: SortDirection
  }
  enum SortDirection {
    ASC
    DESC
  }

  type Entity {
    id: ID!
    records: [Record!]!
    edges: [String!]!
    duplicates: Duplicates!
    hits: Hits!
    score: Float!
    consistency: Float!
    hitScore: Float!
    recordInsights: RecordInsights!
    edgeInsights: EdgeInsights!
    links: [Link!]!
    aliases: [ID!]!
    connectionBans: [ConnectionBan!]!
    removedLinks: [RemovedLink!]!
    linkedTogether: [[ID!]!]!
  }
  type RemovedLink {
    a: ID!
    b: ID!
  }
  type Link {
    a: ID!
    b: ID!
    rule: String!
    score: Float!
  }

  input FilterCondition {
    field: String!
    equals: Any
    isNull: Boolean
    startsWith: String
    endsWith: String
    likeRegex: String
    lessThan: Float
    lessEquals: Float
    greaterThan: Float
    greaterEquals: Float
    after: Time
    since: Time
    before: Time
    until: Time
    invert: Boolean
    caseSensitive: Boolean
  }

  type RecordInsights {
    records: [Record!]!
    count: Int!
    first: Record
    last: Record
    filter(conditions: [FilterCondition!]!): RecordInsights!
    sort(criteria: [SortCriteria!]!): RecordInsights!
    limit(count: Int!, offset: Int): RecordInsights!
    group(fields: [String!]!, caseSensitive: Boolean): [RecordInsights!]!
    countDistinct(fields: [String!]!, caseSensitive: Boolean): Int!
    values(field: String!): [Any]!
    valuesDistinct(field: String!, caseSensitive: Boolean): [Any]!
    frequencyDistribution(
      field: String!
      caseSensitive: Boolean
      top: Int
      direction: SortDirection
    ): [FrequencyDistributionEntry!]!
    average(field: String!): Float
    max(field: String!): Float
    min(field: String!): Float
    median(field: String!): Float
    sum(field: String!): Float
    standardDeviation(field: String!): Float
    confidence(field: String!, caseSensitive: Boolean): Float
    newest(field: String!): Record
    oldest(field: String!): Record
    flatten(field: String!): [Any]!
    flattenDistinct(field: String!, caseSensitive: Boolean): [Any]!
  }
  type FrequencyDistributionEntry {
    value: Any
    frequency: Int!
    percentage: Float!
  }
  type EdgeInsights {
    count: Int!
    frequencyDistribution(top: Int, direction: SortDirection): [FrequencyDistributionEntry!]!
    matrix(links: [String!]): [EdgeMatrixEntry!]!
  }
  type EdgeMatrixEntry {
    a: String!
    b: String!
    links: Map!
  }

  # Of these the names alone are promised.
  input ExplainInput {
    a: ID
    b: ID
    record: ID
    entityID: ID
  }
  type Explanation {
    together: Boolean!
  }
  type ConnectionBan {
    reference: ID!
  }
  type Record {
    id: ID!
  }
  input RecordInput {
    id: ID!
  }
  input SearchParams {
    id: ID
  }
`;

describe('the schema', () => {
  const schema: GraphQLSchema = buildApiSchema(recordSchema, 'svc');
  const anchor = buildASTSchema(parse(promised));

  it('offers every operation, type, field and argument that clients were promised, with these names and types', () => {
    const broken = findBreakingChanges(anchor, schema).map(({ description }) => description);

    expect(broken).toEqual([]);
  });

  it('promises the same of every field, null or not', () => {
    // A field that promises more than before breaks no client, but contradicts the page of the API.
    const differing: string[] = [];
    for (const type of Object.values(anchor.getTypeMap())) {
      if (type.name.startsWith('__') || !isObjectType(type)) continue;
      const served = schema.getType(type.name);
      if (!isObjectType(served)) throw new Error(`${type.name} is no object type`);
      for (const field of Object.values(type.getFields())) {
        const now = String(served.getFields()[field.name]?.type);
        if (now !== String(field.type)) differing.push(`${type.name}.${field.name}: ${field.type}, not ${now}`);
      }
    }

    expect(differing).toEqual([]);
  });

  it('has one scope for each of its operations', () => {
    const fields = [schema.getQueryType(), schema.getMutationType()].flatMap((type) => Object.keys(type!.getFields()));

    expect(fields.toSorted()).toEqual(Object.keys(scopeNameOfOperation).toSorted());
  });
});
