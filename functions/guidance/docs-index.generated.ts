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

/** A check of a variable of the Terraform module. In messages, … stands for a value. */
export interface TerraformValidation {
  readonly variable: string;
  readonly description: string;
  readonly message: string;
}

export const terraformValidations: readonly TerraformValidation[] = [
{"variable":"resource_prefix","description":"Start of every resource's name, for example \\\"crm\\\" or \\\"crm-test\\\". Two instances in one account and region need different ones. With the default identity provider it must not contain aws, amazon or cognito unless cognito_domain_prefix is set.","message":"resource_prefix must have 2 to 32 characters: lower-case letters, digits and single hyphens, beginning with a letter and ending with a letter or digit."},
{"variable":"resource_prefix","description":"Start of every resource's name, for example \\\"crm\\\" or \\\"crm-test\\\". Two instances in one account and region need different ones. With the default identity provider it must not contain aws, amazon or cognito unless cognito_domain_prefix is set.","message":"resource_prefix must not contain aws, amazon or cognito, which Cognito refuses in the domain made from it. Set cognito_domain_prefix or choose another resource_prefix."},
{"variable":"rule_config_file","description":"Path of the rule-config, a JSON document of at most 1 MB, for example \\\"$${path.module}/rule-config.json\\\". Terraform checks that it is JSON; the API function checks everything else when it starts.","message":"rule_config_file must be the path of a file that exists; there is none at \"…\". Relative paths start at the directory in which terraform runs: write \"<path.module>/…\"."},
{"variable":"rule_config_file","description":"Path of the rule-config, a JSON document of at most 1 MB, for example \\\"$${path.module}/rule-config.json\\\". Terraform checks that it is JSON; the API function checks everything else when it starts.","message":"rule_config_file must hold a JSON object in UTF-8; \"…\" does not. The linter says where: npx entity-data rules lint …"},
{"variable":"rule_config_file","description":"Path of the rule-config, a JSON document of at most 1 MB, for example \\\"$${path.module}/rule-config.json\\\". Terraform checks that it is JSON; the API function checks everything else when it starts.","message":"rule_config_file must be at most 1 MB (1,048,576 bytes); \"…\" is larger."},
{"variable":"schema_file","description":"Path of the GraphQL SDL file of at most 1 MB that declares `type Record`, for example \\\"$${path.module}/schema.graphqls\\\". The API function checks it against the rule-config when it starts.","message":"schema_file must be the path of a file that exists; there is none at \"…\". Relative paths start at the directory in which terraform runs: write \"<path.module>/…\"."},
{"variable":"schema_file","description":"Path of the GraphQL SDL file of at most 1 MB that declares `type Record`, for example \\\"$${path.module}/schema.graphqls\\\". The API function checks it against the rule-config when it starts.","message":"schema_file must be GraphQL SDL in UTF-8 that declares `type Record`; \"…\" does not."},
{"variable":"schema_file","description":"Path of the GraphQL SDL file of at most 1 MB that declares `type Record`, for example \\\"$${path.module}/schema.graphqls\\\". The API function checks it against the rule-config when it starts.","message":"schema_file must be at most 1 MB (1,048,576 bytes); \"…\" is larger."},
{"variable":"generic_key_records","description":"More records than this under one key that only suggests a link make the key generic: it finds no candidates any more, which is logged and counted; what was linked stays linked. 10 to 10000. At 1000 a submit reads at most one page of the table for a key and judges it in milliseconds; a key with more of them says next to nothing about any of its records.","message":"generic_key_records must be a whole number from 10 to 10000."},
{"variable":"service_identifier","description":"The service's own name: prefix of every scope (\\\"svc/query.search\\\") and of the guidance server's tools (\\\"svc_…\\\").","message":"service_identifier must have 1 to 64 characters: letters, digits, dots, underscores and hyphens, beginning with a letter."},
{"variable":"tags","description":"Tags of every resource that can have them, beside the provider's default_tags.","message":"tags must be at most 40, with keys of 1 to 128 characters that do not begin with aws: and values of at most 256 characters."},
{"variable":"clients","description":"Machine clients of the default identity provider, by a name of your choice. allowed_scopes: the scopes a client may ask for, among \\\"svc/mutation.submit\\\", \\\"svc/mutation.disassemble\\\", \\\"svc/mutation.removeConnectionBan\\\", \\\"svc/query.search\\\", \\\"svc/query.entity\\\", \\\"svc/query.metrics\\\" (with your service_identifier for svc) and the privileges that schema_file names in @hasPrivilege. access_token_validity_minutes: how long a token is good, 5 to 1440. Client secrets are shown in the Cognito console, never in an output.","message":"clients must name at least one client, unless authorizer_issuer_url is set: then it must be empty, because the other identity provider keeps its own clients."},
{"variable":"clients","description":"Machine clients of the default identity provider, by a name of your choice. allowed_scopes: the scopes a client may ask for, among \\\"svc/mutation.submit\\\", \\\"svc/mutation.disassemble\\\", \\\"svc/mutation.removeConnectionBan\\\", \\\"svc/query.search\\\", \\\"svc/query.entity\\\", \\\"svc/query.metrics\\\" (with your service_identifier for svc) and the privileges that schema_file names in @hasPrivilege. access_token_validity_minutes: how long a token is good, 5 to 1440. Client secrets are shown in the Cognito console, never in an output.","message":"clients must be at most 40: their ids travel in the authorizer's environment, which is limited to 4 KB."},
{"variable":"clients","description":"Machine clients of the default identity provider, by a name of your choice. allowed_scopes: the scopes a client may ask for, among \\\"svc/mutation.submit\\\", \\\"svc/mutation.disassemble\\\", \\\"svc/mutation.removeConnectionBan\\\", \\\"svc/query.search\\\", \\\"svc/query.entity\\\", \\\"svc/query.metrics\\\" (with your service_identifier for svc) and the privileges that schema_file names in @hasPrivilege. access_token_validity_minutes: how long a token is good, 5 to 1440. Client secrets are shown in the Cognito console, never in an output.","message":"clients must have names of 1 to 64 letters, digits, underscores and hyphens, beginning with a letter or digit."},
{"variable":"clients","description":"Machine clients of the default identity provider, by a name of your choice. allowed_scopes: the scopes a client may ask for, among \\\"svc/mutation.submit\\\", \\\"svc/mutation.disassemble\\\", \\\"svc/mutation.removeConnectionBan\\\", \\\"svc/query.search\\\", \\\"svc/query.entity\\\", \\\"svc/query.metrics\\\" (with your service_identifier for svc) and the privileges that schema_file names in @hasPrivilege. access_token_validity_minutes: how long a token is good, 5 to 1440. Client secrets are shown in the Cognito console, never in an output.","message":"clients must each have allowed_scopes with at least one scope, and no scope twice."},
{"variable":"clients","description":"Machine clients of the default identity provider, by a name of your choice. allowed_scopes: the scopes a client may ask for, among \\\"svc/mutation.submit\\\", \\\"svc/mutation.disassemble\\\", \\\"svc/mutation.removeConnectionBan\\\", \\\"svc/query.search\\\", \\\"svc/query.entity\\\", \\\"svc/query.metrics\\\" (with your service_identifier for svc) and the privileges that schema_file names in @hasPrivilege. access_token_validity_minutes: how long a token is good, 5 to 1440. Client secrets are shown in the Cognito console, never in an output.","message":"clients must have allowed_scopes among …; unknown: …."},
{"variable":"clients","description":"Machine clients of the default identity provider, by a name of your choice. allowed_scopes: the scopes a client may ask for, among \\\"svc/mutation.submit\\\", \\\"svc/mutation.disassemble\\\", \\\"svc/mutation.removeConnectionBan\\\", \\\"svc/query.search\\\", \\\"svc/query.entity\\\", \\\"svc/query.metrics\\\" (with your service_identifier for svc) and the privileges that schema_file names in @hasPrivilege. access_token_validity_minutes: how long a token is good, 5 to 1440. Client secrets are shown in the Cognito console, never in an output.","message":"clients must have access_token_validity_minutes that is a whole number from 5 to 1440."},
{"variable":"cognito_domain_prefix","description":"Start of the token endpoint's host name (https://<prefix>.auth.<region>.amazoncognito.com), unique among all accounts of the region. Null: resource_prefix and a short hash of account and region.","message":"cognito_domain_prefix must have 1 to 63 lower-case letters, digits and hyphens, and neither begin nor end with a hyphen."},
{"variable":"cognito_domain_prefix","description":"Start of the token endpoint's host name (https://<prefix>.auth.<region>.amazoncognito.com), unique among all accounts of the region. Null: resource_prefix and a short hash of account and region.","message":"cognito_domain_prefix must not contain aws, amazon or cognito: Cognito refuses them."},
{"variable":"cognito_domain_prefix","description":"Start of the token endpoint's host name (https://<prefix>.auth.<region>.amazoncognito.com), unique among all accounts of the region. Null: resource_prefix and a short hash of account and region.","message":"cognito_domain_prefix must be null when authorizer_issuer_url is set: no user pool is made then."},
{"variable":"authorizer_issuer_url","description":"Issuer of an OAuth 2.0 provider of your own, exactly as in its tokens' iss. When set no user pool is made, token_url is null, and authorizer_audience is needed. The signing keys are found through the issuer's discovery document, else at /.well-known/jwks.json.","message":"authorizer_issuer_url must be an https:// address without credentials, query or fragment (http:// only for localhost and 127.0.0.1, in tests)."},
{"variable":"authorizer_issuer_url","description":"Issuer of an OAuth 2.0 provider of your own, exactly as in its tokens' iss. When set no user pool is made, token_url is null, and authorizer_audience is needed. The signing keys are found through the issuer's discovery document, else at /.well-known/jwks.json.","message":"authorizer_issuer_url and authorizer_audience must be set together."},
{"variable":"authorizer_audience","description":"Audiences that a token of authorizer_issuer_url may be made for: its aud, or its client_id when it has no aud, must be one of these.","message":"authorizer_audience must hold at least one audience, and none that is empty."},
{"variable":"authorizer_audience","description":"Audiences that a token of authorizer_issuer_url may be made for: its aud, or its client_id when it has no aud, must be one of these.","message":"authorizer_audience must not hold an audience twice."},
{"variable":"authorizer_audience","description":"Audiences that a token of authorizer_issuer_url may be made for: its aud, or its client_id when it has no aud, must be one of these.","message":"authorizer_audience must be at most 1,024 characters as JSON: it travels in the authorizer's environment, which is limited to 4 KB."},
{"variable":"ip_range_allow_list","description":"Addresses and CIDR blocks, IPv4 and IPv6, from which requests with a token are accepted, for example [\\\"203.0.113.7\\\", \\\"2001:db8:12::/48\\\"]. Null: from everywhere. The token endpoint is never checked.","message":"ip_range_allow_list must be null (no check) or hold at least one address or CIDR block; an empty list would refuse everybody."},
{"variable":"ip_range_allow_list","description":"Addresses and CIDR blocks, IPv4 and IPv6, from which requests with a token are accepted, for example [\\\"203.0.113.7\\\", \\\"2001:db8:12::/48\\\"]. Null: from everywhere. The token endpoint is never checked.","message":"ip_range_allow_list must hold IPv4 or IPv6 addresses or CIDR blocks, such as \"203.0.113.7\", \"198.51.100.0/24\" or \"2001:db8::/32\": no blanks, host names, leading zeros in IPv4, or IPv4 inside IPv6."},
{"variable":"ip_range_allow_list","description":"Addresses and CIDR blocks, IPv4 and IPv6, from which requests with a token are accepted, for example [\\\"203.0.113.7\\\", \\\"2001:db8:12::/48\\\"]. Null: from everywhere. The token endpoint is never checked.","message":"ip_range_allow_list must not hold IPv4 addresses mapped into IPv6 (::ffff:…): write them as IPv4."},
{"variable":"ip_range_allow_list","description":"Addresses and CIDR blocks, IPv4 and IPv6, from which requests with a token are accepted, for example [\\\"203.0.113.7\\\", \\\"2001:db8:12::/48\\\"]. Null: from everywhere. The token endpoint is never checked.","message":"ip_range_allow_list must hold CIDR blocks without host bits: write 10.0.0.0/8, not 10.1.2.3/8."},
{"variable":"ip_range_allow_list","description":"Addresses and CIDR blocks, IPv4 and IPv6, from which requests with a token are accepted, for example [\\\"203.0.113.7\\\", \\\"2001:db8:12::/48\\\"]. Null: from everywhere. The token endpoint is never checked.","message":"ip_range_allow_list must not hold an address or block twice, however it is written."},
{"variable":"ip_range_allow_list","description":"Addresses and CIDR blocks, IPv4 and IPv6, from which requests with a token are accepted, for example [\\\"203.0.113.7\\\", \\\"2001:db8:12::/48\\\"]. Null: from everywhere. The token endpoint is never checked.","message":"ip_range_allow_list must be at most 2,048 characters as JSON (about 100 IPv4 blocks): it travels in the authorizer's environment, which is limited to 4 KB."},
{"variable":"authorizer_result_ttl_in_seconds","description":"Seconds for which API Gateway reuses an authorizer result. 0 switches caching off; 10 is advised with ip_range_allow_list. While a result is reused it holds for the token from whatever address, and a refusal is reused too.","message":"authorizer_result_ttl_in_seconds must be a whole number from 0 to 3600."},
{"variable":"graphql_limits","description":"What one GraphQL request may ask for. request_bytes (1024 to 6291456) and answer_bytes (1024 to 6289408): sizes of body and answer; tokens (100 to 100000) of the document, which values in variables are not; depth (3 to 50) of nested fields; aliases (0 to 1000); root_fields (1 to 100) on the top level; fields (10 to 20000) in all; page_size (1 to 10000) of a search. Null: 6 MB each, 10000, 20, 100, 20, 2000 and 1000.","message":"graphql_limits must hold whole numbers: request_bytes from 1024 to 6291456, answer_bytes from 1024 to 6289408, tokens from 100 to 100000, depth from 3 to 50, aliases from 0 to 1000, root_fields from 1 to 100, fields from 10 to 20000, page_size from 1 to 10000."},
{"variable":"api_throttling","description":"Requests that the GraphQL API takes: rate_limit a second in the long run, burst_limit at once. Beyond them callers get 429.","message":"api_throttling must have a rate_limit above 0 and at most 10000."},
{"variable":"api_throttling","description":"Requests that the GraphQL API takes: rate_limit a second in the long run, burst_limit at once. Beyond them callers get 429.","message":"api_throttling must have a burst_limit that is a whole number from 1 to 5000."},
{"variable":"guidance_throttling","description":"Requests that the public guidance server takes: rate_limit a second in the long run, burst_limit at once. Beyond them callers get 429.","message":"guidance_throttling must have a rate_limit above 0 and at most 10000."},
{"variable":"guidance_throttling","description":"Requests that the public guidance server takes: rate_limit a second in the long run, burst_limit at once. Beyond them callers get 429.","message":"guidance_throttling must have a burst_limit that is a whole number from 1 to 5000."},
{"variable":"cors_configuration","description":"Which web pages' scripts may call the GraphQL API. Null: none. Machine clients need no CORS, and a page must never hold a client secret.","message":"cors_configuration must have allow_origins with at least one origin: \"*\", or scheme and host without a path such as \"https://app.example.com\"."},
{"variable":"cors_configuration","description":"Which web pages' scripts may call the GraphQL API. Null: none. Machine clients need no CORS, and a page must never hold a client secret.","message":"cors_configuration must not have allow_credentials together with the origin \"*\": browsers refuse it."},
{"variable":"cors_configuration","description":"Which web pages' scripts may call the GraphQL API. Null: none. Machine clients need no CORS, and a page must never hold a client secret.","message":"cors_configuration must have allow_methods among POST and OPTIONS: the API has no other."},
{"variable":"cors_configuration","description":"Which web pages' scripts may call the GraphQL API. Null: none. Machine clients need no CORS, and a page must never hold a client secret.","message":"cors_configuration must have a max_age that is a whole number of seconds from 0 to 86400."},
{"variable":"domain_name","description":"Host name of your own for the API (https://<domain_name>/) and the guidance server (https://<domain_name>/mcp). Needs certificate_arn; point a DNS record at the output domain_target. The addresses of API Gateway's own are switched off then.","message":"domain_name must be a full host name in lower case such as \"entity-data.example.com\", without a scheme or a path."},
{"variable":"domain_name","description":"Host name of your own for the API (https://<domain_name>/) and the guidance server (https://<domain_name>/mcp). Needs certificate_arn; point a DNS record at the output domain_target. The addresses of API Gateway's own are switched off then.","message":"domain_name and certificate_arn must be set together."},
{"variable":"certificate_arn","description":"ARN of the ACM certificate for domain_name, in the same region.","message":"certificate_arn must be the ARN of an ACM certificate, arn:aws:acm:<region>:<account>:certificate/<id>."},
{"variable":"access_log_retention_in_days","description":"Days for which the gateways' access logs are kept; 0 keeps them for ever. They hold the callers' addresses.","message":"access_log_retention_in_days must be one of …."},
{"variable":"functions","description":"Settings of the functions api, authorizer, guidance, sweeper and, with bulk_ingest, ingest and, with entity_events, events. memory_size in MB (more memory is also more CPU), timeout in seconds, reserved_concurrent_executions (null: unreserved), package: where the archive lies when it is mirrored in a bucket of yours instead of coming with the module.","message":"functions must have a memory_size that is a whole number of MB from 256 to 10240."},
{"variable":"functions","description":"Settings of the functions api, authorizer, guidance, sweeper and, with bulk_ingest, ingest and, with entity_events, events. memory_size in MB (more memory is also more CPU), timeout in seconds, reserved_concurrent_executions (null: unreserved), package: where the archive lies when it is mirrored in a bucket of yours instead of coming with the module.","message":"functions must have a timeout that is a whole number of seconds: api from 3 to 29, authorizer from 3 to 10, guidance from 10 to 29, sweeper from 3 to 900, ingest from 60 to 900, events from 30 to 900. The gateway waits no longer, the guidance server needs 8 seconds to end a call itself, and a submit may take 25."},
{"variable":"functions","description":"Settings of the functions api, authorizer, guidance, sweeper and, with bulk_ingest, ingest and, with entity_events, events. memory_size in MB (more memory is also more CPU), timeout in seconds, reserved_concurrent_executions (null: unreserved), package: where the archive lies when it is mirrored in a bucket of yours instead of coming with the module.","message":"functions must have a reserved_concurrent_executions that is null or a whole number from 1."},
{"variable":"functions","description":"Settings of the functions api, authorizer, guidance, sweeper and, with bulk_ingest, ingest and, with entity_events, events. memory_size in MB (more memory is also more CPU), timeout in seconds, reserved_concurrent_executions (null: unreserved), package: where the archive lies when it is mirrored in a bucket of yours instead of coming with the module.","message":"functions must have a package with s3_bucket and s3_key, or none."},
{"variable":"log_level","description":"Least severity of what the functions log: DEBUG, INFO, WARN or ERROR. Records and tokens are logged at no level.","message":"log_level must be DEBUG, INFO, WARN or ERROR."},
{"variable":"log_retention_in_days","description":"Days for which the functions' logs are kept; 0 keeps them for ever.","message":"log_retention_in_days must be one of …."},
{"variable":"kms_key_arn","description":"ARN of a KMS key of yours with which tables, logs, the functions' environments and the bucket of bulk loads are encrypted. Its policy must let CloudWatch Logs use it. Null: keys that AWS owns.","message":"kms_key_arn must be the ARN of a KMS key (not of an alias), arn:aws:kms:<region>:<account>:key/<id>."},
{"variable":"permissions_boundary","description":"ARN of the policy that bounds every role of the module. Null: none.","message":"permissions_boundary must be the ARN of an IAM policy, arn:aws:iam::<account>:policy/<name>."},
{"variable":"role_path","description":"IAM path of the module's roles.","message":"role_path must begin and end with a slash, for example \"/\" or \"/services/\"."},
{"variable":"guidance_allowed_origins","description":"Origins of web pages that may call the guidance server, for example [\\\"https://inspector.example.com\\\"], at most 20. Programs send no origin and need no entry.","message":"guidance_allowed_origins must hold origins as browsers send them, such as \"https://inspector.example.com\": https:// (http:// only for localhost and 127.0.0.1), a host name in lower case, a port only where it is not the usual one, and no path."},
{"variable":"guidance_allowed_origins","description":"Origins of web pages that may call the guidance server, for example [\\\"https://inspector.example.com\\\"], at most 20. Programs send no origin and need no entry.","message":"guidance_allowed_origins must be at most 20, and none twice."},
{"variable":"guidance_allowed_origins","description":"Origins of web pages that may call the guidance server, for example [\\\"https://inspector.example.com\\\"], at most 20. Programs send no origin and need no entry.","message":"guidance_allowed_origins must be empty when create_guidance_server is false."},
{"variable":"bulk_ingest","description":"Loads that outgrow requests: a bucket whose objects (JSON lines below loads/) a function submits. Null: none. maximum_concurrency: calls of the function at once (2 to 1000), which limits the load on the table. batch_size: objects of one call (1 to 10). max_object_bytes: larger objects are refused (1024 to 104857600). max_receive_count: deliveries of an object before it goes to the dead letters (2 to 100). load_retention_in_days (14 to 3650) and error_retention_in_days (1 to 3650): when objects below loads/ and errors/ are deleted.","message":"bulk_ingest must hold whole numbers: maximum_concurrency from 2 to 1000, batch_size from 1 to 10, max_object_bytes from 1024 to 104857600, max_receive_count from 2 to 100, load_retention_in_days from 14 (as long as dead letters are kept) to 3650, error_retention_in_days from 1 to 3650."},
{"variable":"bulk_ingest","description":"Loads that outgrow requests: a bucket whose objects (JSON lines below loads/) a function submits. Null: none. maximum_concurrency: calls of the function at once (2 to 1000), which limits the load on the table. batch_size: objects of one call (1 to 10). max_object_bytes: larger objects are refused (1024 to 104857600). max_receive_count: deliveries of an object before it goes to the dead letters (2 to 100). load_retention_in_days (14 to 3650) and error_retention_in_days (1 to 3650): when objects below loads/ and errors/ are deleted.","message":"bulk_ingest must not have a maximum_concurrency above functions.ingest.reserved_concurrent_executions: calls beyond it are turned away, and their objects end among the dead letters."},
{"variable":"entity_events","description":"Where to tell what becomes of entities: created, changed, merged, split, deleted. Null: nowhere, and nothing is written for it. One of event_bus_arn (an EventBridge bus), queue_arn (an SQS queue; FIFO keeps the order of each entity) and webhook (an https url, and secret_arn of the Secrets Manager secret that signs: whsec_ and 24 random bytes or more in base64). kms_key_arn: the key of yours that encrypts the queue or the secret, if one does. max_attempts: after so many (1 to 999; 30 are about a day) an event becomes a dead letter, which can be replayed.","message":"entity_events must have exactly one of event_bus_arn, queue_arn and webhook: an event goes to one place. A bus can send it on to many."},
{"variable":"entity_events","description":"Where to tell what becomes of entities: created, changed, merged, split, deleted. Null: nowhere, and nothing is written for it. One of event_bus_arn (an EventBridge bus), queue_arn (an SQS queue; FIFO keeps the order of each entity) and webhook (an https url, and secret_arn of the Secrets Manager secret that signs: whsec_ and 24 random bytes or more in base64). kms_key_arn: the key of yours that encrypts the queue or the secret, if one does. max_attempts: after so many (1 to 999; 30 are about a day) an event becomes a dead letter, which can be replayed.","message":"entity_events.event_bus_arn must be the ARN of an event bus, for example arn:aws:events:<region>:<account>:event-bus/<name>."},
{"variable":"entity_events","description":"Where to tell what becomes of entities: created, changed, merged, split, deleted. Null: nowhere, and nothing is written for it. One of event_bus_arn (an EventBridge bus), queue_arn (an SQS queue; FIFO keeps the order of each entity) and webhook (an https url, and secret_arn of the Secrets Manager secret that signs: whsec_ and 24 random bytes or more in base64). kms_key_arn: the key of yours that encrypts the queue or the secret, if one does. max_attempts: after so many (1 to 999; 30 are about a day) an event becomes a dead letter, which can be replayed.","message":"entity_events.queue_arn must be the ARN of a queue, for example arn:aws:sqs:<region>:<account>:<name>.fifo."},
{"variable":"entity_events","description":"Where to tell what becomes of entities: created, changed, merged, split, deleted. Null: nowhere, and nothing is written for it. One of event_bus_arn (an EventBridge bus), queue_arn (an SQS queue; FIFO keeps the order of each entity) and webhook (an https url, and secret_arn of the Secrets Manager secret that signs: whsec_ and 24 random bytes or more in base64). kms_key_arn: the key of yours that encrypts the queue or the secret, if one does. max_attempts: after so many (1 to 999; 30 are about a day) an event becomes a dead letter, which can be replayed.","message":"entity_events.webhook.url must be an https address without a user name and a fragment: events name records, and travel encrypted only."},
{"variable":"entity_events","description":"Where to tell what becomes of entities: created, changed, merged, split, deleted. Null: nowhere, and nothing is written for it. One of event_bus_arn (an EventBridge bus), queue_arn (an SQS queue; FIFO keeps the order of each entity) and webhook (an https url, and secret_arn of the Secrets Manager secret that signs: whsec_ and 24 random bytes or more in base64). kms_key_arn: the key of yours that encrypts the queue or the secret, if one does. max_attempts: after so many (1 to 999; 30 are about a day) an event becomes a dead letter, which can be replayed.","message":"entity_events.webhook.secret_arn must be the ARN of a secret of Secrets Manager. The secret itself never comes to Terraform."},
{"variable":"entity_events","description":"Where to tell what becomes of entities: created, changed, merged, split, deleted. Null: nowhere, and nothing is written for it. One of event_bus_arn (an EventBridge bus), queue_arn (an SQS queue; FIFO keeps the order of each entity) and webhook (an https url, and secret_arn of the Secrets Manager secret that signs: whsec_ and 24 random bytes or more in base64). kms_key_arn: the key of yours that encrypts the queue or the secret, if one does. max_attempts: after so many (1 to 999; 30 are about a day) an event becomes a dead letter, which can be replayed.","message":"entity_events.kms_key_arn must be the ARN of a key, for example arn:aws:kms:<region>:<account>:key/<id>: aliases are no resources of policies."},
{"variable":"entity_events","description":"Where to tell what becomes of entities: created, changed, merged, split, deleted. Null: nowhere, and nothing is written for it. One of event_bus_arn (an EventBridge bus), queue_arn (an SQS queue; FIFO keeps the order of each entity) and webhook (an https url, and secret_arn of the Secrets Manager secret that signs: whsec_ and 24 random bytes or more in base64). kms_key_arn: the key of yours that encrypts the queue or the secret, if one does. max_attempts: after so many (1 to 999; 30 are about a day) an event becomes a dead letter, which can be replayed.","message":"entity_events.max_attempts must be a whole number from 1 to 999."},
{"variable":"alarm_actions","description":"ARNs told when an alarm goes off and when it is over, usually one SNS topic. The alarms are there without it as well.","message":"alarm_actions must be at most 5 different ARNs, for example arn:aws:sns:<region>:<account>:<topic>."},
{"variable":"latency_alarm_milliseconds","description":"The alarm on latency goes off when more than one in twenty requests to the API takes longer than this for fifteen minutes, in milliseconds.","message":"latency_alarm_milliseconds must be from 10 to 30000."},
];

export const pages: readonly DocsPage[] = [
{ path: "architecture.md", title: "Architecture", summary: "Three doors, one core that knows no AWS event, and one small port to storage with two engines behind it.", text: `# Architecture

Three doors, one core that knows no AWS event, and one small port to storage with two engines behind it.

\`\`\`
main.tf variables.tf outputs.tf versions.tf     the Terraform module: wires modules/
modules/            allow-list · lambda · identity · storage · api · guidance · schedule · ingest · events ·
                    observability
functions/
  core/             what the service knows
    ruleconfig/       the rule-config document: types, parser with locations, linter, JSON Schema
    schema/           the deployment's record schema (schema.graphqls)
    etm/              transformers, one file each, compiled to a straight pipeline
    matching/         comparers, tokenizers, matchers, rules, index keys
    identifiers/      NPI, SSN, EIN, VIN, DL
    design/           from field names and samples to a rule-config
    insights/         filters, record insights, edge insights
    resolution/       submit, search, entity, explain, preview, sweep, over the store port
    events/           what became of entities: looks, events in order, dead letters
    loads/            the ledger of bulk loads: what is expected, stored and refused
    store/            port.ts (the contract), embedded/ (a log before a B-tree, both LMDB), dynamodb/
  api/              the GraphQL function
  authorizer/       the function that lets a request through or not: address, then token
  guidance/         the guidance server's function: protocol/, tools/ (one file each), prompts/, the docs index
  configuration/    where a function reads its rule-config and schema from
  sweeper/          the scheduled function that finishes interrupted work
  ingest/           the function of bulk loads: objects of a bucket through the core's submit
  events/           the function that publishes entity events: to a queue, a bus or a webhook
  telemetry/        log lines, metrics and traces of every function
  aws/              how functions set up clients of AWS
  dist/             committed deterministic zips with a manifest
local/              the same handlers on a laptop: gateway/ emulates an HTTP API, identity/ issues tokens,
                    commands/, client/, load/, bulk/, doctor/ and rules/ are the command line,
                    events/ publishes entity events, console/ and graphiql/ are its pages
examples/           instances and Terraform configurations to copy
bench/              what the README's performance table is printed from
test/               unit (beside its subject's name), contract, property, model, integration, conformance,
                    browser, terraform
scripts/            build, docs tables, costs, quality, conformance
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
` },
{ path: "bulk-loads.md", title: "Bulk loads", summary: "`entity-data load people.csv` sends records to the API, which is the right way for a file of thousands or a few millions. For more than that, or where files are born in AWS anyway, a deployment can take them through a bucket: whoever loads only uploads, and a function submits at the pace that the table is meant to bear.", text: `# Bulk loads

\`entity-data load people.csv\` sends records to the API, which is the right way for a file of thousands or a few millions. For
more than that, or where files are born in AWS anyway, a deployment can take them through a bucket: whoever loads only
uploads, and a function submits at the pace that the table is meant to bear.

\`\`\`
objects in S3 (loads/…) → queue → function, some at once → the same submit as the API's → entities
                             ↓ after several deliveries          ↓ lines that are refused
                        dead letters, and a report           errors/…
\`\`\`

It is off unless it is asked for:

\`\`\`hcl
module "entity_data" {
  # …
  bulk_ingest = {}
}
\`\`\`

\`examples/bulk-loads\` is complete. The inputs are in [terraform.md](terraform.md); sizes of the function are
\`functions.ingest\`.

## Load a file

\`\`\`
npx entity-data load people.csv --via "$(terraform output -raw ingest_address)" \\
  --api-url … --token-url … --client-id …
\`\`\`

1. cuts the file into objects of JSON lines, of \`--part-size\` megabytes (4 by default) or 15,000 records each;
2. uploads them, \`--concurrency\` at once, with the credentials that the AWS SDK finds (environment, profile, role);
   \`--region\` and \`--endpoint-url\`, or \`AWS_REGION\` and \`AWS_ENDPOINT_URL\`, say where;
3. asks \`metrics\` every \`--poll-interval\` seconds until everything is settled, and shows rate and minutes left;
4. writes every refused record with its line of *your* file, code and reason into \`FILE.errors.jsonl\`, and shows the first.

It ends with 0 when everything is stored, 2 when all but the refused records is, 1 when objects were given up or something
failed, 130 when it was interrupted. \`--resume\` goes on where it was broken off, also while it waits: the manifest
\`FILE.bulk-load.json\` beside the file remembers the load and what is uploaded. \`--no-wait\` ends when everything is uploaded;
then neither an API nor a client is needed. CSV columns are mapped as in any \`load\`.

Who uploads needs the policy in the output \`ingest_upload_policy\` and nothing else: write below \`loads/\`, read and list
\`errors/\`. The client needs the scope \`svc/query.metrics\`.

## Or upload by other means

Every object below \`loads/\` is loaded, whoever puts it there: \`aws s3 cp\`, an export job, another account.

* JSON lines in UTF-8, one record a line, as \`RecordInput\` of the deployment; the name ends in \`.jsonl\` or \`.ndjson\`;
  not compressed. At most \`max_object_bytes\` (5 MB by default), and some ten thousand records: an object is what one call of
  the function does. An id of more than 15 digits is to be text: a number beyond 2⁵³ is not read exactly, and its record is
  refused.
* \`loads/<load>/<name>.jsonl\`: the folder, which may have several levels, is the load that \`metrics\` counts. An object right
  below \`loads/\` is a load by itself.
* Optionally \`loads/<load>/load.json\` says how much is to come: \`{"format": 1, "records": 1000000, "parts": 250, "final": true}\`.
  With \`"final": false\` the numbers are estimates, until another one says \`true\`. Without it everything that has come counts as everything.

Whoever may write to the bucket may write every field, also those with \`@hasPrivilege\`: tokens and scopes are for the API.

## Watch it

\`\`\`graphql
{
  metrics {
    assemblyStatus { state estimatedTimeRemaining }
    loads { id state expectedRecords storedRecords refusedRecords expectedParts finishedParts failedParts recordsPerSecond estimatedTimeRemaining }
  }
}
\`\`\`

\`assemblyStatus\` is \`IN_PROGRESS\` while a load is under way, with the minutes that are left by the rate so far (100 records
a second are assumed before anything is counted). A load is \`FINISHED\` when every announced part is loaded or given up,
\`STALLED\` when nothing came for two hours although not everything is there; it no longer keeps the service \`IN_PROGRESS\` then.
Loads that go on and the last 20 that are finished are listed, for 30 days.

CloudWatch has \`RefusedLines\` and \`FailedObjects\` beside the metrics that the function shares with the API, and the alarms
\`dead-letters\` and \`backlog\` ([operations](operations.md)).

## What a load promises

* **The same submit.** A record is read by the API's own input type and stored by the same code. When its part is finished,
  its records are stored, indexed and linked, and searches find them, among them what came through the API at the same time.
* **Nothing twice.** S3, SQS and Lambda may each deliver again. Submitting what is stored changes nothing, and a part that
  comes twice is counted once.
* **Nothing lost silently.** A line is stored, or it stands in an errors object that is written before it is counted. An
  object is loaded, or it lies among the dead letters with a report. A function that dies anywhere is repeated from the last
  thousand records.
* **No order.** Parts are loaded side by side, and batches of a part too. A load should hold a record once; with
  \`update_records\` the last to be stored wins, whichever line it came from.

## When something fails

| what you see | what it is | what to do |
|---|---|---|
| \`errors/<load>/<name>.0000001.errors.jsonl\` | refused lines: \`line\`, \`id\`, \`code\`, \`message\`, \`hint\`; no other value of a record. One object for each thousand records of a part that has any | Correct these lines and load them as a file of their own |
| \`errors/<load>/<name>.report.json\` | the object was given up: \`code\`, \`message\`, \`hint\`; no value of a record | As the hint says. \`OBJECT_TOO_LARGE\`, \`OBJECT_UNSUPPORTED\`, \`LOAD_MANIFEST_INVALID\`: upload it otherwise, and delete the dead letter. Any other: mend the cause, move the dead letter back |
| a dead letter without a report | the function died each time, out of memory or time; or it could not write below \`errors/\`, which its log tells (\`report failed\`) | \`functions.ingest.memory_size\` or \`timeout\`, or smaller objects; or the policies of bucket and key; then move it back |
| a load stays \`IN_PROGRESS\`, nothing moves | messages wait for their next delivery, six times the function's timeout after the last, or the function cannot start | The function's log, its alarm \`errors\` |
| \`STALLED\` | the upload was broken off, or parts lie among the dead letters | \`--resume\`, or move the dead letters back |
| \`read-throttles\`, \`write-throttles\` | the table is not yet as large as the load wants it | Usually it grows within minutes. Else lower \`maximum_concurrency\` |

Move dead letters back, when the cause is mended; what was loaded of them before is recognised:

\`\`\`
aws sqs start-message-move-task --source-arn arn:aws:sqs:<region>:<account>:<prefix>-ingest-dead-letters
\`\`\`

Loads are kept for 14 days, as long as dead letters, so that whatever is moved back finds its object; errors for 90.

To stop a load: delete its objects below \`loads/\`; their messages then end among the dead letters as \`OBJECT_MISSING\`. What
is stored stays. To pause all loads: \`aws lambda update-event-source-mapping --uuid … --no-enabled\`; messages wait for
14 days. The next apply switches it on again.

## How fast, and what it costs

\`maximum_concurrency\` (10) calls at once, each with 4 submits of 50 records under way. One full core submits some hundreds of
records a second, so that ten take a few thousand; the table, new and on demand, first takes about 4,000 writes a second, so
that more than that helps only after it has grown. Begin with 10; watch \`write-throttles\`; double it.

What a million records of 250 bytes cost, by units (prices: [costs](costs.md)):

| what | units |
|---|---|
| table | as a submit of 50 records a request |
| function | its time for these submits; no gateway, no authorizer, no token |
| objects | 67 of 15,000 records: 67 puts, 67 gets, 0.25 GB for 14 days |
| queue | about 200 requests |
| counts | 1,000 transactions of two items: 4,000 write units |

Next to the records themselves, what is added is cents. Without loads nothing is paid but the alarms: Lambda asks an empty
queue a few times a minute.

## Security

The bucket is private: all public access blocked, no access control lists, plain HTTP refused, encrypted with S3's keys or
with \`kms_key_arn\`. It is not versioned, so that what is deleted is gone. The function may read below \`loads/\`, write below
\`errors/\`, and nothing else in the bucket; the queue takes messages from this bucket only. Objects hold personal data until
they expire: erasing a person (\`disassemble\`) does not reach into them, so delete loads that must not stay 14 days.
` },
{ path: "concepts/README.md", title: "Concepts", summary: "The words of this service, each on a page of its own with an example.", text: `# Concepts

The words of this service, each on a page of its own with an example.

- [Alias](alias.md)
- [Blocking](blocking.md)
- [Bulk load](bulk-load.md)
- [Chain](chain.md)
- [Comparer](comparer.md)
- [Connection ban](connection-ban.md)
- [Consistency](consistency.md)
- [Disassemble](disassemble.md)
- [Doctor](doctor.md)
- [Duplicates](duplicates.md)
- [Edge](edge.md)
- [Entity](entity.md)
- [Entity event](entity-event.md)
- [Entity id](entity-id.md)
- [Erasure](erasure.md)
- [Generic key](generic-key.md)
- [Guarantee of the index](guarantee.md)
- [Hit](hit.md)
- [Hit score](hit-score.md)
- [Index key](index-key.md)
- [Matcher](matcher.md)
- [Metrics](metrics.md)
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
- [Unfinished work](unfinished-work.md)
- [What we promise](promise.md)
` },
{ path: "concepts/alias.md", title: "Alias", summary: "The id of an entity that was merged into another one. It leads to the survivor for ever: whoever stored it may go on using it, at the price of one more read after the first time. An entity lists its aliases.", text: `# Alias

The id of an entity that was merged into another one. It leads to the survivor for ever: whoever stored it may go on using it, at the price of one more read after the first time. An entity lists its aliases.

Also called: merged id, former id.

## Example

Entities \`01JA…\` and \`01JB…\` become one: its id is \`01JA…\`, the older one, and \`entity(input: {id: "01JB…"})\` answers it with \`aliases: ["01JB…"]\`.

## Related

- [Entity id](entity-id.md)
- [Entity](entity.md)
` },
{ path: "concepts/blocking.md", title: "Blocking", summary: "Comparing every record with every other is impossible with many records, so only those that share an index key are compared. What other products configure apart from the rules follows here from the rules themselves, so that blocking cannot lose a match.", text: `# Blocking

Comparing every record with every other is impossible with many records, so only those that share an index key are compared. What other products configure apart from the rules follows here from the rules themselves, so that blocking cannot lose a match.

Also called: candidate selection.

## Example

A million records and a key that five share: a submit compares a record with four others, not with a million.

## Related

- [Index key](index-key.md)
- [Selectivity](selectivity.md)
- [Guarantee of the index](guarantee.md)
` },
{ path: "concepts/bulk-load.md", title: "Bulk load", summary: "A load that outgrows requests: objects of JSON lines in a bucket of the deployment, which a function submits as the API would. Nothing is stored twice; refused lines stand in errors objects, objects that were given up among the dead letters. Progress and minutes left are in `metrics`. Deployments have it when they set `bulk_ingest`.", text: `# Bulk load

A load that outgrows requests: objects of JSON lines in a bucket of the deployment, which a function submits as the API would. Nothing is stored twice; refused lines stand in errors objects, objects that were given up among the dead letters. Progress and minutes left are in \`metrics\`. Deployments have it when they set \`bulk_ingest\`.

Also called: bulk ingest, load via S3.

## Example

\`entity-data load people.csv --via s3://<bucket>/loads\`, with the deployment's output \`ingest_address\`.

## Related

- [Submit](submit.md)
- [Record](record.md)
- [Guarantee of the index](guarantee.md)
` },
{ path: "concepts/chain.md", title: "Chain", summary: "An entity joins records that are linked through others. That is wanted (A knows the phone, C the address, B both), but one wrong link joins two whole entities. Weak rules do harm by chains: \"same name and city\" links two people, each with their own records. Keep weak rules out of the link rule set, give them consistency rules, or ask for more agreement.", text: `# Chain

An entity joins records that are linked through others. That is wanted (A knows the phone, C the address, B both), but one wrong link joins two whole entities. Weak rules do harm by chains: "same name and city" links two people, each with their own records. Keep weak rules out of the link rule set, give them consistency rules, or ask for more agreement.

Also called: transitivity, over-merging, weak links.

## Example

Father and son with the same name and address become one entity unless a rule looks at the date of birth.

## Related

- [Entity](entity.md)
- [Consistency](consistency.md)
- [Precision and recall](precision-and-recall.md)
` },
{ path: "concepts/comparer.md", title: "Comparer", summary: "Compares two texts: equal (`exact`), a number of typing errors (`distance`, `dynamicdistance`), similar by a measure (`similarity`), sounding alike (`phonetic`), near as numbers, dates or places. Some comparers can be indexed, others can only verify what another matcher of the rule found.", text: `# Comparer

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
` },
{ path: "concepts/connection-ban.md", title: "Connection ban", summary: "Keeps the parts apart that a disassembly made, although rules would join them, until it is lifted by `removeConnectionBan`. Whatever one of them is merged with, and each part that it later falls into, inherits the ban. Bans are listed on the entity with who set them and why.", text: `# Connection ban

Keeps the parts apart that a disassembly made, although rules would join them, until it is lifted by \`removeConnectionBan\`. Whatever one of them is merged with, and each part that it later falls into, inherits the ban. Bans are listed on the entity with who set them and why.

Also called: ban.

## Example

A father and a son whom the rules take for one person.

## Related

- [Disassemble](disassemble.md)
- [Chain](chain.md)
` },
{ path: "concepts/consistency.md", title: "Consistency", summary: "Two things have this name. The **consistency of an entity** is a number from 0 to 1 that says how much its records agree in the resolvers listed under `scores.consistency`: the weighted mean of Σf²/n². The **consistency rule set** of a mutation group is a gate: two records may be joined only if it is satisfied between them as well, for instance \"dates of birth do not contradict\".", text: `# Consistency

Two things have this name. The **consistency of an entity** is a number from 0 to 1 that says how much its records agree in the resolvers listed under \`scores.consistency\`: the weighted mean of Σf²/n². The **consistency rule set** of a mutation group is a gate: two records may be joined only if it is satisfied between them as well, for instance "dates of birth do not contradict".

Also called: consistency score.

## Example

Three records with the same family name and one with another: Σf²/n² = (9 + 1) / 16 = 0.625.

## Related

- [Score](score.md)
- [Mutation group](mutation-group.md)
- [Chain](chain.md)
` },
{ path: "concepts/disassemble.md", title: "Disassemble", summary: "Takes edges away, or records with everything that belongs to them; the rest of the entity is put together anew and may fall apart. This is how a wrong match is undone and how a person's data is erased. With a connection ban the parts stay apart from then on.", text: `# Disassemble

Takes edges away, or records with everything that belongs to them; the rest of the entity is put together anew and may fall apart. This is how a wrong match is undone and how a person's data is erased. With a connection ban the parts stay apart from then on.

Also called: split, unlink, erase.

## Example

\`disassemble(input: {edges: [{a: "crm-17", b: "shop-4711"}], createConnectionBan: true, meta: {user: "jane", reason: "two people"}})\`

## Related

- [Connection ban](connection-ban.md)
- [Edge](edge.md)
- [Entity](entity.md)
` },
{ path: "concepts/doctor.md", title: "Doctor", summary: "`entity-data doctor` looks at a deployment from outside and says what is wrong with it and how to mend that: addresses and certificates, clocks, the token and its scopes, the allow list, GraphQL, metrics, versions, latency and the guidance server. It changes nothing, and ends with 1 when something is wrong.", text: `# Doctor

\`entity-data doctor\` looks at a deployment from outside and says what is wrong with it and how to mend that: addresses and certificates, clocks, the token and its scopes, the allow list, GraphQL, metrics, versions, latency and the guidance server. It changes nothing, and ends with 1 when something is wrong.

Also called: health check, diagnosis, troubleshooting.

## Example

\`entity-data doctor --needs submit,search\` prints \`✗ scopes.submit  the token lacks svc/mutation.submit\` and what to add to the client.

## Related

- [Scope](scope.md)
- [Metrics](metrics.md)
` },
{ path: "concepts/duplicates.md", title: "Duplicates", summary: "Records that say the same as one that was there before, by the deduplicate rule set of a mutation group. A duplicate is attached to the first one seen, belongs to its entity and has no edges of its own: it neither adds evidence nor candidates. Duplicates are listed by the original.", text: `# Duplicates

Records that say the same as one that was there before, by the deduplicate rule set of a mutation group. A duplicate is attached to the first one seen, belongs to its entity and has no edges of its own: it neither adds evidence nor candidates. Duplicates are listed by the original.

Also called: deduplication.

## Example

\`{"crm-17": ["crm-17-copy"]}\`: the second export of the same row.

## Related

- [Mutation group](mutation-group.md)
- [Edge](edge.md)
` },
{ path: "concepts/edge.md", title: "Edge", summary: "Two records that a link rule joined directly, written `recordA:recordB:RULE`. One pair has as many edges as rules hold between it. An entity is what edges connect. The API gives them as texts in `edges`, and typed, with the score of the rule, in `links`.", text: `# Edge

Two records that a link rule joined directly, written \`recordA:recordB:RULE\`. One pair has as many edges as rules hold between it. An entity is what edges connect. The API gives them as texts in \`edges\`, and typed, with the score of the rule, in \`links\`.

Also called: link.

## Example

\`crm-17:shop-4711:EMAIL\` says that rule EMAIL holds between the two records.

## Related

- [Rule](rule.md)
- [Entity](entity.md)
- [Score](score.md)
` },
{ path: "concepts/entity-event.md", title: "Entity event", summary: "A message about one entity: created, changed, merged, split, deleted. It names the entity, its records and what caused it by their ids, never a value, and goes to a queue, a bus, a webhook or a file. Events come at least once, and those of one entity in order; each carries the entity as it is, so that the one with the highest sequence is enough. What a target does not take for a day becomes a dead letter and can be replayed. What was stored before is read by `entity-data events snapshot`. Off unless `entity_events` is set.", text: `# Entity event

A message about one entity: created, changed, merged, split, deleted. It names the entity, its records and what caused it
by their ids, never a value, and goes to a queue, a bus, a webhook or a file. Events come at least once, and those of one
entity in order; each carries the entity as it is, so that the one with the highest sequence is enough. What a target does
not take for a day becomes a dead letter and can be replayed. What was stored before is read by
\`entity-data events snapshot\`. Off unless \`entity_events\` is set.

Also called: event, webhook, notification, change feed.

## Example

A record links two customers: the older entity is told \`merged\` with \`absorbed\`, the younger one \`merged\` with \`mergedInto\`.

## Related

- [Entity](entity.md)
- [Entity id](entity-id.md)
- [Submit](submit.md)
- [Disassemble](disassemble.md)
` },
{ path: "concepts/entity-id.md", title: "Entity id", summary: "The name under which an entity can be asked for. It stays good through everything that happens to the entity: after a merge the oldest id is the entity's own, and the others are aliases that lead to it; after a split the largest part keeps it. A program may store entity ids and need not be told of changes.", text: `# Entity id

The name under which an entity can be asked for. It stays good through everything that happens to the entity: after a merge the oldest id is the entity's own, and the others are aliases that lead to it; after a split the largest part keeps it. A program may store entity ids and need not be told of changes.

Also called: id of an entity.

## Example

\`entity(input: {id: "01J…"})\` answers the survivor when the entity was merged into another one.

## Related

- [Entity](entity.md)
` },
{ path: "concepts/entity.md", title: "Entity", summary: "All records that describe one and the same thing of the real world, as far as the rules can tell. An entity is made and changed by submits alone: a record that matches nothing becomes an entity of its own, one that matches records of two entities joins them. Entities hold records directly linked to each other and those that are linked through others.", text: `# Entity

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
` },
{ path: "concepts/erasure.md", title: "Erasure", summary: "`disassemble` with `recordIDs` removes records with everything that was made of them: payload, index keys, candidates, links, cuts and the mark of a generic key that only they had. From the answer on nobody reads the record any more, and no key or item of the table holds a value of it; what is left of the entity is put together anew and may fall apart. Backups and point-in-time recovery of the table are outside of it: they forget with age. So are the unused parts of the files of the local service: what was erased can stand there until the space is used again, so keep them on an encrypted disk. That service also keeps, once, pieces of text that twenty or more of a sample of its records have in common, such as names of fields and of towns: these are nobody's own, and stay.", text: `# Erasure

\`disassemble\` with \`recordIDs\` removes records with everything that was made of them: payload, index keys, candidates, links, cuts and the mark of a generic key that only they had. From the answer on nobody reads the record any more, and no key or item of the table holds a value of it; what is left of the entity is put together anew and may fall apart. Backups and point-in-time recovery of the table are outside of it: they forget with age. So are the unused parts of the files of the local service: what was erased can stand there until the space is used again, so keep them on an encrypted disk. That service also keeps, once, pieces of text that twenty or more of a sample of its records have in common, such as names of fields and of towns: these are nobody's own, and stay.

Also called: deletion, right to be forgotten.

## Example

\`disassemble(input: {recordIDs: ["crm-17"]})\`

## Related

- [Disassemble](disassemble.md)
- [Unfinished work](unfinished-work.md)
- [What we promise](promise.md)
` },
{ path: "concepts/generic-key.md", title: "Generic key", summary: "An index key that only suggests a link and that more records share than `generic_key_records` allows (1,000 by default): a switchboard's number, a placeholder such as `none@example.com`. It says next to nothing about any of its records, and judging all of them would make every submit with it slow. So it finds no candidates any more; no submit fails for it, and what was linked stays linked. The log names its rules, `metrics` counts such keys, and `explain` marks a shared key with `generic: true`. Keys that decide a link by themselves have no such limit.", text: `# Generic key

An index key that only suggests a link and that more records share than \`generic_key_records\` allows (1,000 by default): a switchboard's number, a placeholder such as \`none@example.com\`. It says next to nothing about any of its records, and judging all of them would make every submit with it slow. So it finds no candidates any more; no submit fails for it, and what was linked stays linked. The log names its rules, \`metrics\` counts such keys, and \`explain\` marks a shared key with \`generic: true\`. Keys that decide a link by themselves have no such limit.

The mark goes when the records that made the key generic are erased. Better than a higher limit is a transformer that drops the placeholder, or a rule that asks for more.

Also called: generic value, hub, overfull key.

## Example

4,000 customers share the telephone number of a switchboard. The rule telephone number plus similar name finds no candidates by that number any more; the rule e-mail address still links them.

## Related

- [Index key](index-key.md)
- [Selectivity](selectivity.md)
- [Blocking](blocking.md)
` },
{ path: "concepts/guarantee.md", title: "Guarantee of the index", summary: "If two records satisfy a rule of the index rule set, they share at least one of its keys, so that the later one finds the earlier one. Nothing breaks this silently: a rule without keys is an error of the linter, and a record with more keys than allowed is refused rather than half indexed.", text: `# Guarantee of the index

If two records satisfy a rule of the index rule set, they share at least one of its keys, so that the later one finds the earlier one. Nothing breaks this silently: a rule without keys is an error of the linter, and a record with more keys than allowed is refused rather than half indexed.

Also called: completeness.

## Example

A rule with only a \`similarity\` comparer is refused with \`NO_INDEX_KEYS\`: it could not find its candidates.

## Related

- [Index key](index-key.md)
- [Blocking](blocking.md)
` },
{ path: "concepts/hit-score.md", title: "Hit score", summary: "How well an entity fits a search, from 0 to 1: the best, over its hit records, of 1 − Π(1 − rule score × share of the given fields that the rule used). More rules and rules that use more of what was given score higher.", text: `# Hit score

How well an entity fits a search, from 0 to 1: the best, over its hit records, of 1 − Π(1 − rule score × share of the given fields that the rule used). More rules and rules that use more of what was given score higher.

Also called: hitScore, relevance.

## Example

A search by e-mail address alone that rule EMAIL (score 0.9) satisfies gives 0.9.

## Related

- [Hit](hit.md)
- [Search](search.md)
- [Score](score.md)
` },
{ path: "concepts/hit.md", title: "Hit", summary: "A record that a search found, with the rules of the search rule set that hold between it and the parameters. A search answers whole entities; `hits` says through which records and rules each was found.", text: `# Hit

A record that a search found, with the rules of the search rule set that hold between it and the parameters. A search answers whole entities; \`hits\` says through which records and rules each was found.

Also called: search hit.

## Example

\`{"shop-4711": ["EMAIL", "NAME"]}\`

## Related

- [Search](search.md)
- [Hit score](hit-score.md)
` },
{ path: "concepts/index-key.md", title: "Index key", summary: "How the service finds the records that may match a new one without looking at all of them. Every rule of an index rule set is compiled into keys: a key is a combination of one part of each of its indexable matchers, for instance the e-mail address, or family name by sound plus date of birth. Two records that satisfy a rule of the index rule set always share one of its keys; this is guaranteed.", text: `# Index key

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
` },
{ path: "concepts/matcher.md", title: "Matcher", summary: "Compares two records through the values of a resolver. `simple` wants a value in common; `token` cuts values into tokens and pairs them by a comparer; `orempty` lets a missing value pass; `any` takes one of several matchers. A matcher has no weight of its own: rules combine matchers.", text: `# Matcher

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
` },
{ path: "concepts/metrics.md", title: "Metrics", summary: "Numbers about the work of a deployment: records by outcome, merges and splits, candidates, generic keys, repeated calls to the table, durations by operation, errors by code, refusals by reason, unfinished work with its age. The functions write them into their logs, CloudWatch makes metrics of them (namespace `EntityData`), and a dashboard and alarms watch them. None holds a record's value. What is stored now is asked of the API: the query `metrics`.", text: `# Metrics

Numbers about the work of a deployment: records by outcome, merges and splits, candidates, generic keys, repeated calls to the table, durations by operation, errors by code, refusals by reason, unfinished work with its age. The functions write them into their logs, CloudWatch makes metrics of them (namespace \`EntityData\`), and a dashboard and alarms watch them. None holds a record's value. What is stored now is asked of the API: the query \`metrics\`.

Also called: observability, dashboard, alarms, monitoring.

## Example

\`UnfinishedWorkAge\` above 900 seconds sets off the alarm \`unfinished-work-age\`; docs/operations.md says what to do.

## Related

- [Doctor](doctor.md)
- [Unfinished work](unfinished-work.md)
- [Generic key](generic-key.md)
` },
{ path: "concepts/must-exist.md", title: "mustExist and ignoreErrors", summary: "`mustExist: true` in a matcher, or in a `field` transformer above it, makes a missing value an error instead of \"not satisfied\": `field does not exist in ETM pipeline output`. A rule with `ignoreErrors: true`, the default, turns that error into \"rule not satisfied\"; with false the whole request is refused. Use the pair where a record without the value is a mistake of its source.", text: `# mustExist and ignoreErrors

\`mustExist: true\` in a matcher, or in a \`field\` transformer above it, makes a missing value an error instead of "not satisfied": \`field does not exist in ETM pipeline output\`. A rule with \`ignoreErrors: true\`, the default, turns that error into "rule not satisfied"; with false the whole request is refused. Use the pair where a record without the value is a mistake of its source.

Also called: mustExist, ignoreErrors.

## Example

A loader that must never send people without a date of birth: \`mustExist: true\` and \`ignoreErrors: false\`.

## Related

- [Matcher](matcher.md)
- [Rule](rule.md)
` },
{ path: "concepts/mutation-group.md", title: "Mutation group", summary: "What a submit does, under a name: which rule set is indexed, which links, which deduplicates, and which must be consistent besides. Several groups work side by side, for instance one for persons and one for households; a pair is together when one group joins it.", text: `# Mutation group

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
` },
{ path: "concepts/path.md", title: "Path", summary: "Where in a record a `field` transformer reads. Dots walk into objects, `*` walks every element of a list. Missing fields, null, empty texts and empty lists carry no value.", text: `# Path

Where in a record a \`field\` transformer reads. Dots walk into objects, \`*\` walks every element of a list. Missing fields, null, empty texts and empty lists carry no value.

Also called: field path.

## Example

\`emails.*.address\` reads the addresses of all e-mail entries.

## Related

- [Pin](pin.md)
- [Schema](schema.md)
` },
{ path: "concepts/pin.md", title: "Pin", summary: "The named connections of a transformer. An input pin names the output pin that it reads: `{\"sourceID\": \"EMAIL_FIELD\", \"sourcePin\": \"default\"}`. A pin carries a list of texts; a field with several values, or a path with `*`, carries several.", text: `# Pin

The named connections of a transformer. An input pin names the output pin that it reads: \`{"sourceID": "EMAIL_FIELD", "sourcePin": "default"}\`. A pin carries a list of texts; a field with several values, or a path with \`*\`, carries several.

Also called: input pin, output pin.

## Example

\`makedate\` has the output pins \`full\`, \`year\`, \`month\` and \`day\`.

## Related

- [Transformer](transformer.md)
- [Path](path.md)
` },
{ path: "concepts/pipeline.md", title: "Pipeline", summary: "The graph of transformers and resolvers through which every record and every search passes, in the same way: extract, transform, match. Because both sides pass it, a search finds what is written differently.", text: `# Pipeline

The graph of transformers and resolvers through which every record and every search passes, in the same way: extract, transform, match. Because both sides pass it, a search finds what is written differently.

Also called: ETM pipeline, extract transform match.

## Example

\`field\` (email) → \`normalizeemail\` → resolver \`email\` → matcher \`sameEmail\`.

## Related

- [Transformer](transformer.md)
- [Resolver](resolver.md)
- [Matcher](matcher.md)
` },
{ path: "concepts/precision-and-recall.md", title: "Precision and recall", summary: "Precision: of the pairs of records that share an entity, how many really belong together. Recall: of the pairs that belong together, how many share an entity. F1 is their harmonic mean. Measured over all pairs after clustering, because that is what users of entities see. Stricter rules raise precision, further rules raise recall.", text: `# Precision and recall

Precision: of the pairs of records that share an entity, how many really belong together. Recall: of the pairs that belong together, how many share an entity. F1 is their harmonic mean. Measured over all pairs after clustering, because that is what users of entities see. Stricter rules raise precision, further rules raise recall.

Also called: quality, F1, pairwise.

## Example

100 true pairs, 90 found, and 10 wrong ones: precision 0.9, recall 0.9, F1 0.9.

## Related

- [Chain](chain.md)
- [Rule](rule.md)
` },
{ path: "concepts/promise.md", title: "What we promise", summary: "After the answer to a submit its records are on stable storage, indexed and linked with everything stored before and at the same time. An entity is exactly a connected component of its links; no record is in two entities or in none. Ids live for ever, erased is erased, and repeating any request is safe: `TRY_AGAIN` means that the time of the request was over, not that anything is lost. Operations are isolated as the page \"What we promise\" says for each of them, and it says what happens in each kind of failure.", text: `# What we promise

After the answer to a submit its records are on stable storage, indexed and linked with everything stored before and at the same time. An entity is exactly a connected component of its links; no record is in two entities or in none. Ids live for ever, erased is erased, and repeating any request is safe: \`TRY_AGAIN\` means that the time of the request was over, not that anything is lost. Operations are isolated as the page "What we promise" says for each of them, and it says what happens in each kind of failure.

Also called: guarantees, isolation, consistency of the store, durability.

## Example

Two submits with the same e-mail address arrive at the same moment at two functions, one of which dies before it has answered. The repeat of its request finds both records in one entity.

## Related

- [Unfinished work](unfinished-work.md)
- [Alias](alias.md)
- [Erasure](erasure.md)
- [Guarantee of the index](guarantee.md)
` },
{ path: "concepts/record.md", title: "Record", summary: "What one source knows of one thing: a row of a customer table, an entry of a directory, a line of a file. A record is JSON with an `id` of text that stays the same for the same record, without a colon, and with the fields that the deployment's schema gives it. Records are never merged or rewritten: they are stored as they came, and entities say which of them belong together.", text: `# Record

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
` },
{ path: "concepts/reference-list.md", title: "Reference list", summary: "A table within the rule-config that a `referencelist` transformer maps values with: codes to countries, departments to companies, short names to long ones.", text: `# Reference list

A table within the rule-config that a \`referencelist\` transformer maps values with: codes to countries, departments to companies, short names to long ones.

Also called: lookup table, mapping.

## Example

Rows such as \`["DE", "Germany"]\`, with a header that says what each column is.

## Related

- [Transformer](transformer.md)
` },
{ path: "concepts/resolver.md", title: "Resolver", summary: "A named output of the pipeline: it says which pin of which transformer holds the values that matter, such as the normalised e-mail addresses of a record. Matchers, scores and the simulation speak of resolvers, never of raw fields.", text: `# Resolver

A named output of the pipeline: it says which pin of which transformer holds the values that matter, such as the normalised e-mail addresses of a record. Matchers, scores and the simulation speak of resolvers, never of raw fields.

## Example

\`\`\`json
{ "id": "email", "inputPin": { "sourceID": "EMAIL", "sourcePin": "email" } }
\`\`\`

## Related

- [Transformer](transformer.md)
- [Matcher](matcher.md)
- [Pin](pin.md)
` },
{ path: "concepts/rule-config.md", title: "Rule-config", summary: "The JSON document that says what belongs together: transformers, resolvers, comparers, tokenizers, matchers, rules, rule sets, and which set serves which purpose. One per deployment. A service refuses to start on one with errors and prints them all.", text: `# Rule-config

The JSON document that says what belongs together: transformers, resolvers, comparers, tokenizers, matchers, rules, rule sets, and which set serves which purpose. One per deployment. A service refuses to start on one with errors and prints them all.

Also called: rule configuration, rules.

## Example

The sample of this project is \`examples/people/rule-config.json\`.

## Related

- [Pipeline](pipeline.md)
- [Rule](rule.md)
- [Rule set](rule-set.md)
- [Schema](schema.md)
` },
{ path: "concepts/rule-set.md", title: "Rule set", summary: "A list of rules of which one must be satisfied. Rule sets are given purposes: the index rule set of a mutation group decides how records are found, the link rule set which become edges, the deduplicate rule set which are duplicates, the consistency rule set which must hold besides, and search rule sets what a search finds.", text: `# Rule set

A list of rules of which one must be satisfied. Rule sets are given purposes: the index rule set of a mutation group decides how records are found, the link rule set which become edges, the deduplicate rule set which are duplicates, the consistency rule set which must hold besides, and search rule sets what a search finds.

## Example

\`\`\`json
{ "id": "search", "ruleIDs": ["EMAIL", "PHONE", "NAME"] }
\`\`\`

## Related

- [Rule](rule.md)
- [Mutation group](mutation-group.md)
- [Search](search.md)
` },
{ path: "concepts/rule.md", title: "Rule", summary: "A list of matchers that must all be satisfied between two records. A rule should describe one way in which two records can be known to be the same: the same e-mail address; or the same date of birth with names that sound alike. Its `score` from 0 to 1 says how sure such a match is. Several rules are alternatives: they stand together in a rule set.", text: `# Rule

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
` },
{ path: "concepts/schema.md", title: "Schema", summary: "Describes what records look like: `type Record { id: ID! … }` in GraphQL's own language. `RecordInput` and `SearchParams` are derived from it. A field that is not in the schema is refused; a path of the rule-config that the schema lacks keeps the service from starting.", text: `# Schema

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
` },
{ path: "concepts/scope.md", title: "Scope", summary: "What a token allows: `svc/query.search`, `svc/query.entity`, `svc/query.metrics`, `svc/mutation.submit`, `svc/mutation.disassemble`, `svc/mutation.removeConnectionBan`. The word before the slash is the deployment's service identifier. Every operation needs its scope; without it, it answers `FORBIDDEN` and reads nothing. Fields of records can ask for scopes of their own with `@hasPrivilege`.", text: `# Scope

What a token allows: \`svc/query.search\`, \`svc/query.entity\`, \`svc/query.metrics\`, \`svc/mutation.submit\`, \`svc/mutation.disassemble\`, \`svc/mutation.removeConnectionBan\`. The word before the slash is the deployment's service identifier. Every operation needs its scope; without it, it answers \`FORBIDDEN\` and reads nothing. Fields of records can ask for scopes of their own with \`@hasPrivilege\`.

Also called: privilege, permission.

## Example

A loader gets \`svc/mutation.submit\` alone, a web shop \`svc/query.search\`.

## Related

- [Submit](submit.md)
- [Search](search.md)
- [Schema](schema.md)
` },
{ path: "concepts/score.md", title: "Score", summary: "A rule's score is how sure its matches are, 0 to 1. The score of an entity is the mean, over its records, of the best score among the edges that touch each; 1 for a single record. It says how well the entity is held together, not how good its data is.", text: `# Score

A rule's score is how sure its matches are, 0 to 1. The score of an entity is the mean, over its records, of the best score among the edges that touch each; 1 for a single record. It says how well the entity is held together, not how good its data is.

Also called: entity score, rule score.

## Example

Two records linked by a rule of score 0.9 make an entity of score 0.9.

## Related

- [Edge](edge.md)
- [Rule](rule.md)
- [Consistency](consistency.md)
- [Hit score](hit-score.md)
` },
{ path: "concepts/search.md", title: "Search", summary: "Gives fields of a record as parameters, sends them through the same pipeline, and answers every entity with at least one record that satisfies a rule of the search rule set. `searchRules` chooses among several sets; `default` serves when none is named. A search finds only by rules that are indexed.", text: `# Search

Gives fields of a record as parameters, sends them through the same pipeline, and answers every entity with at least one record that satisfies a rule of the search rule set. \`searchRules\` chooses among several sets; \`default\` serves when none is named. A search finds only by rules that are indexed.

## Example

\`search(input: {parameters: {familyName: "Example", dateOfBirth: "1980-02-29"}})\`

## Related

- [Hit](hit.md)
- [Hit score](hit-score.md)
- [Rule set](rule-set.md)
` },
{ path: "concepts/selectivity.md", title: "Selectivity", summary: "How few records share an index key. An e-mail address is selective, a given name alone is not: thousands share it, and every one of them is a candidate of every other, which makes submits slow. A key that very many records have is a hub. The linter warns of hubs (`HUB_KEY`) and estimates the candidates of every rule by the names and types of its values.", text: `# Selectivity

How few records share an index key. An e-mail address is selective, a given name alone is not: thousands share it, and every one of them is a candidate of every other, which makes submits slow. A key that very many records have is a hub. The linter warns of hubs (\`HUB_KEY\`) and estimates the candidates of every rule by the names and types of its values.

Also called: hub key, hot key.

## Example

Date of birth alone has about fifty candidates among a million records; with the family name less than one.

## Related

- [Index key](index-key.md)
- [Blocking](blocking.md)
` },
{ path: "concepts/simulation.md", title: "Simulation", summary: "Runs two records through a rule-config without storing them and shows every step: `svc_simulate_match` does so for any rule-config, the operation `explain` of the API for two stored records, with the path through which they share an entity. Both run the code that submit runs.", text: `# Simulation

Runs two records through a rule-config without storing them and shows every step: \`svc_simulate_match\` does so for any rule-config, the operation \`explain\` of the API for two stored records, with the path through which they share an entity. Both run the code that submit runs.

Also called: svc_simulate_match, explain.

## Example

Ask why two records did not match, change a threshold, and simulate them again.

## Related

- [Pipeline](pipeline.md)
- [Matcher](matcher.md)
- [Index key](index-key.md)
` },
{ path: "concepts/submit.md", title: "Submit", summary: "Stores, indexes and links records before it answers: who asks afterwards sees the result. A request is stored as a whole or not at all; one bad record refuses it. Submitting an identical record again changes nothing, so that every request may safely be repeated.", text: `# Submit

Stores, indexes and links records before it answers: who asks afterwards sees the result. A request is stored as a whole or not at all; one bad record refuses it. Submitting an identical record again changes nothing, so that every request may safely be repeated.

Also called: load, ingest.

## Example

\`submit(input: {records: [{id: "crm-17", email: "bob@example.com"}]})\` with the scope \`svc/mutation.submit\`.

## Related

- [Record](record.md)
- [Entity](entity.md)
- [Scope](scope.md)
- [Bulk load](bulk-load.md)
` },
{ path: "concepts/tokenizer.md", title: "Tokenizer", summary: "Cuts a text into tokens that a `token` matcher pairs up: words, single characters, runs of characters (`ngram`), or the text as it is (`none`).", text: `# Tokenizer

Cuts a text into tokens that a \`token\` matcher pairs up: words, single characters, runs of characters (\`ngram\`), or the text as it is (\`none\`).

## Example

\`word\` cuts \`mary ann smith\` into \`mary\`, \`ann\` and \`smith\`.

## Related

- [Comparer](comparer.md)
- [Matcher](matcher.md)
` },
{ path: "concepts/transformer.md", title: "Transformer", summary: "Turns values into cleaner ones: reads a field, lower-cases, takes diacritics away, normalises an e-mail address, a phone number, a name, a date. Transformers form a graph: each reads the output pins of others. What a transformer cannot read becomes no value, and the simulation says why.", text: `# Transformer

Turns values into cleaner ones: reads a field, lower-cases, takes diacritics away, normalises an e-mail address, a phone number, a name, a date. Transformers form a graph: each reads the output pins of others. What a transformer cannot read becomes no value, and the simulation says why.

Also called: normaliser, cleaning step.

## Example

\`normalizephonenumber\` makes \`+442079460018\` of \`020 7946 0018\` when \`defaultCountry\` is GB.

## Related

- [Pipeline](pipeline.md)
- [Pin](pin.md)
- [Resolver](resolver.md)
` },
{ path: "concepts/unfinished-work.md", title: "Unfinished work", summary: "What an operation had begun when its process died, was stopped or ran out of time. The operation wrote down what it was going to do before it did anything, so that the sweeper, which runs every minute, or the next request that meets it, finishes it: nothing that was answered is missing meanwhile. An entity of more than 2,000 records that has to be parted is left to the sweeper on purpose. `metrics` tells the age of the oldest unfinished work in `oldestUnfinishedSeconds`, and a deployment raises an alarm when work is not finished.", text: `# Unfinished work

What an operation had begun when its process died, was stopped or ran out of time. The operation wrote down what it was going to do before it did anything, so that the sweeper, which runs every minute, or the next request that meets it, finishes it: nothing that was answered is missing meanwhile. An entity of more than 2,000 records that has to be parted is left to the sweeper on purpose. \`metrics\` tells the age of the oldest unfinished work in \`oldestUnfinishedSeconds\`, and a deployment raises an alarm when work is not finished.

Also called: journal, interrupted operation, sweeper.

## Example

A function is stopped between storing a record and linking it. The caller, who got no answer, repeats the request: the record is linked at once. If the caller does not, the sweeper links it within minutes.

## Related

- [What we promise](promise.md)
- [Submit](submit.md)
- [Erasure](erasure.md)
` },
{ path: "console.md", title: "The console", summary: "The local service has a page at its root. After `npm start`, open `http://localhost:4000/` in a browser of the same machine.", text: `# The console

The local service has a page at its root. After \`npm start\`, open \`http://localhost:4000/\` in a browser of the same machine.

![An entity of three records in the console](../test/browser/pictures/entity-light.png)

| view | shows |
|---|---|
| Search | a field for everything that the deployment's \`SearchParams\` has; the entities found, best first, with their records and the rules that found them |
| Entity | an entity, by its own id or that of a record: a picture of its records, a line for each rule that links two, duplicates, and the entities that a ban keeps apart; the same as lists |
| Explain | two records side by side, whether and by which chain of links they are one, and what every rule and matcher compared |
| Rules | a playground: the deployment's rule-config in an editor that lints while you type, with line and column, and two records that the edited rules are tried on at once. Nothing is stored; what was edited stays until the page is closed |
| Metrics | records, entities, the oldest unfinished work, generic keys; how fast a load goes, and with the number of records that you expect, how long it takes |

Of an entity with more than 300 linked pairs the picture draws those that hold it together, and all of the record that is
chosen; of more than 400 records there is none, and of a giant whose links the API [does not answer](promises.md#large-entities-and-common-values)
the records alone.

What a view shows stands in its address, so that "back" works and a colleague on the same machine can be given a link.
Errors come with their code, message and hint, and with a question what they mean, which the guidance server answers.

## By keyboard

Everything can be reached with Tab, and what has the focus has a frame. In the picture of an entity, arrow keys go from
record to record, the picture with them, and Enter chooses one; the lists below hold all that the picture does. In the editor Tab indents;
Escape and then Tab leaves it. Colours follow the system, light or dark; on a phone the views stand in one column.

## Who sees it

The page, its files and its token are for programs of the machine that runs the service, called by a name of that machine.
Others get 403, also where \`--host 0.0.0.0\` lets them use the API. The token is one of the local client with
the most scopes, but without those of mutations: the console changes nothing.

It asks the API and the guidance server and nobody else. Scripts, styles and fonts come from the service; a
Content-Security-Policy without exceptions keeps everything else out. The service answers no page of another origin:
it sends no CORS headers.

The page is bundled when it is first opened, which takes a second at most, and kept in memory. A deployment on AWS has no
console; [GraphiQL](graphql/) at \`/graphiql\` is the other page of the local service, for writing requests.
` },
{ path: "costs.md", title: "What it costs on AWS, and how far it goes", summary: "Counts times prices. The counts are measured: calls and capacity units at a DynamoDB emulator that bills as AWS does, CPU of the built functions in processes of their own, bytes of items and logs. The prices are those of the public price lists for us-east-1 of 2025, without free tier, discounts and taxes; they stand in `bench/costs/prices.json`, with what is assumed beside them. Look at the price list of your region before you rely on a figure.", text: `# What it costs on AWS, and how far it goes

Counts times prices. The counts are measured: calls and capacity units at a DynamoDB emulator that bills as AWS does, CPU of
the built functions in processes of their own, bytes of items and logs. The prices are those of the public price lists for
us-east-1 of 2025, without free tier, discounts and taxes; they stand in \`bench/costs/prices.json\`, with what is assumed
beside them. Look at the price list of your region before you rely on a figure.

\`\`\`
npm run costs                 # after changing a price: prints the tables and writes this page
npm run costs -- --measure    # counts anew
\`\`\`

The rules are those of \`examples/people\` (six keys a record, five of them candidates for links) unless a line says otherwise.

## Dollars for a million requests

On demand, at the module's default sizes (1,769 MB for \`api\`, 512 MB for the authorizer, whose verdict is not cached). The
*floor* is what the cheapest layout that does the same would pay: the record and each of its keys written once, each key looked
up once without waiting for the last write, a request of the gateway, and no CPU at all. *CPU* is what a request took in the
built function on the machine that measured (2 cores of an AMD EPYC); *Lambda* is [what is billed for it](#memory-of-the-function),
waiting for DynamoDB included; both of the whole request. *Logs* are the lines of the
function, its metrics among them, and of the gateway.

<!-- requests:begin -->
| a million of | CPU ms | Lambda ms | DynamoDB $ | Lambda $ | authorizer $ | gateway $ | logs $ | sum $ | floor $ |
|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|
| submit, one record a request | 2.3 | 39 | 7.38 | 1.10 | 0.21 | 1.00 | 0.60 | 10.28 | 5.74 |
| submit, 100 records a request, each | 73.4 | 146 | 6.78 | 0.04 | 0.00 | 0.01 | 0.01 | 6.83 | 4.75 |
| submit of what is stored | 1 | 17 | 0.69 | 0.59 | 0.21 | 1.00 | 0.60 | 3.08 | 1.06 |
| search | 1.2 | 17 | 0.88 | 0.59 | 0.21 | 1.00 | 0.53 | 3.20 | 1.50 |
| entityByRecord | 0.7 | 17 | 0.50 | 0.59 | 0.21 | 1.00 | 0.47 | 2.77 | 1.13 |
<!-- requests:end -->

Above the floor of a submit are the member item and the journal, which counts as well (3 units: what makes a crash harmless and
the metrics exact), strongly consistent looks after the record is published (what makes two simultaneous submits find each other),
and the function. Most is gained by sending several records a request: they share all but DynamoDB, where the transaction that
stores a batch takes back what they share of the journal.

A token costs $2.25 for a thousand (Cognito; an app client $6 a month): with a token an hour a client pays $1.64 a month, with
a token per request it would pay $2,250 for a million, 219 times the request. Reuse tokens until they end.

With [entity events](entity-events.md) on, a million of these cost more, counted by a test:

| a million of | write units | read units | DynamoDB, on demand, $ |
|---|--:|--:|--:|
| changes of one entity: in the request | 1 | 0 | 0.63 |
| changes of one entity: telling it | 3 | 6 | 2.63 |
| runs of the events function that find something | 2 | 51 | 7.63 |
| runs that find nothing | 0 | 17 | 2.13 |

A run tells everything that there is: about one a second while something changes, else one a minute, $0.09 a month. A union or
a split is another change. The function's time and what the queue, bus or receiver takes for an event come on top.

## Storage

The *floor* is the record as it was submitted and, for each key, an item with the record's id. DynamoDB bills 100 bytes beside
each item.

<!-- storage:begin -->
| a million stored records | bytes a record | GB | table, $ a month | point-in-time recovery, $ a month |
|---|--:|--:|--:|--:|
| people's rules | 1,867 | 1.7 | 0.43 | 0.35 |
| floor | 1,101 | 1 | 0.26 | 0.21 |
<!-- storage:end -->

## What each operation asks of DynamoDB

*Rounds* are calls that have to wait for one another. *Least of this layout*: record, member item, keys, a journal entry put and
deleted, each plain, and one transaction (which DynamoDB bills double) for a merge. *Provisioned* is with 70 % of
the units used around the clock; the module makes tables on demand.

<!-- operations:begin -->
| a million of | calls | rounds | write units | read units | on demand, $ | provisioned, $ | least of this layout, $ |
|---|--:|--:|--:|--:|--:|--:|--:|
| submit: new, 4 deciding keys | 10 | 6 | 8 | 3.5 | 5.44 | 2.24 | 5.00 |
| submit: new, 4 deciding keys, payload of 1 KB | 10 | 6 | 9 | 3.5 | 6.06 | 2.50 | 5.63 |
| submit: joins an entity by one of 4 keys | 9 | 6 | 7 | 3.5 | 4.81 | 1.99 | 4.38 |
| submit: merges two entities | 10 | 8 | 14 | 6.5 | 9.56 | 3.95 | 8.13 |
| submit: the same again | 3 | 3 | 0 | 5.5 | 0.69 | 0.28 | 0 |
| submit: changed content, one key of 4 | 16 | 13 | 11 | 18.5 | 9.19 | 3.79 | 3.13 |
| submit: 100 new in one request, each | 4.1 | 6 | 7.1 | 3.5 | 4.86 | 2.01 | 3.77 |
| search by 4 deciding keys, entity of 4 | 4 | 4 | 0 | 15 | 1.88 | 0.77 |  |
| entity of one record | 2 | 2 | 0 | 3 | 0.38 | 0.15 |  |
| entityByRecord of one record | 3 | 3 | 0 | 4 | 0.50 | 0.21 |  |
| disassemble: erase a record of an entity of 4 | 11 | 10 | 19 | 13 | 13.50 | 5.57 | 4.38 |
| people's rules, submit: new, 6 suggesting keys | 17 | 7 | 10 | 9 | 7.38 | 3.04 | 6.25 |
| people's rules, submit: joins an entity | 17 | 7 | 10 | 9 | 7.38 | 3.04 | 6.25 |
| people's rules, submit: 100 new in one request, each | 10.3 | 7 | 9.1 | 9 | 6.78 | 2.80 | 5.01 |
| people's rules, search by name, birthday and postcode | 6 | 3 | 0 | 7 | 0.88 | 0.36 |  |
<!-- operations:end -->

## Memory of the function

Lambda bills waiting and computing alike. The time is rounds of DynamoDB at 5 ms each, and the measured CPU times 1.5 (a core of
Lambda is slower than one of the machine that measured), on the part of a core that the memory buys. Dollars for a million
requests:

<!-- memory:begin -->
|  | 512 MB: ms | $ | 1,024 MB: ms | $ | 1,769 MB: ms | $ | 3,008 MB: ms | $ |
|---|--:|--:|--:|--:|--:|--:|--:|--:|
| submit, one record a request | 47 | 0.51 | 41 | 0.75 | 39 | 1.10 | 39 | 1.73 |
| submit, 100 records a request, all of them | 416 | 3 | 226 | 3.2 | 146 | 3.6 | 146 | 5.9 |
| submit of what is stored | 20 | 0.33 | 18 | 0.44 | 17 | 0.59 | 17 | 0.87 |
| search | 22 | 0.35 | 19 | 0.45 | 17 | 0.59 | 17 | 0.87 |
| entityByRecord | 19 | 0.33 | 17 | 0.43 | 17 | 0.59 | 17 | 0.87 |
<!-- memory:end -->

Beyond 1,769 MB nothing is gained: a request computes on one core. 1,024 MB save a third of Lambda's part for
some milliseconds a request; 512 MB half of it, and batches become slow. As DynamoDB is seven tenths of a submit's price, the
module's default is the fast one. A cold start adds its time to the bill of one request in many thousands.

## What limits the rate

Records a second at which each limit is reached, for new records:

<!-- limits:begin -->
| limit | records/s, one a request | records/s, 100 a request |
|---|--:|--:|
| a new table, until it has grown (4,000 write units a second) | 400 | 442 |
| a table's quota (40,000 write units a second, can be raised) | 4,000 | 4,420 |
| the 64 slates, or the journal's 16 partitions for batches | 32,000 | 177,778 |
| the counter's 64 items, for batches |  | 3,200,000 |
| requests of the gateway (10,000 a second for all APIs of an account, can be raised) | 10,000 | 1,000,000 |
| functions at once (1,000 for an account, can be raised) | 25,641 | 684,932 |
<!-- limits:end -->

| limit | what the design does about it |
|---|---|
| one value of the partition key: 1,000 write and 3,000 read units a second | a key that more than 1,000 records share is not written any more; deciding keys are one item, written once; the hottest key of [a billion records](scale.md) would bite at 785,000 submits a second |
| journal and counters | one item for each of 64 shares of the operations under way, which counts them too ([decision 39](decisions/0039-slates.md)); it takes 500 small operations a second. No limit of the layout is met before those of table, gateway and functions. Batches have entries over 16 partition keys, and 64 counters |
| a hot entity | a new record writes its own items and a member item: 1,000 records a second into one entity, because its member items are one partition. Reading it takes a read unit a record, under keys of their own, and a page of members: one of 10,000 can be read whole 24 times a second |
| two hot entities that merge | the transaction fails for whoever comes second and is repeated; the older id stays |
| items of 400 KB | no item grows with an entity or a key: members, children and postings are items of their own. A record may have 300 KB |
| a page of 1 MB | an entity's members are read in pages: 10,000 are one |
| a table's quota, 40,000 write units a second | raise it in Service Quotas; until then batches give a tenth more records |
| a new table takes 4,000 write units a second at first, and doubles within half an hour of being used | load slowly at first, or set \`warm_throughput\` on the table before a large load. Throttled calls are repeated with waits for as long as the request has time; then \`TRY_AGAIN\` |
| functions at once | two for each request, the authorizer for a few milliseconds. A verdict can be cached (\`authorizer_result_ttl_in_seconds\`) |
| the gateway's 10,000 requests a second, and the module's own 500 (\`api_throttling\`) | 429 for the caller; send batches, raise both |
| bulk loads | the queue takes any rate; \`bulk_ingest.maximum_concurrency\` (10) says how many functions load at once, so that a load leaves the table's units to others. A file costs an upload, an event, a message and a call of the function, which is nothing beside its records: those cost what records cost in batches |
| 29 seconds and 6 MB a request | what a request does not finish in 25 seconds ends in \`TRY_AGAIN\`; repeating is safe |

A sustained 1,000 new records a second, one a request, are 10,000 write units and 9,000 read units a second, 40 functions at a
time, and about $890 a day; in batches of 100 they are 9,000 write units, two functions and $590 a day.
` },
{ path: "deploy.md", title: "Deploy to AWS", summary: "From nothing to the first search, in about ten minutes. You need Terraform 1.9 or newer and credentials for an AWS account; no build step, no Docker, and no provider but `aws`.", text: `# Deploy to AWS

From nothing to the first search, in about ten minutes. You need Terraform 1.9 or newer and credentials for an AWS account;
no build step, no Docker, and no provider but \`aws\`.

## 1. Two files and a module block

Copy \`examples/minimal\` into a directory of your own and replace \`source\` by the address of this repository with a version:

\`\`\`hcl
module "entity_data" {
  source = "git::https://git.example.com/platform/terraform-aws-entity-data.git?ref=v0.1.0"

  resource_prefix  = "entity-data"
  rule_config_file = "\${path.module}/rule-config.json"
  schema_file      = "\${path.module}/schema.graphqls"

  clients = {
    backend = { allowed_scopes = ["svc/mutation.submit", "svc/query.search", "svc/query.entity"] }
  }
}
\`\`\`

\`rule-config.json\` says which records belong together, \`schema.graphqls\` which fields a record has. Try both on a laptop
first: the local service runs the same functions on the same files. Check the rules before every apply:

\`\`\`
npx entity-data rules lint rule-config.json
\`\`\`

## 2. Apply

\`\`\`
terraform init
terraform apply
\`\`\`

prints

| output | use |
|---|---|
| \`api_url\` | GraphQL requests go here |
| \`token_url\` | tokens come from here |
| \`mcp_url\` | the guidance server, for AI assistants and \`curl\` |
| \`client_ids\` | the id of each client |

Terraform finds wrong values, misspelt scopes, missing files and broken JSON when it plans. What only the service can judge
(a rule that reads a field which the schema lacks) it finds when the function starts: then every request is answered with
status 500 and \`SERVICE_MISCONFIGURED\`, and the log group \`/aws/lambda/<resource_prefix>-api\` has a line for each problem.

## 3. The client's secret

Secrets are in no output and in no log. Open the AWS console:

1. **Cognito**, then **User pools**, then the pool named like your \`resource_prefix\`;
2. **App integration**, then **App clients** (in the newer console: **Applications**, **App clients**);
3. the client \`<resource_prefix>-<name>\`, then **Show client secret**.

Put it into the secret store of the application that uses it. Terraform's state holds it too, as every state holds the
secrets of what it made: keep the state encrypted and its readers few.

## 4. The first search

\`\`\`
TOKEN=$(curl -s -u "$CLIENT_ID:$CLIENT_SECRET" "$TOKEN_URL" \\
  -d grant_type=client_credentials --data-urlencode "scope=svc/mutation.submit svc/query.search" | jq -r .access_token)

curl -s "$API_URL" -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' -d '{
  "query": "mutation ($input: SubmitInput!) { submit(input: $input) { recordsAdded } }",
  "variables": {"input": {"records": [
    {"id": "a-1", "name": "Ann Example", "email": "ann@example.com"},
    {"id": "b-7", "name": "A. Example",  "email": "ANN@example.com"}]}}}'

curl -s "$API_URL" -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' -d '{
  "query": "query ($input: SearchInput!) { search(input: $input) { entities { id records { id name } } } }",
  "variables": {"input": {"parameters": {"email": "ann@example.com"}}}}'
\`\`\`

answers one entity with both records. A token is good for an hour unless \`access_token_validity_minutes\` says otherwise.
**Keep it and use it for all calls until shortly before it ends**: asking for one per request is prohibited, is slow, and
costs money. \`examples/token-caching-client\` shows how in TypeScript.

## Variants

| wish | example |
|---|---|
| tokens of an identity provider of your own | \`examples/custom-identity-provider\` |
| only certain addresses may call | \`examples/allow-list\` |
| a host name of your own | \`examples/custom-domain\` |
| loads that outgrow requests | \`examples/bulk-loads\`, and [bulk loads](bulk-loads.md) |
| somebody is to be told what becomes of entities | \`examples/entity-events\`, and [entity events](entity-events.md) |
| everything at once: KMS key, alarms, boundary, CORS, sizes | \`examples/complete\` |
| TypeScript instead of HCL | \`examples/cdktf\` |
| several instances | one module block each, with different \`resource_prefix\` |
| archives from a bucket of yours | \`functions = { api = { package = { s3_bucket = …, s3_key = …, s3_object_version = … } } }\`, and so on for each function, with the files of \`functions/dist\` |

All inputs and outputs are in [terraform.md](terraform.md).

## What it costs

There is nothing that costs by the hour. You pay for use, and a little for being watched. In dollars, operation by operation,
it stands in [costs](costs.md); prices differ by region and time: take the units from there and the prices from AWS's lists.

| what | units |
|---|---|
| a request | 1 HTTP API request; 1 call of the API function, and 1 of the authorizer unless its result is cached |
| a new record, a search | write and read units of DynamoDB on demand, by the number of keys: [counted](costs.md#what-each-operation-asks-of-dynamodb). A record in a batch of 100 costs little more than half of one alone |
| storage | about 1 KB a record beside its own fields; point-in-time recovery costs by the size of the table |
| the sweeper | 44,000 short calls and about 4.2 million read units a month |
| tokens | Cognito charges by client and by token request: one more reason to keep tokens |
| alarms and dashboard | 25 alarms (one of them over eight metrics), about 30 metrics of its own where everything is used and one for each code of an error and reason of a refusal that comes up, 1 dashboard |
| logs | by volume; \`log_level = "WARN"\` keeps them short |

## Take it down

\`deletion_protection = true\`, the default, makes table and user pool refuse. Set it to false, \`terraform apply\`, then
\`terraform destroy\`. The data are gone then, except for what point-in-time recovery keeps as a last backup.
` },
{ path: "entity-events.md", title: "Entity events", summary: "A service can tell somebody what becomes of entities: **created**, **changed**, **merged**, **split**, **deleted**. It is off unless asked for; then nothing is written for it.", text: `# Entity events

A service can tell somebody what becomes of entities: **created**, **changed**, **merged**, **split**, **deleted**. It is
off unless asked for; then nothing is written for it.

* **At least once.** No event is lost: not when a process dies, not when the target is down for days.
* **In order for each entity.** Events of one entity are numbered from 1 without a gap, and sent in that order.
* **Repetitions can be told.** An event that is sent again has the same \`id\` and the same bytes.
* **Never a record's values.** An event names entities, records and operations by their ids.

\`\`\`hcl
module "entity_data" {
  # …
  entity_events = { queue_arn = aws_sqs_queue.events.arn }
}
\`\`\`

| target | set | comes as |
|---|---|---|
| SQS queue | \`queue_arn\` | message body; attribute \`type\`. FIFO: message group = entity, deduplication id = event id |
| EventBridge bus | \`event_bus_arn\` | \`detail\`; source \`entity-data.<resource_prefix>\`, detail type \`Entity created\` and so on |
| webhook | \`webhook = { url, secret_arn }\` | \`POST\` of JSON, signed |
| local service, file | \`start --entity-events events.jsonl\` | one line of JSON each |
| local service, webhook | \`start --entity-events https://… --entity-events-secret-file secret.txt\` | as above; \`http\` to this machine only |

A queue or a bus in another account or region works when its own policy allows the function's role. A queue or secret
that is encrypted with a key of yours needs \`kms_key_arn\` as well.

## An event

\`\`\`json
{
  "version": 1,
  "id": "01J9ZB4T6Q8V0X2Y3Z4A5B6C7D.3",
  "type": "merged",
  "entityID": "01J9ZB4T6Q8V0X2Y3Z4A5B6C7D",
  "sequence": 3,
  "time": "2026-11-21T06:30:00.000Z",
  "recordCount": 3,
  "recordCountIsExact": true,
  "recordIDs": ["crm-17", "shop-4", "crm-99"],
  "absorbed": ["01J9ZB5A1B2C3D4E5F6G7H8J9K"],
  "causes": [{ "type": "submit", "operation": "01J9ZB6M7N8P9QARBSCTDVEWFX", "recordIDs": ["crm-99"] }]
}
\`\`\`

| type | told to | more |
|---|---|---|
| \`created\` | an entity that is told of for the first time | \`splitFrom\`, when it was a part of another |
| \`changed\` | an entity that has other records, or whose records have other content | |
| \`merged\` | the entity that goes on | \`absorbed\`: the entities that are part of it now |
| \`merged\` | the entity that is no more: its last event, without records | \`mergedInto\`: where its id leads |
| \`split\` | the entity that keeps the id | \`parts\`: the new entities; each of them is told \`created\` |
| \`deleted\` | an entity whose last record was erased: its last event, without records | |

\`causes\` says what led to it: \`submit\`, \`update\` (other content under a known id), \`disassemble\` (edges were removed),
\`erasure\` (records were), \`banRemoval\`, each with its operation and the records of this entity that it was about. The new
records of one request are one operation, as is a \`disassemble\`; each changed record is one by itself. What the sweeper
finishes after a crash may come under ids of its own.

Lists are short: 100 records (fewer where their ids take more than 52,000 bytes as JSON, as only ids full of quotation marks
or backslashes do), 100 entities, 20 causes (\`moreCauses\` counts the rest). \`recordCount\` says how many records there are;
above 1,000 it is an estimate (\`recordCountIsExact\` is false) and 10,000 means that or more. To see all, ask the API:
\`entity(input: {id: "<entityID>"})\`, page by page with \`recordInsights { limit(count: …, offset: …) }\`.

### JSON Schema

\`\`\`json
{
  "$schema": "http://json-schema.org/draft-07/schema#",
  "title": "Entity event",
  "type": "object",
  "required": ["version", "id", "type", "entityID", "sequence", "time", "recordCount", "recordCountIsExact", "recordIDs", "causes"],
  "properties": {
    "version": { "const": 1 },
    "id": { "type": "string", "pattern": "^[0-9A-HJKMNP-TV-Z]{26}\\\\.[1-9][0-9]*$" },
    "type": { "enum": ["created", "changed", "merged", "split", "deleted"] },
    "entityID": { "$ref": "#/definitions/ulid" },
    "sequence": { "type": "integer", "minimum": 1 },
    "time": { "type": "string", "pattern": "^\\\\d{4}-\\\\d{2}-\\\\d{2}T\\\\d{2}:\\\\d{2}:\\\\d{2}\\\\.\\\\d{3}Z$" },
    "recordCount": { "type": "integer", "minimum": 0 },
    "recordCountIsExact": { "type": "boolean" },
    "recordIDs": { "$ref": "#/definitions/records" },
    "absorbed": { "$ref": "#/definitions/entities" },
    "mergedInto": { "$ref": "#/definitions/ulid" },
    "parts": { "$ref": "#/definitions/entities" },
    "splitFrom": { "$ref": "#/definitions/ulid" },
    "causes": {
      "type": "array",
      "minItems": 1,
      "maxItems": 20,
      "items": {
        "type": "object",
        "required": ["type", "operation", "recordIDs"],
        "properties": {
          "type": { "enum": ["submit", "update", "disassemble", "erasure", "banRemoval"] },
          "operation": { "$ref": "#/definitions/ulid" },
          "recordIDs": { "$ref": "#/definitions/records" }
        },
        "additionalProperties": false
      }
    },
    "moreCauses": { "type": "integer", "minimum": 1 }
  },
  "additionalProperties": false,
  "definitions": {
    "ulid": { "type": "string", "pattern": "^[0-9A-HJKMNP-TV-Z]{26}$" },
    "records": { "type": "array", "maxItems": 100, "items": { "type": "string", "minLength": 1 } },
    "entities": { "type": "array", "maxItems": 100, "items": { "$ref": "#/definitions/ulid" } }
  }
}
\`\`\`

Fields may be added under the same \`version\`: ignore what you do not know.

## How to consume

An event carries the entity **as it is**, not a difference. So there is one rule for whoever keeps a copy:

\`\`\`js
// \`copy\` is a map from entity id to { sequence, recordIDs }.
function apply(event, copy) {
  if (event.sequence <= (copy.get(event.entityID)?.sequence ?? -1)) return; // a repetition, or older
  const gone = event.type === 'deleted' || event.mergedInto !== undefined;
  copy.set(event.entityID, { sequence: event.sequence, recordIDs: gone ? [] : event.recordIDs });
}
\`\`\`

* **Keep the sequence with the copy**, also of entities that are gone: a repetition may come late.
* **Order is per entity.** A merge is told to both sides, in any order; for a moment a record may be in two entities of
  your copy, or in none. When everything has arrived, the copy is what the service holds.
* **States in between may be skipped.** What happened between two looks (a second on AWS and locally) is told by one event
  with several causes. A merge and a split are always told as such, together with the state that was reached. An entity
  that came and went between two looks is told by its last event only.
* In a file, a line that is no JSON was cut off by a crash or a full disk: skip it, its event comes again.
* An EventBridge bus and a standard queue may change the order and repeat; the rule above covers that. A FIFO queue keeps
  the order and drops repetitions within five minutes.
* **When events are switched on** in a deployment that holds data, an entity is told \`created\` at its first change; nothing
  tells of those that do not change: [read them once](#begin-with-what-is-stored). The same after a time in which events
  were switched off: what changed meanwhile is told with the entity's next change.

## Begin with what is stored

Nothing sends the present state: the service keeps no list of its entities. Whoever needs it has the ids of the records,
having submitted them. Switch events on, then:

\`\`\`
npx entity-data events snapshot people.csv > stored.jsonl    # options as of \`load\`; a client with svc/query.entity
\`\`\`

It asks the API for the entities of the records that the file names, 20 in one request, and prints each entity once, as a line
like an event: \`type\` is \`stored\`, \`sequence\` 0, \`recordIDs\` holds all of the records, and there are no \`causes\`. Give these
lines to the same rule, before, between or after the events: an event has a higher sequence and wins. So whatever changes
meanwhile is right as well, and a snapshot may be repeated, or broken off and begun again. It needs no more of the file than
its ids, and ends with 2 when some of them are not stored.

## Verify a webhook

Requests are signed as [Standard Webhooks](https://www.standardwebhooks.com) has it, with libraries for most languages:
\`webhook-id\` (the event's id), \`webhook-timestamp\` (seconds since 1970, of this attempt) and \`webhook-signature\`: \`v1,\` and
the base64 of HMAC-SHA256 over \`id.timestamp.body\`. While a secret is being replaced there are two, parted by a blank.

\`\`\`js
import { createHmac, timingSafeEqual } from 'node:crypto';

/** @param body the bytes as they came, before any parsing */
function isGenuine(headers, body, secret, now = Date.now()) {
  const { 'webhook-id': id, 'webhook-timestamp': seconds, 'webhook-signature': signatures } = headers;
  if (!/^\\d+$/.test(seconds) || Math.abs(now / 1000 - Number(seconds)) > 300) return false; // replayed, or a wrong clock
  const key = secret.startsWith('whsec_') ? Buffer.from(secret.slice(6), 'base64') : Buffer.from(secret);
  const expected = createHmac('sha256', key).update(\`\${id}.\${seconds}.\${body}\`).digest();
  return (signatures ?? '').split(' ').some((one) => {
    const given = Buffer.from(one.replace(/^v1,/, ''), 'base64');
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}
\`\`\`

* **Replay window: five minutes.** Refuse older timestamps; every attempt has a new one. Within the window the event id
  tells a repetition.
* Answer with 200 to 299 within **five seconds**, after the event is safe with you. Everything else is tried again;
  redirections are not followed. 429, 502, 503, 504 and no answer mean "nothing for now": then other events wait as well.
* The secret lies in Secrets Manager, as text: \`whsec_\` and the base64 of at least 24 random bytes. Terraform knows its ARN
  only. To replace it, put a new value: from within five minutes on, events carry signatures of both. Then give the new one
  to the receiver.

\`\`\`
aws secretsmanager create-secret --name entity-events --secret-string "whsec_$(openssl rand -base64 32)"
\`\`\`

## When the target does not take an event

It is tried again after 10 seconds, 20, 40 and so on up to an hour. Later events of that entity wait, others go on unless
the target is down as a whole. After \`max_attempts\` (30: about a day) the entity's events become **dead letters** and the
entity goes on. Dead letters stay in the table until they are replayed or discarded; nothing else deletes them. The alarms \`event-delay\` and
\`dead-events\` tell ([operations](operations.md)), out of the metrics \`EventsDelivered\`, \`EventFailures\`, \`EventDelay\` (seconds
since the oldest operation that was not told of) and \`DeadEvents\` (1 while there are dead letters).

When the target is well again, replay:

\`\`\`
events() {
  aws lambda invoke --function-name "$(terraform output -json function_names | jq -r .events)" \\
    --cli-binary-format raw-in-base64-out --cli-read-timeout 70 --payload "$1" /dev/stdout
}
events '{"replay":true}'
npx entity-data events replay --entity-events events.jsonl   # local, with the service stopped
\`\`\`

The answer says how many were \`delivered\` and how many dead letters are \`left\`; repeat until none is, or until those are left
that the target will never take. Replayed events are older than what came meanwhile: by the rule above a copy is right before
and after.

| call with | local | answers |
|---|---|---|
| \`{"list":true}\` | \`entity-data events list\` | the dead letters, 1,000 at most: \`id\`, \`entityID\`, \`types\`, \`reason\`, \`since\`; local with the events |
| \`{"replay":true}\` | \`entity-data events replay\` | \`delivered\`, \`left\` |
| \`{"discard":["<id>", …]}\` | \`entity-data events discard <id>…\` | \`discarded\`, and the ids that are \`unknown\` |
| \`{"discard":"all"}\` | \`entity-data events discard --all\` | the same |

Discard what nobody is to hear of any more: a target that was given up, or events that the target refuses for good and whose
\`reason\` says so. It cannot be undone, and the target's copy of these entities stays as it was until their next change:
read them over the API where that matters.

## What it costs

On DynamoDB, measured: 1 write unit more for a submit that changes one entity (2 for a batch or a change) and 3 for telling it,
with about 6 read units; a run that finds something 2 write and 51 read units, an idle one (every minute) 17 read units. A
union or a split 2 and 3 more. Storage: about 200 bytes for each entity. The stream costs nothing: Lambda reads it free of
charge, and the filter lets only notices through. On the embedded engine a record took 60 µs of CPU more, publishing to a file
included.
Why it is built so: [decision 34](decisions/0034-entity-events.md).
` },
{ path: "errors/README.md", title: "Errors and what to do about them", summary: "Every message of the service has a code that stays the same, and says what happened, where, and how to fix it. These pages add the likely causes, most likely first; behind each arrow stands the remedy.", text: `# Errors and what to do about them

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
| in an errors object or a report of a bulk load | [Bulk loads](bulk-loads.md) |
| from the function or the local service that publishes entity events | [Entity events](entity-events.md) |
| from a validator of identifiers | [Identifiers](identifiers.md) |
| from the guidance server | [Guidance server](guidance.md) |

Repeating a request is always safe: what was stored before is recognised. Errors that may go away by themselves carry \`"retryable": true\`.
` },
{ path: "errors/api.md", title: "Errors of the API", summary: "They stand in `errors[].extensions.code` of a GraphQL answer, with a `hint` beside them. A refused submit has one error for each bad record, whose `path` ends in `\"input\", \"records\", index`.", text: `# Errors of the API

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

Message: \`the request body is …\`

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

Message: \`the request body has … bytes; the limit is …\`

The body is larger than the deployment takes. Nothing was executed.

1. A batch holds too many or too large records. → Send fewer records in one request; the load command does so by itself.

## BATCH_TOO_LARGE

Message: \`the records of the request have … bytes as JSON; the limit is …\`

The records of one submit are larger together than one transaction can store. Nothing was stored.

1. Large records in a large batch. → Send fewer records in one request.

## GRAPHQL_PARSE_FAILED

Message: \`Syntax Error: …\`

The query is not GraphQL; \`locations\` says where.

1. A bracket or a quote is missing or one too many. → Correct the place; generate the document with \`svc_generate_graphql\`.
2. Values were pasted into the query. → Send them as variables.

## GRAPHQL_VALIDATION_FAILED

Message: \`Cannot spread fragment "…" within itself…\`

Message: \`Maximum introspection depth exceeded\`

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

Message: \`the query holds no operation of the name in …operationName…\`

Message: \`the query holds … operations and the request names none\`

The query holds no operation of the name given, or several and no name was given.

1. \`operationName\` does not fit the document. → Correct it, or leave it out when there is one operation.

## TOO_MANY_TOKENS

Message: \`the query has more than … tokens\`

The text of the query is too long. Nothing was executed.

1. Values stand in the text of the query. → Send them as variables, which do not count.

## QUERY_TOO_DEEP

Message: \`the query nests … more than … levels deep\`

The query nests too many levels. Nothing was executed.

1. Insights within insights, or generated documents. → Select fewer levels, or send several requests.

## TOO_MANY_ALIASES

Message: \`the operation has more than … aliases\`

The operation has too many aliases. Nothing was executed.

1. Many searches in one request. → Send several requests, at the same time if you like.

## TOO_MANY_ROOT_FIELDS

Message: \`the operation has more than … fields on its top level\`

The operation has too many fields on its top level. Nothing was executed.

1. Many searches in one request. → Send several requests.

## TOO_MANY_FIELDS

Message: \`the operation selects more than … fields\`

The operation selects too many fields, fragments counted wherever they are spread. Nothing was executed.

1. Fragments that spread one another. → Select what you need.

## NO_RECORDS

Message: \`the request holds no record\`

A submit without a record.

1. The list is empty after a filter of your own. → Do not send such requests.

## TOO_MANY_RECORDS

Message: \`the request holds … records; the limit is …\`

A submit with more records than one request may hold. Nothing was stored.

1. The batch is too large. → Send up to 100 records in one request.

## SUBMIT_REFUSED

Message: \`nothing was stored: …\`

At least one record is not acceptable, so none of the request was stored.

1. See the other errors of the answer: each names one record by its index. → Correct or leave out these records and submit again.

## RECORD_ID_MISSING

Message: \`the record has no id\`

The record has no \`id\`, or an empty or blank one. Nothing of the request was stored.

1. The export calls the id differently. → Map its column to \`id\` (\`--id-column\` of the load command).
2. The id is a number in JSON and the request was not checked by a schema. → Write it as a text.

## RECORD_ID_INVALID

Message: \`the record id "…" contains …\`

Message: \`the record id "…" has … bytes; the limit is …\`

The id holds a colon or a control character, or is too long. Nothing of the request was stored.

1. Ids are made of parts joined by colons, or are URLs. → Replace the colon; edges are written \`a:b:RULE\`, hence the rule.

## RECORD_EMPTY

Message: \`the record "…" has no field with a value besides its id\`

The record has no value besides its id. Nothing of the request was stored.

1. The row is empty, or its columns were mapped to nothing. → Leave the record out, or correct the mapping.

## RECORD_TOO_LARGE

Message: \`the record "…" has … bytes as JSON; the limit is …\`

One record is larger than can be stored. Nothing of the request was stored.

1. It carries documents or pictures. → Keep them elsewhere and store a reference.

## RECORD_CONFLICT

Message: \`the record "…" comes twice with different content; the first is at index …\`

One request holds two different records with one id. Nothing of the request was stored.

1. The export joins tables and repeats rows. → Send one version of each record.
2. The column that was taken for the id is not unique. → Choose another column, or join two with a hyphen.

## RECORD_EXISTS

Message: \`a record "…" with other content is stored already\`

A record with this id and other content is stored already. Nothing of the request was stored.

1. The record changed at its source. → Submit it under a new id, or let the deployment replace records with \`update_records = true\`.
2. Two sources use the same ids. → Put the source in front of the id, such as \`crm-17\`.
3. Numbers or dates are written differently than before. → Export in the same form.

## TOO_MANY_INDEX_KEYS

Message: \`… has more than … index keys; rule "…", matcher "…" gives the most\`

Indexing all keys of the record would cost too much, and indexing some would lose matches silently. Nothing of the request was stored.

1. A token matcher with \`combinations\` meets a long text. → Lower \`indexTokens\`, or name the matcher in \`disableIndexMatcherIDs\`.
2. A record carries very many values in one field. → Send fewer, or keep the field out of rules.
3. Several matchers with many parts each stand in one rule: their parts multiply. → Leave all but the most selective out of the index.

## RECORD_NOT_FOUND

Message: \`there is no record "…"\`

A question or a \`disassemble\` names a record that is not stored.

1. It was never submitted, or under another id. → Look for it with \`search\`.
2. It was erased. → Nothing is left of it; submit it again if that was a mistake.

## RECORD_NOT_IN_ENTITY

Message: \`the record "…" is not in the entity "…" but in "…"\`

\`explain\` was asked why a record is in an entity, and it is in another one, which the message names.

1. The entity was parted, and the id stayed with the larger part. → Ask about the entity that the message names.
2. Two records are to be compared. → Give \`a\` and \`b\` instead.

## BAD_EXPLAIN_INPUT

Message: \`explain takes either a and b, or record and entityID\`

\`explain\` was given neither two records nor a record and an entity.

1. Arguments of both kinds were given, or only half of one. → Give \`a\` and \`b\`, or \`record\` and \`entityID\`.

## NOTHING_TO_DISASSEMBLE

Message: \`the request names neither an edge nor a record\`

\`disassemble\` was given neither an edge nor a record.

1. Both lists are empty or missing. → Give at least one of \`edges\` and \`recordIDs\`.

## SEVERAL_ENTITIES

Message: \`the edges and records belong to … entities: …\`

The edges and records of one \`disassemble\` belong to several entities, which the message names. Nothing was changed.

1. The ids come from a list that was made before entities were parted. → Send one request for each entity.

## EDGE_NOT_FOUND

Message: \`no rule links the records "…" and "…"\`

Two records of an edge that is to be removed are not linked by any rule. Nothing was changed.

1. The two are in one entity through others. → Remove an edge that the entity lists in \`edges\`.
2. One of them has changed since. → Read the entity again.

## TOO_MANY_CUTS

Message: \`the record "…" would be cut from more than … others\`

A record would be cut from more than 90 others. Nothing was changed.

1. The record does not belong to its entity at all. → Erase it with \`recordIDs\`, and submit it again without the value that links it.
2. A rule links what it should not. → Change the rule instead of its edges.

## CONNECTION_BAN_NOT_FOUND

Message: \`the entity "…" has no connection ban "…"\`

The entity has no connection ban of this reference.

1. The entity was parted or merged since. → Take \`reference\` and the entities from \`connectionBans\` of the entity as it is now.
2. Somebody lifted it. → Nothing is left to do.

## ENTITY_TOO_LARGE

Message: \`the entity … has … records, more than … pairs of which would have to be judged for the answer\`

More than about a thousand records share one key, so that the entity has hundreds of thousands of edges. The entity is whole and can be read, searched and added to; only what follows from all its edges is refused: \`edges\`, \`score\`, \`duplicates\`, insights of edges, and filters that part it.

1. The answer is to show the records. → Select \`records\` and leave the rest out.
2. One wants to know why two records are together. → Ask \`explain\` about the two.
3. The entity should not be that large: many records carry a placeholder. → Send the placeholder as null, or filter it with a \`filter\` transformer, and submit the records again with \`update_records = true\`.

## UNKNOWN_SORT_FIELD

Message: \`entities cannot be sorted by "…"\`

A search is to be sorted by a field that it cannot sort by.

1. A misspelt name. → The hint lists what there is to sort by.

## UNKNOWN_FIELD

Message: \`"…": … has no field "…"\`

A filter, a sort or an insight names a field that records do not have.

1. A misspelt name, or one in another case. → Take the name that the hint proposes, or compare with \`type Record\`.
2. A field of a nested object stands without its object. → Write the whole path, such as \`address.city\`.

## INVALID_PATH

Message: \`"…": … and has no fields\`

Message: \`"…": … is a list\`

The path of a field in a filter or an insight cannot be followed.

1. It leads into a list or a value without fields. → Name a field that the schema declares; the message says where the path ends.

## NO_SEARCH_VALUE

Message: \`no search parameter has a value\`

No search parameter has a value.

1. All fields are empty, null or empty lists. → Give at least one a value.

## UNKNOWN_SEARCH_RULES

Message: \`there is no search rule set "…"\`

\`searchRules\` names a rule set that the rule-config does not have.

1. The name of the rule set was given instead of its name in \`searchRuleSetIDs\`. → Use the keys of \`searchRuleSetIDs\`, such as \`default\`.

## STORED_VALUE_UNREADABLE

Message: \`Cannot return null for non-nullable field …\`

A stored value does not fit the type that the schema gives its field now.

1. The schema changed after the records were stored. → Give the field a type that fits both, \`Any\` at worst, or make it nullable.

## RESPONSE_TOO_LARGE

Message: \`the answer has … bytes, and at most … can be sent…\`

The answer is larger than the gateway passes on. A mutation was carried out all the same.

1. A search hits many or large entities. → Page with \`page\` and \`pageSize\`, select fewer fields, send \`accept-encoding: gzip\`.
2. A rule joins too much: one entity holds thousands of records. → Look at the rules of its \`edges\`, and make them stricter.

## INVALID_REGEX

Message: \`likeRegex: …\`

A \`likeRegex\` is no regular expression of RE2.

1. It uses look-around or back-references. → Write it without; both are what makes other engines slow.
2. A special character of the text has no backslash. → Escape it; in JSON a backslash is written twice.

## EMPTY_FILTER

Message: \`the filter has no condition\`

Message: \`the condition on "…" has no criterion\`

Message: \`the list of fields is empty\`

Message: \`sort has no criterion\`

A filter condition names no criterion, or a rule-config's \`filter\` transformer lists no values.

1. Only \`field\` is given. → Add a criterion such as \`equals\` or \`isNull\`.

## VALUE_NOT_NUMERIC

Message: \`… of record "…" is no number: …\`

A numeric function met a text that is no number.

1. The field holds mixed values. → Filter such records out first, or take another field.

## VALUE_NOT_A_TIME

Message: \`… of record "…" is no time: …\`

A comparison of times met a text that is no time.

1. The field holds dates in another form. → Store them as RFC 3339 or YYYY-MM-DD.

## INVALID_TIME

Message: \`Time cannot represent this value: …\`

A criterion such as \`after\` is no time.

1. It is written as a local date. → Write 2026-01-31T12:00:00Z.

## ARGUMENT_OUT_OF_RANGE

Message: \`… is …; it must be …\`

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
` },
{ path: "errors/authorizer.md", title: "Reasons of the authorizer", summary: "The caller only sees [`Forbidden`](gateway.md#forbidden); the log of the authorizer's function has the `reason` with the request id and the address. It never has the token.", text: `# Reasons of the authorizer

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

## AUTHORIZER_FAILED

The authorizer's own code failed: callers get the gateway's 500, and the line \`unexpected failure\` in its log says where.

1. A mistake of the service. → Report it with that line; it holds nothing of the token.
` },
{ path: "errors/bulk-loads.md", title: "Errors of bulk loads", summary: "They stand in the objects below `errors/` in the bucket: refused lines in `….errors.jsonl`, objects that were given up in `….report.json`. Codes of records, such as `RECORD_ID_INVALID` or `RECORD_EXISTS`, are those of the API.", text: `# Errors of bulk loads

They stand in the objects below \`errors/\` in the bucket: refused lines in \`….errors.jsonl\`, objects that were given up in
\`….report.json\`. Codes of records, such as \`RECORD_ID_INVALID\` or \`RECORD_EXISTS\`, are those of the API.

## LINE_UNREADABLE

A line of the object is no record.

1. The line is no JSON object in UTF-8: cut off, a list, or another encoding. → Write one JSON object a line and load these lines again.
2. The object is compressed or an archive. → Upload it unpacked.
3. The line nests values more than 200 levels deep. → Flatten the value, or write it as text.

## OBJECT_TOO_LARGE

The object is larger than one call of the function takes. Nothing of it was loaded.

1. A whole file was uploaded at once. → Load it with \`entity-data load --via\`, which cuts it, or cut it into parts.
2. The limit is lower than your parts. → Raise \`bulk_ingest.max_object_bytes\`, and with it \`functions.ingest.timeout\`.

## OBJECT_UNSUPPORTED

The object is not something that can be loaded. Nothing of it was loaded.

1. It is CSV, compressed, or something else. → Upload JSON lines as \`loads/<load>/<name>.jsonl\`; \`entity-data load --via\` makes them of CSV.
2. Its key is longer than 800 bytes; its report is named by the beginning of it. → Shorten the folders.

## LOAD_MANIFEST_INVALID

\`load.json\` does not say how much is to come. The records are loaded all the same.

1. It lacks a field, or is of another program. → Write \`{"format": 1, "records": …, "parts": …, "final": true}\`, or leave it out.

## OBJECT_MISSING

The object is not there any more, or the function may not read it.

1. It was deleted, or expired, before its turn. → Upload it again.
2. A policy or the key of the bucket forbids the function to read it. → Let its role use them, then move the dead letter back.

## OBJECT_REPLACED

Other content took the object's place before its turn. It is in no report: the new content has its own message.

1. The object was uploaded twice. → Nothing: the last one is loaded.

## MESSAGE_UNREADABLE

A message of the queue tells of no object. It goes to the dead letters, and the log names its id.

1. Somebody else sends to the queue. → Let nobody but the bucket send to it.

## INGEST_OUT_OF_TIME

The time of the call was over before the object was. The next delivery goes on where this one ended.

1. The table is throttled. → See the alarm \`write-throttles\`; lower \`bulk_ingest.maximum_concurrency\`.
2. Objects are large, or several to a call. → Raise \`functions.ingest.timeout\`, lower \`bulk_ingest.batch_size\`, or make smaller objects.
` },
{ path: "errors/command-line.md", title: "Errors of the command line", summary: "`entity-data` prints `CODE: message` and a hint, and exits with a status other than 0.", text: `# Errors of the command line

\`entity-data\` prints \`CODE: message\` and a hint, and exits with a status other than 0.

## CONNECTION_UNKNOWN

The command was not told which service to talk to, or who it is.

1. No service is running on the data directory, and no deployment was named. → Start it in the same directory with \`npx entity-data start\` and leave it running.
2. Of \`--api-url\`, \`--token-url\`, \`--client-id\` and \`--client-secret\` only some were given. → Give them all, or their environment variables.

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
2. \`--errors-file\` names the file itself. → Name another one.
3. \`--column\` or \`--delimiter\` is given for lines of JSON, which have no columns. → Leave it out.

## COLUMNS_INVALID

The mapping of columns cannot be used, or a row of the file does not fit its header.

1. A column is misspelt, or the id column is missing. → The hint lists the columns; name the id with \`--id-column\`.
2. A quote is not closed. → Double quotes within quoted cells.
3. A column has no name, as behind a last comma, or that of another. → Give each its own in the first row.

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
2. A load with \`--via\` was begun with another bucket, \`--part-size\`, \`--column\`, \`--id-column\` or \`--delimiter\`. → Give the same ones, or load without \`--resume\`.

## BULK_TARGET_INVALID

What follows \`--via\` is no place for bulk loads.

1. It is no address of a bucket, or lies outside of \`loads/\`. → Use the output \`ingest_address\` of the deployment.

## BUCKET_REFUSED

S3 does not let this caller upload or read, or there is no such bucket. \`--resume\` goes on behind what is uploaded.

1. The role lacks a permission. → Give it the policy in the output \`ingest_upload_policy\`.
2. Credentials or region are missing. → Set \`AWS_PROFILE\` or keys, and \`AWS_REGION\` or \`--region\`.

## BULK_LOAD_INCOMPLETE

Everything is uploaded, but the service has not loaded everything.

1. Parts were given up. → Their reports say why; mend it, move the dead letters back, and wait again with \`--resume\`.
2. Nothing came for two hours. → See the function's log and alarms, then wait again with \`--resume\`.

## BULK_LOAD_UNKNOWN

Everything is uploaded, but the service knows nothing of the load.

1. Bucket and API belong to different deployments. → Take \`ingest_address\` and \`api_url\` from the same one.
2. The function cannot start. → See its log; nothing is lost, the messages wait.

## CLIENTS_FILE_INVALID

The file of local clients cannot be used.

1. It is no JSON, or names scopes that do not exist. → Correct what the message names.

## IDENTITY_FILE_UNUSABLE

The file with the local signing key or credentials cannot be used.

1. It was damaged, or others may read it. → Remove it: the next start makes a new one, and old tokens end.
` },
{ path: "errors/entity-events.md", title: "Errors of entity events", summary: "At the start of whoever publishes [entity events](../entity-events.md): in the log of the function `<prefix>-events`, or from `entity-data start` and `entity-data events`. Why a target did not take an event stands as `reason` in the log line `events were not taken`, and with each dead letter.", text: `# Errors of entity events

At the start of whoever publishes [entity events](../entity-events.md): in the log of the function \`<prefix>-events\`, or
from \`entity-data start\` and \`entity-data events\`. Why a target did not take an event stands as \`reason\` in the log line
\`events were not taken\`, and with each dead letter.

## EVENTS_CONFIG_INVALID

The environment of the function does not name one target; the message lists every problem.

1. An environment variable was changed by hand. → Apply the Terraform module again; it sets them from \`entity_events\`.

## ENTITY_EVENTS_INVALID

\`--entity-events\` names nothing that events could be sent to.

1. The address is not \`https\`, and not of this machine. → Use \`https\`, a file, or \`http://127.0.0.1:<port>/…\` for a try.
2. A webhook has no secret. → Name the file that holds it with \`--entity-events-secret-file\`.
3. The address holds a user name or a password. → Take it out; the signature says who sends.

## WEBHOOK_SECRET_INVALID

The secret is too short to sign with, or receivers would not take it for the same key.

1. It is not what receivers need: fewer than 24 bytes. → Store \`whsec_\` and the base64 of at least 24 random bytes: \`echo "whsec_$(openssl rand -base64 32)"\`.
2. The secret is JSON, as the console of Secrets Manager stores keys and values. → Store the text alone, as plaintext.
3. Behind \`whsec_\` stands something other than base64, or base64 with a line break. → Store it in one line of \`A\`–\`Z\`, \`a\`–\`z\`, \`0\`–\`9\`, \`+\` and \`/\`.

## PUBLISHING_FAILED

Message: \`publishing failed: the line before this one in the log says where\`

A call of the function did not end well; the next one, a minute later, tries again. Nothing is lost: what was not told yet
stands in the table, and an event that was sent already has the same id when it is sent again.

1. The table is busy or out of reach. → See \`cause\` of the line \`publishing failed\` in the function's log: \`StoreUnavailableError\` is the role or the table, \`RetryableError\` a busy table.
2. Something stored cannot be read. → If it stays, report the line; it holds no value of a record.

## EVENTS_COMMAND_INVALID

Message: \`the command is none of this function\`

The events function was called by hand with something that is neither a command nor nothing. It did nothing.

1. A word is misspelt, or two commands were given at once. → Give one of \`{"replay": true}\`, \`{"list": true}\`, \`{"discard": "all"}\` and \`{"discard": ["<id>", …]}\`: [entity events](../entity-events.md#when-the-target-does-not-take-an-event).
` },
{ path: "errors/gateway.md", title: "Errors of the gateway", summary: "API Gateway answers these itself, before or instead of the service: a small JSON object with only a `message`.", text: `# Errors of the gateway

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
` },
{ path: "errors/graphql.md", title: "Errors of GraphQL", summary: "These messages come from the GraphQL engine. Their codes are explained on the [page of the API](api.md).", text: `# Errors of GraphQL

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
` },
{ path: "errors/guidance.md", title: "Errors of the guidance server", summary: "Problems with arguments are results with `isError: true`, which a model reads and corrects. Problems with the protocol are JSON-RPC errors.", text: `# Errors of the guidance server

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

## NOTHING_TO_COMPARE

\`svc_design_rule_config\` left no field to compare: all of them say who keeps a record, or nothing is known of them.

1. Only ids, sources and time stamps were given. → Give the fields that describe what a record is about.
2. The names say nothing. → Add a \`description\` or \`samples\` to each.

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

1. A web tool such as an inspector. → Add its origin to \`guidance_allowed_origins\`, or use a client that is no web page.
2. The local service is called under another name than localhost. → Use \`http://127.0.0.1\` or \`http://localhost\`.

## Took longer

Message: \`This took longer than … ms and was cut off…\`

A call asked for more work than one call may do.

1. A very large document, long texts, or many records. → Send less: one pair of records shows the same as a thousand.

## Needs more memory

Message: \`This needs more memory than a call may use. Try again with less.\`

Message: \`the transformers make more than … characters of …\`

The document makes more of a record than one call may hold.

1. A transformer makes its input longer, such as a \`replace\` with a long replacement or a \`concat\` of a pin with itself. → Correct it: a service would do the same with every record.
2. A record with very long texts. → Shorten them: the beginning shows the same.
` },
{ path: "errors/identifiers.md", title: "Errors of identifiers", summary: "`svc_validate_identifier` answers them; in a pipeline such a value becomes no value.", text: `# Errors of identifiers

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
` },
{ path: "errors/schema.md", title: "Errors in schema.graphqls", summary: "Each comes with line, column and a hint. `svc_lint_rule_config` shows them when it is given the schema.", text: `# Errors in schema.graphqls

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
` },
{ path: "errors/start.md", title: "Errors at the start of a service", summary: "A service refuses to start on documents with errors and prints all of them: `file:line:column error CODE message (hint)`.", text: `# Errors at the start of a service

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
2. The data directory belongs to somebody else, or its disk is full. → Choose another with \`--data-dir\`, or make room.

## STORE_FORMAT

The data was written by another version of this service, or by another program, or its two files do not belong together.

1. The service was updated over a version that changed the format. → Load the data anew into an empty store, as the changelog says.
2. Only one of \`entity-data.mdb\` and \`entity-data.log.mdb\` was put back from a backup. → Put both back; or move the log away, to go
   on with the database alone, as it was when it was copied.

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

## PORT_UNAVAILABLE

The local service cannot listen on the port.

1. The port is below 1024, and the system keeps these for administrators. → Choose another one with \`--port\`.
2. This machine does not have the address, for instance none of IPv6. → Choose another one with \`--host\`.

## RULES_CHANGED

The data in the directory was indexed by other rules.

1. The rule-config was edited in a way that changes index keys. → Load the records again into a new data directory, or put the old rule-config back.

## RULES_FILE_INVALID

A file named on the command line cannot be read as what it should be.

1. The path is wrong, or the file is no JSON. → Check the path and the file.

## DATA_DIRECTORY_UNUSABLE

The data directory of the local service cannot be made or used.

1. The directory, or one above it, may not be written by this user. → Give another directory with \`--data-dir\`, or change its permissions.
2. A file stands where the directory should be, or the file system holds no files of users (\`/proc\`). → Give another directory with \`--data-dir\`.

## SWEEP_FAILED

Message: \`the sweep failed: the line before this one in the log says where\`

A run of the sweeper did not end well; the next one, a minute later, tries again.

1. The table is busy or out of reach. → See \`cause\` of the line \`sweep failed\` in the sweeper's log: \`StoreUnavailableError\` is the role or the table, \`RetryableError\` a busy table.
2. One record or entity cannot be worked on. → If it stays, report the line; it holds no value of a record.
` },
{ path: "errors/terraform.md", title: "Errors at plan and apply", summary: "The module checks its variables at plan and says in each message what must be written. `svc_explain_error` knows every one of these messages. What AWS itself refuses at apply stands here.", text: `# Errors at plan and apply

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
` },
{ path: "graphql/README.md", title: "The GraphQL API", summary: "One address, `POST /`, GraphQL over HTTP. Every request carries an access token: `Authorization: Bearer …`. Reuse a token until it ends; asking for one with every request costs time and money.", text: `# The GraphQL API

One address, \`POST /\`, GraphQL over HTTP. Every request carries an access token: \`Authorization: Bearer …\`. Reuse a token
until it ends; asking for one with every request costs time and money.

\`\`\`sh
curl "$API_URL" -H "Authorization: Bearer $TOKEN" -H 'content-type: application/json' \\
  -d '{"query": "query ($p: SearchParams!) { search(input: {parameters: $p}) { entities { id } } }", "variables": {"p": {"email": "ada@example.org"}}}'
\`\`\`

| operation                                     | what it does                                        | scope                 |
| --------------------------------------------- | --------------------------------------------------- | --------------------- |
| [\`search\`](search.md)                         | finds entities by what is known of them             | \`svc/query.search\`    |
| [\`entity\`](entity.md)                         | one entity by its id                                | \`svc/query.entity\`    |
| [\`entityByRecord\`](entity-by-record.md)       | the entity of a record                              | \`svc/query.entity\`    |
| [\`explain\`](explain.md)                       | why records are, or are not, one entity             | \`svc/query.entity\`    |
| [\`metrics\`](metrics.md)                       | the state of the service                            | \`svc/query.metrics\`   |
| [\`submit\`](submit.md)                         | stores records and links them                       | \`svc/mutation.submit\` |
| [\`submitWithPreview\`](submit-with-preview.md) | the same, or as a dry run, and answers the entities | \`svc/mutation.submit\` |
| [\`disassemble\`](disassemble.md) | removes edges, or erases records | \`svc/mutation.disassemble\` |
| [\`removeConnectionBan\`](remove-connection-ban.md) | lifts what keeps entities apart | \`svc/mutation.removeConnectionBan\` |

\`svc\` is the service identifier unless the deployment sets another one. More pages: the [schema](schema.graphql),
[insights about records](record-insights.md), [insights about edges](edge-insights.md),
[filters](considering-records.md), [error codes](errors.md), [limits](limits.md).

The types \`Record\`, \`RecordInput\` and \`SearchParams\` come from the deployment's own \`schema.graphqls\`; the other two are
derived from \`Record\` where the file does not give them. The scalars \`Any\`, \`Map\`, \`StringMap\`, \`Time\` and \`Date\` are
offered.

The examples on these pages run on the rules of [examples/people](../../examples/people) with the records of
[records.json](records.json): \`ada1\`, \`ada2\` and \`ada3\` are one entity, \`glen1\` is another. They are run whenever the
project is tested, so that what stands here is what the service answers.

## Who may read what

Without the scope of an operation its field answers an error and no data:

\`\`\`graphql scope=svc/query.metrics
{
  entityByRecord(input: { id: "ada1" }) {
    entity {
      id
    }
  }
}
\`\`\`

\`\`\`json answer
{
  "errors": [
    {
      "message": "access denied, required privilege: svc/query.entity",
      "locations": [{ "line": 2, "column": 3 }],
      "path": ["entityByRecord"],
      "extensions": {
        "code": "FORBIDDEN",
        "hint": "Request a token with the scope svc/query.entity, and see that the client's allowed scopes hold it."
      }
    }
  ],
  "data": null
}
\`\`\`

A field of the records can carry \`@hasPrivilege(privilege: "…")\` in \`schema.graphqls\`. Whoever lacks that scope reads null
(or an error where null is not allowed), and can neither submit the field nor search, filter, sort, group or count by it.
\`explain\` is refused when the rules read such a field. That holds for inputs that you write by hand as well, whether they
repeat the directive or not. What is computed from several fields stays: \`edges\`, \`hits\` and scores name the rules that
hold, so a rule that compares such fields tells every reader that they agree.
` },
{ path: "graphql/considering-records.md", title: "Filters", summary: "`search`, `entity` and `entityByRecord` take `considerRecords`, and record insights have `filter`: both are lists of conditions, which must all hold. `considerRecords` hides the records that fail, and then edges, duplicates, hits and scores are computed from what is left. An entity that is not held together any more comes back in parts, the largest first, their ids suffixed `-1`, `-2`, ….", text: `# Filters

\`search\`, \`entity\` and \`entityByRecord\` take \`considerRecords\`, and record insights have \`filter\`: both are lists of
conditions, which must all hold. \`considerRecords\` hides the records that fail, and then edges, duplicates, hits and scores
are computed from what is left. An entity that is not held together any more comes back in parts, the largest first, their
ids suffixed \`-1\`, \`-2\`, ….

\`\`\`graphql
query ($input: SearchInput!) {
  search(input: $input) {
    entities {
      id
      records {
        id
      }
      edges
    }
  }
}
\`\`\`

\`\`\`json variables
{
  "input": {
    "parameters": { "email": "ada@example.org" },
    "considerRecords": [{ "field": "city", "equals": "ockham", "invert": true }]
  }
}
\`\`\`

\`\`\`json answer
{
  "data": {
    "search": {
      "entities": [
        {
          "id": "01JZ5K8Q3N0000000000000001",
          "records": [{ "id": "ada1" }, { "id": "ada2" }],
          "edges": ["ada1:ada2:EMAIL"]
        }
      ]
    }
  }
}
\`\`\`

## Conditions

\`field\` is a path as in the rule-config: \`address.city\`, and \`emails.*.address\` for every element of a list. All criteria
that are given must hold for one value of the field.

| criterion                                                | holds for a value that                                                                        |
| -------------------------------------------------------- | --------------------------------------------------------------------------------------------- |
| \`equals\`                                                 | is the same: as number when both are numbers, otherwise as text; lists and objects as a whole |
| \`isNull: true\`                                           | is not there (\`false\`: is there)                                                              |
| \`startsWith\`, \`endsWith\`                                 | as text starts or ends so                                                                     |
| \`likeRegex\`                                              | as text matches anywhere; RE2 syntax, no look-around and no back-references                   |
| \`lessThan\`, \`lessEquals\`, \`greaterThan\`, \`greaterEquals\` | is a number, or a text with a number, and compares so                                         |
| \`after\`, \`before\`                                        | is a time later or earlier than this                                                          |
| \`since\`, \`until\`                                         | the same, or is that time itself                                                              |

\`invert: true\` turns the verdict of the whole condition round. Text compares without regard to case unless
\`caseSensitive\` is true. Null fails every criterion but \`isNull\`. A time is \`2024-02-29T12:00:00Z\` or the same without a zone
(which is read as UTC); a value of a record may be a day as well, which is its first moment. Conditions are asked in their order until one fails, so that an earlier one can keep away
values that a later one could not compare.

## Errors

\`\`\`graphql
{
  entityByRecord(input: { id: "ada1" }) {
    entity {
      recordInsights {
        empty: filter(conditions: []) {
          count
        }
      }
    }
  }
}
\`\`\`

\`\`\`json answer
{
  "errors": [
    {
      "message": "the filter has no condition",
      "locations": [{ "line": 5, "column": 9 }],
      "path": ["entityByRecord", "entity", "recordInsights", "empty"],
      "extensions": { "code": "EMPTY_FILTER", "hint": "Give at least one condition, or leave the filter out." }
    }
  ],
  "data": { "entityByRecord": { "entity": null } }
}
\`\`\`

\`\`\`graphql
query ($conditions: [FilterCondition!]!) {
  entityByRecord(input: { id: "ada1", considerRecords: $conditions }) {
    entity {
      id
    }
  }
}
\`\`\`

\`\`\`json variables
{ "conditions": [{ "field": "city", "likeRegex": "(?=London)" }] }
\`\`\`

\`\`\`json answer
{
  "errors": [
    {
      "message": "likeRegex: the pattern \\"(?=London)\\" cannot be run: error parsing regexp: invalid or unsupported Perl syntax: \`(?=\`",
      "locations": [{ "line": 2, "column": 3 }],
      "path": ["entityByRecord"],
      "extensions": {
        "code": "INVALID_REGEX",
        "hint": "Write RE2 syntax: no look-around, no back-references; a backslash before ( or * stands for the character itself."
      }
    }
  ],
  "data": null
}
\`\`\`

A number is asked of a text:

\`\`\`graphql
{
  entityByRecord(input: { id: "ada1", considerRecords: [{ field: "city", lessThan: 5 }] }) {
    entity {
      id
    }
  }
}
\`\`\`

\`\`\`json answer
{
  "errors": [
    {
      "message": "city of record \\"ada1\\" is no number: \\"London\\"",
      "locations": [{ "line": 2, "column": 3 }],
      "path": ["entityByRecord"],
      "extensions": {
        "code": "VALUE_NOT_NUMERIC",
        "hint": "Filter such records out first, for instance with likeRegex, or take a field of numbers."
      }
    }
  ],
  "data": null
}
\`\`\`
` },
{ path: "graphql/disassemble.md", title: "disassemble", summary: "Takes apart what belongs to one entity. Scope `svc/mutation.disassemble`.", text: `# disassemble

Takes apart what belongs to one entity. Scope \`svc/mutation.disassemble\`.

* \`edges\`: each is removed for ever, whatever the rules say of its two records.
* \`recordIDs\`: each record is erased with its payload, its keys and its links. This is how a person's data is erased.
* At least one edge or one record, all of one entity. What no link holds together any more becomes entities of its own;
  the largest part keeps the id.
* \`createConnectionBan: true\` keeps the parts from coming together again, also through records and merges that come
  later, until [\`removeConnectionBan\`](remove-connection-ban.md) lifts the ban. \`meta\` says who wants it, and why.

\`\`\`graphql
mutation {
  disassemble(
    input: {
      edges: [{ a: "ada2", b: "ada3" }]
      createConnectionBan: true
      meta: { user: "jo@example.com", reason: "two people with one telephone" }
    }
  ) {
    triggered
  }
}
\`\`\`

\`\`\`json answer
{ "data": { "disassemble": { "triggered": true } } }
\`\`\`

A request that is repeated answers \`triggered: false\` once nothing is left to do.

The record that the edge held is an entity of its own now, and the ban is listed on both sides:

\`\`\`graphql
{
  entityByRecord(input: { id: "ada3" }) {
    entity {
      records {
        id
      }
      connectionBans {
        others
        user
        reason
      }
    }
  }
}
\`\`\`

\`\`\`json answer
{
  "data": {
    "entityByRecord": {
      "entity": {
        "records": [{ "id": "ada3" }],
        "connectionBans": [
          {
            "others": ["01JZ5K8Q3N0000000000000001"],
            "user": "jo@example.com",
            "reason": "two people with one telephone"
          }
        ]
      }
    }
  }
}
\`\`\`

A record is erased by its id:

\`\`\`graphql
mutation {
  disassemble(input: { recordIDs: ["glen1"] }) {
    triggered
  }
}
\`\`\`

\`\`\`json answer
{ "data": { "disassemble": { "triggered": true } } }
\`\`\`

## Errors

\`\`\`graphql
mutation {
  disassemble(input: {}) {
    triggered
  }
}
\`\`\`

\`\`\`json answer
{
  "errors": [
    {
      "message": "the request names neither an edge nor a record",
      "locations": [{ "line": 2, "column": 3 }],
      "path": ["disassemble"],
      "extensions": { "code": "NOTHING_TO_DISASSEMBLE", "hint": "Give at least one of \`edges\` and \`recordIDs\`." }
    }
  ],
  "data": null
}
\`\`\`

\`\`\`graphql
mutation {
  disassemble(input: { edges: [{ a: "ada1", b: "ada3" }] }) {
    triggered
  }
}
\`\`\`

\`\`\`json answer
{
  "errors": [
    {
      "message": "the edges and records belong to 2 entities: 01JZ5K8Q3N0000000000000001, 01JZ5K8Q3N0000000000000003",
      "locations": [{ "line": 2, "column": 3 }],
      "path": ["disassemble"],
      "extensions": { "code": "SEVERAL_ENTITIES", "hint": "Disassemble one entity in each request." }
    }
  ],
  "data": null
}
\`\`\`
` },
{ path: "graphql/edge-insights.md", title: "Edge insights", summary: "`Entity.edgeInsights` answers questions about the links of an entity.", text: `# Edge insights

\`Entity.edgeInsights\` answers questions about the links of an entity.

\`\`\`graphql
{
  entityByRecord(input: { id: "ada1" }) {
    entity {
      edgeInsights {
        count
        frequencyDistribution {
          value
          frequency
          percentage
        }
        matrix {
          a
          b
          links
        }
        emails: matrix(links: ["EMAIL"]) {
          a
          b
          links
        }
      }
    }
  }
}
\`\`\`

\`\`\`json answer
{
  "data": {
    "entityByRecord": {
      "entity": {
        "edgeInsights": {
          "count": 2,
          "frequencyDistribution": [
            { "value": "EMAIL", "frequency": 1, "percentage": 0.5 },
            { "value": "PHONE_NAME", "frequency": 1, "percentage": 0.5 }
          ],
          "matrix": [
            { "a": "ada1", "b": "ada2", "links": { "EMAIL": true, "PHONE_NAME": false } },
            { "a": "ada2", "b": "ada3", "links": { "EMAIL": false, "PHONE_NAME": true } }
          ],
          "emails": [{ "a": "ada1", "b": "ada2", "links": { "EMAIL": true } }]
        }
      }
    }
  }
}
\`\`\`

\`count\` counts edges. \`frequencyDistribution(top, direction)\` counts them by rule. \`matrix(links)\` has a row for each pair of
records that are linked, and per rule whether it links them; a duplicate stands there as \`duplicate\`, or \`GROUP:duplicate\`
when there are several rule groups. With \`links\` only these are shown, and only pairs that have one of them.

## Errors

\`\`\`graphql
{
  entityByRecord(input: { id: "ada1" }) {
    entity {
      edgeInsights {
        frequencyDistribution(top: -1) {
          value
        }
      }
    }
  }
}
\`\`\`

\`\`\`json answer
{
  "errors": [
    {
      "message": "top is -1; it must be 0 or more",
      "locations": [{ "line": 5, "column": 9 }],
      "path": ["entityByRecord", "entity", "edgeInsights", "frequencyDistribution"],
      "extensions": { "code": "ARGUMENT_OUT_OF_RANGE", "hint": "Give top 0 or more." }
    }
  ],
  "data": { "entityByRecord": { "entity": null } }
}
\`\`\`
` },
{ path: "graphql/entity-by-record.md", title: "entityByRecord", summary: "Answers the entity that a record belongs to, or null when there is no such record. Scope `svc/query.entity`.", text: `# entityByRecord

Answers the entity that a record belongs to, or null when there is no such record. Scope \`svc/query.entity\`.

\`\`\`graphql
{
  entityByRecord(input: { id: "ada3" }) {
    entity {
      id
      records {
        id
      }
    }
  }
}
\`\`\`

\`\`\`json answer
{
  "data": {
    "entityByRecord": {
      "entity": {
        "id": "01JZ5K8Q3N0000000000000001",
        "records": [{ "id": "ada1" }, { "id": "ada2" }, { "id": "ada3" }]
      }
    }
  }
}
\`\`\`

With [\`considerRecords\`](considering-records.md), of an entity that falls apart the part with the record is answered, and
the largest part when the record itself is hidden:

\`\`\`graphql
{
  entityByRecord(input: { id: "ada3", considerRecords: [{ field: "id", equals: "ada2", invert: true }] }) {
    entity {
      id
      records {
        id
      }
    }
  }
}
\`\`\`

\`\`\`json answer
{
  "data": { "entityByRecord": { "entity": { "id": "01JZ5K8Q3N0000000000000001-2", "records": [{ "id": "ada3" }] } } }
}
\`\`\`

## Errors

A condition without a criterion:

\`\`\`graphql
{
  entityByRecord(input: { id: "ada3", considerRecords: [{ field: "city" }] }) {
    entity {
      id
    }
  }
}
\`\`\`

\`\`\`json answer
{
  "errors": [
    {
      "message": "the condition on \\"city\\" has no criterion",
      "locations": [{ "line": 2, "column": 3 }],
      "path": ["entityByRecord"],
      "extensions": {
        "code": "EMPTY_FILTER",
        "hint": "Give a criterion such as equals or startsWith; isNull: true finds records without a value."
      }
    }
  ],
  "data": null
}
\`\`\`
` },
{ path: "graphql/entity.md", title: "entity", summary: "Answers one entity by its id, or null. Scope `svc/query.entity`. An id of an entity that was merged into another one keeps leading to it.", text: `# entity

Answers one entity by its id, or null. Scope \`svc/query.entity\`. An id of an entity that was merged into another one keeps
leading to it.

\`\`\`graphql
query ($id: ID!) {
  entity(input: { id: $id }) {
    entity {
      id
      records {
        id
        firstName
        lastName
      }
      edges
      links {
        a
        b
        rule
        score
      }
      duplicates
      score
      consistency
    }
  }
}
\`\`\`

\`\`\`json variables
{ "id": "01JZ5K8Q3N0000000000000001" }
\`\`\`

\`\`\`json answer
{
  "data": {
    "entity": {
      "entity": {
        "id": "01JZ5K8Q3N0000000000000001",
        "records": [
          { "id": "ada1", "firstName": "Ada", "lastName": "Lovelace" },
          { "id": "ada2", "firstName": "Ada", "lastName": "King" },
          { "id": "ada3", "firstName": "Ada", "lastName": null }
        ],
        "edges": ["ada1:ada2:EMAIL", "ada2:ada3:PHONE_NAME"],
        "links": [
          { "a": "ada1", "b": "ada2", "rule": "EMAIL", "score": 0.95 },
          { "a": "ada2", "b": "ada3", "rule": "PHONE_NAME", "score": 0.9 }
        ],
        "duplicates": {},
        "score": 0.9333333333333332,
        "consistency": 0.875
      }
    }
  }
}
\`\`\`

| field                            | meaning                                                                                          |
| -------------------------------- | ------------------------------------------------------------------------------------------------ |
| \`records\`                        | in the order in which they were first stored                                                     |
| \`edges\`                          | \`recordA:recordB:RULE\`                                                                           |
| \`links\`                          | the same in parts, with the score of the rule                                                    |
| \`duplicates\`                     | per original the ids of its duplicates; keys \`GROUP:original\` when there are several rule groups |
| \`hits\`, \`hitScore\`               | for a search only                                                                                |
| \`score\`                          | how well the links hold the records together, 0 to 1                                             |
| \`consistency\`                    | how well the records agree with each other, 0 to 1                                               |
| \`recordInsights\`, \`edgeInsights\` | [questions about the records](record-insights.md) and [about the edges](edge-insights.md)        |

Everything is computed when it is selected, and only then.

An id that nobody gave out:

\`\`\`graphql
{
  entity(input: { id: "nobody" }) {
    entity {
      id
    }
  }
}
\`\`\`

\`\`\`json answer
{ "data": { "entity": { "entity": null } } }
\`\`\`

## Only some of the records

With [\`considerRecords\`](considering-records.md) an entity can fall apart; its largest part is answered, the one with the
suffix \`-1\`. The others are found by their ids with the same conditions.

## Errors

\`\`\`graphql
{
  entity(input: { id: "01JZ5K8Q3N0000000000000001", considerRecords: [{ field: "surname", equals: "King" }] }) {
    entity {
      id
    }
  }
}
\`\`\`

\`\`\`json answer
{
  "errors": [
    {
      "message": "\\"surname\\": Record has no field \\"surname\\"",
      "locations": [{ "line": 2, "column": 3 }],
      "path": ["entity"],
      "extensions": { "code": "UNKNOWN_FIELD", "hint": "Name a field of the schema, which introspection shows." }
    }
  ],
  "data": null
}
\`\`\`
` },
{ path: "graphql/errors.md", title: "Error codes", summary: "An answer with problems has a list `errors`. Each error has a `message`, the `path` of the field that failed, and in `extensions` a `code` from this table, a `hint` where there is one, and `retryable: true` where the same request may succeed later. Repeating a request is always safe. Likely causes, most likely first: [errors](../errors/README.md).", text: `# Error codes

<!-- Generated by npm run docs from functions/api/error-codes.ts. -->

An answer with problems has a list \`errors\`. Each error has a \`message\`, the \`path\` of the field that failed, and in
\`extensions\` a \`code\` from this table, a \`hint\` where there is one, and \`retryable: true\` where the same request may
succeed later. Repeating a request is always safe. Likely causes, most likely first: [errors](../errors/README.md).

| code | meaning | what to do |
|---|---|---|
| \`BAD_REQUEST\` | The HTTP request does not carry a GraphQL request. Status 400. | Send a JSON object with \`query\` (text), and where needed \`variables\` (object) and \`operationName\` (text). |
| \`BODY_NOT_JSON\` | The body is missing, is not UTF-8 or is not JSON. Status 400. | Send \`{"query": "…", "variables": {…}}\` with the header \`content-type: application/json\`. |
| \`METHOD_NOT_ALLOWED\` | The HTTP method is not taken, or a mutation was sent with GET. Status 405. | Send the request with POST. |
| \`NOT_ACCEPTABLE\` | The \`accept\` header allows no media type that the service can answer. Status 406. | Accept \`application/json\` or \`application/graphql-response+json\`. |
| \`REQUEST_TOO_LARGE\` | The body is larger than the deployment takes. Nothing was executed. Status 413. | Send fewer records in one request. |
| \`UNSUPPORTED_MEDIA_TYPE\` | The body is not declared as JSON. Status 415. | Send the header \`content-type: application/json\`. |
| \`GRAPHQL_PARSE_FAILED\` | The query is not GraphQL; \`locations\` says where. | Correct the syntax at the place named. |
| \`GRAPHQL_VALIDATION_FAILED\` | The query does not fit the schema: an unknown field, argument or type, or a value of the wrong type. | Compare the query with the schema, which introspection shows. |
| \`OPERATION_NOT_FOUND\` | The query holds no operation of the name given, or several and no name was given. | Name one of the operations of the query in \`operationName\`. |
| \`BAD_USER_INPUT\` | A variable does not fit its type: an unknown field, a wrong type, or a required value that is missing. | Correct the value at the path that the message names. |
| \`TOO_MANY_TOKENS\` | The text of the query is too long. Nothing was executed. | Send values as variables. |
| \`QUERY_TOO_DEEP\` | The query nests too many levels of fields or brackets. Nothing was executed. | Select fewer levels. |
| \`TOO_MANY_ALIASES\` | The operation has too many aliases. Nothing was executed. | Send several requests. |
| \`TOO_MANY_ROOT_FIELDS\` | The operation has too many fields on its top level. Nothing was executed. | Send several requests. |
| \`TOO_MANY_FIELDS\` | The operation selects too many fields, fragments counted wherever they are spread. Nothing was executed. | Select fewer fields, or send several requests. |
| \`FORBIDDEN\` | The token lacks the scope that the message names. | Request a token with this scope; the client's allowed scopes must hold it. |
| \`NO_RECORDS\` | A submit without a record. | Send at least one record in \`input.records\`. |
| \`TOO_MANY_RECORDS\` | A submit with more records than one request may hold. Nothing was stored. | Send several requests. |
| \`BATCH_TOO_LARGE\` | The records of a submit are together larger than one request may store. Nothing was stored. | Send several requests. |
| \`SUBMIT_REFUSED\` | Nothing was stored, because at least one record is not acceptable. | Correct or leave out the records that the errors name. |
| \`RECORD_ID_MISSING\` | The record has no id, or an empty one. Nothing of the request was stored. | Give every record an \`id\` that stays the same for the same record. |
| \`RECORD_ID_INVALID\` | The id holds a colon or a control character, or is too long. Nothing of the request was stored. | Use 1 to 512 bytes of text without a colon and without control characters. |
| \`RECORD_EMPTY\` | The record has no value besides its id. Nothing of the request was stored. | Send at least one field with a value, or leave the record out. |
| \`RECORD_TOO_LARGE\` | One record is larger than can be stored. Nothing of the request was stored. | Leave out fields that nobody needs. |
| \`RECORD_CONFLICT\` | One request holds two different records with one id. Nothing of the request was stored. | Send one version of each record in a request. |
| \`RECORD_EXISTS\` | A record with this id and other content is stored already. Nothing of the request was stored. | Submit the changed record under a new id. |
| \`TOO_MANY_INDEX_KEYS\` | A record or a search would need more index keys than the cap. Nothing of the request was stored. | Give the values that the message names fewer or shorter, or make the rule-config index less of them. |
| \`FIELD_DOES_NOT_EXIST\` | A value that the rule-config says must exist is missing, in a rule that does not ignore errors. Nothing of the request was stored. | Give the record this value, or set \`mustExist\` to false or \`ignoreErrors\` to true in the rule-config. |
| \`NO_SEARCH_VALUE\` | No search parameter has a value. | Give at least one field of \`input.parameters\` a value. |
| \`UNKNOWN_SEARCH_RULES\` | \`input.searchRules\` names rules that the rule-config does not have. | Use one of the names that the hint lists. |
| \`ARGUMENT_OUT_OF_RANGE\` | A number such as \`page\`, \`pageSize\`, \`top\` or \`count\` is negative, zero or larger than it may be. | Give a number in the range that the message names. |
| \`UNKNOWN_SORT_FIELD\` | \`input.sort.field\` of a search names nothing that entities can be sorted by. | Sort by \`id\`, \`hitScore\`, \`score\`, \`consistency\` or \`size\`. |
| \`UNKNOWN_FIELD\` | A filter, sort or insight names a field that records do not have. | Compare the path with \`type Record\`; the hint names the field that was probably meant. |
| \`INVALID_PATH\` | A path goes through a list without \`*\`, or into a value that has no fields. | Write the path that the hint names. |
| \`EMPTY_FILTER\` | A filter without a condition, a condition without a criterion, or an empty list of fields or sort criteria. | Give at least one, or leave the argument out. |
| \`INVALID_REGEX\` | \`likeRegex\` is not RE2 syntax, or too large to run. | Leave out look-around and back-references, and correct what the message names. |
| \`VALUE_NOT_NUMERIC\` | A comparison or an insight that needs numbers met another value. | Filter such records out first, or take a field that holds numbers. |
| \`VALUE_NOT_A_TIME\` | A comparison or an insight that needs times met another value. | Filter such records out first, or take a field that holds times. |
| \`BAD_EXPLAIN_INPUT\` | \`explain\` was given neither \`a\` and \`b\` nor \`record\` and \`entityID\`. | Give the ids of two records, or the id of a record and that of its entity. |
| \`RECORD_NOT_FOUND\` | The question is about a record that is not stored. | Give the id of a record that was submitted and not removed. |
| \`NOTHING_TO_DISASSEMBLE\` | \`disassemble\` was given neither an edge nor a record. | Give at least one of \`edges\` and \`recordIDs\`. |
| \`SEVERAL_ENTITIES\` | The edges and records of a \`disassemble\` belong to several entities, which the message names. | Disassemble one entity in each request. |
| \`EDGE_NOT_FOUND\` | No rule links the two records of an edge that is to be removed. | Name an edge that the entity lists. |
| \`TOO_MANY_CUTS\` | A record would be cut from more than 90 others. Nothing was changed. | Erase the record with \`recordIDs\` and submit it again without the value that links it. |
| \`CONNECTION_BAN_NOT_FOUND\` | The entity has no connection ban of this reference. | Take the reference from \`connectionBans\` of the entity. |
| \`RECORD_NOT_IN_ENTITY\` | The record that \`explain\` was asked about is in another entity, which the message names. | Ask about that entity, or give two records to see what keeps them apart. |
| \`STORED_VALUE_UNREADABLE\` | A stored value does not fit the type that the schema gives its field. | Give the field of \`type Record\` a type that fits the stored records, \`Any\` at worst, or make it nullable. |
| \`ENTITY_TOO_LARGE\` | An entity has so many records with a common key that its edges, or what follows from them, cannot be answered. Its records can. | Select \`records\` without \`edges\`, \`score\`, \`duplicates\` and insights of edges, or ask \`explain\` about two records. |
| \`RESPONSE_TOO_LARGE\` | The answer is larger than the gateway passes on. A mutation was carried out all the same. | Ask for fewer entities, select fewer fields, or send \`accept-encoding: gzip\`. |
| \`TRY_AGAIN\` | The service could not finish in time, or its store is overloaded. Nothing is lost. | Send the same request again after a moment, waiting longer each time. |
| \`STORE_FULL\` | The disk or the map of the local store is full. What was acknowledged is safe; nothing new can be written. | Whoever runs the service makes room. Then send the same request again. |
| \`INTERNAL_ERROR\` | Something unexpected; the cause stands in the log under the request id in \`extensions.requestId\`. | Give the request id to whoever runs the service. Sending the same request again is safe. |
| \`SERVICE_MISCONFIGURED\` | The service's rule-config, schema or environment has errors, which its log lists. Status 500. | Whoever runs the service corrects what the log lists and deploys again. |

A refused submit has one error for each problem with a record; its \`path\` is that of the field, followed by \`"input",
"records"\` and the position of the record.
` },
{ path: "graphql/explain.md", title: "explain", summary: "Says why two records are, or are not, one entity, with the very code that submit runs. Scope `svc/query.entity`.", text: `# explain

Says why two records are, or are not, one entity, with the very code that submit runs. Scope \`svc/query.entity\`.

\`\`\`graphql
query ($input: ExplainInput!) {
  explain(input: $input) {
    together
    chain {
      a
      b
      rule
      score
    }
    sharedKeys {
      rules
      deciding
    }
    groups {
      group
      outcome
      link {
        satisfied
        rules {
          id
          satisfied
        }
      }
    }
  }
}
\`\`\`

\`\`\`json variables
{ "input": { "a": "ada1", "b": "ada3" } }
\`\`\`

\`\`\`json answer
{
  "data": {
    "explain": {
      "together": true,
      "chain": [
        { "a": "ada1", "b": "ada2", "rule": "EMAIL", "score": 0.95 },
        { "a": "ada2", "b": "ada3", "rule": "PHONE_NAME", "score": 0.9 }
      ],
      "sharedKeys": [],
      "groups": [
        {
          "group": "people",
          "outcome": "NO_MATCH",
          "link": {
            "satisfied": false,
            "rules": [
              { "id": "EMAIL", "satisfied": false },
              { "id": "PHONE_NAME", "satisfied": false },
              { "id": "BIRTHDAY_LAST_NAME", "satisfied": false },
              { "id": "BIRTHDAY_FIRST_NAME", "satisfied": false },
              { "id": "POSTCODE_NAME", "satisfied": false }
            ]
          }
        }
      ]
    }
  }
}
\`\`\`

\`chain\` is the shortest way over links from a to b in their entity; where one record is a duplicate of the other the rule
is \`duplicate\`. \`groups\` tells what the rules say of the two by themselves: each rule, each of its matchers with the
values compared, and the verdict. A shared key that is \`generic\` finds no candidates any more, because too many records
share it. An \`outcome\` is

- \`LINK\`: a link rule holds, nothing refuses it, and the index finds the pair;
- \`DUPLICATE\`: the later record is a duplicate of the earlier one;
- \`KEPT_APART\`: a rule holds, but the consistency rules do not (\`keptApartBy\`);
- \`NOT_FOUND\`: a rule holds that is in no index rule set, and the two share no index key;
- \`NO_MATCH\`: no rule holds.

## A record in its entity

Given \`record\` and \`entityID\`, it explains the record and the one that holds it best in its entity.

\`\`\`graphql
query ($input: ExplainInput!) {
  explain(input: $input) {
    a {
      id
      values
    }
    b {
      id
    }
    chain {
      rule
    }
    groups {
      link {
        rules {
          id
          satisfied
          matchers {
            id
            similarity
            values {
              resolver
              a
              b
            }
          }
        }
      }
    }
  }
}
\`\`\`

\`\`\`json variables
{ "input": { "record": "ada3", "entityID": "01JZ5K8Q3N0000000000000001" } }
\`\`\`

\`\`\`json answer
{
  "data": {
    "explain": {
      "a": {
        "id": "ada3",
        "values": {
          "FIRST_NAME": ["ada"],
          "LAST_NAME": [],
          "BIRTHDAY": [],
          "EMAIL": [],
          "PHONE": ["+447700900070"],
          "POSTCODE": []
        }
      },
      "b": { "id": "ada2" },
      "chain": [{ "rule": "PHONE_NAME" }],
      "groups": [
        {
          "link": {
            "rules": [
              {
                "id": "EMAIL",
                "satisfied": false,
                "matchers": [
                  {
                    "id": "SAME_EMAIL",
                    "similarity": 0,
                    "values": [{ "resolver": "EMAIL", "a": [], "b": ["ada@example.org"] }]
                  },
                  {
                    "id": "BIRTHDAY_AGREES",
                    "similarity": 0,
                    "values": [{ "resolver": "BIRTHDAY", "a": [], "b": [] }]
                  }
                ]
              },
              {
                "id": "PHONE_NAME",
                "satisfied": true,
                "matchers": [
                  {
                    "id": "SAME_PHONE",
                    "similarity": 1,
                    "values": [{ "resolver": "PHONE", "a": ["+447700900070"], "b": ["+447700900070"] }]
                  },
                  {
                    "id": "FIRST_NAME_LOOKS",
                    "similarity": 1,
                    "values": [{ "resolver": "FIRST_NAME", "a": ["ada"], "b": ["ada"] }]
                  },
                  {
                    "id": "BIRTHDAY_AGREES",
                    "similarity": 0,
                    "values": [{ "resolver": "BIRTHDAY", "a": [], "b": [] }]
                  }
                ]
              },
              {
                "id": "BIRTHDAY_LAST_NAME",
                "satisfied": false,
                "matchers": [
                  {
                    "id": "SAME_BIRTHDAY",
                    "similarity": 0,
                    "values": [{ "resolver": "BIRTHDAY", "a": [], "b": [] }]
                  },
                  {
                    "id": "LAST_NAME_SOUNDS",
                    "similarity": 0,
                    "values": [{ "resolver": "LAST_NAME", "a": [], "b": ["king"] }]
                  },
                  {
                    "id": "FIRST_NAME_LOOKS",
                    "similarity": 1,
                    "values": [{ "resolver": "FIRST_NAME", "a": ["ada"], "b": ["ada"] }]
                  }
                ]
              },
              {
                "id": "BIRTHDAY_FIRST_NAME",
                "satisfied": false,
                "matchers": [
                  {
                    "id": "SAME_BIRTHDAY",
                    "similarity": 0,
                    "values": [{ "resolver": "BIRTHDAY", "a": [], "b": [] }]
                  },
                  {
                    "id": "FIRST_NAME_SOUNDS",
                    "similarity": 1,
                    "values": [{ "resolver": "FIRST_NAME", "a": ["ada"], "b": ["ada"] }]
                  },
                  {
                    "id": "LAST_NAME_ONE_TYPO",
                    "similarity": 0,
                    "values": [{ "resolver": "LAST_NAME", "a": [], "b": ["king"] }]
                  }
                ]
              },
              {
                "id": "POSTCODE_NAME",
                "satisfied": false,
                "matchers": [
                  {
                    "id": "SAME_POSTCODE",
                    "similarity": 0,
                    "values": [{ "resolver": "POSTCODE", "a": [], "b": [] }]
                  },
                  {
                    "id": "LAST_NAME_SOUNDS",
                    "similarity": 0,
                    "values": [{ "resolver": "LAST_NAME", "a": [], "b": ["king"] }]
                  },
                  {
                    "id": "FIRST_NAME_LOOKS",
                    "similarity": 1,
                    "values": [{ "resolver": "FIRST_NAME", "a": ["ada"], "b": ["ada"] }]
                  },
                  {
                    "id": "BIRTHDAY_AGREES",
                    "similarity": 0,
                    "values": [{ "resolver": "BIRTHDAY", "a": [], "b": [] }]
                  }
                ]
              }
            ]
          }
        }
      ]
    }
  }
}
\`\`\`

## What keeps two records apart

Consistency rules show as the outcome \`KEPT_APART\`. What was decided by hand shows beside the rules: \`cut\` says that
[disassemble](disassemble.md) removed the edge between the two for ever, \`bans\` lists the bans between their entities.

\`\`\`graphql
mutation ($input: DisassembleInput!) {
  disassemble(input: $input) {
    triggered
  }
}
\`\`\`

\`\`\`json variables
{
  "input": {
    "edges": [{ "a": "ada1", "b": "ada2" }],
    "createConnectionBan": true,
    "meta": { "user": "ops@example.org", "reason": "two people" }
  }
}
\`\`\`

\`\`\`json answer
{ "data": { "disassemble": { "triggered": true } } }
\`\`\`

\`\`\`graphql
{
  explain(input: { a: "ada1", b: "ada2" }) {
    together
    cut
    bans {
      others
      user
      reason
    }
    groups {
      outcome
    }
  }
}
\`\`\`

\`\`\`json answer
{
  "data": {
    "explain": {
      "together": false,
      "cut": true,
      "bans": [{ "others": ["01JZ5K8Q3N0000000000000001"], "user": "ops@example.org", "reason": "two people" }],
      "groups": [{ "outcome": "LINK" }]
    }
  }
}
\`\`\`

## Errors

Neither of the two forms:

\`\`\`graphql
{
  explain(input: { a: "ada1" }) {
    together
  }
}
\`\`\`

\`\`\`json answer
{
  "errors": [
    {
      "message": "explain takes either a and b, or record and entityID",
      "locations": [{ "line": 2, "column": 3 }],
      "path": ["explain"],
      "extensions": {
        "code": "BAD_EXPLAIN_INPUT",
        "hint": "Give the ids of two records as a and b, or the id of a record and that of its entity."
      }
    }
  ],
  "data": null
}
\`\`\`

A record that is not stored:

\`\`\`graphql
{
  explain(input: { a: "ada1", b: "nobody" }) {
    together
  }
}
\`\`\`

\`\`\`json answer
{
  "errors": [
    {
      "message": "there is no record \\"nobody\\"",
      "locations": [{ "line": 2, "column": 3 }],
      "path": ["explain"],
      "extensions": { "code": "RECORD_NOT_FOUND", "hint": "Give the id of a record that was submitted and not removed." }
    }
  ],
  "data": null
}
\`\`\`

A record that is in another entity:

\`\`\`graphql
{
  explain(input: { record: "ada1", entityID: "01JZ5K8Q3N0000000000000002" }) {
    together
  }
}
\`\`\`

\`\`\`json answer
{
  "errors": [
    {
      "message": "the record \\"ada1\\" is not in the entity \\"01JZ5K8Q3N0000000000000002\\" but in \\"01JZ5K8Q3N0000000000000003\\"",
      "locations": [{ "line": 2, "column": 3 }],
      "path": ["explain"],
      "extensions": {
        "code": "RECORD_NOT_IN_ENTITY",
        "hint": "Ask about that entity, or give two records to see what keeps them apart."
      }
    }
  ],
  "data": null
}
\`\`\`
` },
{ path: "graphql/limits.md", title: "Limits", summary: "What one request may ask for. Every limit is refused before anything is executed, except the size of the answer and the size of a page. Each is an attribute of the Terraform module's `graphql_limits`, which refuses a value outside of the range at plan, and reaches the API's function as an environment variable, where such a value stops the start. The local service has the defaults.", text: `# Limits

<!-- Generated by npm run docs from functions/api/limits.ts. -->

What one request may ask for. Every limit is refused before anything is executed, except the size of the answer and the
size of a page. Each is an attribute of the Terraform module's \`graphql_limits\`, which refuses a value outside of the range
at plan, and reaches the API's function as an environment variable, where such a value stops the start. The local service
has the defaults.

| in \`graphql_limits\` | variable | meaning | default | range |
|---|---|---|---|---|
| \`request_bytes\` | \`MAX_REQUEST_BYTES\` | Size of a request body in bytes, after base64 is decoded. | 6,291,456 | 1,024 to 6,291,456 |
| \`answer_bytes\` | \`MAX_ANSWER_BYTES\` | Size of an answer in bytes as it leaves the function: compressed and base64 where the client accepts gzip. | 6,289,408 | 1,024 to 6,289,408 |
| \`tokens\` | \`MAX_QUERY_TOKENS\` | Lexical tokens of a GraphQL document. Values that travel as variables do not count. | 10,000 | 100 to 100,000 |
| \`depth\` | \`MAX_QUERY_DEPTH\` | Levels of nested fields, fragments included. The usual introspection query has 15. | 20 | 3 to 50 |
| \`aliases\` | \`MAX_QUERY_ALIASES\` | Aliased fields of an operation, those of a fragment counted wherever it is spread. | 100 | 0 to 1,000 |
| \`root_fields\` | \`MAX_ROOT_FIELDS\` | Fields on the top level of an operation. | 20 | 1 to 100 |
| \`fields\` | \`MAX_QUERY_FIELDS\` | Fields of an operation, those of a fragment counted wherever it is spread. | 2,000 | 10 to 20,000 |
| \`page_size\` | \`MAX_PAGE_SIZE\` | The largest \`pageSize\` of a search. | 1,000 | 1 to 10,000 |

Besides, at most 200 brackets may be open at once in a query or a body, circular fragments are refused, and one submit
takes at most 100 records and 3,500,000 bytes of them.
` },
{ path: "graphql/metrics.md", title: "metrics", summary: "The state of the service. Scope `svc/query.metrics`.", text: `# metrics

The state of the service. Scope \`svc/query.metrics\`.

\`\`\`graphql
{
  metrics {
    assemblyStatus {
      state
      estimatedTimeRemaining
    }
  }
}
\`\`\`

\`\`\`json answer
{ "data": { "metrics": { "assemblyStatus": { "state": "READY", "estimatedTimeRemaining": null } } } }
\`\`\`

\`IN_PROGRESS\` means that work which a crash cut off waits to be finished, which happens within minutes, or that a
[bulk load](../bulk-loads.md) is under way; \`estimatedTimeRemaining\` then is whole minutes, and null when ready. What was
acknowledged is stored, indexed and linked already.

\`loads\` tells how far each bulk load is:

\`\`\`graphql
{
  metrics {
    loads {
      id
      state
      begun
      expectedRecords
      storedRecords
      refusedRecords
      expectedParts
      finishedParts
      failedParts
      recordsPerSecond
      estimatedTimeRemaining
    }
  }
}
\`\`\`

\`\`\`json answer
{ "data": { "metrics": { "loads": [] } } }
\`\`\`

| field | meaning |
| --- | --- |
| \`id\` | the folder of its objects below \`loads/\` in the bucket |
| \`state\` | \`IN_PROGRESS\`; \`FINISHED\` when every announced part is loaded or given up; \`STALLED\` when nothing came for two hours although not everything is there |
| \`expectedRecords\`, \`expectedParts\` | what was announced, an estimate until everything is uploaded; null when nothing was |
| \`refusedRecords\` | lines that stand in errors objects of the bucket |
| \`failedParts\` | objects that lie among the dead letters |
| \`recordsPerSecond\` | since the load began, or went on after a pause of ten minutes |

Unfinished loads are listed, and the last 20 that are finished, for 30 days after their last sign of life.

## Errors

\`\`\`graphql scope=svc/query.entity
{
  metrics {
    assemblyStatus {
      state
    }
  }
}
\`\`\`

\`\`\`json answer
{
  "errors": [
    {
      "message": "access denied, required privilege: svc/query.metrics",
      "locations": [{ "line": 2, "column": 3 }],
      "path": ["metrics"],
      "extensions": {
        "code": "FORBIDDEN",
        "hint": "Request a token with the scope svc/query.metrics, and see that the client's allowed scopes hold it."
      }
    }
  ],
  "data": null
}
\`\`\`
` },
{ path: "graphql/record-insights.md", title: "Record insights", summary: "`Entity.recordInsights` answers questions about the records of an entity. Functions that answer records (`filter`, `sort`, `limit`, `group`) answer insights again, so that questions go on from one another.", text: `# Record insights

\`Entity.recordInsights\` answers questions about the records of an entity. Functions that answer records (\`filter\`, \`sort\`,
\`limit\`, \`group\`) answer insights again, so that questions go on from one another.

\`\`\`graphql
{
  entityByRecord(input: { id: "ada1" }) {
    entity {
      recordInsights {
        count
        lastNames: valuesDistinct(field: "lastName")
        cities: frequencyDistribution(field: "city", top: 1) {
          value
          frequency
          percentage
        }
        confidence(field: "firstName")
        withPhone: filter(conditions: [{ field: "phone", isNull: false }]) {
          sort(criteria: [{ field: "id", direction: DESC }]) {
            first {
              id
            }
          }
        }
        group(fields: ["city"]) {
          count
          values(field: "id")
        }
      }
    }
  }
}
\`\`\`

\`\`\`json answer
{
  "data": {
    "entityByRecord": {
      "entity": {
        "recordInsights": {
          "count": 3,
          "lastNames": ["Lovelace", "King"],
          "cities": [{ "value": "London", "frequency": 1, "percentage": 0.5 }],
          "confidence": 1,
          "withPhone": { "sort": { "first": { "id": "ada3" } } },
          "group": [
            { "count": 1, "values": ["ada1"] },
            { "count": 1, "values": ["ada2"] },
            { "count": 1, "values": ["ada3"] }
          ]
        }
      }
    }
  }
}
\`\`\`

| function                                                      | answers                                                                                                                                 |
| ------------------------------------------------------------- | --------------------------------------------------------------------------------------------------------------------------------------- |
| \`records\`, \`count\`, \`first\`, \`last\`                           | the records as they stand                                                                                                               |
| \`filter(conditions)\`                                          | those that fulfil all [conditions](considering-records.md)                                                                              |
| \`sort(criteria)\`                                              | sorted, stably; as numbers when all values are numeric; without a value last, descending first                                          |
| \`limit(count, offset)\`                                        | so many records                                                                                                                         |
| \`group(fields, caseSensitive)\`                                | records with equal values in all of the fields together, in first-seen order                                                            |
| \`countDistinct(fields, caseSensitive)\`                        | how many different values, or combinations of values, there are                                                                         |
| \`values(field)\`, \`valuesDistinct(field, caseSensitive)\`       | the values as they stand, each once as first seen                                                                                       |
| \`flatten(field)\`, \`flattenDistinct(field, caseSensitive)\`     | the elements of lists                                                                                                                   |
| \`frequencyDistribution(field, caseSensitive, top, direction)\` | how often each value occurs, the most frequent first unless \`ASC\`; ties in first-seen order; \`percentage\` is a share, 0 to 1            |
| \`confidence(field, caseSensitive)\`                            | Σf²/n²: 1 when all values are equal                                                                                                     |
| \`average\`, \`sum\`, \`min\`, \`max\`, \`median\`, \`standardDeviation\` | of numbers and texts with numbers; the median of an even count is the mean of the two middle ones, the deviation that of the population |
| \`newest(field)\`, \`oldest(field)\`                              | the record with the latest or earliest time                                                                                             |

A field is a path; \`*\` walks the elements of a list. A list or object at the end of a path is one value; functions of
numbers and times look into lists. Null is no value: it is left out, and when nothing is left the answer is null or an empty
list. Text compares without regard to case unless \`caseSensitive\` is true.

## Errors

\`\`\`graphql
{
  entityByRecord(input: { id: "ada1" }) {
    entity {
      recordInsights {
        average(field: "lastName")
        newest(field: "lastName") {
          id
        }
        confidence(field: "lastname.first")
      }
    }
  }
}
\`\`\`

\`\`\`json answer
{
  "errors": [
    {
      "message": "lastName of record \\"ada1\\" is no number: \\"Lovelace\\"",
      "locations": [{ "line": 5, "column": 9 }],
      "path": ["entityByRecord", "entity", "recordInsights", "average"],
      "extensions": {
        "code": "VALUE_NOT_NUMERIC",
        "hint": "Filter such records out first, for instance with likeRegex, or take a field of numbers."
      }
    },
    {
      "message": "lastName of record \\"ada1\\" is no time: \\"Lovelace\\"",
      "locations": [{ "line": 6, "column": 9 }],
      "path": ["entityByRecord", "entity", "recordInsights", "newest"],
      "extensions": {
        "code": "VALUE_NOT_A_TIME",
        "hint": "A time is a text such as 2024-02-29T12:00:00Z (the zone may be left out) or a day such as 2024-02-29."
      }
    },
    {
      "message": "\\"lastname.first\\": Record has no field \\"lastname\\"",
      "locations": [{ "line": 9, "column": 9 }],
      "path": ["entityByRecord", "entity", "recordInsights", "confidence"],
      "extensions": { "code": "UNKNOWN_FIELD", "hint": "Did you mean lastName.first?" }
    }
  ],
  "data": {
    "entityByRecord": { "entity": { "recordInsights": { "average": null, "newest": null, "confidence": null } } }
  }
}
\`\`\`
` },
{ path: "graphql/remove-connection-ban.md", title: "removeConnectionBan", summary: "Lifts a ban that [`disassemble`](disassemble.md) made between an entity and others. What the records of both link then becomes one entity again; edges that were removed stay removed. Scope `svc/mutation.removeConnectionBan`.", text: `# removeConnectionBan

Lifts a ban that [\`disassemble\`](disassemble.md) made between an entity and others. What the records of both link then
becomes one entity again; edges that were removed stay removed. Scope \`svc/mutation.removeConnectionBan\`.

\`\`\`graphql
mutation {
  disassemble(input: { edges: [{ a: "ada2", b: "ada3" }], createConnectionBan: true }) {
    triggered
  }
}
\`\`\`

\`\`\`json answer
{ "data": { "disassemble": { "triggered": true } } }
\`\`\`

The entity lists its bans, each with the reference to lift it by and the entities that it keeps away:

\`\`\`graphql
{
  entityByRecord(input: { id: "ada3" }) {
    entity {
      id
      connectionBans {
        reference
        others
      }
    }
  }
}
\`\`\`

\`\`\`json answer
{
  "data": {
    "entityByRecord": {
      "entity": {
        "id": "01JZ5K8Q3N0000000000000003",
        "connectionBans": [{ "reference": "01JZ5K8Q3N0000000000000004", "others": ["01JZ5K8Q3N0000000000000001"] }]
      }
    }
  }
}
\`\`\`

\`\`\`graphql
mutation ($input: RemoveConnectionBanInput!) {
  removeConnectionBan(input: $input) {
    removed
  }
}
\`\`\`

\`\`\`json variables
{
  "input": {
    "reference": "01JZ5K8Q3N0000000000000004",
    "entityID": "01JZ5K8Q3N0000000000000003",
    "others": ["01JZ5K8Q3N0000000000000001"],
    "meta": { "user": "jo@example.com", "reason": "the telephone was typed wrong" }
  }
}
\`\`\`

\`\`\`json answer
{ "data": { "removeConnectionBan": { "removed": true } } }
\`\`\`

A ban that no longer stands between them answers \`removed: false\`.

## Errors

\`\`\`graphql
mutation {
  removeConnectionBan(
    input: {
      reference: "unknown"
      entityID: "01JZ5K8Q3N0000000000000001"
      others: ["01JZ5K8Q3N0000000000000003"]
      meta: { user: "jo@example.com", reason: "again" }
    }
  ) {
    removed
  }
}
\`\`\`

\`\`\`json answer
{
  "errors": [
    {
      "message": "the entity \\"01JZ5K8Q3N0000000000000001\\" has no connection ban \\"unknown\\"",
      "locations": [{ "line": 2, "column": 3 }],
      "path": ["removeConnectionBan"],
      "extensions": { "code": "CONNECTION_BAN_NOT_FOUND", "hint": "Take both from \`connectionBans\` of the entity." }
    }
  ],
  "data": null
}
\`\`\`
` },
{ path: "graphql/search.md", title: "search", summary: "Answers every entity with at least one record that satisfies a rule of a search rule set. Scope `svc/query.search`.", text: `# search

Answers every entity with at least one record that satisfies a rule of a search rule set. Scope \`svc/query.search\`.

\`parameters\` holds what is known, in the fields of the deployment; at least one needs a value. Lists are searched element
by element.

\`\`\`graphql
query ($input: SearchInput!) {
  search(input: $input) {
    totalCount
    entities {
      id
      hitScore
      hits
      records {
        id
        firstName
        lastName
      }
    }
  }
}
\`\`\`

\`\`\`json variables
{ "input": { "parameters": { "email": "ada@example.org" } } }
\`\`\`

\`\`\`json answer
{
  "data": {
    "search": {
      "totalCount": 1,
      "entities": [
        {
          "id": "01JZ5K8Q3N0000000000000001",
          "hitScore": 0.95,
          "hits": { "ada1": ["EMAIL"], "ada2": ["EMAIL"] },
          "records": [
            { "id": "ada1", "firstName": "Ada", "lastName": "Lovelace" },
            { "id": "ada2", "firstName": "Ada", "lastName": "King" },
            { "id": "ada3", "firstName": "Ada", "lastName": null }
          ]
        }
      ]
    }
  }
}
\`\`\`

\`hits\` tells, per record, the rules that it satisfies. \`hitScore\` says how well the entity fits, 0 to 1.

## Another set of rules

\`searchRules\` names one of the rule-config's \`searchRuleSetIDs\`; \`default\` serves a search that names none.

## Order and pages

The order is by id, ascending, unless \`sort\` says otherwise: by \`id\`, \`hitScore\`, \`score\`, \`consistency\` or \`size\` (the
number of records). All but \`id\` are descending unless \`direction\` is \`ASC\`; among equals the id decides.

\`page\`, from 1, turns paging on. \`pageSize\` is 10 by default and at most 1,000 (a [setting](limits.md)); given alone it
means the first page. \`totalCount\` counts before paging; a page behind the last one is empty.

\`\`\`graphql
query ($input: SearchInput!) {
  search(input: $input) {
    totalCount
    entities {
      id
      score
    }
  }
}
\`\`\`

\`\`\`json variables
{
  "input": {
    "parameters": { "email": "glen@example.com", "phone": "07700 900070" },
    "sort": { "field": "score", "direction": "ASC" },
    "page": 1,
    "pageSize": 1
  }
}
\`\`\`

\`\`\`json answer
{
  "data": {
    "search": { "totalCount": 2, "entities": [{ "id": "01JZ5K8Q3N0000000000000001", "score": 0.9333333333333332 }] }
  }
}
\`\`\`

## Only some of the records

\`considerRecords\` hides records before anything is computed: see [filters](considering-records.md). An entity without a
hit among the records that are left is not answered.

## Errors

No parameter with a value:

\`\`\`graphql
{
  search(input: { parameters: { email: null } }) {
    totalCount
  }
}
\`\`\`

\`\`\`json answer
{
  "errors": [
    {
      "message": "no search parameter has a value",
      "locations": [{ "line": 2, "column": 3 }],
      "path": ["search"],
      "extensions": { "code": "NO_SEARCH_VALUE", "hint": "Give at least one field of \`input.parameters\` a value." }
    }
  ],
  "data": null
}
\`\`\`

A sort field that entities do not have:

\`\`\`graphql
{
  search(input: { parameters: { email: "x" }, sort: { field: "lastName" } }) {
    totalCount
  }
}
\`\`\`

\`\`\`json answer
{
  "errors": [
    {
      "message": "entities cannot be sorted by \\"lastName\\"",
      "locations": [{ "line": 2, "column": 3 }],
      "path": ["search"],
      "extensions": { "code": "UNKNOWN_SORT_FIELD", "hint": "Sort by one of id, hitScore, score, consistency, size." }
    }
  ],
  "data": null
}
\`\`\`

A page that cannot be:

\`\`\`graphql
{
  search(input: { parameters: { email: "x" }, page: 0 }) {
    totalCount
  }
}
\`\`\`

\`\`\`json answer
{
  "errors": [
    {
      "message": "page is 0; it must be 1 or more",
      "locations": [{ "line": 2, "column": 3 }],
      "path": ["search"],
      "extensions": { "code": "ARGUMENT_OUT_OF_RANGE", "hint": "Give page 1 or more." }
    }
  ],
  "data": null
}
\`\`\`

Rules that the rule-config does not have:

\`\`\`graphql
{
  search(input: { parameters: { email: "x" }, searchRules: "fuzzy" }) {
    totalCount
  }
}
\`\`\`

\`\`\`json answer
{
  "errors": [
    {
      "message": "there is no search rule set \\"fuzzy\\"",
      "locations": [{ "line": 2, "column": 3 }],
      "path": ["search"],
      "extensions": { "code": "UNKNOWN_SEARCH_RULES", "hint": "The rule-config has: default." }
    }
  ],
  "data": null
}
\`\`\`
` },
{ path: "graphql/submit-with-preview.md", title: "submitWithPreview", summary: "Submits, and answers the entities that the records then belong to, in ascending order of id. Scope `svc/mutation.submit`.", text: `# submitWithPreview

Submits, and answers the entities that the records then belong to, in ascending order of id. Scope \`svc/mutation.submit\`.

With \`dryRun: true\` nothing is stored and no trace is left: the answer is what the entities would be. The id of an entity
that does not exist yet is then made up.

\`\`\`graphql
mutation ($input: SubmitWithPreviewInput!) {
  submitWithPreview(input: $input) {
    entities {
      id
      records {
        id
      }
      edges
    }
  }
}
\`\`\`

\`\`\`json variables
{
  "input": {
    "dryRun": true,
    "records": [{ "id": "bridge", "email": "glen@example.com", "firstName": "Ada", "phone": "07700 900070" }]
  }
}
\`\`\`

\`\`\`json answer
{
  "data": {
    "submitWithPreview": {
      "entities": [
        {
          "id": "01JZ5K8Q3N0000000000000001",
          "records": [{ "id": "ada1" }, { "id": "ada2" }, { "id": "ada3" }, { "id": "glen1" }, { "id": "bridge" }],
          "edges": [
            "ada1:ada2:EMAIL",
            "ada2:ada3:PHONE_NAME",
            "ada2:bridge:PHONE_NAME",
            "ada3:bridge:PHONE_NAME",
            "glen1:bridge:EMAIL"
          ]
        }
      ]
    }
  }
}
\`\`\`

Nothing has changed:

\`\`\`graphql
{
  entityByRecord(input: { id: "bridge" }) {
    entity {
      id
    }
  }
}
\`\`\`

\`\`\`json answer
{ "data": { "entityByRecord": { "entity": null } } }
\`\`\`

Without \`dryRun\` it submits:

\`\`\`graphql
mutation {
  submitWithPreview(input: { records: [{ id: "glen2", email: "glen@example.com" }] }) {
    entities {
      id
      edges
    }
  }
}
\`\`\`

\`\`\`json answer
{
  "data": {
    "submitWithPreview": { "entities": [{ "id": "01JZ5K8Q3N0000000000000002", "edges": ["glen1:glen2:EMAIL"] }] }
  }
}
\`\`\`

## Errors

Those of [submit](submit.md), in a dry run as well:

\`\`\`graphql
mutation {
  submitWithPreview(input: { records: [{ id: "ada1", email: "other@example.org" }], dryRun: true }) {
    entities {
      id
    }
  }
}
\`\`\`

\`\`\`json answer
{
  "errors": [
    {
      "message": "a record \\"ada1\\" with other content is stored already",
      "locations": [{ "line": 2, "column": 3 }],
      "path": ["submitWithPreview", "input", "records", 0],
      "extensions": { "code": "RECORD_EXISTS", "hint": "Submit the changed record under a new id." }
    }
  ],
  "data": null
}
\`\`\`
` },
{ path: "graphql/submit.md", title: "submit", summary: "Stores, indexes and links records before it answers: a search sent after the answer sees the result. Scope `svc/mutation.submit`.", text: `# submit

Stores, indexes and links records before it answers: a search sent after the answer sees the result. Scope
\`svc/mutation.submit\`.

\`\`\`graphql
mutation ($input: SubmitInput!) {
  submit(input: $input) {
    recordsAdded
    records {
      id
      entityID
      outcome
    }
  }
}
\`\`\`

\`\`\`json variables
{
  "input": {
    "records": [
      { "id": "glen2", "firstName": "Glen", "lastName": "Koelpin", "email": "GLEN@example.com" },
      { "id": "grace1", "firstName": "Grace", "lastName": "Hopper", "email": "grace@example.org" },
      {
        "id": "glen1",
        "firstName": "Glen",
        "lastName": "Koelpin",
        "dateOfBirth": "1959-09-26",
        "email": "glen@example.com",
        "city": "London"
      }
    ]
  }
}
\`\`\`

\`\`\`json answer
{
  "data": {
    "submit": {
      "recordsAdded": 3,
      "records": [
        { "id": "glen2", "entityID": "01JZ5K8Q3N0000000000000002", "outcome": "CREATED" },
        { "id": "grace1", "entityID": "01JZ5K8Q3N0000000000000003", "outcome": "CREATED" },
        { "id": "glen1", "entityID": "01JZ5K8Q3N0000000000000002", "outcome": "UNCHANGED" }
      ]
    }
  }
}
\`\`\`

\`recordsAdded\` counts the records of the request that are stored now. An identical record is \`UNCHANGED\` and counts as
well, so that a request may be repeated at any time. Null and an absent field are the same. Records of one request are not
assumed to belong together.

## Errors

One bad record refuses the whole request. Each problem is an error of its own, and its \`path\` ends with the position of
the record; nothing is stored.

\`\`\`graphql
mutation ($input: SubmitInput!) {
  submit(input: $input) {
    recordsAdded
  }
}
\`\`\`

\`\`\`json variables
{
  "input": {
    "records": [
      { "id": "good", "email": "good@example.org" },
      { "id": "a:b", "email": "colon@example.org" },
      { "id": "empty", "email": null },
      { "id": "glen1", "email": "other@example.com" }
    ]
  }
}
\`\`\`

\`\`\`json answer
{
  "errors": [
    {
      "message": "the record id \\"a:b\\" contains a colon",
      "locations": [{ "line": 2, "column": 3 }],
      "path": ["submit", "input", "records", 1],
      "extensions": {
        "code": "RECORD_ID_INVALID",
        "hint": "Use 1 to 512 bytes of text without a colon and without control characters."
      }
    },
    {
      "message": "the record \\"empty\\" has no field with a value besides its id",
      "locations": [{ "line": 2, "column": 3 }],
      "path": ["submit", "input", "records", 2],
      "extensions": { "code": "RECORD_EMPTY", "hint": "Send at least one field with a value, or leave the record out." }
    }
  ],
  "data": null
}
\`\`\`

A record that is stored with other content is refused when all else is good:

\`\`\`graphql
mutation {
  submit(input: { records: [{ id: "glen1", email: "other@example.com" }] }) {
    recordsAdded
  }
}
\`\`\`

\`\`\`json answer
{
  "errors": [
    {
      "message": "a record \\"glen1\\" with other content is stored already",
      "locations": [{ "line": 2, "column": 3 }],
      "path": ["submit", "input", "records", 0],
      "extensions": { "code": "RECORD_EXISTS", "hint": "Submit the changed record under a new id." }
    }
  ],
  "data": null
}
\`\`\`

A field that the schema does not have:

\`\`\`graphql
mutation ($input: SubmitInput!) {
  submit(input: $input) {
    recordsAdded
  }
}
\`\`\`

\`\`\`json variables
{ "input": { "records": [{ "id": "x", "fristName": "Ada" }] } }
\`\`\`

\`\`\`json answer
{
  "errors": [
    {
      "message": "Variable \\"$input\\" has invalid value at .records[0]: Expected value of type \\"RecordInput\\" not to include unknown field \\"fristName\\". Did you mean \\"firstName\\" or \\"lastName\\"? Found: { id: \\"x\\", fristName: \\"Ada\\" }.",
      "locations": [{ "line": 1, "column": 11 }],
      "extensions": { "code": "BAD_USER_INPUT" }
    }
  ]
}
\`\`\`

No record at all:

\`\`\`graphql
mutation {
  submit(input: { records: [] }) {
    recordsAdded
  }
}
\`\`\`

\`\`\`json answer
{
  "errors": [
    {
      "message": "the request holds no record",
      "locations": [{ "line": 2, "column": 3 }],
      "path": ["submit"],
      "extensions": { "code": "NO_RECORDS", "hint": "Send at least one record in \`input.records\`." }
    }
  ],
  "data": null
}
\`\`\`
` },
{ path: "guidance/README.md", title: "The guidance server", summary: "A public, read-only server of the Model Context Protocol that helps a person and their AI assistant to design, check and debug a deployment before any data is involved. Its tools run the same code as the service, so that what they say is what the service does.", text: `# The guidance server

A public, read-only server of the Model Context Protocol that helps a person and their AI assistant to design, check and debug a deployment before any data is involved. Its tools run the same code as the service, so that what they say is what the service does.

- [Add it to your assistant or editor](setup.md)
- [A worked conversation](conversation.md)

## Tools

| tool | use it to |
|---|---|
| \`svc_design_rule_config\` | get a rule-config and a schema for your fields; see [how it is designed](../rule-config/design.md) |
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
| the calls of a batch together | 8 seconds |
| a record | 300 KB, and what transformers make of it 2 million characters |
| a result | 1.5 MB |
| a batch (revision 2025-03-26 only) | 20 messages |
| requests a second | the variable \`guidance_throttling\` |
` },
{ path: "guidance/conversation.md", title: "A worked conversation", summary: "From columns to loaded records, with an assistant that has the guidance server and nothing else. What the person writes stands behind **You**, the tools that the assistant calls in between.", text: `# A worked conversation

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

\`svc_simulate_match\` with both, made unrecognisable but alike: the trace shows that \`dateOfBirth\` was \`03/04/1980\` in one and \`4.3.1980\` in the other, read as 3 April and as 4 March, since the country puts the day first. The source of the first writes the month first; a \`makedate\` of its own with \`dayFirst: false\` sets it right, and the linter and the pairs from above say that nothing else changed.
` },
{ path: "guidance/setup.md", title: "Add the guidance server to your assistant or editor", summary: "The guidance server is a public, read-only server of the Model Context Protocol (MCP). It helps you and your AI assistant to design, check and debug a deployment. It sees no data of any deployment, keeps nothing of what you send, and needs no key: give your assistant its address, and that is all.", text: `# Add the guidance server to your assistant or editor

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
- Status 403 with "Requests from this origin are not served": the client is a page in a browser. Use one that is a program, or add its origin to \`guidance_allowed_origins\`.
- Status 405: the client asked with GET for a stream of events. The server has none; clients of the revisions above go on without it.
- Status 429: the throttling of the gateway; see \`guidance_throttling\`.
` },
{ path: "operations.md", title: "Operate a deployment", summary: "Everything here is about the deployment's own AWS account. Records stand in none of it: no log line, no metric and no trace holds a value of a record, a query's text or a token, which a test proves with marked values.", text: `# Operate a deployment

Everything here is about the deployment's own AWS account. Records stand in none of it: no log line, no metric and no trace
holds a value of a record, a query's text or a token, which a test proves with marked values.

* Is it well, right now? \`entity-data doctor\` ([below](#doctor)), and the dashboard.
* Does somebody wait? The [alarms](#alarms) tell; each has what to do.
* Why was this request answered so? The [logs](#logs), by request id.
* Something is wrong, and no alarm says what: [recipes](#when-something-is-wrong).
* To do now and then: [upgrade](#upgrade), [rules](#change-the-rules), [sizes](#change-sizes), [secrets](#replace-secrets-and-keys),
  [erasure](#erase-a-person).
* To be ready for: [backup](#back-up-and-restore), [disaster](#disaster-recovery). Try both before you need them.
* First of all: [deploy](deploy.md). What it may ask for: [limits](#limits), [capacity](#capacity), [costs](costs.md).

## What to watch

Five numbers say most: answers 5xx and \`Errors\` with \`INTERNAL_ERROR\` (should be none), the 95th percentile of
\`RequestDuration\` by operation (should be flat), \`UnfinishedWorkAge\` (should be 0), throttled requests of the table
(should be none), \`SubmitCandidates\` and \`SearchCandidates\` (growing with the data means that a key says too little).
The dashboard, whose name is the output \`dashboard_name\`, shows them and most others; \`create_dashboard = false\` leaves it out.

## Metrics

The functions write their metrics into their logs (CloudWatch's embedded metric format): no call, no permission, no waiting.
Namespace \`EntityData\`; the dimension \`service\` is \`resource_prefix\`; the second dimension has the values that are listed,
and never others. CloudWatch bills each metric, that is each value of a second dimension, for the hours in which it was told.

| metric | second dimension | from | what it says |
|---|---|---|---|
| \`Records\` | \`outcome\`: CREATED, UPDATED, UNCHANGED, DUPLICATE, REFUSED | api, ingest | records of submits by what became of them; REFUSED counts bad records |
| \`Merges\` | | api, sweeper, ingest | two entities became one |
| \`Splits\` | | api, sweeper, ingest | entities that came out of others by a change, an erasure or \`disassemble\` |
| \`SubmitCandidates\` | | api, ingest | stored records that a submit had to judge, for each submit |
| \`SearchCandidates\` | | api | the same for each search |
| \`GenericKeys\` | | api, sweeper, ingest | keys that were found to be shared by more than \`generic_key_records\` records and find no candidates any more |
| \`StoreRetries\` | \`cause\`: throttled, conflict, unanswered; and all together | api, sweeper, ingest, events | calls to the table that were sent again |
| \`RequestDuration\` | \`operation\`: each operation, \`several\`, \`introspection\`, \`none\` | api | milliseconds within the function |
| \`Errors\` | \`code\`: the [codes](graphql/errors.md), \`OTHER\` | api | errors answered, also those with status 200 |
| \`Refusals\` | \`reason\`: the [reasons](errors/authorizer.md); and all together | authorizer | requests turned away; a verdict that the gateway caches counts once |
| \`GuidanceFailures\` | | guidance | tools that failed by the server's own fault |
| \`OperationsFinished\` | | sweeper | operations that had been cut off and were finished |
| \`UnfinishedWork\` | | sweeper | 1 when something is left after a sweep, else 0, every minute |
| \`UnfinishedWorkAge\` | | sweeper | seconds since the oldest of it began, else 0 |
| \`FailedObjects\` | | ingest | objects of bulk loads that were not loaded and come back or are given up |
| \`RefusedLines\` | | ingest | lines of them that were refused |
| \`EventsDelivered\` | | events | entity events that the target took |
| \`EventFailures\` | | events | attempts, each for one entity, that it did not take |
| \`EventDelay\` | | events | seconds that the oldest event has waited |
| \`DeadEvents\` | | events | 1 while events that were given up are kept, else 0, with every run |

The local service shows the same numbers under the same names: with \`--verbose\` as one line \`metrics\` a minute, in which
something happened, and when it ends. What is stored (\`recordCount\`, \`entityCount\`, \`oldestUnfinishedSeconds\`,
\`genericKeyCount\`) anybody with the scope may ask the API for: [metrics](graphql/metrics.md).

## Alarms

Set \`alarm_actions\` to an SNS topic to hear of them, when they go off and when they are over. The description of an alarm
ends with the name under which it stands here. \`create_alarms = false\` leaves them all out. All but three hold missing data
for good: \`unfinished-work\`, \`dead-events\` and \`event-delay\` go off also when their function is silent, and so once for a few
minutes after the first apply.

### errors

A call of the function failed without an answer of its own: it could not start, ran out of memory or was cut off. Look at
the function's log group at that minute. After an apply: usually the rule-config or schema; the log has every problem with
line and column. \`sweep failed\` stands in the sweeper's log with where it failed, \`publishing failed\` in that of events.
\`Task timed out\`: see \`duration\`.

### throttles

Calls were turned away because too many ran at once. Raise \`functions.<name>.reserved_concurrent_executions\`, or the
account's quota. If a client runs wild, lower \`api_throttling\`.

### duration

A call took more than four fifths of its timeout. For \`api\`: are batches or answers very large? Send smaller ones, page the
search, raise \`memory_size\` (which is also CPU). Nothing is lost when a submit is cut off: repeating it is safe, and the
sweeper finishes the rest.

### concurrency

More than four fifths of the calls at once that \`reserved_concurrent_executions\` allows were used. Only functions with a
reservation of two or more have it: of one, each call uses all. Raise the reservation before \`throttles\` goes off, or find
out why calls take longer (\`latency\`).

### latency

More than one in twenty requests has taken longer than \`latency_alarm_milliseconds\` for fifteen minutes. Which operation
(\`RequestDuration\`)? Only searches and submits, with more candidates than before: a key says too little, see
[selectivity](concepts/selectivity.md). All of them: throttling of the table, \`StoreRetries\`, or too little \`memory_size\`.
Only single ones, after quiet times: functions that start.

### server-errors

Callers got 500, 502, 503 or 504. With \`errors\` at the same time: start there. Alone: the log of the function holds
\`unexpected failure\` with the request id that the caller got, or \`misconfigured\` with every problem.

### internal-errors

Callers were answered \`INTERNAL_ERROR\`, in GraphQL often with status 200. The log of \`api\` holds \`unexpected failure\` with
the request id, what it was (\`name\`, \`code\`, for AWS its request id) and where (\`calls\`), with its causes. A \`name\` such as
\`AccessDeniedException\` is the role or the KMS key; anything else is a mistake of the service: report it with that line.

### issuer-keys

Requests were refused because the issuer's keys cannot be had: nobody gets in whose key is not known yet. The authorizer's
log says which address answered what (\`the issuer's keys cannot be fetched\`). Is the issuer up, and \`authorizer_issuer_url\`
the very text of its \`iss\`? Known keys go on for an hour.

### refusals

The authorizer has refused more than 100 requests in five minutes, three times in a row. Which reason, from which address?

\`\`\`
fields @timestamp, reason, sourceIp, requestId | filter message = "request refused" | stats count() by reason, sourceIp
\`\`\`

\`TOKEN_EXPIRED\`: a client does not renew its token. \`ADDRESS_NOT_ALLOWED\`: somebody moved, or somebody tries.
\`AUDIENCE_MISMATCH\`, \`ISSUER_MISMATCH\`: a client of another deployment. Every reason is [explained](errors/authorizer.md).

### read-throttles

DynamoDB turned reads of the table of entities away for ten minutes in a row. A sudden load doubles the table's capacity
within minutes: wait, and load more slowly. If it stays: one value is very frequent (a placeholder such as \`unknown\`?).
Filter it in the rule-config.

### write-throttles

The same of writes; see \`read-throttles\`.

### system-errors

DynamoDB failed by its own fault. Look at the AWS health dashboard. Requests are repeated by the function, and by callers
who got \`TRY_AGAIN\`.

### unfinished-work

Work that a crash cut off has waited for five minutes, or the sweeper does not run. Look at the sweeper's log. Does it run
every minute? Does it fail each time (also \`errors\`)? Entities that this work concerns are complete again when it is
finished; nothing else waits for it.

### unfinished-work-age

The oldest of that work began a quarter of an hour ago. The sweeper runs and gets nowhere with it: one entity that is very
large, a record that cannot be read, a table that is throttled. Its log names what fails first; other work is finished beside
it. Raise \`functions.sweeper.timeout\` and \`memory_size\` for large entities.

### dropped-sweeps

EventBridge called the sweeper and Lambda gave the calls up, more than two of the five in five minutes. \`throttles\` of the
sweeper at the same time: reserve it one call at once, or raise the account's quota. The next minute calls again: nothing is
lost.

### guidance-failures

A tool of the guidance server failed by its own fault; the caller was told so, with status 200. Its log holds \`place\`. It
concerns nobody's data: report it with that line.

### dead-letters

Something was given up and lies in a queue of dead letters. Of bulk loads: read the object's report below \`errors/\` in the
bucket, mend what it names, then move the dead letter back ([bulk loads](bulk-loads.md#when-something-fails)); nothing of it
is lost for 14 days. Of another queue: read one message, mend the cause, then move them back to their queue (\`Start DLQ
redrive\` in the SQS console).

### backlog

An object of a bulk load has waited for a day. Is the load that large? Raise \`bulk_ingest.maximum_concurrency\`. Else the
function cannot start, or is switched off: see its log and its alarm \`errors\`, and [bulk loads](bulk-loads.md).

### dead-events

Entity events were given up after all their attempts. See [entity events](entity-events.md) for how to replay them.

### event-delay

An entity event has waited for fifteen minutes: the target is down or slow (\`EventFailures\`), or the function does not run.
Events wait in order; nothing is lost. See [entity events](entity-events.md).

## Logs

Every line is JSON.

| group | holds |
|---|---|
| \`/aws/lambda/<prefix>-api\` | a line \`request\` for each request, problems, metrics |
| \`/aws/lambda/<prefix>-sweeper\` | what it finished, what failed, metrics |
| \`/aws/lambda/<prefix>-authorizer\` | each refusal with a stable reason, never a token |
| \`/aws/lambda/<prefix>-guidance\` | tool, sizes, duration and outcome, never arguments or results |
| \`/aws/lambda/<prefix>-ingest\` | each message that failed, by its id in the queue, with the cause; metrics; never a line of an object |
| \`/aws/lambda/<prefix>-events\` | why events were not taken, what was replayed, what failed, metrics; never an event |
| \`/aws/vendedlogs/apis/<prefix>-api\` | one line a request: time, address, route, status, sizes, latency, the authorizer's status |
| \`/aws/vendedlogs/apis/<prefix>-guidance\` | the same without the address |

| field | meaning |
|---|---|
| \`requestId\` | the gateway's id of the request: in the access log, in the header \`apigw-requestid\` of the answer, in \`extensions.requestId\` of an unexpected error, and in every line of the functions. Of a sweep, of ingest and of events: Lambda's own id. |
| \`functionRequestId\` | Lambda's id of the call, by which its own lines (time limit, REPORT) are found |
| \`traceId\` | of the X-Ray trace, with \`tracing_enabled\` |
| \`level\`, \`message\`, \`timestamp\`, \`service\` | severity, what the line is about, when, which function; in lines with metrics \`service\` is the deployment |
| \`fields\`, \`status\`, \`codes\`, \`errors\`, \`milliseconds\`, \`answerLength\`, \`clientId\` | of \`request\`: operations, HTTP status, error codes (each once), how many, duration, characters, the token's client |
| \`cause\` | of a failure: \`name\`, \`code\`, \`httpStatus\`, \`awsRequestId\`, \`calls\` (functions and lines), and its own \`cause\`. No message: messages quote data. |
| \`reason\`, \`sourceIp\` | of a refusal; \`reason\` also of events that were not taken |
| \`messageId\`, \`delivery\`, \`code\` | of a message of ingest that failed: which, how often it has come, and the error's code |
| \`tool\`, \`method\`, \`outcome\`, \`place\` | of the guidance server |

\`log_level\` sets what the functions write; lines with metrics are written at every level. One request through all groups:

\`\`\`
fields @timestamp, @log, level, message, status, reason, functionRequestId | filter requestId = "…" | sort @timestamp
\`\`\`

## Traces

\`tracing_enabled = true\` makes X-Ray show each sampled call of a function, with its calls to the table below it: operation,
duration, status, throttling, AWS's request id, and \`requestId\` as annotation (\`annotation.requestId = "…"\`). API Gateway's
HTTP APIs take no part in X-Ray: the gateway's time is \`latency\` minus \`functionLatency\` in the access log. It is off unless
asked for: a trace costs money, and each call sends a datagram. The roles then may write traces (X-Ray knows no resource to
narrow that to).

## Doctor

\`\`\`
entity-data doctor --api-url … --token-url … --mcp-url … --client-id … --client-secret …
\`\`\`

looks at a deployment from where it is run, with the outputs of the module and a client, and changes nothing. Without options
it looks at the local service. It prints \`✓\` for what is well, \`!\` for what may be meant so, \`–\` for what could not be looked
at, \`✗\` with what is wrong and how to mend it, and ends with 1 when there is a \`✗\`. \`--json\` prints the same for programs,
\`--needs submit,search\` makes a missing scope an error, \`--samples\` sets how often it measures.

| check | looks at |
|---|---|
| \`connection\` | only when it fails: no service is running here, or an option is missing |
| \`address.api\`, \`address.token\`, \`address.guidance\` | the shape of the URLs, and that they are encrypted |
| \`address.*.tls\` | protocol, certificate and how long it lasts |
| \`token\` | whether the token endpoint gives this client a token |
| \`claims\` | that it is a JWT, its issuer, and whether the issuer's clock agrees (30 s are tolerated) |
| \`clock\` | whether the deployment's clock agrees |
| \`scopes.<operation>\` | whether the token opens the operation |
| \`api\` | that the API answers GraphQL; tells a caller off the allow list, another service's token, a proxy, throttling and a broken configuration apart |
| \`schema\` | that it has every operation that this command line knows |
| \`metrics\` | that the table answers: records, entities, unfinished work; and that the token's scopes are those of this service |
| \`version\`, \`guidance.version\` | that service, guidance server and command line are of one release |
| \`latency\` | the first request, which may have started functions, then median and 95th percentile |
| \`guidance\` | that the guidance server answers and has every tool |

After a 403 it names the request id: the authorizer's log says under it whether it was the address or the token.

## When something is wrong

| what you see | look | do |
|---|---|---|
| everybody gets 500 with \`SERVICE_MISCONFIGURED\`, after an apply | log of \`api\`: a line for each problem | put the former rule-config or schema back and apply; \`entity-data rules lint\` before the next try |
| everybody gets 403 | \`entity-data doctor\`; reasons in the authorizer's log ([refusals](#refusals)) | by reason: allow list, issuer, audience, clock |
| one client gets 401 or 403, others do not | is there a header \`Authorization\`; the reason by its request id | give it its own id and secret, a scope, or its address a place on the list |
| \`FORBIDDEN\` in answers | \`message\` names the scope | add it to \`allowed_scopes\` of the client; it counts from its next token on |
| callers get 429 | \`Count\` of the gateway, and whose \`clientId\` | \`api_throttling\`; batches instead of single records |
| callers get \`TRY_AGAIN\` | [write-throttles](#write-throttles), [read-throttles](#read-throttles), \`StoreRetries\` | wait, load more slowly; repeating is safe |
| a client runs wild | \`stats count() by clientId\` on lines \`request\` of \`api\` | take its entry out of \`clients\` and apply: its tokens are refused from then on |
| two things became one entity | \`entity-data entity --record …\`: which edge should not be; \`explain\` says why it is | \`disassemble\` that edge with \`createConnectionBan: true\`; if a rule is to blame, [change it](#change-the-rules) |
| two records did not come together | \`explain\`, \`entity-data rules simulate\`: which matcher said no; \`generic\` in its \`sharedKeys\` | a value that says nothing belongs into a filter; else a rule is missing |
| a search does not find a record | \`entityByRecord\`: is it stored; \`svc_validate_search_parameters\` of the guidance server: what each rule lacks | name more fields, or add a search rule |
| many records are wrong: a bad file was loaded | whose ids; when | submit them corrected where \`update_records\` is on; else erase them by \`disassemble\`, or go back to before with a [restore](#back-up-and-restore) |
| a bill that surprises | the dashboard's capacity units and requests; [costs](costs.md) for what each should take | single records instead of batches, tokens for each request, a key that says too little |
| it has to stop now | | \`aws lambda put-function-concurrency --function-name <prefix>-api --reserved-concurrent-executions 0\`, and so for \`ingest\`; the next apply starts it again. Nothing that was answered is lost |

## Limits

| of | limit |
|---|---|
| a request | size, depth, aliases and so on: [GraphQL limits](graphql/limits.md), which \`graphql_limits\` changes; 29 seconds |
| a submit | 100 records, 3,500,000 bytes |
| a record | 300,000 bytes as JSON; its id 512 bytes, without a colon and control characters |
| an entity | none. What follows from all of its edges is answered up to 500,000 pairs of records ([what we promise](promises.md#large-entities-and-common-values)) |
| a record's cuts | 90 others |
| a key that only suggests | 1,000 records, \`generic_key_records\` |
| an object of a bulk load | \`max_object_bytes\`, 5 MB unless changed, 100 MB at most |
| rule-config and schema | 1 MB each |
| rates | by the table, the gateway and the account's functions: [what limits the rate](costs.md#what-limits-the-rate) |

## Capacity

The table is on demand and grows by itself; what bites first, and at which rate, is in [scale](scale.md), what it costs in
[costs](costs.md). To look after: the account's quota of concurrent executions (1,000 unless raised: one submit of one record
takes one of them for its duration), \`api_throttling\`, and the quota of the table (40,000 units each way unless raised). Before
a load ten times the usual: raise the quotas first, then load with [bulk loads](bulk-loads.md), whose concurrency is limited.

## Upgrade

Raise the version of the module, plan, read the plan and [upgrading](upgrading.md), apply. Functions are replaced one after
the other, within seconds; both versions work on the same table meanwhile. Afterwards run the doctor: it names what is still
of another version. Going back is the same with the older version.

## Change the rules

Edit the file and apply. The new document is stored beside the old one, the functions move to it, then the old one goes.
Records that are stored already keep the keys and links that they were given: submitting one again with the same content
is \`UNCHANGED\` and does not index it anew. After a change of index or link rules load the records into a new instance (another
\`resource_prefix\`), compare, and move the callers over. A change of search rules that uses keys which are indexed already, and of
scores, works at once.

## Change sizes

\`memory_size\` is also CPU: at 1,769 MB a function has one full core. Measure before giving more. \`reserved_concurrent_executions\`
is a guarantee and a limit at once.

## Back up and restore

With \`point_in_time_recovery\` the table can be restored to any second of the last 35 days, always into a new table:

\`\`\`
aws dynamodb restore-table-to-point-in-time --source-table-name <prefix>-entities \\
  --target-table-name <prefix>-restored --restore-date-time 2026-01-31T12:00:00Z
\`\`\`

1. Stop whoever writes: \`aws lambda put-function-concurrency\` with 0 for \`api\`, \`sweeper\` and, where they are,
   \`ingest\` and \`events\`.
2. Restore, and look into the new table.
3. To put it in place, back the new table up, delete the old one, and restore the backup under its name:

   \`\`\`
   aws dynamodb create-backup --table-name <prefix>-restored --backup-name <prefix>-restored
   aws dynamodb update-table --table-name <prefix>-entities --no-deletion-protection-enabled
   aws dynamodb delete-table --table-name <prefix>-entities
   aws dynamodb restore-table-from-backup --target-table-name <prefix>-entities --backup-arn …
   \`\`\`

   Recovery to a second ends with the table: of the deleted one DynamoDB keeps its last state for 35 days and nothing else.
   Then apply. Terraform knows the table by its name, switches protection, recovery, stream and tags on again, and starts
   the functions. Give a restore of a table with a key of yours \`--sse-specification-override\`.
4. Repeat what was done since that moment. Submit everything since then again: what is there is answered \`UNCHANGED\`. **Erase
   again who was erased since**: the restored table still has them, so keep the ids of erased records somewhere else. The
   same holds for disassembled edges and bans.
5. With [entity events](entity-events.md): their sequences went back as well, so that consumers would take new events for old
   ones. Have each drop its copy, and [begin with what is stored](entity-events.md#begin-with-what-is-stored).

The configuration table needs no backup: Terraform fills it. Objects of bulk loads lie in their bucket for 14 days and can be
uploaded again.

Point-in-time recovery is the backup: nothing has to be scheduled. Try the first two steps once before you need them; a
restore takes minutes to hours with the size of the table. For copies that outlive 35 days, or an account, use AWS Backup
on the table (the output \`table_arns\`). Whoever erases people must know that copies still hold them.

## Disaster recovery

| lost | what is left | back by | what is missing then |
|---|---|---|---|
| a good version, or good rules | the former ones in your repository | the former \`ref\` or file, and an apply | nothing |
| records, by mistake | point-in-time recovery | a [restore](#back-up-and-restore) | nothing, once what came since is submitted again |
| the table | it refuses to be deleted; DynamoDB keeps a last backup for 35 days of one with point-in-time recovery | a restore of that backup under the old name, then an apply | what was under way at that moment |
| the user pool | it refuses to be deleted | an apply makes a new one | client ids, secrets and issuer are new: give them to the callers |
| Terraform's state | keep it versioned | the version before; else \`terraform import\`, resource by resource: every name begins with \`resource_prefix\` | |
| the region or the account | a copy by AWS Backup elsewhere, or the systems that the records came from | an apply there; then, as in step 3, a restore in place of the new table; or [bulk loads](bulk-loads.md) of everything | with a copy: what came since; callers need the new addresses |

Whatever happens, submitting all records again into an empty instance gives the same entities, as far as rules made them:
cuts, bans and \`linkTogether\` are yours to repeat, and **ids of entities are new**. A million records take about forty minutes
into a new table ([what limits the rate](costs.md#what-limits-the-rate)), longer ones in proportion or faster, as the table
grows. Nothing here runs in two regions at once.

## Replace secrets and keys

| what | how | meanwhile |
|---|---|---|
| a client's secret | Cognito gives a client one. Add a second entry to \`clients\` with the same scopes, apply, move the application to it, then remove the first entry and apply | both work. Tokens of a removed client are refused as soon as the authorizer has its new list of clients, which the apply gives it |
| a secret or token that leaked | remove the client's entry and apply at once; then as above. \`authorizer_result_ttl_in_seconds\` is how long a verdict goes on | its application is out until it has the new entry |
| keys of an issuer of your own | nothing: an unknown key makes the authorizer fetch them again | known keys go on for an hour |
| the secret of a webhook | a new value under the same ARN ([entity events](entity-events.md#verify-a-webhook)) | events carry both signatures |
| \`kms_key_arn\` | a key that rotates by itself needs nothing. For another key: set it and apply; keep the old one for as long as backups are to be read, 35 days at least | the service goes on |
| the certificate of \`domain_name\` | ACM renews it as long as its DNS record stands; the doctor says when it does not | |

## Erase a person

\`disassemble\` with \`recordIDs\` removes records with all that belongs to them: [what that means](concepts/erasure.md). What it
does not reach, and for how long it stays:

| place | how long |
|---|---|
| point-in-time recovery of the table | up to 35 days; copies of your own for as long as you keep them |
| objects of bulk loads below \`loads/\`, refused lines below \`errors/\` | 14 and 90 days (\`load_retention_in_days\`, \`error_retention_in_days\`), or until you delete them |
| ids of records in entity events that wait for their target | until it takes them or they become dead letters; what waited when \`entity_events\` was taken away, until it is set again |
| ids of records in dead letters of entity events | until they are replayed or [discarded](entity-events.md#when-the-target-does-not-take-an-event) |
| logs | records stand in none; the access log has callers' addresses, for \`access_log_retention_in_days\` |
| whoever was told: consumers of events hold ids, callers what they read | yours to see to; a \`deleted\` or \`changed\` event with the cause \`erasure\` names the erased ids |
` },
{ path: "performance.md", title: "Performance", summary: "The tables of the [README](../README.md#performance) come from one run of `npm run bench`. `npm run bench:million` is the same with a million records too, and measures everything three times, one after the other, each in a process and with stores of its own: a shared machine slows one or the other for minutes, so the figures are medians (about 21 minutes, 3 GB in the temp directory); the README shows one round of it, of an hour in which the machine did little else ([what other hours gave](#the-same-on-a-busy-machine)). What it costs on AWS is in [costs](costs.md), what a billion records do to the index in [scale](scale.md).", text: `# Performance

The tables of the [README](../README.md#performance) come from one run of \`npm run bench\`. \`npm run bench:million\` is the same
with a million records too, and measures everything three times, one after the other, each in a process and with stores of its
own: a shared machine slows one or the other for minutes, so the figures are medians (about 21 minutes, 3 GB in the temp
directory); the README shows one round of it, of an hour in which the machine did little else
([what other hours gave](#the-same-on-a-busy-machine)). What it costs on AWS is in
[costs](costs.md), what a billion records do to the index in [scale](scale.md).

## Submits

Where the time of a submit goes, by V8's profiler on the main thread of the core, 100 records a call, made-up people and the
rules of \`examples/people\` (six keys a record), 100,000 stored:

| part | share |
|---|--:|
| checking the payload, transformers, index keys | 24 % |
| encoding, conditions and appending under the log's lock | 21 % |
| collecting garbage | 20 % |
| reading the postings of suggesting keys, before and after publishing | 19 % |
| finding roots, uniting | 8 % |
| the rest | 8 % |

A record takes about 60 µs of the main thread at 10,000 stored and 75 µs at 1,000,000. Another 50 to 80 µs go to the
thread that makes the checkpoints, to the flush and to collecting garbage in parallel: a checkpoint takes 9 µs a partition at a
million records, nearly all of it to copy, write and flush a page of the B-tree for two of three partitions. One record a
call takes 95 to 105 µs of the main thread. Through HTTP about half of the time was GraphQL, the gateway's emulation and the
token's signature, before what [searches](#searches) gained there.

What the largest change gained, records/s at 10,000 and 100,000 stored, on two cores:

| change | core, 100 a call | HTTP, 16 clients |
|---|--:|--:|
| one B-tree, the steps of a submit in one transaction ([decision 12](decisions/0012-steps-in-order.md)) | 5,380 / 3,736 | 1,634 / 1,176 |
| a log before the B-tree ([decision 13](decisions/0013-a-log-before-the-tree.md)) | 7,250 / 6,968 | 2,846 / 2,649 |

It took the disk out of the way: before it, a profile at 100,000 showed the process idle half of the time, waiting
for a flush of scattered pages. It also made the rate independent of the size of the tree up to that size.

At a million records it was .77 of that at 10,000, and the service had 2.6 GB resident. Packed partitions and the filter of
them ([decision 38](decisions/0038-packed-partitions.md)), measured before and after in turns beside other programs, as
processor time, which tells more than the clock then:

| a million records stored | before | after |
|---|--:|--:|
| main thread a record, 100 a call, µs (at 10,000: 142, 98) | 180 | 109 |
| all threads a record, 100 a call, µs (at 10,000: 240, 179) | 345 | 222 |
| main thread a record at 10,000, one a call, µs | 204 | 149 |
| bytes on disk a record, core | 1,830 | 1,129 |
| bytes on disk a record, service | 1,733 | 1,087 |
| peak resident memory of the core's process, MB | 2,400 | 1,563 |
| peak resident memory of the service, MB | 2,600 | 1,712 |
| of it its own at the end, MB | 730 | 508 |

Through HTTP a record takes 525 µs of processor at a million and 532 at 10,000, one a request with 16 clients, both services
measured side by side.

By the clock, on a quiet machine, two runs of \`npm run bench:million\`, before the changes of the next part: 2,542 and 3,205
records/s through HTTP at a million, .94 and .97 of the rate at 10,000; 8,179 and 7,627 in the core with 100 a call, .97 and
.82, and 4,919 and 5,029 with one, 1.00 and
.83. The clock of a shared machine says no more than that.

### Why the rate falls at a million

The main thread does much the same at a million as at 10,000 (10 to 15 % more: the processor's cache has less of the filter and of
the heap). What makes the difference are the checkpoints, which are four times as dear, on a machine of two cores and one disk:

- *The log's flush waits for that of the base.* With 64 callers that all wait for one flush the thread is idle until it
  ends. It takes .55 ms while no checkpoint is made, and 2 to 5 ms on the average while one is: a third of the time then.
  Measured in one process, the checkpoints in turns of transactions of

  | partitions | 500 | 1,000 | 2,000 | 4,000 | 8,000 | 16,000 |
  |---|--:|--:|--:|--:|--:|--:|
  | mean flush of the log meanwhile, ms | 4.5 | 4.0 | 3.5 | 2.7 | 2.4 | 1.6 |

  LMDB itself is quicker with small transactions (it keeps the pages of one in a sorted list), by up to a fifth of the
  checkpoint's processor time, but every flush delays the log. 8,000 take 25 MB.
- *The checkpoint's thread takes a core from those who collect garbage*, for whom the main thread waits.
- *Pages that a virtual machine has not used lately* may cost 12 µs at the first touch instead of 0.3: when a process of 1.7 GB
  and a file of 1.1 GB have to grow into such memory, that alone is 5 to 10 s of a run. To read as many bytes of a sparse file
  before, as the machine has memory, takes it away: what the page cache gives back is memory that the host has given already.

| change | what it gained |
|---|---|
| the postings of all keys of a record, or a batch, are asked for by one call of the store (\`queryMany\`), and what is not there is answered without an object | 68 → 48 KB of garbage a record (100 a call), 102 → 82 (one); main thread 72 → 60 µs and 108 → 95 |
| keys and updates of a few writes are checked without sets and patterns | 3 KB of garbage a record |
| transactions of 8,000 partitions instead of 4,000 | the table above |
| the thread that makes the checkpoints has a lower priority (Linux) | one a call at a million, in turns: 6,120 → 6,460 and 7,360 records/s |
| the bench makes its people up while it fills a store, not before: 840,000 of them stood on the heap | garbage that is no part of the service |

Before and after, in turns beside other programs, windows of 50,000 records in stores of 20,000 and of a million; µs of
processor a record:

| | before | after |
|---|--:|--:|
| main thread, 100 a call, 20,000 stored | 74 | 59 |
| all threads, 100 a call, 20,000 stored | 138 | 113 |
| main thread, one a call, 20,000 stored | 110 | 96 |
| all threads, one a call, 20,000 stored | 175 | 158 |
| main thread, 100 a call, a million | 85 | 75 |
| all threads, 100 a call, a million | 176 | 155 |
| main thread, one a call, a million | 113 | 106 |
| all threads, one a call, a million | 249 | 234 |

A search for a name took 3.0 ms (p50) and 9.4 ms (p95) through HTTP before these changes; what became of that is the next part.

By the clock, the core's part of the bench alone after these changes, with little else running: 12,446 records/s at 10,000 and
12,064 at a million with 100 a call (.97), 8,773 and 7,064 with one (.81). What is left between the last two is the wait for the
log's flush while a checkpoint is made.

Whole runs differ: three of one day on a shared machine gave, at a million, .96, .84 and .94 of the rate at 10,000 through HTTP
(16 clients), .90, 1.26 and 1.03 in the core with one a call, and .89, .92 and .76 with 100 a call, where the rate at 10,000
moved more (11,855 to 15,315) than that at a million (10,629 to 11,623). The README has the middle one by HTTP. In the same runs
and in those of the starts alone the API's start took 57 to 68 ms, 83 once; 59 in the two that began with little else running.

### The same on a busy machine

Three runs of \`npm run bench:million\`, of three rounds each, fell into hours in which other machines on the same host slowed this
one: nothing else ran on it, and yet \`node -e 0\` took 31, 38 and 35 ms instead of 24, and a rule of one edit distance, which
only computes, judged 2.6, 1.5 and 1.3 million pairs a second instead of 5.6; the code of the README's round was as slow beside it.
The medians, a million stored:

| | quiet | busy | busy | busy |
|---|--:|--:|--:|--:|
| records/s through HTTP, 16 clients (of the rate at 10,000) | 3,549 (.94) | 2,381 (.78) | 2,360 (.87) | 2,136 (.81) |
| records/s in the core, one a call | 7,026 (1.03) | 4,952 (.88) | 5,096 (.96) | 4,389 (.82) |
| records/s in the core, 100 a call | 11,623 (.76) | 10,202 (1.01) | 9,907 (1.08) | 8,200 (.94) |
| search, 4 clients: p95, ms | 2.8 | 3.5 | 3.5 | 3.9 |
| the same while 8 clients submit | 3.9 | 5.5 | 5.3 | 6.4 |
| entityByRecord, 4 clients: p95, ms | 0.5 | 0.8 | 0.6 | 1.1 |
| bytes on disk a record | 1,081 | 1,095 | 1,087 | 1,100 |
| peak resident memory of the service, MB | 1,749 | 1,766 | 1,763 | 1,768 |
| start of the API, ms | 59 | 90 | 75 | 99 |
| start of the authorizer, ms | 13 | 18 | 23 | 23 |
| start of the guidance server, ms | 86 | 107 | 118 | 139 |

So compare figures of one run, and look at the rules alone first: they tell how fast the machine was.

## Searches

The search of the bench, by name, birthday and postcode, answers everybody whose name sounds alike, with all that they are
hit by and all of their records. With a million people stored that is 1 to 4 entities for every second search, 10.6 on the
average, 35 for one in twenty and 68 for one in a hundred. With 4 clients on one thread a caller waits for about four requests,
so what counts is the processor's time for one. Microseconds, a million stored, before and after the changes of the next table;
the core and the function in one process (lower quartile of the times, the best of eight rounds), through HTTP as the time of
the service's main thread, measured in turns on two busy cores:

| | before | now |
|---|--:|--:|
| core, 1 to 4 entities | 94 | 70 |
| core, 35 entities | 870 | 590 |
| API function with GraphQL and JSON, 1 to 4 entities | 132 | 87 |
| API function with GraphQL and JSON, 35 entities | 1,030 | 630 |
| the same, page 1 of 10 entities | 960 | 515 |
| through HTTP with its token, the mixture of the bench | 565 | 350 |
| through HTTP with its token, 1 to 4 entities | 375 | 235 |
| through HTTP with its token, 35 entities | 1,370 | 870 |
| entityByRecord through HTTP with its token | 245 | 120 |

| change | what it gained |
|---|---|
| where sharing a key is a hit, a candidate is not read before its entity is; a record is read, parsed and judged once | core 870 → 610 (35 entities), 99 → 83 (1 to 4); a read unit and a call at DynamoDB |
| only the transformers run that a rule needs which these parameters can satisfy | in the line above |
| answers without an error are executed by a plan, not by graphql-js ([decision 8](decisions/0008-graphql-over-http.md)) | 200 → 40 around the core (35 entities), 38 → 12 (1 to 4) |
| a token's signature is verified once ([decision 7](decisions/0007-authorizer.md)) | 28 → 3 a request |
| payloads are parsed and hits judged when somebody asks for them: not on other pages | 640 → 515 (page 1 of 10, 35 found) |

Where the rest goes, 35 entities in the core: 43 % reading (LMDB, decoding, the memtables above it: 40 partitions and 70 items),
15 % collecting garbage, 14 % transformers and rules, 14 % putting fragments and records together, 7 % parsing payloads. Since
then postings and fragments are each read by one call of the store: the core takes 135 µs for a search of the mixture instead of
158, 12 % less where there are 1 to 4 entities and where there are 35 (both in turns on two busy cores).

By the clock, a million stored, 4 clients, a warm service: 1.1 to 1.2 ms (p50) and 2.5 to 3.0 ms (p95). Searches right after the
load, or after a start, take twice as long for some thousands of requests: the process has to get the pages of the file, and
code has to be compiled. The bench begins when that is over.

## Tried in vain

| idea | why not |
|---|---|
| lmdb's flush behind the commit | a process killed meanwhile breaks the database for the others ([decision 2](decisions/0002-lmdb-as-embedded-engine.md)) |
| a larger young generation of V8 (32, 64, 128 MB) | no gain beyond the noise of a busy machine, and more memory |
| two groups of writers in turns, so that one works while the other's flush is under way | more flushes, more to and fro: 10 to 20 % more processor time on the main thread at 10,000, where the flush takes next to nothing |
| to collect garbage on one thread (\`--single-threaded-gc\`, \`--no-parallel-scavenge\`) | as much processor time in all, and longer on the main thread |
| checkpoints of 64 MB instead of 32 | 110 MB more memory, 3 % less processor time at a million records |
| one timer for all requests in the gateway's emulation | no gain that could be told: all of the emulation takes 10 µs a request beside an HTTP server's 25 |
| keeping the tokens of the searched name from one comparison to the next | 1 % of a search at the most |
| reading the first pages of postings without a function of its own for each key | 1.5 µs of the 130 of a submit at the most |

## Cold start

What a caller waits for when Lambda starts an environment, besides what Lambda and Node.js take themselves.
\`npm run bench:cold-start\` measures it: every built function in 15 fresh processes, one after the other. The deployment is
\`examples/people\`, its documents in a table, as the Terraform module puts them there; DynamoDB and the issuer are on
loopback and answer at once. The table of one run is in the [README](../README.md#performance).

- *Import* and *first answer* are wall-clock times; *processor time* is that of both together and of all threads. Compare
  the latter when the machine is not yours alone, or the *lower quartile* of both together. An AWS processor at 1,769 MB is one whole one; with less memory a start
  takes longer in proportion.
- *On Lambda* is wall-clock time again, in processes that have loaded what Lambda's runtime client has before it imports a
  function: \`node:http\` with an agent, \`node:fs\` and \`node:path\`, as its published source shows. Lambda also starts Node.js
  with options for the function's memory, under which Node.js does without the code cache of its own modules: those that
  are not loaded yet take twice as long there. No figure here says so.
- The bench also prints what a start is made of. Five more starts are sampled by V8's profiler every 0.1 ms, and each
  sample goes to the package, or folder of this project, whose line was running: the bundle names the module before each
  part. The shares are applied to the median above. What cannot be told apart by package is named: reading and compiling
  the files, Node's own modules, garbage. So a package's line is what *running* it took, its first compilation included;
  what its size costs is in *reading and compiling*, about 15 ms a megabyte.
- A machine's memory counts: a start touches some 5,000 pages of 4 KB beyond what Node.js touches. One that the host of a
  virtual machine has to find first took 12 µs, others 0.3 µs, so the first runs after a while are slower by half.

Processor time of the whole start, measured alternately on two busy cores (AMD EPYC), medians:

| function | first answer | before, ms | now, ms |
|---|---|--:|--:|
| api | a record looked up, documents from the table | 270 | 152 |
| authorizer | a malformed token refused | 23 | 9 |
| guidance | \`tools/list\` | 205 | 148 |

Since then, in the same way, the API's start takes 31% less, the sweeper's 27%, that of bulk loads 20% and of entity events
9%; the authorizer's and the guidance server's take 3% less. A call of DynamoDB that answers 20 items takes half.

Since DynamoDB is called without the SDK's client ([decision 40](decisions/0040-dynamodb-called-directly.md)), the API's start takes
another 28% less, the sweeper's 38%, that of entity events 33% and that of bulk loads 10%; and a warm call a third: 0.12 ms of
processor for a read, 0.17 for 20 items. A request takes half of what it took, a batch of 100 records a third.

Then the API's start took another 12% less, the authorizer's 12%, the guidance server's 27%, that of bulk loads 10% and the
sweeper's 9%. The authorizer has its issuer's keys when the first token comes.

What each change gained, and what was tried in vain, is in [decision 31](decisions/0031-cold-start.md). What remains, from
one run of the bench:

<!-- bench-cold-start-shares:begin -->
| api: 59 ms, 911 KB | ms |
|---|--:|
| V8: reading and compiling the files | 17.5 |
| Node.js: its own modules | 11.6 |
| graphql | 7.0 |
| functions/core/ruleconfig | 5.5 |
| V8: collecting garbage | 4.0 |
| the rest of the bundle | 2.9 |
| V8: all else | 2.0 |
| functions/api | 1.8 |
| functions/core/matching | 1.5 |
| @smithy/signature-v4 | 1.2 |
| functions/core/store | 0.9 |
| 12 more | 3.4 |

| authorizer: 13 ms, 64 KB | ms |
|---|--:|
| Node.js: its own modules | 8.9 |
| functions/authorizer | 1.3 |
| V8: reading and compiling the files | 1.0 |
| V8: all else | 0.7 |
| V8: collecting garbage | 0.6 |
| the rest of the bundle | 0.6 |
| aws-jwt-verify | 0.4 |

| guidance: 86 ms, 707 KB | ms |
|---|--:|
| zod | 26.6 |
| Node.js: its own modules | 21.6 |
| V8: reading and compiling the files | 11.3 |
| the rest of the bundle | 10.6 |
| V8: collecting garbage | 7.1 |
| @modelcontextprotocol/server | 3.8 |
| functions/guidance | 2.1 |
| V8: all else | 1.7 |
| 2 more | 0.6 |

| sweeper: 62 ms, 761 KB | ms |
|---|--:|
| Node.js: its own modules | 19.3 |
| V8: reading and compiling the files | 11.8 |
| functions/core/ruleconfig | 6.9 |
| graphql | 4.3 |
| V8: all else | 3.5 |
| the rest of the bundle | 2.8 |
| functions/core/store | 2.8 |
| V8: collecting garbage | 2.8 |
| @smithy/signature-v4 | 1.8 |
| functions/core/matching | 1.7 |
| functions/core/etm | 1.2 |
| functions/core/schema | 1.0 |
| 8 more | 2.7 |

| ingest: 97 ms, 1,415 KB | ms |
|---|--:|
| V8: reading and compiling the files | 30.4 |
| Node.js: its own modules | 18.3 |
| @smithy/core | 7.5 |
| functions/core/ruleconfig | 6.1 |
| the rest of the bundle | 5.6 |
| graphql | 5.2 |
| V8: collecting garbage | 3.9 |
| @smithy/signature-v4 | 3.0 |
| V8: all else | 2.5 |
| functions/core/store | 2.4 |
| 20 more | 12.2 |

| events: 43 ms, 480 KB | ms |
|---|--:|
| Node.js: its own modules | 17.1 |
| V8: reading and compiling the files | 10.0 |
| V8: all else | 2.8 |
| V8: collecting garbage | 2.8 |
| the rest of the bundle | 2.5 |
| @smithy/signature-v4 | 2.4 |
| @smithy/core | 1.6 |
| functions/core/store | 1.4 |
| functions/events | 0.7 |
| 9 more | 1.5 |
<!-- bench-cold-start-shares:end -->

To keep it so: a package that an answer may do without goes into a \`*.lazy.ts\`; a module of functions that a first answer
does without is listed in \`scripts/bundle.ts\`; patterns with \`\\p{…}\` are made by \`lazyPattern\`; zod is imported as
\`import * as z\`; nothing is computed when a module is loaded that could be computed when it is first used.
` },
{ path: "promises.md", title: "What we promise", summary: "* **Submit.** When a submit is answered, its records are on stable storage, indexed and linked with every record that was stored before and with every record that is submitted at the same time. All records of a request are stored, or none. * **An entity is a connected component.** Two records are in one entity exactly when a chain of links leads from one to the other; a chain counts only while no connection ban stands in its way. No record is in two entities or in none. * **Ids live.** An id that lost a merge leads to its survivor for ever, at the price of one more read. After a split the id stays with the largest part (of equal ones, the part with the oldest record). * **Erased is erased.** When `disassemble` is answered, nobody reads the record any more. Its payload is gone at that moment; keys and other traces are gone with it, except in two cases in which the sweeper removes the last of them within minutes: somebody was still submitting that record, or its entity has more than 2,000 records. * **Events.** With [entity events](entity-events.md) on, every change of an entity is told at least once and in order for each entity; whoever applies them all holds the entities that are stored. * **Repeating is safe.** Any request may be sent again, after an error, after a timeout, or for no reason.", text: `# What we promise

## After the answer

* **Submit.** When a submit is answered, its records are on stable storage, indexed and linked with every record that was
  stored before and with every record that is submitted at the same time. All records of a request are stored, or none.
* **An entity is a connected component.** Two records are in one entity exactly when a chain of links leads from one to
  the other; a chain counts only while no connection ban stands in its way. No record is in two entities or in none.
* **Ids live.** An id that lost a merge leads to its survivor for ever, at the price of one more read. After a split the id stays with the largest part
  (of equal ones, the part with the oldest record).
* **Erased is erased.** When \`disassemble\` is answered, nobody reads the record any more. Its payload is gone at that
  moment; keys and other traces are gone with it, except in two cases in which the sweeper removes the last of them within
  minutes: somebody was still submitting that record, or its entity has more than 2,000 records.
* **Events.** With [entity events](entity-events.md) on, every change of an entity is told at least once and in order for
  each entity; whoever applies them all holds the entities that are stored.
* **Repeating is safe.** Any request may be sent again, after an error, after a timeout, or for no reason.

## What others see meanwhile

| operation | for others it happens |
|---|---|
| submit of new records | the records of a request appear together; links to others may appear a moment later, before the answer |
| submit of a changed record | the new content appears at once; the entity it has to leave is parted before the answer (when an earlier attempt at the same change was cut off, by the sweeper within minutes) |
| disassemble | erased records disappear one by one; each part leaves its entity at once and as a whole |
| removeConnectionBan | entities come together one after the other before the answer |
| search, entity, entityByRecord, explain | read-only; a submit that was answered before the read began is seen |
| a dry run | nothing happens |
| metrics | \`recordCount\` and \`entityCount\` are exact as soon as no operation is under way; an operation is counted a moment after its answer |

Of two requests that change one record at the same time, one is last; nothing is mixed.

## When something fails

| failure | what happens |
|---|---|
| the process dies at any moment | what was answered stays. What was not answered is finished by the sweeper within minutes, or it never happened |
| a process dies while it takes an entity apart | the entity stays whole. Whoever wants to change it next waits 5 seconds and goes on |
| a process stops for a while and goes on | whatever it writes into an entity that somebody else has taken over is refused |
| the store is slow, throttles, or does half of what it was asked | calls are repeated, after pauses of random length that grow, until 25 seconds or the time of the function are over; then \`TRY_AGAIN\`, and repeating is safe |
| an answer of the store gets lost | what may have been done is found out or done again within the same request |
| clocks differ | nothing: clocks decide only when unfinished work is old enough to be done again |
| the answer to the caller gets lost | the caller repeats the request: \`UNCHANGED\` for what was stored |

Until the sweeper has finished an operation that was cut off, an entity may hold a record that the operation was moving.
Nothing that was answered is ever missing meanwhile.

## Large entities and common values

* Adding a record to an entity of 10,000 takes as many store calls and as many written bytes as adding one to an entity of
  10, and no item of the table grows with the entity. Its records can be read and searched as those of any other.
* What follows from all edges of an entity (\`edges\`, \`score\`, \`duplicates\`, insights of edges) is answered as long as no more
  than 500,000 pairs of its records have to be judged: a thousand records that all share one key. Beyond that it is refused
  with \`ENTITY_TOO_LARGE\`; everything else about the entity is answered.
* A record can be cut from 90 others (\`TOO_MANY_CUTS\`): as many can forget it in the moment in which it is erased.
* An entity of more than 2,000 records that has to be parted is parted by the sweeper within its next run. New links of a
  changed record are made before the answer in any case.
* A value that more than 1,000 records share (\`generic_key_records\`) and that only *suggests* a link (one that more must be
  compared for) finds no candidates any more. No submit fails or slows down for it. It is reported in the log, counted by
  \`metrics\` and marked by \`explain\`. What was linked stays linked. Such a key stays out of use until the records that made
  it generic are erased.
* Whether a new record is a duplicate is answered in entities of up to 100 records.

## How it is checked

\`npm run test:histories\` runs random histories of concurrent submits, changes, disassemblies, bans and reads, with crashes
at any step of the store and clocks that disagree, and compares what is stored in the end with these promises; it prints
the seed of a failure. \`npm run test:mutations\` takes each safeguard away in turn and says whether the histories notice. On
both engines processes are killed at random moments while they load and change data, giants of 10,000 records are added to
and read, and the API runs on a table that throttles, conflicts, loses answers and does half of its batches.
` },
{ path: "rule-config/README.md", title: "Rule-config", summary: "The rule-config is one JSON document that says what belongs together: how the fields of a record become clean values, which values of two records are compared how, and which agreements make them one entity. It is yours: every deployment has its own, beside its [record schema](../../examples/people/schema.graphqls).", text: `# Rule-config

The rule-config is one JSON document that says what belongs together: how the fields of a record become clean values,
which values of two records are compared how, and which agreements make them one entity. It is yours: every deployment
has its own, beside its [record schema](../../examples/people/schema.graphqls).

| to | read |
|---|---|
| write your first one | [Tutorial](tutorial.md) |
| start from something close | recipes: [companies](recipes/companies.md), [households](recipes/households.md), [products](recipes/products.md), [health-care providers](recipes/health-care-providers.md), [vehicles](recipes/vehicles.md); [people](../../examples/people/README.md) |
| have one made from your field names | [Design](design.md) |
| keep it right | [Testing](testing.md) |
| look something up | [the document](document.md), [transformers](transformers.md), [comparers](comparers.md), [tokenizers](tokenizers.md), [matchers](matchers.md), [lint codes](lint-codes.md) |
| complete and check it in an editor | [JSON Schema](rule-config.schema.json): write its path or address as \`$schema\` |

## The path of a record

**Transformers** turn the fields of a record into clean values. **Resolvers** name the values that matter. **Matchers**
compare the values of two records. A **rule** asks for all of its matchers, a **rule set** for one of its rules. The rest
of the document says which rule set serves what.

This is a whole document. It links two records that have the same e-mail address:

\`\`\`graphql
type Record {
  id: ID!
  email: String
}
\`\`\`

\`\`\`json
{
  "$schema": "docs/rule-config/rule-config.schema.json",
  "transformers": [
    { "id": "EMAIL_TEXT", "type": "field", "attributes": { "path": "email" }, "inputPins": {} },
    {
      "id": "EMAIL_ADDRESS",
      "type": "normalizeemail",
      "attributes": { "removePlus": true },
      "inputPins": { "default": { "sourceID": "EMAIL_TEXT", "sourcePin": "default" } }
    }
  ],
  "resolvers": [{ "id": "EMAIL", "inputPin": { "sourceID": "EMAIL_ADDRESS", "sourcePin": "email" } }],
  "matchers": [{ "id": "SAME_EMAIL", "type": "simple", "attributes": { "resolverID": "EMAIL" } }],
  "rules": [{ "id": "EMAIL", "matcherIDs": ["SAME_EMAIL"] }],
  "ruleSets": [{ "id": "ALL", "ruleIDs": ["EMAIL"] }],
  "searchRuleSetIDs": { "default": "ALL" },
  "mutationRuleSetGroups": {
    "default": { "indexRuleSetID": "ALL", "linkRuleSetID": "ALL", "deduplicateRuleSetID": null }
  }
}
\`\`\`

An id is any text of up to 256 characters; the ids of rules appear in edges and hits, so write them for readers. Unknown
keys are warnings and have no effect. Unknown types, dangling ids and the other [errors](lint-codes.md) keep a service from
starting: it prints all of them, with line and column.

## Values and pins

A transformer has input pins and output pins. \`inputPins\` names, for each input pin, the transformer and the output pin
that feed it; \`null\` leaves a pin open. Most pins are called \`default\`; what others there are is in the
[reference](transformers.md).

A pin carries a **list of texts**.

* A missing field, \`null\`, an empty list and an empty text carry no value. Numbers become their shortest decimal text,
  booleans \`true\` or \`false\`.
* A path walks dots: \`address.city\`. \`*\` walks every element of a list, so that \`emails.*.address\` carries many values; a
  number takes one element, from 0. A path that ends at a list gives its elements.
* \`field\` writes lower case unless \`caseSensitive\` is true. Readers of names and companies work either way; \`splitname\`
  keeps the case that it gets.
* A value that a transformer cannot read (a phone number that is none, 31 February) becomes no value. So do values that a
  \`filter\` drops: name placeholders such as \`n/a\` or \`unknown\` there, or two records will agree in knowing nothing.
* Where a transformer has several pins (\`concat\`; number and country of \`normalizephonenumber\`), values go together by
  position; a pin with a single value gives it to every position.
* A resolver gives the distinct values of its pin, in the order in which they were first seen.

\`removepunctuation\` takes signs away and joins what was around them: \`Block-Buckridge\` becomes \`BlockBuckridge\`. Where that
should be two words, use \`replace\` with a space, or let a tokenizer of the type \`word\` cut at the sign.

Regular expressions are those of [RE2](https://github.com/google/re2/wiki/Syntax): linear in time, so without look-ahead,
look-behind and back-references.

## Matchers

| type | satisfied when |
|---|---|
| \`simple\` | the two records share a value |
| \`token\` | enough tokens of a value of the one pair up one to one with tokens of a value of the other |
| \`swapped\` | two values stand in each other's place: given and family name |
| \`orempty\` | the inner matcher is, or one of the two has no value |
| \`any\` | one of the inner matchers is |
| \`weighted\` | the weights of what agrees and disagrees sum up to a threshold |

The [reference](matchers.md) has all types with their attributes. A matcher is symmetric, and every value of one record is compared with
every value of the other: one match is enough.

To compare a value as a whole with something other than equality, use \`token\` with the tokenizer \`none\`, here for years
that may differ by one:

\`\`\`json
{
  "tokenizers": [{ "id": "WHOLE", "type": "none", "attributes": {} }],
  "comparers": [{ "id": "ONE_YEAR", "type": "number", "attributes": { "tolerance": 1 } }],
  "matchers": [
    {
      "id": "YEAR_NEAR",
      "type": "token",
      "attributes": { "resolverID": "YEAR", "tokenizerID": "WHOLE", "comparerID": "ONE_YEAR" }
    }
  ]
}
\`\`\`

### No value on a side

A matcher is then not satisfied: two records that both lack a phone number do not agree about it. \`orempty\` says the
opposite where a value may be missing but must not contradict: "birthdays are equal, or one is unknown".

With \`mustExist: true\` on a matcher or on the \`field\` above it, no value is the error \`field does not exist in ETM pipeline
output\`. A rule with \`ignoreErrors: true\`, the default, is then not satisfied. With \`false\` the request fails: a submit is
refused and nothing of it is stored, and a search answers with the error.

## Rules and rule sets

A rule is satisfied when all matchers of \`matcherIDs\` are. Its \`score\`, 0 to 1, says how sure it makes us.

| key | rule set | says |
|---|---|---|
| \`searchRuleSetIDs.<name>\` | search | which stored records a search finds; \`default\` serves a search that names none |
| \`mutationRuleSetGroups.<group>.indexRuleSetID\` | index | what can be found at all: its rules give the index keys |
| \`mutationRuleSetGroups.<group>.linkRuleSetID\` | link | which two records are one entity; each satisfied rule is an edge \`a:b:RULE\` |
| \`mutationRuleSetGroups.<group>.deduplicateRuleSetID\` | deduplicate | which record is a mere duplicate of another; null for none |
| \`consistencyRuleSetIDs.<group>\` | consistency | what must not be contradicted; optional |

Several groups work side by side; what one of them links is linked.

An entity is everything that is connected by edges: if a is linked with b, and b with c, all three are one entity, also
when a and c have nothing in common. Link rules should therefore be ones that you would stake an entity on, and search
rules may be looser.

### Index keys and what they guarantee

Every rule of the index rule set is compiled into index keys: each key is a combination of one *part* of each of its
indexable matchers. \`simple\` gives the value, phonetic tokens their code, bounded edit distance a handful of pieces of the
text, dates and numbers with a tolerance their bucket, \`token\` every combination of \`min\` tokens (or fewer, with
\`indexTokens\`). A search computes the same keys of its parameters.

*If two records satisfy a rule of an index rule set, they share at least one of its keys*, and so are found. That holds for
every rule that lints without error:

* Some matchers cannot give parts and are verified only: \`orempty\`, \`weighted\`, \`similarity\`, \`distinct\`, an edit distance
  above 4, \`indexStrategy: none\`, and those that a rule names in \`disableIndexMatcherIDs\`. A rule with no other matcher is
  an error ([NO_INDEX_KEYS](lint-codes.md#no_index_keys)).
* A search rule must have keys in the index ([SEARCH_NOT_INDEXED](lint-codes.md#search_not_indexed)): put it into an index
  rule set as well. The same for link and deduplicate rules, as a warning
  ([LINK_NOT_INDEXED](lint-codes.md#link_not_indexed)).
* A record has at most 1,000 keys. One with more is refused by the name of the rule and the matcher, never half indexed.

Rules with the same parts share their keys: a second rule over the same values costs no write. Two habits keep keys few and
telling:

* **Disable what adds no power.** In "same phone number and similar name" the number finds the candidates; naming the name
  matcher in \`disableIndexMatcherIDs\` makes one key a record instead of dozens.
* **Avoid hubs.** A key that very many records have, such as a postcode or a first name alone, makes all of them candidates
  of each other. The linter guesses at hubs by names ([HUB_KEY](lint-codes.md#hub_key)); \`entity-data rules keys --top 10\`
  counts them in your records.

### Consistency rule sets

A gate for pairs: in a group with a consistency rule set, two records are linked, or one is a duplicate of the other, only
if a rule of that set is satisfied between them as well. It typically holds an \`orempty\`: "the registration numbers are
equal, or one is unknown". The gate judges pairs, not entities: a third record without a registration number can still
connect two that have different ones.

### Duplicates

When a rule of the deduplicate rule set holds, the record is attached to the first one seen as its duplicate: it belongs to
the entity, is listed under \`duplicates\`, and has no edges of its own.

## Scores

All three lie in 0 to 1.

| field | is |
|---|---|
| \`Entity.score\` | the mean, over the records, of the best score among the edges that touch each; 1 for a single record |
| \`Entity.consistency\` | the weighted mean, over the resolvers listed in \`scores.consistency\`, of Σf²/n²: n records have a value, f of them the same; 1 when all agree. \`"type": "date"\` compares days |
| \`Entity.hitScore\` | the best over the hit records of 1 − Π(1 − rule score × share of the given search fields that this rule used) |

## Reference lists

Tables inside the document, for the transformer \`referencelist\`: each row is a list of texts, and by default the first
column is looked up and the second is given instead.

\`\`\`json
{
  "referenceLists": [
    {
      "id": "MAKES",
      "meta": { "header": [{ "type": "text" }, { "type": "text" }] },
      "rows": [
        ["vw", "volkswagen"],
        ["chevy", "chevrolet"]
      ]
    }
  ]
}
\`\`\`

## Changing it

Scores, the order of the document, the ids of anything but rules, and search rule sets whose rules are indexed already can
change at any time; edges and hits show the new ones at once. What keys and stored values are made of is part of the index:
another transformer above an indexed resolver, another index rule, or link, deduplicate and consistency rules that need
other values than before, ask for the records to be submitted anew into an empty store. The local service compares a
fingerprint of all that with the data directory when it starts, and says so.
` },
{ path: "rule-config/comparers.md", title: "Comparers", summary: "A comparer judges two texts, the same in both directions. *Finds candidates* says whether a matcher with it can give index keys; one that cannot is verified only, so that another matcher of the rule must find the records. The examples are run as tests.", text: `<!-- Made by scripts/rule-config-reference.ts from the registries: change those, then run npm run docs. -->

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
| [\`prefix\`](#prefix) | Satisfied when one text begins with the other: abbreviations such as trans and transactions, initials. |
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

## prefix

Satisfied when one text begins with the other: abbreviations such as trans and transactions, initials.

| name | type | default | meaning |
|---|---|---|---|
| \`minLength\` | whole number, 1 to 64 | \`2\` | Characters that the shorter text must have. Default 2; 1 lets an initial stand for a name. |
| \`maxLength\` | whole number, 1 to 1024 | none | Characters that the shorter text has at most; 1 takes only initials. Default: any number. |

Finds candidates: yes.

| attributes | a | b | verdict | similarity |
|---|---|---|---|---|
| \`{}\` | \`trans\` | \`transactions\` | satisfied | 0.42 |
| \`{}\` | \`b\` | \`bob\` | not satisfied | 0.00 |
| \`{ "minLength": 1 }\` | \`b\` | \`bob\` | satisfied | 0.33 |
| \`{}\` | \`bob\` | \`bart\` | not satisfied | 0.00 |
| \`{ "minLength": 1, "maxLength": 1 }\` | \`ann\` | \`anna\` | not satisfied | 0.00 |

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
` },
{ path: "rule-config/design.md", title: "How a rule-config is designed for you", summary: "The guidance tool `svc_design_rule_config` makes a rule-config and its schema from the names of your fields. This page says how it thinks, so that you can judge what it made, correct it, and go on by hand. The engine is a pure function (`functions/core/design/`): it reads nothing but the request, keeps nothing, and gives the same design for the same request.", text: `# How a rule-config is designed for you

The guidance tool \`svc_design_rule_config\` makes a rule-config and its schema from the names of your fields. This page
says how it thinks, so that you can judge what it made, correct it, and go on by hand. The engine is a pure function
(\`functions/core/design/\`): it reads nothing but the request, keeps nothing, and gives the same design for the same
request.

## What a field holds

Every field is taken for one of some fifty **kinds**: given name, date of birth, street, postcode, registration number,
title, brand and so on. Three things speak, in this order:

1. its **name**, in a dozen languages and any way of joining words (\`geburtsdatum\`, \`DATE_OF_BIRTH\`, \`dateOfBirth\`);
2. its **description**, where the name says nothing;
3. its **values** in samples: e-mail addresses, phone numbers, dates, legal forms of companies, a column of numbers that
   counts up.

Then the fields are seen together. \`name\` beside a phone number and a city names a business, beside a date of birth a
person, beside a price a product; \`title\` beside authors is that of a publication.

Fields that say who keeps a record or what happened to it are never compared: the record's own id, sources, batches,
time stamps, states of work. Their values would tell systems apart, not people. Free text is left out as well.

## What agreement says

Each kind knows how its values are written, how they go wrong, and how many different ones there are. From that come
**evidence**: matchers from the strictest to the loosest, each with a weight. A weight is a number of bits: 10 bits say
that this agreement is about a thousand times (2¹⁰) likelier between two records of one thing than between strangers.
What disagrees counts against; what is missing on a side counts nothing. So for a date of birth:

| the two dates | bits |
|---|---|
| are the same | 13.5 |
| have day and month swapped | 10 |
| differ by one keystroke | 7 |
| differ by two | 3 |
| differ altogether | −6 |

One matcher of type [\`weighted\`](matchers.md), \`ENOUGH_EVIDENCE\`, adds everything up and asks for a threshold: 21 bits for
the goal \`precision\`, 17 for \`balanced\`, 13 for \`recall\`. This is the decision of Fellegi and Sunter (1969), with
weights from experience instead of training.

## What keeps strangers apart

- **Own and shared.** A family name, an address, a phone number belong to households and companies; a journal and a year
  to many papers. Shared evidence together counts at most 4 bits more than the threshold, and all of what says *where*
  less than the threshold, so that one own value that disagrees (another given name, another birthday) undoes it.
- **Common values.** With 20 or more sample records the engine looks behind the pipeline for values that very many of
  them have: Smith, the mailbox of an office, the city of every third record, the birthday 1900-01-01. They become a
  level of their own with the few bits they are worth. Only values that at least five samples have are taken for
  common, because samples may hold the same thing several times. These values are written into the rule-config.
- **Contradictions.** Junior and senior, part I and part II, two different social security numbers count against strongly.

## How candidates are found

Adding up finds nobody; [index keys](../concepts/index-key.md) do. Every value among which there are some ten thousand
(13 bits) is a rule by itself: a registration number, a phone number, an e-mail address, a birthday, both names. Values
that are commoner are combined in pairs, and in threes where no pair of them is rare enough. A match is then found as long
as *any* two of its values survived. Where values carry a common form (a phone number that many share), the single rule
leaves these out, and the combinations find them.

Each rule costs one or more index entries of every record. \`balanced\` makes at most 16 combinations, \`precision\` 10,
\`recall\` 24; the tool's answer says of each rule why it is there, what it misses and what it may merge. Where submits must
be faster, take the last rules away and measure.

## What to correct

1. Read \`fields\` of the answer. A wrong guess is corrected by a \`description\`, or by samples.
2. Read \`warnings\`.
3. Try pairs that you know with \`svc_simulate_match\`.
4. Move the threshold of \`ENOUGH_EVIDENCE\` a bit or two: up when strangers are linked, down when matches are missed.

## How good it is

\`npm run quality\` loads public data with known truth through the real service, once with a configuration written by hand
and once with what the tool designed from the field names and 100 records without their truth, and prints pairwise
precision, recall and F1 beside what other tools reach. Measured with \`goal: balanced\`:

| set | what | precision | recall | F1 |
|---|---|---|---|---|
| febrl1 | people, few duplicates | 1.000 | .998 | .999 |
| febrl3 | people, several duplicates | 1.000 | .996 | .998 |
| dsgen-c | people, up to ten errors a record | 1.000 | .966 | .983 |
| fake-1000 | people, many missing values | 1.000 | .774 | .872 |
| restaurants | two guides | 1.000 | .982 | .991 |
| dblp-acm | publications | .978 | .965 | .972 |
| senzing-truthset | people and firms, hard cases by hand | .982 | .991 | .986 |

The weights were tuned on these sets, so expect somewhat less on your own data, and measure there. Samples matter: without
them the truth set, in which every tenth person is a Smith and an office's mailbox appears everywhere, comes to .83, and
another draw of samples may miss a common value.

## What it cannot do

- Twins with similar names at one address, and two papers of one author with one title in one year, look the same.
- Links are transitive: a record without a birthday can join a father and a son of one name. Watch entities that grow.
- It knows nothing of your data but what you tell it. It is a beginning.
` },
{ path: "rule-config/document.md", title: "The document", summary: "A rule-config is one JSON object. What its keys are for is said in the [guide](README.md); this page lists every key and attribute that does not belong to a type.", text: `<!-- Made by scripts/rule-config-reference.ts from the registries: change those, then run npm run docs. -->

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
` },
{ path: "rule-config/lint-codes.md", title: "Lint codes", summary: "Every finding about a rule-config has one of these codes, a message, a JSON pointer, line and column, and a hint. A service refuses to start on a document with errors; warnings are said and do not stop it. The codes are stable.", text: `<!-- Made by scripts/rule-config-reference.ts from the registries: change those, then run npm run docs. -->

# Lint codes

Every finding about a rule-config has one of these codes, a message, a JSON pointer, line and column, and a hint. A service refuses to start on a document with errors; warnings are said and do not stop it. The codes are stable.

72 codes: [DOCUMENT_TOO_LARGE](#document_too_large) · [NESTING_TOO_DEEP](#nesting_too_deep) · [TOO_MANY_PARTS](#too_many_parts) · [TOO_MANY_FINDINGS](#too_many_findings) · [INVALID_SYNTAX](#invalid_syntax) · [DUPLICATE_KEY](#duplicate_key) · [RESERVED_KEY](#reserved_key) · [LONE_SURROGATE](#lone_surrogate) · [NUMBER_BEYOND_PRECISION](#number_beyond_precision) · [NOT_JSON](#not_json) · [MISSING_KEY](#missing_key) · [UNKNOWN_KEY](#unknown_key) · [WRONG_TYPE](#wrong_type) · [INVALID_VALUE](#invalid_value) · [OUT_OF_RANGE](#out_of_range) · [UNKNOWN_TYPE](#unknown_type) · [DUPLICATE_ID](#duplicate_id) · [DANGLING_ID](#dangling_id) · [MISSING_ATTRIBUTE](#missing_attribute) · [UNUSED_ATTRIBUTE](#unused_attribute) · [PATTERN](#pattern) · [PATTERNS_TOO_LARGE](#patterns_too_large) · [PATTERN_MATCHES_EMPTY](#pattern_matches_empty) · [UNKNOWN_GROUP](#unknown_group) · [EMPTY_PATH_STEP](#empty_path_step) · [DUPLICATE_PIN](#duplicate_pin) · [EMPTY_FILTER](#empty_filter) · [LIST_MAPS_TO_ITSELF](#list_maps_to_itself) · [DATE_FORMAT](#date_format) · [UNKNOWN_COUNTRY](#unknown_country) · [UNKNOWN_STATE](#unknown_state) · [INDEX_TOKENS_ABOVE_MIN](#index_tokens_above_min) · [INDEX_STRATEGY_INCOMPLETE](#index_strategy_incomplete) · [SAME_AS_EXACT](#same_as_exact) · [DISTANCE_NOT_INDEXED](#distance_not_indexed) · [WEIGHTS_DO_NOT_FIT](#weights_do_not_fit) · [DISAGREEMENT_COUNTS_MORE](#disagreement_counts_more) · [LIMITS_CROSS](#limits_cross) · [THRESHOLD_OUT_OF_REACH](#threshold_out_of_reach) · [SAME_RESOLVER_TWICE](#same_resolver_twice) · [PIPELINE_CYCLE](#pipeline_cycle) · [UNCONNECTED_PIN](#unconnected_pin) · [UNKNOWN_INPUT_PIN](#unknown_input_pin) · [UNKNOWN_OUTPUT_PIN](#unknown_output_pin) · [RESOLVER_PIN_MISSING](#resolver_pin_missing) · [UNKNOWN_PATH](#unknown_path) · [ROW_WIDTH](#row_width) · [EMPTY_REFERENCE_LIST](#empty_reference_list) · [ACCEPTS_EVERYTHING](#accepts_everything) · [ACCEPTS_NOTHING](#accepts_nothing) · [MATCHER_CYCLE](#matcher_cycle) · [MATCHER_TOO_LARGE](#matcher_too_large) · [DISTINCT_ALONE](#distinct_alone) · [CONTRADICTING_MATCHERS](#contradicting_matchers) · [EMPTY_RULE](#empty_rule) · [REPEATED_ID](#repeated_id) · [DISABLED_MATCHER_UNUSED](#disabled_matcher_unused) · [RESERVED_RULE_ID](#reserved_rule_id) · [EMPTY_RULE_SET](#empty_rule_set) · [NO_INDEX_KEYS](#no_index_keys) · [SEARCH_NOT_INDEXED](#search_not_indexed) · [LINK_NOT_INDEXED](#link_not_indexed) · [HUB_KEY](#hub_key) · [USELESS_RULE](#useless_rule) · [NO_DEFAULT_SEARCH](#no_default_search) · [NO_MUTATION_GROUP](#no_mutation_group) · [UNKNOWN_CONSISTENCY_GROUP](#unknown_consistency_group) · [CONSISTENCY_NEVER_HOLDS](#consistency_never_holds) · [SCORES_WITHOUT_WEIGHT](#scores_without_weight) · [DUPLICATE_SCORE](#duplicate_score) · [RULE_WITHOUT_WEIGHT](#rule_without_weight) · [UNUSED_PART](#unused_part)

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

## DISAGREEMENT_COUNTS_MORE

Warning. In the evidence of a weighted matcher disagreement counts more than any agreement.

Example: \`{ "matcherIDs": ["sameName"], "weights": [5], "otherwise": 8 }\`

Write otherwise below the weights, usually below 0.

## LIMITS_CROSS

Error. The least that a group of evidence may count is above the most, or the group counts in itself.

Example: \`"limits": { "place": { "most": 5, "least": 9 } }\`

Write a least below most.

## THRESHOLD_OUT_OF_REACH

Error. The threshold of a weighted matcher is higher than all of its evidence together counts.

Example: \`{ "threshold": 30, "evidence": [{ "matcherIDs": ["sameName"], "weights": [8] }] }\`

Lower the threshold, or raise weights.

## SAME_RESOLVER_TWICE

Error. A matcher that compares two resolvers with each other names one of them twice.

Example: \`{ "type": "swapped", "attributes": { "resolverIDs": ["name", "name"] } }\`

Name two resolvers.

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
` },
{ path: "rule-config/matchers.md", title: "Matchers", summary: "A matcher compares the values that resolvers give of two records, the same in both directions. The examples are run as tests.", text: `<!-- Made by scripts/rule-config-reference.ts from the registries: change those, then run npm run docs. -->

# Matchers

A matcher compares the values that resolvers give of two records, the same in both directions. The examples are run as tests.

| type | what for |
|---|---|
| [\`simple\`](#simple) | Satisfied when the two records share a value. |
| [\`token\`](#token) | Cuts the values into tokens and is satisfied when enough of them pair up one to one. |
| [\`swapped\`](#swapped) | Satisfied when the first value of one record is the second of the other, and the other way round: given and family name in each other’s place. |
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

## swapped

Satisfied when the first value of one record is the second of the other, and the other way round: given and family name in each other’s place.

| name | type | default | meaning |
|---|---|---|---|
| \`resolverIDs\` | list of any value | required | Two resolvers whose values are sometimes written one in the place of the other. |
| \`orInPlace\` | true or false | \`false\` | True is also satisfied when both values are the same in their own places. Default false. |

| attributes | values of a | values of b | verdict |
|---|---|---|---|
| \`{ "resolverIDs": ["given", "family"] }\` | \`{ "given": ["daniella"], "family": ["shaw"] }\` | \`{ "given": ["shaw"], "family": ["daniella"] }\` | satisfied |
| \`{ "resolverIDs": ["given", "family"] }\` | \`{ "given": ["daniella"], "family": ["shaw"] }\` | \`{ "given": ["daniella"], "family": ["shaw"] }\` | not satisfied |
| \`{ "resolverIDs": ["given", "family"], "orInPlace": true }\` | \`{ "given": ["daniella"], "family": ["shaw"] }\` | \`{ "given": ["daniella"], "family": ["shaw"] }\` | satisfied |

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
| \`limits.*.within\` | text | none | The group that this one counts in. Default: none. |

| attributes | values of a | values of b | verdict |
|---|---|---|---|
| \`{ "threshold": 10, "evidence": [{ "matcherIDs": ["sameEmail"], "weights": [9], "otherwise": -2 }, { "matcherIDs": ["sameBirthday"], "weights": [6], "otherwise": -8 }] }\` | \`{ "email": ["ada@example.com"], "birthday": ["1980-02-01"] }\` | \`{ "email": ["ada@example.com"], "birthday": ["1980-02-01"] }\` | satisfied |
| \`{ "threshold": 10, "evidence": [{ "matcherIDs": ["sameEmail"], "weights": [9], "otherwise": -2 }, { "matcherIDs": ["sameBirthday"], "weights": [6], "otherwise": -8 }] }\` | \`{ "email": ["ada@example.com"], "birthday": ["1980-02-01"] }\` | \`{ "email": ["ada@example.com"], "birthday": [] }\` | not satisfied |

The parts that these examples name:

- \`sameEmail\`: \`{ "type": "simple", "attributes": { "resolverID": "email" } }\`
- \`sameBirthday\`: \`{ "type": "simple", "attributes": { "resolverID": "birthday" } }\`
` },
{ path: "rule-config/recipes/companies.md", title: "Recipe: companies", summary: "Customers, suppliers and register entries of companies, from several countries. A number in a register of companies settles the matter both ways; names differ by legal form, language and typing errors.", text: `# Recipe: companies

Customers, suppliers and register entries of companies, from several countries. A number in a register of companies
settles the matter both ways; names differ by legal form, language and typing errors.

[rule-config.json](../../../examples/rule-configs/companies/rule-config.json) · [schema.graphqls](../../../examples/rule-configs/companies/schema.graphqls) · [cases.json](../../../examples/rule-configs/companies/cases.json)

## Rules

| rule | asks for | serves |
|---|---|---|
| \`REGISTRATION\` | the same number in the same country's register | link, search |
| \`DOMAIN_NAME\` | the same domain of the web site, similar names | link, search |
| \`PHONE_NAME\` | the same telephone number, similar names | link, search |
| \`POSTCODE_NAME\` | the same postcode, similar names, no other legal form | link, search |
| \`NAME\` | the same name | search only: two firms may bear one name |
| \`NOT_CONTRADICTED\` | registrations are equal, or one is unknown | gate for every link |

## What is worth a look

Countries come as codes and as names in two languages. A reference list maps them to codes, and drops what it does not
know; telephone numbers, postcodes and registrations then use the country as a second pin.

\`\`\`json
{
  "id": "COUNTRY",
  "type": "referencelist",
  "attributes": { "listID": "COUNTRIES", "keepUnknown": false },
  "inputPins": { "default": { "sourceID": "COUNTRY_TEXT", "sourcePin": "default" } }
}
\`\`\`

\`\`\`json
{
  "id": "PHONE",
  "type": "normalizephonenumber",
  "attributes": {},
  "inputPins": {
    "number": { "sourceID": "PHONE_TEXT", "sourcePin": "default" },
    "country": { "sourceID": "COUNTRY", "sourcePin": "default" }
  }
}
\`\`\`

A register number means nothing without its country, so the two are joined, and only where both are there:

\`\`\`json
{
  "id": "REGISTRATION",
  "type": "concat",
  "attributes": { "separator": " ", "requireAll": true },
  "inputPins": {
    "country": { "sourceID": "COUNTRY", "sourcePin": "default" },
    "number": { "sourceID": "REGISTRATION_CHARACTERS", "sourcePin": "default" }
  }
}
\`\`\`

\`normalizecompany\` takes legal forms off the name and gives them on a pin of their own. "Acme Ltd" and "Acme GmbH" share
the name and contradict each other by form; where one has none, that is no contradiction:

\`\`\`json
{ "id": "SAME_LEGAL_FORM", "type": "simple", "attributes": { "resolverID": "LEGAL_FORM" } }
\`\`\`

\`\`\`json
{ "id": "LEGAL_FORM_AGREES", "type": "orempty", "attributes": { "matcherID": "SAME_LEGAL_FORM" } }
\`\`\`

Names are alike when every word of the shorter one has a partner with few typing errors: "Acme" and "Acme Trading" are.
That is generous, and only used beside other evidence:

\`\`\`json
{
  "id": "NAME_ALIKE",
  "type": "token",
  "attributes": { "resolverID": "NAME", "tokenizerID": "WORDS", "comparerID": "FEW_TYPOS", "strategy": "all", "min": 1 }
}
\`\`\`

In \`DOMAIN_NAME\` the domain finds the candidates. The names are only verified, which saves their many keys:

\`\`\`json
{
  "id": "DOMAIN_NAME",
  "matcherIDs": ["SAME_DOMAIN", "NAME_ALIKE"],
  "attributes": { "score": 0.95, "disableIndexMatcherIDs": ["NAME_ALIKE"] }
}
\`\`\`

## Before you use it

* Free-mail and hosting domains (\`gmail.com\`, a shop platform) are shared by many: drop them with a \`filter\` behind \`DOMAIN\`.
* A head office and its branches share domain and name. If branches are entities of their own for you, ask for the postcode
  in every rule.

## Run it

\`\`\`console
$ npx entity-data rules lint --strict examples/rule-configs/companies/rule-config.json
examples/rule-configs/companies/rule-config.json: 0 errors, 0 warnings
$ npx entity-data rules test --rule-config examples/rule-configs/companies/rule-config.json examples/rule-configs/companies/cases.json
ok   examples/rule-configs/companies/cases.json: another notation of the same registration
ok   examples/rule-configs/companies/cases.json: the same site, the name with a typing error and another legal form
ok   examples/rule-configs/companies/cases.json: the same telephone number in another notation
ok   examples/rule-configs/companies/cases.json: two companies of one name with registrations of their own
ok   examples/rule-configs/companies/cases.json: the name alone is found by a search, and links nothing
5 passed, 0 failed
\`\`\`
` },
{ path: "rule-config/recipes/health-care-providers.md", title: "Recipe: health-care providers", summary: "Physicians and other providers of the United States, from rosters, claims, licence boards and directories. The National Provider Identifier (NPI) settles the matter where it is there and right.", text: `# Recipe: health-care providers

Physicians and other providers of the United States, from rosters, claims, licence boards and directories. The National
Provider Identifier (NPI) settles the matter where it is there and right.

[rule-config.json](../../../examples/rule-configs/health-care-providers/rule-config.json) · [schema.graphqls](../../../examples/rule-configs/health-care-providers/schema.graphqls) · [cases.json](../../../examples/rule-configs/health-care-providers/cases.json)

## Rules

| rule | asks for | serves |
|---|---|---|
| \`NPI\` | the same NPI | link, search |
| \`LICENSE\` | the same licence number of the same state, similar family names | link, search |
| \`PHONE_NAME\` | the same telephone number, similar family and given names | link, search |
| \`ZIP_NAME\` | the same ZIP code, family names that sound alike, similar given names | link, search |
| \`NOT_CONTRADICTED\` | NPIs are equal, or one is unknown | gate for every link |

## What is worth a look

\`identifier\` checks the check digit: a mistyped NPI becomes no value, rather than a contradiction or somebody else's number.

\`\`\`json
{
  "id": "NPI",
  "type": "identifier",
  "attributes": { "kind": "NPI" },
  "inputPins": { "default": { "sourceID": "NPI_TEXT", "sourcePin": "default" } }
}
\`\`\`

Boards number their licences independently, so state and number go together:

\`\`\`json
{
  "id": "LICENSE",
  "type": "concat",
  "attributes": { "separator": " ", "requireAll": true },
  "inputPins": {
    "state": { "sourceID": "LICENSE_STATE", "sourcePin": "default" },
    "number": { "sourceID": "LICENSE_CHARACTERS", "sourcePin": "default" }
  }
}
\`\`\`

"Okafor-Lindqvist", "Okafor Lindqvist, MD" and "Okafor" are one person's family names. Their words are compared by sound, and
one word is enough:

\`\`\`json
{ "id": "SOUND", "type": "phonetic", "attributes": { "algorithm": "doubleMetaphone" } }
\`\`\`

\`\`\`json
{
  "id": "FAMILY_SOUNDS",
  "type": "token",
  "attributes": { "resolverID": "FAMILY", "tokenizerID": "WORDS", "comparerID": "SOUND" }
}
\`\`\`

A practice has one telephone for everybody, so the number alone proves nothing. It finds the candidates, the names decide:

\`\`\`json
{
  "id": "PHONE_NAME",
  "matcherIDs": ["SAME_PHONE", "FAMILY_ALIKE", "GIVEN_CLOSE"],
  "attributes": { "score": 0.85, "disableIndexMatcherIDs": ["FAMILY_ALIKE"] }
}
\`\`\`

## Before you use it

* Organizations have NPIs too. If your records mix both, keep them apart: a second group with rules of its own, or an
  \`orempty\` on the kind of provider in every link rule.
* Father and son in one practice may share telephone, family name and first letter; \`GIVEN_CLOSE\` tells Robert from Roberto
  only by its threshold. A birthday, where you have one, belongs into \`PHONE_NAME\` and \`ZIP_NAME\`.

## Run it

\`\`\`console
$ npx entity-data rules lint --strict examples/rule-configs/health-care-providers/rule-config.json
examples/rule-configs/health-care-providers/rule-config.json: 0 errors, 0 warnings
$ npx entity-data rules test --rule-config examples/rule-configs/health-care-providers/rule-config.json examples/rule-configs/health-care-providers/cases.json
ok   examples/rule-configs/health-care-providers/cases.json: the same NPI, and a name after marriage
ok   examples/rule-configs/health-care-providers/cases.json: an NPI with a wrong check digit counts as none
ok   examples/rule-configs/health-care-providers/cases.json: the same licence in another notation
ok   examples/rule-configs/health-care-providers/cases.json: a licence number of another state
ok   examples/rule-configs/health-care-providers/cases.json: colleagues of one practice share its telephone
ok   examples/rule-configs/health-care-providers/cases.json: a short form of the name at the same practice
6 passed, 0 failed
\`\`\`
` },
{ path: "rule-config/recipes/households.md", title: "Recipe: households", summary: "The records are people, the entities are the households that they live in. The same person twice in a household is a duplicate, not a second member.", text: `# Recipe: households

The records are people, the entities are the households that they live in. The same person twice in a household is a
duplicate, not a second member.

[rule-config.json](../../../examples/rule-configs/households/rule-config.json) · [schema.graphqls](../../../examples/rule-configs/households/schema.graphqls) · [cases.json](../../../examples/rule-configs/households/cases.json)

## Rules

| rule | asks for | serves |
|---|---|---|
| \`DWELLING_FAMILY\` | the same street, house, flat and postcode, similar family names | link, search |
| \`PHONE_FAMILY\` | the same telephone number at home, similar family names, no other address | link, search |
| \`SAME_PERSON\` | the same given name, family name and birthday | duplicates, search |
| \`DWELLING\` | the same address | the search \`address\` only: neighbours and flatmates |

## What is worth a look

\`normalizeaddress\` writes "Flat 2, 10 High Road" and "10 High Rd, Apt 2" in one way, with the flat at the end. Together with
the postcode it names a dwelling; without a postcode there is none:

\`\`\`json
{
  "id": "DWELLING",
  "type": "concat",
  "attributes": { "separator": ", ", "requireAll": true },
  "inputPins": {
    "street": { "sourceID": "STREET", "sourcePin": "default" },
    "postcode": { "sourceID": "POSTCODE", "sourcePin": "full" }
  }
}
\`\`\`

Short forms of given names are resolved, so that Bill is William. A name that stands for several gives several values:

\`\`\`json
{
  "id": "GIVEN",
  "type": "normalizename",
  "attributes": { "part": "given", "nicknames": true },
  "inputPins": { "default": { "sourceID": "GIVEN_TEXT", "sourcePin": "default" } }
}
\`\`\`

The same telephone at another address is a household that moved, or a number that was given away: no link. \`orempty\` lets
a missing address pass:

\`\`\`json
{ "id": "DWELLING_AGREES", "type": "orempty", "attributes": { "matcherID": "SAME_DWELLING" } }
\`\`\`

The group has all three rule sets. A duplicate belongs to the household and has no edges:

\`\`\`json
{
  "mutationRuleSetGroups": {
    "households": { "indexRuleSetID": "INDEX", "linkRuleSetID": "LINK", "deduplicateRuleSetID": "DUPLICATES" }
  }
}
\`\`\`

## Before you use it

* Couples with two family names are two households here. Where that is wrong, link by \`DWELLING\` alone for addresses with a
  flat, and never for houses of many flats whose flats are not written down.
* Care homes, student halls and prisons are dwellings of hundreds. Drop their addresses with a \`filter\` behind \`DWELLING\`.
* \`SAME_PERSON\` also holds between two addresses: somebody who moved keeps both of them in one household until the old
  record goes.

## Run it

\`\`\`console
$ npx entity-data rules lint --strict examples/rule-configs/households/rule-config.json
examples/rule-configs/households/rule-config.json: 0 errors, 0 warnings
$ npx entity-data rules test --rule-config examples/rule-configs/households/rule-config.json examples/rule-configs/households/cases.json
ok   examples/rule-configs/households/cases.json: two people of one family in one flat
ok   examples/rule-configs/households/cases.json: another family in the same flat
ok   examples/rule-configs/households/cases.json: the same family name in the next flat
ok   examples/rule-configs/households/cases.json: one telephone, no address
ok   examples/rule-configs/households/cases.json: one telephone and another address: they moved out
ok   examples/rule-configs/households/cases.json: the same person again, by a short form of the name
6 passed, 0 failed
\`\`\`
` },
{ path: "rule-config/recipes/products.md", title: "Recipe: products", summary: "Articles of many shops and suppliers. A GTIN (EAN, UPC) settles the matter where it is there; otherwise brand and part number do, or the words of the title.", text: `# Recipe: products

Articles of many shops and suppliers. A GTIN (EAN, UPC) settles the matter where it is there; otherwise brand and part number
do, or the words of the title.

[rule-config.json](../../../examples/rule-configs/products/rule-config.json) · [schema.graphqls](../../../examples/rule-configs/products/schema.graphqls) · [cases.json](../../../examples/rule-configs/products/cases.json)

## Rules

| rule | asks for | serves |
|---|---|---|
| \`GTIN\` | the same GTIN, with or without leading zeros | link, search |
| \`BRAND_PART\` | the same brand and part number | link, search |
| \`BRAND_TITLE\` | the same brand, all words of the shorter title, no other part number, a similar price | link |
| \`WORDS\` | two words of the title | search only |
| \`NOT_CONTRADICTED\` | GTINs are equal, or one is unknown | gate for every link |

## What is worth a look

A UPC of 12 digits is an EAN of 13 with a zero in front. Only digits, a possible length, no leading zeros:

\`\`\`json
{
  "id": "GTIN_LENGTH",
  "type": "regexextract",
  "attributes": { "pattern": "^(?:\\\\d{8}|\\\\d{12,14})$" },
  "inputPins": { "default": { "sourceID": "GTIN_DIGITS", "sourcePin": "default" } }
}
\`\`\`

\`\`\`json
{
  "id": "GTIN",
  "type": "stringop",
  "attributes": { "operation": "replace", "pattern": "^0+" },
  "inputPins": { "default": { "sourceID": "GTIN_LENGTH", "sourcePin": "default" } }
}
\`\`\`

Titles write "500 ml" and "500ml". The pattern puts them together; what the number is stays with it:

\`\`\`json
{
  "id": "TITLE_UNITS",
  "type": "stringop",
  "attributes": {
    "operation": "replace",
    "pattern": "(\\\\d+)\\\\s+(gb|tb|ml|cl|kg|cm|mm|inch)\\\\b",
    "replacement": "$1$2"
  },
  "inputPins": { "default": { "sourceID": "TITLE_PLAIN", "sourcePin": "default" } }
}
\`\`\`

Shops write essays into titles. The first 24 words are enough, and keep the number of index keys low:

\`\`\`json
{
  "id": "TITLE_START",
  "type": "regexextract",
  "attributes": { "pattern": "^\\\\s*(?:\\\\S+\\\\s+){0,23}\\\\S+" },
  "inputPins": { "default": { "sourceID": "TITLE_TEXT", "sourcePin": "default" } }
}
\`\`\`

All words of the shorter title must be in the longer one, and at least three. Index keys are made of every two words:
three at a time would give a title of 20 words more than a thousand keys, and the record would be refused.

\`\`\`json
{
  "id": "TITLE_WORDS",
  "type": "token",
  "attributes": {
    "resolverID": "TITLE",
    "tokenizerID": "WORDS",
    "comparerID": "EQUAL",
    "strategy": "all",
    "min": 3,
    "indexTokens": 2
  }
}
\`\`\`

Prices may differ by a fifth of the higher one, or be unknown. A price far off tells an accessory from the thing itself:

\`\`\`json
{ "id": "WITHIN_A_FIFTH", "type": "number", "attributes": { "tolerance": "20%" } }
\`\`\`

\`\`\`json
{
  "id": "PRICE_NEAR",
  "type": "token",
  "attributes": { "resolverID": "PRICE", "tokenizerID": "WHOLE", "comparerID": "WITHIN_A_FIFTH" }
}
\`\`\`

\`\`\`json
{ "id": "PRICE_AGREES", "type": "orempty", "attributes": { "matcherID": "PRICE_NEAR" } }
\`\`\`

## Before you use it

* Sizes and colours that stand only in the title ("black", "128gb") are words like any other: the shorter title may lack
  them. Where variants are articles of their own, take them out with \`regexextract\` into a resolver, and add an \`orempty\`.
* The check digit of a GTIN is not verified: a wrong digit is another number, which no other article should have.
* The search rule \`WORDS\` finds all that share two words. Searches should name what they know: brand and part number first.

## Run it

\`\`\`console
$ npx entity-data rules lint --strict examples/rule-configs/products/rule-config.json
examples/rule-configs/products/rule-config.json: 0 errors, 0 warnings
$ npx entity-data rules test --rule-config examples/rule-configs/products/rule-config.json examples/rule-configs/products/cases.json
ok   examples/rule-configs/products/cases.json: a GTIN with and without leading zero
ok   examples/rule-configs/products/cases.json: the same part number of the same brand
ok   examples/rule-configs/products/cases.json: the same words in another order, at about the same price
ok   examples/rule-configs/products/cases.json: the same words at half the price: an accessory, perhaps
ok   examples/rule-configs/products/cases.json: the same words and another part number
ok   examples/rule-configs/products/cases.json: two GTINs are two articles, whatever else agrees
ok   examples/rule-configs/products/cases.json: units are written together
7 passed, 0 failed
\`\`\`
` },
{ path: "rule-config/recipes/vehicles.md", title: "Recipe: vehicles", summary: "Vehicles as registers, garages and insurers know them. The vehicle identification number (VIN) settles the matter; it is often mistyped, and often missing, and then the plates must do.", text: `# Recipe: vehicles

Vehicles as registers, garages and insurers know them. The vehicle identification number (VIN) settles the matter; it is often
mistyped, and often missing, and then the plates must do.

[rule-config.json](../../../examples/rule-configs/vehicles/rule-config.json) · [schema.graphqls](../../../examples/rule-configs/vehicles/schema.graphqls) · [cases.json](../../../examples/rule-configs/vehicles/cases.json)

## Rules

| rule | asks for | serves |
|---|---|---|
| \`VIN\` | the same VIN with a right check digit | link, search |
| \`SERIAL_MAKE\` | the same last eight characters of the VIN and the same make, model years at most one apart | link, search |
| \`PLATE\` | a plate of the same state in common, no other make, model years at most one apart | link, search |
| \`NOT_CONTRADICTED\` | VINs are equal, or one is unknown or wrong | gate for every link |

## What is worth a look

\`identifier\` keeps only VINs whose check digit is right. One typing error in the first nine characters leaves the last eight,
which number the vehicles of a maker, as they are:

\`\`\`json
{
  "id": "VIN",
  "type": "identifier",
  "attributes": { "kind": "VIN" },
  "inputPins": { "default": { "sourceID": "VIN_TEXT", "sourcePin": "default" } }
}
\`\`\`

\`\`\`json
{
  "id": "SERIAL",
  "type": "stringop",
  "attributes": { "operation": "substring", "start": -8 },
  "inputPins": { "default": { "sourceID": "VIN_LENGTH", "sourcePin": "default" } }
}
\`\`\`

A record has a list of plates, each with a state and a number. Two lists by \`plates.*.state\` and \`plates.*.number\` would slip
against each other where a state is missing; taking each plate as an object keeps its parts together:

\`\`\`json
{ "id": "PLATE_OBJECTS", "type": "field", "attributes": { "path": "plates.*", "objects": true }, "inputPins": {} }
\`\`\`

\`\`\`json
{
  "id": "PLATE_TEXTS",
  "type": "list",
  "attributes": { "operation": "extract", "paths": ["state", "number"], "separator": " " },
  "inputPins": { "default": { "sourceID": "PLATE_OBJECTS", "sourcePin": "default" } }
}
\`\`\`

Any plate in common will do, that of today or a former one: a resolver with many values is satisfied by one of them.

\`\`\`json
{ "id": "SAME_PLATE", "type": "simple", "attributes": { "resolverID": "PLATES" } }
\`\`\`

Short names of makes are in a reference list; one that it does not know passes as it is:

\`\`\`json
{
  "id": "MAKE",
  "type": "referencelist",
  "attributes": { "listID": "MAKES" },
  "inputPins": { "default": { "sourceID": "MAKE_TEXT", "sourcePin": "default" } }
}
\`\`\`

## Before you use it

* The check digit is a rule of North America. European makers need not follow it: use \`VIN_LENGTH\` instead of \`VIN\` for them.
* Plates go to other vehicles. With dates, compare only plates of overlapping times; here, another VIN keeps them apart.

## Run it

\`\`\`console
$ npx entity-data rules lint --strict examples/rule-configs/vehicles/rule-config.json
examples/rule-configs/vehicles/rule-config.json: 0 errors, 0 warnings
$ npx entity-data rules test --rule-config examples/rule-configs/vehicles/rule-config.json examples/rule-configs/vehicles/cases.json
ok   examples/rule-configs/vehicles/cases.json: the same VIN, with spaces
ok   examples/rule-configs/vehicles/cases.json: a VIN with a typing error: its serial number and the make
ok   examples/rule-configs/vehicles/cases.json: a former plate
ok   examples/rule-configs/vehicles/cases.json: the same plate number of another state
ok   examples/rule-configs/vehicles/cases.json: a plate that went to another vehicle
ok   examples/rule-configs/vehicles/cases.json: short forms of makes
6 passed, 0 failed
\`\`\`
` },
{ path: "rule-config/rule-config.schema.json", title: "Rule-config", summary: "What belongs together: how records become clean values, and which values make two records one entity.", text: `{
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
                "const": "prefix",
                "description": "Satisfied when one text begins with the other: abbreviations such as trans and transactions, initials."
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
                          "description": "Allowed distance by minimal length of the shorter text, in UTF-16 code units. Default: none below 4, 1 from 4, 2 from 8. Distances above 4 are only verified.",
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
            "if": { "properties": { "type": { "const": "prefix" } }, "required": ["type"] },
            "then": {
              "properties": {
                "attributes": {
                  "anyOf": [
                    {
                      "type": "object",
                      "properties": {
                        "minLength": {
                          "default": 2,
                          "description": "Characters that the shorter text must have. Default 2; 1 lets an initial stand for a name.",
                          "type": "integer",
                          "minimum": 1,
                          "maximum": 64
                        },
                        "maxLength": {
                          "description": "Characters that the shorter text has at most; 1 takes only initials. Default: any number.",
                          "type": "integer",
                          "minimum": 1,
                          "maximum": 1024
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
                "const": "swapped",
                "description": "Satisfied when the first value of one record is the second of the other, and the other way round: given and family name in each other’s place."
              },
              {
                "const": "orempty",
                "description": "Satisfied when the inner matcher is, or when one of the records has no value for it."
              },
              { "const": "any", "description": "Satisfied when one of the inner matchers is." },
              {
                "const": "weighted",
                "description": "Adds up weights for what agrees and what disagrees and is satisfied when the sum reaches threshold. Verifies only: finds no candidates."
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
            "if": { "properties": { "type": { "const": "swapped" } }, "required": ["type"] },
            "then": {
              "properties": {
                "attributes": {
                  "type": "object",
                  "properties": {
                    "resolverIDs": {
                      "type": "array",
                      "prefixItems": [{ "type": "string", "minLength": 1 }, { "type": "string", "minLength": 1 }],
                      "items": false,
                      "minItems": 2,
                      "maxItems": 2,
                      "description": "Two resolvers whose values are sometimes written one in the place of the other."
                    },
                    "orInPlace": {
                      "default": false,
                      "description": "True is also satisfied when both values are the same in their own places. Default false.",
                      "type": "boolean"
                    }
                  },
                  "required": ["resolverIDs"]
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
          },
          {
            "if": { "properties": { "type": { "const": "weighted" } }, "required": ["type"] },
            "then": {
              "properties": {
                "attributes": {
                  "type": "object",
                  "properties": {
                    "threshold": { "type": "number", "description": "Least sum of what counts." },
                    "evidence": {
                      "minItems": 1,
                      "type": "array",
                      "items": {
                        "type": "object",
                        "properties": {
                          "matcherIDs": {
                            "minItems": 1,
                            "type": "array",
                            "items": { "type": "string", "minLength": 1 },
                            "description": "Matchers from the strictest to the loosest; the first one that is satisfied counts."
                          },
                          "weights": {
                            "minItems": 1,
                            "type": "array",
                            "items": { "type": "number", "minimum": -100, "maximum": 100 },
                            "description": "What each of them counts, in the same order."
                          },
                          "otherwise": {
                            "default": 0,
                            "description": "What counts when both records have a value and none of the matchers is satisfied; usually negative. Default 0. A record without a value counts 0.",
                            "type": "number",
                            "minimum": -100,
                            "maximum": 100
                          },
                          "group": {
                            "description": "Name of a group in limits, for evidence that tends to agree together.",
                            "type": "string",
                            "minLength": 1
                          }
                        },
                        "required": ["matcherIDs", "weights"]
                      },
                      "description": "What speaks for and against the two records being the same."
                    },
                    "limits": {
                      "default": {},
                      "description": "Bounds to what the evidence of one group counts together. Default: none.",
                      "type": "object",
                      "propertyNames": { "type": "string", "minLength": 1 },
                      "additionalProperties": {
                        "type": "object",
                        "properties": {
                          "most": { "description": "The group counts no more than this.", "type": "number" },
                          "least": { "description": "The group counts no less than this.", "type": "number" },
                          "within": {
                            "description": "The group that this one counts in. Default: none.",
                            "type": "string",
                            "minLength": 1
                          }
                        }
                      }
                    }
                  },
                  "required": ["threshold", "evidence"]
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
` },
{ path: "rule-config/testing.md", title: "Testing a rule-config", summary: "A case is two records and what the rules should say of them. Files of cases live beside the rule-config and run in your build:", text: `# Testing a rule-config

A case is two records and what the rules should say of them. Files of cases live beside the rule-config and run in your
build:

\`\`\`console
$ npx entity-data rules test --rule-config examples/people/rule-config.json examples/people/cases.json
ok   examples/people/cases.json: typing errors, another notation of the number and no birthday
ok   examples/people/cases.json: mother and daughter share a telephone
2 passed, 0 failed
\`\`\`

No service is needed: the command runs the very code that submit and search run. It ends with 0 when every case holds, and
with 1 otherwise. \`--junit results.xml\` also writes the results as JUnit XML, a test suite for each file. The record schema
is \`schema.graphqls\` beside the rule-config, or what \`--schema\` names.

## A case

A file holds one case or a list of cases:

\`\`\`json
{
  "name": "the same number in another notation",
  "recordA": { "id": "1", "firstName": "Rosie", "lastName": "Ritchie", "phone": "07700 900540" },
  "recordB": { "id": "2", "firstName": "Rosie", "lastName": "Ritchie", "phone": "+44 7700 900540" },
  "expectation": {
    "together": true,
    "searchRuleSets": [{ "name": "default", "ruleSet": { "satisfiedRules": ["PHONE", "NAME"] } }],
    "mutationRuleSetGroups": [
      {
        "name": "people",
        "outcome": "LINK",
        "indexRuleSet": { "unsatisfiedRules": ["EMAIL"] },
        "linkRuleSet": { "ruleSetID": "LINK", "satisfiedRules": ["PHONE_NAME"] }
      }
    ]
  }
}
\`\`\`

| key | means |
|---|---|
| \`name\` | what the case shows; optional |
| \`recordA\`, \`recordB\` | two records as they would be submitted |
| \`expectation.together\` | true: by themselves the two are linked, or one is a duplicate of the other, in some group. False: in none |
| \`expectation.searchRuleSets\` | by \`name\` of a search rule set: what it says of the two, in \`ruleSet\` |
| \`expectation.mutationRuleSetGroups\` | by \`name\` of a group: its \`outcome\`, and in \`indexRuleSet\`, \`linkRuleSet\`, \`deduplicateRuleSet\` and \`consistencyRuleSet\` what each of its rule sets says |

A rule set is expected with any of

| key | means |
|---|---|
| \`ruleSetID\` | the rule set in use has this id |
| \`satisfiedRules\` | exactly these rules of it are satisfied; \`[]\` for none |
| \`unsatisfiedRules\` | these rules of it are not satisfied, whatever the others are |

What is not named is not checked, but a case must expect something. The outcome of a group is one of

| outcome | when |
|---|---|
| \`LINK\` | a link rule holds, nothing refuses it, and the index finds the pair |
| \`DUPLICATE\` | the deduplicate rule set holds: the later record is a duplicate of the earlier |
| \`KEPT_APART\` | a link or deduplicate rule holds, but the consistency rule set does not |
| \`NOT_FOUND\` | a link or deduplicate rule holds that is in no index rule set, and the two share no index key |
| \`NO_MATCH\` | no link or deduplicate rule holds |

## When a case fails

The difference is printed below the case. Of the [companies](recipes/companies.md), two names that have no word in common
do not go together, whatever the telephone says:

<!-- file: my/failing.json -->
\`\`\`json
{
  "name": "an old telephone number",
  "recordA": { "id": "1", "name": "Acme Ltd", "phone": "+44 20 7946 0123" },
  "recordB": { "id": "2", "name": "Bexley Foods Ltd", "phone": "+44 20 7946 0123" },
  "expectation": {
    "together": true,
    "mutationRuleSetGroups": [{ "name": "companies", "linkRuleSet": { "satisfiedRules": ["PHONE_NAME"] } }]
  }
}
\`\`\`

\`\`\`console
$ npx entity-data rules test --rule-config examples/rule-configs/companies/rule-config.json my/failing.json
FAIL my/failing.json: an old telephone number
     the records
       expected: belong to one entity
       found:    do not match
     group "companies", link rule set, satisfied rules
       expected: PHONE_NAME
       found:    none
0 passed, 1 failed
\`\`\`

\`npx entity-data rules simulate\` takes the same files and shows each pair down to every matcher; see the
[tutorial](tutorial.md#4-look-at-a-pair).

## What to test

* For every link rule, a pair that only it links, and a pair that just misses it.
* The neighbours that must stay apart: father and son of one name, two flats of one house, two firms of one founder.
* Values that stand for nothing: \`n/a\`, \`0000000000\`, \`1900-01-01\`.
* Every wrong link and every missed one that somebody reported.
` },
{ path: "rule-config/tokenizers.md", title: "Tokenizers", summary: "A tokenizer cuts a text into tokens, for matchers of the type `token` and transformers of the type `tokenize`. The examples are run as tests.", text: `<!-- Made by scripts/rule-config-reference.ts from the registries: change those, then run npm run docs. -->

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
` },
{ path: "rule-config/transformers.md", title: "Transformers", summary: "A transformer takes lists of texts from its input pins and gives lists of texts on its output pins. A value that it cannot read becomes no value; the trace of a simulation says why. The examples are run as tests.", text: `<!-- Made by scripts/rule-config-reference.ts from the registries: change those, then run npm run docs. -->

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
` },
{ path: "rule-config/tutorial.md", title: "Tutorial: people", summary: "From a list of fields to rules that are under test, with the made-up people of [examples/people](../../examples/people/README.md). You need this repository after `npm ci`, and an editor.", text: `# Tutorial: people

From a list of fields to rules that are under test, with the made-up people of
[examples/people](../../examples/people/README.md). You need this repository after \`npm ci\`, and an editor.

## 1. The record

Make a directory \`my\`, and in it \`schema.graphqls\`:

<!-- file: my/schema.graphqls -->
\`\`\`graphql
type Record {
  id: ID!
  firstName: String
  lastName: String
  dateOfBirth: String
  email: String
  phone: String
  postcode: String
}
\`\`\`

Look at the data before you write a rule. In \`people.csv\`, these three are one person:

| id | firstName | lastName | dateOfBirth | email | phone | postcode |
|---|---|---|---|---|---|---|
| p245 | Billy | Steuber | 1952-06-04 | billy.steuber64@example.org | 07700 900995 | OX7 5XO |
| p194 | Billy | Steuber | 04.06.1952 | billy.steuber64@exmple.org | +44 7700 900995 | OX75XO |
| p175 | Billy | Steubeer | n/a | billy.steuber64@example.org | 07700900995 | OX7 5XO |

So there are other notations, typing errors in anything, and texts that stand for nothing.

## 2. The first rule

Write \`my/rule-config.json\`. With \`$schema\`, an editor completes and checks it as you type.

<!-- file: my/rule-config.json -->
\`\`\`json
{
  "$schema": "../docs/rule-config/rule-config.schema.json",
  "transformers": [
    { "id": "EMAIL_TEXT", "type": "field", "attributes": { "path": "email" }, "inputPins": {} },
    {
      "id": "EMAIL_ADDRESS",
      "type": "normalizeemail",
      "attributes": {},
      "inputPins": { "default": { "sourceID": "EMAIL_TEXT", "sourcePin": "default" } }
    }
  ],
  "resolvers": [{ "id": "EMAIL", "inputPin": { "sourceID": "EMAIL_ADDRESS", "sourcePin": "email" } }],
  "matchers": [{ "id": "SAME_EMAIL", "type": "simple", "attributes": { "resolverID": "EMAIL" } }],
  "rules": [{ "id": "EMAIL", "matcherIDs": ["SAME_EMAIL"], "attributes": { "score": 0.95 } }],
  "ruleSets": [{ "id": "ALL", "ruleIDs": ["EMAIL"] }],
  "searchRuleSetIDs": { "default": "ALL" },
  "mutationRuleSetGroups": {
    "people": { "indexRuleSetID": "ALL", "linkRuleSetID": "ALL", "deduplicateRuleSetID": null }
  }
}
\`\`\`

\`\`\`console
$ npx entity-data rules lint my/rule-config.json
my/rule-config.json: 0 errors, 0 warnings
\`\`\`

The linter reads \`schema.graphqls\` beside the file, so it also knows a path that your records do not have. Had you written
\`emial\`:

<!-- file: my/misspelt.json is my/rule-config.json with "emial" for "email" -->
\`\`\`console
$ npx entity-data rules lint my/misspelt.json
my/misspelt.json:4:68 error UNKNOWN_PATH transformer "EMAIL_TEXT": the path "emial" is not in the record schema (Did you mean "email"?)
my/misspelt.json: 1 error, 0 warnings
\`\`\`

## 3. More evidence

What else says that two records are one person? Each alone is too little: a phone number may be a household's, a birthday
is shared by many.

| rule | asks for |
|---|---|
| \`EMAIL\` | the same e-mail address |
| \`PHONE_NAME\` | the same phone number, similar first names |
| \`BIRTHDAY_NAME\` | the same birthday, last names that sound alike, similar first names |

Birthdays come in several forms, and the day is first; \`makedate\` reads them and drops \`n/a\`. Numbers without a country are
British. First names may be misspelt: Jaro-Winkler similarity of at least 0.85. Last names are compared by sound, because
\`similarity\` cannot find candidates by itself and a sound can.

<!-- file: my/rule-config.json -->
\`\`\`json
{
  "$schema": "../docs/rule-config/rule-config.schema.json",
  "transformers": [
    { "id": "EMAIL_TEXT", "type": "field", "attributes": { "path": "email" }, "inputPins": {} },
    {
      "id": "EMAIL_ADDRESS",
      "type": "normalizeemail",
      "attributes": {},
      "inputPins": { "default": { "sourceID": "EMAIL_TEXT", "sourcePin": "default" } }
    },
    { "id": "PHONE_TEXT", "type": "field", "attributes": { "path": "phone" }, "inputPins": {} },
    {
      "id": "PHONE_NUMBER",
      "type": "normalizephonenumber",
      "attributes": { "defaultCountry": "GB" },
      "inputPins": { "number": { "sourceID": "PHONE_TEXT", "sourcePin": "default" } }
    },
    { "id": "BIRTH_TEXT", "type": "field", "attributes": { "path": "dateOfBirth" }, "inputPins": {} },
    {
      "id": "BIRTH_DATE",
      "type": "makedate",
      "attributes": { "dayFirst": true },
      "inputPins": { "full": { "sourceID": "BIRTH_TEXT", "sourcePin": "default" } }
    },
    { "id": "FIRST_TEXT", "type": "field", "attributes": { "path": "firstName" }, "inputPins": {} },
    {
      "id": "FIRST_CLEAN",
      "type": "normalizename",
      "attributes": { "part": "given" },
      "inputPins": { "default": { "sourceID": "FIRST_TEXT", "sourcePin": "default" } }
    },
    { "id": "LAST_TEXT", "type": "field", "attributes": { "path": "lastName" }, "inputPins": {} },
    {
      "id": "LAST_CLEAN",
      "type": "normalizename",
      "attributes": { "part": "family" },
      "inputPins": { "default": { "sourceID": "LAST_TEXT", "sourcePin": "default" } }
    }
  ],
  "resolvers": [
    { "id": "EMAIL", "inputPin": { "sourceID": "EMAIL_ADDRESS", "sourcePin": "email" } },
    { "id": "PHONE", "inputPin": { "sourceID": "PHONE_NUMBER", "sourcePin": "e164" } },
    { "id": "BIRTHDAY", "inputPin": { "sourceID": "BIRTH_DATE", "sourcePin": "full" } },
    { "id": "FIRST_NAME", "inputPin": { "sourceID": "FIRST_CLEAN", "sourcePin": "default" } },
    { "id": "LAST_NAME", "inputPin": { "sourceID": "LAST_CLEAN", "sourcePin": "default" } }
  ],
  "tokenizers": [{ "id": "WORDS", "type": "word", "attributes": {} }],
  "comparers": [
    { "id": "SOUNDS_ALIKE", "type": "phonetic", "attributes": { "algorithm": "soundex" } },
    { "id": "LOOKS_ALIKE", "type": "similarity", "attributes": { "algorithm": "jaroWinkler", "threshold": 0.85 } }
  ],
  "matchers": [
    { "id": "SAME_EMAIL", "type": "simple", "attributes": { "resolverID": "EMAIL" } },
    { "id": "SAME_PHONE", "type": "simple", "attributes": { "resolverID": "PHONE" } },
    { "id": "SAME_BIRTHDAY", "type": "simple", "attributes": { "resolverID": "BIRTHDAY" } },
    {
      "id": "FIRST_LOOKS",
      "type": "token",
      "attributes": { "resolverID": "FIRST_NAME", "tokenizerID": "WORDS", "comparerID": "LOOKS_ALIKE" }
    },
    {
      "id": "LAST_SOUNDS",
      "type": "token",
      "attributes": { "resolverID": "LAST_NAME", "tokenizerID": "WORDS", "comparerID": "SOUNDS_ALIKE" }
    }
  ],
  "rules": [
    { "id": "EMAIL", "matcherIDs": ["SAME_EMAIL"], "attributes": { "score": 0.95 } },
    { "id": "PHONE_NAME", "matcherIDs": ["SAME_PHONE", "FIRST_LOOKS"], "attributes": { "score": 0.9 } },
    {
      "id": "BIRTHDAY_NAME",
      "matcherIDs": ["SAME_BIRTHDAY", "LAST_SOUNDS", "FIRST_LOOKS"],
      "attributes": { "score": 0.9 }
    }
  ],
  "ruleSets": [{ "id": "ALL", "ruleIDs": ["EMAIL", "PHONE_NAME", "BIRTHDAY_NAME"] }],
  "searchRuleSetIDs": { "default": "ALL" },
  "mutationRuleSetGroups": {
    "people": { "indexRuleSetID": "ALL", "linkRuleSetID": "ALL", "deduplicateRuleSetID": null }
  }
}
\`\`\`

## 4. Look at a pair

Write two records into \`my/pair.json\`:

<!-- file: my/pair.json -->
\`\`\`json
{
  "recordA": {
    "id": "p194",
    "firstName": "Billy",
    "lastName": "Steuber",
    "dateOfBirth": "04.06.1952",
    "email": "billy.steuber64@exmple.org",
    "phone": "+44 7700 900995",
    "postcode": "OX75XO"
  },
  "recordB": {
    "id": "p175",
    "firstName": "Billy",
    "lastName": "Steubeer",
    "dateOfBirth": "n/a",
    "email": "billy.steuber64@example.org",
    "phone": "07700900995",
    "postcode": "OX7 5XO"
  }
}
\`\`\`

The simulation shows the clean values of both, each rule with its matchers, and the verdict: \`+\` is satisfied, \`-\` is not,
and behind a matcher stand the similarity and the values compared.

\`\`\`console
$ npx entity-data rules simulate --rule-config my/rule-config.json my/pair.json
== my/pair.json: case
The records belong to one entity.
…
  BIRTHDAY: (no value)
…
group people: LINK
  link rule set ALL
    - EMAIL
      - SAME_EMAIL 0.00  billy.steuber64@exmple.org | billy.steuber64@example.org
    + PHONE_NAME
      + SAME_PHONE 1.00  +447700900995 | +447700900995
      + FIRST_LOOKS 1.00  billy | billy
    - BIRTHDAY_NAME
      - SAME_BIRTHDAY 0.00  1952-06-04 | (no value)
      + LAST_SOUNDS 1.00  steuber | steubeer
      + FIRST_LOOKS 1.00  billy | billy
…
\`\`\`

\`--trace\` adds what every transformer did, and why a value was dropped.

\`\`\`console
$ npx entity-data rules simulate --trace --rule-config my/rule-config.json my/pair.json
…
  BIRTH_DATE (makedate): {"full":["n/a"],"year":[],"month":[],"day":[]} → {"full":[],"year":[],"month":[],"day":[]}
    "n/a" is not a date in a known form
…
\`\`\`

## 5. Look at the keys

A record is found by its index keys. Those that most of your records share show where a hub grows:

\`\`\`console
$ npx entity-data rules keys --rule-config my/rule-config.json --top 3 examples/people/people.csv
     3 records  PHONE_NAME: +447700900915
     3 records  BIRTHDAY_NAME: 2004-06-30 + W220
     3 records  PHONE_NAME: +447700900801
\`\`\`

Three at most is fine: a key may be shared by dozens of records without harm, by thousands it slows every submit that has
it.

## 6. Put the rules under test

Write what should hold into \`my/cases.json\`, above all the pairs that must stay apart:

<!-- file: my/cases.json -->
\`\`\`json
[
  {
    "name": "another notation, no birthday",
    "recordA": { "id": "1", "firstName": "Billy", "lastName": "Steuber", "phone": "+44 7700 900995" },
    "recordB": { "id": "2", "firstName": "Bily", "lastName": "Steubeer", "phone": "07700900995" },
    "expectation": {
      "together": true,
      "mutationRuleSetGroups": [{ "name": "people", "linkRuleSet": { "satisfiedRules": ["PHONE_NAME"] } }]
    }
  },
  {
    "name": "mother and daughter share a telephone",
    "recordA": { "id": "3", "firstName": "Rosie", "lastName": "Ritchie", "phone": "07700 900540" },
    "recordB": { "id": "4", "firstName": "Hannah", "lastName": "Ritchie", "phone": "07700 900540" },
    "expectation": { "together": false }
  }
]
\`\`\`

\`\`\`console
$ npx entity-data rules test --rule-config my/rule-config.json my/cases.json
ok   my/cases.json: another notation, no birthday
ok   my/cases.json: mother and daughter share a telephone
2 passed, 0 failed
\`\`\`

Run that in your build; [Testing](testing.md) has the whole format. When somebody later reports a wrong link or a missing
one, the pair becomes a case before a rule changes.

## 7. Run it

\`\`\`
npx entity-data start --schema my/schema.graphqls --rule-config my/rule-config.json --data-dir .my-data
npx entity-data load examples/people/people.csv
npx entity-data search firstName=Billy phone=07700900995
\`\`\`

The document of [examples/people](../../examples/people/rule-config.json) goes on from here: it drops texts such as
\`unknown\`, lets birthdays veto what contradicts them, finds by postcode and name, and gives searches rules of their own.
` },
{ path: "scale.md", title: "A billion records", summary: "What the index would hold at 10,000, a million, 100 million and a billion records, without storing them: `npm run simulate:scale` draws households with the frequencies of a census, makes their index keys with the real rules, and works out how many other records have the same key. It takes less than a minute, and the same run gives the same figures.", text: `# A billion records

What the index would hold at 10,000, a million, 100 million and a billion records, without storing them:
\`npm run simulate:scale\` draws households with the frequencies of a census, makes their index keys with the real rules, and
works out how many other records have the same key. It takes less than a minute, and the same run gives the same figures.

## The population

| | |
|---|---|
| surnames | the frequency classes of the US census of 2000 (Word, Coleman, Nunziata, Kominski 2008): 6.2 million names, seven of them with 4 % of people, 275 with 26 %; the hundred most frequent by name, the others made up after real ones |
| first names | the US census lists of 1990: the twenty most frequent of men and of women with their shares, 1,219 and 4,275 names for 90 %, 40,000 for the rest |
| birthdays | from 1930 to 2006, fewer in the oldest years; 8 % have none, 0.2 % have 1900-01-01 |
| households | of 1 to 5 people (UK, 2023); a surname for four of five members, a postcode, a telephone, an address for e-mail |
| records of a person | one (72 %) to four |
| postcodes | 1.7 million, as in the UK, however many records: at a billion each has 560 records, so that these figures are of an instance that knows everybody there nine times |
| shared numbers and addresses | 4 % of numbers and 2 % of addresses belong to employers, shops and agencies, the k-th largest with a share of about 1/k; 2,000 of them for a million records |

All but the names are assumptions; they stand in \`bench/simulation/population.ts\` to be changed. Typing errors are left out:
they make keys rarer.

## Is it true?

\`npm run simulate:scale -- --validate 100000\` first loads so many records of the same population through \`submit\` into a
real store, with a cap of 50 so that there are hubs, and counts what lies under the keys of 5,000 of them. It fails when a
mean differs by more than 12 %. A smaller load is part of the tests (\`test/unit/bench/simulation\`).

The rules of \`examples/people\`:

<!-- validation-example:begin -->
|  | forecast | counted in the store |  |
|---|--:|--:|--:|
| EMAIL: keys of a record | 0.780 | 0.780 |  |
| EMAIL: holders of a key, to the cap | 2.31 | 2.07 |  |
| EMAIL: share of keys above the cap | 0.0104 | 0.00769 |  |
| PHONE, PHONE_NAME: keys of a record | 0.870 | 0.873 |  |
| PHONE, PHONE_NAME: holders of a key, to the cap | 3.02 | 3.28 |  |
| PHONE, PHONE_NAME: share of keys above the cap | 0.0224 | 0.0254 |  |
| BIRTHDAY_LAST_NAME: keys of a record | 0.922 | 0.914 |  |
| BIRTHDAY_LAST_NAME: holders of a key, to the cap | 1.76 | 1.74 |  |
| BIRTHDAY_LAST_NAME: share of keys above the cap | 0.00 | 0.00 |  |
| BIRTHDAY_FIRST_NAME: keys of a record | 0.922 | 0.914 |  |
| BIRTHDAY_FIRST_NAME: holders of a key, to the cap | 1.76 | 1.76 |  |
| BIRTHDAY_FIRST_NAME: share of keys above the cap | 0.00 | 0.00 |  |
| POSTCODE_NAME: keys of a record | 0.948 | 0.953 |  |
| POSTCODE_NAME: holders of a key, to the cap | 3.42 | 3.40 |  |
| POSTCODE_NAME: share of keys above the cap | 0.00 | 0.00 |  |
| NAME: keys of a record | 1.00 | 1.00 |  |
| NAME: holders of a key, to the cap | 2.70 | 2.68 |  |
| NAME: share of keys above the cap | 0.00 | 0.00 |  |
| candidates of a submit | 2.93 | 2.95 |  |
<!-- validation-example:end -->

The designed rules:

<!-- validation-designed:begin -->
|  | forecast | counted in the store |  |
|---|--:|--:|--:|
| NAMES: keys of a record | 1.06 | 1.07 |  |
| NAMES: holders of a key, to the cap | 1.97 | 2.04 |  |
| NAMES: share of keys above the cap | 0.00 | 0.00 |  |
| BIRTH_DATE_SWAPPED: keys of a record | 0.922 | 0.914 |  |
| BIRTH_DATE_SWAPPED: holders of a key, to the cap | 6.71 | 6.78 |  |
| BIRTH_DATE_SWAPPED: share of keys above the cap | 0.00175 | 0.00131 |  |
| EMAIL: keys of a record | 0.780 | 0.780 |  |
| EMAIL: holders of a key, to the cap | 2.30 | 2.07 |  |
| EMAIL: share of keys above the cap | 0.0103 | 0.00769 |  |
| PHONE: keys of a record | 0.870 | 0.873 |  |
| PHONE: holders of a key, to the cap | 3.02 | 3.43 |  |
| PHONE: share of keys above the cap | 0.0227 | 0.0254 |  |
| GIVEN_NAME_SOUND_AND_POSTCODE: keys of a record | 1.18 | 1.20 |  |
| GIVEN_NAME_SOUND_AND_POSTCODE: holders of a key, to the cap | 1.78 | 1.78 |  |
| GIVEN_NAME_SOUND_AND_POSTCODE: share of keys above the cap | 0.00 | 0.00 |  |
| FAMILY_NAME_SOUND_AND_POSTCODE: keys of a record | 1.13 | 1.14 |  |
| FAMILY_NAME_SOUND_AND_POSTCODE: holders of a key, to the cap | 3.40 | 3.40 |  |
| FAMILY_NAME_SOUND_AND_POSTCODE: share of keys above the cap | 0.00 | 0.00 |  |
| candidates of a submit | 7.56 | 7.84 |  |
<!-- validation-designed:end -->

## The rules of \`examples/people\`

<!-- scale-example:begin -->
Candidates that are judged (mean / p95 / p99):

|  | 10,000 records | 1 million records | 100 million records | 1 billion records |
|---|--:|--:|--:|--:|
| of a submit | 4.3 / 10 / 62 | 10.3 / 9 / 278 | 29 / 85 / 197 | 212 / 732 / 1,005 |
| of a search by names, birthday and postcode | 2.5 / 6 / 9 | 11 / 44 / 108 | 183 / 734 / 969 | 341 / 954 / 1,144 |

Records that share a record's key, by rule (mean / p95 / p99):

| rules of the key | 10,000 records | 1 million records | 100 million records | 1 billion records |
|---|--:|--:|--:|--:|
| \`EMAIL\` | 2.1 / 4 / 23 | 9.5 / 4 / 156 | 288 / 4 / 1,850 | 2,012 / 4 / 7,048 |
| \`PHONE\`, \`PHONE_NAME\` | 3.2 / 4 / 70 | 29.9 / 4 / 873 | 1,100 / 4 / 18,648 | 7,718 / 4 / 90,821 |
| \`BIRTHDAY_LAST_NAME\` | 1.7 / 4 / 4 | 1.8 / 4 / 4 | 10.2 / 33 / 51 | 84.8 / 304 / 433 |
| \`BIRTHDAY_FIRST_NAME\` | 1.7 / 4 / 4 | 1.9 / 4 / 5 | 17.8 / 68 / 97 | 162 / 656 / 911 |
| \`POSTCODE_NAME\` | 3.4 / 7 / 9 | 3.4 / 7 / 9 | 3.6 / 8 / 10 | 5 / 13 / 18 |
| \`NAME\` (searches only) | 1.9 / 4 / 5 | 10.2 / 43 / 107 | 843 / 3,949 / 10,425 | 8,416 / 39,485 / 103,090 |

Hubs, keys that more than 1,000 records share: their part of all distinct keys, and the part of records that have one:

| rules of the key | 10,000 records | 1 million records | 100 million records | 1 billion records |
|---|--:|--:|--:|--:|
| \`EMAIL\` | 0 of keys, 0 of records | 3e-4 % of keys, 0.31 % of records | 3e-4 % of keys, 1.1 % of records | 3e-4 % of keys, 1.3 % of records |
| \`PHONE\`, \`PHONE_NAME\` | 0 of keys, 0 of records | 6e-4 % of keys, 0.9 % of records | 4e-4 % of keys, 1.9 % of records | 4e-4 % of keys, 2.2 % of records |
| \`BIRTHDAY_LAST_NAME\` | 0 of keys, 0 of records | 0 of keys, 0 of records | 4e-5 % of keys, 0.017 % of records | 8e-4 % of keys, 0.15 % of records |
| \`BIRTHDAY_FIRST_NAME\` | 0 of keys, 0 of records | 0 of keys, 0 of records | 1e-4 % of keys, 0.059 % of records | 4e-4 % of keys, 0.11 % of records |
| \`POSTCODE_NAME\` | 0 of keys, 0 of records | 0 of keys, 0 of records | 0 of keys, 0 of records | 0 of keys, 0 of records |
| \`NAME\` (searches only) | 0 of keys, 0 of records | 0 of keys, 0 of records | 0.18 % of keys, 20 % of records | 1.3 % of keys, 59 % of records |

Heat: the part of records that have the most frequent key, and at how many submits a second that key alone brings its
partition to its limit:

| rules of the key | 10,000 records | 1 million records | 100 million records | 1 billion records |
|---|--:|--:|--:|--:|
| \`EMAIL\` | 0.46 %, 329,424/s | 0.18 %, 822,488/s | 0.11 %, 1.32 million/s | 0.096 %, 1.57 million/s |
| \`PHONE\`, \`PHONE_NAME\` | 0.91 %, 164,712/s | 0.36 %, 411,244/s | 0.23 %, 660,362/s | 0.19 %, 784,934/s |
| \`BIRTHDAY_LAST_NAME\` | 2e-3 %, 98.1 million/s | 2e-3 %, 98.1 million/s | 2e-3 %, 98.1 million/s | 2e-3 %, 98.1 million/s |
| \`BIRTHDAY_FIRST_NAME\` | 3e-3 %, 43.7 million/s | 3e-3 %, 43.7 million/s | 3e-3 %, 43.7 million/s | 3e-3 %, 43.7 million/s |
| \`POSTCODE_NAME\` | 2e-6 %, 95.5 billion/s | 2e-6 %, 95.5 billion/s | 2e-6 %, 95.5 billion/s | 2e-6 %, 95.5 billion/s |
| \`NAME\` (searches only) | 0.033 %, 3.05 million/s | 0.033 %, 3.05 million/s | 0.033 %, 3.05 million/s | 0.033 %, 3.05 million/s |
<!-- scale-example:end -->

## The rules that \`svc_design_rule_config\` makes of the same fields

<!-- scale-designed:begin -->
Candidates that are judged (mean / p95 / p99):

|  | 10,000 records | 1 million records | 100 million records | 1 billion records |
|---|--:|--:|--:|--:|
| of a submit | 4.8 / 11 / 63 | 57 / 101 / 322 | 64.7 / 398 / 882 | 102 / 573 / 922 |
| of a search by names, birthday and postcode | 2.9 / 7 / 10 | 49.3 / 95 / 111 | 59.5 / 356 / 877 | 97.5 / 553 / 916 |

Records that share a record's key, by rule (mean / p95 / p99):

| rules of the key | 10,000 records | 1 million records | 100 million records | 1 billion records |
|---|--:|--:|--:|--:|
| \`NAMES\` | 1.8 / 4 / 4 | 3.2 / 8 / 30 | 139 / 606 / 2,706 | 1,372 / 6,041 / 27,022 |
| \`BIRTH_DATE_SWAPPED\` | 2.3 / 5 / 7 | 54.7 / 93 / 106 | 5,283 / 8,040 / 8,140 | 52,826 / 79,729 / 80,034 |
| \`EMAIL\` | 2.1 / 4 / 21 | 9.5 / 4 / 164 | 288 / 4 / 1,939 | 2,012 / 4 / 7,027 |
| \`PHONE\` | 3.2 / 4 / 68 | 30.1 / 4 / 858 | 1,101 / 4 / 18,728 | 7,721 / 4 / 90,763 |
| \`GIVEN_NAME_SOUND_AND_POSTCODE\` | 1.8 / 4 / 4 | 1.8 / 4 / 4 | 2.2 / 5 / 7 | 5.6 / 19 / 30 |
| \`FAMILY_NAME_SOUND_AND_POSTCODE\` | 3.4 / 7 / 9 | 3.4 / 7 / 9 | 3.5 / 8 / 10 | 4.8 / 12 / 20 |

Hubs, keys that more than 1,000 records share: their part of all distinct keys, and the part of records that have one:

| rules of the key | 10,000 records | 1 million records | 100 million records | 1 billion records |
|---|--:|--:|--:|--:|
| \`NAMES\` | 0 of keys, 0 of records | 0 of keys, 0 of records | 5e-3 % of keys, 3.3 % of records | 0.025 % of keys, 15 % of records |
| \`BIRTH_DATE_SWAPPED\` | 0 of keys, 0 of records | 4e-3 % of keys, 0.18 % of records | 94 % of keys, 99 % of records | 100 % of keys, 100 % of records |
| \`EMAIL\` | 0 of keys, 0 of records | 3e-4 % of keys, 0.3 % of records | 3e-4 % of keys, 1.1 % of records | 3e-4 % of keys, 1.3 % of records |
| \`PHONE\` | 0 of keys, 0 of records | 6e-4 % of keys, 0.91 % of records | 4e-4 % of keys, 1.9 % of records | 4e-4 % of keys, 2.2 % of records |
| \`GIVEN_NAME_SOUND_AND_POSTCODE\` | 0 of keys, 0 of records | 0 of keys, 0 of records | 0 of keys, 0 of records | 0 of keys, 0 of records |
| \`FAMILY_NAME_SOUND_AND_POSTCODE\` | 0 of keys, 0 of records | 0 of keys, 0 of records | 0 of keys, 0 of records | 0 of keys, 0 of records |

Heat: the part of records that have the most frequent key, and at how many submits a second that key alone brings its
partition to its limit:

| rules of the key | 10,000 records | 1 million records | 100 million records | 1 billion records |
|---|--:|--:|--:|--:|
| \`NAMES\` | 0.016 %, 9.66 million/s | 0.016 %, 9.66 million/s | 0.016 %, 9.66 million/s | 0.016 %, 9.66 million/s |
| \`BIRTH_DATE_SWAPPED\` | 0.2 %, 750,000/s | 0.2 %, 750,000/s | 0.2 %, 750,000/s | 0.2 %, 750,000/s |
| \`EMAIL\` | 0.46 %, 329,424/s | 0.18 %, 822,488/s | 0.11 %, 1.32 million/s | 0.096 %, 1.57 million/s |
| \`PHONE\` | 0.91 %, 164,712/s | 0.36 %, 411,244/s | 0.23 %, 660,362/s | 0.19 %, 784,934/s |
| \`GIVEN_NAME_SOUND_AND_POSTCODE\` | 3e-6 %, 44.3 billion/s | 3e-6 %, 44.3 billion/s | 3e-6 %, 44.3 billion/s | 3e-6 %, 44.3 billion/s |
| \`FAMILY_NAME_SOUND_AND_POSTCODE\` | 1e-6 %, 112 billion/s | 1e-6 %, 112 billion/s | 1e-6 %, 112 billion/s | 1e-6 %, 112 billion/s |
<!-- scale-designed:end -->

## What follows

* **Hubs stay rare, and the cap holds.** Of the keys that link, a few in a million are hubs; 1 to 2 % of records have a shared
  number or address that links nothing any more; nearly all of them have other keys. A submit judges a few hundred candidates at a
  billion records, whatever the mean of a key is: the cap of 1,000 keeps a telephone number with 90,000 records out.
* **A key of one frequent value ages.** The designed rules look for records of the same birthday alone. That is useful up to
  some ten million records (55 candidates at a million), and from 100 million on every birthday is a hub: the rule finds
  nothing any more, each submit still looks at it, and \`metrics\` counts it. A second value in the key (the postcode's area, the sound of a name)
  keeps such a rule alive. Above ten million records look at \`genericKeys\` of \`metrics\` and at
  \`entity-data rules keys\`.
* **Names alone are for searches up to about ten million records.** The example's \`NAME\` key has ten holders at a million
  records and 8,400 at a billion, where 59 % of searches by name alone meet a key above the cap. Such a key only serves searches, and only
  submits mark keys as generic: so its postings are written for ever, and a search reads 1,000 of them (24 read units)
  before it gives up on it. Give birthday or postcode as well: those keys find the record.
* **A search reads its candidates.** Each is a record to read: 340 at a billion records are as many read units, about
  $0.04 for a thousand searches, against 11 at a million. Every entity that it hits is read as well, at four units each: a search
  by one frequent name that hits 435 entities takes 1,750.
* **No key is hot enough to matter.** One value of the partition key takes 1,000 write and 3,000 read units a second. A key that
  links stops being written at 1,000 records; then it costs whoever has it a page of its postings. The largest shared number, with
  one record in 520, reaches the limit at 785,000 submits a second, 200 times what the table's own quota lets through
  ([costs](costs.md#what-limits-the-rate)).
` },
{ path: "security.md", title: "Security model", summary: "The records, and what their links say about people and companies, from everybody who is not allowed to read or change them. Callers are machines with a client id and secret. The guidance server is public on purpose, and has nothing to protect.", text: `# Security model

## What is protected, and from whom

The records, and what their links say about people and companies, from everybody who is not allowed to read or change them.
Callers are machines with a client id and secret. The guidance server is public on purpose, and has nothing to protect.

## A request's way

1. **TLS.** API Gateway speaks https only; a custom domain TLS 1.2 or newer. Both tables refuse plain HTTP by a policy of
   their own, whoever asks.
2. **A token must be there.** Without an \`Authorization\` header the gateway answers 401 and calls nothing.
3. **The authorizer** checks the caller's address against \`ip_range_allow_list\`, then the token: signature by the issuer's
   current keys with an asymmetric algorithm, exact issuer, \`exp\` and \`iat\`, audience, and that it is an access token. All
   else is 403. The address is the one that the gateway saw; headers such as \`X-Forwarded-For\` are the caller's own word.
4. **Each operation has a scope**, each record field may have one (\`@hasPrivilege\`). Without it that field is \`FORBIDDEN\`.
5. **Limits** on size, depth, aliases and fields stop a request before anything is executed; throttling stops many of them.
   User-given patterns run in linear time.

With \`authorizer_result_ttl_in_seconds\` above 0, step 3 is skipped for a token that was judged within these seconds, whatever
the address, and a refusal is repeated as well. The default is 0; 10 is a fair trade with an allow list.

## Who may do what

Each function has its own role, with one policy document a capability. A test compares these with what the functions' code
can ask for: nothing is missing, nothing is more.

| role | may |
|---|---|
| api, sweeper | read and write items of the entities table; query the configuration table; use the tables' KMS key through DynamoDB, if there is one |
| ingest (with \`bulk_ingest\`) | the same with the tables; read objects below \`loads/\` and write objects below \`errors/\` in its bucket; take messages from its queue |
| events (with \`entity_events\`) | read and write items of the entities table, read which keys its stream names; send to the one queue, put on the one bus, or read the one secret that signs |
| authorizer | nothing but write its log |
| guidance | nothing but write its log |

No policy names \`*\` as a resource but the one for X-Ray, with \`tracing_enabled\`; no role may change tables, keys, users or
functions, and no function may change the rules it runs by. \`permissions_boundary\` and \`role_path\` fit the roles into your
organisation's rules. The gateway may call a function only for the route (or authorizer) it serves, and each schedule only
its own function.

## Secrets

Client secrets are made by Cognito, shown in its console, and kept in Terraform's state: encrypt the state. No output holds
one, no log and no environment variable. The one secret that a function reads is that of a webhook, out of Secrets Manager;
Terraform and the environment know its ARN only.

## Data at rest and in logs

Tables, logs and environments are always encrypted: by keys that AWS owns, or by \`kms_key_arn\`. Logs never hold records,
search values, tokens, messages of failures (which quote what was at hand), or what callers of the guidance server send. The access log of the API holds addresses of callers,
for \`access_log_retention_in_days\`. With \`tracing_enabled\` the functions may write X-Ray traces, on any resource because
X-Ray knows none; a trace names operations, durations and statuses.

The table of entities and the user pool are protected from deletion, and the table can be restored to any second of the
last 35 days.

## The supply chain

The archives in \`functions/dist\` are built from this source, byte for byte the same on every machine: \`npm ci && npm run
build -- --check\` proves it. \`manifest.json\` names their hashes, and after an apply Terraform checks that Lambda runs the
very archive. Every archive holds the licence texts of what is in it. Applying runs nothing on your machine but Terraform
and its \`aws\` provider.

## What is yours

- who may read Terraform's state and the Cognito console;
- which client has which scopes: give a client that only reads no \`mutation\` scope, and keep \`mutation.disassemble\` for those who
  erase;
- who may submit: a caller without the privilege of a field cannot read it, but learns from \`UNCHANGED\` or \`RECORD_EXISTS\` whether
  a record has more than he sent, and where \`update_records\` is on, what he sends replaces it;
- the secrets in your applications, and keeping tokens no longer than they are good;
- a web application firewall, if you want one: put it before the custom domain, whose API has no second address.

## Report a weakness

Write to the maintainers in private before you write in public, with a way to reproduce it.
` },
{ path: "terraform.md", title: "Terraform reference", summary: "The module needs Terraform 1.9 or newer and the `aws` provider 5.100 or newer, and nothing else. What a deployment looks like is in [deploy.md](deploy.md); these tables are made from `variables.tf` and `outputs.tf`.", text: `# Terraform reference

The module needs Terraform 1.9 or newer and the \`aws\` provider 5.100 or newer, and nothing else. What a deployment looks
like is in [deploy.md](deploy.md); these tables are made from \`variables.tf\` and \`outputs.tf\`.

## Inputs

<!-- inputs:begin -->
| input | meaning | type | default |
| --- | --- | --- | --- |
| \`resource_prefix\` | Start of every resource's name, for example "crm" or "crm-test". Two instances in one account and region need different ones. With the default identity provider it must not contain aws, amazon or cognito unless cognito_domain_prefix is set. | \`string\` | required |
| \`rule_config_file\` | Path of the rule-config, a JSON document of at most 1 MB, for example "\${path.module}/rule-config.json". Terraform checks that it is JSON; the API function checks everything else when it starts. | \`string\` | required |
| \`schema_file\` | Path of the GraphQL SDL file of at most 1 MB that declares \`type Record\`, for example "\${path.module}/schema.graphqls". The API function checks it against the rule-config when it starts. | \`string\` | required |
| \`update_records\` | Whether submit replaces a stored record by one with the same id and other content. False: such a submit is refused with RECORD_EXISTS. | \`bool\` | \`false\` |
| \`generic_key_records\` | More records than this under one key that only suggests a link make the key generic: it finds no candidates any more, which is logged and counted; what was linked stays linked. 10 to 10000. At 1000 a submit reads at most one page of the table for a key and judges it in milliseconds; a key with more of them says next to nothing about any of its records. | \`number\` | \`1000\` |
| \`service_identifier\` | The service's own name: prefix of every scope ("svc/query.search") and of the guidance server's tools ("svc_…"). | \`string\` | \`"svc"\` |
| \`tags\` | Tags of every resource that can have them, beside the provider's default_tags. | \`map(string)\` | \`{}\` |
| \`clients\` | Machine clients of the default identity provider, by a name of your choice. allowed_scopes: the scopes a client may ask for, among "svc/mutation.submit", "svc/mutation.disassemble", "svc/mutation.removeConnectionBan", "svc/query.search", "svc/query.entity", "svc/query.metrics" (with your service_identifier for svc) and the privileges that schema_file names in @hasPrivilege. access_token_validity_minutes: how long a token is good, 5 to 1440. Client secrets are shown in the Cognito console, never in an output. | \`map(object({ allowed_scopes = list(string), access_token_validity_minutes = optional(number, 60) }))\` | \`{}\` |
| \`cognito_domain_prefix\` | Start of the token endpoint's host name (https://&lt;prefix>.auth.&lt;region>.amazoncognito.com), unique among all accounts of the region. Null: resource_prefix and a short hash of account and region. | \`string\` | \`null\` |
| \`authorizer_issuer_url\` | Issuer of an OAuth 2.0 provider of your own, exactly as in its tokens' iss. When set no user pool is made, token_url is null, and authorizer_audience is needed. The signing keys are found through the issuer's discovery document, else at /.well-known/jwks.json. | \`string\` | \`null\` |
| \`authorizer_audience\` | Audiences that a token of authorizer_issuer_url may be made for: its aud, or its client_id when it has no aud, must be one of these. | \`list(string)\` | \`null\` |
| \`ip_range_allow_list\` | Addresses and CIDR blocks, IPv4 and IPv6, from which requests with a token are accepted, for example ["203.0.113.7", "2001:db8:12::/48"]. Null: from everywhere. The token endpoint is never checked. | \`list(string)\` | \`null\` |
| \`authorizer_result_ttl_in_seconds\` | Seconds for which API Gateway reuses an authorizer result. 0 switches caching off; 10 is advised with ip_range_allow_list. While a result is reused it holds for the token from whatever address, and a refusal is reused too. | \`number\` | \`0\` |
| \`graphql_limits\` | What one GraphQL request may ask for. request_bytes (1024 to 6291456) and answer_bytes (1024 to 6289408): sizes of body and answer; tokens (100 to 100000) of the document, which values in variables are not; depth (3 to 50) of nested fields; aliases (0 to 1000); root_fields (1 to 100) on the top level; fields (10 to 20000) in all; page_size (1 to 10000) of a search. Null: 6 MB each, 10000, 20, 100, 20, 2000 and 1000. | \`object({ request_bytes = optional(number), answer_bytes = optional(number), tokens = optional(number), depth = optional(number), aliases = optional(number), root_fields = optional(number), fields = optional(number), page_size = optional(number) })\` | \`{}\` |
| \`api_throttling\` | Requests that the GraphQL API takes: rate_limit a second in the long run, burst_limit at once. Beyond them callers get 429. | \`object({ rate_limit = optional(number, 500), burst_limit = optional(number, 1000) })\` | \`{}\` |
| \`guidance_throttling\` | Requests that the public guidance server takes: rate_limit a second in the long run, burst_limit at once. Beyond them callers get 429. | \`object({ rate_limit = optional(number, 10), burst_limit = optional(number, 20) })\` | \`{}\` |
| \`cors_configuration\` | Which web pages' scripts may call the GraphQL API. Null: none. Machine clients need no CORS, and a page must never hold a client secret. | \`object({ allow_origins = list(string), allow_headers = optional(list(string), ["authorization", "content-type"]), allow_methods = optional(list(string), ["POST"]), expose_headers = optional(list(string), []), allow_credentials = optional(bool, false), max_age = optional(number, 300) })\` | \`null\` |
| \`domain_name\` | Host name of your own for the API (https://&lt;domain_name>/) and the guidance server (https://&lt;domain_name>/mcp). Needs certificate_arn; point a DNS record at the output domain_target. The addresses of API Gateway's own are switched off then. | \`string\` | \`null\` |
| \`certificate_arn\` | ARN of the ACM certificate for domain_name, in the same region. | \`string\` | \`null\` |
| \`access_log_retention_in_days\` | Days for which the gateways' access logs are kept; 0 keeps them for ever. They hold the callers' addresses. | \`number\` | \`30\` |
| \`functions\` | Settings of the functions api, authorizer, guidance, sweeper and, with bulk_ingest, ingest and, with entity_events, events. memory_size in MB (more memory is also more CPU), timeout in seconds, reserved_concurrent_executions (null: unreserved), package: where the archive lies when it is mirrored in a bucket of yours instead of coming with the module. | \`object({ api = optional(object({ memory_size = optional(number, 1769), timeout = optional(number, 29), reserved_concurrent_executions = optional(number), package = optional(object({ s3_bucket = string, s3_key = string, s3_object_version = optional(string) })) }), {}), authorizer = optional(object({ memory_size = optional(number, 512), timeout = optional(number, 10), reserved_concurrent_executions = optional(number), package = optional(object({ s3_bucket = string, s3_key = string, s3_object_version = optional(string) })) }), {}), guidance = optional(object({ memory_size = optional(number, 1024), timeout = optional(number, 29), reserved_concurrent_executions = optional(number), package = optional(object({ s3_bucket = string, s3_key = string, s3_object_version = optional(string) })) }), {}), sweeper = optional(object({ memory_size = optional(number, 1024), timeout = optional(number, 120), reserved_concurrent_executions = optional(number), package = optional(object({ s3_bucket = string, s3_key = string, s3_object_version = optional(string) })) }), {}), ingest = optional(object({ memory_size = optional(number, 1769), timeout = optional(number, 180), reserved_concurrent_executions = optional(number), package = optional(object({ s3_bucket = string, s3_key = string, s3_object_version = optional(string) })) }), {}), events = optional(object({ memory_size = optional(number, 1024), timeout = optional(number, 60), reserved_concurrent_executions = optional(number), package = optional(object({ s3_bucket = string, s3_key = string, s3_object_version = optional(string) })) }), {}) })\` | \`{}\` |
| \`log_level\` | Least severity of what the functions log: DEBUG, INFO, WARN or ERROR. Records and tokens are logged at no level. | \`string\` | \`"INFO"\` |
| \`log_retention_in_days\` | Days for which the functions' logs are kept; 0 keeps them for ever. | \`number\` | \`30\` |
| \`kms_key_arn\` | ARN of a KMS key of yours with which tables, logs, the functions' environments and the bucket of bulk loads are encrypted. Its policy must let CloudWatch Logs use it. Null: keys that AWS owns. | \`string\` | \`null\` |
| \`permissions_boundary\` | ARN of the policy that bounds every role of the module. Null: none. | \`string\` | \`null\` |
| \`role_path\` | IAM path of the module's roles. | \`string\` | \`"/"\` |
| \`deletion_protection\` | Whether the table of entities, the user pool and a bucket of bulk loads with objects in it refuse to be deleted. Set it to false and apply before a destroy. | \`bool\` | \`true\` |
| \`point_in_time_recovery\` | Whether the table of entities can be restored to any second of the last 35 days. | \`bool\` | \`true\` |
| \`create_guidance_server\` | Whether to deploy the public guidance server. It holds no data and reaches no table. | \`bool\` | \`true\` |
| \`guidance_allowed_origins\` | Origins of web pages that may call the guidance server, for example ["https://inspector.example.com"], at most 20. Programs send no origin and need no entry. | \`list(string)\` | \`[]\` |
| \`bulk_ingest\` | Loads that outgrow requests: a bucket whose objects (JSON lines below loads/) a function submits. Null: none. maximum_concurrency: calls of the function at once (2 to 1000), which limits the load on the table. batch_size: objects of one call (1 to 10). max_object_bytes: larger objects are refused (1024 to 104857600). max_receive_count: deliveries of an object before it goes to the dead letters (2 to 100). load_retention_in_days (14 to 3650) and error_retention_in_days (1 to 3650): when objects below loads/ and errors/ are deleted. | \`object({ maximum_concurrency = optional(number, 10), batch_size = optional(number, 1), max_object_bytes = optional(number, 5242880), max_receive_count = optional(number, 5), load_retention_in_days = optional(number, 14), error_retention_in_days = optional(number, 90) })\` | \`null\` |
| \`entity_events\` | Where to tell what becomes of entities: created, changed, merged, split, deleted. Null: nowhere, and nothing is written for it. One of event_bus_arn (an EventBridge bus), queue_arn (an SQS queue; FIFO keeps the order of each entity) and webhook (an https url, and secret_arn of the Secrets Manager secret that signs: whsec_ and 24 random bytes or more in base64). kms_key_arn: the key of yours that encrypts the queue or the secret, if one does. max_attempts: after so many (1 to 999; 30 are about a day) an event becomes a dead letter, which can be replayed. | \`object({ event_bus_arn = optional(string), queue_arn = optional(string), webhook = optional(object({ url = string, secret_arn = string })), kms_key_arn = optional(string), max_attempts = optional(number, 30) })\` | \`null\` |
| \`alarm_actions\` | ARNs told when an alarm goes off and when it is over, usually one SNS topic. The alarms are there without it as well. | \`list(string)\` | \`[]\` |
| \`create_alarms\` | Whether to make the CloudWatch alarms of the instance, which docs/operations.md explains one by one. | \`bool\` | \`true\` |
| \`latency_alarm_milliseconds\` | The alarm on latency goes off when more than one in twenty requests to the API takes longer than this for fifteen minutes, in milliseconds. | \`number\` | \`2000\` |
| \`tracing_enabled\` | Whether X-Ray traces the functions and their calls to the table, at X-Ray's price for each trace. HTTP APIs themselves have no traces. | \`bool\` | \`false\` |
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
| \`function_names\` | Names of the functions: api, authorizer, sweeper, unless switched off guidance and, with bulk_ingest, ingest and, with entity_events, events. |
| \`api_ids\` | Ids of the HTTP APIs: api and, unless switched off, guidance. |
| \`api_execution_arns\` | Execution ARNs of the HTTP APIs: api and, unless switched off, guidance. |
| \`domain_target\` | Where the DNS record of domain_name has to point: domain_name and hosted_zone_id; null without domain_name. |
| \`ingest_bucket\` | Name of the bucket of bulk loads; null without bulk_ingest. |
| \`ingest_address\` | Where bulk loads go: \`entity-data load &lt;file> --via &lt;ingest_address>\`; null without bulk_ingest. |
| \`ingest_upload_policy\` | Policy document, as JSON, that lets a role of yours upload bulk loads and read what was refused; null without bulk_ingest. |
| \`ingest_queue_urls\` | Addresses of the queues of bulk loads: waiting and dead-letters; empty without bulk_ingest. |
| \`dashboard_name\` | Name of the CloudWatch dashboard; null without one. |
<!-- outputs:end -->
` },
{ path: "upgrading.md", title: "Upgrade", summary: "1. Read the entries of `CHANGELOG.md` between your version and the new one, and the notes below. 2. Change `?ref=` of `source`, then `terraform init -upgrade` and `terraform plan`. 3. A plan of an upgrade changes functions in place. It must neither destroy nor replace a table, the user pool or an API: if it wants to, stop, and look here. 4. Apply. Requests go on meanwhile: Lambda moves to the new code at once, and both versions read the same items.", text: `# Upgrade

1. Read the entries of \`CHANGELOG.md\` between your version and the new one, and the notes below.
2. Change \`?ref=\` of \`source\`, then \`terraform init -upgrade\` and \`terraform plan\`.
3. A plan of an upgrade changes functions in place. It must neither destroy nor replace a table, the user pool or an API:
   if it wants to, stop, and look here.
4. Apply. Requests go on meanwhile: Lambda moves to the new code at once, and both versions read the same items.

Going back is the same with the old \`ref\`, unless a note says that the items changed.

## How the module keeps your state

- Names of resources are made of \`resource_prefix\` and never change within a version series. Changing \`resource_prefix\`
  makes a new instance beside nothing: all data stay with the old name. Do not change it.
- When an address in the module changes, the module brings a \`moved\` block for it, which stays for at least one major
  version. You need not touch the state. Such a block looks like this:

  \`\`\`hcl
  moved {
    from = module.graphql
    to   = module.api_function
  }
  \`\`\`

- If **you** rename the module block, write one yourself:

  \`\`\`hcl
  moved {
    from = module.entity_data
    to   = module.customer_data
  }
  \`\`\`

- Where the module's files lie is no part of the state: a copy from git, from a registry or from a directory plans no
  change against the same state. A deployed archive is remembered by the path it came from (\`terraform_data.archive\`). Should
  that path be gone just when Lambda has to be given the same archive again (the function was deleted by hand), apply with
  \`-replace='module.entity_data.module.graphql.terraform_data.archive["…"]'\`.

## Provider and Terraform

The module works with Terraform 1.9 and newer and with the \`aws\` provider 5.100 and newer. It commits no lock file: yours
decides.

## Notes by version

### 0.1.0

The first version: nothing to move.
` },
];
