# Not versioned: the objects are temporary copies, and deleting one must be final, for example when a person requests
# erasure. The function reads exactly the content that a message names, and skips a message whose object was replaced.
resource "aws_s3_bucket" "this" {
  bucket        = "${var.resource_prefix}-ingest-${var.bucket_suffix}"
  force_destroy = !var.deletion_protection
  tags          = var.tags
}

resource "aws_s3_bucket_public_access_block" "this" {
  bucket                  = aws_s3_bucket.this.id
  block_public_acls       = true
  block_public_policy     = true
  ignore_public_acls      = true
  restrict_public_buckets = true
}

# The bucket's account owns every object, whichever account uploads it. There are no access control lists.
resource "aws_s3_bucket_ownership_controls" "this" {
  bucket = aws_s3_bucket.this.id

  rule {
    object_ownership = "BucketOwnerEnforced"
  }
}

resource "aws_s3_bucket_server_side_encryption_configuration" "this" {
  bucket = aws_s3_bucket.this.id

  rule {
    bucket_key_enabled = var.kms_key_arn != null

    apply_server_side_encryption_by_default {
      sse_algorithm     = var.kms_key_arn == null ? "AES256" : "aws:kms"
      kms_master_key_id = var.kms_key_arn
    }
  }
}

resource "aws_s3_bucket_lifecycle_configuration" "this" {
  bucket = aws_s3_bucket.this.id

  # Objects outlive the dead letters, so that a message moved back to the queue finds its object.
  dynamic "rule" {
    for_each = { loads = var.load_retention_in_days, errors = var.error_retention_in_days }

    content {
      id     = rule.key
      status = "Enabled"

      filter {
        prefix = "${rule.key}/"
      }

      expiration {
        days = rule.value
      }
    }
  }

  rule {
    id     = "broken-off-uploads"
    status = "Enabled"

    filter {}

    abort_incomplete_multipart_upload {
      days_after_initiation = 1
    }
  }
}

resource "aws_s3_bucket_policy" "this" {
  bucket = aws_s3_bucket.this.id
  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Sid       = "DenyPlainHttp"
      Effect    = "Deny"
      Principal = "*"
      Action    = "s3:*"
      Resource  = [aws_s3_bucket.this.arn, "${aws_s3_bucket.this.arn}/*"]
      Condition = { Bool = { "aws:SecureTransport" = "false" } }
    }]
  })

  # S3 accepts one change of a bucket's access at a time.
  depends_on = [aws_s3_bucket_public_access_block.this]
}

# Every object below loads/, with any name: the function reports the objects that it cannot load.
resource "aws_s3_bucket_notification" "this" {
  bucket = aws_s3_bucket.this.id

  queue {
    id            = "loads"
    queue_arn     = aws_sqs_queue.this.arn
    events        = ["s3:ObjectCreated:*"]
    filter_prefix = "loads/"
  }

  # S3 sends a test message when the notification is created.
  depends_on = [aws_sqs_queue_policy.this]
}
