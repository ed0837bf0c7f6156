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

module "entity_data" {
  # Outside of this repository: source = "git::https://<host>/<path>/terraform-aws-entity-data.git?ref=<version>"
  source = "../.."

  resource_prefix    = var.resource_prefix
  service_identifier = "crm"
  rule_config_file   = "${path.module}/rule-config.json"
  schema_file        = "${path.module}/schema.graphqls"
  tags               = { application = "customer-data" }

  clients = {
    importer = {
      allowed_scopes                = ["crm/mutation.submit", "crm/read.creditLimit"]
      access_token_validity_minutes = 15
    }
    backend = {
      allowed_scopes = ["crm/query.search", "crm/query.entity", "crm/query.metrics"]
    }
    # The privilege of a field in schema.graphqls is a scope like the others.
    credit = {
      allowed_scopes = ["crm/query.search", "crm/query.entity", "crm/read.creditLimit"]
    }
    # Whoever answers requests for erasure.
    privacy = {
      allowed_scopes = ["crm/query.search", "crm/query.entity", "crm/mutation.disassemble", "crm/mutation.removeConnectionBan"]
    }
  }

  ip_range_allow_list              = ["203.0.113.0/24", "2001:db8:12::/48", "127.0.0.1"]
  authorizer_result_ttl_in_seconds = 10

  api_throttling      = { rate_limit = 200, burst_limit = 400 }
  guidance_throttling = { rate_limit = 5, burst_limit = 10 }
  graphql_limits      = { depth = 15, answer_bytes = 3000000 }
  cors_configuration  = { allow_origins = ["https://crm.example.com"] }

  functions = {
    api        = { memory_size = 2048, reserved_concurrent_executions = 100 }
    authorizer = { memory_size = 256 }
    guidance   = { reserved_concurrent_executions = 5 }
    sweeper    = { timeout = 300 }
  }
  log_level                    = "WARN"
  log_retention_in_days        = 90
  access_log_retention_in_days = 14

  kms_key_arn            = aws_kms_key.this.arn
  role_path              = "/customer-data/"
  permissions_boundary   = aws_iam_policy.boundary.arn
  deletion_protection    = var.deletion_protection
  point_in_time_recovery = true

  alarm_actions = [aws_sns_topic.alarms.arn]
}

resource "aws_sns_topic" "alarms" {
  name = "${var.resource_prefix}-alarms"
}

resource "aws_kms_key" "this" {
  description         = "Tables, logs and environments of ${var.resource_prefix}."
  enable_key_rotation = true
  policy              = data.aws_iam_policy_document.key.json
}

data "aws_iam_policy_document" "key" {
  statement {
    sid       = "Account"
    actions   = ["kms:*"]
    resources = ["*"] # In a key's policy: this key.

    principals {
      type        = "AWS"
      identifiers = ["arn:${data.aws_partition.current.partition}:iam::${data.aws_caller_identity.current.account_id}:root"]
    }
  }

  statement {
    sid       = "Logs"
    actions   = ["kms:Decrypt", "kms:DescribeKey", "kms:Encrypt", "kms:GenerateDataKey*", "kms:ReEncrypt*"]
    resources = ["*"]

    principals {
      type        = "Service"
      identifiers = ["logs.${var.region}.amazonaws.com"]
    }

    condition {
      test     = "ArnLike"
      variable = "kms:EncryptionContext:aws:logs:arn"
      values   = ["arn:${data.aws_partition.current.partition}:logs:${var.region}:${data.aws_caller_identity.current.account_id}:log-group:*"]
    }
  }
}

data "aws_partition" "current" {}

# Whatever the module's roles are given, they may not do more than this.
resource "aws_iam_policy" "boundary" {
  name   = "${var.resource_prefix}-boundary"
  policy = data.aws_iam_policy_document.boundary.json
}

data "aws_iam_policy_document" "boundary" {
  statement {
    actions   = ["dynamodb:*"]
    resources = ["arn:${data.aws_partition.current.partition}:dynamodb:${var.region}:${data.aws_caller_identity.current.account_id}:table/${var.resource_prefix}-*"]
  }

  statement {
    actions   = ["logs:CreateLogStream", "logs:PutLogEvents"]
    resources = ["arn:${data.aws_partition.current.partition}:logs:${var.region}:${data.aws_caller_identity.current.account_id}:log-group:/aws/lambda/${var.resource_prefix}-*"]
  }

  statement {
    actions   = ["kms:Decrypt", "kms:DescribeKey", "kms:Encrypt", "kms:GenerateDataKey", "kms:ReEncrypt*"]
    resources = [aws_kms_key.this.arn]
  }
}
