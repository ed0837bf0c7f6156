locals {
  location = var.settings.location

  # Known before the function exists, which needs the policy.
  function_arn = "arn:${local.location.partition}:lambda:${local.location.region}:${local.location.account_id}:function:${var.function_name}"

  trust = {
    Version = "2012-10-17"
    Statement = [{
      Effect    = "Allow"
      Action    = "sts:AssumeRole"
      Principal = { Service = "lambda.amazonaws.com" }
    }]
  }

  # What Lambda itself needs to run the function.
  runtime_policy = {
    Version = "2012-10-17"
    Statement = concat(
      [{
        Sid      = "WriteLog"
        Effect   = "Allow"
        Action   = ["logs:CreateLogStream", "logs:PutLogEvents"]
        Resource = "${aws_cloudwatch_log_group.this.arn}:log-stream:*"
      }],
      # X-Ray knows no resource that segments are put into.
      [for enabled in [var.settings.tracing_enabled] : {
        Sid      = "WriteTraces"
        Effect   = "Allow"
        Action   = ["xray:PutTraceSegments", "xray:PutTelemetryRecords"]
        Resource = "*"
      } if enabled],
      # Lambda makes the network interfaces. EC2 knows no resource for a part of these actions.
      [for vpc in [var.vpc] : {
        Sid    = "ManageNetworkInterfaces"
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
      } if vpc != null],
      # Lambda itself makes them, without the function's ARN as the source: the function's code cannot.
      [for vpc in [var.vpc] : {
        Sid       = "DenyNetworkInterfacesToCode"
        Effect    = "Deny"
        Action    = ["ec2:*"]
        Resource  = "*"
        Condition = { ArnEquals = { "lambda:SourceFunctionArn" = local.function_arn } }
      } if vpc != null],
      # A statement rather than a policy of its own: whether there is a key may be known only when it is applied.
      [for key in [var.settings.kms_key_arn] : {
        Sid       = "DecryptEnvironment"
        Effect    = "Allow"
        Action    = ["kms:Decrypt"]
        Resource  = key
        Condition = { StringEquals = { "kms:EncryptionContext:aws:lambda:FunctionArn" = local.function_arn } }
      } if key != null],
    )
  }
}

resource "aws_iam_role" "this" {
  # With the region: an account has one list of roles for all regions.
  name                 = "${var.function_name}-${local.location.region}"
  path                 = var.settings.role_path
  description          = "Role of the function ${var.function_name}."
  assume_role_policy   = jsonencode(local.trust)
  permissions_boundary = var.settings.permissions_boundary
  tags                 = var.settings.tags
}

resource "aws_iam_role_policy" "this" {
  for_each = merge(var.policies, { runtime = jsonencode(local.runtime_policy) })

  name   = each.key
  role   = aws_iam_role.this.id
  policy = each.value
}
