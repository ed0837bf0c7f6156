// Made by scripts/docs-index.ts from docs/: change the pages there, then run npm run docs:index.

/** A page of the documentation. */
export interface DocsPage {
  /** Within docs/. */
  readonly path: string;
  readonly title: string;
  /** The first sentences. */
  readonly summary: string;
  readonly text: string;
}

/** Of the release that the pages belong to. */
export const version = '0.1.0';

/** A check of a variable of the Terraform module. In messages, … stands for a value. */
export interface TerraformValidation {
  readonly variable: string;
  readonly description: string;
  readonly message: string;
}

export const terraformValidations: readonly TerraformValidation[] = [
  {
    variable: 'resource_prefix',
    description:
      'Start of every resource\'s name, for example \\"crm\\" or \\"crm-test\\". Two instances in one account and region need different ones. With the default identity provider it must not contain aws, amazon or cognito unless cognito_domain_prefix is set.',
    message:
      'resource_prefix must have 2 to 32 characters: lower-case letters, digits and single hyphens, beginning with a letter and ending with a letter or digit.',
  },
  {
    variable: 'resource_prefix',
    description:
      'Start of every resource\'s name, for example \\"crm\\" or \\"crm-test\\". Two instances in one account and region need different ones. With the default identity provider it must not contain aws, amazon or cognito unless cognito_domain_prefix is set.',
    message:
      'resource_prefix must not contain aws, amazon or cognito, which Cognito refuses in the domain made from it. Set cognito_domain_prefix or choose another resource_prefix.',
  },
  {
    variable: 'rule_config_file',
    description:
      'Path of the rule-config, a JSON document of at most 1 MB, for example \\"$${path.module}/rule-config.json\\". Terraform checks that it is JSON; the API function checks everything else when it starts.',
    message:
      'rule_config_file must be the path of a file that exists; there is none at "…". Relative paths start at the directory in which terraform runs: write "<path.module>/…".',
  },
  {
    variable: 'rule_config_file',
    description:
      'Path of the rule-config, a JSON document of at most 1 MB, for example \\"$${path.module}/rule-config.json\\". Terraform checks that it is JSON; the API function checks everything else when it starts.',
    message:
      'rule_config_file must hold a JSON object in UTF-8; "…" does not. The linter says where: npx entity-data lint.',
  },
  {
    variable: 'rule_config_file',
    description:
      'Path of the rule-config, a JSON document of at most 1 MB, for example \\"$${path.module}/rule-config.json\\". Terraform checks that it is JSON; the API function checks everything else when it starts.',
    message: 'rule_config_file must be at most 1 MB (1,048,576 bytes); "…" is larger.',
  },
  {
    variable: 'schema_file',
    description:
      'Path of the GraphQL SDL file of at most 1 MB that declares `type Record`, for example \\"$${path.module}/schema.graphqls\\". The API function checks it against the rule-config when it starts.',
    message:
      'schema_file must be the path of a file that exists; there is none at "…". Relative paths start at the directory in which terraform runs: write "<path.module>/…".',
  },
  {
    variable: 'schema_file',
    description:
      'Path of the GraphQL SDL file of at most 1 MB that declares `type Record`, for example \\"$${path.module}/schema.graphqls\\". The API function checks it against the rule-config when it starts.',
    message: 'schema_file must be GraphQL SDL in UTF-8 that declares `type Record`; "…" does not.',
  },
  {
    variable: 'schema_file',
    description:
      'Path of the GraphQL SDL file of at most 1 MB that declares `type Record`, for example \\"$${path.module}/schema.graphqls\\". The API function checks it against the rule-config when it starts.',
    message: 'schema_file must be at most 1 MB (1,048,576 bytes); "…" is larger.',
  },
  {
    variable: 'service_identifier',
    description:
      'The service\'s own name: prefix of every scope (\\"svc/query.search\\") and of the guidance server\'s tools (\\"svc_…\\").',
    message:
      'service_identifier must have 1 to 64 characters: letters, digits, dots, underscores and hyphens, beginning with a letter.',
  },
  {
    variable: 'tags',
    description: "Tags of every resource that can have them, beside the provider's default_tags.",
    message:
      'tags must be at most 40, with keys of 1 to 128 characters that do not begin with aws: and values of at most 256 characters.',
  },
  {
    variable: 'clients',
    description:
      'Machine clients of the default identity provider, by a name of your choice. allowed_scopes: the scopes a client may ask for, among \\"svc/mutation.submit\\", \\"svc/mutation.disassemble\\", \\"svc/mutation.removeConnectionBan\\", \\"svc/query.search\\", \\"svc/query.entity\\", \\"svc/query.metrics\\" (with your service_identifier for svc) and the privileges that schema_file names in @hasPrivilege. access_token_validity_minutes: how long a token is good, 5 to 1440. Client secrets are shown in the Cognito console, never in an output.',
    message:
      'clients must name at least one client, unless authorizer_issuer_url is set: then it must be empty, because the other identity provider keeps its own clients.',
  },
  {
    variable: 'clients',
    description:
      'Machine clients of the default identity provider, by a name of your choice. allowed_scopes: the scopes a client may ask for, among \\"svc/mutation.submit\\", \\"svc/mutation.disassemble\\", \\"svc/mutation.removeConnectionBan\\", \\"svc/query.search\\", \\"svc/query.entity\\", \\"svc/query.metrics\\" (with your service_identifier for svc) and the privileges that schema_file names in @hasPrivilege. access_token_validity_minutes: how long a token is good, 5 to 1440. Client secrets are shown in the Cognito console, never in an output.',
    message: "clients must be at most 40: their ids travel in the authorizer's environment, which is limited to 4 KB.",
  },
  {
    variable: 'clients',
    description:
      'Machine clients of the default identity provider, by a name of your choice. allowed_scopes: the scopes a client may ask for, among \\"svc/mutation.submit\\", \\"svc/mutation.disassemble\\", \\"svc/mutation.removeConnectionBan\\", \\"svc/query.search\\", \\"svc/query.entity\\", \\"svc/query.metrics\\" (with your service_identifier for svc) and the privileges that schema_file names in @hasPrivilege. access_token_validity_minutes: how long a token is good, 5 to 1440. Client secrets are shown in the Cognito console, never in an output.',
    message:
      'clients must have names of 1 to 64 letters, digits, underscores and hyphens, beginning with a letter or digit.',
  },
  {
    variable: 'clients',
    description:
      'Machine clients of the default identity provider, by a name of your choice. allowed_scopes: the scopes a client may ask for, among \\"svc/mutation.submit\\", \\"svc/mutation.disassemble\\", \\"svc/mutation.removeConnectionBan\\", \\"svc/query.search\\", \\"svc/query.entity\\", \\"svc/query.metrics\\" (with your service_identifier for svc) and the privileges that schema_file names in @hasPrivilege. access_token_validity_minutes: how long a token is good, 5 to 1440. Client secrets are shown in the Cognito console, never in an output.',
    message: 'clients must each have allowed_scopes with at least one scope, and no scope twice.',
  },
  {
    variable: 'clients',
    description:
      'Machine clients of the default identity provider, by a name of your choice. allowed_scopes: the scopes a client may ask for, among \\"svc/mutation.submit\\", \\"svc/mutation.disassemble\\", \\"svc/mutation.removeConnectionBan\\", \\"svc/query.search\\", \\"svc/query.entity\\", \\"svc/query.metrics\\" (with your service_identifier for svc) and the privileges that schema_file names in @hasPrivilege. access_token_validity_minutes: how long a token is good, 5 to 1440. Client secrets are shown in the Cognito console, never in an output.',
    message: 'clients must have allowed_scopes among …; unknown: ….',
  },
  {
    variable: 'clients',
    description:
      'Machine clients of the default identity provider, by a name of your choice. allowed_scopes: the scopes a client may ask for, among \\"svc/mutation.submit\\", \\"svc/mutation.disassemble\\", \\"svc/mutation.removeConnectionBan\\", \\"svc/query.search\\", \\"svc/query.entity\\", \\"svc/query.metrics\\" (with your service_identifier for svc) and the privileges that schema_file names in @hasPrivilege. access_token_validity_minutes: how long a token is good, 5 to 1440. Client secrets are shown in the Cognito console, never in an output.',
    message: 'clients must have access_token_validity_minutes that is a whole number from 5 to 1440.',
  },
  {
    variable: 'cognito_domain_prefix',
    description:
      "Start of the token endpoint's host name (https://<prefix>.auth.<region>.amazoncognito.com), unique among all accounts of the region. Null: resource_prefix and a short hash of account and region.",
    message:
      'cognito_domain_prefix must have 1 to 63 lower-case letters, digits and hyphens, and neither begin nor end with a hyphen.',
  },
  {
    variable: 'cognito_domain_prefix',
    description:
      "Start of the token endpoint's host name (https://<prefix>.auth.<region>.amazoncognito.com), unique among all accounts of the region. Null: resource_prefix and a short hash of account and region.",
    message: 'cognito_domain_prefix must not contain aws, amazon or cognito: Cognito refuses them.',
  },
  {
    variable: 'cognito_domain_prefix',
    description:
      "Start of the token endpoint's host name (https://<prefix>.auth.<region>.amazoncognito.com), unique among all accounts of the region. Null: resource_prefix and a short hash of account and region.",
    message: 'cognito_domain_prefix must be null when authorizer_issuer_url is set: no user pool is made then.',
  },
  {
    variable: 'authorizer_issuer_url',
    description:
      "Issuer of an OAuth 2.0 provider of your own, exactly as in its tokens' iss. When set no user pool is made, token_url is null, and authorizer_audience is needed. The signing keys are found through the issuer's discovery document, else at /.well-known/jwks.json.",
    message:
      'authorizer_issuer_url must be an https:// address without credentials, query or fragment (http:// only for localhost and 127.0.0.1, in tests).',
  },
  {
    variable: 'authorizer_issuer_url',
    description:
      "Issuer of an OAuth 2.0 provider of your own, exactly as in its tokens' iss. When set no user pool is made, token_url is null, and authorizer_audience is needed. The signing keys are found through the issuer's discovery document, else at /.well-known/jwks.json.",
    message: 'authorizer_issuer_url and authorizer_audience must be set together.',
  },
  {
    variable: 'authorizer_audience',
    description:
      'Audiences that a token of authorizer_issuer_url may be made for: its aud, or its client_id when it has no aud, must be one of these.',
    message: 'authorizer_audience must hold at least one audience, and none that is empty.',
  },
  {
    variable: 'authorizer_audience',
    description:
      'Audiences that a token of authorizer_issuer_url may be made for: its aud, or its client_id when it has no aud, must be one of these.',
    message: 'authorizer_audience must not hold an audience twice.',
  },
  {
    variable: 'authorizer_audience',
    description:
      'Audiences that a token of authorizer_issuer_url may be made for: its aud, or its client_id when it has no aud, must be one of these.',
    message:
      "authorizer_audience must be at most 1,024 characters as JSON: it travels in the authorizer's environment, which is limited to 4 KB.",
  },
  {
    variable: 'ip_range_allow_list',
    description:
      'Addresses and CIDR blocks, IPv4 and IPv6, from which requests with a token are accepted, for example [\\"203.0.113.7\\", \\"2001:db8:12::/48\\"]. Null: from everywhere. The token endpoint is never checked.',
    message:
      'ip_range_allow_list must be null (no check) or hold at least one address or CIDR block; an empty list would refuse everybody.',
  },
  {
    variable: 'ip_range_allow_list',
    description:
      'Addresses and CIDR blocks, IPv4 and IPv6, from which requests with a token are accepted, for example [\\"203.0.113.7\\", \\"2001:db8:12::/48\\"]. Null: from everywhere. The token endpoint is never checked.',
    message:
      'ip_range_allow_list must hold IPv4 or IPv6 addresses or CIDR blocks, such as "203.0.113.7", "198.51.100.0/24" or "2001:db8::/32": no blanks, host names, leading zeros in IPv4, or IPv4 inside IPv6.',
  },
  {
    variable: 'ip_range_allow_list',
    description:
      'Addresses and CIDR blocks, IPv4 and IPv6, from which requests with a token are accepted, for example [\\"203.0.113.7\\", \\"2001:db8:12::/48\\"]. Null: from everywhere. The token endpoint is never checked.',
    message: 'ip_range_allow_list must not hold IPv4 addresses mapped into IPv6 (::ffff:…): write them as IPv4.',
  },
  {
    variable: 'ip_range_allow_list',
    description:
      'Addresses and CIDR blocks, IPv4 and IPv6, from which requests with a token are accepted, for example [\\"203.0.113.7\\", \\"2001:db8:12::/48\\"]. Null: from everywhere. The token endpoint is never checked.',
    message: 'ip_range_allow_list must hold CIDR blocks without host bits: write 10.0.0.0/8, not 10.1.2.3/8.',
  },
  {
    variable: 'ip_range_allow_list',
    description:
      'Addresses and CIDR blocks, IPv4 and IPv6, from which requests with a token are accepted, for example [\\"203.0.113.7\\", \\"2001:db8:12::/48\\"]. Null: from everywhere. The token endpoint is never checked.',
    message: 'ip_range_allow_list must not hold an address or block twice, however it is written.',
  },
  {
    variable: 'ip_range_allow_list',
    description:
      'Addresses and CIDR blocks, IPv4 and IPv6, from which requests with a token are accepted, for example [\\"203.0.113.7\\", \\"2001:db8:12::/48\\"]. Null: from everywhere. The token endpoint is never checked.',
    message:
      "ip_range_allow_list must be at most 2,048 characters as JSON (about 100 IPv4 blocks): it travels in the authorizer's environment, which is limited to 4 KB.",
  },
  {
    variable: 'authorizer_result_ttl_in_seconds',
    description:
      'Seconds for which API Gateway reuses an authorizer result. 0 switches caching off; 10 is advised with ip_range_allow_list. While a result is reused it holds for the token from whatever address, and a refusal is reused too.',
    message: 'authorizer_result_ttl_in_seconds must be a whole number from 0 to 3600.',
  },
  {
    variable: 'graphql_limits',
    description:
      'What one GraphQL request may ask for. request_bytes (1024 to 6291456) and answer_bytes (1024 to 6289408): sizes of body and answer; tokens (100 to 100000) of the document, which values in variables are not; depth (3 to 50) of nested fields; aliases (0 to 1000); root_fields (1 to 100) on the top level; fields (10 to 20000) in all. Null: 6 MB each, 10000, 20, 100, 20 and 2000.',
    message:
      'graphql_limits must hold whole numbers: request_bytes from 1024 to 6291456, answer_bytes from 1024 to 6289408, tokens from 100 to 100000, depth from 3 to 50, aliases from 0 to 1000, root_fields from 1 to 100, fields from 10 to 20000.',
  },
  {
    variable: 'api_throttling',
    description:
      'Requests that the GraphQL API takes: rate_limit a second in the long run, burst_limit at once. Beyond them callers get 429.',
    message: 'api_throttling must have a rate_limit above 0 and at most 10000.',
  },
  {
    variable: 'api_throttling',
    description:
      'Requests that the GraphQL API takes: rate_limit a second in the long run, burst_limit at once. Beyond them callers get 429.',
    message: 'api_throttling must have a burst_limit that is a whole number from 1 to 5000.',
  },
  {
    variable: 'guidance_throttling',
    description:
      'Requests that the public guidance server takes: rate_limit a second in the long run, burst_limit at once. Beyond them callers get 429.',
    message: 'guidance_throttling must have a rate_limit above 0 and at most 10000.',
  },
  {
    variable: 'guidance_throttling',
    description:
      'Requests that the public guidance server takes: rate_limit a second in the long run, burst_limit at once. Beyond them callers get 429.',
    message: 'guidance_throttling must have a burst_limit that is a whole number from 1 to 5000.',
  },
  {
    variable: 'cors_configuration',
    description:
      "Which web pages' scripts may call the GraphQL API. Null: none. Machine clients need no CORS, and a page must never hold a client secret.",
    message:
      'cors_configuration must have allow_origins with at least one origin: "*", or scheme and host without a path such as "https://app.example.com".',
  },
  {
    variable: 'cors_configuration',
    description:
      "Which web pages' scripts may call the GraphQL API. Null: none. Machine clients need no CORS, and a page must never hold a client secret.",
    message: 'cors_configuration must not have allow_credentials together with the origin "*": browsers refuse it.',
  },
  {
    variable: 'cors_configuration',
    description:
      "Which web pages' scripts may call the GraphQL API. Null: none. Machine clients need no CORS, and a page must never hold a client secret.",
    message: 'cors_configuration must have allow_methods among POST and OPTIONS: the API has no other.',
  },
  {
    variable: 'cors_configuration',
    description:
      "Which web pages' scripts may call the GraphQL API. Null: none. Machine clients need no CORS, and a page must never hold a client secret.",
    message: 'cors_configuration must have a max_age that is a whole number of seconds from 0 to 86400.',
  },
  {
    variable: 'domain_name',
    description:
      "Host name of your own for the API (https://<domain_name>/) and the guidance server (https://<domain_name>/mcp). Needs certificate_arn; point a DNS record at the output domain_target. The addresses of API Gateway's own are switched off then.",
    message:
      'domain_name must be a full host name in lower case such as "entity-data.example.com", without a scheme or a path.',
  },
  {
    variable: 'domain_name',
    description:
      "Host name of your own for the API (https://<domain_name>/) and the guidance server (https://<domain_name>/mcp). Needs certificate_arn; point a DNS record at the output domain_target. The addresses of API Gateway's own are switched off then.",
    message: 'domain_name and certificate_arn must be set together.',
  },
  {
    variable: 'certificate_arn',
    description: 'ARN of the ACM certificate for domain_name, in the same region.',
    message: 'certificate_arn must be the ARN of an ACM certificate, arn:aws:acm:<region>:<account>:certificate/<id>.',
  },
  {
    variable: 'access_log_retention_in_days',
    description:
      "Days for which the gateways' access logs are kept; 0 keeps them for ever. They hold the callers' addresses.",
    message: 'access_log_retention_in_days must be one of ….',
  },
  {
    variable: 'functions',
    description:
      'Settings of the functions api, authorizer, guidance and sweeper. memory_size in MB (more memory is also more CPU), timeout in seconds, reserved_concurrent_executions (null: unreserved), package: where the archive lies when it is mirrored in a bucket of yours instead of coming with the module.',
    message: 'functions must have a memory_size that is a whole number of MB from 256 to 10240.',
  },
  {
    variable: 'functions',
    description:
      'Settings of the functions api, authorizer, guidance and sweeper. memory_size in MB (more memory is also more CPU), timeout in seconds, reserved_concurrent_executions (null: unreserved), package: where the archive lies when it is mirrored in a bucket of yours instead of coming with the module.',
    message:
      'functions must have a timeout that is a whole number of seconds from 3 to 29 (api, guidance), 10 (authorizer) or 900 (sweeper): the gateway waits no longer.',
  },
  {
    variable: 'functions',
    description:
      'Settings of the functions api, authorizer, guidance and sweeper. memory_size in MB (more memory is also more CPU), timeout in seconds, reserved_concurrent_executions (null: unreserved), package: where the archive lies when it is mirrored in a bucket of yours instead of coming with the module.',
    message: 'functions must have a reserved_concurrent_executions that is null or a whole number from 1.',
  },
  {
    variable: 'functions',
    description:
      'Settings of the functions api, authorizer, guidance and sweeper. memory_size in MB (more memory is also more CPU), timeout in seconds, reserved_concurrent_executions (null: unreserved), package: where the archive lies when it is mirrored in a bucket of yours instead of coming with the module.',
    message: 'functions must have a package with s3_bucket and s3_key, or none.',
  },
  {
    variable: 'log_level',
    description:
      'Least severity of what the functions log: DEBUG, INFO, WARN or ERROR. Records and tokens are logged at no level.',
    message: 'log_level must be DEBUG, INFO, WARN or ERROR.',
  },
  {
    variable: 'log_retention_in_days',
    description: "Days for which the functions' logs are kept; 0 keeps them for ever.",
    message: 'log_retention_in_days must be one of ….',
  },
  {
    variable: 'kms_key_arn',
    description:
      "ARN of a KMS key of yours with which tables, logs and the functions' environments are encrypted. Its policy must let CloudWatch Logs use it. Null: keys that AWS owns.",
    message: 'kms_key_arn must be the ARN of a KMS key (not of an alias), arn:aws:kms:<region>:<account>:key/<id>.',
  },
  {
    variable: 'permissions_boundary',
    description: 'ARN of the policy that bounds every role of the module. Null: none.',
    message: 'permissions_boundary must be the ARN of an IAM policy, arn:aws:iam::<account>:policy/<name>.',
  },
  {
    variable: 'role_path',
    description: "IAM path of the module's roles.",
    message: 'role_path must begin and end with a slash, for example "/" or "/services/".',
  },
  {
    variable: 'alarm_actions',
    description:
      'ARNs told when an alarm goes off and when it is over, usually one SNS topic. The alarms are there without it as well.',
    message: 'alarm_actions must be at most 5 different ARNs, for example arn:aws:sns:<region>:<account>:<topic>.',
  },
];

export const pages: readonly DocsPage[] = [
  {
    path: 'architecture.md',
    title: 'Architecture',
    summary: 'Three doors, one core that knows no AWS event, and one small port to storage with two engines behind it.',
    text: `# Architecture

Three doors, one core that knows no AWS event, and one small port to storage with two engines behind it.

\`\`\`
main.tf variables.tf outputs.tf versions.tf     the Terraform module: wires modules/
modules/            allow-list · lambda · identity · storage · api · guidance
functions/
  core/             what the service knows
    ruleconfig/       the rule-config document: types, parser with locations, linter, JSON Schema
    schema/           the deployment's record schema (schema.graphqls)
    etm/              transformers, one file each, compiled to a straight pipeline
    matching/         comparers, tokenizers, matchers, rules, index keys
    identifiers/      NPI, SSN, EIN, VIN, DL
    resolution/       submit, search, entity, sweep, over the store port
    store/            port.ts (the contract), embedded/ (LMDB), dynamodb/
  api/              the GraphQL function
  authorizer/       the function that lets a request through or not: address, then token
  guidance/         the guidance server's function
  sweeper/          the scheduled function that finishes interrupted work
  dist/             committed deterministic zips with a manifest
local/              the same handlers on a laptop: gateway emulator, token endpoint, command line
examples/           instances and Terraform configurations to copy
bench/              what the README's performance table is printed from
test/               unit (beside its subject's name), contract, property, model, integration, terraform
scripts/            build, docs tables, quality
\`\`\`

Dependencies point inward: doors → core; the core imports nothing of the doors, and nothing of AWS but in
\`store/dynamodb/\`.

## The path of a record

1. The **gateway** (API Gateway, or \`local/gateway/\`) asks the **authorizer** and hands the request to the **API**
   function with the token's scopes.
2. The API function executes the GraphQL document; \`submit\` calls \`resolution.submit\`.
3. **Rules**: the pipeline turns the record into values by resolver; the compiled rules give its index keys.
   A *deciding* key settles a link by itself; a *suggesting* key yields candidates that the rules judge.
4. **Store**: journal, member, record, keys, then a look at what others published under the same keys
   (\`core/resolution/submit.ts\` states the invariants). Fragments that must be one entity are united by parent pointers;
   the oldest entity keeps its id.
5. The answer is sent when everything is on stable storage.

Reading goes the other way: keys → fragments → root → members → records. Edges, duplicates and scores are derived from
the records when a query selects them, so they cannot disagree with the records or the rules.
`,
  },
  {
    path: 'concepts/README.md',
    title: 'Concepts',
    summary: 'The words of this service, each on a page of its own with an example.',
    text: `# Concepts

The words of this service, each on a page of its own with an example.

- [Blocking](blocking.md)
- [Chain](chain.md)
- [Comparer](comparer.md)
- [Connection ban](connection-ban.md)
- [Consistency](consistency.md)
- [Disassemble](disassemble.md)
- [Duplicates](duplicates.md)
- [Edge](edge.md)
- [Entity](entity.md)
- [Entity id](entity-id.md)
- [Guarantee of the index](guarantee.md)
- [Hit](hit.md)
- [Hit score](hit-score.md)
- [Index key](index-key.md)
- [Matcher](matcher.md)
- [mustExist and ignoreErrors](must-exist.md)
- [Mutation group](mutation-group.md)
- [Path](path.md)
- [Pin](pin.md)
- [Pipeline](pipeline.md)
- [Precision and recall](precision-and-recall.md)
- [Record](record.md)
- [Reference list](reference-list.md)
- [Resolver](resolver.md)
- [Rule](rule.md)
- [Rule set](rule-set.md)
- [Rule-config](rule-config.md)
- [Schema](schema.md)
- [Scope](scope.md)
- [Score](score.md)
- [Search](search.md)
- [Selectivity](selectivity.md)
- [Simulation](simulation.md)
- [Submit](submit.md)
- [Tokenizer](tokenizer.md)
- [Transformer](transformer.md)
`,
  },
  {
    path: 'concepts/blocking.md',
    title: 'Blocking',
    summary:
      'Comparing every record with every other is impossible with many records, so only those that share an index key are compared. What other products configure apart from the rules follows here from the rules themselves, so that blocking cannot lose a match.',
    text: `# Blocking

Comparing every record with every other is impossible with many records, so only those that share an index key are compared. What other products configure apart from the rules follows here from the rules themselves, so that blocking cannot lose a match.

Also called: candidate selection.

## Example

A million records and a key that five share: a submit compares a record with four others, not with a million.

## Related

- [Index key](index-key.md)
- [Selectivity](selectivity.md)
- [Guarantee of the index](guarantee.md)
`,
  },
  {
    path: 'concepts/chain.md',
    title: 'Chain',
    summary:
      'An entity joins records that are linked through others. That is wanted (A knows the phone, C the address, B both), but one wrong link joins two whole entities. Weak rules do harm by chains: "same name and city" links two people, each with their own records. Keep weak rules out of the link rule set, give them consistency rules, or ask for more agreement.',
    text: `# Chain

An entity joins records that are linked through others. That is wanted (A knows the phone, C the address, B both), but one wrong link joins two whole entities. Weak rules do harm by chains: "same name and city" links two people, each with their own records. Keep weak rules out of the link rule set, give them consistency rules, or ask for more agreement.

Also called: transitivity, over-merging, weak links.

## Example

Father and son with the same name and address become one entity unless a rule looks at the date of birth.

## Related

- [Entity](entity.md)
- [Consistency](consistency.md)
- [Precision and recall](precision-and-recall.md)
`,
  },
  {
    path: 'concepts/comparer.md',
    title: 'Comparer',
    summary:
      'Compares two texts: equal (`exact`), a number of typing errors (`distance`, `dynamicdistance`), similar by a measure (`similarity`), sounding alike (`phonetic`), near as numbers, dates or places. Some comparers can be indexed, others can only verify what another matcher of the rule found.',
    text: `# Comparer

Compares two texts: equal (\`exact\`), a number of typing errors (\`distance\`, \`dynamicdistance\`), similar by a measure (\`similarity\`), sounding alike (\`phonetic\`), near as numbers, dates or places. Some comparers can be indexed, others can only verify what another matcher of the rule found.

Also called: similarity function.

## Example

\`\`\`json
{ "id": "soundsAlike", "type": "phonetic", "attributes": { "algorithm": "doubleMetaphone" } }
\`\`\`

## Related

- [Tokenizer](tokenizer.md)
- [Matcher](matcher.md)
- [Index key](index-key.md)
`,
  },
  {
    path: 'concepts/connection-ban.md',
    title: 'Connection ban',
    summary:
      'Keeps records apart that rules would join, also through later merges, until it is lifted by `removeConnectionBan`. Bans are listed on the entity with who set them and why.',
    text: `# Connection ban

Keeps records apart that rules would join, also through later merges, until it is lifted by \`removeConnectionBan\`. Bans are listed on the entity with who set them and why.

Also called: ban.

## Example

A father and a son whom the rules take for one person.

## Related

- [Disassemble](disassemble.md)
- [Chain](chain.md)
`,
  },
  {
    path: 'concepts/consistency.md',
    title: 'Consistency',
    summary:
      'Two things have this name. The **consistency of an entity** is a number from 0 to 1 that says how much its records agree in the resolvers listed under `scores.consistency`: the weighted mean of Σf²/n². The **consistency rule set** of a mutation group is a gate: two records may be joined only if it is satisfied between them as well, for instance "dates of birth do not contradict".',
    text: `# Consistency

Two things have this name. The **consistency of an entity** is a number from 0 to 1 that says how much its records agree in the resolvers listed under \`scores.consistency\`: the weighted mean of Σf²/n². The **consistency rule set** of a mutation group is a gate: two records may be joined only if it is satisfied between them as well, for instance "dates of birth do not contradict".

Also called: consistency score.

## Example

Three records with the same family name and one with another: Σf²/n² = (9 + 1) / 16 = 0.625.

## Related

- [Score](score.md)
- [Mutation group](mutation-group.md)
- [Chain](chain.md)
`,
  },
  {
    path: 'concepts/disassemble.md',
    title: 'Disassemble',
    summary:
      "Takes edges away, or records with everything that belongs to them; the rest of the entity is put together anew and may fall apart. This is how a wrong match is undone and how a person's data is erased. With a connection ban the parts stay apart from then on.",
    text: `# Disassemble

Takes edges away, or records with everything that belongs to them; the rest of the entity is put together anew and may fall apart. This is how a wrong match is undone and how a person's data is erased. With a connection ban the parts stay apart from then on.

Also called: split, unlink, erase.

## Example

\`disassemble(input: {edges: [{a: "crm-17", b: "shop-4711"}], createConnectionBan: true, meta: {user: "jane", reason: "two people"}})\`

## Related

- [Connection ban](connection-ban.md)
- [Edge](edge.md)
- [Entity](entity.md)
`,
  },
  {
    path: 'concepts/duplicates.md',
    title: 'Duplicates',
    summary:
      'Records that say the same as one that was there before, by the deduplicate rule set of a mutation group. A duplicate is attached to the first one seen, belongs to its entity and has no edges of its own: it neither adds evidence nor candidates. Duplicates are listed by the original.',
    text: `# Duplicates

Records that say the same as one that was there before, by the deduplicate rule set of a mutation group. A duplicate is attached to the first one seen, belongs to its entity and has no edges of its own: it neither adds evidence nor candidates. Duplicates are listed by the original.

Also called: deduplication.

## Example

\`{"crm-17": ["crm-17-copy"]}\`: the second export of the same row.

## Related

- [Mutation group](mutation-group.md)
- [Edge](edge.md)
`,
  },
  {
    path: 'concepts/edge.md',
    title: 'Edge',
    summary:
      'Two records that a link rule joined directly, written `recordA:recordB:RULE`. One pair has as many edges as rules hold between it. An entity is what edges connect. The API gives them as texts in `edges`, and typed, with the score of the rule, in `links`.',
    text: `# Edge

Two records that a link rule joined directly, written \`recordA:recordB:RULE\`. One pair has as many edges as rules hold between it. An entity is what edges connect. The API gives them as texts in \`edges\`, and typed, with the score of the rule, in \`links\`.

Also called: link.

## Example

\`crm-17:shop-4711:EMAIL\` says that rule EMAIL holds between the two records.

## Related

- [Rule](rule.md)
- [Entity](entity.md)
- [Score](score.md)
`,
  },
  {
    path: 'concepts/entity-id.md',
    title: 'Entity id',
    summary:
      "The name under which an entity can be asked for. It stays good through everything that happens to the entity: after a merge the oldest id is the entity's own, and the others are aliases that lead to it; after a split the largest part keeps it. A program may store entity ids and need not be told of changes.",
    text: `# Entity id

The name under which an entity can be asked for. It stays good through everything that happens to the entity: after a merge the oldest id is the entity's own, and the others are aliases that lead to it; after a split the largest part keeps it. A program may store entity ids and need not be told of changes.

Also called: id of an entity.

## Example

\`entity(input: {id: "01J…"})\` answers the survivor when the entity was merged into another one.

## Related

- [Entity](entity.md)
`,
  },
  {
    path: 'concepts/entity.md',
    title: 'Entity',
    summary:
      'All records that describe one and the same thing of the real world, as far as the rules can tell. An entity is made and changed by submits alone: a record that matches nothing becomes an entity of its own, one that matches records of two entities joins them. Entities hold records directly linked to each other and those that are linked through others.',
    text: `# Entity

All records that describe one and the same thing of the real world, as far as the rules can tell. An entity is made and changed by submits alone: a record that matches nothing becomes an entity of its own, one that matches records of two entities joins them. Entities hold records directly linked to each other and those that are linked through others.

An entity's id lives on: when several are joined, the id of the oldest survives and the other ids keep leading to it; when one is split, the largest part keeps the id.

Also called: cluster, golden record, resolved identity.

## Example

Record A matches B by e-mail address, B matches C by phone number: A, B and C are one entity although A and C share nothing.

## Related

- [Record](record.md)
- [Edge](edge.md)
- [Chain](chain.md)
- [Entity id](entity-id.md)
`,
  },
  {
    path: 'concepts/guarantee.md',
    title: 'Guarantee of the index',
    summary:
      'If two records satisfy a rule of the index rule set, they share at least one of its keys, so that the later one finds the earlier one. Nothing breaks this silently: a rule without keys is an error of the linter, and a record with more keys than allowed is refused rather than half indexed.',
    text: `# Guarantee of the index

If two records satisfy a rule of the index rule set, they share at least one of its keys, so that the later one finds the earlier one. Nothing breaks this silently: a rule without keys is an error of the linter, and a record with more keys than allowed is refused rather than half indexed.

Also called: completeness.

## Example

A rule with only a \`similarity\` comparer is refused with \`NO_INDEX_KEYS\`: it could not find its candidates.

## Related

- [Index key](index-key.md)
- [Blocking](blocking.md)
`,
  },
  {
    path: 'concepts/hit-score.md',
    title: 'Hit score',
    summary:
      'How well an entity fits a search, from 0 to 1: the best, over its hit records, of 1 − Π(1 − rule score × share of the given fields that the rule used). More rules and rules that use more of what was given score higher.',
    text: `# Hit score

How well an entity fits a search, from 0 to 1: the best, over its hit records, of 1 − Π(1 − rule score × share of the given fields that the rule used). More rules and rules that use more of what was given score higher.

Also called: hitScore, relevance.

## Example

A search by e-mail address alone that rule EMAIL (score 0.9) satisfies gives 0.9.

## Related

- [Hit](hit.md)
- [Search](search.md)
- [Score](score.md)
`,
  },
  {
    path: 'concepts/hit.md',
    title: 'Hit',
    summary:
      'A record that a search found, with the rules of the search rule set that hold between it and the parameters. A search answers whole entities; `hits` says through which records and rules each was found.',
    text: `# Hit

A record that a search found, with the rules of the search rule set that hold between it and the parameters. A search answers whole entities; \`hits\` says through which records and rules each was found.

Also called: search hit.

## Example

\`{"shop-4711": ["EMAIL", "NAME"]}\`

## Related

- [Search](search.md)
- [Hit score](hit-score.md)
`,
  },
  {
    path: 'concepts/index-key.md',
    title: 'Index key',
    summary:
      'How the service finds the records that may match a new one without looking at all of them. Every rule of an index rule set is compiled into keys: a key is a combination of one part of each of its indexable matchers, for instance the e-mail address, or family name by sound plus date of birth. Two records that satisfy a rule of the index rule set always share one of its keys; this is guaranteed.',
    text: `# Index key

How the service finds the records that may match a new one without looking at all of them. Every rule of an index rule set is compiled into keys: a key is a combination of one part of each of its indexable matchers, for instance the e-mail address, or family name by sound plus date of birth. Two records that satisfy a rule of the index rule set always share one of its keys; this is guaranteed.

Matchers whose comparer has no finite set of parts, and those named in \`disableIndexMatcherIDs\`, are verified afterwards.

Also called: blocking key, key.

## Example

Rule PERSON with an exact date of birth and a phonetic family name has keys such as \`1980-02-29\` + \`AKSM\`.

## Related

- [Blocking](blocking.md)
- [Selectivity](selectivity.md)
- [Guarantee of the index](guarantee.md)
- [Rule](rule.md)
`,
  },
  {
    path: 'concepts/matcher.md',
    title: 'Matcher',
    summary:
      'Compares two records through the values of a resolver. `simple` wants a value in common; `token` cuts values into tokens and pairs them by a comparer; `orempty` lets a missing value pass; `any` takes one of several matchers. A matcher has no weight of its own: rules combine matchers.',
    text: `# Matcher

Compares two records through the values of a resolver. \`simple\` wants a value in common; \`token\` cuts values into tokens and pairs them by a comparer; \`orempty\` lets a missing value pass; \`any\` takes one of several matchers. A matcher has no weight of its own: rules combine matchers.

## Example

\`\`\`json
{ "id": "sameEmail", "type": "simple", "attributes": { "resolverID": "email" } }
\`\`\`

## Related

- [Resolver](resolver.md)
- [Comparer](comparer.md)
- [Tokenizer](tokenizer.md)
- [Rule](rule.md)
- [mustExist and ignoreErrors](must-exist.md)
`,
  },
  {
    path: 'concepts/must-exist.md',
    title: 'mustExist and ignoreErrors',
    summary:
      '`mustExist: true` in a matcher, or in a `field` transformer above it, makes a missing value an error instead of "not satisfied": `field does not exist in ETM pipeline output`. A rule with `ignoreErrors: true`, the default, turns that error into "rule not satisfied"; with false the whole request is refused. Use the pair where a record without the value is a mistake of its source.',
    text: `# mustExist and ignoreErrors

\`mustExist: true\` in a matcher, or in a \`field\` transformer above it, makes a missing value an error instead of "not satisfied": \`field does not exist in ETM pipeline output\`. A rule with \`ignoreErrors: true\`, the default, turns that error into "rule not satisfied"; with false the whole request is refused. Use the pair where a record without the value is a mistake of its source.

Also called: mustExist, ignoreErrors.

## Example

A loader that must never send people without a date of birth: \`mustExist: true\` and \`ignoreErrors: false\`.

## Related

- [Matcher](matcher.md)
- [Rule](rule.md)
`,
  },
  {
    path: 'concepts/mutation-group.md',
    title: 'Mutation group',
    summary:
      'What a submit does, under a name: which rule set is indexed, which links, which deduplicates, and which must be consistent besides. Several groups work side by side, for instance one for persons and one for households; a pair is together when one group joins it.',
    text: `# Mutation group

What a submit does, under a name: which rule set is indexed, which links, which deduplicates, and which must be consistent besides. Several groups work side by side, for instance one for persons and one for households; a pair is together when one group joins it.

Also called: mutation rule set group.

## Example

\`\`\`json
"mutationRuleSetGroups": { "people": { "indexRuleSetID": "index", "linkRuleSetID": "link", "deduplicateRuleSetID": null } }
\`\`\`

## Related

- [Rule set](rule-set.md)
- [Duplicates](duplicates.md)
- [Consistency](consistency.md)
`,
  },
  {
    path: 'concepts/path.md',
    title: 'Path',
    summary:
      'Where in a record a `field` transformer reads. Dots walk into objects, `*` walks every element of a list. Missing fields, null, empty texts and empty lists carry no value.',
    text: `# Path

Where in a record a \`field\` transformer reads. Dots walk into objects, \`*\` walks every element of a list. Missing fields, null, empty texts and empty lists carry no value.

Also called: field path.

## Example

\`emails.*.address\` reads the addresses of all e-mail entries.

## Related

- [Pin](pin.md)
- [Schema](schema.md)
`,
  },
  {
    path: 'concepts/pin.md',
    title: 'Pin',
    summary:
      'The named connections of a transformer. An input pin names the output pin that it reads: `{"sourceID": "EMAIL_FIELD", "sourcePin": "default"}`. A pin carries a list of texts; a field with several values, or a path with `*`, carries several.',
    text: `# Pin

The named connections of a transformer. An input pin names the output pin that it reads: \`{"sourceID": "EMAIL_FIELD", "sourcePin": "default"}\`. A pin carries a list of texts; a field with several values, or a path with \`*\`, carries several.

Also called: input pin, output pin.

## Example

\`makedate\` has the output pins \`full\`, \`year\`, \`month\` and \`day\`.

## Related

- [Transformer](transformer.md)
- [Path](path.md)
`,
  },
  {
    path: 'concepts/pipeline.md',
    title: 'Pipeline',
    summary:
      'The graph of transformers and resolvers through which every record and every search passes, in the same way: extract, transform, match. Because both sides pass it, a search finds what is written differently.',
    text: `# Pipeline

The graph of transformers and resolvers through which every record and every search passes, in the same way: extract, transform, match. Because both sides pass it, a search finds what is written differently.

Also called: ETM pipeline, extract transform match.

## Example

\`field\` (email) → \`normalizeemail\` → resolver \`email\` → matcher \`sameEmail\`.

## Related

- [Transformer](transformer.md)
- [Resolver](resolver.md)
- [Matcher](matcher.md)
`,
  },
  {
    path: 'concepts/precision-and-recall.md',
    title: 'Precision and recall',
    summary:
      'Precision: of the pairs of records that share an entity, how many really belong together. Recall: of the pairs that belong together, how many share an entity. F1 is their harmonic mean. Measured over all pairs after clustering, because that is what users of entities see. Stricter rules raise precision, further rules raise recall.',
    text: `# Precision and recall

Precision: of the pairs of records that share an entity, how many really belong together. Recall: of the pairs that belong together, how many share an entity. F1 is their harmonic mean. Measured over all pairs after clustering, because that is what users of entities see. Stricter rules raise precision, further rules raise recall.

Also called: quality, F1, pairwise.

## Example

100 true pairs, 90 found, and 10 wrong ones: precision 0.9, recall 0.9, F1 0.9.

## Related

- [Chain](chain.md)
- [Rule](rule.md)
`,
  },
  {
    path: 'concepts/record.md',
    title: 'Record',
    summary:
      "What one source knows of one thing: a row of a customer table, an entry of a directory, a line of a file. A record is JSON with an `id` of text that stays the same for the same record, without a colon, and with the fields that the deployment's schema gives it. Records are never merged or rewritten: they are stored as they came, and entities say which of them belong together.",
    text: `# Record

What one source knows of one thing: a row of a customer table, an entry of a directory, a line of a file. A record is JSON with an \`id\` of text that stays the same for the same record, without a colon, and with the fields that the deployment's schema gives it. Records are never merged or rewritten: they are stored as they came, and entities say which of them belong together.

Also called: row, profile, source record.

## Example

\`\`\`json
{ "id": "crm-17", "givenName": "Robert", "familyName": "Example", "email": "bob@example.com" }
\`\`\`

## Related

- [Entity](entity.md)
- [Schema](schema.md)
- [Submit](submit.md)
`,
  },
  {
    path: 'concepts/reference-list.md',
    title: 'Reference list',
    summary:
      'A table within the rule-config that a `referencelist` transformer maps values with: codes to countries, departments to companies, short names to long ones.',
    text: `# Reference list

A table within the rule-config that a \`referencelist\` transformer maps values with: codes to countries, departments to companies, short names to long ones.

Also called: lookup table, mapping.

## Example

Rows such as \`["DE", "Germany"]\`, with a header that says what each column is.

## Related

- [Transformer](transformer.md)
`,
  },
  {
    path: 'concepts/resolver.md',
    title: 'Resolver',
    summary:
      'A named output of the pipeline: it says which pin of which transformer holds the values that matter, such as the normalised e-mail addresses of a record. Matchers, scores and the simulation speak of resolvers, never of raw fields.',
    text: `# Resolver

A named output of the pipeline: it says which pin of which transformer holds the values that matter, such as the normalised e-mail addresses of a record. Matchers, scores and the simulation speak of resolvers, never of raw fields.

## Example

\`\`\`json
{ "id": "email", "inputPin": { "sourceID": "EMAIL", "sourcePin": "email" } }
\`\`\`

## Related

- [Transformer](transformer.md)
- [Matcher](matcher.md)
- [Pin](pin.md)
`,
  },
  {
    path: 'concepts/rule-config.md',
    title: 'Rule-config',
    summary:
      'The JSON document that says what belongs together: transformers, resolvers, comparers, tokenizers, matchers, rules, rule sets, and which set serves which purpose. One per deployment. A service refuses to start on one with errors and prints them all.',
    text: `# Rule-config

The JSON document that says what belongs together: transformers, resolvers, comparers, tokenizers, matchers, rules, rule sets, and which set serves which purpose. One per deployment. A service refuses to start on one with errors and prints them all.

Also called: rule configuration, rules.

## Example

The sample of this project is \`examples/people/rule-config.json\`.

## Related

- [Pipeline](pipeline.md)
- [Rule](rule.md)
- [Rule set](rule-set.md)
- [Schema](schema.md)
`,
  },
  {
    path: 'concepts/rule-set.md',
    title: 'Rule set',
    summary:
      'A list of rules of which one must be satisfied. Rule sets are given purposes: the index rule set of a mutation group decides how records are found, the link rule set which become edges, the deduplicate rule set which are duplicates, the consistency rule set which must hold besides, and search rule sets what a search finds.',
    text: `# Rule set

A list of rules of which one must be satisfied. Rule sets are given purposes: the index rule set of a mutation group decides how records are found, the link rule set which become edges, the deduplicate rule set which are duplicates, the consistency rule set which must hold besides, and search rule sets what a search finds.

## Example

\`\`\`json
{ "id": "search", "ruleIDs": ["EMAIL", "PHONE", "NAME"] }
\`\`\`

## Related

- [Rule](rule.md)
- [Mutation group](mutation-group.md)
- [Search](search.md)
`,
  },
  {
    path: 'concepts/rule.md',
    title: 'Rule',
    summary:
      'A list of matchers that must all be satisfied between two records. A rule should describe one way in which two records can be known to be the same: the same e-mail address; or the same date of birth with names that sound alike. Its `score` from 0 to 1 says how sure such a match is. Several rules are alternatives: they stand together in a rule set.',
    text: `# Rule

A list of matchers that must all be satisfied between two records. A rule should describe one way in which two records can be known to be the same: the same e-mail address; or the same date of birth with names that sound alike. Its \`score\` from 0 to 1 says how sure such a match is. Several rules are alternatives: they stand together in a rule set.

Also called: match rule.

## Example

\`\`\`json
{ "id": "PERSON", "matcherIDs": ["sameFamilyName", "similarGivenName", "sameDateOfBirth"], "attributes": { "score": 0.9 } }
\`\`\`

## Related

- [Matcher](matcher.md)
- [Rule set](rule-set.md)
- [Index key](index-key.md)
- [Score](score.md)
`,
  },
  {
    path: 'concepts/schema.md',
    title: 'Schema',
    summary:
      "Describes what records look like: `type Record { id: ID! … }` in GraphQL's own language. `RecordInput` and `SearchParams` are derived from it. A field that is not in the schema is refused; a path of the rule-config that the schema lacks keeps the service from starting.",
    text: `# Schema

Describes what records look like: \`type Record { id: ID! … }\` in GraphQL's own language. \`RecordInput\` and \`SearchParams\` are derived from it. A field that is not in the schema is refused; a path of the rule-config that the schema lacks keeps the service from starting.

Also called: schema.graphqls, SDL.

## Example

\`\`\`graphql
type Record {
  id: ID!
  givenName: String
  emails: [String!]
}
\`\`\`

## Related

- [Record](record.md)
- [Path](path.md)
- [Scope](scope.md)
`,
  },
  {
    path: 'concepts/scope.md',
    title: 'Scope',
    summary:
      "What a token allows: `svc/query.search`, `svc/query.entity`, `svc/query.metrics`, `svc/mutation.submit`, `svc/mutation.disassemble`, `svc/mutation.removeConnectionBan`. The word before the slash is the deployment's service identifier. Every operation needs its scope; without it, it answers `FORBIDDEN` and reads nothing. Fields of records can ask for scopes of their own with `@hasPrivilege`.",
    text: `# Scope

What a token allows: \`svc/query.search\`, \`svc/query.entity\`, \`svc/query.metrics\`, \`svc/mutation.submit\`, \`svc/mutation.disassemble\`, \`svc/mutation.removeConnectionBan\`. The word before the slash is the deployment's service identifier. Every operation needs its scope; without it, it answers \`FORBIDDEN\` and reads nothing. Fields of records can ask for scopes of their own with \`@hasPrivilege\`.

Also called: privilege, permission.

## Example

A loader gets \`svc/mutation.submit\` alone, a web shop \`svc/query.search\`.

## Related

- [Submit](submit.md)
- [Search](search.md)
- [Schema](schema.md)
`,
  },
  {
    path: 'concepts/score.md',
    title: 'Score',
    summary:
      "A rule's score is how sure its matches are, 0 to 1. The score of an entity is the mean, over its records, of the best score among the edges that touch each; 1 for a single record. It says how well the entity is held together, not how good its data is.",
    text: `# Score

A rule's score is how sure its matches are, 0 to 1. The score of an entity is the mean, over its records, of the best score among the edges that touch each; 1 for a single record. It says how well the entity is held together, not how good its data is.

Also called: entity score, rule score.

## Example

Two records linked by a rule of score 0.9 make an entity of score 0.9.

## Related

- [Edge](edge.md)
- [Rule](rule.md)
- [Consistency](consistency.md)
- [Hit score](hit-score.md)
`,
  },
  {
    path: 'concepts/search.md',
    title: 'Search',
    summary:
      'Gives fields of a record as parameters, sends them through the same pipeline, and answers every entity with at least one record that satisfies a rule of the search rule set. `searchRules` chooses among several sets; `default` serves when none is named. A search finds only by rules that are indexed.',
    text: `# Search

Gives fields of a record as parameters, sends them through the same pipeline, and answers every entity with at least one record that satisfies a rule of the search rule set. \`searchRules\` chooses among several sets; \`default\` serves when none is named. A search finds only by rules that are indexed.

## Example

\`search(input: {parameters: {familyName: "Example", dateOfBirth: "1980-02-29"}})\`

## Related

- [Hit](hit.md)
- [Hit score](hit-score.md)
- [Rule set](rule-set.md)
`,
  },
  {
    path: 'concepts/selectivity.md',
    title: 'Selectivity',
    summary:
      'How few records share an index key. An e-mail address is selective, a given name alone is not: thousands share it, and every one of them is a candidate of every other, which makes submits slow. A key that very many records have is a hub. The linter warns of hubs (`HUB_KEY`) and estimates the candidates of every rule by the names and types of its values.',
    text: `# Selectivity

How few records share an index key. An e-mail address is selective, a given name alone is not: thousands share it, and every one of them is a candidate of every other, which makes submits slow. A key that very many records have is a hub. The linter warns of hubs (\`HUB_KEY\`) and estimates the candidates of every rule by the names and types of its values.

Also called: hub key, hot key.

## Example

Date of birth alone has about fifty candidates among a million records; with the family name less than one.

## Related

- [Index key](index-key.md)
- [Blocking](blocking.md)
`,
  },
  {
    path: 'concepts/simulation.md',
    title: 'Simulation',
    summary:
      'Runs two records through a rule-config without storing them and shows every step: `svc_simulate_match` does so for any rule-config, the operation `explain` of the API for two stored records, with the path through which they share an entity. Both run the code that submit runs.',
    text: `# Simulation

Runs two records through a rule-config without storing them and shows every step: \`svc_simulate_match\` does so for any rule-config, the operation \`explain\` of the API for two stored records, with the path through which they share an entity. Both run the code that submit runs.

Also called: svc_simulate_match, explain.

## Example

Ask why two records did not match, change a threshold, and simulate them again.

## Related

- [Pipeline](pipeline.md)
- [Matcher](matcher.md)
- [Index key](index-key.md)
`,
  },
  {
    path: 'concepts/submit.md',
    title: 'Submit',
    summary:
      'Stores, indexes and links records before it answers: who asks afterwards sees the result. A request is stored as a whole or not at all; one bad record refuses it. Submitting an identical record again changes nothing, so that every request may safely be repeated.',
    text: `# Submit

Stores, indexes and links records before it answers: who asks afterwards sees the result. A request is stored as a whole or not at all; one bad record refuses it. Submitting an identical record again changes nothing, so that every request may safely be repeated.

Also called: load, ingest.

## Example

\`submit(input: {records: [{id: "crm-17", email: "bob@example.com"}]})\` with the scope \`svc/mutation.submit\`.

## Related

- [Record](record.md)
- [Entity](entity.md)
- [Scope](scope.md)
`,
  },
  {
    path: 'concepts/tokenizer.md',
    title: 'Tokenizer',
    summary:
      'Cuts a text into tokens that a `token` matcher pairs up: words, single characters, runs of characters (`ngram`), or the text as it is (`none`).',
    text: `# Tokenizer

Cuts a text into tokens that a \`token\` matcher pairs up: words, single characters, runs of characters (\`ngram\`), or the text as it is (\`none\`).

## Example

\`word\` cuts \`mary ann smith\` into \`mary\`, \`ann\` and \`smith\`.

## Related

- [Comparer](comparer.md)
- [Matcher](matcher.md)
`,
  },
  {
    path: 'concepts/transformer.md',
    title: 'Transformer',
    summary:
      'Turns values into cleaner ones: reads a field, lower-cases, takes diacritics away, normalises an e-mail address, a phone number, a name, a date. Transformers form a graph: each reads the output pins of others. What a transformer cannot read becomes no value, and the simulation says why.',
    text: `# Transformer

Turns values into cleaner ones: reads a field, lower-cases, takes diacritics away, normalises an e-mail address, a phone number, a name, a date. Transformers form a graph: each reads the output pins of others. What a transformer cannot read becomes no value, and the simulation says why.

Also called: normaliser, cleaning step.

## Example

\`normalizephonenumber\` makes \`+442079460018\` of \`020 7946 0018\` when \`defaultCountry\` is GB.

## Related

- [Pipeline](pipeline.md)
- [Pin](pin.md)
- [Resolver](resolver.md)
`,
  },
  {
    path: 'errors/README.md',
    title: 'Errors and what to do about them',
    summary:
      'Every message of the service has a code that stays the same, and says what happened, where, and how to fix it. These pages add the likely causes, most likely first; behind each arrow stands the remedy.',
    text: `# Errors and what to do about them

Every message of the service has a code that stays the same, and says what happened, where, and how to fix it. These pages add the likely causes, most likely first; behind each arrow stands the remedy.

| where you see it | page |
|---|---|
| \`errors[].extensions.code\` in an answer of the API | [API](api.md) |
| an error of GraphQL itself, such as \`Cannot query field\` | [GraphQL](graphql.md) |
| an answer with only \`{"message": …}\`, such as \`Unauthorized\` | [Gateway](gateway.md) |
| \`reason\` in the authorizer's log | [Authorizer](authorizer.md) |
| a finding with line and column in the rule-config | the tool \`svc_lint_rule_config\` explains each one as it reports it |
| a finding in \`schema.graphqls\` | [Schema](schema.md) |
| at the start of a service, in its log | [Start](start.md) |
| at \`terraform plan\` and \`apply\` | [Terraform](terraform.md) |
| from the command line \`entity-data\` | [Command line](command-line.md) |
| from a validator of identifiers | [Identifiers](identifiers.md) |
| from the guidance server | [Guidance server](guidance.md) |

Repeating a request is always safe: what was stored before is recognised. Errors that may go away by themselves carry \`"retryable": true\`.
`,
  },
  {
    path: 'errors/api.md',
    title: 'Errors of the API',
    summary:
      'They stand in `errors[].extensions.code` of a GraphQL answer, with a `hint` beside them. A refused submit has one error for each bad record, whose `path` ends in `"input", "records", index`.',
    text: `# Errors of the API

They stand in \`errors[].extensions.code\` of a GraphQL answer, with a \`hint\` beside them. A refused submit has one error for each bad record, whose \`path\` ends in \`"input", "records", index\`.

## FIELD_DOES_NOT_EXIST

Message: \`field does not exist in ETM pipeline output: …, matcher "…", resolver "…" (rule "…")\`

Message: \`field does not exist in ETM pipeline output\`

A matcher demands a value (\`mustExist: true\`, or a \`field\` transformer with it above the resolver), a record or the search parameters have none, and the rule does not ignore errors (\`ignoreErrors: false\`). Nothing of the request was stored.

1. The record really lacks the field. → Send the field, or set \`mustExist\` to false in the matcher and in the \`field\` transformer above it: the rule is then just not satisfied.
2. The \`path\` of the \`field\` transformer is not the name that records use (\`firstName\` and \`firstname\` differ; elements of a list need \`*\`). → Correct the path; \`svc_lint_rule_config\` with the schema finds such paths.
3. The value was there and a transformer dropped it: a phone number that is none, a date that the calendar does not have, a value in a \`filter\`. → Run the record through \`svc_simulate_match\` and read the notes of the trace.
4. The resolver reads the wrong output pin of its transformer. → Compare \`sourcePin\` with the pins that the transformer has.
5. The rule should not fail requests at all. → Leave \`ignoreErrors\` at its default, true.

## FORBIDDEN

Message: \`access denied, required privilege: …\`

The token is good, but it lacks the scope that the message names. The field was not executed and no data was read.

1. The token was requested without this scope. → Name it in the \`scope\` parameter of the token request, for instance \`svc/query.search\`.
2. The client may not have the scope. → Add it to \`allowed_scopes\` of the client in the Terraform module and apply.
3. The deployment has another \`service_identifier\`, so its scopes begin with another word. → Use that word in place of \`svc\`.
4. A field of the records carries \`@hasPrivilege\`. → Request the scope that it names, or do not select, submit or search the field.

## BAD_USER_INPUT

Message: \`Variable "…" has invalid value…\`

Message: \`Variable "$…" got invalid value …\`

A variable or an argument does not fit its type. Nothing was executed.

1. A record has a field that the schema does not have; the message names it. → Correct the name, or add the field to \`schema.graphqls\` and deploy; \`svc_validate_records\` finds all of them at once.
2. A value has the wrong type: a number where the schema says \`String\`, a text where it says \`Int\`. → Convert it before sending, or change the schema.
3. A required field is missing or null. → Send it; of a record only \`id\` is required unless the schema says otherwise.
4. The variables were sent as a text within the JSON. → Send \`variables\` as an object.

## BAD_REQUEST

The HTTP request does not carry a GraphQL request.

1. \`query\` is missing or is no text. → Send \`{"query": "…", "variables": {…}}\`.
2. \`variables\` is no object, or \`operationName\` is no text. → Correct their types, or leave them out.
3. Values are nested too deeply. → Flatten the value, or send it as text.

## BODY_NOT_JSON

The body of the request is missing, is not UTF-8 or is no JSON.

1. The shell changed the quotes of a curl command. → Put the body into a file and send it with \`--data-binary @file\`.
2. GraphQL was sent as it is, without JSON around it. → Wrap it: \`{"query": "…"}\`.
3. The file is in another encoding. → Save it as UTF-8.

## METHOD_NOT_ALLOWED

The HTTP method is not taken, or a mutation came with GET.

1. A browser or a health check asks with GET. → Send requests with POST.

## NOT_ACCEPTABLE

The \`accept\` header allows no media type that the service answers.

1. A client asks for HTML or XML only. → Accept \`application/json\` or \`application/graphql-response+json\`.

## UNSUPPORTED_MEDIA_TYPE

The body is not declared as JSON.

1. curl sends \`application/x-www-form-urlencoded\` unless told otherwise. → Add \`--header 'content-type: application/json'\`.

## REQUEST_TOO_LARGE

The body is larger than the deployment takes. Nothing was executed.

1. A batch holds too many or too large records. → Send fewer records in one request; the load command does so by itself.

## BATCH_TOO_LARGE

The records of one submit are larger together than one transaction can store. Nothing was stored.

1. Large records in a large batch. → Send fewer records in one request.

## GRAPHQL_PARSE_FAILED

Message: \`Syntax Error: …\`

The query is not GraphQL; \`locations\` says where.

1. A bracket or a quote is missing or one too many. → Correct the place; generate the document with \`svc_generate_graphql\`.
2. Values were pasted into the query. → Send them as variables.

## GRAPHQL_VALIDATION_FAILED

Message: \`Cannot query field "…" on type "…"…\`

Message: \`Unknown argument "…" on field "…"…\`

Message: \`Field "…" of type "…" must have a selection of subfields…\`

Message: \`Unknown type "…"…\`

Message: \`Field "…" argument "…" of type "…" is required, but it was not provided.\`

Message: \`Variable "$…" of type "…" used in position expecting type "…"…\`

Message: \`Variable "$…" is not defined…\`

The query does not fit the schema of this deployment. Nothing was executed.

1. A field is misspelt or does not exist in the deployment's records; the message often proposes one. → Compare with the schema; introspection shows it.
2. An object was selected without its fields. → Add a selection: \`records { id }\`.
3. Arguments stand outside of \`input\`. → All operations take one argument: \`search(input: {…})\`.
4. A variable is declared with another type than the argument has. → Use the input types by their names, such as \`SearchInput!\`.

## OPERATION_NOT_FOUND

The query holds no operation of the name given, or several and no name was given.

1. \`operationName\` does not fit the document. → Correct it, or leave it out when there is one operation.

## TOO_MANY_TOKENS

The text of the query is too long. Nothing was executed.

1. Values stand in the text of the query. → Send them as variables, which do not count.

## QUERY_TOO_DEEP

The query nests too many levels. Nothing was executed.

1. Insights within insights, or generated documents. → Select fewer levels, or send several requests.

## TOO_MANY_ALIASES

The operation has too many aliases. Nothing was executed.

1. Many searches in one request. → Send several requests, at the same time if you like.

## TOO_MANY_ROOT_FIELDS

The operation has too many fields on its top level. Nothing was executed.

1. Many searches in one request. → Send several requests.

## TOO_MANY_FIELDS

The operation selects too many fields, fragments counted wherever they are spread. Nothing was executed.

1. Fragments that spread one another. → Select what you need.

## NO_RECORDS

A submit without a record.

1. The list is empty after a filter of your own. → Do not send such requests.

## TOO_MANY_RECORDS

A submit with more records than one request may hold. Nothing was stored.

1. The batch is too large. → Send up to 100 records in one request.

## SUBMIT_REFUSED

Message: \`nothing was stored: …\`

At least one record is not acceptable, so none of the request was stored.

1. See the other errors of the answer: each names one record by its index. → Correct or leave out these records and submit again.

## RECORD_ID_MISSING

The record has no \`id\`, or an empty one. Nothing of the request was stored.

1. The export calls the id differently. → Map its column to \`id\` (\`--id-column\` of the load command).
2. The id is a number in JSON and the request was not checked by a schema. → Write it as a text.

## RECORD_ID_INVALID

The id holds a colon or a control character, or is too long. Nothing of the request was stored.

1. Ids are made of parts joined by colons, or are URLs. → Replace the colon; edges are written \`a:b:RULE\`, hence the rule.

## RECORD_EMPTY

The record has no value besides its id. Nothing of the request was stored.

1. The row is empty, or its columns were mapped to nothing. → Leave the record out, or correct the mapping.

## RECORD_TOO_LARGE

One record is larger than can be stored. Nothing of the request was stored.

1. It carries documents or pictures. → Keep them elsewhere and store a reference.

## RECORD_CONFLICT

One request holds two different records with one id. Nothing of the request was stored.

1. The export joins tables and repeats rows. → Send one version of each record.
2. The column that was taken for the id is not unique. → Choose another column, or join two with a hyphen.

## RECORD_EXISTS

A record with this id and other content is stored already. Nothing of the request was stored.

1. The record changed at its source. → Submit it under a new id, or let the deployment replace records (\`update_records\`).
2. Two sources use the same ids. → Put the source in front of the id, such as \`crm-17\`.
3. Numbers or dates are written differently than before. → Export in the same form.

## TOO_MANY_INDEX_KEYS

Message: \`… has more than … index keys; rule "…", matcher "…" gives the most\`

Indexing all keys of the record would cost too much, and indexing some would lose matches silently. Nothing of the request was stored.

1. A token matcher with \`combinations\` meets a long text. → Lower \`indexTokens\`, or name the matcher in \`disableIndexMatcherIDs\`.
2. A record carries very many values in one field. → Send fewer, or keep the field out of rules.
3. Several matchers with many parts each stand in one rule: their parts multiply. → Leave all but the most selective out of the index.

## NO_SEARCH_VALUE

No search parameter has a value.

1. All fields are empty, null or empty lists. → Give at least one a value.

## UNKNOWN_SEARCH_RULES

\`searchRules\` names a rule set that the rule-config does not have.

1. The name of the rule set was given instead of its name in \`searchRuleSetIDs\`. → Use the keys of \`searchRuleSetIDs\`, such as \`default\`.

## STORED_VALUE_UNREADABLE

Message: \`Cannot return null for non-nullable field …\`

A stored value does not fit the type that the schema gives its field now.

1. The schema changed after the records were stored. → Give the field a type that fits both, \`Any\` at worst, or make it nullable.

## RESPONSE_TOO_LARGE

The answer is larger than the gateway passes on. A mutation was carried out all the same.

1. A search hits many or large entities. → Page with \`page\` and \`pageSize\`, select fewer fields, send \`accept-encoding: gzip\`.
2. A rule joins too much: one entity holds thousands of records. → Look at the rules of its \`edges\`, and make them stricter.

## INVALID_REGEX

A \`likeRegex\` is no regular expression of RE2.

1. It uses look-around or back-references. → Write it without; both are what makes other engines slow.
2. A special character of the text has no backslash. → Escape it; in JSON a backslash is written twice.

## EMPTY_FILTER

A filter condition names no criterion, or a rule-config's \`filter\` transformer lists no values.

1. Only \`field\` is given. → Add a criterion such as \`equals\` or \`isNull\`.

## VALUE_NOT_NUMERIC

A numeric function met a text that is no number.

1. The field holds mixed values. → Filter such records out first, or take another field.

## VALUE_NOT_A_TIME

A comparison of times met a text that is no time.

1. The field holds dates in another form. → Store them as RFC 3339 or YYYY-MM-DD.

## INVALID_TIME

A criterion such as \`after\` is no time.

1. It is written as a local date. → Write 2026-01-31T12:00:00Z.

## ARGUMENT_OUT_OF_RANGE

An argument such as \`limit\` or \`pageSize\` is negative or too large.

1. A page number from 0. → Pages count from 1.

## TRY_AGAIN

The service could not finish in time, or its store is overloaded. Nothing is lost, and the same request may be sent again.

1. Many callers at once, or a cold start. → Repeat after a moment, waiting longer each time; clients of the project do so.
2. A rule has keys that very many records share, so that a submit has many candidates. → Look for \`HUB_KEY\` and low selectivity in \`svc_lint_rule_config\`.
3. The table is throttled. → See the alarms of the table.

## STORE_FULL

The disk or the memory map of the local store is full. What was acknowledged is safe.

1. The disk is full. → Free space, or move the data directory.

## INTERNAL_ERROR

Message: \`Unexpected error.\`

Something unexpected; the cause stands in the log under the request id in \`extensions.requestId\`.

1. A fault of the service. → Give the request id to whoever runs it, who finds the cause in the log. Sending the same request again is safe.

## SERVICE_MISCONFIGURED

The service runs but cannot serve: its rule-config, schema or environment has errors, which its log lists.

1. A rule-config or schema with errors was deployed. → Check both with \`svc_lint_rule_config\`, correct them, apply again.
2. Environment variables were changed by hand. → Apply the Terraform module again.
`,
  },
  {
    path: 'errors/authorizer.md',
    title: 'Reasons of the authorizer',
    summary:
      "The caller only sees [`Forbidden`](gateway.md#forbidden); the log of the authorizer's function has the `reason` with the request id and the address. It never has the token.",
    text: `# Reasons of the authorizer

The caller only sees [\`Forbidden\`](gateway.md#forbidden); the log of the authorizer's function has the \`reason\` with the request id and the address. It never has the token.

## ADDRESS_NOT_ALLOWED

The caller's address is in no range of \`ip_range_allow_list\`.

1. The caller left its network by another address than expected. → Take the address from the log and add it, or its range.
2. IPv6 is used and only IPv4 was listed. → Add the IPv6 range.

## TOKEN_MISSING

The \`Authorization\` header holds no bearer token.

1. The word \`Bearer\` is missing. → Send \`Authorization: Bearer <token>\`.

## TOKEN_TOO_LARGE

The token is longer than any that an issuer makes.

1. Something else was sent, such as a whole JSON answer. → Send the value of \`access_token\` alone.

## TOKEN_MALFORMED

The token is no JSON Web Token, or its times are no numbers.

1. It was cut off or changed by a shell or a copy. → Request a new one and pass it on as it is.
2. The issuer makes opaque tokens. → Let it issue JSON Web Tokens for this audience.

## TOKEN_TYPE_NOT_ALLOWED

The token says that it is of another type than an access token.

1. An id token or a logout token was sent. → Send the access token.

## ALGORITHM_NOT_ALLOWED

The token is signed by a method that is not accepted: only asymmetric signatures are.

1. The issuer signs with a shared secret (HS256). → Let it sign with RS256, ES256 or the like.

## KEY_ID_MISSING

The token does not say by which key it is signed.

1. The issuer writes no \`kid\`. → Configure it to.

## KEY_UNKNOWN

The issuer has no key of the token's \`kid\`, also after its keys were fetched again.

1. The token comes from another issuer or another tenant. → Compare \`iss\` and the issuer's key set.
2. The issuer took the key away. → Request a new token.

## KEY_UNFIT

The key is there, but is not one for verifying this signature.

1. The key set says another use or algorithm than the token. → Correct the issuer's key set.

## KEYS_UNAVAILABLE

The keys of the issuer could not be fetched.

1. The issuer does not answer, or answers nonsense. → Open its discovery document in a browser.
2. The function has no way out to the network. → The authorizer needs one unless the module's own user pool is used.

## SIGNATURE_INVALID

The signature does not fit: the token was changed, or signed by somebody else.

1. The token was edited or damaged. → Request a new one.

## ISSUER_MISMATCH

\`iss\` is not exactly the address that the deployment trusts.

1. A slash at the end, another tenant, http for https. → Set \`authorizer_issuer_url\` to exactly what tokens have in \`iss\`.

## EXPIRY_MISSING

The token has no \`exp\`: it would be good for ever.

1. The issuer sets no life time. → Configure one.

## ISSUED_AT_MISSING

The token has no \`iat\`.

1. The issuer leaves it out. → Configure it to write one.

## TOKEN_EXPIRED

The token is no longer good.

1. A client keeps tokens for too long. → Request a new one shortly before it expires.

## TOKEN_NOT_YET_VALID

The token is from the future.

1. Clocks differ by more than the tolerance. → Set the clock of the issuer.

## AUDIENCE_MISMATCH

The token is meant for another service: \`aud\` (or \`client_id\`, where there is no \`aud\`) is none of those accepted.

1. The token was requested for another API. → Request it for the audience of this deployment.
2. The client is not among the deployment's. → Add it to \`clients\`, or its audience to \`authorizer_audience\`.

## TOKEN_USE_NOT_ACCESS

\`token_use\` says that this is no access token.

1. An id token of Cognito was sent. → Send the access token.

## SCOPE_MALFORMED

The scopes of the token are neither a text nor a list of texts.

1. The issuer was given an unusual claim. → Let it write \`scope\` as a text with blanks between.

## ISSUER_KEYS_UNAVAILABLE

The issuer's keys could not be read at all; every request is refused until they can be.

1. The discovery document names no \`jwks_uri\`. → Set \`authorizer_issuer_url\` to an issuer with one.

## DOCUMENT_UNAVAILABLE

A document of the issuer, such as its discovery document, could not be fetched or is not what it should be.

1. The issuer does not answer, redirects, or answers HTML. → Open the address that the log names.

## ALLOW_LIST_INVALID

The list of addresses cannot be read.

1. It was edited by hand in the function's environment. → Apply the Terraform module again.

## AUTHORIZER_CONFIG_INVALID

The environment of the authorizer is not usable; the message lists every variable.

1. Variables were changed by hand. → Apply the Terraform module again.
`,
  },
  {
    path: 'errors/command-line.md',
    title: 'Errors of the command line',
    summary: '`entity-data` prints `CODE: message` and a hint, and exits with a status other than 0.',
    text: `# Errors of the command line

\`entity-data\` prints \`CODE: message\` and a hint, and exits with a status other than 0.

## CONNECTION_UNKNOWN

The command was not told which service to talk to, or who it is.

1. No service was started here, and no address was given. → Give \`--api-url\` and \`--token-url\`, or their environment variables.

## TOKEN_REFUSED

The token endpoint gives no token.

1. Client id or secret is wrong. → Take both from the same client.
2. The client may not have the scope. → Ask for fewer scopes, or allow them.

## CALLER_REFUSED

The API lets this caller do nothing, or not this.

1. The token lacks a scope, or the address is not allowed. → The hint names what is missing.

## SERVICE_UNREACHABLE

No answer, or none that helps, after every attempt. Nothing is lost.

1. The address is wrong or the service is down. → Check it with curl, then repeat the command; a load goes on with \`--resume\`.

## ANSWER_NOT_UNDERSTOOD

What answered is no GraphQL API.

1. The address is that of the guidance server, a proxy or a sign-in page. → Use \`api_url\`.

## QUERY_REFUSED

The API refused the query; its own errors stand below.

1. See these errors. → Each is explained by its code.

## SEARCH_ARGUMENT_INVALID

An argument of a search says nothing.

1. It has no \`=\`. → Write \`field=text\`, \`field:=json\`, or one JSON object.

## SOURCE_FILE_UNUSABLE

The file to load cannot be read as CSV or as lines of JSON.

1. Its ending does not say what it holds. → Name it \`.csv\` or \`.jsonl\`.

## COLUMNS_INVALID

The mapping of columns cannot be used, or a row of the file does not fit its header.

1. A column is misspelt, or the id column is missing. → The hint lists the columns; name the id with \`--id-column\`.
2. A quote is not closed. → Double quotes within quoted cells.

## FILE_UNREADABLE

A file that the command needs cannot be read.

1. It is not there, or may not be read. → Check the path.

## UNREADABLE

One line of the file is no record; it stands in the errors file.

1. The line is cut off or no JSON. → Correct it there and load the errors file again.

## REFUSED

The API refused one record without a code of its own; it stands in the errors file.

1. See the reason beside it. → Correct the record and load the errors file again.

## EVERYTHING_REFUSED

The first records were all refused, so the load stopped.

1. The mapping does not fit the schema. → See the errors file; check records with \`svc_validate_records\`; \`--keep-going\` loads on.

## LOAD_STATE_UNUSABLE

\`--resume\` found the state of another load.

1. The file changed since, or it was loaded into another service. → Load without \`--resume\`: records that are stored already stay as they are.

## CLIENTS_FILE_INVALID

The file of local clients cannot be used.

1. It is no JSON, or names scopes that do not exist. → Correct what the message names.

## IDENTITY_FILE_UNUSABLE

The file with the local signing key or credentials cannot be used.

1. It was damaged, or others may read it. → Remove it: the next start makes a new one, and old tokens end.
`,
  },
  {
    path: 'errors/gateway.md',
    title: 'Errors of the gateway',
    summary:
      'API Gateway answers these itself, before or instead of the service: a small JSON object with only a `message`.',
    text: `# Errors of the gateway

API Gateway answers these itself, before or instead of the service: a small JSON object with only a \`message\`.

## Unauthorized

Message: \`{"message":"Unauthorized"}\`

Message: \`Unauthorized\`

Message: \`401 Unauthorized\`

Status 401. The request has no \`Authorization\` header, so that nobody was asked whether it may pass.

1. The header is missing. → Send \`Authorization: Bearer <token>\`.
2. The header got lost on the way: curl without quotes, a proxy, a redirect to another host. → Send the request with \`--verbose\` and see what goes out.
3. The token variable is empty because the token request failed. → Print the answer of the token endpoint.

## Forbidden

Message: \`{"message":"Forbidden"}\`

Message: \`Forbidden\`

Message: \`403 Forbidden\`

Status 403. The authorizer refused the caller's address or token. The caller learns no more; the authorizer's log has the \`reason\`.

1. The token has expired. → Request a new one; keep tokens until shortly before they expire.
2. The token is of another deployment or another user pool. → Compare its \`iss\` with the \`issuer_url\` output.
3. The caller's address is not in \`ip_range_allow_list\`. → Ask for your address to be added; behind a company network it is that of the way out.
4. The audience or client is not one that the deployment knows. → Compare \`aud\` or \`client_id\` of the token with \`authorizer_audience\` or \`client_ids\`.
5. A verdict is cached: with \`authorizer_result_ttl_in_seconds\` above 0 a refusal also serves the next requests with this token. → Wait for that time.
6. An id token was sent instead of an access token. → Use \`access_token\` of the answer.

## Not Found

Message: \`{"message":"Not Found"}\`

Message: \`Not Found\`

Status 404. There is no route with this path and method.

1. The path has something behind the slash, such as \`/graphql\`. → The API is at \`api_url\` itself, with POST.
2. The address is that of the guidance server or of another stage. → Compare with the outputs \`api_url\` and \`mcp_url\`.

## Too Many Requests

Message: \`{"message":"Too Many Requests"}\`

Message: \`Too Many Requests\`

Message: \`Rate exceeded\`

Status 429. The rate or burst limit of the gateway, or the account's concurrency, was reached.

1. More requests at once than the throttling settings allow. → Send fewer at a time and wait before repeating, or raise \`api_throttling\`.
2. Reserved concurrency of the function is used up. → Raise \`reserved_concurrent_executions\`.

## Request Too Long

Message: \`{"message":"Request Too Long"}\`

Message: \`{"message":"Request Entity Too Large"}\`

Message: \`Request Entity Too Large\`

Status 413. The body is larger than the gateway passes on.

1. The batch is too large. → Send fewer records in one request.

## Internal Server Error

Message: \`{"message":"Internal Server Error"}\`

Message: \`Internal Server Error\`

Status 500. The function or the authorizer failed without an answer.

1. The function could not start: its log says which configuration it misses. → Correct it and deploy again.
2. It ran out of memory or time. → Look at its log and its alarms; raise \`memory_size\` or \`timeout\`.
3. The gateway may not call the function. → Apply the module again; it sets the permission.

## Service Unavailable

Message: \`{"message":"Service Unavailable"}\`

Message: \`Service Unavailable\`

Message: \`Endpoint request timed out\`

Message: \`{"message":"Endpoint request timed out"}\`

Status 503 or 504. The function gave no answer within the time of the gateway, 30 seconds at most.

1. A cold start under heavy load, or a throttled table. → Repeat; repeating is safe.
2. Submits have very many candidates. → Look for \`HUB_KEY\` and low selectivity in \`svc_lint_rule_config\`.

## invalid_client

Message: \`{"error":"invalid_client"}\`

Message: \`invalid_client\`

The token endpoint does not know the client, or the secret is wrong.

1. Client id and secret do not belong together. → Take both from the same client; the secret stands in the user pool's console.
2. They were sent in the wrong place. → Send them as HTTP Basic credentials: \`--user "$CLIENT_ID:$CLIENT_SECRET"\`.

## invalid_scope

Message: \`{"error":"invalid_scope"}\`

Message: \`invalid_scope\`

The client asked for a scope that it may not have, or that does not exist.

1. The scope is misspelt, or its prefix is not the deployment's service identifier. → Compare with \`allowed_scopes\` of the client.

## invalid_grant

Message: \`{"error":"invalid_grant"}\`

Message: \`unsupported_grant_type\`

Message: \`{"error":"unauthorized_client"}\`

The token endpoint takes the grant \`client_credentials\` only, from clients that may use it.

1. Another grant was asked for. → Send \`grant_type=client_credentials\` as a form.
`,
  },
  {
    path: 'errors/graphql.md',
    title: 'Errors of GraphQL',
    summary: 'These messages come from the GraphQL engine. Their codes are explained on the [page of the API](api.md).',
    text: `# Errors of GraphQL

These messages come from the GraphQL engine. Their codes are explained on the [page of the API](api.md).

## Expected value of type

Message: \`Expected value of type "…", found …\`

Message: \`String cannot represent a non string value: …\`

Message: \`Int cannot represent non-integer value: …\`

Message: \`Float cannot represent non numeric value: …\`

Message: \`Boolean cannot represent a non boolean value: …\`

Message: \`ID cannot represent …\`

Message: \`Value "…" does not exist in "…" enum…\`

A value does not fit its type; the code is \`BAD_USER_INPUT\` or \`GRAPHQL_VALIDATION_FAILED\`.

1. Numbers are sent as texts, or texts as numbers. → Convert them, or change the schema to the type that your source has; \`Any\` takes everything.
2. A list was sent for a field that is none. → Make the field a list in the schema: \`[String!]\`.

## Field is not defined by type

Message: \`Field "…" is not defined by type "…"…\`

Message: \`Field "…" is not defined by type "RecordInput"…\`

A record or an input has a field that the schema does not know; the code is \`BAD_USER_INPUT\`.

1. The field is misspelt, or its case differs. → Compare with \`schema.graphqls\`; \`svc_validate_records\` proposes the nearest name.
2. The field is new. → Add it to \`type Record\`, deploy, then send it.

## Field of required type was not provided

Message: \`Field "…" of required type "…" was not provided.\`

Message: \`Expected non-nullable type "…" not to be null…\`

Message: \`Variable "$…" of required type "…" was not provided.\`

Something required is missing; the code is \`BAD_USER_INPUT\`.

1. A record has no \`id\`, or a variable was not sent at all. → Send \`{"variables": {"input": {…}}}\`.

## Introspection does not show a field

The schema in the tool is older than the deployment.

1. The tool keeps a copy. → Fetch the schema again.
`,
  },
  {
    path: 'errors/guidance.md',
    title: 'Errors of the guidance server',
    summary:
      'Problems with arguments are results with `isError: true`, which a model reads and corrects. Problems with the protocol are JSON-RPC errors.',
    text: `# Errors of the guidance server

Problems with arguments are results with \`isError: true\`, which a model reads and corrects. Problems with the protocol are JSON-RPC errors.

## BAD_ARGUMENTS

The arguments are well-formed, but the tool cannot work with them.

1. See the message. → Correct the argument that it names.

## UNKNOWN_FIELD

A record or search parameters have a field that the schema does not have; the API answers \`BAD_USER_INPUT\`.

1. A misspelt name. → The hint names the nearest one.

## FIELD_MISSING

A required field is missing; the API answers \`BAD_USER_INPUT\`.

1. The schema marks it with \`!\`. → Send it, or take the \`!\` away.

## NO_RULE_APPLIES

A record can be stored, but no rule of an index rule set can use it: no search finds it, and it links to nothing.

1. It lacks the fields that the rules need. → Send them, or add a rule for what such records have.
2. Its values cannot be read. → See \`VALUE_UNREADABLE\` beside it.

## RECORD_REPEATED

The same record stands in the list twice. It is stored once.

1. A repeated row. → Nothing to do.

## VALUE_UNREADABLE

A transformer made no value of what the record has; the value counts as missing.

1. The value is in another form than the transformer expects. → Correct it at its source, or add the form.

## Method not found

Message: \`Method not found\`

Message: \`-32601\`

JSON-RPC error -32601: the server does not have this method.

1. The client asks for something optional, such as subscriptions. → Nothing to do: clients go on without it.

## No such tool

Message: \`There is no such tool; tools/list names them all.\`

Message: \`-32602\`

JSON-RPC error -32602: the name of the tool, prompt or resource is unknown, or the parameters of the message are broken.

1. The deployment has another service identifier: tools begin with it instead of \`svc\`. → Take the names from \`tools/list\`.

## Requests from this origin are not served

Message: \`Requests from this origin are not served.\`

Message: \`This server answers to loopback names only.\`

Status 403: a page in a browser of another site called the server.

1. A web tool such as an inspector. → Add its origin to \`ALLOWED_ORIGINS\` of the function, or use a client that is no web page.
2. The local service is called under another name than localhost. → Use \`http://127.0.0.1\` or \`http://localhost\`.

## Took longer

Message: \`This took longer than … ms and was cut off…\`

A call asked for more work than one call may do.

1. A very large document, long texts, or many records. → Send less: one pair of records shows the same as a thousand.
`,
  },
  {
    path: 'errors/identifiers.md',
    title: 'Errors of identifiers',
    summary: '`svc_validate_identifier` answers them; in a pipeline such a value becomes no value.',
    text: `# Errors of identifiers

\`svc_validate_identifier\` answers them; in a pipeline such a value becomes no value.

## CHECK_DIGIT

The check digit does not fit the other digits.

1. A digit is wrong, or two neighbours are swapped. → Compare with the source; the message has the digit that would fit.

## WRONG_LENGTH

The value has too many or too few characters.

1. Leading zeros were lost in a spreadsheet. → Export the column as text.

## WRONG_CHARACTER

A character that such identifiers never have.

1. O for 0 or I for 1. → Compare with the source.

## RESERVED_RANGE

The number lies in a range that was never given out.

1. A placeholder such as 000-00-0000. → Leave the field empty instead.

## ADVERTISED

A number known from advertisements, used by thousands.

1. A specimen was typed in. → Leave the field empty instead.

## UNASSIGNED_PREFIX

The prefix of an EIN was never assigned.

1. The value is another number. → Check the column.

## MODEL_YEAR

Position 10 of a VIN is no model year.

1. A character is wrong. → Compare with the source.

## WRONG_FORMAT

A driver's licence number does not have the form of its state.

1. The state is another one. → The answer lists the states whose form it has.

## UNKNOWN_FORMAT

A driver's licence number has the form of no state.

1. It was cut off. → Compare with the licence.

## UNKNOWN_STATE

There is no such state.

1. A misspelt name. → Write its postal code of two letters.
`,
  },
  {
    path: 'errors/schema.md',
    title: 'Errors in schema.graphqls',
    summary: 'Each comes with line, column and a hint. `svc_lint_rule_config` shows them when it is given the schema.',
    text: `# Errors in schema.graphqls

Each comes with line, column and a hint. \`svc_lint_rule_config\` shows them when it is given the schema.

## SCHEMA_INVALID

The schema cannot be used; the message lists every error of it.

1. One of the errors on this page. → Correct what the message names.

## INVALID_SCHEMA

The text is no GraphQL schema: a syntax error, or a rule of GraphQL is broken.

1. A bracket or a type is missing. → Correct the place that is named.

## RECORD_MISSING

There is no \`type Record\`.

1. The type has another name. → Call the type of your records \`Record\`.

## ID_MISSING

\`type Record\` has no \`id: ID!\`.

1. The id has another name or type. → Add \`id: ID!\`.

## WRONG_KIND

Something is declared as another kind than the service needs, for instance \`input Record\`.

1. \`Record\` must be a type, \`RecordInput\` and \`SearchParams\` must be inputs. → Correct the keyword, or leave inputs out: they are derived.

## DUPLICATE_TYPE

A type is declared twice.

1. Two files were joined. → Keep one.

## DUPLICATE_FIELD

A field is declared twice in one type.

1. A copied line. → Keep one.

## EMPTY_TYPE

A type has no fields.

1. All of its fields were taken out. → Add one, or take the type away.

## FIELD_WITH_ARGUMENTS

A field of a record has arguments; records are data.

1. The schema of another API was copied. → Take the arguments away.

## PRIVILEGE_MISSING

\`@hasPrivilege\` does not say which scope.

1. The argument is missing or empty. → Write \`@hasPrivilege(privilege: "svc/read.salary")\`.

## REQUIRED_RECORD_FIELD

A field besides \`id\` is required: records without it are refused.

1. \`!\` stands behind the type. → Keep it only where no record may ever lack the field.

## REQUIRED_SEARCH_PARAMETER

A field of \`SearchParams\` is required: every search must give it.

1. \`!\` was copied from \`Record\`. → Take it away.

## RESERVED_FIELD_NAME

A field begins with two underscores, which GraphQL keeps for itself.

1. The column is called so at its source. → Rename it.

## RESERVED_TYPE_NAME

A type has the name of one of the service's own types, such as \`Entity\`.

1. The name is taken. → Rename the type.

## UNKNOWN_DIRECTIVE

A directive is none of those offered: \`@hasPrivilege\` and \`@deprecated\`.

1. It belongs to another server. → Take it away.

## UNKNOWN_SCALAR

A scalar is declared that the service does not have.

1. A scalar such as \`DateTime\`. → Use \`Time\`, \`Date\`, \`Any\`, \`Map\` or \`StringMap\`.

## UNKNOWN_TYPE

A field has a type that is not declared, or a part of a rule-config a type that does not exist.

1. A misspelt name. → The hint names the nearest one.

## UNSUPPORTED_DEFINITION

Interfaces, unions, extensions and operations have no meaning for records.

1. The schema of another API was copied. → Describe the records with types and enums alone.
`,
  },
  {
    path: 'errors/start.md',
    title: 'Errors at the start of a service',
    summary:
      'A service refuses to start on documents with errors and prints all of them: `file:line:column error CODE message (hint)`.',
    text: `# Errors at the start of a service

A service refuses to start on documents with errors and prints all of them: \`file:line:column error CODE message (hint)\`.

## DEPLOYMENT_INVALID

The documents of the deployment cannot be used; the message lists every error of both.

1. The rule-config or the schema has errors. → Check both with \`svc_lint_rule_config\`, correct, start again.

## RULE_CONFIG_INVALID

Message: \`rule-config.json:…:… error …\`

The rule-config has errors; the message lists every finding with line and column.

1. See the findings. → Correct them; each is explained by its code.

## INVALID_RULE_CONFIG

Message: \`the rule-config cannot be compiled: …\`

A document that the linter refuses reached the compiler.

1. It was not linted, or a program made it. → Run \`svc_lint_rule_config\`, which says where.

## MISSING_PART

A transformer refers to a part that is not in the document.

1. A tokenizer or a reference list was renamed. → Correct the id.

## CONFIGURATION_LOCATION_INVALID

A document's place is neither a path nor an entry of the configuration table.

1. An environment variable was changed by hand. → Apply the Terraform module again.

## CONFIGURATION_UNREADABLE

A document of the deployment cannot be read.

1. The file is not there, or may not be read. → Check the path.
2. The configuration table has no such entry. → Apply the Terraform module again: it fills the table.

## API_CONFIG_INVALID

The environment of the API's function is not usable; the message lists every variable.

1. Variables were changed by hand. → Apply the Terraform module again.

## GUIDANCE_CONFIG_INVALID

The environment of the guidance server is not usable; the message lists every variable.

1. Variables were changed by hand. → Apply the Terraform module again.

## STORE_UNAVAILABLE

The store cannot be opened: no such table or directory, no permission, no disk.

1. The table does not exist in this region, or the role may not use it. → Apply the Terraform module; do not change its policies by hand.
2. The data directory belongs to somebody else, or another service has it open. → Choose another with \`--data\`, or stop the other one.

## STORE_FORMAT

The data was written by another version of this service, or by another program.

1. The service was updated over a version that changed the format. → Load the data anew into an empty store, as the changelog says.

## STORE_CLOSED

The store was used after it was closed.

1. A request came while the service was stopping. → Send it again when the service runs.

## INVALID_KEY

A key of the store is empty, too long or no well-formed text. A fault of the service.

1. A fault. → Report it with the request id.

## INVALID_ITEM

An item of the store holds something that cannot be stored. A fault of the service.

1. A fault. → Report it with the request id.

## INVALID_WRITE

A call of the store breaks its contract. A fault of the service.

1. A fault. → Report it with the request id.

## ITEM_TOO_LARGE

An item is larger than what the store can hold.

1. An entity or a record is unusually large. → Leave out fields that nobody needs; look whether a rule joins too much.

## START_REFUSED

The local service cannot start as it is configured; the message lists every problem.

1. A file is missing or has errors. → Correct what the message names.

## PORT_IN_USE

Another program listens on the port.

1. An earlier service still runs. → Stop it, or choose another port with \`--port\`.

## RULES_CHANGED

The data in the directory was indexed by other rules.

1. The rule-config was edited in a way that changes index keys. → Load the records again into a new data directory, or put the old rule-config back.

## RULES_FILE_INVALID

A file named on the command line cannot be read as what it should be.

1. The path is wrong, or the file is no JSON. → Check the path and the file.
`,
  },
  {
    path: 'errors/terraform.md',
    title: 'Errors at plan and apply',
    summary:
      'The module checks its variables at plan and says in each message what must be written. `svc_explain_error` knows every one of these messages. What AWS itself refuses at apply stands here.',
    text: `# Errors at plan and apply

The module checks its variables at plan and says in each message what must be written. \`svc_explain_error\` knows every one of these messages. What AWS itself refuses at apply stands here.

## Invalid value for variable

Message: \`Invalid value for variable\`

A variable does not pass the module's own check; the text below says what must be written.

1. See the text below the message. → Correct the variable; nothing was changed.

## Domain already associated with another user pool

Message: \`Domain already associated with another user pool\`

Message: \`Domain already exists\`

The domain of the token endpoint is taken: it is unique in its region over all accounts.

1. \`resource_prefix\` is a common word. → Set \`cognito_domain_prefix\` to something of your own.

## AccessDeniedException

Message: \`AccessDeniedException\`

Message: \`is not authorized to perform\`

Whoever applies may not do something that the module needs.

1. The role lacks the permission that the message names. → Add it, or apply as somebody who has it.
2. A permissions boundary forbids it. → Set \`permissions_boundary\` and \`role_path\` as your organisation wants.

## ResourceConflictException

Message: \`ResourceConflictException\`

Message: \`already exists\`

Something of this name exists already.

1. Another instance has the same \`resource_prefix\`. → Choose another one.
2. An earlier apply was cut off and its state was lost. → Import the resource, or delete it.

## Error acquiring the state lock

Message: \`Error acquiring the state lock\`

Another apply runs, or one was cut off.

1. Somebody else applies. → Wait. If nobody does, \`terraform force-unlock\` with the id that is shown.

## CodeStorageExceededException

Message: \`CodeStorageExceededException\`

Message: \`Unzipped size must be smaller than\`

The archives of functions do not fit the account's limits.

1. Old versions of functions fill the account. → Delete them, or have the limit raised.

## Provider version

Message: \`Unsupported argument\`

Message: \`no available releases match the given constraints\`

The version of Terraform or of the provider is older than the module needs.

1. A lock file pins an old provider. → \`terraform init -upgrade\`; the module needs Terraform 1.9 and aws 5.100 or later.
`,
  },
  {
    path: 'guidance/README.md',
    title: 'The guidance server',
    summary:
      'A public, read-only server of the Model Context Protocol that helps a person and their AI assistant to design, check and debug a deployment before any data is involved. Its tools run the same code as the service, so that what they say is what the service does.',
    text: `# The guidance server

A public, read-only server of the Model Context Protocol that helps a person and their AI assistant to design, check and debug a deployment before any data is involved. Its tools run the same code as the service, so that what they say is what the service does.

- [Add it to your assistant or editor](setup.md)
- [A worked conversation](conversation.md)

## Tools

| tool | use it to |
|---|---|
| \`svc_generate_transformers\` | get transformers, resolvers and matchers for one kind of value |
| \`svc_lint_rule_config\` | check a rule-config and a schema; see what index keys cost |
| \`svc_simulate_match\` | see why two records match or do not |
| \`svc_validate_records\` | check records before they are submitted |
| \`svc_validate_search_parameters\` | see which rules a search can satisfy |
| \`svc_generate_graphql\` | get a document, variables, scope and curl command for an operation |
| \`svc_validate_identifier\` | check an NPI, SSN, EIN, VIN or driver's licence number |
| \`svc_search_docs\` | find passages of this documentation |
| \`svc_explain_concept\` | learn what a word means here |
| \`svc_explain_error\` | learn what an error means and how to fix it |

All of them are read-only, work on their arguments alone, and answer structured content that fits a published schema. Rule-configs and records can be given as JSON objects or as JSON text; given as text, findings have line and column.

## Prompts and resources

Three prompts start a conversation: *Design a rule-config with me*, *Why did these two not match?* and *Prepare my first load*. Every page of this documentation is a resource under \`docs://entity-data/\`.

## Privacy and limits

Nothing that callers send is kept: neither arguments nor results reach a log, only the name of the tool, sizes, duration and outcome. The function may use no table and calls nothing.

| limit | |
|---|---|
| a request | 4 MB |
| a call | 5 seconds, then it is cut off |
| a result | 1.5 MB |
| a batch (revision 2025-03-26 only) | 20 messages |
| requests a second | the variable \`guidance_throttling\` |
`,
  },
  {
    path: 'guidance/conversation.md',
    title: 'A worked conversation',
    summary:
      'From columns to loaded records, with an assistant that has the guidance server and nothing else. What the person writes stands behind **You**, the tools that the assistant calls in between.',
    text: `# A worked conversation

From columns to loaded records, with an assistant that has the guidance server and nothing else. What the person writes stands behind **You**, the tools that the assistant calls in between.

## The columns

**You:** I have customers from a web shop and a CRM. Columns: \`givenName\`, \`familyName\`, \`email\`, \`dateOfBirth\`. Wrong matches are worse than missed ones.

The assistant takes the prompt \`design_rule_config\`, or calls the tools itself. It asks at most for what names do not tell: whether families share e-mail addresses, say.

**You:** Families do share addresses sometimes.

## A rule-config, part by part

\`svc_generate_transformers\`, once for each kind of value:

\`\`\`json
{ "kind": "name", "fields": ["givenName", "familyName"], "country": "GB" }
\`\`\`

The answer has transformers, resolvers, comparers, tokenizers and matchers to paste, and shows what they make of an example: \`Bob\` becomes \`robert\`, \`O'EXAMPLE\` becomes \`oexample\`. The same for \`email\` and \`dateOfBirth\`. The assistant writes the rules:

| rule | matchers | finds |
|---|---|---|
| \`EMAIL_NAME\` | same e-mail address, given names that look alike | one person, two accounts |
| \`BIRTH_NAME\` | same date of birth (or day and month swapped), family names that sound alike, given names that look alike | one person with several addresses |

## Linted

\`svc_lint_rule_config\` with the rule-config and the schema answers \`"valid": true\`, and for each rule its index keys with an estimate: among a million records, \`BIRTH_NAME\` compares each with less than one stranger. Had the assistant misspelt an id, it would read:

\`\`\`json
{
  "code": "DANGLING_ID",
  "message": "there is no matcher \\"sameEmial\\"",
  "line": 161,
  "column": 9,
  "hint": "Did you mean \\"sameEmail\\"?"
}
\`\`\`

## Tried

\`svc_simulate_match\` with made-up pairs. Robert and Bob with the same date of birth:

> Group people: linked by BIRTH_NAME.

Mother and daughter with one e-mail address:

> Group people: no rule holds. Nearest is EMAIL_NAME, which lacks NAME_GIVEN_LOOKS_ALIKE.

Both are right. A pair whose family name changed by marriage comes out as no match; the assistant says so, and leaves it: wrong matches are worse.

## Records checked

\`svc_validate_records\` with three rows of the export, values replaced:

> 1 of 3 is refused: \`crm:18\`, the record id contains a colon. Use 1 to 512 bytes of text without a colon.

**You:** Our ids do have colons.

Then the export writes \`crm-18\`.

## Loaded

\`svc_generate_graphql\` for \`submit\` gives the document, variables, the scope \`svc/mutation.submit\` and two commands:

\`\`\`sh
TOKEN=$(curl --silent --fail-with-body "$TOKEN_URL" \\
  --user "$CLIENT_ID:$CLIENT_SECRET" \\
  --data-urlencode "grant_type=client_credentials" \\
  --data-urlencode "scope=svc/mutation.submit" \\
  | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')
\`\`\`

\`\`\`sh
curl --fail-with-body "$API_URL" \\
  --header "authorization: Bearer $TOKEN" \\
  --header "content-type: application/json" \\
  --data-binary @first-records.json
\`\`\`

The secret never leaves the shell. For whole files there is the load command, which goes on where it was interrupted.

## Something goes wrong

**You:** It says \`{"message":"Forbidden"}\`.

\`svc_explain_error\` with the message: the authorizer refused address or token; most likely the token has expired, next that it is of another deployment, then that the address is not in \`ip_range_allow_list\`. The log of the authorizer has the reason.

**You:** Two customers did not match, though they are the same.

\`svc_simulate_match\` with both, made unrecognisable but alike: the trace shows that \`dateOfBirth\` was \`03/04/1980\` in one and \`4.3.1980\` in the other, read as March and as April. The source of the first writes the month first; a \`makedate\` of its own with \`dayFirst: false\` sets it right, and the linter and the pairs from above say that nothing else changed.
`,
  },
  {
    path: 'guidance/setup.md',
    title: 'Add the guidance server to your assistant or editor',
    summary:
      'The guidance server is a public, read-only server of the Model Context Protocol (MCP). It helps you and your AI assistant to design, check and debug a deployment. It sees no data of any deployment, keeps nothing of what you send, and needs no key: give your assistant its address, and that is all.',
    text: `# Add the guidance server to your assistant or editor

The guidance server is a public, read-only server of the Model Context Protocol (MCP). It helps you and your AI assistant to design, check and debug a deployment. It sees no data of any deployment, keeps nothing of what you send, and needs no key: give your assistant its address, and that is all.

The address is the output \`mcp_url\` of the Terraform module:

\`\`\`sh
terraform output -raw mcp_url
\`\`\`

A local service prints it at its start; it is \`http://127.0.0.1:<port>/mcp\`. In what follows, put your own address in place of \`https://mcp.example.com/\`.

Records that you try should be made up: the assistant's maker may keep what you write to it, even though this server does not.

## Claude Code

\`\`\`sh
claude mcp add --transport http entity-data https://mcp.example.com/
\`\`\`

Or in \`.mcp.json\` of your project, so that everybody who works on it has it:

\`\`\`json
{
  "mcpServers": {
    "entity-data": {
      "type": "http",
      "url": "https://mcp.example.com/"
    }
  }
}
\`\`\`

## Claude Desktop and claude.ai

Settings, Connectors, Add custom connector: the name \`entity-data\`, the address, and no OAuth. Where only the file \`claude_desktop_config.json\` is at hand, let a small program pass the messages on:

\`\`\`json
{
  "mcpServers": {
    "entity-data": {
      "command": "npx",
      "args": ["-y", "mcp-remote", "https://mcp.example.com/"]
    }
  }
}
\`\`\`

## Visual Studio Code with Copilot

\`.vscode/mcp.json\`:

\`\`\`json
{
  "servers": {
    "entity-data": {
      "type": "http",
      "url": "https://mcp.example.com/"
    }
  }
}
\`\`\`

## Cursor

\`.cursor/mcp.json\` of the project, or \`~/.cursor/mcp.json\` for all:

\`\`\`json
{
  "mcpServers": {
    "entity-data": {
      "url": "https://mcp.example.com/"
    }
  }
}
\`\`\`

## Windsurf

\`~/.codeium/windsurf/mcp_config.json\`:

\`\`\`json
{
  "mcpServers": {
    "entity-data": {
      "serverUrl": "https://mcp.example.com/"
    }
  }
}
\`\`\`

## Zed

\`settings.json\`:

\`\`\`json
{
  "context_servers": {
    "entity-data": {
      "url": "https://mcp.example.com/"
    }
  }
}
\`\`\`

## JetBrains IDEs

Settings, Tools, AI Assistant, Model Context Protocol, Add, As JSON:

\`\`\`json
{
  "mcpServers": {
    "entity-data": {
      "url": "https://mcp.example.com/"
    }
  }
}
\`\`\`

## Gemini CLI

\`~/.gemini/settings.json\`:

\`\`\`json
{
  "mcpServers": {
    "entity-data": {
      "httpUrl": "https://mcp.example.com/"
    }
  }
}
\`\`\`

## Codex CLI

\`~/.codex/config.toml\`:

\`\`\`toml
[mcp_servers.entity-data]
url = "https://mcp.example.com/"
\`\`\`

## ChatGPT

Settings, Connectors, Advanced, Developer mode; then Create: the name, the address, no authentication. The address must be reachable from the internet, which a local service is not.

## With curl

No client is needed to try it:

\`\`\`sh
curl -s https://mcp.example.com/ \\
  -H 'content-type: application/json' \\
  -d '{"jsonrpc":"2.0","id":1,"method":"tools/list"}'
\`\`\`

\`\`\`sh
curl -s https://mcp.example.com/ \\
  -H 'content-type: application/json' \\
  -d '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"svc_validate_identifier","arguments":{"kind":"NPI","value":"1234567893"}}}'
\`\`\`

## In a program

With \`@modelcontextprotocol/client\`:

\`\`\`ts
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

const client = new Client({ name: 'my-program', version: '1.0.0' });
await client.connect(new StreamableHTTPClientTransport(new URL('https://mcp.example.com/')));
const result = await client.callTool({
  name: 'svc_explain_error',
  arguments: { code: 'RECORD_EXISTS' },
});
console.log(result.structuredContent);
\`\`\`

Revision 2026-07-28 of the protocol and the handshake revisions 2025-11-25, 2025-06-18 and 2025-03-26 are served from the same address.

## What the names begin with

Tools begin with the deployment's service identifier, \`svc\` unless \`service_identifier\` says otherwise: with \`service_identifier = "acme"\` the tool is \`acme_lint_rule_config\`.

## If it does not connect

- Ask with curl, as above. An answer means that the address is right, and that the client wants another form of configuration.
- Status 403 with "Requests from this origin are not served": the client is a page in a browser. Use one that is a program, or add its origin to the function's \`ALLOWED_ORIGINS\`.
- Status 405: the client asked with GET for a stream of events. The server has none; clients of the revisions above go on without it.
- Status 429: the throttling of the gateway; see \`guidance_throttling\`.
`,
  },
  {
    path: 'rule-config/comparers.md',
    title: 'Comparers',
    summary:
      'A comparer judges two texts, the same in both directions. *Finds candidates* says whether a matcher with it can give index keys; one that cannot is verified only, so that another matcher of the rule must find the records. The examples are run as tests.',
    text: `<!-- Made by scripts/rule-config-reference.ts from the registries: change those, then run npm run docs. -->

# Comparers

A comparer judges two texts, the same in both directions. *Finds candidates* says whether a matcher with it can give index keys; one that cannot is verified only, so that another matcher of the rule must find the records. The examples are run as tests.

| type | what for |
|---|---|
| [\`exact\`](#exact) | Satisfied when the two texts are equal, character by character. |
| [\`distinct\`](#distinct) | Satisfied when the two texts are not equal: of use only beside other matchers. |
| [\`distance\`](#distance) | Satisfied when at most allowedDistance edits turn one text into the other. |
| [\`dynamicdistance\`](#dynamicdistance) | Satisfied when few enough edits turn one text into the other; longer texts may differ more. |
| [\`similarity\`](#similarity) | Satisfied when the similarity of the two texts is at least threshold. Verifies only: finds no candidates. |
| [\`phonetic\`](#phonetic) | Satisfied when the two texts sound alike: they have a phonetic code in common. |
| [\`number\`](#number) | Satisfied when both texts are numbers and not farther apart than tolerance. |
| [\`date\`](#date) | Satisfied when both texts are dates (YYYY-MM-DD) and not farther apart than toleranceDays. |
| [\`geo\`](#geo) | Satisfied when both texts are points "latitude,longitude" and not farther apart than kilometres. |

## exact

Satisfied when the two texts are equal, character by character.

No attributes.

Finds candidates: yes.

| attributes | a | b | verdict | similarity |
|---|---|---|---|---|
| \`{}\` | \`anna\` | \`anna\` | satisfied | 1.00 |
| \`{}\` | \`anna\` | \`Anna\` | not satisfied | 0.00 |

## distinct

Satisfied when the two texts are not equal: of use only beside other matchers.

No attributes.

Finds candidates: no, verifies only.

| attributes | a | b | verdict | similarity |
|---|---|---|---|---|
| \`{}\` | \`junior\` | \`senior\` | satisfied | 0.00 |
| \`{}\` | \`junior\` | \`junior\` | not satisfied | 1.00 |

## distance

Satisfied when at most allowedDistance edits turn one text into the other.

| name | type | default | meaning |
|---|---|---|---|
| \`algorithm\` | one of \`levenshtein\`, \`osa\`, \`damerauLevenshtein\` | \`"levenshtein"\` | levenshtein counts insertions, deletions and substitutions; osa also a swap of two neighbours as one edit; damerauLevenshtein the same where swapped characters are edited again. |
| \`allowedDistance\` | whole number, 0 to 1024 | required | Most edits between the two texts. Up to 4 the comparer finds candidates by index keys; above it only verifies. |

Finds candidates: with some attributes.

| attributes | a | b | verdict | similarity |
|---|---|---|---|---|
| \`{ "allowedDistance": 1 }\` | \`meier\` | \`meyer\` | satisfied | 0.80 |
| \`{ "allowedDistance": 1 }\` | \`maier\` | \`meyer\` | not satisfied | 0.60 |
| \`{ "allowedDistance": 1, "algorithm": "levenshtein" }\` | \`janni\` | \`jnani\` | not satisfied | 0.60 |
| \`{ "allowedDistance": 1, "algorithm": "osa" }\` | \`janni\` | \`jnani\` | satisfied | 0.80 |
| \`{ "allowedDistance": 2, "algorithm": "osa" }\` | \`ca\` | \`abc\` | not satisfied | 0.00 |
| \`{ "allowedDistance": 2, "algorithm": "damerauLevenshtein" }\` | \`ca\` | \`abc\` | satisfied | 0.33 |
| \`{ "allowedDistance": 5 }\` | \`robertson\` | \`johnson\` | satisfied | 0.44 |

## dynamicdistance

Satisfied when few enough edits turn one text into the other; longer texts may differ more.

| name | type | default | meaning |
|---|---|---|---|
| \`algorithm\` | one of \`levenshtein\`, \`osa\`, \`damerauLevenshtein\` | \`"levenshtein"\` | What counts as one edit; see the comparer distance. |
| \`table\` | object of whole number, 0 to 1024 | \`{ "0": 0, "4": 1, "8": 2 }\` | Allowed distance by minimal length of the shorter text, in UTF-16 code units. Default: none below 4, 1 from 4, 2 from 8. Distances above 4 are only verified. |

Finds candidates: with some attributes.

| attributes | a | b | verdict | similarity |
|---|---|---|---|---|
| \`{}\` | \`ann\` | \`anne\` | not satisfied | 0.75 |
| \`{}\` | \`anna\` | \`hanna\` | satisfied | 0.80 |
| \`{}\` | \`johannes\` | \`yohannis\` | satisfied | 0.75 |
| \`{ "table": { "0": 1 } }\` | \`ann\` | \`anne\` | satisfied | 0.75 |
| \`{ "table": { "0": 0, "10": 5 } }\` | \`alexandrina\` | \`alexandria\` | satisfied | 0.91 |

## similarity

Satisfied when the similarity of the two texts is at least threshold. Verifies only: finds no candidates.

| name | type | default | meaning |
|---|---|---|---|
| \`algorithm\` | one of \`levenshtein\`, \`osaDamerauLevenshtein\`, \`jaro\`, \`jaroWinkler\`, \`cosine\`, \`jaccard\`, \`dice\` | \`"levenshtein"\` | levenshtein and osaDamerauLevenshtein: 1 − edits / length of the longer text. jaro, jaroWinkler: common characters near each other. cosine, jaccard, dice: common runs of characters. |
| \`threshold\` | number, 0 to 1 | required | Least similarity, 0 to 1. |
| \`shingleSize\` | whole number, 1 to 64 | \`2\` | Characters of a run, for cosine, jaccard and dice; the others do not use it. |

Finds candidates: no, verifies only.

| attributes | a | b | verdict | similarity |
|---|---|---|---|---|
| \`{ "algorithm": "levenshtein", "threshold": 0.8 }\` | \`jonathan\` | \`johnathan\` | satisfied | 0.89 |
| \`{ "algorithm": "levenshtein", "threshold": 0.8 }\` | \`jon\` | \`jan\` | not satisfied | 0.67 |
| \`{ "algorithm": "jaroWinkler", "threshold": 0.95 }\` | \`martha\` | \`marhta\` | satisfied | 0.96 |
| \`{ "algorithm": "jaro", "threshold": 0.95 }\` | \`martha\` | \`marhta\` | not satisfied | 0.94 |
| \`{ "algorithm": "dice", "threshold": 0.25 }\` | \`night\` | \`nacht\` | satisfied | 0.25 |
| \`{ "algorithm": "jaccard", "threshold": 0.25 }\` | \`night\` | \`nacht\` | not satisfied | 0.14 |

## phonetic

Satisfied when the two texts sound alike: they have a phonetic code in common.

| name | type | default | meaning |
|---|---|---|---|
| \`algorithm\` | one of \`cologne\`, \`soundex\`, \`metaphone\`, \`doubleMetaphone\`, \`nysiis\` | required | cologne for German names; soundex, metaphone, doubleMetaphone and nysiis for English ones. |

Finds candidates: yes.

| attributes | a | b | verdict | similarity |
|---|---|---|---|---|
| \`{ "algorithm": "cologne" }\` | \`meier\` | \`mayr\` | satisfied | 1.00 |
| \`{ "algorithm": "cologne" }\` | \`meier\` | \`müller\` | not satisfied | 0.00 |
| \`{ "algorithm": "soundex" }\` | \`robert\` | \`rupert\` | satisfied | 1.00 |
| \`{ "algorithm": "metaphone" }\` | \`philip\` | \`filip\` | satisfied | 1.00 |
| \`{ "algorithm": "doubleMetaphone" }\` | \`smith\` | \`schmidt\` | satisfied | 1.00 |
| \`{ "algorithm": "nysiis" }\` | \`mckee\` | \`mackie\` | satisfied | 1.00 |
| \`{ "algorithm": "soundex" }\` | \`李\` | \`王\` | not satisfied | 0.00 |

## number

Satisfied when both texts are numbers and not farther apart than tolerance.

| name | type | default | meaning |
|---|---|---|---|
| \`tolerance\` | number, 0 or more or text of the form \`^\\d+(?:\\.\\d+)?%$\` | \`0\` | Largest difference: a number, or a text such as "5%" of the number farther from zero. Default 0. |

Finds candidates: yes.

| attributes | a | b | verdict | similarity |
|---|---|---|---|---|
| \`{}\` | \`1.50\` | \`1.5\` | satisfied | 1.00 |
| \`{ "tolerance": 0.5 }\` | \`10\` | \`10.5\` | satisfied | 0.95 |
| \`{ "tolerance": 0.5 }\` | \`10\` | \`10.6\` | not satisfied | 0.94 |
| \`{ "tolerance": "10%" }\` | \`100\` | \`90\` | satisfied | 0.90 |
| \`{ "tolerance": "10%" }\` | \`100\` | \`89\` | not satisfied | 0.89 |
| \`{ "tolerance": 0.5 }\` | \`ten\` | \`ten\` | not satisfied | 0.00 |

## date

Satisfied when both texts are dates (YYYY-MM-DD) and not farther apart than toleranceDays.

| name | type | default | meaning |
|---|---|---|---|
| \`toleranceDays\` | whole number, 0 to 36500 | \`0\` | Most days between the two dates. Default 0. |
| \`swappedDayMonth\` | true or false | \`false\` | True also accepts the very date with day and month swapped, as 2001-03-04 and 2001-04-03. |

Finds candidates: yes.

| attributes | a | b | verdict | similarity |
|---|---|---|---|---|
| \`{}\` | \`2001-03-04\` | \`2001-03-04\` | satisfied | 1.00 |
| \`{ "toleranceDays": 2 }\` | \`2000-02-28\` | \`2000-03-01\` | satisfied | 0.99 |
| \`{ "toleranceDays": 1 }\` | \`2000-02-28\` | \`2000-03-01\` | not satisfied | 0.99 |
| \`{ "swappedDayMonth": true }\` | \`2001-03-04\` | \`2001-04-03\` | satisfied | 1.00 |
| \`{ "swappedDayMonth": true }\` | \`2001-03-14\` | \`2001-04-03\` | not satisfied | 0.95 |
| \`{}\` | \`2001-02-30\` | \`2001-02-30\` | not satisfied | 0.00 |

## geo

Satisfied when both texts are points "latitude,longitude" and not farther apart than kilometres.

| name | type | default | meaning |
|---|---|---|---|
| \`kilometres\` | number, 0 to 20040 | required | Largest distance along the surface of the earth. |

Finds candidates: yes.

| attributes | a | b | verdict | similarity |
|---|---|---|---|---|
| \`{ "kilometres": 1 }\` | \`51.3127,9.4797\` | \`51.3157,9.4897\` | satisfied | 0.99 |
| \`{ "kilometres": 1 }\` | \`51.3127,9.4797\` | \`51.5333,9.9333\` | not satisfied | 0.60 |
| \`{ "kilometres": 30 }\` | \`0,179.9\` | \`0,-179.9\` | satisfied | 0.78 |
| \`{ "kilometres": 1 }\` | \`kassel\` | \`kassel\` | not satisfied | 0.00 |
`,
  },
  {
    path: 'rule-config/document.md',
    title: 'The document',
    summary:
      'A rule-config is one JSON object. What its keys are for is said in the [guide](README.md); this page lists every key and attribute that does not belong to a type.',
    text: `<!-- Made by scripts/rule-config-reference.ts from the registries: change those, then run npm run docs. -->

# The document

A rule-config is one JSON object. What its keys are for is said in the [guide](README.md); this page lists every key and attribute that does not belong to a type.

## Top level

| key |  | meaning |
|---|---|---|
| \`$schema\` | optional | Address of this schema, for editors. |
| \`transformers\` | required | A graph of steps that turn the fields of a record into clean values. |
| \`resolvers\` | required | The values that matter: named outputs of the pipeline. |
| \`comparers\` | optional | How two texts are compared. |
| \`tokenizers\` | optional | How a text is cut into tokens. |
| \`matchers\` | required | How the values of two records are compared. |
| \`rules\` | required | Matchers that must all be satisfied. |
| \`ruleSets\` | required | Rules of which one must be satisfied. |
| \`searchRuleSetIDs\` | required | Rule sets for searching, by name; "default" serves a search that names none. |
| \`mutationRuleSetGroups\` | required | What submit does, by name of the group. |
| \`consistencyRuleSetIDs\` | optional | By group: two records may share an entity only if this rule set is satisfied between them. |
| \`scores\` | optional | What the scores of an entity are made of. |
| \`referenceLists\` | optional | Tables for mapping values. |

## Transformers

The attributes of each type are in [transformers](transformers.md).

| name | type | default | meaning |
|---|---|---|---|
| \`id\` | text | required | Name of this part; the document refers to it by this name. |
| \`type\` | text | required | What kind of part this is. |
| \`attributes\` | object of any value or null | none | Settings of this part; which there are depends on the type. |
| \`inputPins\` | object of object or null or null | none | By name of the input pin: where its values come from; null leaves a pin open. |
| \`inputPins.*.sourceID\` | text | required | Id of the transformer that gives the values. |
| \`inputPins.*.sourcePin\` | text | required | Name of one of its output pins. |

## Resolvers

| name | type | default | meaning |
|---|---|---|---|
| \`id\` | text | required | Name under which matchers and scores use the values. |
| \`inputPin\` | object | required | Where the values come from. |
| \`inputPin.sourceID\` | text | required | Id of the transformer that gives the values. |
| \`inputPin.sourcePin\` | text | required | Name of one of its output pins. |
| \`attributes\` | object of any value or null | none | Kept for the owner; the service reads nothing here. |

## Comparers, tokenizers, matchers

The attributes of each type are in [comparers](comparers.md), [tokenizers](tokenizers.md) and [matchers](matchers.md).

| name | type | default | meaning |
|---|---|---|---|
| \`id\` | text | required | Name of this part; the document refers to it by this name. |
| \`type\` | text | required | What kind of part this is. |
| \`attributes\` | object of any value or null | none | Settings of this part; which there are depends on the type. |

## Rules

| name | type | default | meaning |
|---|---|---|---|
| \`id\` | text | required | Name of the rule; edges and hits carry it. |
| \`matcherIDs\` | list of text | required | Matchers that must all be satisfied. |
| \`attributes\` | object or null | none |  |
| \`attributes.ignoreErrors\` | true or false | \`true\` | An error (a value that must exist and does not) means "rule not satisfied"; false lets the request fail. |
| \`attributes.disableIndexMatcherIDs\` | list of text or null | none | Matchers of this rule that give no part of its index keys and are only verified afterwards. |
| \`attributes.score\` | number, 0 to 1 | \`1\` | Weight of an edge of this rule. |

### Attributes of a rule

| name | type | default | meaning |
|---|---|---|---|
| \`ignoreErrors\` | true or false | \`true\` | An error (a value that must exist and does not) means "rule not satisfied"; false lets the request fail. |
| \`disableIndexMatcherIDs\` | list of text or null | none | Matchers of this rule that give no part of its index keys and are only verified afterwards. |
| \`score\` | number, 0 to 1 | \`1\` | Weight of an edge of this rule. |

## Rule sets

| name | type | default | meaning |
|---|---|---|---|
| \`id\` | text | required | Name of the rule set. |
| \`ruleIDs\` | list of text | required | Rules of which one must be satisfied. |

## Mutation rule set groups

Entries of \`mutationRuleSetGroups\`.

| name | type | default | meaning |
|---|---|---|---|
| \`indexRuleSetID\` | text | required | Rule set whose rules give the index keys: what can be found at all. |
| \`linkRuleSetID\` | text | required | Rule set whose rules link two records into one entity. |
| \`deduplicateRuleSetID\` | text or null | none | Rule set whose rules attach a record as a duplicate of the first one seen; null for none. |

## Consistency scores

Entries of \`scores.consistency\`.

| name | type | default | meaning |
|---|---|---|---|
| \`resolverID\` | text | required | Resolver whose values are counted. |
| \`weight\` | number, 0 or more | \`1\` | Weight of this resolver in the mean. |
| \`type\` | one of \`text\`, \`date\` | \`"text"\` | date compares the parsed day. |

## Reference lists

| name | type | default | meaning |
|---|---|---|---|
| \`id\` | text | required | Name of the list. |
| \`external\` | any value | none | Where the list comes from; the service reads nothing here. |
| \`meta\` | object | required |  |
| \`meta.header\` | list of object | required | One entry per column. |
| \`meta.header[].type\` | text | required | What the column holds. |
| \`rows\` | list of list of text | required | One text per column. |

## Limits

| what | at most |
|---|---|
| bytes of the document (UTF-8) | 1,048,576 |
| lists and objects inside each other | 64 |
| transformers, resolvers, comparers, tokenizers, matchers, rules and rule sets together | 5,000 |
| rules | 500 |
| findings listed | 1,000 |
`,
  },
  {
    path: 'rule-config/lint-codes.md',
    title: 'Lint codes',
    summary:
      'Every finding about a rule-config has one of these codes, a message, a JSON pointer, line and column, and a hint. A service refuses to start on a document with errors; warnings are said and do not stop it. The codes are stable.',
    text: `<!-- Made by scripts/rule-config-reference.ts from the registries: change those, then run npm run docs. -->

# Lint codes

Every finding about a rule-config has one of these codes, a message, a JSON pointer, line and column, and a hint. A service refuses to start on a document with errors; warnings are said and do not stop it. The codes are stable.

71 codes: [DOCUMENT_TOO_LARGE](#document_too_large) · [NESTING_TOO_DEEP](#nesting_too_deep) · [TOO_MANY_PARTS](#too_many_parts) · [TOO_MANY_FINDINGS](#too_many_findings) · [INVALID_SYNTAX](#invalid_syntax) · [DUPLICATE_KEY](#duplicate_key) · [RESERVED_KEY](#reserved_key) · [LONE_SURROGATE](#lone_surrogate) · [NUMBER_BEYOND_PRECISION](#number_beyond_precision) · [NOT_JSON](#not_json) · [MISSING_KEY](#missing_key) · [UNKNOWN_KEY](#unknown_key) · [WRONG_TYPE](#wrong_type) · [INVALID_VALUE](#invalid_value) · [OUT_OF_RANGE](#out_of_range) · [UNKNOWN_TYPE](#unknown_type) · [DUPLICATE_ID](#duplicate_id) · [DANGLING_ID](#dangling_id) · [MISSING_ATTRIBUTE](#missing_attribute) · [UNUSED_ATTRIBUTE](#unused_attribute) · [PATTERN](#pattern) · [PATTERNS_TOO_LARGE](#patterns_too_large) · [PATTERN_MATCHES_EMPTY](#pattern_matches_empty) · [UNKNOWN_GROUP](#unknown_group) · [EMPTY_PATH_STEP](#empty_path_step) · [DUPLICATE_PIN](#duplicate_pin) · [EMPTY_FILTER](#empty_filter) · [LIST_MAPS_TO_ITSELF](#list_maps_to_itself) · [DATE_FORMAT](#date_format) · [UNKNOWN_COUNTRY](#unknown_country) · [UNKNOWN_STATE](#unknown_state) · [INDEX_TOKENS_ABOVE_MIN](#index_tokens_above_min) · [INDEX_STRATEGY_INCOMPLETE](#index_strategy_incomplete) · [SAME_AS_EXACT](#same_as_exact) · [DISTANCE_NOT_INDEXED](#distance_not_indexed) · [WEIGHTS_DO_NOT_FIT](#weights_do_not_fit) · [WEIGHTS_RISE](#weights_rise) · [LIMITS_CROSS](#limits_cross) · [THRESHOLD_OUT_OF_REACH](#threshold_out_of_reach) · [PIPELINE_CYCLE](#pipeline_cycle) · [UNCONNECTED_PIN](#unconnected_pin) · [UNKNOWN_INPUT_PIN](#unknown_input_pin) · [UNKNOWN_OUTPUT_PIN](#unknown_output_pin) · [RESOLVER_PIN_MISSING](#resolver_pin_missing) · [UNKNOWN_PATH](#unknown_path) · [ROW_WIDTH](#row_width) · [EMPTY_REFERENCE_LIST](#empty_reference_list) · [ACCEPTS_EVERYTHING](#accepts_everything) · [ACCEPTS_NOTHING](#accepts_nothing) · [MATCHER_CYCLE](#matcher_cycle) · [MATCHER_TOO_LARGE](#matcher_too_large) · [DISTINCT_ALONE](#distinct_alone) · [CONTRADICTING_MATCHERS](#contradicting_matchers) · [EMPTY_RULE](#empty_rule) · [REPEATED_ID](#repeated_id) · [DISABLED_MATCHER_UNUSED](#disabled_matcher_unused) · [RESERVED_RULE_ID](#reserved_rule_id) · [EMPTY_RULE_SET](#empty_rule_set) · [NO_INDEX_KEYS](#no_index_keys) · [SEARCH_NOT_INDEXED](#search_not_indexed) · [LINK_NOT_INDEXED](#link_not_indexed) · [HUB_KEY](#hub_key) · [USELESS_RULE](#useless_rule) · [NO_DEFAULT_SEARCH](#no_default_search) · [NO_MUTATION_GROUP](#no_mutation_group) · [UNKNOWN_CONSISTENCY_GROUP](#unknown_consistency_group) · [CONSISTENCY_NEVER_HOLDS](#consistency_never_holds) · [SCORES_WITHOUT_WEIGHT](#scores_without_weight) · [DUPLICATE_SCORE](#duplicate_score) · [RULE_WITHOUT_WEIGHT](#rule_without_weight) · [UNUSED_PART](#unused_part)

## DOCUMENT_TOO_LARGE

Error. The document has more bytes than are read.

Example: \`a reference list of a million rows\`

Take unused parts and rows away.

## NESTING_TOO_DEEP

Error. Lists and objects are nested deeper than any part of a rule-config needs.

Example: \`[[[[[[ … ]]]]]]\`

Check for brackets that are not closed.

## TOO_MANY_PARTS

Error. The document has more parts than are read: transformers, resolvers, comparers, tokenizers, matchers, rules and rule sets together, or rules alone.

Example: \`"rules": […], of which there are a hundred thousand\`

Take unused parts away.

## TOO_MANY_FINDINGS

Error. There are more findings than are listed. A warning when none of the findings is an error.

Example: \`a thousand dangling ids and one more\`

Correct those that are listed, then check again.

## INVALID_SYNTAX

Error. The text is no JSON: a comma too many or too few, a comment, a text that does not end.

Example: \`{ "rules": [], }\`

Write strict JSON.

## DUPLICATE_KEY

Error. An object has a key twice, of which only one could count.

Example: \`{ "rules": [], "rules": [] }\`

Keep one of the two.

## RESERVED_KEY

Error. A key is called __proto__.

Example: \`{ "__proto__": {} }\`

Choose another key.

## LONE_SURROGATE

Error. A text or key contains half of a surrogate pair, which is no character.

Example: \`"\\ud83d"\`

Write the whole character.

## NUMBER_BEYOND_PRECISION

Error. A number has more digits than are kept, so that another number would be read.

Example: \`12345678901234567890\`

Write the number that would be read, or a text.

## NOT_JSON

Error. A document that did not come as text holds a value that JSON does not have.

Example: \`a function\`

Write a text, number, boolean, null, list or object.

## MISSING_KEY

Error. A key that must be there is missing.

Example: \`{ "id": "m", "type": "simple", "attributes": {} }\`

Write the key that the message names.

## UNKNOWN_KEY

Warning. A key is unknown and has no effect.

Example: \`{ "id": "R1", "matcherIds": ["sameEmail"] }\`

Write the key that was meant, or take it away.

## WRONG_TYPE

Error. A value is of another JSON type than the key asks for.

Example: \`"mustExist": "yes"\`

Write a value of the type that the hint names.

## INVALID_VALUE

Error. A value is none of those that are possible.

Example: \`"algorithm": "jaroWinkel"\`

Write one of the values that the hint names.

## OUT_OF_RANGE

Error. A number, a text or a list is too small, too large, too short or too long.

Example: \`"score": 2\`

Stay in the range that the hint names.

## UNKNOWN_TYPE

Error. There is no transformer, comparer, tokenizer or matcher of this type.

Example: \`"type": "normalizemail"\`

Write one of the types that the hint names.

## DUPLICATE_ID

Error. Two parts of one list have the same id.

Example: \`"matchers": [{ "id": "a", … }, { "id": "a", … }]\`

Give one of the two another id.

## DANGLING_ID

Error. An id is used that no part has.

Example: \`"matcherIDs": ["sameEmial"]\`

Write the id of a part, or add the part.

## MISSING_ATTRIBUTE

Error. The chosen operation needs an attribute that is not given.

Example: \`{ "type": "stringop", "attributes": { "operation": "replace" } }\`

Write the attribute that the message names.

## UNUSED_ATTRIBUTE

Warning. An attribute is given that the chosen operation does not use.

Example: \`{ "type": "stringop", "attributes": { "operation": "trim", "pattern": "a+" } }\`

Take the attribute away, or choose the operation that uses it.

## PATTERN

Error. A pattern cannot be run by the engine with linear time (RE2).

Example: \`"pattern": "(?=a)b"\`

Write it without look-ahead, look-behind and back-references, with repetitions up to 1000.

## PATTERNS_TOO_LARGE

Error. The patterns of the document come to too many steps together.

Example: \`"pattern": "[a-z]{1000}[0-9]{1000}", and many of them\`

Write shorter patterns with smaller counted repetitions.

## PATTERN_MATCHES_EMPTY

Warning. A pattern also matches the empty text, so that it is found everywhere.

Example: \`"pattern": "[a-z]*"\`

Ask for at least one character: + instead of *.

## UNKNOWN_GROUP

Error. A group of a pattern is used that the pattern does not have.

Example: \`"pattern": "(a)b", "replacement": "$2"\`

Put parentheses around the part to keep, or name an existing group.

## EMPTY_PATH_STEP

Error. A path has two dots in a row, or one at an end.

Example: \`"path": "address..city"\`

Join names by single dots.

## DUPLICATE_PIN

Error. Two output pins have the same name.

Example: \`"outputPins": ["email", "email"]\`

Name every pin once.

## EMPTY_FILTER

Error. A filter lists no values, so that it keeps nothing. A warning where it drops nothing.

Example: \`{ "type": "filter", "attributes": { "filterOut": false, "values": [] } }\`

List the values, or leave the filter out of the pipeline.

## LIST_MAPS_TO_ITSELF

Warning. A mapping reads and writes the same column of a reference list, so that it changes nothing.

Example: \`"keyColumn": 0, "valueColumn": 0\`

Choose another column, or set keepUnknown to false.

## DATE_FORMAT

Error. A format is not the form of a date.

Example: \`"formats": ["DD.MM"]\`

Name year, month and day once each: DD.MM.YYYY.

## UNKNOWN_COUNTRY

Error. A country code is unknown.

Example: \`"defaultCountry": "UK"\`

Write the ISO 3166 code of two letters: GB.

## UNKNOWN_STATE

Error. A state code is unknown.

Example: \`{ "type": "identifier", "attributes": { "kind": "DL", "state": "XX" } }\`

Write the code of two letters: CA.

## INDEX_TOKENS_ABOVE_MIN

Warning. indexTokens is larger than min, which would lose matches: min counts.

Example: \`{ "type": "token", "attributes": { "min": 1, "indexTokens": 2 } }\`

Raise min, or lower indexTokens.

## INDEX_STRATEGY_INCOMPLETE

Warning. An index strategy would lose matches of the matcher, so that the matcher is verified only.

Example: \`{ "type": "token", "attributes": { "strategy": "minimum", "indexStrategy": "all" } }\`

Write combinations, or the strategy sameorder.

## SAME_AS_EXACT

Warning. A comparer accepts next to nothing but equal texts.

Example: \`{ "type": "similarity", "attributes": { "algorithm": "jaro", "threshold": 1 } }\`

Use the comparer exact, or lower the threshold.

## DISTANCE_NOT_INDEXED

Warning. A distance is so large that it finds no candidates by itself.

Example: \`{ "type": "distance", "attributes": { "allowedDistance": 5 } }\`

Allow less, or see that another matcher of the rule finds the candidates.

## WEIGHTS_DO_NOT_FIT

Error. Evidence of a weighted matcher has another number of weights than of matchers.

Example: \`{ "matcherIDs": ["sameName", "alikeName"], "weights": [8] }\`

Write one weight for each matcher, in the same order.

## WEIGHTS_RISE

Warning. In the evidence of a weighted matcher a looser matcher counts more than a stricter one before it.

Example: \`{ "matcherIDs": ["sameName", "alikeName"], "weights": [5, 8] }\`

Order the matchers from the strictest to the loosest, with falling weights.

## LIMITS_CROSS

Error. The least that a group of evidence may count is above the most.

Example: \`"limits": { "place": { "most": 5, "least": 9 } }\`

Write a least below most.

## THRESHOLD_OUT_OF_REACH

Error. The threshold of a weighted matcher is higher than all of its evidence together counts.

Example: \`{ "threshold": 30, "evidence": [{ "matcherIDs": ["sameName"], "weights": [8] }] }\`

Lower the threshold, or raise weights.

## PIPELINE_CYCLE

Error. Transformers feed each other in a circle, so that none of them can begin.

Example: \`"a": inputPins from "b", "b": inputPins from "a"\`

Let one of them read from a transformer that begins with a field of the record.

## UNCONNECTED_PIN

Error. A transformer needs the values of an input pin that nothing is connected to.

Example: \`{ "id": "t", "type": "stringop", "inputPins": {} }\`

Connect the pin: "inputPins": { "default": { "sourceID": "…", "sourcePin": "…" } }.

## UNKNOWN_INPUT_PIN

Error. Values are sent to an input pin that the type does not have.

Example: \`{ "type": "stringop", "inputPins": { "input": { "sourceID": "f", "sourcePin": "default" } } }\`

Use the name of a pin of this type.

## UNKNOWN_OUTPUT_PIN

Error. A transformer reads an output pin that its source does not have.

Example: \`"inputPins": { "default": { "sourceID": "email", "sourcePin": "mail" } }\`

Use the name of an output pin of the source.

## RESOLVER_PIN_MISSING

Error. A resolver names a pin that no transformer outputs: field does not exist in ETM pipeline output.

Example: \`{ "id": "email", "inputPin": { "sourceID": "normalizeEmail", "sourcePin": "mail" } }\`

Use the name of an output pin of the transformer.

## UNKNOWN_PATH

Error. A transformer reads a path that the record schema does not have.

Example: \`{ "type": "field", "attributes": { "path": "emial" } }\`

Write a path of input RecordInput, with * for the elements of a list: emails.*.address.

## ROW_WIDTH

Error. A row of a reference list has more or fewer texts than the list has columns.

Example: \`"meta": { "header": [{ "type": "text" }, { "type": "text" }] }, "rows": [["bob"]]\`

Write one text per column of meta.header.

## EMPTY_REFERENCE_LIST

Warning. A reference list has no rows, so that nothing is found in it.

Example: \`{ "id": "countries", "meta": { "header": [{ "type": "text" }] }, "rows": [] }\`

Write its rows into the document.

## ACCEPTS_EVERYTHING

Warning. A comparer is satisfied by values that have nothing in common: its threshold is too low or its tolerance too large. An error where the threshold is 0.

Example: \`{ "type": "similarity", "attributes": { "algorithm": "jaro", "threshold": 0 } }\`

Raise the threshold, or lower the tolerance.

## ACCEPTS_NOTHING

Warning. A comparer is not even satisfied by equal values, nor by different ones.

Example: \`{ "type": "dynamicdistance" } with a table that allows nothing\`

Lower the threshold, or raise the tolerance.

## MATCHER_CYCLE

Error. Matchers contain each other in a circle.

Example: \`"a": { "type": "orempty", "attributes": { "matcherID": "a" } }\`

Name a matcher that compares values.

## MATCHER_TOO_LARGE

Error. Matchers contain each other too deep, or a matcher contains too many.

Example: \`"a": orempty of "b", "b": any of "c", and so on\`

Let the outer matcher name the inner ones directly, each once.

## DISTINCT_ALONE

Warning. A rule only asks for differences, which nearly all pairs of records have.

Example: \`{ "id": "R1", "matcherIDs": ["otherName"] }, where "otherName" uses a comparer of type distinct\`

Add a matcher that says what the records have in common.

## CONTRADICTING_MATCHERS

Warning. A rule asks for an equal and for a different value of one resolver; only several values can do both.

Example: \`"matcherIDs": ["sameCity", "otherCity"]\`

Take one of the two matchers away.

## EMPTY_RULE

Error. A rule names no matcher, so that it would be satisfied by any two records.

Example: \`{ "id": "R1", "matcherIDs": [] }\`

Name at least one matcher.

## REPEATED_ID

Warning. A rule names a matcher twice, or a rule set a rule.

Example: \`"matcherIDs": ["sameEmail", "sameEmail"]\`

Name it once.

## DISABLED_MATCHER_UNUSED

Warning. disableIndexMatcherIDs names a matcher that the rule does not have.

Example: \`"matcherIDs": ["sameEmail"], "attributes": { "disableIndexMatcherIDs": ["sameName"] }\`

Name a matcher of the same rule, or take the id away.

## RESERVED_RULE_ID

Warning. The rule id STATIC also marks the edges of records that were submitted as belonging together.

Example: \`{ "id": "STATIC", "matcherIDs": ["sameEmail"] }\`

Give the rule another id.

## EMPTY_RULE_SET

Warning. A rule set has no rules, so that it is never satisfied.

Example: \`{ "id": "common", "ruleIDs": [] }\`

Name at least one rule.

## NO_INDEX_KEYS

Error. A rule of an index rule set has no matcher that gives key parts, so that it finds no candidates.

Example: \`"R1": ["similarName"], where "similarName" compares with a similarity, in an index rule set\`

Add a matcher on an exact or phonetic value, take one out of disableIndexMatcherIDs, or take the rule out of the index rule set.

## SEARCH_NOT_INDEXED

Error. A search rule has no keys in any index rule set, so that a search finds nothing through it.

Example: \`"searchRuleSetIDs": { "default": "search" }, where rule "R2" of "search" is in no index rule set\`

Add the rule to an index rule set.

## LINK_NOT_INDEXED

Warning. A link or deduplicate rule has no keys in an index rule set: it is only asked about records that another rule finds.

Example: \`"linkRuleSetID": "links", where rule "R2" of "links" is not in the index rule set\`

Add the rule to the index rule set of its group.

## HUB_KEY

Warning. The index keys of a rule are made of a value that many records share, such as a postcode, a first name, a city, a gender or a year alone.

Example: \`"R1": ["samePostcode"], in an index rule set\`

Add a matcher on a value that tells records apart.

## USELESS_RULE

Warning. Whatever satisfies the rule also satisfies a simpler rule of the same set that counts at least as much.

Example: \`"R1": ["sameEmail"], "R2": ["sameEmail", "sameName"], both in one rule set\`

Take the longer rule out of the set, give it a higher score, or make the shorter one stricter.

## NO_DEFAULT_SEARCH

Warning. searchRuleSetIDs has no "default", so that every search must name its rule set.

Example: \`"searchRuleSetIDs": { "byName": "names" }\`

Write "default": the rule set for searches that name none.

## NO_MUTATION_GROUP

Error. mutationRuleSetGroups is empty, so that nothing is ever indexed or linked.

Example: \`"mutationRuleSetGroups": {}\`

Write "default": { "indexRuleSetID": "…", "linkRuleSetID": "…", "deduplicateRuleSetID": null }.

## UNKNOWN_CONSISTENCY_GROUP

Error. consistencyRuleSetIDs names a group that mutationRuleSetGroups does not have.

Example: \`"mutationRuleSetGroups": { "default": … }, "consistencyRuleSetIDs": { "people": "sameKind" }\`

Use the name of a group.

## CONSISTENCY_NEVER_HOLDS

Warning. A consistency rule set cannot hold for records that the link rules connect, so that it refuses every link.

Example: \`link rule "sameCity" (simple on "city"), consistency rule "otherCity" (distinct on "city")\`

Write a consistency rule that linked records can satisfy, or take the rule set away.

## SCORES_WITHOUT_WEIGHT

Warning. All consistency scores weigh nothing, so that Entity.consistency is always 1.

Example: \`"scores": { "consistency": [{ "resolverID": "email", "weight": 0 }] }\`

Give at least one resolver a weight above 0, or take the list away.

## DUPLICATE_SCORE

Warning. A resolver is listed twice under scores.consistency and counts twice.

Example: \`"consistency": [{ "resolverID": "email", … }, { "resolverID": "email", … }]\`

List it once, with a larger weight.

## RULE_WITHOUT_WEIGHT

Warning. A rule has the score 0: its links and hits count nothing in the scores.

Example: \`{ "id": "R1", "attributes": { "score": 0 } }\`

Write a score above 0 and up to 1.

## UNUSED_PART

Warning. No search, group, consistency rule set or score leads to the part, so it has no effect.

Example: \`"matchers": [{ "id": "samePhone", … }], and no rule names "samePhone"\`

Use the part, or take it away.
`,
  },
  {
    path: 'rule-config/matchers.md',
    title: 'Matchers',
    summary:
      'A matcher compares the values that resolvers give of two records, the same in both directions. The examples are run as tests.',
    text: `<!-- Made by scripts/rule-config-reference.ts from the registries: change those, then run npm run docs. -->

# Matchers

A matcher compares the values that resolvers give of two records, the same in both directions. The examples are run as tests.

| type | what for |
|---|---|
| [\`simple\`](#simple) | Satisfied when the two records share a value. |
| [\`token\`](#token) | Cuts the values into tokens and is satisfied when enough of them pair up one to one. |
| [\`orempty\`](#orempty) | Satisfied when the inner matcher is, or when one of the records has no value for it. |
| [\`any\`](#any) | Satisfied when one of the inner matchers is. |
| [\`weighted\`](#weighted) | Adds up weights for what agrees and what disagrees and is satisfied when the sum reaches threshold. Verifies only: finds no candidates. |

## simple

Satisfied when the two records share a value.

| name | type | default | meaning |
|---|---|---|---|
| \`resolverID\` | text | required | Resolver whose values are compared. |
| \`mustExist\` | true or false | \`false\` | True makes a record without a value an error; false (the default) is simply not satisfied. |

| attributes | values of a | values of b | verdict |
|---|---|---|---|
| \`{ "resolverID": "email" }\` | \`{ "email": ["ada@example.com", "al@example.com"] }\` | \`{ "email": ["al@example.com"] }\` | satisfied |
| \`{ "resolverID": "email" }\` | \`{ "email": ["ada@example.com"] }\` | \`{ "email": [] }\` | not satisfied |

## token

Cuts the values into tokens and is satisfied when enough of them pair up one to one.

| name | type | default | meaning |
|---|---|---|---|
| \`resolverID\` | text | required | Resolver whose values are cut into tokens and compared. |
| \`tokenizerID\` | text | required | Tokenizer that cuts every value. |
| \`comparerID\` | text | required | Comparer that compares two tokens. |
| \`strategy\` | one of \`minimum\`, \`all\`, \`sameorder\` | \`"minimum"\` | minimum: at least min tokens pair up one to one. all: every token of the shorter side does, and at least min. sameorder: as many tokens on both sides, at least min, and each pairs with the one at the same place. |
| \`min\` | whole number, 1 to 64 | \`1\` | How many tokens must pair up at least. |
| \`mustExist\` | true or false | \`false\` | True makes a record without a value an error; false (the default) is simply not satisfied. |
| \`indexStrategy\` | one of \`combinations\`, \`all\`, \`none\` | \`"combinations"\` | combinations: a key for every combination of indexTokens tokens. all: one key of all tokens in order, with the strategy sameorder only. none: the matcher is verified, but finds no candidates. |
| \`indexTokens\` | whole number, 1 to 64 | none | Size of the combinations; min when not given. More than min would lose matches, so min counts then. |

| attributes | values of a | values of b | verdict |
|---|---|---|---|
| \`{ "resolverID": "name", "tokenizerID": "word", "comparerID": "exact", "min": 2 }\` | \`{ "name": ["anna maria beispiel"] }\` | \`{ "name": ["beispiel anna"] }\` | satisfied |
| \`{ "resolverID": "name", "tokenizerID": "word", "comparerID": "exact", "strategy": "all", "min": 2 }\` | \`{ "name": ["anna beispiel"] }\` | \`{ "name": ["anna maria muster"] }\` | not satisfied |
| \`{ "resolverID": "name", "tokenizerID": "word", "comparerID": "oneEdit", "strategy": "all", "min": 2 }\` | \`{ "name": ["ana beispiel"] }\` | \`{ "name": ["anna maria beispil"] }\` | satisfied |
| \`{ "resolverID": "name", "tokenizerID": "word", "comparerID": "exact", "strategy": "sameorder" }\` | \`{ "name": ["anna beispiel"] }\` | \`{ "name": ["beispiel anna"] }\` | not satisfied |

The parts that these examples name:

- \`word\`: \`{ "type": "word", "attributes": {} }\`
- \`exact\`: \`{ "type": "exact", "attributes": {} }\`
- \`oneEdit\`: \`{ "type": "distance", "attributes": { "allowedDistance": 1 } }\`

## orempty

Satisfied when the inner matcher is, or when one of the records has no value for it.

| name | type | default | meaning |
|---|---|---|---|
| \`matcherID\` | text | required | Matcher that decides where both records have a value. |

| attributes | values of a | values of b | verdict |
|---|---|---|---|
| \`{ "matcherID": "sameBirthday" }\` | \`{ "birthday": ["1980-02-01"] }\` | \`{ "birthday": [] }\` | satisfied |
| \`{ "matcherID": "sameBirthday" }\` | \`{ "birthday": ["1980-02-01"] }\` | \`{ "birthday": ["1980-02-02"] }\` | not satisfied |

The parts that these examples name:

- \`sameBirthday\`: \`{ "type": "simple", "attributes": { "resolverID": "birthday" } }\`

## any

Satisfied when one of the inner matchers is.

| name | type | default | meaning |
|---|---|---|---|
| \`matcherIDs\` | list of text | required | Matchers of which one must be satisfied. |

| attributes | values of a | values of b | verdict |
|---|---|---|---|
| \`{ "matcherIDs": ["sameEmail", "samePhone"] }\` | \`{ "email": ["ada@example.com"], "phone": ["+12025550123"] }\` | \`{ "email": ["al@example.com"], "phone": ["+12025550123"] }\` | satisfied |
| \`{ "matcherIDs": ["sameEmail", "samePhone"] }\` | \`{ "email": ["ada@example.com"], "phone": ["+12025550123"] }\` | \`{ "email": ["al@example.com"], "phone": [] }\` | not satisfied |

The parts that these examples name:

- \`sameEmail\`: \`{ "type": "simple", "attributes": { "resolverID": "email" } }\`
- \`samePhone\`: \`{ "type": "simple", "attributes": { "resolverID": "phone" } }\`

## weighted

Adds up weights for what agrees and what disagrees and is satisfied when the sum reaches threshold. Verifies only: finds no candidates.

| name | type | default | meaning |
|---|---|---|---|
| \`threshold\` | number | required | Least sum of what counts. |
| \`evidence\` | list of object | required | What speaks for and against the two records being the same. |
| \`evidence[].matcherIDs\` | list of text | required | Matchers from the strictest to the loosest; the first one that is satisfied counts. |
| \`evidence[].weights\` | list of number, -100 to 100 | required | What each of them counts, in the same order. |
| \`evidence[].otherwise\` | number, -100 to 100 | \`0\` | What counts when both records have a value and none of the matchers is satisfied; usually negative. Default 0. A record without a value counts 0. |
| \`evidence[].group\` | text | none | Name of a group in limits, for evidence that tends to agree together. |
| \`limits\` | object of object | \`{}\` | Bounds to what the evidence of one group counts together. Default: none. |
| \`limits.*.most\` | number | none | The group counts no more than this. |
| \`limits.*.least\` | number | none | The group counts no less than this. |

| attributes | values of a | values of b | verdict |
|---|---|---|---|
| \`{ "threshold": 10, "evidence": [{ "matcherIDs": ["sameEmail"], "weights": [9], "otherwise": -2 }, { "matcherIDs": ["sameBirthday"], "weights": [6], "otherwise": -8 }] }\` | \`{ "email": ["ada@example.com"], "birthday": ["1980-02-01"] }\` | \`{ "email": ["ada@example.com"], "birthday": ["1980-02-01"] }\` | satisfied |
| \`{ "threshold": 10, "evidence": [{ "matcherIDs": ["sameEmail"], "weights": [9], "otherwise": -2 }, { "matcherIDs": ["sameBirthday"], "weights": [6], "otherwise": -8 }] }\` | \`{ "email": ["ada@example.com"], "birthday": ["1980-02-01"] }\` | \`{ "email": ["ada@example.com"], "birthday": [] }\` | not satisfied |

The parts that these examples name:

- \`sameEmail\`: \`{ "type": "simple", "attributes": { "resolverID": "email" } }\`
- \`sameBirthday\`: \`{ "type": "simple", "attributes": { "resolverID": "birthday" } }\`
`,
  },
  {
    path: 'rule-config/rule-config.schema.json',
    title: 'Rule-config',
    summary: 'What belongs together: how records become clean values, and which values make two records one entity.',
    text: `{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "title": "Rule-config",
  "description": "What belongs together: how records become clean values, and which values make two records one entity.",
  "type": "object",
  "properties": {
    "$schema": { "type": "string", "description": "Address of this schema, for editors." },
    "transformers": {
      "type": "array",
      "items": {
        "type": "object",
        "properties": {
          "id": {
            "type": "string",
            "minLength": 1,
            "maxLength": 256,
            "description": "Name of this part; the document refers to it by this name."
          },
          "type": {
            "description": "What kind of part this is.",
            "oneOf": [
              {
                "const": "concat",
                "description": "Joins the values of any number of input pins, of any names, in their order in the document."
              },
              {
                "const": "constant",
                "description": "Gives the same value for every record, for instance the country of a source that never names it."
              },
              {
                "const": "field",
                "description": "Takes the values at a path of the record: where every pipeline begins."
              },
              { "const": "filter", "description": "Drops, or keeps only, values that a list names as a whole." },
              {
                "const": "identifier",
                "description": "Keeps only valid identifiers of the United States, in canonical form: check digits, reserved ranges and formats."
              },
              {
                "const": "list",
                "description": "Works on the list of values as a whole: sub-values of objects, each value once, a part of the list, or its order."
              },
              {
                "const": "makedate",
                "description": "Reads a date in any usual form, or from year, month and day, and writes it as YYYY-MM-DD; the time of day and its zone are ignored."
              },
              {
                "const": "normalizeaddress",
                "description": "Writes a street line in one way: short street types, directions and ordinals, number first, unit last; United States and Britain first."
              },
              {
                "const": "normalizecompany",
                "description": "Writes a company name in one way: lower case, no punctuation, legal forms of some thirty countries apart; “A dba B” gives both names."
              },
              {
                "const": "normalizeemail",
                "description": "Reads an e-mail address in any usual notation and writes it in lower case; what is none becomes no value."
              },
              {
                "const": "normalizename",
                "description": "Writes a personal name in one way: lower case, no diacritics, no titles and degrees, Mc and O’ joined; short forms resolved on request."
              },
              {
                "const": "normalizephonenumber",
                "description": "Reads phone numbers of every country in any notation and writes them as E.164; what is none becomes no value."
              },
              {
                "const": "normalizepostcode",
                "description": "Writes postcodes of some fifty countries as their country does, and gives the wider area: ZIP without +4, outward code, first digits."
              },
              {
                "const": "phonetic",
                "description": "Gives the phonetic code of each text, the same for texts that sound alike; a text it cannot read is its own code."
              },
              {
                "const": "referencelist",
                "description": "Looks each value up in a table of the document and gives what stands beside it; several rows give several values."
              },
              {
                "const": "regexextract",
                "description": "Takes out of each text what a regular expression matches; a text without a match becomes no value."
              },
              {
                "const": "split",
                "description": "Cuts each text at a separator; every part, without spaces around it, becomes a value of its own."
              },
              {
                "const": "splitname",
                "description": "Cuts a full name into given, middle and family name and generation (jr, sr, ii, iii, iv); titles are left out."
              },
              {
                "const": "stringop",
                "description": "Cleans each text with one operation, such as lower case, no diacritics, only digits, or a replacement."
              },
              {
                "const": "tokenize",
                "description": "Cuts each text into tokens; every token becomes a value of its own."
              }
            ]
          },
          "attributes": {
            "description": "Settings of this part; which there are depends on the type.",
            "anyOf": [
              { "type": "object", "propertyNames": { "type": "string" }, "additionalProperties": {} },
              { "type": "null" }
            ]
          },
          "inputPins": {
            "description": "By name of the input pin: where its values come from; null leaves a pin open.",
            "anyOf": [
              {
                "type": "object",
                "propertyNames": { "type": "string" },
                "additionalProperties": {
                  "anyOf": [
                    {
                      "type": "object",
                      "properties": {
                        "sourceID": {
                          "type": "string",
                          "minLength": 1,
                          "maxLength": 256,
                          "description": "Id of the transformer that gives the values."
                        },
                        "sourcePin": {
                          "type": "string",
                          "minLength": 1,
                          "maxLength": 256,
                          "description": "Name of one of its output pins."
                        }
                      },
                      "required": ["sourceID", "sourcePin"],
                      "title": "Pin",
                      "description": "An output pin of a transformer."
                    },
                    { "type": "null" }
                  ]
                }
              },
              { "type": "null" }
            ]
          }
        },
        "required": ["id", "type"],
        "title": "Transformer",
        "allOf": [
          {
            "if": { "properties": { "type": { "const": "concat" } }, "required": ["type"] },
            "then": {
              "properties": {
                "attributes": {
                  "anyOf": [
                    {
                      "type": "object",
                      "properties": {
                        "separator": {
                          "default": "",
                          "description": "What stands between two values. Default: nothing.",
                          "type": "string"
                        },
                        "requireAll": {
                          "default": false,
                          "description": "True gives no value where one of the inputs has none; false (the default) joins what is there.",
                          "type": "boolean"
                        }
                      }
                    },
                    { "type": "null" }
                  ]
                }
              }
            }
          },
          {
            "if": { "properties": { "type": { "const": "constant" } }, "required": ["type"] },
            "then": {
              "properties": {
                "attributes": {
                  "type": "object",
                  "properties": {
                    "value": { "type": "string", "minLength": 1, "description": "The value that every record gets." }
                  },
                  "required": ["value"]
                }
              },
              "required": ["attributes"]
            }
          },
          {
            "if": { "properties": { "type": { "const": "field" } }, "required": ["type"] },
            "then": {
              "properties": {
                "attributes": {
                  "type": "object",
                  "properties": {
                    "path": {
                      "type": "string",
                      "minLength": 1,
                      "description": "Where the value is: names joined by dots; * walks every element of a list, a number takes one element (from 0)."
                    },
                    "caseSensitive": {
                      "default": false,
                      "description": "False (the default) lower-cases the values; true keeps their case.",
                      "type": "boolean"
                    },
                    "mustExist": {
                      "default": false,
                      "description": "True makes a record without a value an error for every resolver below this field; false (the default) is no value.",
                      "type": "boolean"
                    },
                    "objects": {
                      "default": false,
                      "description": "True gives objects as JSON text, for the transformer list to extract from; false (the default): no value.",
                      "type": "boolean"
                    },
                    "outputPins": {
                      "default": ["default"],
                      "description": "Names of the output pins; each carries the same values. Default: one pin named default.",
                      "minItems": 1,
                      "type": "array",
                      "items": { "type": "string", "minLength": 1 }
                    }
                  },
                  "required": ["path"]
                }
              },
              "required": ["attributes"]
            }
          },
          {
            "if": { "properties": { "type": { "const": "filter" } }, "required": ["type"] },
            "then": {
              "properties": {
                "attributes": {
                  "type": "object",
                  "properties": {
                    "values": {
                      "type": "array",
                      "items": { "type": "string" },
                      "description": "The whole values to drop or keep, for instance placeholders such as \\"n/a\\"."
                    },
                    "filterOut": {
                      "default": true,
                      "description": "True (the default) drops the listed values; false keeps only the listed values.",
                      "type": "boolean"
                    },
                    "caseSensitive": {
                      "default": true,
                      "description": "True (the default) compares as written; false ignores upper and lower case.",
                      "type": "boolean"
                    }
                  },
                  "required": ["values"]
                }
              },
              "required": ["attributes"]
            }
          },
          {
            "if": { "properties": { "type": { "const": "identifier" } }, "required": ["type"] },
            "then": {
              "properties": {
                "attributes": {
                  "type": "object",
                  "properties": {
                    "kind": {
                      "type": "string",
                      "enum": ["NPI", "SSN", "EIN", "VIN", "DL"],
                      "description": "NPI: health-care providers · SSN: social security · EIN: employers · VIN: vehicles · DL: driver’s licences. All of the United States."
                    },
                    "state": {
                      "description": "DL: the state (code such as CA, or name) of numbers for which the pin state has no value. Default: none, any state.",
                      "type": "string"
                    }
                  },
                  "required": ["kind"]
                }
              },
              "required": ["attributes"]
            }
          },
          {
            "if": { "properties": { "type": { "const": "list" } }, "required": ["type"] },
            "then": {
              "properties": {
                "attributes": {
                  "type": "object",
                  "properties": {
                    "operation": {
                      "type": "string",
                      "enum": ["extract", "unique", "slice", "sort"],
                      "description": "extract: sub-values of values that are JSON objects (a field with objects: true gives such) · unique: each value once · slice: a part of the list · sort: by character code"
                    },
                    "paths": {
                      "default": [],
                      "description": "extract: where the sub-values are; those of one entry are joined. Default: none.",
                      "type": "array",
                      "items": { "type": "string", "minLength": 1 }
                    },
                    "separator": {
                      "default": "",
                      "description": "extract: what stands between the joined sub-values. Default: nothing.",
                      "type": "string"
                    },
                    "offset": {
                      "default": 0,
                      "description": "slice: the first value to keep, from 0. Default 0.",
                      "type": "integer",
                      "minimum": 0,
                      "maximum": 9007199254740991
                    },
                    "limit": {
                      "description": "slice: how many values to keep. Default: all that follow.",
                      "type": "integer",
                      "minimum": 1,
                      "maximum": 9007199254740991
                    },
                    "order": {
                      "default": "ascending",
                      "description": "sort: ascending (the default) or descending.",
                      "type": "string",
                      "enum": ["ascending", "descending"]
                    }
                  },
                  "required": ["operation"]
                }
              },
              "required": ["attributes"]
            }
          },
          {
            "if": { "properties": { "type": { "const": "makedate" } }, "required": ["type"] },
            "then": {
              "properties": {
                "attributes": {
                  "anyOf": [
                    {
                      "type": "object",
                      "properties": {
                        "validate": {
                          "default": true,
                          "description": "True (the default) drops days that the calendar does not have, such as 31 February; false keeps them.",
                          "type": "boolean"
                        },
                        "formats": {
                          "default": [],
                          "description": "The only forms to accept in the pin full, tried in this order, made of YYYY or YY, MM, M, MMM or MMMM (a name), DD or D: for instance DD.MM.YYYY. Default: empty, every usual form.",
                          "type": "array",
                          "items": { "type": "string", "minLength": 1 }
                        },
                        "dayFirst": {
                          "description": "How to read 03/04/1980 without formats: true is 3 April, false is March 4. Default: the day is first with points, hyphens and spaces, the month with slashes. Where only one reading is a day, it is taken.",
                          "type": "boolean"
                        },
                        "twoDigitYearsUntil": {
                          "default": 2029,
                          "description": "A year of two digits is placed in the hundred years that end with this one. Default 2029: 30 is 1930, 29 is 2029.",
                          "type": "integer",
                          "minimum": 1099,
                          "maximum": 9999
                        }
                      }
                    },
                    { "type": "null" }
                  ]
                }
              }
            }
          },
          {
            "if": { "properties": { "type": { "const": "normalizeaddress" } }, "required": ["type"] },
            "then": {
              "properties": {
                "attributes": {
                  "anyOf": [
                    {
                      "type": "object",
                      "properties": {
                        "removeUnit": {
                          "default": false,
                          "description": "True leaves apartment, suite and floor out of the pin default; the pin unit still has them. Default false.",
                          "type": "boolean"
                        }
                      }
                    },
                    { "type": "null" }
                  ]
                }
              }
            }
          },
          {
            "if": { "properties": { "type": { "const": "normalizecompany" } }, "required": ["type"] },
            "then": {
              "properties": {
                "attributes": {
                  "anyOf": [
                    {
                      "type": "object",
                      "properties": {
                        "legalForms": {
                          "default": "remove",
                          "description": "Legal forms such as Ltd, GmbH or Sp. z o.o.: remove them from the name (the default), write them in one spelling, or keep them as they are.",
                          "type": "string",
                          "enum": ["remove", "normalize", "keep"]
                        },
                        "abbreviations": {
                          "default": true,
                          "description": "True (the default) writes usual short forms out: Intl → international, Mfg → manufacturing.",
                          "type": "boolean"
                        }
                      }
                    },
                    { "type": "null" }
                  ]
                }
              }
            }
          },
          {
            "if": { "properties": { "type": { "const": "normalizeemail" } }, "required": ["type"] },
            "then": {
              "properties": {
                "attributes": {
                  "anyOf": [
                    {
                      "type": "object",
                      "properties": {
                        "removePlus": {
                          "default": false,
                          "description": "True drops a tag after a plus sign: ada+news@example.com → ada@example.com. Default false.",
                          "type": "boolean"
                        },
                        "providerRules": {
                          "default": false,
                          "description": "True applies what known providers ignore: dots and tags of gmail.com, several domains of one provider (googlemail.com, me.com). Default false.",
                          "type": "boolean"
                        }
                      }
                    },
                    { "type": "null" }
                  ]
                }
              }
            }
          },
          {
            "if": { "properties": { "type": { "const": "normalizename" } }, "required": ["type"] },
            "then": {
              "properties": {
                "attributes": {
                  "anyOf": [
                    {
                      "type": "object",
                      "properties": {
                        "part": {
                          "default": "full",
                          "description": "What the values are: full names (the default; \\"Family, Given\\" is turned round), given names, or family names.",
                          "type": "string",
                          "enum": ["full", "given", "family"]
                        },
                        "nicknames": {
                          "default": false,
                          "description": "True maps short forms to the given names that they stand for (bill → william; pat → patricia and patrick: two values). Default false.",
                          "type": "boolean"
                        },
                        "suffixes": {
                          "default": "remove",
                          "description": "Generations (Jr, Sr, II, III, IV): remove (the default), or keep them in one spelling at the end.",
                          "type": "string",
                          "enum": ["remove", "keep"]
                        },
                        "particles": {
                          "default": "keep",
                          "description": "Words such as von, de la, bin: keep (the default) or remove them.",
                          "type": "string",
                          "enum": ["keep", "remove"]
                        },
                        "transliterate": {
                          "default": true,
                          "description": "True (the default) writes every script in Latin letters; false keeps other scripts as they are.",
                          "type": "boolean"
                        }
                      }
                    },
                    { "type": "null" }
                  ]
                }
              }
            }
          },
          {
            "if": { "properties": { "type": { "const": "normalizephonenumber" } }, "required": ["type"] },
            "then": {
              "properties": {
                "attributes": {
                  "anyOf": [
                    {
                      "type": "object",
                      "properties": {
                        "defaultCountry": {
                          "description": "The country (ISO 3166 code such as US, or a name) of numbers that are written without one and for which the pin country has no value. Without it such numbers are no value.",
                          "type": "string",
                          "minLength": 2
                        },
                        "validation": {
                          "default": "possible",
                          "description": "possible (the default) asks for a length that the country uses; valid also for a range that is assigned today. A number of one repeated digit is never accepted.",
                          "type": "string",
                          "enum": ["possible", "valid"]
                        }
                      }
                    },
                    { "type": "null" }
                  ]
                }
              }
            }
          },
          {
            "if": { "properties": { "type": { "const": "normalizepostcode" } }, "required": ["type"] },
            "then": {
              "properties": {
                "attributes": {
                  "anyOf": [
                    {
                      "type": "object",
                      "properties": {
                        "country": {
                          "description": "The country (ISO 3166 code such as US, or a name) of postcodes for which the pin country has no value. Default: none; then only forms with letters, such as those of the United Kingdom and Canada, are recognized.",
                          "type": "string",
                          "minLength": 2
                        }
                      }
                    },
                    { "type": "null" }
                  ]
                }
              }
            }
          },
          {
            "if": { "properties": { "type": { "const": "phonetic" } }, "required": ["type"] },
            "then": {
              "properties": {
                "attributes": {
                  "type": "object",
                  "properties": {
                    "algorithm": {
                      "type": "string",
                      "enum": ["cologne", "soundex", "metaphone", "doubleMetaphone", "nysiis"],
                      "description": "cologne for German names; soundex, metaphone, doubleMetaphone (up to two codes) and nysiis for English ones."
                    }
                  },
                  "required": ["algorithm"]
                }
              },
              "required": ["attributes"]
            }
          },
          {
            "if": { "properties": { "type": { "const": "referencelist" } }, "required": ["type"] },
            "then": {
              "properties": {
                "attributes": {
                  "type": "object",
                  "properties": {
                    "listID": {
                      "type": "string",
                      "minLength": 1,
                      "description": "The id of the reference list of this document."
                    },
                    "keyColumn": {
                      "default": 0,
                      "description": "The column that is compared with the value, from 0. Default 0.",
                      "type": "integer",
                      "minimum": 0,
                      "maximum": 9007199254740991
                    },
                    "valueColumn": {
                      "description": "The column that is given instead, from 0. Default: 1, or 0 where a row has one column.",
                      "type": "integer",
                      "minimum": 0,
                      "maximum": 9007199254740991
                    },
                    "caseSensitive": {
                      "default": false,
                      "description": "True compares as written; false (the default) ignores upper and lower case.",
                      "type": "boolean"
                    },
                    "keepUnknown": {
                      "default": true,
                      "description": "True (the default) lets a value pass that the list does not have; false makes it no value.",
                      "type": "boolean"
                    }
                  },
                  "required": ["listID"]
                }
              },
              "required": ["attributes"]
            }
          },
          {
            "if": { "properties": { "type": { "const": "regexextract" } }, "required": ["type"] },
            "then": {
              "properties": {
                "attributes": {
                  "type": "object",
                  "properties": {
                    "pattern": {
                      "type": "string",
                      "minLength": 1,
                      "description": "An RE2 regular expression; it may match anywhere in the text. (?i) ignores case."
                    },
                    "group": {
                      "description": "Which group to take, 0 for the whole match. Default: 1 if the pattern has a group, else 0.",
                      "type": "integer",
                      "minimum": 0,
                      "maximum": 9007199254740991
                    },
                    "all": {
                      "default": false,
                      "description": "True takes every match; false (the default) the first of each text.",
                      "type": "boolean"
                    }
                  },
                  "required": ["pattern"]
                }
              },
              "required": ["attributes"]
            }
          },
          {
            "if": { "properties": { "type": { "const": "split" } }, "required": ["type"] },
            "then": {
              "properties": {
                "attributes": {
                  "type": "object",
                  "properties": {
                    "separator": {
                      "type": "string",
                      "minLength": 1,
                      "description": "The text between two parts, taken literally, for instance \\";\\"."
                    }
                  },
                  "required": ["separator"]
                }
              },
              "required": ["attributes"]
            }
          },
          {
            "if": { "properties": { "type": { "const": "splitname" } }, "required": ["type"] },
            "then": {
              "properties": {
                "attributes": {
                  "anyOf": [
                    {
                      "type": "object",
                      "properties": {
                        "familyFirst": {
                          "default": false,
                          "description": "True reads names without a comma as family name first (Nagy Anna). Default false; names in Chinese, Japanese and Korean script are always read so.",
                          "type": "boolean"
                        }
                      }
                    },
                    { "type": "null" }
                  ]
                }
              }
            }
          },
          {
            "if": { "properties": { "type": { "const": "stringop" } }, "required": ["type"] },
            "then": {
              "properties": {
                "attributes": {
                  "type": "object",
                  "properties": {
                    "operation": {
                      "type": "string",
                      "enum": [
                        "normalizediacritics",
                        "normalizespaces",
                        "removespaces",
                        "lowercase",
                        "uppercase",
                        "trim",
                        "onlydigits",
                        "onlyletters",
                        "onlyalphanumeric",
                        "removepunctuation",
                        "transliterate",
                        "substring",
                        "replace"
                      ],
                      "description": "normalizediacritics: é → e, ß → ss · normalizespaces: one space between words, none around · removespaces · lowercase · uppercase · trim · onlydigits (of any script, as 0-9) · onlyletters · onlyalphanumeric · removepunctuation (symbols too) · transliterate: any script to ASCII · substring · replace"
                    },
                    "start": {
                      "description": "substring: the first character to keep, from 0; a negative number counts from the end. Default 0.",
                      "type": "integer",
                      "minimum": -9007199254740991,
                      "maximum": 9007199254740991
                    },
                    "length": {
                      "description": "substring: how many characters to keep. Default: all that follow.",
                      "type": "integer",
                      "minimum": 1,
                      "maximum": 9007199254740991
                    },
                    "pattern": {
                      "description": "replace: what to look for, an RE2 regular expression; (?i) ignores case.",
                      "type": "string",
                      "minLength": 1
                    },
                    "replacement": {
                      "default": "",
                      "description": "replace: what to put there; $1 is the first group, $$ a dollar sign. Default: nothing.",
                      "type": "string"
                    }
                  },
                  "required": ["operation"]
                }
              },
              "required": ["attributes"]
            }
          },
          {
            "if": { "properties": { "type": { "const": "tokenize" } }, "required": ["type"] },
            "then": {
              "properties": {
                "attributes": {
                  "type": "object",
                  "properties": {
                    "tokenizerID": {
                      "type": "string",
                      "minLength": 1,
                      "description": "The id of the tokenizer of this document that cuts the texts."
                    }
                  },
                  "required": ["tokenizerID"]
                }
              },
              "required": ["attributes"]
            }
          }
        ]
      },
      "description": "A graph of steps that turn the fields of a record into clean values."
    },
    "resolvers": {
      "type": "array",
      "items": {
        "type": "object",
        "properties": {
          "id": {
            "type": "string",
            "minLength": 1,
            "maxLength": 256,
            "description": "Name under which matchers and scores use the values."
          },
          "inputPin": {
            "type": "object",
            "properties": {
              "sourceID": {
                "type": "string",
                "minLength": 1,
                "maxLength": 256,
                "description": "Id of the transformer that gives the values."
              },
              "sourcePin": {
                "type": "string",
                "minLength": 1,
                "maxLength": 256,
                "description": "Name of one of its output pins."
              }
            },
            "required": ["sourceID", "sourcePin"],
            "title": "Pin",
            "description": "Where the values come from."
          },
          "attributes": {
            "description": "Kept for the owner; the service reads nothing here.",
            "anyOf": [
              { "type": "object", "propertyNames": { "type": "string" }, "additionalProperties": {} },
              { "type": "null" }
            ]
          }
        },
        "required": ["id", "inputPin"],
        "title": "Resolver",
        "description": "A named output of the pipeline."
      },
      "description": "The values that matter: named outputs of the pipeline."
    },
    "comparers": {
      "type": ["array", "null"],
      "items": {
        "type": "object",
        "properties": {
          "id": {
            "type": "string",
            "minLength": 1,
            "maxLength": 256,
            "description": "Name of this part; the document refers to it by this name."
          },
          "type": {
            "description": "What kind of part this is.",
            "oneOf": [
              { "const": "exact", "description": "Satisfied when the two texts are equal, character by character." },
              {
                "const": "distinct",
                "description": "Satisfied when the two texts are not equal: of use only beside other matchers."
              },
              {
                "const": "distance",
                "description": "Satisfied when at most allowedDistance edits turn one text into the other."
              },
              {
                "const": "dynamicdistance",
                "description": "Satisfied when few enough edits turn one text into the other; longer texts may differ more."
              },
              {
                "const": "similarity",
                "description": "Satisfied when the similarity of the two texts is at least threshold. Verifies only: finds no candidates."
              },
              {
                "const": "phonetic",
                "description": "Satisfied when the two texts sound alike: they have a phonetic code in common."
              },
              {
                "const": "number",
                "description": "Satisfied when both texts are numbers and not farther apart than tolerance."
              },
              {
                "const": "date",
                "description": "Satisfied when both texts are dates (YYYY-MM-DD) and not farther apart than toleranceDays."
              },
              {
                "const": "geo",
                "description": "Satisfied when both texts are points \\"latitude,longitude\\" and not farther apart than kilometres."
              }
            ]
          },
          "attributes": {
            "description": "Settings of this part; which there are depends on the type.",
            "anyOf": [
              { "type": "object", "propertyNames": { "type": "string" }, "additionalProperties": {} },
              { "type": "null" }
            ]
          }
        },
        "required": ["id", "type"],
        "title": "Comparer",
        "allOf": [
          {
            "if": { "properties": { "type": { "const": "exact" } }, "required": ["type"] },
            "then": {
              "properties": { "attributes": { "anyOf": [{ "type": "object", "properties": {} }, { "type": "null" }] } }
            }
          },
          {
            "if": { "properties": { "type": { "const": "distinct" } }, "required": ["type"] },
            "then": {
              "properties": { "attributes": { "anyOf": [{ "type": "object", "properties": {} }, { "type": "null" }] } }
            }
          },
          {
            "if": { "properties": { "type": { "const": "distance" } }, "required": ["type"] },
            "then": {
              "properties": {
                "attributes": {
                  "type": "object",
                  "properties": {
                    "algorithm": {
                      "default": "levenshtein",
                      "description": "levenshtein counts insertions, deletions and substitutions; osa also a swap of two neighbours as one edit; damerauLevenshtein the same where swapped characters are edited again.",
                      "type": "string",
                      "enum": ["levenshtein", "osa", "damerauLevenshtein"]
                    },
                    "allowedDistance": {
                      "type": "integer",
                      "minimum": 0,
                      "maximum": 1024,
                      "description": "Most edits between the two texts. Up to 4 the comparer finds candidates by index keys; above it only verifies."
                    }
                  },
                  "required": ["allowedDistance"]
                }
              },
              "required": ["attributes"]
            }
          },
          {
            "if": { "properties": { "type": { "const": "dynamicdistance" } }, "required": ["type"] },
            "then": {
              "properties": {
                "attributes": {
                  "anyOf": [
                    {
                      "type": "object",
                      "properties": {
                        "algorithm": {
                          "default": "levenshtein",
                          "description": "What counts as one edit; see the comparer distance.",
                          "type": "string",
                          "enum": ["levenshtein", "osa", "damerauLevenshtein"]
                        },
                        "table": {
                          "default": { "0": 0, "4": 1, "8": 2 },
                          "description": "Allowed distance by minimal length of the shorter text, in UTF-16 code units. Default: none below 4, 1 from 4, 2 from 8.",
                          "type": "object",
                          "propertyNames": { "type": "string", "pattern": "^\\\\d{1,4}$" },
                          "additionalProperties": { "type": "integer", "minimum": 0, "maximum": 1024 }
                        }
                      }
                    },
                    { "type": "null" }
                  ]
                }
              }
            }
          },
          {
            "if": { "properties": { "type": { "const": "similarity" } }, "required": ["type"] },
            "then": {
              "properties": {
                "attributes": {
                  "type": "object",
                  "properties": {
                    "algorithm": {
                      "default": "levenshtein",
                      "description": "levenshtein and osaDamerauLevenshtein: 1 − edits / length of the longer text. jaro, jaroWinkler: common characters near each other. cosine, jaccard, dice: common runs of characters.",
                      "type": "string",
                      "enum": [
                        "levenshtein",
                        "osaDamerauLevenshtein",
                        "jaro",
                        "jaroWinkler",
                        "cosine",
                        "jaccard",
                        "dice"
                      ]
                    },
                    "threshold": {
                      "type": "number",
                      "minimum": 0,
                      "maximum": 1,
                      "description": "Least similarity, 0 to 1."
                    },
                    "shingleSize": {
                      "default": 2,
                      "description": "Characters of a run, for cosine, jaccard and dice; the others do not use it.",
                      "type": "integer",
                      "minimum": 1,
                      "maximum": 64
                    }
                  },
                  "required": ["threshold"]
                }
              },
              "required": ["attributes"]
            }
          },
          {
            "if": { "properties": { "type": { "const": "phonetic" } }, "required": ["type"] },
            "then": {
              "properties": {
                "attributes": {
                  "type": "object",
                  "properties": {
                    "algorithm": {
                      "type": "string",
                      "enum": ["cologne", "soundex", "metaphone", "doubleMetaphone", "nysiis"],
                      "description": "cologne for German names; soundex, metaphone, doubleMetaphone and nysiis for English ones."
                    }
                  },
                  "required": ["algorithm"]
                }
              },
              "required": ["attributes"]
            }
          },
          {
            "if": { "properties": { "type": { "const": "number" } }, "required": ["type"] },
            "then": {
              "properties": {
                "attributes": {
                  "anyOf": [
                    {
                      "type": "object",
                      "properties": {
                        "tolerance": {
                          "default": 0,
                          "description": "Largest difference: a number, or a text such as \\"5%\\" of the number farther from zero. Default 0.",
                          "anyOf": [
                            { "type": "number", "minimum": 0 },
                            { "type": "string", "pattern": "^\\\\d+(?:\\\\.\\\\d+)?%$" }
                          ]
                        }
                      }
                    },
                    { "type": "null" }
                  ]
                }
              }
            }
          },
          {
            "if": { "properties": { "type": { "const": "date" } }, "required": ["type"] },
            "then": {
              "properties": {
                "attributes": {
                  "anyOf": [
                    {
                      "type": "object",
                      "properties": {
                        "toleranceDays": {
                          "default": 0,
                          "description": "Most days between the two dates. Default 0.",
                          "type": "integer",
                          "minimum": 0,
                          "maximum": 36500
                        },
                        "swappedDayMonth": {
                          "default": false,
                          "description": "True also accepts the very date with day and month swapped, as 2001-03-04 and 2001-04-03.",
                          "type": "boolean"
                        }
                      }
                    },
                    { "type": "null" }
                  ]
                }
              }
            }
          },
          {
            "if": { "properties": { "type": { "const": "geo" } }, "required": ["type"] },
            "then": {
              "properties": {
                "attributes": {
                  "type": "object",
                  "properties": {
                    "kilometres": {
                      "type": "number",
                      "minimum": 0,
                      "maximum": 20040,
                      "description": "Largest distance along the surface of the earth."
                    }
                  },
                  "required": ["kilometres"]
                }
              },
              "required": ["attributes"]
            }
          }
        ]
      },
      "description": "How two texts are compared."
    },
    "tokenizers": {
      "type": ["array", "null"],
      "items": {
        "type": "object",
        "properties": {
          "id": {
            "type": "string",
            "minLength": 1,
            "maxLength": 256,
            "description": "Name of this part; the document refers to it by this name."
          },
          "type": {
            "description": "What kind of part this is.",
            "oneOf": [
              { "const": "word", "description": "Cuts at everything that is neither a letter nor a digit." },
              { "const": "none", "description": "Leaves the text whole: one token." },
              { "const": "ngram", "description": "Gives every run of size characters; a shorter text is one token." },
              { "const": "character", "description": "Gives every character; white space is left out." }
            ]
          },
          "attributes": {
            "description": "Settings of this part; which there are depends on the type.",
            "anyOf": [
              { "type": "object", "propertyNames": { "type": "string" }, "additionalProperties": {} },
              { "type": "null" }
            ]
          }
        },
        "required": ["id", "type"],
        "title": "Tokenizer",
        "allOf": [
          {
            "if": { "properties": { "type": { "const": "word" } }, "required": ["type"] },
            "then": {
              "properties": { "attributes": { "anyOf": [{ "type": "object", "properties": {} }, { "type": "null" }] } }
            }
          },
          {
            "if": { "properties": { "type": { "const": "none" } }, "required": ["type"] },
            "then": {
              "properties": { "attributes": { "anyOf": [{ "type": "object", "properties": {} }, { "type": "null" }] } }
            }
          },
          {
            "if": { "properties": { "type": { "const": "ngram" } }, "required": ["type"] },
            "then": {
              "properties": {
                "attributes": {
                  "anyOf": [
                    {
                      "type": "object",
                      "properties": {
                        "size": {
                          "default": 3,
                          "description": "Characters of a token.",
                          "type": "integer",
                          "minimum": 1,
                          "maximum": 64
                        }
                      }
                    },
                    { "type": "null" }
                  ]
                }
              }
            }
          },
          {
            "if": { "properties": { "type": { "const": "character" } }, "required": ["type"] },
            "then": {
              "properties": { "attributes": { "anyOf": [{ "type": "object", "properties": {} }, { "type": "null" }] } }
            }
          }
        ]
      },
      "description": "How a text is cut into tokens."
    },
    "matchers": {
      "type": "array",
      "items": {
        "type": "object",
        "properties": {
          "id": {
            "type": "string",
            "minLength": 1,
            "maxLength": 256,
            "description": "Name of this part; the document refers to it by this name."
          },
          "type": {
            "description": "What kind of part this is.",
            "oneOf": [
              { "const": "simple", "description": "Satisfied when the two records share a value." },
              {
                "const": "token",
                "description": "Cuts the values into tokens and is satisfied when enough of them pair up one to one."
              },
              {
                "const": "orempty",
                "description": "Satisfied when the inner matcher is, or when one of the records has no value for it."
              },
              { "const": "any", "description": "Satisfied when one of the inner matchers is." }
            ]
          },
          "attributes": {
            "description": "Settings of this part; which there are depends on the type.",
            "anyOf": [
              { "type": "object", "propertyNames": { "type": "string" }, "additionalProperties": {} },
              { "type": "null" }
            ]
          }
        },
        "required": ["id", "type"],
        "title": "Matcher",
        "allOf": [
          {
            "if": { "properties": { "type": { "const": "simple" } }, "required": ["type"] },
            "then": {
              "properties": {
                "attributes": {
                  "type": "object",
                  "properties": {
                    "resolverID": {
                      "type": "string",
                      "minLength": 1,
                      "description": "Resolver whose values are compared."
                    },
                    "mustExist": {
                      "default": false,
                      "description": "True makes a record without a value an error; false (the default) is simply not satisfied.",
                      "type": "boolean"
                    }
                  },
                  "required": ["resolverID"]
                }
              },
              "required": ["attributes"]
            }
          },
          {
            "if": { "properties": { "type": { "const": "token" } }, "required": ["type"] },
            "then": {
              "properties": {
                "attributes": {
                  "type": "object",
                  "properties": {
                    "resolverID": {
                      "type": "string",
                      "minLength": 1,
                      "description": "Resolver whose values are cut into tokens and compared."
                    },
                    "tokenizerID": {
                      "type": "string",
                      "minLength": 1,
                      "description": "Tokenizer that cuts every value."
                    },
                    "comparerID": {
                      "type": "string",
                      "minLength": 1,
                      "description": "Comparer that compares two tokens."
                    },
                    "strategy": {
                      "default": "minimum",
                      "description": "minimum: at least min tokens pair up one to one. all: every token of the shorter side does, and at least min. sameorder: as many tokens on both sides, at least min, and each pairs with the one at the same place.",
                      "type": "string",
                      "enum": ["minimum", "all", "sameorder"]
                    },
                    "min": {
                      "default": 1,
                      "description": "How many tokens must pair up at least.",
                      "type": "integer",
                      "minimum": 1,
                      "maximum": 64
                    },
                    "mustExist": {
                      "default": false,
                      "description": "True makes a record without a value an error; false (the default) is simply not satisfied.",
                      "type": "boolean"
                    },
                    "indexStrategy": {
                      "default": "combinations",
                      "description": "combinations: a key for every combination of indexTokens tokens. all: one key of all tokens in order, with the strategy sameorder only. none: the matcher is verified, but finds no candidates.",
                      "type": "string",
                      "enum": ["combinations", "all", "none"]
                    },
                    "indexTokens": {
                      "description": "Size of the combinations; min when not given. More than min would lose matches, so min counts then.",
                      "type": "integer",
                      "minimum": 1,
                      "maximum": 64
                    }
                  },
                  "required": ["resolverID", "tokenizerID", "comparerID"]
                }
              },
              "required": ["attributes"]
            }
          },
          {
            "if": { "properties": { "type": { "const": "orempty" } }, "required": ["type"] },
            "then": {
              "properties": {
                "attributes": {
                  "type": "object",
                  "properties": {
                    "matcherID": {
                      "type": "string",
                      "minLength": 1,
                      "description": "Matcher that decides where both records have a value."
                    }
                  },
                  "required": ["matcherID"]
                }
              },
              "required": ["attributes"]
            }
          },
          {
            "if": { "properties": { "type": { "const": "any" } }, "required": ["type"] },
            "then": {
              "properties": {
                "attributes": {
                  "type": "object",
                  "properties": {
                    "matcherIDs": {
                      "minItems": 1,
                      "type": "array",
                      "items": { "type": "string", "minLength": 1 },
                      "description": "Matchers of which one must be satisfied."
                    }
                  },
                  "required": ["matcherIDs"]
                }
              },
              "required": ["attributes"]
            }
          }
        ]
      },
      "description": "How the values of two records are compared."
    },
    "rules": {
      "type": "array",
      "items": {
        "type": "object",
        "properties": {
          "id": {
            "type": "string",
            "minLength": 1,
            "maxLength": 256,
            "description": "Name of the rule; edges and hits carry it."
          },
          "matcherIDs": {
            "type": "array",
            "items": { "type": "string", "minLength": 1, "maxLength": 256 },
            "description": "Matchers that must all be satisfied."
          },
          "attributes": {
            "anyOf": [
              {
                "type": "object",
                "properties": {
                  "ignoreErrors": {
                    "default": true,
                    "description": "An error (a value that must exist and does not) means \\"rule not satisfied\\"; false lets the request fail.",
                    "type": "boolean"
                  },
                  "disableIndexMatcherIDs": {
                    "description": "Matchers of this rule that give no part of its index keys and are only verified afterwards.",
                    "anyOf": [
                      { "type": "array", "items": { "type": "string", "minLength": 1, "maxLength": 256 } },
                      { "type": "null" }
                    ]
                  },
                  "score": {
                    "default": 1,
                    "description": "Weight of an edge of this rule.",
                    "type": "number",
                    "minimum": 0,
                    "maximum": 1
                  }
                }
              },
              { "type": "null" }
            ]
          }
        },
        "required": ["id", "matcherIDs"],
        "title": "Rule",
        "description": "Satisfied when all its matchers are."
      },
      "description": "Matchers that must all be satisfied."
    },
    "ruleSets": {
      "type": "array",
      "items": {
        "type": "object",
        "properties": {
          "id": { "type": "string", "minLength": 1, "maxLength": 256, "description": "Name of the rule set." },
          "ruleIDs": {
            "type": "array",
            "items": { "type": "string", "minLength": 1, "maxLength": 256 },
            "description": "Rules of which one must be satisfied."
          }
        },
        "required": ["id", "ruleIDs"],
        "title": "Rule set",
        "description": "Satisfied when one of its rules is."
      },
      "description": "Rules of which one must be satisfied."
    },
    "searchRuleSetIDs": {
      "type": "object",
      "additionalProperties": {
        "type": "string",
        "minLength": 1,
        "maxLength": 256,
        "description": "Id of a rule set."
      },
      "description": "Rule sets for searching, by name; \\"default\\" serves a search that names none."
    },
    "mutationRuleSetGroups": {
      "type": "object",
      "additionalProperties": {
        "type": "object",
        "properties": {
          "indexRuleSetID": {
            "type": "string",
            "minLength": 1,
            "maxLength": 256,
            "description": "Rule set whose rules give the index keys: what can be found at all."
          },
          "linkRuleSetID": {
            "type": "string",
            "minLength": 1,
            "maxLength": 256,
            "description": "Rule set whose rules link two records into one entity."
          },
          "deduplicateRuleSetID": {
            "description": "Rule set whose rules attach a record as a duplicate of the first one seen; null for none.",
            "anyOf": [{ "type": "string", "minLength": 1, "maxLength": 256 }, { "type": "null" }]
          }
        },
        "required": ["indexRuleSetID", "linkRuleSetID"],
        "title": "Mutation group",
        "description": "What submit does."
      },
      "description": "What submit does, by name of the group."
    },
    "consistencyRuleSetIDs": {
      "type": ["object", "null"],
      "additionalProperties": {
        "type": "string",
        "minLength": 1,
        "maxLength": 256,
        "description": "Id of a rule set."
      },
      "description": "By group: two records may share an entity only if this rule set is satisfied between them."
    },
    "scores": {
      "type": ["object", "null"],
      "properties": {
        "consistency": {
          "description": "Resolvers that feed Entity.consistency.",
          "anyOf": [
            {
              "type": "array",
              "items": {
                "type": "object",
                "properties": {
                  "resolverID": {
                    "type": "string",
                    "minLength": 1,
                    "maxLength": 256,
                    "description": "Resolver whose values are counted."
                  },
                  "weight": {
                    "default": 1,
                    "description": "Weight of this resolver in the mean.",
                    "type": "number",
                    "minimum": 0
                  },
                  "type": {
                    "default": "text",
                    "description": "date compares the parsed day.",
                    "type": "string",
                    "enum": ["text", "date"]
                  }
                },
                "required": ["resolverID"],
                "title": "Consistency score"
              }
            },
            { "type": "null" }
          ]
        }
      },
      "title": "Scores",
      "description": "What the scores of an entity are made of."
    },
    "referenceLists": {
      "type": ["array", "null"],
      "items": {
        "type": "object",
        "properties": {
          "id": { "type": "string", "minLength": 1, "maxLength": 256, "description": "Name of the list." },
          "external": { "description": "Where the list comes from; the service reads nothing here." },
          "meta": {
            "type": "object",
            "properties": {
              "header": {
                "minItems": 1,
                "type": "array",
                "items": {
                  "type": "object",
                  "properties": {
                    "type": { "type": "string", "minLength": 1, "description": "What the column holds." }
                  },
                  "required": ["type"]
                },
                "description": "One entry per column."
              }
            },
            "required": ["header"]
          },
          "rows": {
            "type": "array",
            "items": { "type": "array", "items": { "type": "string" } },
            "description": "One text per column."
          }
        },
        "required": ["id", "meta", "rows"],
        "title": "Reference list",
        "description": "A table for mapping values."
      },
      "description": "Tables for mapping values."
    }
  },
  "required": [
    "transformers",
    "resolvers",
    "matchers",
    "rules",
    "ruleSets",
    "searchRuleSetIDs",
    "mutationRuleSetGroups"
  ]
}
`,
  },
  {
    path: 'rule-config/tokenizers.md',
    title: 'Tokenizers',
    summary:
      'A tokenizer cuts a text into tokens, for matchers of the type `token` and transformers of the type `tokenize`. The examples are run as tests.',
    text: `<!-- Made by scripts/rule-config-reference.ts from the registries: change those, then run npm run docs. -->

# Tokenizers

A tokenizer cuts a text into tokens, for matchers of the type \`token\` and transformers of the type \`tokenize\`. The examples are run as tests.

| type | what for |
|---|---|
| [\`word\`](#word) | Cuts at everything that is neither a letter nor a digit. |
| [\`none\`](#none) | Leaves the text whole: one token. |
| [\`ngram\`](#ngram) | Gives every run of size characters; a shorter text is one token. |
| [\`character\`](#character) | Gives every character; white space is left out. |

## word

Cuts at everything that is neither a letter nor a digit.

No attributes.

| attributes | text | tokens |
|---|---|---|
| \`{}\` | \`Anna-Maria  von Beispiel, Dr.\` | \`["Anna", "Maria", "von", "Beispiel", "Dr"]\` |
| \`{}\` | \`…\` | \`[]\` |

## none

Leaves the text whole: one token.

No attributes.

| attributes | text | tokens |
|---|---|---|
| \`{}\` | \`Anna Beispiel\` | \`["Anna Beispiel"]\` |

## ngram

Gives every run of size characters; a shorter text is one token.

| name | type | default | meaning |
|---|---|---|---|
| \`size\` | whole number, 1 to 64 | \`3\` | Characters of a token. |

| attributes | text | tokens |
|---|---|---|
| \`{ "size": 2 }\` | \`anna\` | \`["an", "nn", "na"]\` |
| \`{ "size": 3 }\` | \`al\` | \`["al"]\` |

## character

Gives every character; white space is left out.

No attributes.

| attributes | text | tokens |
|---|---|---|
| \`{}\` | \`a b😀\` | \`["a", "b", "😀"]\` |
`,
  },
  {
    path: 'rule-config/transformers.md',
    title: 'Transformers',
    summary:
      'A transformer takes lists of texts from its input pins and gives lists of texts on its output pins. A value that it cannot read becomes no value; the trace of a simulation says why. The examples are run as tests.',
    text: `<!-- Made by scripts/rule-config-reference.ts from the registries: change those, then run npm run docs. -->

# Transformers

A transformer takes lists of texts from its input pins and gives lists of texts on its output pins. A value that it cannot read becomes no value; the trace of a simulation says why. The examples are run as tests.

| type | what for |
|---|---|
| [\`concat\`](#concat) | Joins the values of any number of input pins, of any names, in their order in the document. |
| [\`constant\`](#constant) | Gives the same value for every record, for instance the country of a source that never names it. |
| [\`field\`](#field) | Takes the values at a path of the record: where every pipeline begins. |
| [\`filter\`](#filter) | Drops, or keeps only, values that a list names as a whole. |
| [\`identifier\`](#identifier) | Keeps only valid identifiers of the United States, in canonical form: check digits, reserved ranges and formats. |
| [\`list\`](#list) | Works on the list of values as a whole: sub-values of objects, each value once, a part of the list, or its order. |
| [\`makedate\`](#makedate) | Reads a date in any usual form, or from year, month and day, and writes it as YYYY-MM-DD; the time of day and its zone are ignored. |
| [\`normalizeaddress\`](#normalizeaddress) | Writes a street line in one way: short street types, directions and ordinals, number first, unit last; United States and Britain first. |
| [\`normalizecompany\`](#normalizecompany) | Writes a company name in one way: lower case, no punctuation, legal forms of some thirty countries apart; “A dba B” gives both names. |
| [\`normalizeemail\`](#normalizeemail) | Reads an e-mail address in any usual notation and writes it in lower case; what is none becomes no value. |
| [\`normalizename\`](#normalizename) | Writes a personal name in one way: lower case, no diacritics, no titles and degrees, Mc and O’ joined; short forms resolved on request. |
| [\`normalizephonenumber\`](#normalizephonenumber) | Reads phone numbers of every country in any notation and writes them as E.164; what is none becomes no value. |
| [\`normalizepostcode\`](#normalizepostcode) | Writes postcodes of some fifty countries as their country does, and gives the wider area: ZIP without +4, outward code, first digits. |
| [\`phonetic\`](#phonetic) | Gives the phonetic code of each text, the same for texts that sound alike; a text it cannot read is its own code. |
| [\`referencelist\`](#referencelist) | Looks each value up in a table of the document and gives what stands beside it; several rows give several values. |
| [\`regexextract\`](#regexextract) | Takes out of each text what a regular expression matches; a text without a match becomes no value. |
| [\`split\`](#split) | Cuts each text at a separator; every part, without spaces around it, becomes a value of its own. |
| [\`splitname\`](#splitname) | Cuts a full name into given, middle and family name and generation (jr, sr, ii, iii, iv); titles are left out. |
| [\`stringop\`](#stringop) | Cleans each text with one operation, such as lower case, no diacritics, only digits, or a replacement. |
| [\`tokenize\`](#tokenize) | Cuts each text into tokens; every token becomes a value of its own. |

## concat

Joins the values of any number of input pins, of any names, in their order in the document.

| name | type | default | meaning |
|---|---|---|---|
| \`separator\` | text | \`""\` | What stands between two values. Default: nothing. |
| \`requireAll\` | true or false | \`false\` | True gives no value where one of the inputs has none; false (the default) joins what is there. |

Input pins: \`input1\`, \`input2\`. Output pins: \`default\`.

| attributes | input by pin | output by pin |
|---|---|---|
| \`{ "separator": " " }\` | \`{ "input1": ["main street"], "input2": ["5", "7"] }\` | \`{ "default": ["main street 5", "main street 7"] }\` |
| \`{ "separator": "\\|", "requireAll": true }\` | \`{ "input1": ["smith", "lee"], "input2": ["1980-03-12"], "input3": [] }\` | \`{ "default": [] }\` |

## constant

Gives the same value for every record, for instance the country of a source that never names it.

| name | type | default | meaning |
|---|---|---|---|
| \`value\` | text | required | The value that every record gets. |

Input pins: none. Output pins: \`default\`.

| attributes | input by pin | output by pin |
|---|---|---|
| \`{ "value": "US" }\` | any record | \`{ "default": ["US"] }\` |

## field

Takes the values at a path of the record: where every pipeline begins.

| name | type | default | meaning |
|---|---|---|---|
| \`path\` | text | required | Where the value is: names joined by dots; * walks every element of a list, a number takes one element (from 0). |
| \`caseSensitive\` | true or false | \`false\` | False (the default) lower-cases the values; true keeps their case. |
| \`mustExist\` | true or false | \`false\` | True makes a record without a value an error for every resolver below this field; false (the default) is no value. |
| \`objects\` | true or false | \`false\` | True gives objects as JSON text, for the transformer list to extract from; false (the default): no value. |
| \`outputPins\` | list of text | \`["default"]\` | Names of the output pins; each carries the same values. Default: one pin named default. |

Input pins: \`default\` (may stay open). Output pins: \`default\`.

| attributes | input by pin | output by pin |
|---|---|---|
| \`{ "path": "name.last" }\` | record \`{ "id": "1", "name": { "first": "Ada", "last": "Lovelace" } }\` | \`{ "default": ["lovelace"] }\` |
| \`{ "path": "emails.*.address", "caseSensitive": true, "outputPins": ["email"] }\` | record \`{ "id": "1", "emails": [{ "address": "Ada@example.com" }, { "address": null }, { "address": "al@example.com" }] }\` | \`{ "email": ["Ada@example.com", "al@example.com"] }\` |

## filter

Drops, or keeps only, values that a list names as a whole.

| name | type | default | meaning |
|---|---|---|---|
| \`values\` | list of text | required | The whole values to drop or keep, for instance placeholders such as "n/a". |
| \`filterOut\` | true or false | \`true\` | True (the default) drops the listed values; false keeps only the listed values. |
| \`caseSensitive\` | true or false | \`true\` | True (the default) compares as written; false ignores upper and lower case. |

Input pins: \`default\`. Output pins: \`default\`.

| attributes | input by pin | output by pin |
|---|---|---|
| \`{ "values": ["unknown", "n/a"] }\` | \`{ "default": ["smith", "unknown", "unknown street"] }\` | \`{ "default": ["smith", "unknown street"] }\` |
| \`{ "values": ["DE", "AT"], "filterOut": false, "caseSensitive": false }\` | \`{ "default": ["de", "fr"] }\` | \`{ "default": ["de"] }\` |

## identifier

Keeps only valid identifiers of the United States, in canonical form: check digits, reserved ranges and formats.

| name | type | default | meaning |
|---|---|---|---|
| \`kind\` | one of \`NPI\`, \`SSN\`, \`EIN\`, \`VIN\`, \`DL\` | required | NPI: health-care providers · SSN: social security · EIN: employers · VIN: vehicles · DL: driver’s licences. All of the United States. |
| \`state\` | text | none | DL: the state (code such as CA, or name) of numbers for which the pin state has no value. Default: none, any state. |

Input pins: \`default\`, \`state\` (may stay open). Output pins: \`default\`.

| attributes | input by pin | output by pin |
|---|---|---|
| \`{ "kind": "NPI" }\` | \`{ "default": ["1234567893", "1234567890"] }\` | \`{ "default": ["1234567893"] }\` |
| \`{ "kind": "VIN" }\` | \`{ "default": ["1m8gdm9axkp042788"] }\` | \`{ "default": ["1M8GDM9AXKP042788"] }\` |
| \`{ "kind": "DL" }\` | \`{ "default": ["x123-4567", "12345"], "state": ["CA"] }\` | \`{ "default": ["X1234567"] }\` |

## list

Works on the list of values as a whole: sub-values of objects, each value once, a part of the list, or its order.

| name | type | default | meaning |
|---|---|---|---|
| \`operation\` | one of \`extract\`, \`unique\`, \`slice\`, \`sort\` | required | extract: sub-values of values that are JSON objects (a field with objects: true gives such) · unique: each value once · slice: a part of the list · sort: by character code |
| \`paths\` | list of text | \`[]\` | extract: where the sub-values are; those of one entry are joined. Default: none. |
| \`separator\` | text | \`""\` | extract: what stands between the joined sub-values. Default: nothing. |
| \`offset\` | whole number, 0 or more | \`0\` | slice: the first value to keep, from 0. Default 0. |
| \`limit\` | whole number, 1 or more | none | slice: how many values to keep. Default: all that follow. |
| \`order\` | one of \`ascending\`, \`descending\` | \`"ascending"\` | sort: ascending (the default) or descending. |

Input pins: \`default\`. Output pins: \`default\`.

| attributes | input by pin | output by pin |
|---|---|---|
| \`{ "operation": "extract", "paths": ["city", "zip"], "separator": " " }\` | \`{ "default": ["{\\"city\\":\\"york\\",\\"zip\\":\\"10001\\"}", "{\\"city\\":\\"leeds\\"}"] }\` | \`{ "default": ["york 10001", "leeds"] }\` |
| \`{ "operation": "unique" }\` | \`{ "default": ["a", "b", "a"] }\` | \`{ "default": ["a", "b"] }\` |
| \`{ "operation": "slice", "offset": 1, "limit": 2 }\` | \`{ "default": ["a", "b", "c", "d"] }\` | \`{ "default": ["b", "c"] }\` |
| \`{ "operation": "sort", "order": "descending" }\` | \`{ "default": ["b", "c", "a"] }\` | \`{ "default": ["c", "b", "a"] }\` |

## makedate

Reads a date in any usual form, or from year, month and day, and writes it as YYYY-MM-DD; the time of day and its zone are ignored.

| name | type | default | meaning |
|---|---|---|---|
| \`validate\` | true or false | \`true\` | True (the default) drops days that the calendar does not have, such as 31 February; false keeps them. |
| \`formats\` | list of text | \`[]\` | The only forms to accept in the pin full, tried in this order, made of YYYY or YY, MM, M, MMM or MMMM (a name), DD or D: for instance DD.MM.YYYY. Default: empty, every usual form. |
| \`dayFirst\` | true or false | none | How to read 03/04/1980 without formats: true is 3 April, false is March 4. Default: the day is first with points, hyphens and spaces, the month with slashes. Where only one reading is a day, it is taken. |
| \`twoDigitYearsUntil\` | whole number, 1099 to 9999 | \`2029\` | A year of two digits is placed in the hundred years that end with this one. Default 2029: 30 is 1930, 29 is 2029. |

Input pins: \`full\` (may stay open), \`year\` (may stay open), \`month\` (may stay open), \`day\` (may stay open). Output pins: \`full\`, \`year\`, \`month\`, \`day\`.

| attributes | input by pin | output by pin |
|---|---|---|
| \`{}\` | \`{ "full": ["12.03.1980", "March 12, 1980", "3/12/1980", "1980-02-31"] }\` | \`{ "full": ["1980-03-12", "1980-03-12", "1980-03-12"], "year": ["1980", "1980", "1980"], "month": ["03", "03", "03"], "day": ["12", "12", "12"] }\` |
| \`{}\` | \`{ "year": ["80"], "month": ["Mar"], "day": ["7"] }\` | \`{ "full": ["1980-03-07"], "year": ["1980"], "month": ["03"], "day": ["07"] }\` |
| \`{ "formats": ["DDMMYY"] }\` | \`{ "full": ["120380", "1980-03-12"] }\` | \`{ "full": ["1980-03-12"], "year": ["1980"], "month": ["03"], "day": ["12"] }\` |

## normalizeaddress

Writes a street line in one way: short street types, directions and ordinals, number first, unit last; United States and Britain first.

| name | type | default | meaning |
|---|---|---|---|
| \`removeUnit\` | true or false | \`false\` | True leaves apartment, suite and floor out of the pin default; the pin unit still has them. Default false. |

Input pins: \`default\`. Output pins: \`default\`, \`number\`, \`street\`, \`unit\`.

| attributes | input by pin | output by pin |
|---|---|---|
| \`{}\` | \`{ "default": ["123 North Main Street, Apt. #5", "Flat 2, 10 High Road"] }\` | \`{ "default": ["123 n main st unit 5", "10 high rd unit 2"], "number": ["123", "10"], "street": ["n main st", "high rd"], "unit": ["5", "2"] }\` |
| \`{ "removeUnit": true }\` | \`{ "default": ["P.O. Box 12", "Hauptstraße 5a, Whg 3"] }\` | \`{ "default": ["po box 12", "5a hauptst"], "number": ["po box 12", "5a"], "street": ["hauptst"], "unit": ["3"] }\` |

## normalizecompany

Writes a company name in one way: lower case, no punctuation, legal forms of some thirty countries apart; “A dba B” gives both names.

| name | type | default | meaning |
|---|---|---|---|
| \`legalForms\` | one of \`remove\`, \`normalize\`, \`keep\` | \`"remove"\` | Legal forms such as Ltd, GmbH or Sp. z o.o.: remove them from the name (the default), write them in one spelling, or keep them as they are. |
| \`abbreviations\` | true or false | \`true\` | True (the default) writes usual short forms out: Intl → international, Mfg → manufacturing. |

Input pins: \`default\`. Output pins: \`default\`, \`legalForm\`.

| attributes | input by pin | output by pin |
|---|---|---|
| \`{}\` | \`{ "default": ["The Acme Corp.", "Müller & Söhne GmbH & Co. KG", "ООО «Ромашка»"] }\` | \`{ "default": ["acme", "muller and sohne", "romashka"], "legalForm": ["corp", "gmbh co kg", "ooo"] }\` |
| \`{ "legalForms": "normalize" }\` | \`{ "default": ["Acme Intl. Limited", "Smith Holdings L.L.C. d/b/a Roadrunner"] }\` | \`{ "default": ["acme international ltd", "smith holdings llc", "roadrunner"], "legalForm": ["ltd", "llc"] }\` |

## normalizeemail

Reads an e-mail address in any usual notation and writes it in lower case; what is none becomes no value.

| name | type | default | meaning |
|---|---|---|---|
| \`removePlus\` | true or false | \`false\` | True drops a tag after a plus sign: ada+news@example.com → ada@example.com. Default false. |
| \`providerRules\` | true or false | \`false\` | True applies what known providers ignore: dots and tags of gmail.com, several domains of one provider (googlemail.com, me.com). Default false. |

Input pins: \`default\`. Output pins: \`email\`, \`local\`, \`domain\`.

| attributes | input by pin | output by pin |
|---|---|---|
| \`{}\` | \`{ "default": ["Ada Lovelace <Ada.L@Example.COM>", "no address"] }\` | \`{ "email": ["ada.l@example.com"], "local": ["ada.l"], "domain": ["example.com"] }\` |
| \`{ "removePlus": true, "providerRules": true }\` | \`{ "default": ["ada.lovelace+news@googlemail.com"] }\` | \`{ "email": ["adalovelace@gmail.com"], "local": ["adalovelace"], "domain": ["gmail.com"] }\` |

## normalizename

Writes a personal name in one way: lower case, no diacritics, no titles and degrees, Mc and O’ joined; short forms resolved on request.

| name | type | default | meaning |
|---|---|---|---|
| \`part\` | one of \`full\`, \`given\`, \`family\` | \`"full"\` | What the values are: full names (the default; "Family, Given" is turned round), given names, or family names. |
| \`nicknames\` | true or false | \`false\` | True maps short forms to the given names that they stand for (bill → william; pat → patricia and patrick: two values). Default false. |
| \`suffixes\` | one of \`remove\`, \`keep\` | \`"remove"\` | Generations (Jr, Sr, II, III, IV): remove (the default), or keep them in one spelling at the end. |
| \`particles\` | one of \`keep\`, \`remove\` | \`"keep"\` | Words such as von, de la, bin: keep (the default) or remove them. |
| \`transliterate\` | true or false | \`true\` | True (the default) writes every script in Latin letters; false keeps other scripts as they are. |

Input pins: \`default\`. Output pins: \`default\`.

| attributes | input by pin | output by pin |
|---|---|---|
| \`{}\` | \`{ "default": ["Dr. Séamus O'Brien, Jr.", "MC DONALD, Mary-Ann", "Александр Пушкин"] }\` | \`{ "default": ["seamus obrien", "mary ann mcdonald", "aleksandr pushkin"] }\` |
| \`{ "nicknames": true }\` | \`{ "default": ["Bill Gates", "Pat Lee"] }\` | \`{ "default": ["william gates", "patricia lee", "patrick lee"] }\` |
| \`{ "part": "family", "particles": "remove" }\` | \`{ "default": ["von der Leyen"] }\` | \`{ "default": ["leyen"] }\` |

## normalizephonenumber

Reads phone numbers of every country in any notation and writes them as E.164; what is none becomes no value.

| name | type | default | meaning |
|---|---|---|---|
| \`defaultCountry\` | text | none | The country (ISO 3166 code such as US, or a name) of numbers that are written without one and for which the pin country has no value. Without it such numbers are no value. |
| \`validation\` | one of \`possible\`, \`valid\` | \`"possible"\` | possible (the default) asks for a length that the country uses; valid also for a range that is assigned today. A number of one repeated digit is never accepted. |

Input pins: \`number\`, \`country\` (may stay open). Output pins: \`e164\`, \`country\`, \`national\`.

| attributes | input by pin | output by pin |
|---|---|---|
| \`{ "defaultCountry": "US" }\` | \`{ "number": ["(202) 555-0123", "+44 (0)20 7946 0123", "none"] }\` | \`{ "e164": ["+12025550123", "+442079460123"], "country": ["US", "GB"], "national": ["2025550123", "2079460123"] }\` |
| \`{}\` | \`{ "number": ["030 23125 000", "020 7946 0123"], "country": ["DE", "United Kingdom"] }\` | \`{ "e164": ["+493023125000", "+442079460123"], "country": ["DE", "GB"], "national": ["3023125000", "2079460123"] }\` |

## normalizepostcode

Writes postcodes of some fifty countries as their country does, and gives the wider area: ZIP without +4, outward code, first digits.

| name | type | default | meaning |
|---|---|---|---|
| \`country\` | text | none | The country (ISO 3166 code such as US, or a name) of postcodes for which the pin country has no value. Default: none; then only forms with letters, such as those of the United Kingdom and Canada, are recognized. |

Input pins: \`default\`, \`country\` (may stay open). Output pins: \`full\`, \`area\`.

| attributes | input by pin | output by pin |
|---|---|---|
| \`{ "country": "US" }\` | \`{ "default": ["12345 6789", "2134", "none"] }\` | \`{ "full": ["12345-6789", "02134"], "area": ["12345", "02134"] }\` |
| \`{}\` | \`{ "default": ["sw1a1aa", "k1a0b1", "D-10115"], "country": ["GB", "CA", "DE"] }\` | \`{ "full": ["SW1A 1AA", "K1A 0B1", "10115"], "area": ["SW1A", "K1A", "10"] }\` |

## phonetic

Gives the phonetic code of each text, the same for texts that sound alike; a text it cannot read is its own code.

| name | type | default | meaning |
|---|---|---|---|
| \`algorithm\` | one of \`cologne\`, \`soundex\`, \`metaphone\`, \`doubleMetaphone\`, \`nysiis\` | required | cologne for German names; soundex, metaphone, doubleMetaphone (up to two codes) and nysiis for English ones. |

Input pins: \`default\`. Output pins: \`default\`.

| attributes | input by pin | output by pin |
|---|---|---|
| \`{ "algorithm": "cologne" }\` | \`{ "default": ["meier", "mayr"] }\` | \`{ "default": ["67", "67"] }\` |
| \`{ "algorithm": "soundex" }\` | \`{ "default": ["robert"] }\` | \`{ "default": ["R163"] }\` |
| \`{ "algorithm": "doubleMetaphone" }\` | \`{ "default": ["smith"] }\` | \`{ "default": ["SM0", "XMT"] }\` |

## referencelist

Looks each value up in a table of the document and gives what stands beside it; several rows give several values.

| name | type | default | meaning |
|---|---|---|---|
| \`listID\` | text | required | The id of the reference list of this document. |
| \`keyColumn\` | whole number, 0 or more | \`0\` | The column that is compared with the value, from 0. Default 0. |
| \`valueColumn\` | whole number, 0 or more | none | The column that is given instead, from 0. Default: 1, or 0 where a row has one column. |
| \`caseSensitive\` | true or false | \`false\` | True compares as written; false (the default) ignores upper and lower case. |
| \`keepUnknown\` | true or false | \`true\` | True (the default) lets a value pass that the list does not have; false makes it no value. |

Input pins: \`default\`. Output pins: \`default\`.

| attributes | input by pin | output by pin |
|---|---|---|
| \`{ "listID": "countries" }\` | \`{ "default": ["Deutschland", "Atlantis"] }\` | \`{ "default": ["DE", "Atlantis"] }\` |
| \`{ "listID": "countries", "keepUnknown": false }\` | \`{ "default": ["germany", "Atlantis"] }\` | \`{ "default": ["DE"] }\` |

The list of these examples is \`{ "id": "countries", "meta": { "header": [{ "type": "text" }, { "type": "text" }] }, "rows": [["germany", "DE"], ["deutschland", "DE"], ["austria", "AT"]] }\`.

## regexextract

Takes out of each text what a regular expression matches; a text without a match becomes no value.

| name | type | default | meaning |
|---|---|---|---|
| \`pattern\` | text | required | An RE2 regular expression; it may match anywhere in the text. (?i) ignores case. |
| \`group\` | whole number, 0 or more | none | Which group to take, 0 for the whole match. Default: 1 if the pattern has a group, else 0. |
| \`all\` | true or false | \`false\` | True takes every match; false (the default) the first of each text. |

Input pins: \`default\`. Output pins: \`default\`.

| attributes | input by pin | output by pin |
|---|---|---|
| \`{ "pattern": "(?i)unit\\\\s*(\\\\d+)" }\` | \`{ "default": ["5 High St, Unit 12", "7 High St"] }\` | \`{ "default": ["12"] }\` |
| \`{ "pattern": "[A-Z]{2}\\\\d{4}", "all": true }\` | \`{ "default": ["AB1234 and CD5678"] }\` | \`{ "default": ["AB1234", "CD5678"] }\` |

## split

Cuts each text at a separator; every part, without spaces around it, becomes a value of its own.

| name | type | default | meaning |
|---|---|---|---|
| \`separator\` | text | required | The text between two parts, taken literally, for instance ";". |

Input pins: \`default\`. Output pins: \`default\`.

| attributes | input by pin | output by pin |
|---|---|---|
| \`{ "separator": ";" }\` | \`{ "default": ["a@example.com; b@example.com;", "c@example.com"] }\` | \`{ "default": ["a@example.com", "b@example.com", "c@example.com"] }\` |

## splitname

Cuts a full name into given, middle and family name and generation (jr, sr, ii, iii, iv); titles are left out.

| name | type | default | meaning |
|---|---|---|---|
| \`familyFirst\` | true or false | \`false\` | True reads names without a comma as family name first (Nagy Anna). Default false; names in Chinese, Japanese and Korean script are always read so. |

Input pins: \`default\`. Output pins: \`given\`, \`middle\`, \`family\`, \`suffix\`.

| attributes | input by pin | output by pin |
|---|---|---|
| \`{}\` | \`{ "default": ["Dr. Martin Luther King, Jr."] }\` | \`{ "given": ["Martin"], "middle": ["Luther"], "family": ["King"], "suffix": ["jr"] }\` |
| \`{}\` | \`{ "default": ["van Beethoven, Ludwig"] }\` | \`{ "given": ["Ludwig"], "family": ["van Beethoven"] }\` |
| \`{}\` | \`{ "default": ["María de la Cruz", "王小明"] }\` | \`{ "given": ["María", "小明"], "family": ["de la Cruz", "王"] }\` |

## stringop

Cleans each text with one operation, such as lower case, no diacritics, only digits, or a replacement.

| name | type | default | meaning |
|---|---|---|---|
| \`operation\` | one of \`normalizediacritics\`, \`normalizespaces\`, \`removespaces\`, \`lowercase\`, \`uppercase\`, \`trim\`, \`onlydigits\`, \`onlyletters\`, \`onlyalphanumeric\`, \`removepunctuation\`, \`transliterate\`, \`substring\`, \`replace\` | required | normalizediacritics: é → e, ß → ss · normalizespaces: one space between words, none around · removespaces · lowercase · uppercase · trim · onlydigits (of any script, as 0-9) · onlyletters · onlyalphanumeric · removepunctuation (symbols too) · transliterate: any script to ASCII · substring · replace |
| \`start\` | whole number | none | substring: the first character to keep, from 0; a negative number counts from the end. Default 0. |
| \`length\` | whole number, 1 or more | none | substring: how many characters to keep. Default: all that follow. |
| \`pattern\` | text | none | replace: what to look for, an RE2 regular expression; (?i) ignores case. |
| \`replacement\` | text | \`""\` | replace: what to put there; $1 is the first group, $$ a dollar sign. Default: nothing. |

Input pins: \`default\`. Output pins: \`default\`.

| attributes | input by pin | output by pin |
|---|---|---|
| \`{ "operation": "normalizediacritics" }\` | \`{ "default": ["Zoë Müller-Łukasz"] }\` | \`{ "default": ["Zoe Muller-Lukasz"] }\` |
| \`{ "operation": "normalizespaces" }\` | \`{ "default": ["  High\\u00a0\\u00a0Street \\t 5 "] }\` | \`{ "default": ["High Street 5"] }\` |
| \`{ "operation": "removespaces" }\` | \`{ "default": ["DE 12 34"] }\` | \`{ "default": ["DE1234"] }\` |
| \`{ "operation": "lowercase" }\` | \`{ "default": ["ÅSE"] }\` | \`{ "default": ["åse"] }\` |
| \`{ "operation": "uppercase" }\` | \`{ "default": ["ab-1"] }\` | \`{ "default": ["AB-1"] }\` |
| \`{ "operation": "trim" }\` | \`{ "default": [" a b "] }\` | \`{ "default": ["a b"] }\` |
| \`{ "operation": "onlydigits" }\` | \`{ "default": ["No. 12-34", "none"] }\` | \`{ "default": ["1234"] }\` |
| \`{ "operation": "onlyletters" }\` | \`{ "default": ["O'Brien 3"] }\` | \`{ "default": ["OBrien"] }\` |
| \`{ "operation": "onlyalphanumeric" }\` | \`{ "default": ["AB-12/3"] }\` | \`{ "default": ["AB123"] }\` |
| \`{ "operation": "removepunctuation" }\` | \`{ "default": ["J. R. Smith, Jr."] }\` | \`{ "default": ["J R Smith Jr"] }\` |
| \`{ "operation": "transliterate" }\` | \`{ "default": ["Александр", "王小明"] }\` | \`{ "default": ["Aleksandr", "WangXiaoMing"] }\` |
| \`{ "operation": "substring", "start": 0, "length": 3 }\` | \`{ "default": ["London"] }\` | \`{ "default": ["Lon"] }\` |
| \`{ "operation": "substring", "start": -4 }\` | \`{ "default": ["4000-1234"] }\` | \`{ "default": ["1234"] }\` |
| \`{ "operation": "replace", "pattern": "(?i)^saint (\\\\w+)$", "replacement": "st $1" }\` | \`{ "default": ["Saint Albans"] }\` | \`{ "default": ["st Albans"] }\` |

## tokenize

Cuts each text into tokens; every token becomes a value of its own.

| name | type | default | meaning |
|---|---|---|---|
| \`tokenizerID\` | text | required | The id of the tokenizer of this document that cuts the texts. |

Input pins: \`default\`. Output pins: \`default\`.

| attributes | input by pin | output by pin |
|---|---|---|
| \`{ "tokenizerID": "words" }\` | \`{ "default": ["mary ann", "lee"] }\` | \`{ "default": ["mary", "ann", "lee"] }\` |

The tokenizer of this example cuts at spaces.
`,
  },
  {
    path: 'terraform.md',
    title: 'Terraform reference',
    summary:
      'The module needs Terraform 1.9 or newer and the `aws` provider 5.100 or newer, and nothing else. What a deployment looks like is in [deploy.md](deploy.md); these tables are made from `variables.tf` and `outputs.tf`.',
    text: `# Terraform reference

The module needs Terraform 1.9 or newer and the \`aws\` provider 5.100 or newer, and nothing else. What a deployment looks
like is in [deploy.md](deploy.md); these tables are made from \`variables.tf\` and \`outputs.tf\`.

## Inputs

<!-- inputs:begin -->
| input | meaning | type | default |
| --- | --- | --- | --- |
| \`resource_prefix\` | Start of every resource's name, for example "crm" or "crm-test". Two instances in one account and region need different ones. With the default identity provider it must not contain aws, amazon or cognito unless cognito_domain_prefix is set. | \`string\` | required |
| \`rule_config_file\` | Path of the rule-config, a JSON document of at most 1 MB, for example "\${path.module}/rule-config.json". Terraform checks that it is JSON; the API function checks everything else when it starts. | \`string\` | required |
| \`schema_file\` | Path of the GraphQL SDL file of at most 1 MB that declares \`type Record\`, for example "\${path.module}/schema.graphqls". The API function checks it against the rule-config when it starts. | \`string\` | required |
| \`update_records\` | Whether submit may replace a stored record by one with the same id and other content. When false such a submit is refused with RECORD_EXISTS. | \`bool\` | \`false\` |
| \`service_identifier\` | The service's own name: prefix of every scope ("svc/query.search") and of the guidance server's tools ("svc_…"). | \`string\` | \`"svc"\` |
| \`tags\` | Tags of every resource that can have them, beside the provider's default_tags. | \`map(string)\` | \`{}\` |
| \`clients\` | Machine clients of the default identity provider, by a name of your choice. allowed_scopes: the scopes a client may ask for, among "svc/mutation.submit", "svc/mutation.disassemble", "svc/mutation.removeConnectionBan", "svc/query.search", "svc/query.entity", "svc/query.metrics" (with your service_identifier for svc) and the privileges that schema_file names in @hasPrivilege. access_token_validity_minutes: how long a token is good, 5 to 1440. Client secrets are shown in the Cognito console, never in an output. | \`map(object({ allowed_scopes = list(string), access_token_validity_minutes = optional(number, 60) }))\` | \`{}\` |
| \`cognito_domain_prefix\` | Start of the token endpoint's host name (https://&lt;prefix>.auth.&lt;region>.amazoncognito.com), unique among all accounts of the region. Null: resource_prefix and a short hash of account and region. | \`string\` | \`null\` |
| \`authorizer_issuer_url\` | Issuer of an OAuth 2.0 provider of your own, exactly as in its tokens' iss. When set no user pool is made, token_url is null, and authorizer_audience is needed. The signing keys are found through the issuer's discovery document, else at /.well-known/jwks.json. | \`string\` | \`null\` |
| \`authorizer_audience\` | Audiences that a token of authorizer_issuer_url may be made for: its aud, or its client_id when it has no aud, must be one of these. | \`list(string)\` | \`null\` |
| \`ip_range_allow_list\` | Addresses and CIDR blocks, IPv4 and IPv6, from which requests with a token are accepted, for example ["203.0.113.7", "2001:db8:12::/48"]. Null: from everywhere. The token endpoint is never checked. | \`list(string)\` | \`null\` |
| \`authorizer_result_ttl_in_seconds\` | Seconds for which API Gateway reuses an authorizer result. 0 switches caching off; 10 is advised with ip_range_allow_list. While a result is reused it holds for the token from whatever address, and a refusal is reused too. | \`number\` | \`0\` |
| \`graphql_limits\` | What one GraphQL request may ask for. request_bytes (1024 to 6291456) and answer_bytes (1024 to 6289408): sizes of body and answer; tokens (100 to 100000) of the document, which values in variables are not; depth (3 to 50) of nested fields; aliases (0 to 1000); root_fields (1 to 100) on the top level; fields (10 to 20000) in all. Null: 6 MB each, 10000, 20, 100, 20 and 2000. | \`object({ request_bytes = optional(number), answer_bytes = optional(number), tokens = optional(number), depth = optional(number), aliases = optional(number), root_fields = optional(number), fields = optional(number) })\` | \`{}\` |
| \`api_throttling\` | Requests that the GraphQL API takes: rate_limit a second in the long run, burst_limit at once. Beyond them callers get 429. | \`object({ rate_limit = optional(number, 500), burst_limit = optional(number, 1000) })\` | \`{}\` |
| \`guidance_throttling\` | Requests that the public guidance server takes: rate_limit a second in the long run, burst_limit at once. Beyond them callers get 429. | \`object({ rate_limit = optional(number, 10), burst_limit = optional(number, 20) })\` | \`{}\` |
| \`cors_configuration\` | Which web pages' scripts may call the GraphQL API. Null: none. Machine clients need no CORS, and a page must never hold a client secret. | \`object({ allow_origins = list(string), allow_headers = optional(list(string), ["authorization", "content-type"]), allow_methods = optional(list(string), ["POST"]), expose_headers = optional(list(string), []), allow_credentials = optional(bool, false), max_age = optional(number, 300) })\` | \`null\` |
| \`domain_name\` | Host name of your own for the API (https://&lt;domain_name>/) and the guidance server (https://&lt;domain_name>/mcp). Needs certificate_arn; point a DNS record at the output domain_target. The addresses of API Gateway's own are switched off then. | \`string\` | \`null\` |
| \`certificate_arn\` | ARN of the ACM certificate for domain_name, in the same region. | \`string\` | \`null\` |
| \`access_log_retention_in_days\` | Days for which the gateways' access logs are kept; 0 keeps them for ever. They hold the callers' addresses. | \`number\` | \`30\` |
| \`functions\` | Settings of the functions api, authorizer, guidance and sweeper. memory_size in MB (more memory is also more CPU), timeout in seconds, reserved_concurrent_executions (null: unreserved), package: where the archive lies when it is mirrored in a bucket of yours instead of coming with the module. | \`object({ api = optional(object({ memory_size = optional(number, 1769), timeout = optional(number, 29), reserved_concurrent_executions = optional(number), package = optional(object({ s3_bucket = string, s3_key = string, s3_object_version = optional(string) })) }), {}), authorizer = optional(object({ memory_size = optional(number, 512), timeout = optional(number, 10), reserved_concurrent_executions = optional(number), package = optional(object({ s3_bucket = string, s3_key = string, s3_object_version = optional(string) })) }), {}), guidance = optional(object({ memory_size = optional(number, 1024), timeout = optional(number, 29), reserved_concurrent_executions = optional(number), package = optional(object({ s3_bucket = string, s3_key = string, s3_object_version = optional(string) })) }), {}), sweeper = optional(object({ memory_size = optional(number, 1024), timeout = optional(number, 120), reserved_concurrent_executions = optional(number), package = optional(object({ s3_bucket = string, s3_key = string, s3_object_version = optional(string) })) }), {}) })\` | \`{}\` |
| \`log_level\` | Least severity of what the functions log: DEBUG, INFO, WARN or ERROR. Records and tokens are logged at no level. | \`string\` | \`"INFO"\` |
| \`log_retention_in_days\` | Days for which the functions' logs are kept; 0 keeps them for ever. | \`number\` | \`30\` |
| \`kms_key_arn\` | ARN of a KMS key of yours with which tables, logs and the functions' environments are encrypted. Its policy must let CloudWatch Logs use it. Null: keys that AWS owns. | \`string\` | \`null\` |
| \`permissions_boundary\` | ARN of the policy that bounds every role of the module. Null: none. | \`string\` | \`null\` |
| \`role_path\` | IAM path of the module's roles. | \`string\` | \`"/"\` |
| \`deletion_protection\` | Whether the table of entities and the user pool refuse to be deleted. Set it to false and apply before a destroy. | \`bool\` | \`true\` |
| \`point_in_time_recovery\` | Whether the table of entities can be restored to any second of the last 35 days. | \`bool\` | \`true\` |
| \`create_guidance_server\` | Whether to deploy the public guidance server. It holds no data and reaches no table. | \`bool\` | \`true\` |
| \`alarm_actions\` | ARNs told when an alarm goes off and when it is over, usually one SNS topic. The alarms are there without it as well. | \`list(string)\` | \`[]\` |
| \`create_dashboard\` | Whether to make a CloudWatch dashboard of the instance. | \`bool\` | \`true\` |
<!-- inputs:end -->

## Outputs

<!-- outputs:begin -->
| output | meaning |
| --- | --- |
| \`api_url\` | Address of the GraphQL API: POST with a bearer token. |
| \`token_url\` | Address of the token endpoint of the default identity provider; null with an identity provider of your own. |
| \`mcp_url\` | Address of the guidance server, which needs no key; null without one. |
| \`issuer_url\` | Issuer whose tokens the API accepts. |
| \`client_ids\` | Id of each client of the default identity provider by its name. The secrets are shown in the Cognito console. |
| \`user_pool_id\` | Id of the Cognito user pool of the default identity provider; null with an identity provider of your own. |
| \`table_names\` | Names of the DynamoDB tables: entities (what was submitted) and configuration (rule-config and schema). |
| \`table_arns\` | ARNs of the DynamoDB tables: entities and configuration. |
| \`function_names\` | Names of the functions: api, authorizer, sweeper and, unless switched off, guidance. |
| \`api_ids\` | Ids of the HTTP APIs: api and, unless switched off, guidance. |
| \`api_execution_arns\` | Execution ARNs of the HTTP APIs: api and, unless switched off, guidance. |
| \`domain_target\` | Where the DNS record of domain_name has to point: domain_name and hosted_zone_id; null without domain_name. |
| \`dashboard_name\` | Name of the CloudWatch dashboard; null without one. |
<!-- outputs:end -->
`,
  },
];
