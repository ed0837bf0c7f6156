# A new outbox entry in the table calls the function. The function ignores the stream record and reads the outbox in the
# table. An entry stays there until it is published, so a lost stream record loses no event.
resource "aws_lambda_event_source_mapping" "this" {
  event_source_arn                   = var.stream_arn
  function_name                      = var.function_arn
  starting_position                  = "LATEST"
  batch_size                         = 1000
  maximum_batching_window_in_seconds = 1
  maximum_record_age_in_seconds      = 60
  maximum_retry_attempts             = 1
  tags                               = var.tags

  # Other writes to the table do not call the function, and cost nothing.
  filter_criteria {
    filter {
      pattern = jsonencode({
        eventName = ["INSERT"]
        dynamodb  = { Keys = { pk = { S = [{ prefix = "V#" }] } } }
      })
    }
  }
}
