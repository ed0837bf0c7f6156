resource "aws_cloudwatch_event_rule" "this" {
  name                = var.function_name
  description         = "Calls ${var.function_name} every minute."
  schedule_expression = "rate(1 minute)"
  tags                = var.tags
}

resource "aws_cloudwatch_event_target" "this" {
  rule = aws_cloudwatch_event_rule.this.name
  arn  = var.function_arn

  depends_on = [aws_lambda_permission.this]
}

# No retries: the rule calls the function again a minute later, and a retry would only run concurrently.
resource "aws_lambda_function_event_invoke_config" "this" {
  function_name                = var.function_name
  qualifier                    = var.qualifier
  maximum_retry_attempts       = 0
  maximum_event_age_in_seconds = 60
}

resource "aws_lambda_permission" "this" {
  statement_id  = "schedule"
  action        = "lambda:InvokeFunction"
  function_name = var.function_name
  qualifier     = var.qualifier
  principal     = "events.amazonaws.com"
  source_arn    = aws_cloudwatch_event_rule.this.arn

  lifecycle {
    create_before_destroy = true
  }
}
