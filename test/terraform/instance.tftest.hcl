# The module as a whole. inputs.test.ts has the table of refused inputs. A run costs seconds: settings that do not touch
# one another share one.

mock_provider "aws" {
  source = "./test/terraform/mocks"
}

variables {
  resource_prefix  = "crm"
  rule_config_file = "./examples/minimal/rule-config.json"
  schema_file      = "./examples/minimal/schema.graphqls"
  clients = {
    backend = { allowed_scopes = ["svc/query.search"] }
  }
}

run "what_is_not_asked_for_is_not_there" {
  command = plan

  assert {
    condition     = { for name, function in var.functions : name => function.reserved_concurrent_executions if function.reserved_concurrent_executions != null } == { guidance = 10 }
    error_message = "Expected the function that strangers call, and no other, to have a reservation."
  }

  assert {
    condition     = local.create_alarms == false
    error_message = "Without actions, alarms cost and tell no one."
  }

  assert {
    condition     = length(local.cdn_environment) == 0 && length(local.cdn_headers) == 0
    error_message = "Expected requests to reach the API directly."
  }

  assert {
    condition     = length(local.client_throttling) == 0
    error_message = "A limit costs a write for each request: it must be asked for."
  }

  assert {
    condition     = output.ingest_bucket == null && output.ingest_address == null && output.ingest_upload_policy == null && output.ingest_queue_urls == {} && !contains(keys(output.function_names), "ingest")
    error_message = "Without bulk_ingest nothing of it may be made."
  }

  assert {
    condition     = !contains(keys(output.function_names), "events") && local.table_environment.ENTITY_EVENTS == "false"
    error_message = "Without entity_events there may be no function, and nothing may be written for it."
  }
}

run "what_is_asked_for_is_there" {
  command = plan

  variables {
    bulk_ingest   = {}
    entity_events = { queue_arn = "arn:aws:sqs:eu-central-1:123456789012:entities.fifo" }
    rule_changes  = { mode = "automatic", largest_change_percent = 0.5 }
    functions     = { guidance = { reserved_concurrent_executions = -1 }, ingest = { reserved_concurrent_executions = -1 } }
    vpc           = { subnet_ids = ["subnet-1"], security_group_ids = ["sg-1"] }
    alarm_actions = ["arn:aws:sns:eu-central-1:123456789012:alarms"]
  }

  assert {
    condition     = alltrue([for function in [module.graphql, module.sweeper] : contains(keys(function.policies), "scan")])
    error_message = "The API needs the scan to list entities, the sweeper to change the rules."
  }

  assert {
    condition     = alltrue([for function in [module.ingest_function[0], module.events_function[0]] : !contains(keys(function.policies), "scan")])
    error_message = "No other function reads the whole table."
  }

  assert {
    condition     = alltrue([for function in [module.graphql, module.sweeper, module.ingest_function[0]] : jsondecode(function.environment["RULE_CHANGES"]) == { mode = "automatic", largest_change_percent = 0.5, largest_entity = 1000, write_units_per_second = 2000 }])
    error_message = "The functions must agree on what changed rules do."
  }

  assert {
    condition     = var.functions.guidance.reserved_concurrent_executions == -1
    error_message = "Expected -1 to switch the reservation off, which null does not."
  }

  assert {
    condition     = [for name, vpc in local.vpcs : name if vpc != null] == ["api", "events", "ingest", "sweeper"]
    error_message = "The authorizer needs its issuer, the guidance server nothing."
  }

  assert {
    condition     = contains(keys(output.function_names), "ingest")
    error_message = "bulk_ingest = {} must make the function."
  }

  assert {
    condition     = contains(keys(output.function_names), "events") && local.table_environment.ENTITY_EVENTS == "true"
    error_message = "With entity_events there must be the function, and changes must be noted."
  }

  assert {
    condition     = local.create_alarms == true
    error_message = "Expected alarms."
  }
}

run "inputs_at_their_bounds_can_be_planned" {
  command = plan

  variables {
    resource_prefix                  = "my-aws-890123456789012345678901x"
    cognito_domain_prefix            = "crm-4711"
    service_identifier               = "crm"
    schema_file                      = "./examples/complete/schema.graphqls"
    tags                             = { application = "crm" }
    ip_range_allow_list              = ["203.0.113.7", "198.51.100.0/24", "2001:DB8::/32", "::1", "0.0.0.0/0"]
    ip_address_type                  = "dualstack"
    authorizer_result_ttl_in_seconds = 3600
    graphql_limits                   = { depth = 5, aliases = 0, page_size = 1 }
    cors_configuration               = { allow_origins = ["https://app.example.com"], allow_credentials = true }
    guidance_allowed_origins         = ["https://inspector.example.com", "http://localhost:6274"]
    functions                        = { api = { package = { s3_bucket = "artifacts", s3_key = "api.zip", s3_object_version = "1" } } }

    clients = {
      backend = {
        allowed_scopes                = ["crm/mutation.submit", "crm/mutation.disassemble", "crm/mutation.removeConnectionBan", "crm/query.search", "crm/query.entity", "crm/query.metrics", "crm/read.creditLimit"]
        access_token_validity_minutes = 1440
      }
    }
  }
}

run "an_instance_without_alarms_and_with_traces_can_be_planned" {
  command = plan

  variables {
    create_alarms    = false
    create_dashboard = false
    tracing_enabled  = true
  }
}

# The module reads these files too, and must add no error of its own.
run "refuses_missing_files" {
  command = plan

  variables {
    rule_config_file = "./examples/minimal/missing.json"
    schema_file      = "./examples/minimal/missing.graphqls"
  }

  expect_failures = [var.rule_config_file, var.schema_file]
}

run "refuses_a_rule_config_that_is_no_text" {
  command = plan

  variables {
    rule_config_file = "./test/terraform/files/bytes.bin"
  }

  expect_failures = [var.rule_config_file]
}

run "documents_can_be_given_as_text" {
  command = plan

  variables {
    rule_config_file = null
    rule_config      = file("./examples/minimal/rule-config.json")
    schema_file      = null
    schema           = file("./examples/minimal/schema.graphqls")
  }

  assert {
    condition     = module.graphql.environment["RULE_CONFIG_FILE"] == "dynamodb://crm-configuration/rule-config/${filesha256("./examples/minimal/rule-config.json")}"
    error_message = "A text must be stored as the file that holds it."
  }
}

run "alarms_are_made_on_request" {
  command = plan

  variables {
    create_alarms = true
  }

  assert {
    condition     = local.create_alarms == true
    error_message = "Expected alarms."
  }
}
