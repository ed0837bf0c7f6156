/** The limits of one request. All but the size of the answer are checked before anything is executed. */
export interface Limits {
  readonly maxRequestBytes: number;
  readonly maxAnswerBytes: number;
  readonly maxTokens: number;
  readonly maxDepth: number;
  readonly maxAliases: number;
  readonly maxRootFields: number;
  readonly maxFields: number;
  readonly maxPageSize: number;
}

/** One documented setting. The environment variable overrides the default, within the bounds. */
export interface LimitSetting {
  readonly limit: keyof Limits;
  /** Name in the module's input `graphql_limits`, which has the same bounds. */
  readonly input: string;
  readonly variable: string;
  readonly default: number;
  readonly least: number;
  readonly most: number;
  readonly description: string;
}

/** The largest payload, in bytes, that a Lambda function can receive or return: 6 MB. */
const LAMBDA_PAYLOAD_BYTES = 6 * 1024 * 1024;
/** Bytes of an answer besides its body: status, headers and the envelope around them. */
const ENVELOPE_BYTES = 2 * 1024;

export const limitSettings: readonly LimitSetting[] = [
  {
    limit: 'maxRequestBytes',
    input: 'request_bytes',
    variable: 'MAX_REQUEST_BYTES',
    default: LAMBDA_PAYLOAD_BYTES,
    least: 1_024,
    most: LAMBDA_PAYLOAD_BYTES,
    description: 'Size of a request body in bytes, after base64 is decoded.',
  },
  {
    limit: 'maxAnswerBytes',
    input: 'answer_bytes',
    variable: 'MAX_ANSWER_BYTES',
    default: LAMBDA_PAYLOAD_BYTES - ENVELOPE_BYTES,
    least: 1_024,
    most: LAMBDA_PAYLOAD_BYTES - ENVELOPE_BYTES,
    description:
      'Size of an answer in bytes as it leaves the function: compressed and base64 where the client accepts gzip.',
  },
  {
    limit: 'maxTokens',
    input: 'tokens',
    variable: 'MAX_QUERY_TOKENS',
    default: 10_000,
    least: 100,
    most: 100_000,
    description: 'Lexical tokens of a GraphQL document. Values that travel as variables do not count.',
  },
  {
    limit: 'maxDepth',
    input: 'depth',
    variable: 'MAX_QUERY_DEPTH',
    default: 20,
    least: 3,
    most: 50,
    description: 'Levels of nested fields, fragments included. The usual introspection query has 15.',
  },
  {
    limit: 'maxAliases',
    input: 'aliases',
    variable: 'MAX_QUERY_ALIASES',
    default: 100,
    least: 0,
    most: 1_000,
    description: 'Aliased fields of an operation, those of a fragment counted wherever it is spread.',
  },
  {
    limit: 'maxRootFields',
    input: 'root_fields',
    variable: 'MAX_ROOT_FIELDS',
    default: 20,
    least: 1,
    most: 100,
    description: 'Fields on the top level of an operation.',
  },
  {
    limit: 'maxFields',
    input: 'fields',
    variable: 'MAX_QUERY_FIELDS',
    default: 2_000,
    least: 10,
    most: 20_000,
    description: 'Fields of an operation, those of a fragment counted wherever it is spread.',
  },
  {
    limit: 'maxPageSize',
    input: 'page_size',
    variable: 'MAX_PAGE_SIZE',
    default: 1_000,
    least: 1,
    most: 10_000,
    description: 'The largest `pageSize` of a search.',
  },
];

export const defaultLimits: Limits = Object.fromEntries(
  limitSettings.map((setting) => [setting.limit, setting.default]),
) as unknown as Limits;

/** The most nested brackets in a GraphQL document or request body: above all practical use, and safe for the stack. */
export const MAX_NESTING = 200;
