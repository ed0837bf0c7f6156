# What a role needs that applies the module, on resources of one prefix in one account and region. Actions are those that the
# provider was seen to call in applies, changes and destroys, and those that AWS documents beside them.

locals {
  base = "arn:${var.partition}"
  here = "${var.region}:${var.account_id}"

  statements = concat(
    [
      {
        Sid    = "Tables"
        Effect = "Allow"
        Action = [
          "dynamodb:CreateTable", "dynamodb:DeleteItem", "dynamodb:DeleteResourcePolicy", "dynamodb:DeleteTable",
          "dynamodb:DescribeContinuousBackups", "dynamodb:DescribeTable", "dynamodb:DescribeTimeToLive", "dynamodb:GetItem",
          "dynamodb:GetResourcePolicy", "dynamodb:ListTagsOfResource", "dynamodb:PutItem", "dynamodb:PutResourcePolicy",
          "dynamodb:TagResource", "dynamodb:UntagResource", "dynamodb:UpdateContinuousBackups", "dynamodb:UpdateItem",
          "dynamodb:UpdateTable", "dynamodb:UpdateTimeToLive",
        ]
        Resource = ["${local.base}:dynamodb:${local.here}:table/${var.resource_prefix}-*"]
      },
      {
        Sid    = "Functions"
        Effect = "Allow"
        Action = [
          "lambda:AddPermission", "lambda:CreateAlias", "lambda:CreateFunction", "lambda:DeleteAlias", "lambda:DeleteFunction",
          "lambda:DeleteFunctionConcurrency", "lambda:DeleteFunctionEventInvokeConfig",
          "lambda:DeleteProvisionedConcurrencyConfig", "lambda:GetAlias", "lambda:GetFunction",
          "lambda:GetFunctionCodeSigningConfig", "lambda:GetFunctionConcurrency", "lambda:GetFunctionConfiguration",
          "lambda:GetFunctionEventInvokeConfig", "lambda:GetPolicy", "lambda:GetProvisionedConcurrencyConfig",
          "lambda:InvokeFunction", "lambda:ListTags", "lambda:ListVersionsByFunction", "lambda:PublishVersion",
          "lambda:PutFunctionCodeSigningConfig", "lambda:PutFunctionConcurrency", "lambda:PutFunctionEventInvokeConfig",
          "lambda:PutProvisionedConcurrencyConfig", "lambda:RemovePermission", "lambda:TagResource", "lambda:UntagResource",
          "lambda:UpdateAlias", "lambda:UpdateFunctionCode", "lambda:UpdateFunctionConfiguration",
          "lambda:UpdateFunctionEventInvokeConfig",
        ]
        Resource = [
          "${local.base}:lambda:${local.here}:function:${var.resource_prefix}-*",
          "${local.base}:lambda:${local.here}:function:${var.resource_prefix}-*:*",
        ]
      },
      # A mapping has a random id: the function that it calls is the limit.
      {
        Sid       = "EventSourceMappings"
        Effect    = "Allow"
        Action    = ["lambda:CreateEventSourceMapping", "lambda:DeleteEventSourceMapping", "lambda:UpdateEventSourceMapping"]
        Resource  = ["*"]
        Condition = { ArnLike = { "lambda:FunctionArn" = "${local.base}:lambda:${local.here}:function:${var.resource_prefix}-*" } }
      },
      {
        Sid      = "ReadEventSourceMappings"
        Effect   = "Allow"
        Action   = ["lambda:GetEventSourceMapping", "lambda:ListEventSourceMappings", "lambda:ListTags", "lambda:TagResource", "lambda:UntagResource"]
        Resource = ["*"]
      },
    ],
    # Roles are the way to more permissions: only with the boundary, if there is one.
    [for sid, actions in {
      MakeRoles = ["iam:CreateRole", "iam:DeleteRolePolicy", "iam:PutRolePermissionsBoundary", "iam:PutRolePolicy"]
      } : merge({
        Sid      = sid
        Effect   = "Allow"
        Action   = actions
        Resource = [local.roles]
    }, var.permissions_boundary == null ? {} : { Condition = { ArnEquals = { "iam:PermissionsBoundary" = var.permissions_boundary } } })],
    [
      {
        Sid    = "Roles"
        Effect = "Allow"
        Action = [
          "iam:DeleteRole", "iam:GetRole", "iam:GetRolePolicy", "iam:ListAttachedRolePolicies", "iam:ListInstanceProfilesForRole",
          "iam:ListRolePolicies", "iam:ListRoleTags", "iam:TagRole", "iam:UntagRole", "iam:UpdateAssumeRolePolicy", "iam:UpdateRole",
        ]
        Resource = [local.roles]
      },
      {
        Sid       = "PassRoles"
        Effect    = "Allow"
        Action    = ["iam:PassRole"]
        Resource  = [local.roles]
        Condition = { StringEquals = { "iam:PassedToService" = "lambda.amazonaws.com" } }
      },
      {
        Sid    = "Logs"
        Effect = "Allow"
        Action = [
          "logs:AssociateKmsKey", "logs:CreateLogGroup", "logs:DeleteLogGroup", "logs:DeleteRetentionPolicy",
          "logs:DisassociateKmsKey", "logs:ListTagsForResource", "logs:PutRetentionPolicy", "logs:TagResource", "logs:UntagResource",
        ]
        Resource = [
          "${local.base}:logs:${local.here}:log-group:/aws/lambda/${var.resource_prefix}-*",
          "${local.base}:logs:${local.here}:log-group:/aws/vendedlogs/apis/${var.resource_prefix}-*",
        ]
      },
      # API Gateway lets its caller set up the delivery of access logs. These actions know no resource.
      {
        Sid    = "AccessLogs"
        Effect = "Allow"
        Action = [
          "logs:CreateLogDelivery", "logs:DeleteLogDelivery", "logs:DescribeLogGroups", "logs:DescribeResourcePolicies",
          "logs:GetLogDelivery", "logs:ListLogDeliveries", "logs:PutResourcePolicy", "logs:UpdateLogDelivery",
        ]
        Resource = ["*"]
      },
      # APIs have random ids.
      {
        Sid    = "Gateways"
        Effect = "Allow"
        Action = ["apigateway:DELETE", "apigateway:GET", "apigateway:PATCH", "apigateway:POST", "apigateway:PUT", "apigateway:TagResource", "apigateway:UntagResource"]
        Resource = [
          "${local.base}:apigateway:${var.region}::/apis", "${local.base}:apigateway:${var.region}::/apis/*",
          "${local.base}:apigateway:${var.region}::/domainnames", "${local.base}:apigateway:${var.region}::/domainnames/*",
          "${local.base}:apigateway:${var.region}::/tags/*",
        ]
      },
      # API Gateway makes its service-linked role with the first custom domain of an account.
      {
        Sid       = "ServiceLinkedRole"
        Effect    = "Allow"
        Action    = ["iam:CreateServiceLinkedRole"]
        Resource  = ["${local.base}:iam::${var.account_id}:role/aws-service-role/ops.apigateway.amazonaws.com/*"]
        Condition = { StringEquals = { "iam:AWSServiceName" = "ops.apigateway.amazonaws.com" } }
      },
      # User pools have random ids.
      {
        Sid    = "UserPools"
        Effect = "Allow"
        Action = [
          "cognito-idp:CreateGroup", "cognito-idp:CreateResourceServer", "cognito-idp:CreateUserPool", "cognito-idp:CreateUserPoolClient",
          "cognito-idp:CreateUserPoolDomain", "cognito-idp:DeleteGroup", "cognito-idp:DeleteResourceServer", "cognito-idp:DeleteUserPool",
          "cognito-idp:DeleteUserPoolClient", "cognito-idp:DeleteUserPoolDomain", "cognito-idp:DescribeResourceServer",
          "cognito-idp:DescribeUserPool", "cognito-idp:DescribeUserPoolClient", "cognito-idp:GetGroup", "cognito-idp:GetUserPoolMfaConfig",
          "cognito-idp:ListTagsForResource", "cognito-idp:SetUserPoolMfaConfig", "cognito-idp:TagResource", "cognito-idp:UntagResource",
          "cognito-idp:UpdateGroup", "cognito-idp:UpdateResourceServer", "cognito-idp:UpdateUserPool", "cognito-idp:UpdateUserPoolClient",
          "cognito-idp:UpdateUserPoolDomain",
        ]
        Resource = ["${local.base}:cognito-idp:${local.here}:userpool/*"]
      },
      {
        Sid      = "UserPoolDomains"
        Effect   = "Allow"
        Action   = ["cognito-idp:CreateUserPool", "cognito-idp:DescribeUserPoolDomain"]
        Resource = ["*"]
      },
      {
        Sid    = "Schedules"
        Effect = "Allow"
        Action = [
          "events:DeleteRule", "events:DescribeRule", "events:ListTagsForResource", "events:ListTargetsByRule", "events:PutRule",
          "events:PutTargets", "events:RemoveTargets", "events:TagResource", "events:UntagResource",
        ]
        Resource = ["${local.base}:events:${local.here}:rule/${var.resource_prefix}-*"]
      },
      {
        Sid    = "Monitoring"
        Effect = "Allow"
        Action = [
          "cloudwatch:DeleteAlarms", "cloudwatch:DeleteDashboards", "cloudwatch:GetDashboard", "cloudwatch:ListTagsForResource",
          "cloudwatch:PutDashboard", "cloudwatch:PutMetricAlarm", "cloudwatch:TagResource", "cloudwatch:UntagResource",
        ]
        Resource = [
          "${local.base}:cloudwatch:${local.here}:alarm:${var.resource_prefix}-*",
          "${local.base}:cloudwatch::${var.account_id}:dashboard/${var.resource_prefix}-*",
        ]
      },
      {
        Sid      = "ReadAlarms"
        Effect   = "Allow"
        Action   = ["cloudwatch:DescribeAlarms"]
        Resource = ["*"]
      },
      {
        Sid    = "Buckets"
        Effect = "Allow"
        Action = [
          "s3:CreateBucket", "s3:DeleteBucket", "s3:DeleteBucketPolicy", "s3:GetAccelerateConfiguration", "s3:GetBucketAcl",
          "s3:GetBucketCORS", "s3:GetBucketLogging", "s3:GetBucketNotification", "s3:GetBucketObjectLockConfiguration",
          "s3:GetBucketOwnershipControls", "s3:GetBucketPolicy", "s3:GetBucketPublicAccessBlock", "s3:GetBucketRequestPayment",
          "s3:GetBucketTagging", "s3:GetBucketVersioning", "s3:GetBucketWebsite", "s3:GetEncryptionConfiguration",
          "s3:GetLifecycleConfiguration", "s3:GetReplicationConfiguration", "s3:ListBucket", "s3:PutBucketNotification",
          "s3:PutBucketOwnershipControls", "s3:PutBucketPolicy", "s3:PutBucketPublicAccessBlock", "s3:PutBucketTagging",
          "s3:PutBucketVersioning", "s3:PutEncryptionConfiguration", "s3:PutLifecycleConfiguration",
        ]
        Resource = ["${local.base}:s3:::${var.resource_prefix}-ingest-*"]
      },
      {
        Sid    = "Queues"
        Effect = "Allow"
        Action = [
          "sqs:CreateQueue", "sqs:DeleteQueue", "sqs:GetQueueAttributes", "sqs:GetQueueUrl", "sqs:ListQueueTags",
          "sqs:SetQueueAttributes", "sqs:TagQueue", "sqs:UntagQueue",
        ]
        Resource = ["${local.base}:sqs:${local.here}:${var.resource_prefix}-*"]
      },
      # Lambda reads the network of a function with its caller's permissions.
      {
        Sid      = "ReadNetworks"
        Effect   = "Allow"
        Action   = ["ec2:DescribeNetworkInterfaces", "ec2:DescribeSecurityGroups", "ec2:DescribeSubnets", "ec2:DescribeVpcs"]
        Resource = ["*"]
      },
    ],
    [for key in [var.kms_key_arn] : {
      Sid      = "UseKey"
      Effect   = "Allow"
      Action   = ["kms:CreateGrant", "kms:Decrypt", "kms:DescribeKey", "kms:Encrypt", "kms:GenerateDataKey"]
      Resource = [key]
    } if key != null],
  )

  roles = "${local.base}:iam::${var.account_id}:role${var.role_path}${var.resource_prefix}-*"
}
