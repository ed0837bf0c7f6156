output "api_url" {
  description = "Address of the GraphQL API."
  value       = module.entity_data.api_url
}

output "token_url" {
  description = "Address of the token endpoint."
  value       = module.entity_data.token_url
}

output "mcp_url" {
  description = "Address of the guidance server."
  value       = module.entity_data.mcp_url
}

output "console_url" {
  description = "Address of the console for people."
  value       = module.entity_data.console_url
}

output "client_ids" {
  description = "Ids of the clients. Their secrets are shown in the Cognito console."
  value       = module.entity_data.client_ids
}

output "dashboard_name" {
  description = "Name of the CloudWatch dashboard."
  value       = module.entity_data.dashboard_name
}

output "alarm_topic_arn" {
  description = "ARN of the topic to subscribe to."
  value       = aws_sns_topic.alarms.arn
}
