output "api_url" {
  description = "Address of the GraphQL API."
  value       = module.entity_data.api_url
}

output "token_url" {
  description = "Address of the token endpoint."
  value       = module.entity_data.token_url
}

output "ingest_address" {
  description = "Address for bulk loads."
  value       = module.entity_data.ingest_address
}

output "dead_letters_url" {
  description = "Address of the queue of objects that were given up."
  value       = module.entity_data.ingest_queue_urls["dead-letters"]
}

output "upload_policy" {
  description = "Policy of the role that loads."
  value       = module.entity_data.ingest_upload_policy
}
