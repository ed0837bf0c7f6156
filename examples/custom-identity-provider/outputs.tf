output "api_url" {
  description = "Address of the GraphQL API."
  value       = module.entity_data.api_url
}

output "token_url" {
  description = "Null: tokens come from your identity provider."
  value       = module.entity_data.token_url
}

output "mcp_url" {
  description = "Address of the guidance server."
  value       = module.entity_data.mcp_url
}

output "issuer_url" {
  description = "Issuer whose tokens the API accepts."
  value       = module.entity_data.issuer_url
}

output "console_url" {
  description = "Address of the console: register it as redirect and sign-out address of the public client."
  value       = module.entity_data.console_url
}
