locals {
  alarms = {
    errors = {
      metric      = "Errors"
      statistic   = "Sum"
      threshold   = 0
      description = "Calls of the function failed without an answer."
    }
    throttles = {
      metric      = "Throttles"
      statistic   = "Sum"
      threshold   = 0
      description = "Lambda refused calls because too many ran at once."
    }
    duration = {
      metric      = "Duration"
      statistic   = "Maximum"
      threshold   = var.size.timeout * 1000 * 0.8
      description = "A call took more than four fifths of its timeout."
    }
  }
}

resource "aws_cloudwatch_metric_alarm" "this" {
  for_each = { for name, alarm in local.alarms : name => alarm if var.settings.create_alarms }

  alarm_name          = "${var.function_name}-${each.key}"
  alarm_description   = "${each.value.description} See \"${each.key}\" in docs/operations.md."
  namespace           = "AWS/Lambda"
  metric_name         = each.value.metric
  dimensions          = { FunctionName = aws_lambda_function.this.function_name }
  statistic           = each.value.statistic
  period              = 300
  evaluation_periods  = 1
  threshold           = each.value.threshold
  comparison_operator = "GreaterThanThreshold"
  treat_missing_data  = "notBreaching"
  alarm_actions       = var.settings.alarm_actions
  ok_actions          = var.settings.alarm_actions
  tags                = var.settings.tags
}
