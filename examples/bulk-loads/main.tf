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

  resource_prefix     = "entity-data-bulk"
  rule_config_file    = "${path.module}/rule-config.json"
  schema_file         = "${path.module}/schema.graphqls"
  deletion_protection = var.deletion_protection

  clients = {
    # The loading client only reads the progress; the records go through the bucket.
    loader  = { allowed_scopes = ["svc/query.metrics"] }
    backend = { allowed_scopes = ["svc/mutation.submit", "svc/query.search", "svc/query.entity"] }
  }

  bulk_ingest = {
    maximum_concurrency = 20
    batch_size          = 5
    max_object_bytes    = var.max_object_bytes
    max_receive_count   = 3
  }
}

# The role of the job that loads. It may only upload objects and read errors.
resource "aws_iam_policy" "upload" {
  name   = "entity-data-bulk-upload"
  policy = module.entity_data.ingest_upload_policy
}
