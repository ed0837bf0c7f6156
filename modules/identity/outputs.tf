output "issuer_url" {
  description = "Issuer of the tokens."
  value       = "https://${aws_cognito_user_pool.this.endpoint}"
}

output "token_url" {
  description = "Address of the token endpoint."
  # GovCloud has FIPS endpoints only.
  value = "https://${aws_cognito_user_pool_domain.this.domain}.auth${startswith(module.location.location.region, "us-gov-") ? "-fips" : ""}.${module.location.location.region}.amazoncognito.com/oauth2/token"
}

output "user_pool_id" {
  description = "Id of the user pool."
  value       = aws_cognito_user_pool.this.id
}

output "client_ids" {
  description = "Id of each client, by client name."
  value       = { for name, client in aws_cognito_user_pool_client.this : name => client.id }
}
