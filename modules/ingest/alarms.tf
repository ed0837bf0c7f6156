locals {
  alarms = {
    dead-letters = {
      queue       = aws_sqs_queue.dead_letters.name
      metric      = "ApproximateNumberOfMessagesVisible"
      threshold   = 0
      description = "Objects of a bulk load failed and are in the dead-letter queue."
    }
    backlog = {
      queue       = aws_sqs_queue.this.name
      metric      = "ApproximateAgeOfOldestMessage"
      threshold   = 24 * 60 * 60
      description = "An object of a bulk load has waited for more than a day."
    }
  }
}

resource "aws_cloudwatch_metric_alarm" "this" {
  for_each = { for name, alarm in local.alarms : name => alarm if var.create_alarms }

  alarm_name          = "${aws_sqs_queue.this.name}-${each.key}"
  alarm_description   = "${each.value.description} See \"${each.key}\" in docs/operations.md."
  namespace           = "AWS/SQS"
  metric_name         = each.value.metric
  dimensions          = { QueueName = each.value.queue }
  statistic           = "Maximum"
  period              = 300
  evaluation_periods  = 1
  threshold           = each.value.threshold
  comparison_operator = "GreaterThanThreshold"
  treat_missing_data  = "notBreaching"
  alarm_actions       = var.alarm_actions
  ok_actions          = var.alarm_actions
  tags                = var.tags
}
