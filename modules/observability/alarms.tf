# Alarms on a function, a table, an API or a queue are made with it. Here are those on what the functions tell of their
# work, and on what concerns several resources.

locals {
  own_namespace = "EntityData"

  # What an alarm needs, with what most have: a sum over five minutes that must be nought, and nothing said is good.
  defaults = {
    namespace          = local.own_namespace
    dimensions         = { service = var.resource_prefix }
    statistic          = "Sum"
    extended_statistic = null
    threshold          = 0
    period             = 300
    evaluation_periods = 1
    treat_missing_data = "notBreaching"
  }

  # Of functions that are called every minute: that they say nothing is as bad as what they would say.
  every_minute = merge(local.defaults, { period = 60, treat_missing_data = "breaching" })

  alarms = merge(
    {
      latency = merge(local.defaults, {
        namespace          = "AWS/ApiGateway"
        metric             = "Latency"
        dimensions         = { ApiId = var.api_ids["api"] }
        statistic          = null
        extended_statistic = "p95"
        threshold          = var.latency_alarm_milliseconds
        evaluation_periods = 3
        description        = "More than one in twenty requests has taken longer than ${var.latency_alarm_milliseconds} ms for fifteen minutes."
      })
      internal-errors = merge(local.defaults, {
        metric      = "Errors"
        dimensions  = { service = var.resource_prefix, code = "INTERNAL_ERROR" }
        description = "Callers were answered with errors that the service did not expect, also with status 200."
      })
      issuer-keys = merge(local.defaults, {
        metric      = "Refusals"
        dimensions  = { service = var.resource_prefix, reason = "KEYS_UNAVAILABLE" }
        description = "Requests were refused because the issuer's keys cannot be had."
      })
      refusals = merge(local.defaults, {
        metric             = "Refusals"
        threshold          = 100
        evaluation_periods = 3
        description        = "The authorizer has refused more than 100 requests in five minutes, three times in a row."
      })
      unfinished-work = merge(local.every_minute, {
        metric             = "UnfinishedWork"
        statistic          = "Minimum"
        evaluation_periods = 5
        description        = "Interrupted work has not been finished for five minutes, or the sweeper does not run."
      })
      unfinished-work-age = merge(local.defaults, {
        metric      = "UnfinishedWorkAge"
        statistic   = "Maximum"
        threshold   = 900
        description = "Work that was interrupted a quarter of an hour ago is not finished."
      })
      former-rules = merge(local.defaults, {
        metric      = "FormerRules"
        statistic   = "Maximum"
        description = "The deployed rule-config is not in force, and no change leads to it: a former one continues to serve."
      })
      rule-change-stuck = merge(local.defaults, {
        metric      = "RuleChangeAge"
        dimensions  = { service = var.resource_prefix, state = "running" }
        statistic   = "Maximum"
        threshold   = 15 * 60
        description = "A change of the rules has made no progress for fifteen minutes, or has failed."
      })
      rule-change-held = merge(local.defaults, {
        metric      = "RuleChangeAge"
        dimensions  = { service = var.resource_prefix, state = "held" }
        statistic   = "Maximum"
        threshold   = 24 * 60 * 60
        description = "A change of the rules has waited for its owner for a day."
      })
      dropped-sweeps = merge(local.defaults, {
        namespace   = "AWS/Lambda"
        metric      = "AsyncEventsDropped"
        dimensions  = { FunctionName = var.functions["sweeper"].name }
        threshold   = 2
        description = "Lambda dropped more than two of the sweeper's five calls in five minutes."
      })
    },
    { for name, alarm in {
      dead-events = merge(local.every_minute, {
        metric      = "DeadEvents"
        statistic   = "Maximum"
        description = "Entity events became dead letters: the target did not accept them."
      })
      event-delay = merge(local.every_minute, {
        metric             = "EventDelay"
        statistic          = "Maximum"
        threshold          = 15 * 60
        evaluation_periods = 5
        description        = "An entity event has waited for fifteen minutes."
      })
    } : name => alarm if contains(keys(var.functions), "events") },
    { for name in ["guidance"] : "guidance-failures" => merge(local.defaults, {
      metric      = "GuidanceFailures"
      description = "Tools of the guidance server failed by its own fault."
    }) if contains(keys(var.functions), name) },
    { for name, function in var.functions : "${name}-concurrency" => merge(local.defaults, {
      namespace   = "AWS/Lambda"
      metric      = "ConcurrentExecutions"
      dimensions  = { FunctionName = function.name }
      statistic   = "Maximum"
      threshold   = function.reserved_concurrent_executions * 0.8
      description = "More than four fifths of the calls at once that are reserved for the function were used."
      # Of a reservation of one, every call uses all.
    }) if coalesce(function.reserved_concurrent_executions, 1) > 1 },
    { for name, queue in var.dead_letter_queue_names : "${name}-dead-letters" => merge(local.defaults, {
      namespace   = "AWS/SQS"
      metric      = "ApproximateNumberOfMessagesVisible"
      dimensions  = { QueueName = queue }
      statistic   = "Maximum"
      description = "The dead-letter queue has messages."
    }) },
  )

  # The headings of docs/operations.md know no name of a function or a queue.
  headings = { for name in keys(local.alarms) : name =>
    endswith(name, "-concurrency") ? "concurrency" : endswith(name, "-dead-letters") ? "dead-letters" : name
  }
}

resource "aws_cloudwatch_metric_alarm" "this" {
  for_each = { for name, alarm in local.alarms : name => alarm if var.create_alarms }

  alarm_name          = "${var.resource_prefix}-${each.key}"
  alarm_description   = "${each.value.description} See \"${local.headings[each.key]}\" in docs/operations.md."
  namespace           = each.value.namespace
  metric_name         = each.value.metric
  dimensions          = each.value.dimensions
  statistic           = each.value.statistic
  extended_statistic  = each.value.extended_statistic
  period              = each.value.period
  evaluation_periods  = each.value.evaluation_periods
  threshold           = each.value.threshold
  comparison_operator = "GreaterThanThreshold"
  treat_missing_data  = each.value.treat_missing_data
  alarm_actions       = var.alarm_actions
  ok_actions          = var.alarm_actions
  tags                = var.tags
}

moved {
  from = aws_cloudwatch_metric_alarm.minutely["unfinished-work"]
  to   = aws_cloudwatch_metric_alarm.this["unfinished-work"]
}

moved {
  from = aws_cloudwatch_metric_alarm.minutely["dead-events"]
  to   = aws_cloudwatch_metric_alarm.this["dead-events"]
}

moved {
  from = aws_cloudwatch_metric_alarm.minutely["event-delay"]
  to   = aws_cloudwatch_metric_alarm.this["event-delay"]
}
