output "url" {
  description = "Address of the guidance server."
  value       = var.custom_domain ? "https://${var.domain_name}/mcp" : "${module.http_api.api_endpoint}/"

  # Any caller that knows the address may call it.
  depends_on = [module.http_api, aws_apigatewayv2_route.this]
}

output "api_id" {
  description = "Id of the HTTP API."
  value       = module.http_api.api_id
}

output "execution_arn" {
  description = "Start of the ARNs of the API's routes."
  value       = module.http_api.execution_arn
}
