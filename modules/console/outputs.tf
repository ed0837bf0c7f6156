output "url" {
  description = "Address of the console."
  value       = "${var.api.origin}/console"

  # People may open it at once, so everything must exist.
  depends_on = [aws_apigatewayv2_route.page, aws_apigatewayv2_route.documents, aws_lambda_permission.console, aws_lambda_permission.documents]
}
