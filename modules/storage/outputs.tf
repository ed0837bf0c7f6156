output "table_names" {
  description = "Names of the tables: entities and configuration."
  value       = { for key, table in local.tables : key => table.name }
}

output "table_arns" {
  description = "ARNs of the tables: entities and configuration."
  value       = { for key, table in local.tables : key => table.arn }
}

output "stream_arn" {
  description = "ARN of the entities table's stream; null without one."
  value       = var.stream_enabled ? aws_dynamodb_table.entities.stream_arn : null
}

output "configuration_locations" {
  description = "Address from which a function reads each document: dynamodb://<table>/<name>/<SHA-256>."
  value       = { for name, document in var.configuration : name => "dynamodb://${aws_dynamodb_table.configuration.name}/${name}/${document.sha256}" }

  # A function must not start before its documents exist.
  depends_on = [aws_dynamodb_table_item.configuration]
}

output "location" {
  description = "Where the tables are: partition, region, account_id and dns_suffix."
  value       = module.location.location
}

output "name_suffix" {
  description = "Suffix of names that must be unique among all accounts."
  value       = module.location.suffix
}

output "policies" {
  description = "Policy documents of a function that uses the tables, one per capability."
  value       = { for capability, policy in local.policies : capability => jsonencode(policy) }
}
