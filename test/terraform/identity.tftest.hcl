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

run "refuses_no_client" {
  command = plan

  module {
    source = "./test/terraform/inputs"
  }

  variables {
    clients = {}
  }

  expect_failures = [var.clients]
}

run "refuses_a_misspelt_scope" {
  command = plan

  module {
    source = "./test/terraform/inputs"
  }

  variables {
    clients = { backend = { allowed_scopes = ["svc/query.serach"] } }
  }

  expect_failures = [var.clients]
}

run "refuses_a_scope_of_another_service" {
  command = plan

  module {
    source = "./test/terraform/inputs"
  }

  variables {
    clients = { backend = { allowed_scopes = ["crm/query.search"] } }
  }

  expect_failures = [var.clients]
}

run "refuses_a_scope_without_prefix" {
  command = plan

  module {
    source = "./test/terraform/inputs"
  }

  variables {
    clients = { backend = { allowed_scopes = ["query.search"] } }
  }

  expect_failures = [var.clients]
}

run "refuses_a_client_without_scopes" {
  command = plan

  module {
    source = "./test/terraform/inputs"
  }

  variables {
    clients = { backend = { allowed_scopes = [] } }
  }

  expect_failures = [var.clients]
}

run "refuses_a_scope_twice" {
  command = plan

  module {
    source = "./test/terraform/inputs"
  }

  variables {
    clients = { backend = { allowed_scopes = ["svc/query.search", "svc/query.search"] } }
  }

  expect_failures = [var.clients]
}

run "refuses_a_client_name_with_a_blank" {
  command = plan

  module {
    source = "./test/terraform/inputs"
  }

  variables {
    clients = { "the backend" = { allowed_scopes = ["svc/query.search"] } }
  }

  expect_failures = [var.clients]
}

run "refuses_a_validity_below_5_minutes" {
  command = plan

  module {
    source = "./test/terraform/inputs"
  }

  variables {
    clients = { backend = { allowed_scopes = ["svc/query.search"], access_token_validity_minutes = 4 } }
  }

  expect_failures = [var.clients]
}

run "refuses_a_validity_above_a_day" {
  command = plan

  module {
    source = "./test/terraform/inputs"
  }

  variables {
    clients = { backend = { allowed_scopes = ["svc/query.search"], access_token_validity_minutes = 1441 } }
  }

  expect_failures = [var.clients]
}

run "refuses_a_validity_that_is_not_whole" {
  command = plan

  module {
    source = "./test/terraform/inputs"
  }

  variables {
    clients = { backend = { allowed_scopes = ["svc/query.search"], access_token_validity_minutes = 7.5 } }
  }

  expect_failures = [var.clients]
}

run "refuses_more_clients_than_the_environment_holds" {
  command = plan

  module {
    source = "./test/terraform/inputs"
  }

  variables {
    clients = { for index in range(41) : "client-${index}" => { allowed_scopes = ["svc/query.search"] } }
  }

  expect_failures = [var.clients]
}

run "accepts_every_scope" {
  command = plan

  variables {
    clients = { backend = { allowed_scopes = ["svc/mutation.submit", "svc/mutation.disassemble", "svc/mutation.removeConnectionBan", "svc/query.search", "svc/query.entity", "svc/query.metrics"], access_token_validity_minutes = 1440 } }
  }
}

run "accepts_a_privilege_of_the_schema" {
  command = plan

  variables {
    service_identifier = "crm"
    schema_file        = "./examples/complete/schema.graphqls"
    clients            = { backend = { allowed_scopes = ["crm/read.creditLimit"] } }
  }
}

run "refuses_a_domain_prefix_with_cognito" {
  command = plan

  module {
    source = "./test/terraform/inputs"
  }

  variables {
    cognito_domain_prefix = "my-cognito"
  }

  expect_failures = [var.cognito_domain_prefix]
}

run "refuses_a_domain_prefix_with_capitals" {
  command = plan

  module {
    source = "./test/terraform/inputs"
  }

  variables {
    cognito_domain_prefix = "Crm"
  }

  expect_failures = [var.cognito_domain_prefix]
}

run "refuses_a_domain_prefix_that_ends_with_a_hyphen" {
  command = plan

  module {
    source = "./test/terraform/inputs"
  }

  variables {
    cognito_domain_prefix = "crm-"
  }

  expect_failures = [var.cognito_domain_prefix]
}

run "refuses_an_issuer_without_audience" {
  command = plan

  module {
    source = "./test/terraform/inputs"
  }

  variables {
    clients               = {}
    authorizer_issuer_url = "https://idp.example.com"
  }

  expect_failures = [var.authorizer_issuer_url]
}

run "refuses_an_audience_without_issuer" {
  command = plan

  module {
    source = "./test/terraform/inputs"
  }

  variables {
    authorizer_audience = ["api"]
  }

  expect_failures = [var.authorizer_issuer_url]
}

run "refuses_both_identity_providers" {
  command = plan

  module {
    source = "./test/terraform/inputs"
  }

  variables {
    authorizer_issuer_url = "https://idp.example.com"
    authorizer_audience   = ["api"]
  }

  expect_failures = [var.clients]
}

run "refuses_a_domain_prefix_beside_an_issuer" {
  command = plan

  module {
    source = "./test/terraform/inputs"
  }

  variables {
    clients               = {}
    authorizer_issuer_url = "https://idp.example.com"
    authorizer_audience   = ["api"]
    cognito_domain_prefix = "crm"
  }

  expect_failures = [var.cognito_domain_prefix]
}

run "refuses_an_issuer_over_http" {
  command = plan

  module {
    source = "./test/terraform/inputs"
  }

  variables {
    clients               = {}
    authorizer_issuer_url = "http://idp.example.com"
    authorizer_audience   = ["api"]
  }

  expect_failures = [var.authorizer_issuer_url]
}

run "refuses_an_issuer_with_a_query" {
  command = plan

  module {
    source = "./test/terraform/inputs"
  }

  variables {
    clients               = {}
    authorizer_issuer_url = "https://idp.example.com/?a=b"
    authorizer_audience   = ["api"]
  }

  expect_failures = [var.authorizer_issuer_url]
}

run "refuses_an_issuer_with_credentials" {
  command = plan

  module {
    source = "./test/terraform/inputs"
  }

  variables {
    clients               = {}
    authorizer_issuer_url = "https://me:secret@idp.example.com/"
    authorizer_audience   = ["api"]
  }

  expect_failures = [var.authorizer_issuer_url]
}

run "refuses_an_empty_audience" {
  command = plan

  module {
    source = "./test/terraform/inputs"
  }

  variables {
    clients               = {}
    authorizer_issuer_url = "https://idp.example.com"
    authorizer_audience   = [""]
  }

  expect_failures = [var.authorizer_audience]
}

run "refuses_no_audience" {
  command = plan

  module {
    source = "./test/terraform/inputs"
  }

  variables {
    clients               = {}
    authorizer_issuer_url = "https://idp.example.com"
    authorizer_audience   = []
  }

  expect_failures = [var.authorizer_audience]
}

run "refuses_an_audience_twice" {
  command = plan

  module {
    source = "./test/terraform/inputs"
  }

  variables {
    clients               = {}
    authorizer_issuer_url = "https://idp.example.com"
    authorizer_audience   = ["api", "api"]
  }

  expect_failures = [var.authorizer_audience]
}

run "refuses_more_audience_than_the_environment_holds" {
  command = plan

  module {
    source = "./test/terraform/inputs"
  }

  variables {
    clients               = {}
    authorizer_issuer_url = "https://idp.example.com"
    authorizer_audience   = [join("", [for index in range(1024) : "x"])]
  }

  expect_failures = [var.authorizer_audience]
}

run "refuses_null_as_scope" {
  command = plan

  module {
    source = "./test/terraform/inputs"
  }

  variables {
    clients = { backend = { allowed_scopes = ["svc/query.search", null] } }
  }

  expect_failures = [var.clients]
}

run "refuses_null_as_client" {
  command = plan

  module {
    source = "./test/terraform/inputs"
  }

  variables {
    clients = { backend = null }
  }

  expect_failures = [var.clients]
}
