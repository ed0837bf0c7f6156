# Nothing may count by what is known only after an apply.

resource "aws_kms_key" "this" {}

resource "aws_sns_topic" "this" {}

resource "aws_sqs_queue" "this" {}

resource "aws_iam_policy" "boundary" {
  policy = "{}"
}

resource "aws_acm_certificate" "this" {
  domain_name       = "entity-data.example.com"
  validation_method = "DNS"
}

resource "terraform_data" "issuer" {
  input = "https://login.example.com/tenant"
}

resource "terraform_data" "audience" {
  input = "entity-data"
}

resource "terraform_data" "domain_name" {
  input = "entity-data.example.com"
}

module "entity_data" {
  source = "../../.."

  resource_prefix      = "crm"
  rule_config_file     = "${path.module}/../../../examples/minimal/rule-config.json"
  schema_file          = "${path.module}/../../../examples/minimal/schema.graphqls"
  kms_key_arn          = aws_kms_key.this.arn
  permissions_boundary = aws_iam_policy.boundary.arn
  alarm_actions        = [aws_sns_topic.this.arn]
  bulk_ingest          = {}
  entity_events        = { queue_arn = aws_sqs_queue.this.arn, kms_key_arn = aws_kms_key.this.arn }

  create_user_pool      = false
  authorizer_issuer_url = terraform_data.issuer.output
  authorizer_audience   = [terraform_data.audience.output]

  create_domain_name = true
  domain_name        = terraform_data.domain_name.output
  certificate_arn    = aws_acm_certificate.this.arn
}

output "function_names" {
  value = module.entity_data.function_names
}

output "user_pool_id" {
  value = module.entity_data.user_pool_id
}
