terraform {
  required_version = ">= 1.9"

  required_providers {
    aws = {
      source  = "hashicorp/aws"
      version = ">= 5.100"
    }
  }
}

provider "aws" {
  region = var.region
}

module "entity_data" {
  # Outside of this repository: source = "git::https://<host>/<path>/terraform-aws-entity-data.git?ref=<version>"
  source = "../.."

  resource_prefix     = "entity-data-events"
  rule_config_file    = "${path.module}/rule-config.json"
  schema_file         = "${path.module}/schema.graphqls"
  deletion_protection = var.deletion_protection

  clients = {
    backend = { allowed_scopes = ["svc/mutation.submit", "svc/mutation.disassemble", "svc/query.search", "svc/query.entity"] }
  }

  entity_events = {
    queue_arn    = aws_sqs_queue.events.arn
    max_attempts = var.max_attempts
  }
}

# FIFO: keeps the order of each entity's events and drops repetitions within five minutes.
resource "aws_sqs_queue" "events" {
  name                       = "entity-data-events.fifo"
  fifo_queue                 = true
  fifo_throughput_limit      = "perMessageGroupId"
  deduplication_scope        = "messageGroup"
  message_retention_seconds  = 1209600
  visibility_timeout_seconds = 60
  sqs_managed_sse_enabled    = true
}
