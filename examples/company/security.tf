resource "aws_sns_topic" "alarms" {
  name = "${var.resource_prefix}-alarms"
}

resource "aws_kms_key" "this" {
  description         = "Tables, logs and environments of ${var.resource_prefix}."
  enable_key_rotation = true
  policy              = jsonencode(local.key_policy)
}

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
      # Network interfaces of functions in a VPC.
      {
        Effect = "Allow"
        Action = [
          "ec2:AssignPrivateIpAddresses",
          "ec2:CreateNetworkInterface",
          "ec2:DeleteNetworkInterface",
          "ec2:DescribeNetworkInterfaces",
          "ec2:DescribeSubnets",
          "ec2:UnassignPrivateIpAddresses",
        ]
        Resource = "*"
      },
    ]
  }
}

resource "aws_iam_policy" "boundary" {
  name   = "${var.resource_prefix}-boundary"
  policy = jsonencode(local.boundary)
}
