locals {
  alarms = {
    dead-events = {
      metric      = "DeadEvents"
      threshold   = 0
      periods     = 1
      description = "Entity events were given up: the target did not take them."
    }
    event-delay = {
      metric      = "EventDelay"
      threshold   = 15 * 60
      periods     = 5
      description = "An entity event has waited for fifteen minutes."
    }
  }
}

resource "aws_cloudwatch_metric_alarm" "this" {
  for_each = var.create_alarms ? local.alarms : {}

  alarm_name          = "${var.function_name}-${each.key}"
  alarm_description   = "${each.value.description} See \"${each.key}\" in docs/operations.md."
  namespace           = "EntityData"
  metric_name         = each.value.metric
  dimensions          = { service = var.service }
  statistic           = "Maximum"
  period              = 60
  evaluation_periods  = each.value.periods
  threshold           = each.value.threshold
  comparison_operator = "GreaterThanThreshold"
  # The schedule calls every minute: silence is as bad as a target that is down.
  treat_missing_data = "breaching"
  alarm_actions      = var.alarm_actions
  ok_actions         = var.alarm_actions
  tags               = var.tags
}
