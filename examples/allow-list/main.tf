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

  resource_prefix  = "entity-data-internal"
  rule_config_file = "${path.module}/rule-config.json"
  schema_file      = "${path.module}/schema.graphqls"

  clients = {
    backend = {
      allowed_scopes = ["svc/mutation.submit", "svc/query.search", "svc/query.entity"]
    }
  }

  ip_range_allow_list = var.allowed_ranges
  # The list has IPv6 addresses, so the API answers at such.
  ip_address_type = "dualstack"
  # Seconds for which a token that was used from an allowed address also works from another one.
  authorizer_result_ttl_in_seconds = 10
}
