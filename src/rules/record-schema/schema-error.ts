import { EntityDataError } from '../../errors.ts';
import type { Finding } from '../document/types.ts';

/** One problem of the deployment's record schema. Lines and columns count from 1. */
export type SchemaProblem = Required<Omit<Finding, 'pointer'>>;

/** The record schema is unusable. Contains all problems; the message prints all errors. */
export class SchemaError extends EntityDataError {
  readonly code = 'SCHEMA_INVALID';
  readonly problems: readonly SchemaProblem[];

  constructor(problems: readonly SchemaProblem[], file = 'schema.graphqls') {
    const errors = problems.filter((problem) => problem.severity === 'error');
    super(
      [
        `${file} has ${errors.length === 1 ? 'an error' : `${errors.length} errors`}:`,
        ...errors.map(
          ({ line, column, code, message, hint }) => `${file}:${line}:${column} error ${code} ${message} (${hint})`,
        ),
      ].join('\n'),
      { hint: `Correct the places named above in ${file}.` },
    );
    this.problems = problems;
  }
}

/** Scalars that a record schema may use without declaring them: those of GraphQL and those of this service. */
export const offeredScalars: readonly string[] = [
  'ID',
  'String',
  'Int',
  'Float',
  'Boolean',
  'Any',
  'Map',
  'StringMap',
  'Time',
  'Date',
];

/** Directives that a record schema may use. */
export const offeredDirectives: readonly string[] = ['hasPrivilege', 'deprecated', 'sources'];

/** Names of the service's own types, which a record schema must not define. */
export const reservedTypeNames: ReadonlySet<string> = new Set([
  'Query',
  'Mutation',
  'Subscription',
  'Hits',
  'Duplicates',
  'SearchInput',
  'SearchOutput',
  'EntityInput',
  'EntityByRecordInput',
  'EntityOutput',
  'SubmitInput',
  'SubmitOutput',
  'SubmittedRecord',
  'SubmitOutcome',
  'SubmitWithPreviewInput',
  'SubmitWithPreviewOutput',
  'DisassembleInput',
  'DisassembleEdgeInput',
  'DisassembleMeta',
  'DisassembleOutput',
  'RemainingConnection',
  'RemoveConnectionBanInput',
  'ConnectionBanMetaInput',
  'RemoveConnectionBanOutput',
  'ConnectionBan',
  'Metrics',
  'AssemblyStatus',
  'AssemblyState',
  'SortCriteria',
  'SortDirection',
  'Entity',
  'Link',
  'FilterCondition',
  'RecordInsights',
  'EdgeInsights',
  'EdgeMatrixEntry',
  'FrequencyDistributionEntry',
  'ExplainInput',
  'Explanation',
  'ExplainedRecord',
  'ExplainedOutcome',
  'ExplainedGroup',
  'ExplainedRuleSet',
  'ExplainedRule',
  'ExplainedMatcher',
  'ComparedValues',
  'SharedIndexKey',
  'SharedIndexKeyPart',
  'SourceStatistics',
  'SharedEntities',
]);
