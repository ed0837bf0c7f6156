output "api_id" {
  description = "Id of the HTTP API."
  value       = aws_apigatewayv2_api.this.id
}

output "api_endpoint" {
  description = "Address of the API at API Gateway's own host name, without a slash at the end."
  value       = aws_apigatewayv2_api.this.api_endpoint
}

output "execution_arn" {
  description = "Start of the ARNs of the API's routes."
  value       = aws_apigatewayv2_api.this.execution_arn
}

output "integration_id" {
  description = "Id of the integration with the function."
  value       = aws_apigatewayv2_integration.this.id
}
