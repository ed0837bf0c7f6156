locals {
  # The page and its files. They are public, but for the allow list, which the function checks.
  pages = {
    page          = "GET /console"
    configuration = "GET /console/configuration"
    icon          = "GET /console/icon.svg"
    file          = "GET /console/{file}"
  }
}

resource "aws_apigatewayv2_integration" "this" {
  api_id                 = var.api.api_id
  integration_type       = "AWS_PROXY"
  integration_method     = "POST"
  integration_uri        = var.function.invoke_arn
  payload_format_version = "2.0"
  timeout_milliseconds   = 30000

  # A call must be allowed before the gateway makes it.
  depends_on = [aws_lambda_permission.console]
}

resource "aws_apigatewayv2_route" "page" {
  for_each = local.pages

  api_id    = var.api.api_id
  route_key = each.value
  target    = "integrations/${aws_apigatewayv2_integration.this.id}"
}

# The documents of the deployment: the API function has them, and the authorizer judges who reads them.
resource "aws_apigatewayv2_route" "documents" {
  api_id             = var.api.api_id
  route_key          = "GET /console/documents"
  target             = "integrations/${var.api.integration_id}"
  authorization_type = "CUSTOM"
  authorizer_id      = var.api.authorizer_id

  depends_on = [aws_lambda_permission.documents]
}

resource "aws_lambda_permission" "console" {
  for_each = local.pages

  statement_id  = "gateway-${each.key}"
  action        = "lambda:InvokeFunction"
  function_name = var.function.function_name
  qualifier     = var.function.qualifier
  principal     = "apigateway.amazonaws.com"
  source_arn    = "${var.api.execution_arn}/*/${replace(each.value, " ", "")}"

  lifecycle {
    create_before_destroy = true
  }
}

resource "aws_lambda_permission" "documents" {
  statement_id  = "gateway-documents"
  action        = "lambda:InvokeFunction"
  function_name = var.api_function.function_name
  qualifier     = var.api_function.qualifier
  principal     = "apigateway.amazonaws.com"
  source_arn    = "${var.api.execution_arn}/*/GET/console/documents"

  lifecycle {
    create_before_destroy = true
  }
}
