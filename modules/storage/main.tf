locals {
  # An item has at most 400 KB. Four characters of base64 encode three bytes, so every part is valid base64.
  characters_per_part = 4 * 96 * 1024
  documents = concat(
    [for name, document in var.configuration : merge(document, { name = name })],
    [for name, document in var.former_configuration : merge(document, { name = name }) if document.sha256 != try(var.configuration[name].sha256, "")],
  )
  parts = merge([for document in local.documents : {
    for index in range(ceil(length(document.base64) / local.characters_per_part)) : "${document.name}/${document.sha256}/${index}" => {
      id   = "${document.name}/${document.sha256}"
      part = index
      text = substr(document.base64, index * local.characters_per_part, local.characters_per_part)
    }
  }]...)
}

data "aws_region" "current" {}

resource "aws_dynamodb_table" "entities" {
  name                        = "${var.resource_prefix}-entities"
  billing_mode                = "PAY_PER_REQUEST"
  hash_key                    = "pk"
  range_key                   = "sk"
  deletion_protection_enabled = var.deletion_protection
  stream_enabled              = var.stream_enabled
  # Keys only: the stream's consumer learns that an item changed, and reads the item from the table.
  stream_view_type = var.stream_enabled ? "KEYS_ONLY" : null
  tags             = var.tags

  attribute {
    name = "pk"
    type = "S"
  }

  attribute {
    name = "sk"
    type = "S"
  }

  point_in_time_recovery {
    enabled = var.point_in_time_recovery
  }

  # Only history has the attribute.
  dynamic "ttl" {
    for_each = var.expiry_enabled ? ["ttl"] : []
    content {
      attribute_name = ttl.value
      enabled        = true
    }
  }

  # Tables are always encrypted; `false` means with a key that AWS owns.
  server_side_encryption {
    enabled     = var.kms_key_arn != null
    kms_key_arn = var.kms_key_arn
  }

  lifecycle {
    precondition {
      condition     = var.kms_key_arn == null || try(split(":", var.kms_key_arn)[3] == data.aws_region.current.id, false)
      error_message = "kms_key_arn must be the ARN of a key in ${data.aws_region.current.id}, where the instance is: AWS accepts no key of another region."
    }
  }
}

# A separate table: the functions may only read it, and restoring the entities does not restore old rules.
resource "aws_dynamodb_table" "configuration" {
  name         = "${var.resource_prefix}-configuration"
  billing_mode = "PAY_PER_REQUEST"
  hash_key     = "id"
  range_key    = "part"
  tags         = var.tags

  attribute {
    name = "id"
    type = "S"
  }

  attribute {
    name = "part"
    type = "N"
  }

  server_side_encryption {
    enabled     = var.kms_key_arn != null
    kms_key_arn = var.kms_key_arn
  }
}

# The key contains the content's hash. The old version is deleted only after the functions use the new one.
resource "aws_dynamodb_table_item" "configuration" {
  for_each = local.parts

  table_name = aws_dynamodb_table.configuration.name
  hash_key   = aws_dynamodb_table.configuration.hash_key
  range_key  = aws_dynamodb_table.configuration.range_key

  # Not a secret. `sensitive` keeps hundreds of kilobytes of base64 out of the plan's output.
  item = sensitive(jsonencode({
    id   = { S = each.value.id }
    part = { N = tostring(each.value.part) }
    data = { B = each.value.text }
  }))

  lifecycle {
    create_before_destroy = true
  }
}

# Denies plain HTTP to every principal.
resource "aws_dynamodb_resource_policy" "this" {
  for_each = local.tables

  resource_arn = each.value.arn
  policy = jsonencode({
    Version = "2012-10-17"
    Statement = [{
      Sid       = "DenyPlainHttp"
      Effect    = "Deny"
      Principal = "*"
      Action    = "dynamodb:*"
      Resource  = each.value.arn
      Condition = { Bool = { "aws:SecureTransport" = "false" } }
    }]
  })
}
