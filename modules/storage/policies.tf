data "aws_region" "current" {}
data "aws_partition" "current" {}

# Read and write records and entities. A transaction needs the permissions of the writes in it, and one for its checks.
data "aws_iam_policy_document" "entities" {
  statement {
    sid = "ReadAndWriteEntities"
    actions = [
      "dynamodb:BatchGetItem",
      "dynamodb:BatchWriteItem",
      "dynamodb:ConditionCheckItem",
      "dynamodb:DeleteItem",
      "dynamodb:GetItem",
      "dynamodb:PutItem",
      "dynamodb:Query",
      "dynamodb:UpdateItem",
    ]
    resources = [aws_dynamodb_table.entities.arn]
  }

  # DynamoDB uses the key in the name of whoever uses the table.
  dynamic "statement" {
    for_each = var.kms_key_arn == null ? [] : [var.kms_key_arn]

    content {
      sid       = "UseKeyOfTables"
      actions   = ["kms:Decrypt", "kms:DescribeKey", "kms:Encrypt", "kms:GenerateDataKey", "kms:ReEncryptFrom", "kms:ReEncryptTo"]
      resources = [statement.value]

      condition {
        test     = "StringEquals"
        variable = "kms:ViaService"
        values   = ["dynamodb.${data.aws_region.current.id}.${data.aws_partition.current.dns_suffix}"]
      }
    }
  }
}

# Read the documents of the deployment, never change them.
data "aws_iam_policy_document" "configuration" {
  statement {
    sid       = "ReadConfiguration"
    actions   = ["dynamodb:Query"]
    resources = [aws_dynamodb_table.configuration.arn]
  }
}
