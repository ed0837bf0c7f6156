locals {
  name = "${var.resource_prefix}-guidance"
}

resource "aws_apigatewayv2_api" "this" {
  name                         = local.name
  description                  = "Guidance server of ${var.resource_prefix}, public and without data."
  protocol_type                = "HTTP"
  ip_address_type              = var.ip_address_type
  disable_execute_api_endpoint = var.custom_domain
  tags                         = var.tags

  # A browser asks before it lets a page of another origin post JSON.
  dynamic "cors_configuration" {
    for_each = length(var.allowed_origins) == 0 ? [] : [var.allowed_origins]

    content {
      allow_origins = cors_configuration.value
      allow_methods = ["POST"]
      allow_headers = ["accept", "content-type", "mcp-method", "mcp-name", "mcp-protocol-version", "mcp-session-id"]
      max_age       = 300
    }
  }
}

resource "aws_apigatewayv2_integration" "this" {
  api_id                 = aws_apigatewayv2_api.this.id
  integration_type       = "AWS_PROXY"
  integration_method     = "POST"
  integration_uri        = var.function.invoke_arn
  payload_format_version = "2.0"
  timeout_milliseconds   = 30000

  # A call must be allowed before the gateway makes it.
  depends_on = [aws_lambda_permission.function]
}

# Every method: what is not POST the server itself answers with 405.
resource "aws_apigatewayv2_route" "this" {
  api_id    = aws_apigatewayv2_api.this.id
  route_key = "ANY /"
  target    = "integrations/${aws_apigatewayv2_integration.this.id}"
}

resource "aws_apigatewayv2_stage" "this" {
  api_id      = aws_apigatewayv2_api.this.id
  name        = "$default"
  auto_deploy = true
  tags        = var.tags

  default_route_settings {
    throttling_rate_limit  = var.throttling.rate_limit
    throttling_burst_limit = var.throttling.burst_limit
  }

  # No address, no header, no body: nothing that a caller sends is kept.
  access_log_settings {
    destination_arn = aws_cloudwatch_log_group.access.arn
    format = jsonencode({
      time              = "$context.requestTime"
      requestId         = "$context.requestId"
      functionRequestId = "$context.integration.requestId"
      method            = "$context.httpMethod"
      status            = "$context.status"
      responseLength    = "$context.responseLength"
      latency           = "$context.responseLatency"
      functionLatency   = "$context.integrationLatency"
      error             = "$context.error.messageString"
    })
  }
}

resource "aws_cloudwatch_log_group" "access" {
  name              = "/aws/vendedlogs/apis/${local.name}"
  retention_in_days = var.access_log_retention_in_days
  kms_key_id        = var.kms_key_arn
  tags              = var.tags
}

resource "aws_lambda_permission" "function" {
  statement_id  = "gateway"
  action        = "lambda:InvokeFunction"
  function_name = var.function.function_name
  qualifier     = var.function.qualifier
  principal     = "apigateway.amazonaws.com"
  source_arn    = "${aws_apigatewayv2_api.this.execution_arn}/*/*/"

  lifecycle {
    create_before_destroy = true
  }
}

resource "aws_apigatewayv2_api_mapping" "this" {
  count = var.custom_domain ? 1 : 0

  api_id          = aws_apigatewayv2_api.this.id
  api_mapping_key = "mcp"
  domain_name     = var.domain_name
  stage           = aws_apigatewayv2_stage.this.id
}

resource "aws_cloudwatch_metric_alarm" "server_errors" {
  count = var.create_alarms ? 1 : 0

  alarm_name          = "${local.name}-server-errors"
  alarm_description   = "The guidance server answered with status 500 or above. See \"server-errors\" in docs/operations.md."
  namespace           = "AWS/ApiGateway"
  metric_name         = "5xx"
  dimensions          = { ApiId = aws_apigatewayv2_api.this.id }
  statistic           = "Sum"
  period              = 300
  evaluation_periods  = 1
  threshold           = 0
  comparison_operator = "GreaterThanThreshold"
  treat_missing_data  = "notBreaching"
  alarm_actions       = var.alarm_actions
  ok_actions          = var.alarm_actions
  tags                = var.tags
}
