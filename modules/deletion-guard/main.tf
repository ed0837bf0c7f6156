# The last resource that an apply creates, and so the first that a destroy deletes: everything that it guards must be a
# dependency of this module. While the table is protected, AWS refuses, and Terraform stops before it deletes anything. The
# table is empty and on demand: it costs nothing.
resource "aws_dynamodb_table" "this" {
  name                        = "${var.resource_prefix}-deletion-protection"
  billing_mode                = "PAY_PER_REQUEST"
  hash_key                    = "id"
  deletion_protection_enabled = var.deletion_protection
  tags                        = var.tags

  attribute {
    name = "id"
    type = "S"
  }

  server_side_encryption {
    enabled     = var.kms_key_arn != null
    kms_key_arn = var.kms_key_arn
  }
}
