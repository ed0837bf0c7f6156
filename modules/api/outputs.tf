output "url" {
  description = "Address of the GraphQL API."
  value       = var.custom_domain ? "https://${var.domain_name}/" : "${module.http_api.api_endpoint}/"

  # A configuration that uses the address may call it at once, so everything must exist.
  depends_on = [module.http_api, aws_apigatewayv2_route.this, aws_lambda_permission.authorizer]
}

output "origin" {
  description = "Origin of the API's addresses, known before the API answers: scheme and host."
  value       = var.custom_domain ? "https://${var.domain_name}" : module.http_api.api_endpoint
}

output "integration_id" {
  description = "Id of the integration with the API function."
  value       = module.http_api.integration_id
}

output "authorizer_id" {
  description = "Id of the authorizer."
  value       = aws_apigatewayv2_authorizer.this.id
}

output "api_id" {
  description = "Id of the HTTP API."
  value       = module.http_api.api_id
}

output "execution_arn" {
  description = "Prefix of the ARNs of the API's routes."
  value       = module.http_api.execution_arn
}

output "domain_name" {
  description = "The custom domain, for further mappings. Null without one."
  value       = one(aws_apigatewayv2_domain_name.this[*].id)
}

output "domain_target" {
  description = "Target of the custom domain's DNS record: domain_name (CNAME or alias) and hosted_zone_id (alias). Null without a custom domain."
  value = one([for domain in aws_apigatewayv2_domain_name.this : {
    domain_name    = domain.domain_name_configuration[0].target_domain_name
    hosted_zone_id = domain.domain_name_configuration[0].hosted_zone_id
  }])
}
