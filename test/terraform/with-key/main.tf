# Nothing may count by what is known only after an apply.

resource "aws_kms_key" "this" {}

resource "aws_sns_topic" "this" {}

resource "aws_acm_certificate" "this" {
  domain_name       = "entity-data.example.com"
  validation_method = "DNS"
}

module "entity_data" {
  source = "../../.."

  resource_prefix  = "crm"
  rule_config_file = "${path.module}/../../../examples/minimal/rule-config.json"
  schema_file      = "${path.module}/../../../examples/minimal/schema.graphqls"
  clients          = { backend = { allowed_scopes = ["svc/query.search"] } }
  kms_key_arn      = aws_kms_key.this.arn
  domain_name      = "entity-data.example.com"
  certificate_arn  = aws_acm_certificate.this.arn
  alarm_actions    = [aws_sns_topic.this.arn]
  bulk_ingest      = {}
}
