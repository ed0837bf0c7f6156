import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { type Inputs, planInputs } from '../setup/applied/planned-inputs.ts';
import { terraformProblem } from '../setup/applied/terraform.ts';
import { describeWith } from '../setup/requirement.ts';

const problem = terraformProblem();
const machine = { found: problem === undefined ? true : undefined, need: problem ?? 'terraform' };

const file = (path: string): string => join(import.meta.dirname, '../..', path);
const client = (...allowed_scopes: (string | null)[]) => ({ backend: { allowed_scopes } });
const arn = (service: string, resource: string) => `arn:aws:${service}:eu-central-1:123456789012:${resource}`;

const base: Inputs = {
  resource_prefix: 'crm',
  rule_config_file: file('examples/minimal/rule-config.json'),
  schema_file: file('examples/minimal/schema.graphqls'),
  clients: client('svc/query.search'),
};
const ownIssuer: Inputs = {
  clients: {},
  authorizer_issuer_url: 'https://idp.example.com',
  authorizer_audience: ['api'],
};
const secret_arn = arn('secretsmanager', 'secret:events-AbCdEf');
const queue_arn = arn('sqs', 'entities.fifo');
const certificate_arn = arn('acm', 'certificate/0a1b');

interface Case {
  readonly variable: string;
  readonly inputs: Inputs;
  /** Part of the message; undefined where the inputs are accepted. */
  readonly refusal?: string;
}

/** Values that the variable refuses with this sentence, beside other inputs. */
const refused = (variable: string, refusal: string, values: readonly unknown[], beside: Inputs = {}): Case[] =>
  values.map((value) => ({ variable, refusal, inputs: { ...beside, [variable]: value } }));

/** The same for values of one attribute of the variable. */
const refusedAttribute = (variable: string, refusal: string, values: readonly (readonly [string, unknown])[]): Case[] =>
  refused(
    variable,
    refusal,
    values.map(([name, value]) => ({ [name]: value })),
  );

const accepted = (variable: string, value: unknown, beside: Inputs = {}): Case => ({
  variable,
  inputs: { ...beside, [variable]: value },
});

const instance: Case[] = [
  accepted('resource_prefix', 'a2345678901234567890123456789012'),
  ...refused('resource_prefix', 'must have 2 to 32 characters', [
    'a23456789012345678901234567890123',
    'Crm',
    'crm-',
    'crm--test',
  ]),
  ...refused('resource_prefix', 'must not contain aws, amazon or cognito', ['my-aws-crm']),
  accepted('resource_prefix', 'my-aws-crm', { cognito_domain_prefix: 'crm-4711' }),
  ...refused('rule_config_file', 'must be the path of a file that exists', [
    file('examples/minimal'),
    file('examples/minimal/missing.json'),
  ]),
  ...refused('rule_config_file', 'must hold a JSON object', [
    file('examples/minimal/README.md'),
    file('test/terraform/files/list.json'),
    file('test/terraform/files/bytes.bin'),
  ]),
  ...refused('schema_file', 'must be the path of a file that exists', [file('examples/minimal/missing.graphqls')]),
  ...refused('schema_file', 'declares `type Record`', [file('examples/minimal/rule-config.json')]),
  accepted('rule_config', '{"recordType": "Record"}', { rule_config_file: null }),
  ...refused('rule_config', 'must be a JSON object', ['[]', 'rule-config.json'], { rule_config_file: null }),
  ...refused('rule_config', 'must be at most 1 MB', [JSON.stringify({ a: 'x'.repeat(1_048_576) })], {
    rule_config_file: null,
  }),
  ...refused('rule_config_file', 'or rule_config must be set, and not both', [null]),
  ...refused('rule_config_file', 'or rule_config must be set, and not both', [base['rule_config_file']], {
    rule_config: '{}',
  }),
  accepted('schema', 'type Record { id: ID! }', { schema_file: null }),
  ...refused('schema', 'must be GraphQL SDL', ['schema.graphqls'], { schema_file: null }),
  ...refused('schema', 'must be at most 1 MB', [`type Record { id: ID! } # ${'x'.repeat(1_048_576)}`], {
    schema_file: null,
  }),
  ...refused('schema_file', 'or schema must be set, and not both', [null]),
  ...refused('schema_file', 'or schema must be set, and not both', [base['schema_file']], {
    schema: 'type Record { id: ID! }',
  }),
  ...refused('resource_prefix', 'must not begin with sthree- or amzn-s3-demo-', ['sthree', 'amzn-s3-demo-crm'], {
    bulk_ingest: {},
  }),
  accepted('resource_prefix', 'sthree-crm'),
  ...refused('tags', 'must have keys and values of letters', [{ 'cost center': 'a & b' }, { 'team#1': 'crm' }]),
  accepted('tags', { 'Kostenstelle für Ökonomie': 'crm_1.2:3/4=5+6-7@8' }),
  ...refusedAttribute('rule_changes', 'must have a mode that is hold, automatic or refuse', [
    ['mode', 'Hold'],
    ['mode', 'apply'],
  ]),
  ...refusedAttribute('rule_changes', 'must have a largest_change_percent from 0 to 100', [
    ['largest_change_percent', -0.1],
    ['largest_change_percent', 101],
  ]),
  ...refusedAttribute('rule_changes', 'must have whole numbers: largest_entity from 2', [
    ['largest_entity', 1],
    ['largest_entity', 2.5],
    ['write_units_per_second', 0],
    ['write_units_per_second', 1000001],
  ]),
  accepted('rule_changes', { mode: 'automatic', largest_change_percent: 0, largest_entity: 2 }),
  accepted('rule_changes', { mode: 'refuse', largest_change_percent: 0.5, write_units_per_second: 1000000 }),
  ...refused('review_pairs', 'must be a whole number from 0 to 1000000', [-1, 1.5, 1000001]),
  accepted('review_pairs', 0),
  ...refused('history_retention_in_days', 'must be a whole number from 0 to 3650', [-1, 0.5, 3651]),
  accepted('history_retention_in_days', 90),
  ...refused('service_identifier', 'must have 1 to 64 characters', ['svc/x'], {
    clients: client('svc/x/query.search'),
  }),
  ...refused('service_identifier', 'must have 1 to 64 characters', ['1svc'], { clients: client('1svc/query.search') }),
  ...refused('tags', 'must be at most 40', [{ 'aws:name': 'x' }, { application: null }]),
  accepted('tags', { application: 'crm' }),
];

const identity: Case[] = [
  ...refused('clients', 'must name at least one client', [{}]),
  ...refused('clients', 'must have allowed_scopes among', [
    client('svc/query.serach'),
    client('crm/query.search'),
    client('query.search'),
    client('svc/query.search', null),
  ]),
  ...refused('clients', 'must each have allowed_scopes with at least one scope', [
    client(),
    client('svc/query.search', 'svc/query.search'),
    { backend: null },
  ]),
  ...refused('clients', 'must have names of 1 to 64 letters', [
    { 'the backend': { allowed_scopes: ['svc/query.search'] } },
  ]),
  ...refused(
    'clients',
    'must have access_token_validity_minutes that is a whole number from 5 to 1440',
    [4, 1441, 7.5].map((access_token_validity_minutes) => ({
      backend: { allowed_scopes: ['svc/query.search'], access_token_validity_minutes },
    })),
  ),
  ...refused('clients', 'must be at most 40', [
    Object.fromEntries(
      Array.from({ length: 41 }, (_, index) => [`client-${index}`, { allowed_scopes: ['svc/query.search'] }]),
    ),
  ]),
  accepted('clients', {
    backend: {
      allowed_scopes: [
        ...['svc/mutation.submit', 'svc/mutation.disassemble', 'svc/mutation.removeConnectionBan'],
        ...['svc/mutation.review', 'svc/query.search', 'svc/query.entity', 'svc/query.metrics', 'svc/query.rules'],
        ...['svc/mutation.rules', 'svc/query.review'],
      ],
      access_token_validity_minutes: 1440,
    },
  }),
  accepted('clients', client('crm/read.creditLimit'), {
    service_identifier: 'crm',
    schema_file: file('examples/complete/schema.graphqls'),
  }),
  ...refused('clients', 'need scopes that Cognito accepts', [base['clients']], {
    schema_file: null,
    schema: 'type Record { id: ID!, limit: Int @hasPrivilege(privilege: "svc/read credit") }',
  }),
  ...refused('clients', 'need at most 100 scopes', [base['clients']], {
    schema_file: null,
    schema: `type Record { id: ID! ${Array.from({ length: 93 }, (_, i) => `f${i}: Int @hasPrivilege(privilege: "svc/p${i}")`).join(' ')} }`,
  }),
  ...refused(
    'clients',
    'must each have at most 50 allowed_scopes',
    [client(...Array.from({ length: 51 }, (_, i) => `svc/p${i}`))],
    {
      schema_file: null,
      schema: `type Record { id: ID! ${Array.from({ length: 60 }, (_, i) => `f${i}: Int @hasPrivilege(privilege: "svc/p${i}")`).join(' ')} }`,
    },
  ),
  ...refused('cognito_domain_prefix', 'must not contain aws, amazon or cognito', ['my-cognito']),
  ...refused('cognito_domain_prefix', 'must have 1 to 63 lower-case letters', ['Crm', 'crm-']),
  ...refused('cognito_domain_prefix', 'must be null when authorizer_issuer_url is set', ['crm'], ownIssuer),
  ...refused('authorizer_issuer_url', 'must be set together', [null], { ...ownIssuer, clients: base['clients'] }),
  ...refused('authorizer_issuer_url', 'must be set together', ['https://idp.example.com'], { clients: {} }),
  ...refused('create_user_pool', 'must be false with authorizer_issuer_url', [true], {
    ...ownIssuer,
    clients: base['clients'],
  }),
  ...refused('create_user_pool', 'must be false with authorizer_issuer_url', [false], { clients: {} }),
  ...refused('clients', 'must name at least one client, unless authorizer_issuer_url is set', [base['clients']], {
    ...ownIssuer,
    clients: base['clients'],
  }),
  ...refused(
    'authorizer_issuer_url',
    'must be an https:// address',
    ['http://idp.example.com', 'https://idp.example.com/?a=b', 'https://me:secret@idp.example.com/'],
    ownIssuer,
  ),
  ...refused('authorizer_audience', 'must contain at least one audience', [[''], []], ownIssuer),
  ...refused('authorizer_audience', 'must not contain an audience twice', [['api', 'api']], ownIssuer),
  ...refused('authorizer_audience', 'must be at most 1,024 characters', [['x'.repeat(1024)]], ownIssuer),
];

const callers: Case[] = [
  ...refused('ip_range_allow_list', 'must be null (no check) or contain at least one address', [[]]),
  ...refused(
    'ip_range_allow_list',
    'must contain IPv4 or IPv6 addresses or CIDR blocks',
    [
      ...['010.0.0.1', '10.0.0.0/08', '10.0.0.0/33', '2001:db8::/129', '10.0.0.256', '10.1', 'office.example.com'],
      ...[' 10.0.0.1', '', 'fe80::1%eth0', '1:2:3:4:5:6:7:8:9', '*', null],
    ].map((range) => [range]),
  ),
  ...refused(
    'ip_range_allow_list',
    'must not contain IPv4 addresses mapped into IPv6',
    ['::ffff:10.0.0.1', '::ffff:a00:1', '::ffff:0:0/96'].map((range) => [range]),
  ),
  ...refused('ip_range_allow_list', 'must contain CIDR blocks without host bits', [['10.1.2.3/8'], ['2001:db8::1/32']]),
  ...refused('ip_range_allow_list', 'must not contain an address or block twice', [
    ['203.0.113.7', '203.0.113.7'],
    ['203.0.113.7', '203.0.113.7/32'],
    ['2001:db8::1', '2001:0DB8:0:0::1'],
  ]),
  ...refused('ip_range_allow_list', 'must be at most 2,048 characters', [
    Array.from({ length: 200 }, (_, index) => `10.0.${index}.0/24`),
  ]),
  accepted('ip_range_allow_list', ['203.0.113.7', '198.51.100.0/24', '2001:DB8::/32', '::1', '0.0.0.0/0'], {
    ip_address_type: 'dualstack',
  }),
  accepted('ip_range_allow_list', ['2001:DB8::/32'], { cdn_secrets: ['k3Vb8Q1xZr7Yt5Wn2Lp9Hd4Jf6Sg0CmE'] }),
  ...refused('ip_range_allow_list', 'must not contain IPv6 addresses while ip_address_type is ipv4', [
    ['203.0.113.7', '2001:db8::/32'],
  ]),
  ...refused('ip_address_type', 'must be ipv4 or dualstack', ['ipv6']),
  ...refused('authorizer_result_ttl_in_seconds', 'must be a whole number from 0 to 3600', [-1, 3601, 1.5]),
  accepted('authorizer_result_ttl_in_seconds', 3600),
];

const gateway: Case[] = [
  ...refusedAttribute('graphql_limits', 'must contain whole numbers', [
    ['request_bytes', 1023],
    ['request_bytes', 6291457],
    ['answer_bytes', 1023],
    ['answer_bytes', 6289409],
    ['tokens', 99],
    ['tokens', 100001],
    ['depth', 2],
    ['depth', 51],
    ['depth', 5.5],
    ['aliases', -1],
    ['aliases', 1001],
    ['root_fields', 0],
    ['root_fields', 101],
    ['fields', 9],
    ['fields', 20001],
    ['page_size', 0],
    ['page_size', 10001],
  ]),
  accepted('graphql_limits', { depth: 5, aliases: 0, page_size: 1 }),
  ...['api_throttling', 'guidance_throttling'].flatMap((variable) => [
    ...refusedAttribute(variable, 'must have a rate_limit above 0 and at most 10000', [
      ['rate_limit', 0],
      ['rate_limit', 10001],
    ]),
    ...refusedAttribute(variable, 'must have a burst_limit that is a whole number from 1 to 5000', [
      ['burst_limit', 0],
      ['burst_limit', 1.5],
    ]),
  ]),
  ...refused('cors_configuration', 'must have allow_origins with at least one origin', [
    { allow_origins: [] },
    { allow_origins: ['https://app.example.com/'] },
  ]),
  ...refused('cors_configuration', 'must not have allow_credentials together with the origin "*"', [
    { allow_origins: ['*'], allow_credentials: true },
  ]),
  ...refused('cors_configuration', 'must have allow_methods among POST and OPTIONS', [
    { allow_origins: ['*'], allow_methods: ['GET'] },
  ]),
  ...refused('cors_configuration', 'must have a max_age', [{ allow_origins: ['*'], max_age: 86401 }]),
  accepted('cors_configuration', { allow_origins: ['https://app.example.com'], allow_credentials: true }),
  ...refused('domain_name', 'must be set together', ['api.example.com']),
  ...refused('domain_name', 'must be set together', [null], { certificate_arn }),
  ...refused('create_domain_name', 'must be true with domain_name', [true]),
  ...refused('create_domain_name', 'must be true with domain_name', [false], {
    domain_name: 'api.example.com',
    certificate_arn,
  }),
  ...refused('domain_name', 'must be a full host name', ['https://api.example.com'], { certificate_arn }),
  ...refused('certificate_arn', 'must be the ARN of an ACM certificate', ['0a1b'], { domain_name: 'api.example.com' }),
  ...refused('access_log_retention_in_days', 'must be one of 0, 1, 3', [31]),
  ...refused(
    'guidance_allowed_origins',
    'must contain origins as browsers send them',
    [
      ...['https://inspector.example.com/', 'http://inspector.example.com', 'https://Inspector.example.com', '*'],
      ...['https://inspector.example.com:443', 'https://inspector.example.com:65536', 'https://10.1'],
    ].map((origin) => [origin]),
  ),
  ...refused('guidance_allowed_origins', 'must be at most 20, and none twice', [
    ['https://inspector.example.com', 'https://inspector.example.com'],
  ]),
  ...refused(
    'guidance_allowed_origins',
    'must be empty when create_guidance_server is false',
    [['https://inspector.example.com']],
    { create_guidance_server: false },
  ),
  accepted('guidance_allowed_origins', ['https://inspector.example.com', 'http://localhost:6274']),
];

const functions: Case[] = [
  ...refusedAttribute('functions', 'must have a memory_size', [
    ['api', { memory_size: 128 }],
    ['guidance', { memory_size: 10241 }],
  ]),
  ...refusedAttribute('functions', 'must have a timeout', [
    ['api', { timeout: 30 }],
    ['authorizer', { timeout: 11 }],
    ['guidance', { timeout: 9 }],
    ['sweeper', { timeout: 901 }],
    ['ingest', { timeout: 59 }],
  ]),
  ...refusedAttribute('functions', 'must have a reserved_concurrent_executions that is -1, null or a whole number', [
    ['api', { reserved_concurrent_executions: 0 }],
    ['guidance', { reserved_concurrent_executions: -2 }],
  ]),
  ...refusedAttribute('functions', 'must have a package with s3_bucket and s3_key', [
    ['api', { package: { s3_bucket: 'artifacts', s3_key: '' } }],
  ]),
  accepted('functions', { api: { package: { s3_bucket: 'artifacts', s3_key: 'api.zip', s3_object_version: '1' } } }),
  ...refused('gradual_deployment', 'must leave the sweeper out of former_versions', [
    {
      share: 0.1,
      former_versions: { api: '7', sweeper: '7' },
      former_rule_config_file: file('examples/people/rule-config.json'),
    },
  ]),
  accepted('gradual_deployment', {
    share: 0.1,
    former_versions: { api: '7', sweeper: '7' },
    former_rule_config_file: file('examples/minimal/rule-config.json'),
  }),
  accepted('gradual_deployment', {
    share: 0.1,
    former_versions: { api: '7' },
    former_rule_config_file: file('examples/people/rule-config.json'),
  }),
  ...refused('function_runtime', 'must be nodejs22.x or nodejs24.x', ['nodejs20.x']),
  ...refused('function_architecture', 'must be arm64 or x86_64', ['amd64']),
  ...refused('function_layers', 'must be at most 5 different ARNs', [
    ['my-layer'],
    [arn('lambda', 'layer:traces')],
    [arn('lambda', 'layer:traces:1'), arn('lambda', 'layer:traces:1')],
  ]),
  accepted('function_layers', [arn('lambda', 'layer:traces:1')]),
  ...refused('function_environment', 'must have names of letters', [{ 'a-b': 'x' }, { A: null }]),
  ...refused('function_environment', 'must not have names that Lambda reserves: AWS_REGION', [{ AWS_REGION: 'x' }]),
  ...refused('function_environment', 'must be at most 1,024 characters', [{ A: 'x'.repeat(1_024) }]),
  accepted('function_environment', { AWS_LAMBDA_EXEC_WRAPPER: '/opt/wrapper', AWS_USE_FIPS_ENDPOINT: 'true' }),
  ...refused('code_signing_config_arn', 'must be the ARN of a code signing configuration', [arn('lambda', 'csc-1')]),
  ...refused('vpc', 'must have subnet_ids and security_group_ids', [{ subnet_ids: [], security_group_ids: ['sg-1'] }]),
  ...refused('vpc', 'must have subnet_ids such as', [{ subnet_ids: ['private'], security_group_ids: ['sg-1'] }]),
  ...refused('vpc', 'must have functions among', [
    { subnet_ids: ['subnet-1'], security_group_ids: ['sg-1'], functions: ['graphql'] },
    { subnet_ids: ['subnet-1'], security_group_ids: ['sg-1'], functions: [] },
  ]),
  accepted('vpc', { subnet_ids: ['subnet-1'], security_group_ids: ['sg-1'], functions: ['api', 'authorizer'] }),
  ...refused('platform_log_level', 'must be DEBUG, INFO or WARN', ['ERROR']),
  ...refused('log_level', 'must be DEBUG, INFO, WARN or ERROR', ['info']),
  ...refused('log_retention_in_days', 'must be one of 0, 1, 3', [2]),
  ...refused('kms_key_arn', 'must be the ARN of a KMS key (not of an alias)', [arn('kms', 'alias/crm')]),
  ...refused('permissions_boundary', 'must be the ARN of an IAM policy', ['boundary']),
  ...refused('role_path', 'must begin and end with a slash', ['services']),
  ...refused('alarm_actions', 'must be at most 5 different ARNs', [
    ['me@example.com'],
    [arn('sns', 'alarms'), arn('sns', 'alarms')],
  ]),
  ...refused('latency_alarm_milliseconds', 'must be from 10 to 30000', [60000]),
];

const loads: Case[] = [
  ...refusedAttribute('bulk_ingest', 'must contain whole numbers', [
    ['maximum_concurrency', 1],
    ['batch_size', 1.5],
    ['max_object_bytes', 104857601],
    ['max_receive_count', 1],
    ['load_retention_in_days', 13],
    ['error_retention_in_days', 0],
  ]),
  ...refused(
    'bulk_ingest',
    'must not have a maximum_concurrency above functions.ingest.reserved_concurrent_executions',
    [{ maximum_concurrency: 10 }],
    { functions: { ingest: { reserved_concurrent_executions: 9 } } },
  ),
  accepted(
    'bulk_ingest',
    { maximum_concurrency: 10 },
    { functions: { ingest: { reserved_concurrent_executions: 10 } } },
  ),
];

const events: Case[] = [
  ...refused('entity_events', 'must have exactly one of event_bus_arn, queue_arn and webhook', [
    {},
    { queue_arn, event_bus_arn: arn('events', 'event-bus/entities') },
  ]),
  ...refused(
    'entity_events',
    'must be an https address without a user name',
    ['http://example.com/entities', 'https://name:password@example.com/'].map((url) => ({
      webhook: { url, secret_arn },
    })),
  ),
  ...refused('entity_events', 'must be the ARN of a secret', [
    { webhook: { url: 'https://example.com/entities', secret_arn: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' } },
  ]),
  ...refused('entity_events', 'must be the ARN of a queue', [
    { queue_arn: 'https://sqs.eu-central-1.amazonaws.com/123456789012/entities' },
  ]),
  ...refused('entity_events', 'must be the ARN of an event bus', [{ event_bus_arn: arn('events', 'rule/entities') }]),
  ...refused('entity_events', 'must be the ARN of a key', [{ queue_arn, kms_key_arn: arn('kms', 'alias/mine') }]),
  ...refused('entity_events', 'must be a whole number from 1 to 999', [{ queue_arn, max_attempts: 0 }]),
];

const scopeClaims: Case[] = [
  ...refused(
    'authorizer_scope_claims',
    'must contain at least one name',
    [[], [''], ['/'], ['roles', 'roles'], [null]],
    ownIssuer,
  ),
  ...refused('authorizer_scope_claims', 'must contain valid JSON Pointers', [['/a~'], ['/a~2b']], ownIssuer),
  ...refused('authorizer_scope_claims', 'must be at most 512 characters', [['x'.repeat(512)]], ownIssuer),
  ...refused('authorizer_scope_claims', 'must be null without authorizer_issuer_url', [['roles']]),
  accepted('authorizer_scope_claims', ['roles', '/resource_access/a~1b/roles', 'https://example.com/a~b'], ownIssuer),
];

const people: Case[] = [
  ...refused('console', 'must have a client_id with authorizer_issuer_url', [{ client_id: 'console' }]),
  ...refused('console', 'must have a client_id with authorizer_issuer_url', [{ group_claim: 'groups' }], ownIssuer),
  ...refused('console', 'must have no group_claim, person_claim, scopes, parameters and connect_origins', [
    { group_claim: 'groups' },
    { person_claim: 'email' },
    { scopes: ['openid'] },
    { parameters: { audience: 'api' } },
    { connect_origins: ['https://idp.example.com'] },
  ]),
  ...refused(
    'console',
    'must have a group_claim',
    [{ client_id: 'console' }, { client_id: 'console', group_claim: ' ' }],
    ownIssuer,
  ),
  ...refused(
    'console',
    'person_claim of 1 to 128 characters',
    [' ', 'x'.repeat(129)].map((claim) => ({ client_id: 'console', group_claim: 'groups', person_claim: claim })),
    ownIssuer,
  ),
  ...refused('console', 'the role reader, steward or owner', [{ groups: {} }, { groups: { all: { role: 'admin' } } }]),
  ...refused('console', 'names Cognito accepts', [{ groups: { 'data office': { role: 'reader' } } }]),
  ...refused('console', 'unknown: svc/pii', [{ groups: { all: { role: 'reader', privileges: ['svc/pii'] } } }]),
  ...refused('console', 'at most 1,024 characters', [
    { groups: Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`group-${at}`, { role: 'reader' }])) },
  ]),
  ...refused('console', 'whole number from 5 to 1440', [
    { access_token_validity_minutes: 4 },
    { access_token_validity_minutes: 5.5 },
  ]),
  ...refused('console', 'whole number from 1 to 8760', [
    { sign_in_validity_hours: 0 },
    { sign_in_validity_hours: 1, access_token_validity_minutes: 60 },
  ]),
  ...refused('console', 'OFF, OPTIONAL or ON', [{ mfa: 'SMS' }]),
  ...refused(
    'console',
    'without a path',
    ['http://idp.example.com', 'https://idp.example.com/', "https://idp.example.com; script-src 'unsafe-inline'"].map(
      (origin) => ({ client_id: 'console', group_claim: 'groups', connect_origins: [origin] }),
    ),
    ownIssuer,
  ),
  ...refused(
    'console',
    'no parameters that the page sets itself',
    [{ client_id: 'console', group_claim: 'groups', parameters: { code_challenge_method: 'plain' } }],
    ownIssuer,
  ),
  accepted('console', {}),
  accepted(
    'console',
    { client_id: 'console', group_claim: '/a/b', person_claim: 'email', groups: { 'Data office': { role: 'owner' } } },
    ownIssuer,
  ),
];

const goodSecret = 'k3Vb8Q1xZr7Yt5Wn2Lp9Hd4Jf6Sg0CmE';
const cdn: Case[] = [
  ...refused('cdn_secrets', 'must be one value, or two different ones', [
    [goodSecret, goodSecret],
    [goodSecret, `${goodSecret}2`, `${goodSecret}3`],
  ]),
  ...refused('cdn_secrets', 'must have 32 to 256 characters of printable ASCII', [
    [''],
    [null],
    [goodSecret.slice(1)],
    ['a'.repeat(40)],
    [`${goodSecret},${goodSecret}`],
    [`${goodSecret} `],
    [`${goodSecret}é`],
    [goodSecret.repeat(9)],
  ]),
  accepted('cdn_secrets', [goodSecret, `${goodSecret}!`], { ip_range_allow_list: ['203.0.113.0/24'] }),
  ...refused('cdn', 'must have names of headers in lower case', [
    { secret_header: 'X-Origin-Secret' },
    { address_header: 'x forwarded for' },
    { address_header: '' },
  ]),
  ...refused('cdn', 'must have a secret_header that holds nothing but the secret', [
    { secret_header: 'x-forwarded-for' },
    { secret_header: 'authorization' },
    { secret_header: 'true-client-ip', address_header: 'true-client-ip' },
  ]),
  accepted('cdn', { secret_header: 'x-edge-key', address_header: 'cloudfront-viewer-address' }),
];

const limit = (rate_limit: unknown, burst_limit: unknown, more: Inputs = {}) => ({ rate_limit, burst_limit, ...more });
const clientThrottling: Case[] = [
  ...refused('client_throttling', 'must have rate_limits from 0.01 to 500', [
    limit(0, 1),
    limit(501, 1),
    limit(null, 1),
    limit(1, 1, { clients: { backend: limit(0.001, 1) } }),
  ]),
  ...refused('client_throttling', 'must have burst_limits that are whole numbers from 1 to 5000', [
    limit(1, 0),
    limit(1, 5001),
    limit(1, 1.5),
    limit(1, 1, { clients: { backend: limit(1, null) } }),
  ]),
  ...refused('client_throttling', 'must name clients of clients; unknown: backnd.', [
    limit(1, 1, { clients: { backnd: limit(1, 1) } }),
  ]),
  ...refused(
    'client_throttling',
    'must be at most 2,048 characters',
    [limit(1, 1, { clients: { ['x'.repeat(2048)]: limit(1, 1) } })],
    ownIssuer,
  ),
  accepted('client_throttling', limit(0.01, 5000, { clients: { backend: limit(500, 1) } })),
  accepted('client_throttling', limit(20, 40, { clients: { '0oa1b2c3': limit(1, 1) } }), ownIssuer),
];

function inputs(): void {
  const cases = [
    instance,
    identity,
    callers,
    gateway,
    functions,
    loads,
    events,
    scopeClaims,
    people,
    cdn,
    clientThrottling,
  ].flat();
  const messages = new Map<Case, readonly string[]>();
  const shown = ({ inputs: given }: Case) => JSON.stringify(given).replaceAll(file(''), './').slice(0, 120);

  beforeAll(() => {
    const planned = planInputs(cases.map((one) => ({ ...base, ...one.inputs })));
    for (const [index, one] of cases.entries()) messages.set(one, planned[index]!);
  });

  describe('are refused with a sentence that names the input:', () => {
    for (const one of cases.filter(({ refusal }) => refusal !== undefined)) {
      it(`${one.variable}: ${one.refusal}: ${shown(one)}`, () => {
        expect(messages.get(one)!.filter((message) => !message.startsWith(one.variable))).toEqual([]);
        expect(messages.get(one)!.join('\n')).toContain(one.refusal);
      });
    }
  });

  describe('are accepted:', () => {
    for (const one of cases.filter(({ refusal }) => refusal === undefined)) {
      it(shown(one), () => {
        expect(messages.get(one)).toEqual([]);
      });
    }
  });
}

describeWith('the inputs of the module', machine, inputs);
