/** What one metric of the service is. Its meaning for an operator stands in docs/operations.md. */
export interface MetricDefinition {
  readonly unit: 'Count' | 'Milliseconds' | 'Seconds';
  /** Whether what is told adds up, or each number stands for itself, so that there are percentiles. */
  readonly kind: 'sum' | 'samples';
  /** A second dimension, besides the deployment. Its values are few and known: each costs a metric of its own. */
  readonly by?: string;
  /** Whether it is there without the second dimension as well, for an alarm on all of them. */
  readonly total?: boolean;
}

/** Every metric that the functions emit. A name here, in a dashboard and in an alarm is the same or a test fails. */
export const metricDefinitions = {
  // The API.
  Records: { unit: 'Count', kind: 'sum', by: 'outcome' },
  CutValues: { unit: 'Count', kind: 'sum' },
  Merges: { unit: 'Count', kind: 'sum' },
  Splits: { unit: 'Count', kind: 'sum' },
  SubmitCandidates: { unit: 'Count', kind: 'samples' },
  SearchCandidates: { unit: 'Count', kind: 'samples' },
  GenericKeys: { unit: 'Count', kind: 'sum' },
  UnindexedRecords: { unit: 'Count', kind: 'sum' },
  StoreRetries: { unit: 'Count', kind: 'sum', by: 'cause', total: true },
  RequestDuration: { unit: 'Milliseconds', kind: 'samples', by: 'operation' },
  Errors: { unit: 'Count', kind: 'sum', by: 'code' },
  // The authorizer.
  Refusals: { unit: 'Count', kind: 'sum', by: 'reason', total: true },
  // The guidance server.
  GuidanceFailures: { unit: 'Count', kind: 'sum' },
  // The sweeper, every minute.
  OperationsFinished: { unit: 'Count', kind: 'sum' },
  UnfinishedWork: { unit: 'Count', kind: 'sum' },
  UnfinishedWorkAge: { unit: 'Seconds', kind: 'samples' },
  FormerRules: { unit: 'Count', kind: 'sum' },
  // The function of bulk loads.
  RefusedLines: { unit: 'Count', kind: 'sum' },
  FailedObjects: { unit: 'Count', kind: 'sum' },
  // The publisher of entity events.
  EventsDelivered: { unit: 'Count', kind: 'sum' },
  EventFailures: { unit: 'Count', kind: 'sum' },
  EventDelay: { unit: 'Seconds', kind: 'samples' },
  DeadEvents: { unit: 'Count', kind: 'sum' },
} as const satisfies Readonly<Record<string, MetricDefinition>>;

export type MetricName = keyof typeof metricDefinitions;

/** The namespace in CloudWatch. */
export const metricNamespace = 'EntityData';

/** The dimension that every metric has: which deployment. */
export const deploymentDimension = 'service';
