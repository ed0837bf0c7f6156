locals {
  name = "${var.resource_prefix}-api"
}

resource "aws_apigatewayv2_api" "this" {
  name            = local.name
  description     = "GraphQL API of ${var.resource_prefix}."
  protocol_type   = "HTTP"
  ip_address_type = var.ip_address_type
  # With a custom domain, API Gateway's own host name would bypass what is in front of that domain.
  disable_execute_api_endpoint = var.custom_domain
  tags                         = var.tags

  dynamic "cors_configuration" {
    for_each = var.cors_configuration == null ? [] : [var.cors_configuration]

    content {
      allow_origins     = cors_configuration.value.allow_origins
      allow_headers     = [for header in cors_configuration.value.allow_headers : lower(header)]
      allow_methods     = cors_configuration.value.allow_methods
      expose_headers    = [for header in cors_configuration.value.expose_headers : lower(header)]
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

resource "aws_apigatewayv2_authorizer" "this" {
  api_id                            = aws_apigatewayv2_api.this.id
  name                              = local.name
  authorizer_type                   = "REQUEST"
  authorizer_uri                    = var.authorizer_function.invoke_arn
  authorizer_payload_format_version = "2.0"
  enable_simple_responses           = true
  identity_sources                  = [for name in concat(["Authorization"], var.cdn_headers) : "$request.header.${name}"]
  authorizer_result_ttl_in_seconds  = var.authorizer_result_ttl_in_seconds
}

resource "aws_apigatewayv2_route" "this" {
  api_id             = aws_apigatewayv2_api.this.id
  route_key          = "POST /"
  target             = "integrations/${aws_apigatewayv2_integration.this.id}"
  authorization_type = "CUSTOM"
  authorizer_id      = aws_apigatewayv2_authorizer.this.id
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

  # Without headers and bodies, so that neither tokens nor records reach this log.
  access_log_settings {
    destination_arn = aws_cloudwatch_log_group.access.arn
    format = jsonencode({
      time              = "$context.requestTime"
      requestId         = "$context.requestId"
      functionRequestId = "$context.integration.requestId"
      sourceIp          = "$context.identity.sourceIp"
      route             = "$context.routeKey"
      status            = "$context.status"
      responseLength    = "$context.responseLength"
      latency           = "$context.responseLatency"
      functionLatency   = "$context.integrationLatency"
      authorizerStatus  = "$context.authorizer.status"
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
  source_arn    = "${aws_apigatewayv2_api.this.execution_arn}/*/POST/"

  lifecycle {
    create_before_destroy = true
  }
}

resource "aws_lambda_permission" "authorizer" {
  statement_id  = "gateway"
  action        = "lambda:InvokeFunction"
  function_name = var.authorizer_function.function_name
  qualifier     = var.authorizer_function.qualifier
  principal     = "apigateway.amazonaws.com"
  source_arn    = "${aws_apigatewayv2_api.this.execution_arn}/authorizers/${aws_apigatewayv2_authorizer.this.id}"
}

data "aws_region" "current" {}

resource "aws_apigatewayv2_domain_name" "this" {
  count = var.custom_domain ? 1 : 0

  domain_name = var.domain_name
  tags        = var.tags

  domain_name_configuration {
    certificate_arn = var.certificate_arn
    endpoint_type   = "REGIONAL"
    security_policy = "TLS_1_2"
    ip_address_type = var.ip_address_type
  }

  lifecycle {
    precondition {
      condition     = try(split(":", var.certificate_arn)[3] == data.aws_region.current.id, false)
      error_message = "certificate_arn must be the ARN of a certificate in ${data.aws_region.current.id}, where the API is: API Gateway accepts no certificate of another region."
    }
  }
}

resource "aws_apigatewayv2_api_mapping" "this" {
  count = var.custom_domain ? 1 : 0

  api_id      = aws_apigatewayv2_api.this.id
  domain_name = aws_apigatewayv2_domain_name.this[0].id
  stage       = aws_apigatewayv2_stage.this.id
}

resource "aws_cloudwatch_metric_alarm" "server_errors" {
  count = var.create_alarms ? 1 : 0

  alarm_name          = "${local.name}-server-errors"
  alarm_description   = "The API answered requests with status 500 or above. See \"server-errors\" in docs/operations.md."
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
