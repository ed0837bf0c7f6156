/**
 * Which scope, without the service's prefix, each root field of the API needs. One scope may open several fields:
 * a preview submits, and looking at an entity through one of its records, or asking why it is one, is reading entities.
 */
export const scopeNameOfOperation = {
  search: 'query.search',
  entity: 'query.entity',
  entities: 'query.entity',
  entityByRecord: 'query.entity',
  explain: 'query.entity',
  metrics: 'query.metrics',
  ruleChange: 'query.rules',
  submit: 'mutation.submit',
  submitWithPreview: 'mutation.submit',
  disassemble: 'mutation.disassemble',
  removeConnectionBan: 'mutation.removeConnectionBan',
  continueRuleChange: 'mutation.rules',
  rollBackRuleChange: 'mutation.rules',
  setRuleChangePace: 'mutation.rules',
  link: 'mutation.review',
  separate: 'mutation.review',
  undoDecision: 'mutation.review',
  decisions: 'query.review',
  reviews: 'query.review',
  skipReview: 'mutation.review',
  takeReviews: 'mutation.review',
  releaseReviews: 'mutation.review',
  history: 'query.review',
  statistics: 'query.review',
  refreshStatistics: 'mutation.rules',
} as const;

/** A root field of the GraphQL API. */
export type Operation = keyof typeof scopeNameOfOperation;

/** A scope without its prefix, for instance `query.search`. */
export type ScopeName = (typeof scopeNameOfOperation)[Operation];

/** What a person may be to a deployment. Records come from machines: no role submits. */
export const roleNames = ['reader', 'steward', 'owner'] as const;
export type RoleName = (typeof roleNames)[number];

const reading: readonly ScopeName[] = ['query.search', 'query.entity', 'query.metrics', 'query.rules', 'query.review'];
const looksAfter: readonly ScopeName[] = ['mutation.review', 'mutation.disassemble', 'mutation.removeConnectionBan'];

/** The scopes of each role, without the prefix: readers look, stewards also decide, owners also change the rules. */
export const scopeNamesOfRole: Readonly<Record<RoleName, readonly ScopeName[]>> = {
  reader: reading,
  steward: [...reading, ...looksAfter],
  owner: [...reading, ...looksAfter, 'mutation.rules'],
};

/** Every scope the service knows, each once, without the prefix. */
export const scopeNames: readonly ScopeName[] = [...new Set(Object.values(scopeNameOfOperation))];

/** The prefix of the scopes unless the deployment sets another one. */
export const defaultServiceIdentifier = 'svc';

/** What may prefix a scope: a letter, then letters, digits, `.`, `_` and `-`; a slash would end the prefix. */
export const serviceIdentifierPattern = /^[A-Za-z][A-Za-z0-9._-]{0,63}$/;

/** The scopes of one deployment as they stand in tokens, for instance `svc/query.search`. */
export interface Scopes {
  /** Every scope of the deployment, each once. */
  readonly all: readonly string[];
  /** The scope that an operation needs. */
  readonly of: Readonly<Record<Operation, string>>;
}

/** The scopes of the deployment whose service identifier this is, and which operation needs which. */
export function scopesOf(serviceIdentifier: string): Scopes {
  const scope = (name: ScopeName) => `${serviceIdentifier}/${name}`;
  const of = Object.fromEntries(
    Object.entries(scopeNameOfOperation).map(([operation, name]) => [operation, scope(name)]),
  ) as Record<Operation, string>;
  return { all: scopeNames.map(scope), of };
}
