/** A metric of the service. docs/operations.md explains its meaning for operators. */
export interface MetricDefinition {
  readonly unit: 'Count' | 'Milliseconds' | 'Percent' | 'Seconds';
  /** Whether numbers are added up, or each is a sample of its own, which allows percentiles. */
  readonly kind: 'sum' | 'samples';
  /** A second dimension besides the deployment. It has few known values, because each one costs a separate metric. */
  readonly by?: string;
  /** True if the metric is also emitted without the second dimension, for an alarm on the total. */
  readonly total?: boolean;
}

/** Every metric that the functions emit. A test compares the names with those of the dashboard and the alarms. */
export const metricDefinitions = {
  // The API.
  Records: { unit: 'Count', kind: 'sum', by: 'outcome' },
  CutValues: { unit: 'Count', kind: 'sum' },
  Merges: { unit: 'Count', kind: 'sum' },
  Splits: { unit: 'Count', kind: 'sum' },
  SubmitCandidates: { unit: 'Count', kind: 'samples' },
  SearchCandidates: { unit: 'Count', kind: 'samples' },
  SearchEntitiesRead: { unit: 'Count', kind: 'samples' },
  ReviewPairs: { unit: 'Count', kind: 'sum' },
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
  // The sweeper, every minute of a change of the rules.
  RuleChangePhase: { unit: 'Count', kind: 'samples' },
  RuleChangeProgress: { unit: 'Percent', kind: 'samples' },
  RuleChangeChanged: { unit: 'Count', kind: 'samples' },
  RuleChangeAge: { unit: 'Seconds', kind: 'samples', by: 'state' },
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

/** The dimension of every metric: the deployment. */
export const deploymentDimension = 'service';
