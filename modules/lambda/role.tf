data "aws_iam_policy_document" "assume" {
  statement {
    actions = ["sts:AssumeRole"]

    principals {
      type        = "Service"
      identifiers = ["lambda.amazonaws.com"]
    }
  }
}

# What Lambda itself needs to run the function.
data "aws_iam_policy_document" "runtime" {
  statement {
    sid       = "WriteLog"
    actions   = ["logs:CreateLogStream", "logs:PutLogEvents"]
    resources = ["${aws_cloudwatch_log_group.this.arn}:log-stream:*"]
  }

  # A statement rather than a policy of its own: whether there is a key may be known only when it is applied.
  dynamic "statement" {
    for_each = var.kms_key_arn == null ? [] : [var.kms_key_arn]

    content {
      sid       = "DecryptEnvironment"
      actions   = ["kms:Decrypt"]
      resources = [statement.value]

      condition {
        test     = "StringEquals"
        variable = "kms:EncryptionContext:aws:lambda:FunctionArn"
        values   = [local.function_arn]
      }
    }
  }
}

data "aws_partition" "current" {}
data "aws_region" "current" {}
data "aws_caller_identity" "current" {}

locals {
  # Known before the function exists, which needs the policy.
  function_arn = "arn:${data.aws_partition.current.partition}:lambda:${data.aws_region.current.id}:${data.aws_caller_identity.current.account_id}:function:${var.function_name}"
}

resource "aws_iam_role" "this" {
  name                 = var.function_name
  path                 = var.role_path
  description          = "Role of the function ${var.function_name}."
  assume_role_policy   = data.aws_iam_policy_document.assume.json
  permissions_boundary = var.permissions_boundary
  tags                 = var.tags
}

resource "aws_iam_role_policy" "this" {
  for_each = merge(var.policies, { runtime = data.aws_iam_policy_document.runtime.json })

  name   = each.key
  role   = aws_iam_role.this.id
  policy = each.value
}
