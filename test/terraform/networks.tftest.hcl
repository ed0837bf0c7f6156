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
