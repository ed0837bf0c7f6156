locals {
  # Statements, not separate policies: whether there is a key may be unknown until apply.
  use_of_key = [for key in [var.kms_key_arn] : {
    Sid       = "UseKeyOfBucket"
    Effect    = "Allow"
    Action    = ["kms:Decrypt", "kms:GenerateDataKey"]
    Resource  = key
    Condition = { StringEquals = { "kms:ViaService" = "s3.${var.location.region}.${var.location.dns_suffix}" } }
  } if key != null]

  policies = {
    # Read uploaded objects and write refused lines and reports. Delete nothing, list nothing.
    objects = {
      Version = "2012-10-17"
      Statement = concat(
        [
          {
            Sid      = "ReadLoads"
            Effect   = "Allow"
            Action   = ["s3:GetObject"]
            Resource = "${aws_s3_bucket.this.arn}/loads/*"
          },
          {
            Sid      = "WriteErrors"
            Effect   = "Allow"
            Action   = ["s3:PutObject"]
            Resource = "${aws_s3_bucket.this.arn}/errors/*"
          },
        ],
        local.use_of_key,
      )
    }
    # Permissions that Lambda needs to receive the messages.
    messages = {
      Version = "2012-10-17"
      Statement = [{
        Sid      = "TakeMessages"
        Effect   = "Allow"
        Action   = ["sqs:ReceiveMessage", "sqs:DeleteMessage", "sqs:GetQueueAttributes"]
        Resource = aws_sqs_queue.this.arn
      }]
    }
  }

  # Permissions of the uploader: `entity-data load --via` needs no more.
  upload_policy = {
    Version = "2012-10-17"
    Statement = concat(
      [
        {
          Sid      = "UploadLoads"
          Effect   = "Allow"
          Action   = ["s3:PutObject"]
          Resource = "${aws_s3_bucket.this.arn}/loads/*"
        },
        {
          Sid      = "ReadErrors"
          Effect   = "Allow"
          Action   = ["s3:GetObject"]
          Resource = "${aws_s3_bucket.this.arn}/errors/*"
        },
        {
          Sid       = "ListErrors"
          Effect    = "Allow"
          Action    = ["s3:ListBucket"]
          Resource  = aws_s3_bucket.this.arn
          Condition = { StringLike = { "s3:prefix" = "errors/*" } }
        },
      ],
      local.use_of_key,
    )
  }
}
