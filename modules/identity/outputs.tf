output "issuer_url" {
  description = "Issuer of the tokens."
  value       = "https://${aws_cognito_user_pool.this.endpoint}"
}

output "token_url" {
  description = "Address of the token endpoint."
  value       = "${local.domain_url}/oauth2/token"
}

output "sign_in" {
  description = "How people sign in: id of the console's client, and endpoints by their names in RFC 8414; null without a console."
  value = one([for client in aws_cognito_user_pool_client.console : {
    client_id = client.id
    endpoints = {
      authorization_endpoint = "${local.domain_url}/oauth2/authorize"
      token_endpoint         = "${local.domain_url}/oauth2/token"
      revocation_endpoint    = "${local.domain_url}/oauth2/revoke"
      end_session_endpoint   = "${local.domain_url}/logout"
    }
  }])
}

output "user_pool_id" {
  description = "Id of the user pool."
  value       = aws_cognito_user_pool.this.id
}

output "client_ids" {
  description = "Id of each client, by client name."
  value       = { for name, client in aws_cognito_user_pool_client.this : name => client.id }
}
