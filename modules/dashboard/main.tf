data "aws_region" "current" {}

locals {
  graphs = [
    { title = "Requests", stat = "Sum", metrics = [for id in values(var.api_ids) : ["AWS/ApiGateway", "Count", "ApiId", id]] },
    { title = "Latency in ms, 99 of 100 requests", stat = "p99", metrics = [for id in values(var.api_ids) : ["AWS/ApiGateway", "Latency", "ApiId", id]] },
    { title = "Answers 4xx and 5xx", stat = "Sum", metrics = flatten([for id in values(var.api_ids) : [for code in ["4xx", "5xx"] : { metric = ["AWS/ApiGateway", code, "ApiId", id] }]])[*].metric },
    { title = "Duration of functions in ms, 99 of 100 calls", stat = "p99", metrics = [for name in values(var.function_names) : ["AWS/Lambda", "Duration", "FunctionName", name]] },
    { title = "Errors of functions", stat = "Sum", metrics = [for name in values(var.function_names) : ["AWS/Lambda", "Errors", "FunctionName", name]] },
    { title = "Functions at once", stat = "Maximum", metrics = [for name in values(var.function_names) : ["AWS/Lambda", "ConcurrentExecutions", "FunctionName", name]] },
    { title = "Capacity units used", stat = "Sum", metrics = [for unit in ["ConsumedReadCapacityUnits", "ConsumedWriteCapacityUnits"] : ["AWS/DynamoDB", unit, "TableName", var.table_name]] },
    { title = "Throttled, and transactions in conflict", stat = "Sum", metrics = [for event in ["ReadThrottleEvents", "WriteThrottleEvents", "TransactionConflict"] : ["AWS/DynamoDB", event, "TableName", var.table_name]] },
    { title = "Unfinished work, and operations finished by the sweeper", stat = "Sum", metrics = [for metric in ["UnfinishedWork", "OperationsFinished"] : ["EntityData", metric, "service", var.resource_prefix]] },
  ]
}

resource "aws_cloudwatch_dashboard" "this" {
  dashboard_name = var.resource_prefix

  dashboard_body = jsonencode({
    widgets = [for index, graph in local.graphs : {
      type   = "metric"
      x      = 8 * (index % 3)
      y      = 6 * floor(index / 3)
      width  = 8
      height = 6
      properties = {
        title   = graph.title
        region  = data.aws_region.current.id
        period  = 60
        stat    = graph.stat
        view    = "timeSeries"
        metrics = graph.metrics
      }
    }]
  })
}
