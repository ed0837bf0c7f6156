output "api_url" {
  description = "Address of the GraphQL API."
  value       = module.entity_data.api_url
}

output "token_url" {
  description = "Address of the token endpoint."
  value       = module.entity_data.token_url
}

output "queue_url" {
  description = "Address of the queue that receives events."
  value       = aws_sqs_queue.events.id
}

output "events_function" {
  description = "Name of the function that publishes events; called with {\"replay\": true}, it sends dead letters again."
  value       = module.entity_data.function_names["events"]
}
