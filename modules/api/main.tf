module "http_api" {
  source = "../http-api"

  name               = "${var.resource_prefix}-api"
  description        = "GraphQL API of ${var.resource_prefix}."
  subject            = "The API"
  function           = var.function
  method             = "POST"
  throttling         = var.throttling
  cors_configuration = var.cors_configuration
  ip_address_type    = var.ip_address_type
  domain_mapping     = var.custom_domain ? { domain_name = aws_apigatewayv2_domain_name.this[0].id } : null
  access_log_fields = {
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
  }
  access_log_retention_in_days = var.access_log_retention_in_days
  kms_key_arn                  = var.kms_key_arn
  create_alarms                = var.create_alarms
  alarm_actions                = var.alarm_actions
  tags                         = var.tags
}

resource "aws_apigatewayv2_authorizer" "this" {
  api_id                            = module.http_api.api_id
  name                              = "${var.resource_prefix}-api"
  authorizer_type                   = "REQUEST"
  authorizer_uri                    = var.authorizer_function.invoke_arn
  authorizer_payload_format_version = "2.0"
  enable_simple_responses           = true
  identity_sources                  = [for name in concat(["Authorization"], var.cdn_headers) : "$request.header.${name}"]
  authorizer_result_ttl_in_seconds  = var.authorizer_result_ttl_in_seconds
}

resource "aws_apigatewayv2_route" "this" {
  api_id             = module.http_api.api_id
  route_key          = "POST /"
  target             = "integrations/${module.http_api.integration_id}"
  authorization_type = "CUSTOM"
  authorizer_id      = aws_apigatewayv2_authorizer.this.id
}

resource "aws_lambda_permission" "authorizer" {
  statement_id  = "gateway"
  action        = "lambda:InvokeFunction"
  function_name = var.authorizer_function.function_name
  qualifier     = var.authorizer_function.qualifier
  principal     = "apigateway.amazonaws.com"
  source_arn    = "${module.http_api.execution_arn}/authorizers/${aws_apigatewayv2_authorizer.this.id}"
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

# Addresses of a release in which each module had an API of its own.
moved {
  from = aws_apigatewayv2_api.this
  to   = module.http_api.aws_apigatewayv2_api.this
}

moved {
  from = aws_apigatewayv2_integration.this
  to   = module.http_api.aws_apigatewayv2_integration.this
}

moved {
  from = aws_apigatewayv2_stage.this
  to   = module.http_api.aws_apigatewayv2_stage.this
}

moved {
  from = aws_cloudwatch_log_group.access
  to   = module.http_api.aws_cloudwatch_log_group.access
}

moved {
  from = aws_lambda_permission.function
  to   = module.http_api.aws_lambda_permission.function
}

moved {
  from = aws_apigatewayv2_api_mapping.this
  to   = module.http_api.aws_apigatewayv2_api_mapping.this
}

moved {
  from = aws_cloudwatch_metric_alarm.server_errors
  to   = module.http_api.aws_cloudwatch_metric_alarm.server_errors
}
