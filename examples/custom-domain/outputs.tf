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

output "client_ids" {
  description = "Ids of the clients. Their secrets are shown in the Cognito console."
  value       = module.entity_data.client_ids
}

output "domain_target" {
  description = "Target for the DNS record of domain_name."
  value       = module.entity_data.domain_target
}

output "certificate_validation" {
  description = "DNS records that prove to ACM that the domain is yours."
  value       = aws_acm_certificate.this.domain_validation_options
}
