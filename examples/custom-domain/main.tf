terraform {
  required_version = ">= 1.9"

  required_providers {
    aws = {
      source  = "hashicorp/aws"
      version = ">= 5.100"
    }
  }
}

provider "aws" {
  region = var.region
}

module "entity_data" {
  # Outside of this repository: source = "git::https://<host>/<path>/terraform-aws-entity-data.git?ref=<version>"
  source = "../.."

  resource_prefix  = "entity-data-domain"
  rule_config_file = "${path.module}/rule-config.json"
  schema_file      = "${path.module}/schema.graphqls"

  clients = {
    backend = {
      allowed_scopes = ["svc/mutation.submit", "svc/query.search", "svc/query.entity"]
    }
  }

  domain_name     = var.domain_name
  certificate_arn = aws_acm_certificate.this.arn
}

resource "aws_acm_certificate" "this" {
  domain_name       = var.domain_name
  validation_method = "DNS"

  lifecycle {
    create_before_destroy = true
  }
}
