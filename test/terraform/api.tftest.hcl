# The HTTP API of the GraphQL function.

mock_provider "aws" {
  source = "./test/terraform/mocks"
}

variables {
  resource_prefix                  = "crm"
  function                         = { function_name = "crm-api", qualifier = "live", invoke_arn = "arn:aws:apigateway:eu-central-1:lambda:path/2015-03-31/functions/arn:aws:lambda:eu-central-1:123456789012:function:crm-api/invocations" }
  authorizer_function              = { function_name = "crm-authorizer", qualifier = "live", invoke_arn = "arn:aws:apigateway:eu-central-1:lambda:path/2015-03-31/functions/arn:aws:lambda:eu-central-1:123456789012:function:crm-authorizer/invocations" }
  authorizer_result_ttl_in_seconds = 0
  throttling                       = { rate_limit = 1, burst_limit = 1 }
  access_log_retention_in_days     = 30
  alarm_actions                    = []
  tags                             = {}
}

run "the_authorizer_is_never_cached_by_default" {
  command = plan

  module {
    source = "./modules/api"
  }

  assert {
    condition     = aws_apigatewayv2_authorizer.this.authorizer_result_ttl_in_seconds == 0
    error_message = "0 must reach the gateway: without a value it would be 300."
  }

  assert {
    condition     = aws_apigatewayv2_authorizer.this.authorizer_type == "REQUEST" && aws_apigatewayv2_authorizer.this.enable_simple_responses && one(aws_apigatewayv2_authorizer.this.identity_sources) == "$request.header.Authorization"
    error_message = "The authorizer must be asked with the Authorization header and answer simply."
  }

  assert {
    condition     = aws_apigatewayv2_route.this.route_key == "POST /" && aws_apigatewayv2_route.this.authorization_type == "CUSTOM"
    error_message = "The only route must be authorized."
  }
}

run "a_certificate_of_another_region_is_refused" {
  command = plan

  module {
    source = "./modules/api"
  }

  variables {
    custom_domain   = true
    domain_name     = "api.example.com"
    certificate_arn = "arn:aws:acm:us-east-1:123456789012:certificate/0a1b"
  }

  expect_failures = [aws_apigatewayv2_domain_name.this]
}

run "the_api_answers_at_ipv6_addresses_and_asks_for_what_the_authorizer_judges" {
  command = plan

  module {
    source = "./modules/api"
  }

  variables {
    custom_domain                    = true
    domain_name                      = "api.example.com"
    certificate_arn                  = "arn:aws:acm:eu-central-1:123456789012:certificate/0a1b"
    ip_address_type                  = "dualstack"
    authorizer_result_ttl_in_seconds = 10
    cdn_headers                      = ["x-origin-secret", "x-forwarded-for"]
  }

  assert {
    condition     = aws_apigatewayv2_domain_name.this[0].domain_name_configuration[0].ip_address_type == "dualstack"
    error_message = "The domain must have IPv6 addresses."
  }

  assert {
    condition     = aws_apigatewayv2_authorizer.this.identity_sources == toset(["$request.header.Authorization", "$request.header.x-origin-secret", "$request.header.x-forwarded-for"])
    error_message = "Expected a result to be reused for the same token, secret and address only."
  }
}
