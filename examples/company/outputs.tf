output "api_url" {
  description = "Address of the GraphQL API for callers: the distribution."
  value       = "https://${aws_cloudfront_distribution.api.domain_name}/"
}

output "token_url" {
  description = "Address of the token endpoint."
  value       = module.entity_data.token_url
}

output "client_ids" {
  description = "Ids of the clients. Their secrets are shown in the Cognito console."
  value       = module.entity_data.client_ids
}

output "function_versions" {
  description = "Versions of the functions, for a gradual deployment of the next change."
  value       = module.entity_data.function_versions
}

output "alarm_topic_arn" {
  description = "ARN of the topic to subscribe to."
  value       = aws_sns_topic.alarms.arn
}
