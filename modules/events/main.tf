# A notice in the table wakes the function up. What the record of the stream says does not matter: the function looks
# into the table, and what it leaves there it finds again. So a record that is lost is no event that is lost.
resource "aws_lambda_event_source_mapping" "this" {
  event_source_arn                   = var.stream_arn
  function_name                      = var.function_arn
  starting_position                  = "LATEST"
  batch_size                         = 1000
  maximum_batching_window_in_seconds = 1
  maximum_record_age_in_seconds      = 60
  maximum_retry_attempts             = 1
  tags                               = var.tags

  # Everything else that is written to the table calls nobody, and costs nothing.
  filter_criteria {
    filter {
      pattern = jsonencode({
        eventName = ["INSERT"]
        dynamodb  = { Keys = { pk = { S = [{ prefix = "V#" }] } } }
      })
    }
  }
}

# For what had to wait: a target that was down, or a process that ended in the middle.
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

# The next minute calls again.
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
