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
