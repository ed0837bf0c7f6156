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

data "aws_caller_identity" "current" {}

data "aws_partition" "current" {}

module "entity_data" {
  # Outside of this repository: source = "git::https://<host>/<path>/terraform-aws-entity-data.git?ref=<version>"
  source = "../.."

  resource_prefix  = var.resource_prefix
  rule_config_file = "${path.module}/rule-config.json"
  schema_file      = "${path.module}/schema.graphqls"
  tags             = { application = "customer-data", cost-center = "4711" }

  clients = {
    importer = { allowed_scopes = ["svc/mutation.submit"] }
    backend  = { allowed_scopes = ["svc/query.search", "svc/query.entity"] }
  }

  # The importer may submit in bursts, others get less.
  client_throttling = {
    rate_limit  = 20
    burst_limit = 40
    clients     = { importer = { rate_limit = 100, burst_limit = 500 } }
  }

  # Requests come through the distribution in network.tf, and from these networks only.
  cdn_secrets                      = var.cdn_secrets
  ip_range_allow_list              = var.allowed_ranges
  authorizer_result_ttl_in_seconds = 10

  # Functions that read the table are in subnets without a way to the internet.
  vpc = {
    subnet_ids         = aws_subnet.private[*].id
    security_group_ids = [aws_security_group.functions.id]
  }

  kms_key_arn          = aws_kms_key.this.arn
  role_path            = "/customer-data/"
  permissions_boundary = aws_iam_policy.boundary.arn
  deletion_protection  = var.deletion_protection

  create_guidance_server = false
  alarm_actions          = [aws_sns_topic.alarms.arn]
}
