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

  resource_prefix  = "entity-data-idp"
  rule_config_file = "${path.module}/rule-config.json"
  schema_file      = "${path.module}/schema.graphqls"

  authorizer_issuer_url = var.issuer_url
  authorizer_audience   = [var.audience]

  # People sign in by a public client of the same provider, whose tokens name their groups.
  console = {
    client_id   = "entity-data-console"
    group_claim = "groups"
    scopes      = ["openid"]
    parameters  = { audience = var.audience }
  }
}
