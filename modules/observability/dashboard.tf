locals {
  function_names = [for name in sort(keys(var.functions)) : var.functions[name].name]
  queues         = merge(var.queue_names, var.dead_letter_queue_names)

  # Metrics of the functions' own, by the second dimension where they have one.
  own          = ["service", var.resource_prefix]
  outcomes     = ["CREATED", "DUPLICATE", "UPDATED", "UNCHANGED", "REFUSED"]
  operations   = ["search", "entity", "entities", "entityByRecord", "explain", "metrics", "ruleChange", "submit", "submitWithPreview", "disassemble", "removeConnectionBan", "continueRuleChange", "rollBackRuleChange", "setRuleChangePace", "link", "separate", "undoDecision", "decisions", "reviews", "skipReview", "takeReviews", "releaseReviews", "history", "statistics", "refreshStatistics", "several"]
  retry_causes = ["throttled", "conflict", "unanswered"]

  graphs = concat(
    [
      { title = "Requests", stat = "Sum", metrics = [for id in values(var.api_ids) : ["AWS/ApiGateway", "Count", "ApiId", id]] },
      { title = "Latency in ms, 95 of 100 requests", stat = "p95", metrics = [for id in values(var.api_ids) : ["AWS/ApiGateway", "Latency", "ApiId", id]] },
      { title = "Answers 4xx and 5xx", stat = "Sum", metrics = [for pair in setproduct(values(var.api_ids), ["4xx", "5xx"]) : ["AWS/ApiGateway", pair[1], "ApiId", pair[0]]] },

      { title = "Duration of requests in ms by operation, 95 of 100", stat = "p95", metrics = [for name in local.operations : concat([local.own_namespace, "RequestDuration"], local.own, ["operation", name])] },
      { title = "Errors answered, by code", stat = "Sum", search = "{${local.own_namespace},service,code} MetricName=\"Errors\" service=\"${var.resource_prefix}\"" },
      { title = "Requests refused by the authorizer, by reason", stat = "Sum", search = "{${local.own_namespace},service,reason} MetricName=\"Refusals\" service=\"${var.resource_prefix}\"" },

      { title = "Records submitted, by outcome", stat = "Sum", metrics = [for name in local.outcomes : concat([local.own_namespace, "Records"], local.own, ["outcome", name])] },
      { title = "Values cut to the characters that rules look at", stat = "Sum", metrics = [concat([local.own_namespace, "CutValues"], local.own)] },
      { title = "Entities merged and split, pairs to review, keys become generic", stat = "Sum", metrics = [for name in ["Merges", "Splits", "ReviewPairs", "GenericKeys"] : concat([local.own_namespace, name], local.own)] },
      { title = "A former rule-config serves: 1; stored records with too many index keys", stat = "Maximum", metrics = [for name in ["FormerRules", "UnindexedRecords"] : concat([local.own_namespace, name], local.own)] },
      { title = "Change of the rules: phase (1 index, 2 ready, 3 split, 4 unite, 5 clean), progress in %", stat = "Maximum", metrics = [for name in ["RuleChangePhase", "RuleChangeProgress"] : concat([local.own_namespace, name], local.own)] },
      { title = "Change of the rules: records changed", stat = "Maximum", metrics = [concat([local.own_namespace, "RuleChangeChanged"], local.own)] },
      { title = "Change of the rules: s without progress, s held", stat = "Maximum", metrics = [for state in ["running", "held"] : concat([local.own_namespace, "RuleChangeAge"], local.own, ["state", state])] },
      { title = "Candidates of a submit and of a search, entities read beside a page, 95 of 100", stat = "p95", metrics = [for name in ["SubmitCandidates", "SearchCandidates", "SearchEntitiesRead"] : concat([local.own_namespace, name], local.own)] },

      { title = "Age in s of the oldest unfinished work", stat = "Maximum", metrics = [concat([local.own_namespace, "UnfinishedWorkAge"], local.own)] },
      { title = "Unfinished work, operations finished by the sweeper", stat = "Sum", metrics = [for name in ["UnfinishedWork", "OperationsFinished"] : concat([local.own_namespace, name], local.own)] },
      { title = "Calls to the table that were repeated, by cause", stat = "Sum", metrics = [for name in local.retry_causes : concat([local.own_namespace, "StoreRetries"], local.own, ["cause", name])] },

      { title = "Capacity units used", stat = "Sum", metrics = [for unit in ["ConsumedReadCapacityUnits", "ConsumedWriteCapacityUnits"] : ["AWS/DynamoDB", unit, "TableName", var.table_name]] },
      { title = "Throttled, and transactions in conflict", stat = "Sum", metrics = [for event in ["ReadThrottleEvents", "WriteThrottleEvents", "TransactionConflict"] : ["AWS/DynamoDB", event, "TableName", var.table_name]] },
      { title = "Errors of functions, and calls turned away", stat = "Sum", metrics = [for pair in setproduct(local.function_names, ["Errors", "Throttles"]) : ["AWS/Lambda", pair[1], "FunctionName", pair[0]]] },

      { title = "Duration of functions in ms, 99 of 100 calls", stat = "p99", metrics = [for name in local.function_names : ["AWS/Lambda", "Duration", "FunctionName", name]] },
      { title = "Functions at once", stat = "Maximum", metrics = [for name in local.function_names : ["AWS/Lambda", "ConcurrentExecutions", "FunctionName", name]] },
    ],
    [for function, graph in {
      ingest = { title = "Bulk loads: objects that failed, lines refused", stat = "Sum", metrics = [for name in ["FailedObjects", "RefusedLines"] : concat([local.own_namespace, name], local.own)] }
      events = { title = "Entity events: delivered, attempts that failed", stat = "Sum", metrics = [for name in ["EventsDelivered", "EventFailures"] : concat([local.own_namespace, name], local.own)] }
    } : graph if contains(keys(var.functions), function)],
    [for graph in [
      { title = "Delay of entity events in s", stat = "Maximum", metrics = [concat([local.own_namespace, "EventDelay"], local.own)] },
      { title = "Entity events that were given up: 1 while any are kept", stat = "Maximum", metrics = [concat([local.own_namespace, "DeadEvents"], local.own)] },
    ] : graph if contains(keys(var.functions), "events")],
    [for names in [[for name in sort(keys(local.queues)) : local.queues[name]]] :
      { title = "Waiting in queues", stat = "Maximum", metrics = [for name in names : ["AWS/SQS", "ApproximateNumberOfMessagesVisible", "QueueName", name]] }
    if length(names) > 0],
  )
}

resource "aws_cloudwatch_dashboard" "this" {
  count = var.create_dashboard ? 1 : 0

  # With the region: an account has one list of dashboards for all regions.
  dashboard_name = "${var.resource_prefix}-${var.region}"

  dashboard_body = jsonencode({
    widgets = [for index, graph in local.graphs : {
      type   = "metric"
      x      = 8 * (index % 3)
      y      = 6 * floor(index / 3)
      width  = 8
      height = 6
      properties = {
        title   = graph.title
        region  = var.region
        period  = 60
        stat    = graph.stat
        view    = "timeSeries"
        metrics = try(graph.metrics, [[{ expression = "SEARCH('${graph.search}', '${graph.stat}')", id = "search", label = "" }]])
      }
    }]
  })
}
