# Bad input is refused at plan, by the variable that is wrong.

mock_provider "aws" {}

variables {
  resource_prefix  = "crm"
  rule_config_file = "./examples/minimal/rule-config.json"
  schema_file      = "./examples/minimal/schema.graphqls"
  clients = {
    backend = { allowed_scopes = ["svc/query.search"] }
  }
}

run "refuses_too_little_memory" {
  command = plan

  module {
    source = "./test/terraform/inputs"
  }

  variables {
    functions = { api = { memory_size = 128 } }
  }

  expect_failures = [var.functions]
}

run "refuses_too_much_memory" {
  command = plan

  module {
    source = "./test/terraform/inputs"
  }

  variables {
    functions = { guidance = { memory_size = 10241 } }
  }

  expect_failures = [var.functions]
}

run "refuses_an_api_timeout_beyond_the_gateway" {
  command = plan

  module {
    source = "./test/terraform/inputs"
  }

  variables {
    functions = { api = { timeout = 30 } }
  }

  expect_failures = [var.functions]
}

run "refuses_an_authorizer_timeout_beyond_the_gateway" {
  command = plan

  module {
    source = "./test/terraform/inputs"
  }

  variables {
    functions = { authorizer = { timeout = 11 } }
  }

  expect_failures = [var.functions]
}

run "refuses_a_sweeper_timeout_beyond_lambda" {
  command = plan

  module {
    source = "./test/terraform/inputs"
  }

  variables {
    functions = { sweeper = { timeout = 901 } }
  }

  expect_failures = [var.functions]
}

run "refuses_a_concurrency_of_zero" {
  command = plan

  module {
    source = "./test/terraform/inputs"
  }

  variables {
    functions = { api = { reserved_concurrent_executions = 0 } }
  }

  expect_failures = [var.functions]
}

run "refuses_a_negative_concurrency_but_minus_one" {
  command = plan

  module {
    source = "./test/terraform/inputs"
  }

  variables {
    functions = { guidance = { reserved_concurrent_executions = -2 } }
  }

  expect_failures = [var.functions]
}

run "reserves_a_few_calls_at_once_for_the_guidance_server_only" {
  command = plan

  module {
    source = "./test/terraform/inputs"
  }

  assert {
    condition     = { for name, function in var.functions : name => function.reserved_concurrent_executions if function.reserved_concurrent_executions != null } == { guidance = 10 }
    error_message = "Expected the function that strangers call, and no other, to have a reservation."
  }
}

run "takes_minus_one_for_no_reservation" {
  command = plan

  module {
    source = "./test/terraform/inputs"
  }

  variables {
    bulk_ingest = {}
    functions   = { guidance = { reserved_concurrent_executions = -1 }, ingest = { reserved_concurrent_executions = -1 } }
  }

  assert {
    condition     = var.functions.guidance.reserved_concurrent_executions == -1
    error_message = "Expected -1 to switch the reservation off, which null does not."
  }
}

run "refuses_a_package_without_key" {
  command = plan

  module {
    source = "./test/terraform/inputs"
  }

  variables {
    functions = { api = { package = { s3_bucket = "artifacts", s3_key = "" } } }
  }

  expect_failures = [var.functions]
}

run "accepts_packages" {
  command = plan

  variables {
    functions = { api = { package = { s3_bucket = "artifacts", s3_key = "api.zip", s3_object_version = "1" } } }
  }
}

run "refuses_a_log_level_in_small_letters" {
  command = plan

  module {
    source = "./test/terraform/inputs"
  }

  variables {
    log_level = "info"
  }

  expect_failures = [var.log_level]
}

run "refuses_a_log_retention_that_cloudwatch_has_not" {
  command = plan

  module {
    source = "./test/terraform/inputs"
  }

  variables {
    log_retention_in_days = 2
  }

  expect_failures = [var.log_retention_in_days]
}

run "refuses_an_alias_as_key" {
  command = plan

  module {
    source = "./test/terraform/inputs"
  }

  variables {
    kms_key_arn = "arn:aws:kms:eu-central-1:123456789012:alias/crm"
  }

  expect_failures = [var.kms_key_arn]
}

run "refuses_a_boundary_that_is_no_arn" {
  command = plan

  module {
    source = "./test/terraform/inputs"
  }

  variables {
    permissions_boundary = "boundary"
  }

  expect_failures = [var.permissions_boundary]
}

run "refuses_a_role_path_without_slashes" {
  command = plan

  module {
    source = "./test/terraform/inputs"
  }

  variables {
    role_path = "services"
  }

  expect_failures = [var.role_path]
}

run "refuses_an_alarm_action_that_is_no_arn" {
  command = plan

  module {
    source = "./test/terraform/inputs"
  }

  variables {
    alarm_actions = ["me@example.com"]
  }

  expect_failures = [var.alarm_actions]
}

run "refuses_an_alarm_action_twice" {
  command = plan

  module {
    source = "./test/terraform/inputs"
  }

  variables {
    alarm_actions = ["arn:aws:sns:eu-central-1:123456789012:alarms", "arn:aws:sns:eu-central-1:123456789012:alarms"]
  }

  expect_failures = [var.alarm_actions]
}

run "refuses_a_guidance_timeout_that_cuts_calls_off" {
  command = plan

  module {
    source = "./test/terraform/inputs"
  }

  variables {
    functions = { guidance = { timeout = 9 } }
  }

  expect_failures = [var.functions]
}
