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
    # The privilege of a field in schema.graphqls is a scope like any other.
    credit = {
      allowed_scopes = ["crm/query.search", "crm/query.entity", "crm/read.creditLimit"]
    }
    # For requests for erasure.
    privacy = {
      allowed_scopes = ["crm/query.search", "crm/query.entity", "crm/mutation.disassemble", "crm/mutation.removeConnectionBan"]
    }
  }

  # People of two groups sign in at the output console_url.
  console = {
    groups = {
      "service-desk" = { role = "reader" }
      "data-office"  = { role = "owner", privileges = ["crm/read.creditLimit"] }
    }
  }

  ip_range_allow_list              = ["203.0.113.0/24", "2001:db8:12::/48", "127.0.0.1"]
  ip_address_type                  = "dualstack"
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
  policy              = jsonencode(local.key_policy)
}

data "aws_partition" "current" {}

locals {
  account = data.aws_caller_identity.current.account_id
  arn     = "arn:${data.aws_partition.current.partition}"

  key_policy = {
    Version = "2012-10-17"
    Statement = [
      {
        Sid       = "Account"
        Effect    = "Allow"
        Principal = { AWS = "${local.arn}:iam::${local.account}:root" }
        Action    = "kms:*"
        Resource  = "*" # In a key's policy: this key.
      },
      {
        Sid       = "Logs"
        Effect    = "Allow"
        Principal = { Service = "logs.${var.region}.${data.aws_partition.current.dns_suffix}" }
        Action    = ["kms:Decrypt", "kms:DescribeKey", "kms:Encrypt", "kms:GenerateDataKey*", "kms:ReEncrypt*"]
        Resource  = "*"
        Condition = { ArnLike = { "kms:EncryptionContext:aws:logs:arn" = "${local.arn}:logs:${var.region}:${local.account}:log-group:*" } }
      },
    ]
  }

  # The most that the module's roles may do, whatever their policies allow.
  boundary = {
    Version = "2012-10-17"
    Statement = [
      {
        Effect   = "Allow"
        Action   = "dynamodb:*"
        Resource = "${local.arn}:dynamodb:${var.region}:${local.account}:table/${var.resource_prefix}-*"
      },
      {
        Effect   = "Allow"
        Action   = ["logs:CreateLogStream", "logs:PutLogEvents"]
        Resource = "${local.arn}:logs:${var.region}:${local.account}:log-group:/aws/lambda/${var.resource_prefix}-*"
      },
      {
        Effect   = "Allow"
        Action   = ["kms:Decrypt", "kms:DescribeKey", "kms:Encrypt", "kms:GenerateDataKey", "kms:ReEncrypt*"]
        Resource = aws_kms_key.this.arn
      },
    ]
  }
}

resource "aws_iam_policy" "boundary" {
  name   = "${var.resource_prefix}-boundary"
  policy = jsonencode(local.boundary)
}
