# Bulk loads are made so that nothing can be read by others or lost. instance.tftest.hcl has when there are any.

mock_provider "aws" {
  source = "./test/terraform/mocks"
}

variables {
  resource_prefix = "crm"
}

run "the_example_can_be_planned" {
  command = plan

  module {
    source = "./examples/bulk-loads"
  }
}

run "the_queue_waits_for_the_function_and_keeps_what_fails" {
  command = plan

  module {
    source = "./modules/ingest"
  }

  variables {
    bucket_suffix           = "0123abcd"
    location                = { region = "eu-central-1", account_id = "123456789012", dns_suffix = "amazonaws.com" }
    function_arn            = "arn:aws:lambda:eu-central-1:123456789012:function:crm-ingest"
    function_timeout        = 100
    maximum_concurrency     = 7
    batch_size              = 2
    max_receive_count       = 3
    load_retention_in_days  = 14
    error_retention_in_days = 90
    kms_key_arn             = "arn:aws:kms:eu-central-1:123456789012:key/1"
    deletion_protection     = true
    alarm_actions           = []
    tags                    = {}
  }

  assert {
    condition     = aws_sqs_queue.this.visibility_timeout_seconds == 600 && aws_sqs_queue.dead_letters.message_retention_seconds == 1209600
    error_message = "A message must not be handed out while the function may still work on it, and dead letters must stay as long as SQS allows."
  }

  assert {
    condition     = aws_lambda_event_source_mapping.this.scaling_config[0].maximum_concurrency == 7 && aws_lambda_event_source_mapping.this.batch_size == 2 && aws_lambda_event_source_mapping.this.function_response_types == toset(["ReportBatchItemFailures"])
    error_message = "Concurrency, batch size and partial failures must reach the event source mapping."
  }

  assert {
    condition     = alltrue([for name in ["block_public_acls", "block_public_policy", "ignore_public_acls", "restrict_public_buckets"] : aws_s3_bucket_public_access_block.this[name]])
    error_message = "All public access must be blocked."
  }

  assert {
    condition     = one(aws_s3_bucket_server_side_encryption_configuration.this.rule).apply_server_side_encryption_by_default[0].kms_master_key_id == var.kms_key_arn
    error_message = "The bucket must be encrypted with the key that is given."
  }

  assert {
    condition     = !aws_s3_bucket.this.force_destroy && aws_s3_bucket.this.bucket == "crm-ingest-0123abcd"
    error_message = "With deletion_protection a bucket with objects must stay."
  }

  assert {
    condition     = join(" ", [for rule in aws_s3_bucket_lifecycle_configuration.this.rule : "${rule.id}=${try(rule.expiration[0].days, "-")}"]) == "errors=90 loads=14 broken-off-uploads=-"
    error_message = "Loads and errors must be deleted when they are asked to be."
  }

  assert {
    condition     = join(" ", sort(keys(aws_cloudwatch_metric_alarm.this))) == "backlog dead-letters"
    error_message = "Dead letters and a backlog must be noticed."
  }
}
