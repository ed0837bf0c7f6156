# One HTTP API with its only stage, the log of its requests, an alarm, and one function behind it.
resource "aws_apigatewayv2_api" "this" {
  name            = var.name
  description     = var.description
  protocol_type   = "HTTP"
  ip_address_type = var.ip_address_type
  # With a custom domain, API Gateway's own host name would bypass what is in front of that domain.
  disable_execute_api_endpoint = var.domain_mapping != null
  tags                         = var.tags

  dynamic "cors_configuration" {
    for_each = var.cors_configuration == null ? [] : [var.cors_configuration]

    content {
      allow_origins     = cors_configuration.value.allow_origins
      allow_headers     = [for header in cors_configuration.value.allow_headers : lower(header)]
      allow_methods     = cors_configuration.value.allow_methods
      expose_headers    = cors_configuration.value.expose_headers == null ? null : [for header in cors_configuration.value.expose_headers : lower(header)]
      allow_credentials = cors_configuration.value.allow_credentials
      max_age           = cors_configuration.value.max_age
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

resource "aws_lambda_permission" "function" {
  statement_id  = "gateway"
  action        = "lambda:InvokeFunction"
  function_name = var.function.function_name
  qualifier     = var.function.qualifier
  principal     = "apigateway.amazonaws.com"
  source_arn    = "${aws_apigatewayv2_api.this.execution_arn}/*/${var.method}/"

  lifecycle {
    create_before_destroy = true
  }
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

  access_log_settings {
    destination_arn = aws_cloudwatch_log_group.access.arn
    format          = jsonencode(var.access_log_fields)
  }
}

resource "aws_cloudwatch_log_group" "access" {
  name              = "/aws/vendedlogs/apis/${var.name}"
  retention_in_days = var.access_log_retention_in_days
  kms_key_id        = var.kms_key_arn
  tags              = var.tags
}

resource "aws_apigatewayv2_api_mapping" "this" {
  count = var.domain_mapping == null ? 0 : 1

  api_id          = aws_apigatewayv2_api.this.id
  api_mapping_key = var.domain_mapping.path
  domain_name     = var.domain_mapping.domain_name
  stage           = aws_apigatewayv2_stage.this.id
}

resource "aws_cloudwatch_metric_alarm" "server_errors" {
  count = var.create_alarms ? 1 : 0

  alarm_name          = "${var.name}-server-errors"
  alarm_description   = "${var.subject} answered with status 500 or above. See \"server-errors\" in docs/operations.md."
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
