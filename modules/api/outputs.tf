output "url" {
  description = "Address of the GraphQL API."
  value       = var.domain_name == null ? "${aws_apigatewayv2_api.this.api_endpoint}/" : "https://${var.domain_name}/"

  # Whoever reads the address may call it.
  depends_on = [aws_apigatewayv2_stage.this, aws_apigatewayv2_route.this, aws_lambda_permission.function, aws_lambda_permission.authorizer, aws_apigatewayv2_api_mapping.this]
}

output "api_id" {
  description = "Id of the HTTP API."
  value       = aws_apigatewayv2_api.this.id
}

output "execution_arn" {
  description = "Start of the ARNs of the API's routes."
  value       = aws_apigatewayv2_api.this.execution_arn
}

output "domain_name" {
  description = "The custom domain, for further mappings; null without one."
  value       = one(aws_apigatewayv2_domain_name.this[*].id)
}

output "domain_target" {
  description = "Where the DNS record of the custom domain has to point: domain_name (CNAME or alias) and hosted_zone_id (alias); null without one."
  value = one([for domain in aws_apigatewayv2_domain_name.this : {
    domain_name    = domain.domain_name_configuration[0].target_domain_name
    hosted_zone_id = domain.domain_name_configuration[0].hosted_zone_id
  }])
}
