# A CDN in front of the API, and a company's network around the functions. inputs.test.ts has the refused inputs.

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

run "the_gateway_asks_for_what_the_authorizer_judges" {
  command = plan

  module {
    source = "./modules/api"
  }

  variables {
    function                         = { function_name = "crm-api", qualifier = "live", invoke_arn = "arn:aws:apigateway:eu-central-1:lambda:path/2015-03-31/functions/arn:aws:lambda:eu-central-1:123456789012:function:crm-api/invocations" }
    authorizer_function              = { function_name = "crm-authorizer", qualifier = "live", invoke_arn = "arn:aws:apigateway:eu-central-1:lambda:path/2015-03-31/functions/arn:aws:lambda:eu-central-1:123456789012:function:crm-authorizer/invocations" }
    authorizer_result_ttl_in_seconds = 10
    cdn_headers                      = ["x-origin-secret", "x-forwarded-for"]
    throttling                       = { rate_limit = 1, burst_limit = 1 }
    access_log_retention_in_days     = 30
    alarm_actions                    = []
    tags                             = {}
  }

  assert {
    condition     = aws_apigatewayv2_authorizer.this.identity_sources == toset(["$request.header.Authorization", "$request.header.x-origin-secret", "$request.header.x-forwarded-for"])
    error_message = "Expected a result to be reused for the same token, secret and address only."
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
