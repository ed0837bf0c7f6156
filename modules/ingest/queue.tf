locals {
  # The longest retention that SQS allows.
  retention_in_seconds = 14 * 24 * 60 * 60
  queues               = { waiting = aws_sqs_queue.this, dead-letters = aws_sqs_queue.dead_letters }
}

resource "aws_sqs_queue" "this" {
  name                      = "${var.resource_prefix}-ingest"
  message_retention_seconds = local.retention_in_seconds
  # Six times the function's timeout, as AWS recommends, so that throttled calls do not deliver a message twice.
  visibility_timeout_seconds = 6 * var.function_timeout
  # Messages contain only names and sizes of objects. A customer's key would need a policy that allows S3 to use it.
  sqs_managed_sse_enabled = true
  tags                    = var.tags

  redrive_policy = jsonencode({
    deadLetterTargetArn = aws_sqs_queue.dead_letters.arn
    maxReceiveCount     = var.max_receive_count
  })
}

resource "aws_sqs_queue" "dead_letters" {
  name                      = "${var.resource_prefix}-ingest-dead-letters"
  message_retention_seconds = local.retention_in_seconds
  sqs_managed_sse_enabled   = true
  tags                      = var.tags
}

resource "aws_sqs_queue_redrive_allow_policy" "this" {
  queue_url = aws_sqs_queue.dead_letters.id
  redrive_allow_policy = jsonencode({
    redrivePermission = "byQueue"
    sourceQueueArns   = [aws_sqs_queue.this.arn]
  })

  # Makes one change of a queue at a time.
  depends_on = [aws_sqs_queue_policy.this]
}

resource "aws_sqs_queue_policy" "this" {
  for_each = local.queues

  queue_url = each.value.id
  policy = jsonencode({
    Version = "2012-10-17"
    Statement = concat(
      [{
        Sid       = "DenyPlainHttp"
        Effect    = "Deny"
        Principal = "*"
        Action    = "sqs:*"
        Resource  = each.value.arn
        Condition = { Bool = { "aws:SecureTransport" = "false" } }
      }],
      [for queue in [each.key] : {
        Sid       = "LetBucketSend"
        Effect    = "Allow"
        Principal = { Service = "s3.amazonaws.com" }
        Action    = "sqs:SendMessage"
        Resource  = each.value.arn
        Condition = {
          ArnEquals    = { "aws:SourceArn" = aws_s3_bucket.this.arn }
          StringEquals = { "aws:SourceAccount" = var.location.account_id }
        }
      } if queue == "waiting"],
    )
  })
}

resource "aws_lambda_event_source_mapping" "this" {
  event_source_arn        = aws_sqs_queue.this.arn
  function_name           = var.function_arn
  batch_size              = var.batch_size
  function_response_types = ["ReportBatchItemFailures"]
  tags                    = var.tags

  scaling_config {
    maximum_concurrency = var.maximum_concurrency
  }
}
