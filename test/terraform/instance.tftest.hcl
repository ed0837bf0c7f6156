# Bad input is refused at plan, by the variable that is wrong. The module itself is planned where it reads the file too.

mock_provider "aws" {}

variables {
  resource_prefix  = "crm"
  rule_config_file = "./examples/minimal/rule-config.json"
  schema_file      = "./examples/minimal/schema.graphqls"
  clients = {
    backend = { allowed_scopes = ["svc/query.search"] }
  }
}

run "accepts_the_longest_prefix" {
  command = plan

  variables {
    resource_prefix = "a2345678901234567890123456789012"
  }
}

run "only_the_api_may_scan_the_table" {
  command = plan

  variables {
    bulk_ingest   = {}
    entity_events = { queue_arn = "arn:aws:sqs:eu-central-1:123456789012:entities.fifo" }
  }

  assert {
    condition     = contains(keys(module.graphql.policies), "scan")
    error_message = "The API needs the scan to list entities."
  }

  assert {
    condition     = alltrue([for function in [module.sweeper, module.ingest_function[0], module.events_function[0]] : !contains(keys(function.policies), "scan")])
    error_message = "No other function lists entities."
  }
}

run "refuses_a_prefix_that_is_too_long" {
  command = plan

  module {
    source = "./test/terraform/inputs"
  }

  variables {
    resource_prefix = "a23456789012345678901234567890123"
  }

  expect_failures = [var.resource_prefix]
}

run "refuses_a_prefix_with_capitals" {
  command = plan

  module {
    source = "./test/terraform/inputs"
  }

  variables {
    resource_prefix = "Crm"
  }

  expect_failures = [var.resource_prefix]
}

run "refuses_a_prefix_that_ends_with_a_hyphen" {
  command = plan

  module {
    source = "./test/terraform/inputs"
  }

  variables {
    resource_prefix = "crm-"
  }

  expect_failures = [var.resource_prefix]
}

run "refuses_a_prefix_with_two_hyphens" {
  command = plan

  module {
    source = "./test/terraform/inputs"
  }

  variables {
    resource_prefix = "crm--test"
  }

  expect_failures = [var.resource_prefix]
}

run "refuses_a_prefix_that_cognito_refuses" {
  command = plan

  module {
    source = "./test/terraform/inputs"
  }

  variables {
    resource_prefix = "my-aws-crm"
  }

  expect_failures = [var.resource_prefix]
}

run "accepts_that_prefix_with_a_domain_prefix" {
  command = plan

  variables {
    resource_prefix       = "my-aws-crm"
    cognito_domain_prefix = "crm-4711"
  }
}

run "refuses_a_missing_rule_config" {
  command = plan

  variables {
    rule_config_file = "./examples/minimal/missing.json"
  }

  expect_failures = [var.rule_config_file]
}

run "refuses_a_directory_as_rule_config" {
  command = plan

  module {
    source = "./test/terraform/inputs"
  }

  variables {
    rule_config_file = "./examples/minimal"
  }

  expect_failures = [var.rule_config_file]
}

run "refuses_a_rule_config_that_is_no_json" {
  command = plan

  module {
    source = "./test/terraform/inputs"
  }

  variables {
    rule_config_file = "./examples/minimal/README.md"
  }

  expect_failures = [var.rule_config_file]
}

run "refuses_a_rule_config_that_is_no_object" {
  command = plan

  module {
    source = "./test/terraform/inputs"
  }

  variables {
    rule_config_file = "./test/terraform/files/list.json"
  }

  expect_failures = [var.rule_config_file]
}

run "refuses_a_rule_config_that_is_no_text" {
  command = plan

  variables {
    rule_config_file = "./test/terraform/files/bytes.bin"
  }

  expect_failures = [var.rule_config_file]
}

run "refuses_a_missing_schema" {
  command = plan

  variables {
    schema_file = "./examples/minimal/missing.graphqls"
  }

  expect_failures = [var.schema_file]
}

run "refuses_a_schema_without_record" {
  command = plan

  module {
    source = "./test/terraform/inputs"
  }

  variables {
    schema_file = "./examples/minimal/rule-config.json"
  }

  expect_failures = [var.schema_file]
}

run "refuses_a_service_identifier_with_a_slash" {
  command = plan

  module {
    source = "./test/terraform/inputs"
  }

  variables {
    service_identifier = "svc/x"
    clients            = { backend = { allowed_scopes = ["svc/x/query.search"] } }
  }

  expect_failures = [var.service_identifier]
}

run "refuses_a_service_identifier_that_begins_with_a_digit" {
  command = plan

  module {
    source = "./test/terraform/inputs"
  }

  variables {
    service_identifier = "1svc"
    clients            = { backend = { allowed_scopes = ["1svc/query.search"] } }
  }

  expect_failures = [var.service_identifier]
}

run "refuses_tags_of_aws" {
  command = plan

  module {
    source = "./test/terraform/inputs"
  }

  variables {
    tags = { "aws:name" = "x" }
  }

  expect_failures = [var.tags]
}

run "accepts_tags" {
  command = plan

  variables {
    tags = { application = "crm" }
  }
}

run "refuses_null_as_value_of_a_tag" {
  command = plan

  module {
    source = "./test/terraform/inputs"
  }

  variables {
    tags = { application = null }
  }

  expect_failures = [var.tags]
}
