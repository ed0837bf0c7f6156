locals {
  # Only the permissions that the chosen target needs.
  target_statements = concat(
    [for arn in [var.target.event_bus_arn] : {
      Sid      = "PutEvents"
      Effect   = "Allow"
      Action   = ["events:PutEvents"]
      Resource = arn
    } if arn != null],
    [for arn in [var.target.queue_arn] : {
      Sid      = "SendMessages"
      Effect   = "Allow"
      Action   = ["sqs:SendMessage"]
      Resource = arn
    } if arn != null],
    [for webhook in [var.target.webhook] : {
      Sid      = "ReadSecretOfWebhook"
      Effect   = "Allow"
      Action   = ["secretsmanager:GetSecretValue"]
      Resource = webhook.secret_arn
    } if webhook != null],
  )

  # Sending to a queue encrypts with its key, and reading a secret decrypts with its key. A bus needs no permission.
  service = var.target.queue_arn != null ? split(":", var.target.queue_arn) : var.target.webhook != null ? split(":", var.target.webhook.secret_arn) : null

  key_statements = [for key in [var.target.kms_key_arn] : {
    Sid       = "UseKeyOfTarget"
    Effect    = "Allow"
    Action    = var.target.queue_arn != null ? ["kms:Decrypt", "kms:GenerateDataKey"] : ["kms:Decrypt"]
    Resource  = key
    Condition = { StringEquals = { "kms:ViaService" = "${local.service[2]}.${local.service[3]}.${var.location.dns_suffix}" } }
  } if key != null && local.service != null]

  policies = {
    stream = {
      Version = "2012-10-17"
      Statement = [{
        Sid      = "ReadStream"
        Effect   = "Allow"
        Action   = ["dynamodb:DescribeStream", "dynamodb:GetRecords", "dynamodb:GetShardIterator", "dynamodb:ListStreams"]
        Resource = "${var.table_arn}/stream/*"
      }]
    }
    target = {
      Version   = "2012-10-17"
      Statement = concat(local.target_statements, local.key_statements)
    }
  }
}
