module "http_api" {
  source = "../http-api"

  name            = "${var.resource_prefix}-guidance"
  description     = "Guidance server of ${var.resource_prefix}, public and without data."
  subject         = "The guidance server"
  function        = var.function
  method          = "*"
  throttling      = var.throttling
  ip_address_type = var.ip_address_type
  domain_mapping  = var.custom_domain ? { domain_name = var.domain_name, path = "mcp" } : null

  # A browser asks before it lets a page of another origin post JSON.
  cors_configuration = length(var.allowed_origins) == 0 ? null : {
    allow_origins = var.allowed_origins
    allow_methods = ["POST"]
    allow_headers = ["accept", "content-type", "mcp-method", "mcp-name", "mcp-protocol-version", "mcp-session-id"]
    max_age       = 300
  }

  # No address, no header, no body: nothing that a caller sends is kept.
  access_log_fields = {
    time              = "$context.requestTime"
    requestId         = "$context.requestId"
    functionRequestId = "$context.integration.requestId"
    method            = "$context.httpMethod"
    status            = "$context.status"
    responseLength    = "$context.responseLength"
    latency           = "$context.responseLatency"
    functionLatency   = "$context.integrationLatency"
    error             = "$context.error.messageString"
  }
  access_log_retention_in_days = var.access_log_retention_in_days
  kms_key_arn                  = var.kms_key_arn
  create_alarms                = var.create_alarms
  alarm_actions                = var.alarm_actions
  tags                         = var.tags
}

# Every method: what is not POST the server itself answers with 405.
resource "aws_apigatewayv2_route" "this" {
  api_id    = module.http_api.api_id
  route_key = "ANY /"
  target    = "integrations/${module.http_api.integration_id}"
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
