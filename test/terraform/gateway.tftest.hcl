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

run "refuses_request_bytes_below_the_bound" {
  command = plan

  module {
    source = "./test/terraform/inputs"
  }

  variables {
    graphql_limits = { request_bytes = 1023 }
  }

  expect_failures = [var.graphql_limits]
}

run "refuses_request_bytes_above_the_bound" {
  command = plan

  module {
    source = "./test/terraform/inputs"
  }

  variables {
    graphql_limits = { request_bytes = 6291457 }
  }

  expect_failures = [var.graphql_limits]
}

run "refuses_answer_bytes_below_the_bound" {
  command = plan

  module {
    source = "./test/terraform/inputs"
  }

  variables {
    graphql_limits = { answer_bytes = 1023 }
  }

  expect_failures = [var.graphql_limits]
}

run "refuses_answer_bytes_above_the_bound" {
  command = plan

  module {
    source = "./test/terraform/inputs"
  }

  variables {
    graphql_limits = { answer_bytes = 6289409 }
  }

  expect_failures = [var.graphql_limits]
}

run "refuses_tokens_below_the_bound" {
  command = plan

  module {
    source = "./test/terraform/inputs"
  }

  variables {
    graphql_limits = { tokens = 99 }
  }

  expect_failures = [var.graphql_limits]
}

run "refuses_tokens_above_the_bound" {
  command = plan

  module {
    source = "./test/terraform/inputs"
  }

  variables {
    graphql_limits = { tokens = 100001 }
  }

  expect_failures = [var.graphql_limits]
}

run "refuses_depth_below_the_bound" {
  command = plan

  module {
    source = "./test/terraform/inputs"
  }

  variables {
    graphql_limits = { depth = 2 }
  }

  expect_failures = [var.graphql_limits]
}

run "refuses_depth_above_the_bound" {
  command = plan

  module {
    source = "./test/terraform/inputs"
  }

  variables {
    graphql_limits = { depth = 51 }
  }

  expect_failures = [var.graphql_limits]
}

run "refuses_aliases_below_the_bound" {
  command = plan

  module {
    source = "./test/terraform/inputs"
  }

  variables {
    graphql_limits = { aliases = -1 }
  }

  expect_failures = [var.graphql_limits]
}

run "refuses_aliases_above_the_bound" {
  command = plan

  module {
    source = "./test/terraform/inputs"
  }

  variables {
    graphql_limits = { aliases = 1001 }
  }

  expect_failures = [var.graphql_limits]
}

run "refuses_root_fields_below_the_bound" {
  command = plan

  module {
    source = "./test/terraform/inputs"
  }

  variables {
    graphql_limits = { root_fields = 0 }
  }

  expect_failures = [var.graphql_limits]
}

run "refuses_root_fields_above_the_bound" {
  command = plan

  module {
    source = "./test/terraform/inputs"
  }

  variables {
    graphql_limits = { root_fields = 101 }
  }

  expect_failures = [var.graphql_limits]
}

run "refuses_fields_below_the_bound" {
  command = plan

  module {
    source = "./test/terraform/inputs"
  }

  variables {
    graphql_limits = { fields = 9 }
  }

  expect_failures = [var.graphql_limits]
}

run "refuses_fields_above_the_bound" {
  command = plan

  module {
    source = "./test/terraform/inputs"
  }

  variables {
    graphql_limits = { fields = 20001 }
  }

  expect_failures = [var.graphql_limits]
}

run "refuses_page_size_below_the_bound" {
  command = plan

  module {
    source = "./test/terraform/inputs"
  }

  variables {
    graphql_limits = { page_size = 0 }
  }

  expect_failures = [var.graphql_limits]
}

run "refuses_page_size_above_the_bound" {
  command = plan

  module {
    source = "./test/terraform/inputs"
  }

  variables {
    graphql_limits = { page_size = 10001 }
  }

  expect_failures = [var.graphql_limits]
}

run "refuses_a_limit_that_is_not_whole" {
  command = plan

  module {
    source = "./test/terraform/inputs"
  }

  variables {
    graphql_limits = { depth = 5.5 }
  }

  expect_failures = [var.graphql_limits]
}

run "accepts_limits" {
  command = plan

  variables {
    graphql_limits = { depth = 5, aliases = 0, page_size = 1 }
  }
}

run "refuses_an_api_rate_of_zero" {
  command = plan

  module {
    source = "./test/terraform/inputs"
  }

  variables {
    api_throttling = { rate_limit = 0 }
  }

  expect_failures = [var.api_throttling]
}

run "refuses_an_api_rate_above_the_account" {
  command = plan

  module {
    source = "./test/terraform/inputs"
  }

  variables {
    api_throttling = { rate_limit = 10001 }
  }

  expect_failures = [var.api_throttling]
}

run "refuses_an_api_burst_of_zero" {
  command = plan

  module {
    source = "./test/terraform/inputs"
  }

  variables {
    api_throttling = { burst_limit = 0 }
  }

  expect_failures = [var.api_throttling]
}

run "refuses_an_api_burst_that_is_not_whole" {
  command = plan

  module {
    source = "./test/terraform/inputs"
  }

  variables {
    api_throttling = { burst_limit = 1.5 }
  }

  expect_failures = [var.api_throttling]
}

run "refuses_an_guidance_rate_of_zero" {
  command = plan

  module {
    source = "./test/terraform/inputs"
  }

  variables {
    guidance_throttling = { rate_limit = 0 }
  }

  expect_failures = [var.guidance_throttling]
}

run "refuses_an_guidance_rate_above_the_account" {
  command = plan

  module {
    source = "./test/terraform/inputs"
  }

  variables {
    guidance_throttling = { rate_limit = 10001 }
  }

  expect_failures = [var.guidance_throttling]
}

run "refuses_an_guidance_burst_of_zero" {
  command = plan

  module {
    source = "./test/terraform/inputs"
  }

  variables {
    guidance_throttling = { burst_limit = 0 }
  }

  expect_failures = [var.guidance_throttling]
}

run "refuses_an_guidance_burst_that_is_not_whole" {
  command = plan

  module {
    source = "./test/terraform/inputs"
  }

  variables {
    guidance_throttling = { burst_limit = 1.5 }
  }

  expect_failures = [var.guidance_throttling]
}

run "refuses_cors_without_origin" {
  command = plan

  module {
    source = "./test/terraform/inputs"
  }

  variables {
    cors_configuration = { allow_origins = [] }
  }

  expect_failures = [var.cors_configuration]
}

run "refuses_an_origin_with_a_path" {
  command = plan

  module {
    source = "./test/terraform/inputs"
  }

  variables {
    cors_configuration = { allow_origins = ["https://app.example.com/"] }
  }

  expect_failures = [var.cors_configuration]
}

run "refuses_credentials_for_every_origin" {
  command = plan

  module {
    source = "./test/terraform/inputs"
  }

  variables {
    cors_configuration = { allow_origins = ["*"], allow_credentials = true }
  }

  expect_failures = [var.cors_configuration]
}

run "refuses_a_method_that_the_api_has_not" {
  command = plan

  module {
    source = "./test/terraform/inputs"
  }

  variables {
    cors_configuration = { allow_origins = ["*"], allow_methods = ["GET"] }
  }

  expect_failures = [var.cors_configuration]
}

run "refuses_a_max_age_above_a_day" {
  command = plan

  module {
    source = "./test/terraform/inputs"
  }

  variables {
    cors_configuration = { allow_origins = ["*"], max_age = 86401 }
  }

  expect_failures = [var.cors_configuration]
}

run "accepts_cors" {
  command = plan

  variables {
    cors_configuration = { allow_origins = ["https://app.example.com"], allow_credentials = true }
  }
}

run "refuses_a_domain_without_certificate" {
  command = plan

  module {
    source = "./test/terraform/inputs"
  }

  variables {
    domain_name = "api.example.com"
  }

  expect_failures = [var.domain_name]
}

run "refuses_a_certificate_without_domain" {
  command = plan

  module {
    source = "./test/terraform/inputs"
  }

  variables {
    certificate_arn = "arn:aws:acm:eu-central-1:123456789012:certificate/0a1b"
  }

  expect_failures = [var.domain_name]
}

run "refuses_a_domain_with_a_scheme" {
  command = plan

  module {
    source = "./test/terraform/inputs"
  }

  variables {
    domain_name     = "https://api.example.com"
    certificate_arn = "arn:aws:acm:eu-central-1:123456789012:certificate/0a1b"
  }

  expect_failures = [var.domain_name]
}

run "refuses_a_certificate_that_is_no_arn" {
  command = plan

  module {
    source = "./test/terraform/inputs"
  }

  variables {
    domain_name     = "api.example.com"
    certificate_arn = "0a1b"
  }

  expect_failures = [var.certificate_arn]
}

run "refuses_an_access_log_retention_that_cloudwatch_has_not" {
  command = plan

  module {
    source = "./test/terraform/inputs"
  }

  variables {
    access_log_retention_in_days = 31
  }

  expect_failures = [var.access_log_retention_in_days]
}

run "refuses_an_allowed_origin_with_a_path" {
  command = plan

  module {
    source = "./test/terraform/inputs"
  }

  variables {
    guidance_allowed_origins = ["https://inspector.example.com/"]
  }

  expect_failures = [var.guidance_allowed_origins]
}

run "refuses_an_allowed_origin_over_http" {
  command = plan

  module {
    source = "./test/terraform/inputs"
  }

  variables {
    guidance_allowed_origins = ["http://inspector.example.com"]
  }

  expect_failures = [var.guidance_allowed_origins]
}

run "refuses_an_allowed_origin_in_capitals" {
  command = plan

  module {
    source = "./test/terraform/inputs"
  }

  variables {
    guidance_allowed_origins = ["https://Inspector.example.com"]
  }

  expect_failures = [var.guidance_allowed_origins]
}

run "refuses_every_origin_as_allowed" {
  command = plan

  module {
    source = "./test/terraform/inputs"
  }

  variables {
    guidance_allowed_origins = ["*"]
  }

  expect_failures = [var.guidance_allowed_origins]
}

run "refuses_an_allowed_origin_with_the_usual_port" {
  command = plan

  module {
    source = "./test/terraform/inputs"
  }

  variables {
    guidance_allowed_origins = ["https://inspector.example.com:443"]
  }

  expect_failures = [var.guidance_allowed_origins]
}

run "refuses_an_allowed_origin_twice" {
  command = plan

  module {
    source = "./test/terraform/inputs"
  }

  variables {
    guidance_allowed_origins = ["https://inspector.example.com", "https://inspector.example.com"]
  }

  expect_failures = [var.guidance_allowed_origins]
}

run "refuses_allowed_origins_without_a_guidance_server" {
  command = plan

  module {
    source = "./test/terraform/inputs"
  }

  variables {
    create_guidance_server   = false
    guidance_allowed_origins = ["https://inspector.example.com"]
  }

  expect_failures = [var.guidance_allowed_origins]
}

run "accepts_allowed_origins" {
  command = plan

  variables {
    guidance_allowed_origins = ["https://inspector.example.com", "http://localhost:6274"]
  }
}

run "refuses_an_allowed_origin_with_a_port_that_is_none" {
  command = plan

  module {
    source = "./test/terraform/inputs"
  }

  variables {
    guidance_allowed_origins = ["https://inspector.example.com:65536"]
  }

  expect_failures = [var.guidance_allowed_origins]
}

run "refuses_an_allowed_origin_that_is_half_an_address" {
  command = plan

  module {
    source = "./test/terraform/inputs"
  }

  variables {
    guidance_allowed_origins = ["https://10.1"]
  }

  expect_failures = [var.guidance_allowed_origins]
}
