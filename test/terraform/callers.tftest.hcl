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

run "refuses_an_empty_list" {
  command = plan

  module {
    source = "./test/terraform/inputs"
  }

  variables {
    ip_range_allow_list = []
  }

  expect_failures = [var.ip_range_allow_list]
}

run "refuses_leading_zeros" {
  command = plan

  module {
    source = "./test/terraform/inputs"
  }

  variables {
    ip_range_allow_list = ["010.0.0.1"]
  }

  expect_failures = [var.ip_range_allow_list]
}

run "refuses_a_leading_zero_in_the_prefix" {
  command = plan

  module {
    source = "./test/terraform/inputs"
  }

  variables {
    ip_range_allow_list = ["10.0.0.0/08"]
  }

  expect_failures = [var.ip_range_allow_list]
}

run "refuses_a_mapped_address" {
  command = plan

  module {
    source = "./test/terraform/inputs"
  }

  variables {
    ip_range_allow_list = ["::ffff:10.0.0.1"]
  }

  expect_failures = [var.ip_range_allow_list]
}

run "refuses_a_mapped_address_in_hexadecimal" {
  command = plan

  module {
    source = "./test/terraform/inputs"
  }

  variables {
    ip_range_allow_list = ["::ffff:a00:1"]
  }

  expect_failures = [var.ip_range_allow_list]
}

run "refuses_a_mapped_block" {
  command = plan

  module {
    source = "./test/terraform/inputs"
  }

  variables {
    ip_range_allow_list = ["::ffff:0:0/96"]
  }

  expect_failures = [var.ip_range_allow_list]
}

run "refuses_host_bits" {
  command = plan

  module {
    source = "./test/terraform/inputs"
  }

  variables {
    ip_range_allow_list = ["10.1.2.3/8"]
  }

  expect_failures = [var.ip_range_allow_list]
}

run "refuses_host_bits_in_ipv6" {
  command = plan

  module {
    source = "./test/terraform/inputs"
  }

  variables {
    ip_range_allow_list = ["2001:db8::1/32"]
  }

  expect_failures = [var.ip_range_allow_list]
}

run "refuses_an_address_twice" {
  command = plan

  module {
    source = "./test/terraform/inputs"
  }

  variables {
    ip_range_allow_list = ["203.0.113.7", "203.0.113.7"]
  }

  expect_failures = [var.ip_range_allow_list]
}

run "refuses_an_address_twice_as_block" {
  command = plan

  module {
    source = "./test/terraform/inputs"
  }

  variables {
    ip_range_allow_list = ["203.0.113.7", "203.0.113.7/32"]
  }

  expect_failures = [var.ip_range_allow_list]
}

run "refuses_an_ipv6_address_twice_written_differently" {
  command = plan

  module {
    source = "./test/terraform/inputs"
  }

  variables {
    ip_range_allow_list = ["2001:db8::1", "2001:0DB8:0:0::1"]
  }

  expect_failures = [var.ip_range_allow_list]
}

run "refuses_a_prefix_that_is_too_long" {
  command = plan

  module {
    source = "./test/terraform/inputs"
  }

  variables {
    ip_range_allow_list = ["10.0.0.0/33"]
  }

  expect_failures = [var.ip_range_allow_list]
}

run "refuses_an_ipv6_prefix_that_is_too_long" {
  command = plan

  module {
    source = "./test/terraform/inputs"
  }

  variables {
    ip_range_allow_list = ["2001:db8::/129"]
  }

  expect_failures = [var.ip_range_allow_list]
}

run "refuses_a_number_above_255" {
  command = plan

  module {
    source = "./test/terraform/inputs"
  }

  variables {
    ip_range_allow_list = ["10.0.0.256"]
  }

  expect_failures = [var.ip_range_allow_list]
}

run "refuses_a_shortened_address" {
  command = plan

  module {
    source = "./test/terraform/inputs"
  }

  variables {
    ip_range_allow_list = ["10.1"]
  }

  expect_failures = [var.ip_range_allow_list]
}

run "refuses_a_host_name" {
  command = plan

  module {
    source = "./test/terraform/inputs"
  }

  variables {
    ip_range_allow_list = ["office.example.com"]
  }

  expect_failures = [var.ip_range_allow_list]
}

run "refuses_blanks" {
  command = plan

  module {
    source = "./test/terraform/inputs"
  }

  variables {
    ip_range_allow_list = [" 10.0.0.1"]
  }

  expect_failures = [var.ip_range_allow_list]
}

run "refuses_an_empty_text" {
  command = plan

  module {
    source = "./test/terraform/inputs"
  }

  variables {
    ip_range_allow_list = [""]
  }

  expect_failures = [var.ip_range_allow_list]
}

run "refuses_a_zone" {
  command = plan

  module {
    source = "./test/terraform/inputs"
  }

  variables {
    ip_range_allow_list = ["fe80::1%eth0"]
  }

  expect_failures = [var.ip_range_allow_list]
}

run "refuses_too_many_colons" {
  command = plan

  module {
    source = "./test/terraform/inputs"
  }

  variables {
    ip_range_allow_list = ["1:2:3:4:5:6:7:8:9"]
  }

  expect_failures = [var.ip_range_allow_list]
}

run "refuses_a_wildcard" {
  command = plan

  module {
    source = "./test/terraform/inputs"
  }

  variables {
    ip_range_allow_list = ["*"]
  }

  expect_failures = [var.ip_range_allow_list]
}

run "refuses_null" {
  command = plan

  module {
    source = "./test/terraform/inputs"
  }

  variables {
    ip_range_allow_list = [null]
  }

  expect_failures = [var.ip_range_allow_list]
}

run "refuses_more_than_the_environment_holds" {
  command = plan

  module {
    source = "./test/terraform/inputs"
  }

  variables {
    ip_range_allow_list = [for index in range(200) : "10.0.${index}.0/24"]
  }

  expect_failures = [var.ip_range_allow_list]
}

run "accepts_addresses_and_blocks_of_both_kinds" {
  command = plan

  variables {
    ip_range_allow_list = ["203.0.113.7", "198.51.100.0/24", "2001:DB8::/32", "::1", "0.0.0.0/0"]
  }
}

run "refuses_a_negative_ttl" {
  command = plan

  module {
    source = "./test/terraform/inputs"
  }

  variables {
    authorizer_result_ttl_in_seconds = -1
  }

  expect_failures = [var.authorizer_result_ttl_in_seconds]
}

run "refuses_a_ttl_above_an_hour" {
  command = plan

  module {
    source = "./test/terraform/inputs"
  }

  variables {
    authorizer_result_ttl_in_seconds = 3601
  }

  expect_failures = [var.authorizer_result_ttl_in_seconds]
}

run "refuses_a_ttl_that_is_not_whole" {
  command = plan

  module {
    source = "./test/terraform/inputs"
  }

  variables {
    authorizer_result_ttl_in_seconds = 1.5
  }

  expect_failures = [var.authorizer_result_ttl_in_seconds]
}

run "accepts_a_ttl_of_an_hour" {
  command = plan

  variables {
    authorizer_result_ttl_in_seconds = 3600
  }
}
