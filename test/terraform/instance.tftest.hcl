# The module as a whole, also behind a CDN and in a company's network. inputs.test.ts has the table of refused inputs.

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

run "only_the_public_guidance_server_has_a_reservation_by_default" {
  command = plan

  assert {
    condition     = { for name, function in var.functions : name => function.reserved_concurrent_executions if function.reserved_concurrent_executions != null } == { guidance = 10 }
    error_message = "Expected the function that strangers call, and no other, to have a reservation."
  }
}

run "only_the_api_and_the_sweeper_may_scan_the_table" {
  command = plan

  variables {
    bulk_ingest   = {}
    entity_events = { queue_arn = "arn:aws:sqs:eu-central-1:123456789012:entities.fifo" }
  }

  assert {
    condition     = alltrue([for function in [module.graphql, module.sweeper] : contains(keys(function.policies), "scan")])
    error_message = "The API needs the scan to list entities, the sweeper to change the rules."
  }

  assert {
    condition     = alltrue([for function in [module.ingest_function[0], module.events_function[0]] : !contains(keys(function.policies), "scan")])
    error_message = "No other function reads the whole table."
  }
}

run "what_changed_rules_do_reaches_every_function_of_the_table" {
  command = plan

  variables {
    bulk_ingest  = {}
    rule_changes = { mode = "automatic", largest_change_percent = 0.5 }
  }

  assert {
    condition     = alltrue([for function in [module.graphql, module.sweeper, module.ingest_function[0]] : jsondecode(function.environment["RULE_CHANGES"]) == { mode = "automatic", largest_change_percent = 0.5, largest_entity = 1000, write_units_per_second = 2000 }])
    error_message = "The functions must agree on what changed rules do."
  }
}

run "minus_one_switches_a_reservation_off_where_null_does_not" {
  command = plan

  variables {
    bulk_ingest = {}
    functions   = { guidance = { reserved_concurrent_executions = -1 }, ingest = { reserved_concurrent_executions = -1 } }
  }

  assert {
    condition     = var.functions.guidance.reserved_concurrent_executions == -1
    error_message = "Expected -1 to switch the reservation off, which null does not."
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
run "refuses_a_missing_rule_config" {
  command = plan

  variables {
    rule_config_file = "./examples/minimal/missing.json"
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

run "alarms_without_actions_are_not_made" {
  command = plan

  assert {
    condition     = local.create_alarms == false
    error_message = "Without actions, alarms cost and tell no one."
  }
}

run "alarms_are_made_with_actions" {
  command = plan

  variables {
    alarm_actions = ["arn:aws:sns:eu-central-1:123456789012:alarms"]
  }

  assert {
    condition     = local.create_alarms == true
    error_message = "Expected alarms."
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

run "only_functions_that_read_the_table_are_in_the_network_by_default" {
  command = plan

  variables {
    vpc         = { subnet_ids = ["subnet-1"], security_group_ids = ["sg-1"] }
    bulk_ingest = {}
  }

  assert {
    condition     = [for name, vpc in local.vpcs : name if vpc != null] == ["api", "events", "ingest", "sweeper"]
    error_message = "The authorizer needs its issuer, the guidance server nothing."
  }
}

run "without_a_cdn_the_authorizer_asks_for_no_secret" {
  command = plan

  assert {
    condition     = length(local.cdn_environment) == 0 && length(local.cdn_headers) == 0
    error_message = "Expected requests to reach the API directly."
  }
}

run "the_function_gets_digests_of_the_secrets_only" {
  command = plan

  variables {
    cdn_secrets = ["k3Vb8Q1xZr7Yt5Wn2Lp9Hd4Jf6Sg0CmE", "A2s4D6f8G1h3J5k7L9q0W2e4R6t8Y1uI"]
  }

  assert {
    condition = nonsensitive(local.cdn_environment) == tomap({
      CDN_SECRET_DIGESTS = jsonencode([sha256("k3Vb8Q1xZr7Yt5Wn2Lp9Hd4Jf6Sg0CmE"), sha256("A2s4D6f8G1h3J5k7L9q0W2e4R6t8Y1uI")])
      CDN_SECRET_HEADER  = "x-origin-secret"
      CDN_ADDRESS_HEADER = "x-forwarded-for"
    })
    error_message = "Expected both digests, as during a rotation, and no secret."
  }

  assert {
    condition     = local.cdn_headers == tolist(["x-origin-secret"])
    error_message = "Expected the gateway to ask for the secret, and for no address without an allow list."
  }
}

run "with_an_allow_list_a_cached_result_is_for_one_address" {
  command = plan

  variables {
    cdn_secrets         = ["k3Vb8Q1xZr7Yt5Wn2Lp9Hd4Jf6Sg0CmE"]
    cdn                 = { secret_header = "x-edge-key", address_header = "true-client-ip" }
    ip_range_allow_list = ["203.0.113.0/24"]
  }

  assert {
    condition     = local.cdn_headers == tolist(["x-edge-key", "true-client-ip"])
    error_message = "Expected the address to be part of what a result is cached under."
  }
}

run "clients_have_no_limits_by_default" {
  command = plan

  assert {
    condition     = length(local.client_throttling) == 0
    error_message = "A limit costs a write for each request: it must be asked for."
  }
}

run "limits_of_foreign_clients_are_by_their_ids" {
  command = plan

  variables {
    clients               = {}
    authorizer_issuer_url = "https://idp.example.com"
    authorizer_audience   = ["api"]
    client_throttling     = { rate_limit = 20, burst_limit = 40, clients = { "0oa1b2c3" = { rate_limit = 0.5, burst_limit = 1 } } }
  }

  assert {
    condition     = jsondecode(local.client_throttling.CLIENT_THROTTLING) == { rate_limit = 20, burst_limit = 40, clients = { "0oa1b2c3" = { rate_limit = 0.5, burst_limit = 1 } } }
    error_message = "Expected the limits as the function reads them."
  }
}
