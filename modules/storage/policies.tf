# Read from an ARN in the state, not from a data source: while a depends_on of the module block is pending, Terraform does
# not read data sources, and would replace what is named by them.
module "location" {
  source = "../location"

  arn = aws_dynamodb_table.entities.arn
}

locals {
  policies = {
    # Read and write records and entities. A transaction needs the permissions of its writes, and ConditionCheckItem.
    entities = {
      Version = "2012-10-17"
      Statement = concat(
        [{
          Sid    = "ReadAndWriteEntities"
          Effect = "Allow"
          Action = [
            "dynamodb:BatchGetItem",
            "dynamodb:BatchWriteItem",
            "dynamodb:ConditionCheckItem",
            "dynamodb:DeleteItem",
            "dynamodb:GetItem",
            "dynamodb:PutItem",
            "dynamodb:Query",
            "dynamodb:UpdateItem",
          ]
          Resource = aws_dynamodb_table.entities.arn
        }],
        # DynamoDB uses the key on behalf of the principal that accesses the table.
        [for key in [var.kms_key_arn] : {
          Sid       = "UseKeyOfTables"
          Effect    = "Allow"
          Action    = ["kms:Decrypt", "kms:DescribeKey", "kms:Encrypt", "kms:GenerateDataKey", "kms:ReEncryptFrom", "kms:ReEncryptTo"]
          Resource  = key
          Condition = { StringEquals = { "kms:ViaService" = "dynamodb.${module.location.location.region}.${module.location.location.dns_suffix}" } }
        } if key != null],
      )
    }
    # List all entities, and read every record while the rules change.
    scan = {
      Version = "2012-10-17"
      Statement = [{
        Sid      = "ScanEntities"
        Effect   = "Allow"
        Action   = ["dynamodb:Scan"]
        Resource = aws_dynamodb_table.entities.arn
      }]
    }
    # Read the documents of the deployment. Change nothing.
    configuration = {
      Version = "2012-10-17"
      Statement = [{
        Sid      = "ReadConfiguration"
        Effect   = "Allow"
        Action   = ["dynamodb:BatchGetItem", "dynamodb:Query"]
        Resource = aws_dynamodb_table.configuration.arn
      }]
    }
  }
}
