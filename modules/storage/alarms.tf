locals {
  tables = {
    entities      = aws_dynamodb_table.entities
    configuration = aws_dynamodb_table.configuration
  }
  throttles = { read-throttles = "ReadThrottleEvents", write-throttles = "WriteThrottleEvents" }
}

resource "aws_cloudwatch_metric_alarm" "throttles" {
  for_each = { for name, metric in local.throttles : name => metric if var.create_alarms }

  alarm_name          = "${aws_dynamodb_table.entities.name}-${each.key}"
  alarm_description   = "DynamoDB throttled requests to the entities table. See \"${each.key}\" in docs/operations.md."
  namespace           = "AWS/DynamoDB"
  metric_name         = each.value
  dimensions          = { TableName = aws_dynamodb_table.entities.name }
  statistic           = "Sum"
  period              = 300
  evaluation_periods  = 2
  threshold           = 10
  comparison_operator = "GreaterThanThreshold"
  treat_missing_data  = "notBreaching"
  alarm_actions       = var.alarm_actions
  ok_actions          = var.alarm_actions
  tags                = var.tags
}

resource "aws_cloudwatch_metric_alarm" "system_errors" {
  count = var.create_alarms ? 1 : 0

  alarm_name          = "${aws_dynamodb_table.entities.name}-system-errors"
  alarm_description   = "DynamoDB returned internal errors. See \"system-errors\" in docs/operations.md."
  evaluation_periods  = 2
  threshold           = 1
  comparison_operator = "GreaterThanOrEqualToThreshold"
  treat_missing_data  = "notBreaching"
  alarm_actions       = var.alarm_actions
  ok_actions          = var.alarm_actions
  tags                = var.tags

  metric_query {
    id          = "errors"
    expression  = "SUM(METRICS())"
    label       = "System errors"
    return_data = true
  }

  dynamic "metric_query" {
    for_each = toset(["BatchGetItem", "BatchWriteItem", "GetItem", "Query", "PutItem", "UpdateItem", "DeleteItem", "TransactWriteItems"])

    content {
      id          = lower(metric_query.value)
      return_data = false

      metric {
        namespace   = "AWS/DynamoDB"
        metric_name = "SystemErrors"
        dimensions  = { TableName = aws_dynamodb_table.entities.name, Operation = metric_query.value }
        stat        = "Sum"
        period      = 300
      }
    }
  }
}
