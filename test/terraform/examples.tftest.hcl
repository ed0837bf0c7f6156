# Every example can be planned.

mock_provider "aws" {
  source = "./test/terraform/mocks"
}

run "minimal" {
  command = plan

  module {
    source = "./examples/minimal"
  }
}

run "complete" {
  command = plan

  module {
    source = "./examples/complete"
  }
}

run "custom_identity_provider" {
  command = plan

  module {
    source = "./examples/custom-identity-provider"
  }

  assert {
    condition     = output.token_url == null
    error_message = "A custom identity provider has a token endpoint of its own."
  }

  assert {
    condition     = output.issuer_url == "https://login.example.com/tenant"
    error_message = "The issuer must be the one that was given."
  }
}

run "allow_list" {
  command = plan

  module {
    source = "./examples/allow-list"
  }
}

run "custom_domain" {
  command = plan

  module {
    source = "./examples/custom-domain"
  }

  assert {
    condition     = output.api_url == "https://entity-data.example.com/"
    error_message = "The API must answer at the custom domain."
  }
}

run "company" {
  command = plan

  module {
    source = "./examples/company"
  }

  variables {
    cdn_secrets = ["k3Vb8Q1xZr7Yt5Wn2Lp9Hd4Jf6Sg0CmE"]
  }
}
