output "url" {
  description = "Address of the guidance server."
  value       = var.custom_domain ? "https://${var.domain_name}/mcp" : "${aws_apigatewayv2_api.this.api_endpoint}/"

  # Any caller that knows the address may call it.
  depends_on = [aws_apigatewayv2_stage.this, aws_apigatewayv2_route.this, aws_lambda_permission.function, aws_apigatewayv2_api_mapping.this]
}

output "api_id" {
  description = "Id of the HTTP API."
  value       = aws_apigatewayv2_api.this.id
}

output "execution_arn" {
  description = "Start of the ARNs of the API's routes."
  value       = aws_apigatewayv2_api.this.execution_arn
}
