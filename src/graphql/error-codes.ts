import * as entities from '../entities/errors.ts';
import * as insights from '../entities/read/insights/errors.ts';
import * as ruleChanges from '../entities/rule-changes/errors.ts';
import { type ApiCode, RetryableError } from '../errors.ts';
import * as rules from '../rules/errors.ts';
import { StoreFormatError, StoreFullError } from '../store/errors.ts';
import * as requests from './errors.ts';

/** Codes that no class of the service has: of errors of graphql-js, and of failures whose cause callers must not see. */
const withoutClass: readonly ApiCode[] = [
  {
    code: 'GRAPHQL_PARSE_FAILED',
    meaning: 'The query is not GraphQL; `locations` says where.',
    fix: 'Correct the syntax at that location.',
  },
  {
    code: 'GRAPHQL_VALIDATION_FAILED',
    meaning:
      'The query does not fit the schema: an unknown field, argument or type, or a value of the wrong type. Nothing was executed.',
    fix: 'Compare the query with the schema, which introspection shows.',
  },
  {
    code: 'BAD_USER_INPUT',
    meaning:
      'A variable or an argument does not fit its type: an unknown field, a wrong type, or a required value that is missing. Nothing was executed. The error lists the first five mistakes.',
    fix: 'Correct the value at the path that the message names.',
  },
  {
    code: 'STORED_VALUE_UNREADABLE',
    meaning: 'A stored value does not fit the type that the schema gives its field now.',
    fix: 'Give the field of `type Record` a type that fits the stored records, `Any` at worst, or make it nullable.',
  },
  {
    code: 'INTERNAL_ERROR',
    meaning: 'An unexpected error; the log has the cause under the request id in `extensions.requestId`.',
    fix: 'Give the request id to the operator of the service. Sending the same request again is safe.',
  },
  {
    code: 'SERVICE_MISCONFIGURED',
    meaning: "The service's rule-config, schema or environment has errors, which its log lists. Status 500.",
    fix: 'The operator of the service corrects what the log lists and deploys again.',
  },
];

const classes = [
  requests,
  rules,
  entities,
  insights,
  ruleChanges,
  { RetryableError, StoreFullError, StoreFormatError },
];

/** What a class says of its codes; nothing for what is no error of the API. */
const codesOf = (exported: object): readonly ApiCode[] =>
  'api' in exported ? [(exported as { readonly api: ApiCode | readonly ApiCode[] }).api].flat() : [];

/** Every code that the API can answer. */
export const errorCodes: readonly ApiCode[] = [
  ...withoutClass,
  ...classes.flatMap((exports) => Object.values(exports).flatMap(codesOf)),
];

/** Codes that callers may see; an error of any other code is for the operator and stays in the log. */
export const publicCodes: ReadonlySet<string> = new Set(errorCodes.map(({ code }) => code));
