# Entity events go to one place, and the function may do nothing but send them there. instance.tftest.hcl has when there
# are any.

mock_provider "aws" {
  source = "./test/terraform/mocks"
}

variables {
  resource_prefix = "crm"

  # Of the modules.
  function_arn  = "arn:aws:lambda:eu-central-1:123456789012:function:crm-events"
  table_arn     = "arn:aws:dynamodb:eu-central-1:123456789012:table/crm-entities"
  stream_arn    = "arn:aws:dynamodb:eu-central-1:123456789012:table/crm-entities/stream/1"
  configuration = { rule-config = { base64 = "AAAA", sha256 = "0a" } }

  deletion_protection    = true
  point_in_time_recovery = true
  alarm_actions          = []
  location               = { dns_suffix = "amazonaws.com" }
  tags                   = {}
}

run "the_stream_tells_keys_and_no_values" {
  command = plan

  module {
    source = "./modules/storage"
  }

  variables {
    stream_enabled = true
    expiry_enabled = true
  }

  assert {
    condition     = one(aws_dynamodb_table.entities.ttl).attribute_name == "ttl" && one(aws_dynamodb_table.entities.ttl).enabled
    error_message = "History must be deleted when its days are over."
  }

  assert {
    condition     = aws_dynamodb_table.entities.stream_enabled && aws_dynamodb_table.entities.stream_view_type == "KEYS_ONLY"
    error_message = "Records may not travel through the stream."
  }
}

run "the_example_can_be_planned" {
  command = plan

  module {
    source = "./examples/entity-events"
  }
}

run "a_queue_is_all_that_its_function_may_send_to" {
  command = plan

  module {
    source = "./modules/events"
  }

  variables {
    target = { queue_arn = "arn:aws:sqs:eu-central-1:123456789012:entities.fifo", kms_key_arn = "arn:aws:kms:eu-central-1:123456789012:key/1" }
  }

  assert {
    condition = jsondecode(output.policies["target"]).Statement == [
      { Sid = "SendMessages", Effect = "Allow", Action = ["sqs:SendMessage"], Resource = "arn:aws:sqs:eu-central-1:123456789012:entities.fifo" },
      { Sid = "UseKeyOfTarget", Effect = "Allow", Action = ["kms:Decrypt", "kms:GenerateDataKey"], Resource = "arn:aws:kms:eu-central-1:123456789012:key/1", Condition = { StringEquals = { "kms:ViaService" = "sqs.eu-central-1.amazonaws.com" } } },
    ]
    error_message = "The function may send to the queue, with its key, and nothing else."
  }

  assert {
    condition     = output.environment == { QUEUE_ARN = "arn:aws:sqs:eu-central-1:123456789012:entities.fifo" }
    error_message = "The function must know the queue, and no other target."
  }

  assert {
    condition     = jsondecode(one(one(aws_lambda_event_source_mapping.this.filter_criteria).filter).pattern) == { eventName = ["INSERT"], dynamodb = { Keys = { pk = { S = [{ prefix = "V#" }] } } } }
    error_message = "Only notices may wake the function up: everything else would cost a call."
  }
}

run "a_bus_is_all_that_its_function_may_put_events_on" {
  command = plan

  module {
    source = "./modules/events"
  }

  variables {
    target = { event_bus_arn = "arn:aws:events:eu-central-1:123456789012:event-bus/entities" }
  }

  assert {
    condition     = jsondecode(output.policies["target"]).Statement == [{ Sid = "PutEvents", Effect = "Allow", Action = ["events:PutEvents"], Resource = "arn:aws:events:eu-central-1:123456789012:event-bus/entities" }]
    error_message = "The function may put events on the bus, and nothing else."
  }

  assert {
    condition     = jsondecode(output.policies["stream"]).Statement[0].Resource == "arn:aws:dynamodb:eu-central-1:123456789012:table/crm-entities/stream/*"
    error_message = "The function may read the stream of this table only."
  }
}

run "of_a_webhook_only_the_name_of_the_secret_is_known" {
  command = plan

  module {
    source = "./modules/events"
  }

  variables {
    target = {
      webhook = { url = "https://example.com/entities", secret_arn = "arn:aws:secretsmanager:eu-central-1:123456789012:secret:events-AbCdEf" }
    }
  }

  assert {
    condition     = jsondecode(output.policies["target"]).Statement == [{ Sid = "ReadSecretOfWebhook", Effect = "Allow", Action = ["secretsmanager:GetSecretValue"], Resource = "arn:aws:secretsmanager:eu-central-1:123456789012:secret:events-AbCdEf" }]
    error_message = "The function may read that one secret, and nothing else."
  }

  assert {
    condition     = output.environment == { WEBHOOK_URL = "https://example.com/entities", WEBHOOK_SECRET_ARN = "arn:aws:secretsmanager:eu-central-1:123456789012:secret:events-AbCdEf" }
    error_message = "The secret itself may not stand in the environment."
  }
}
