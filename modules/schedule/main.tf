resource "aws_cloudwatch_event_rule" "this" {
  name                = var.function_name
  description         = "Calls ${var.function_name} every minute."
  schedule_expression = "rate(1 minute)"
  tags                = var.tags
}

resource "aws_cloudwatch_event_target" "this" {
  rule = aws_cloudwatch_event_rule.this.name
  arn  = var.function_arn
}

# The next minute calls again: a second try of a call that failed would only run beside it.
resource "aws_lambda_function_event_invoke_config" "this" {
  function_name                = var.function_name
  maximum_retry_attempts       = 0
  maximum_event_age_in_seconds = 60
}

resource "aws_lambda_permission" "this" {
  statement_id  = "schedule"
  action        = "lambda:InvokeFunction"
  function_name = var.function_name
  principal     = "events.amazonaws.com"
  source_arn    = aws_cloudwatch_event_rule.this.arn
}

resource "aws_cloudwatch_metric_alarm" "unfinished_work" {
  count = var.create_alarms ? 1 : 0

  alarm_name          = "${var.function_name}-unfinished-work"
  alarm_description   = "Work that was cut off has not been finished for five minutes, or the sweeper does not run. See \"unfinished-work\" in docs/operations.md."
  namespace           = "EntityData"
  metric_name         = "UnfinishedWork"
  dimensions          = { service = var.service }
  statistic           = "Minimum"
  period              = 60
  evaluation_periods  = 5
  threshold           = 0
  comparison_operator = "GreaterThanThreshold"
  # A sweeper that is silent is as bad as one that gets nowhere.
  treat_missing_data = "breaching"
  alarm_actions      = var.alarm_actions
  ok_actions         = var.alarm_actions
  tags               = var.tags
}
