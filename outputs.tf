output "api_url" {
  description = "Address of the GraphQL API: POST with a bearer token."
  value       = module.api.url
}

output "token_url" {
  description = "Address of the default identity provider's token endpoint; null with your own identity provider."
  value       = one(module.identity[*].token_url)
}

output "mcp_url" {
  description = "Address of the guidance server, which needs no key; null without one."
  value       = one(module.guidance[*].url)
}

output "console_url" {
  description = "Address of the console for people; null without one."
  value       = one(module.console[*].url)
}

output "issuer_url" {
  description = "Issuer whose tokens the API accepts."
  value       = local.issuer_url
}

output "client_ids" {
  description = "Id of each client of the default identity provider, by client name. The secrets are shown in the Cognito console."
  value       = local.default_identity_provider ? module.identity[0].client_ids : {}
}

output "user_pool_id" {
  description = "Id of the default identity provider's Cognito user pool; null with your own identity provider."
  value       = one(module.identity[*].user_pool_id)
}

output "table_names" {
  description = "Names of the DynamoDB tables: entities (records and entities) and configuration (rule-config and schema)."
  value       = module.storage.table_names
}

output "table_arns" {
  description = "ARNs of the DynamoDB tables: entities and configuration."
  value       = module.storage.table_arns
}

output "function_names" {
  description = "Names of the functions: api, authorizer, sweeper, guidance (unless disabled), ingest (with bulk_ingest), events (with entity_events) and console (with console)."
  value       = local.function_names
}

output "function_versions" {
  description = "Published version of each function, by the names of function_names. gradual_deployment takes them as the former versions of the next change."
  value = merge(
    { api = module.graphql.version, authorizer = module.authorizer.version, sweeper = module.sweeper.version },
    { for function in module.guidance_function : "guidance" => function.version },
    { for function in module.ingest_function : "ingest" => function.version },
    { for function in module.events_function : "events" => function.version },
    { for function in module.console_function : "console" => function.version },
  )
}

output "api_ids" {
  description = "Ids of the HTTP APIs: api and guidance (unless disabled)."
  value       = local.api_ids
}

output "api_execution_arns" {
  description = "Execution ARNs of the HTTP APIs: api and guidance (unless disabled)."
  value = merge(
    { api = module.api.execution_arn },
    { for api in module.guidance : "guidance" => api.execution_arn },
  )
}

output "domain_target" {
  description = "Target of the DNS record of domain_name: domain_name and hosted_zone_id; null without domain_name."
  value       = module.api.domain_target
}

output "ingest_bucket" {
  description = "Name of the bucket of bulk loads; null without bulk_ingest."
  value       = one(module.ingest[*].bucket)
}

output "ingest_address" {
  description = "Address of bulk loads, for `entity-data load <file> --via <ingest_address>`; null without bulk_ingest."
  value       = one([for bucket in module.ingest[*].bucket : "s3://${bucket}/loads"])
}

output "ingest_upload_policy" {
  description = "Policy document, as JSON, that allows a role to upload bulk loads and to read refused lines and reports; null without bulk_ingest."
  value       = one(module.ingest[*].upload_policy)
}

output "ingest_queue_urls" {
  description = "URLs of the queues of bulk loads: waiting and dead-letters; empty without bulk_ingest."
  value       = length(module.ingest) == 0 ? {} : module.ingest[0].queue_urls
}

output "dashboard_name" {
  description = "Name of the CloudWatch dashboard; null without one."
  value       = module.observability.dashboard_name
}
