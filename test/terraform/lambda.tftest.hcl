# What becomes of the settings of a function.

mock_provider "aws" {
  source = "./test/terraform/mocks"
}

variables {
  function_name = "crm-api"
  description   = "Answers."
  archive       = "./functions/dist/api.zip"
  size          = { memory_size = 512, timeout = 29 }
  environment   = {}
  settings = {
    log_level             = "INFO"
    log_retention_in_days = 30
    role_path             = "/"
    alarm_actions         = []
    location              = { partition = "aws", region = "eu-central-1", account_id = "123456789012" }
    tags                  = {}
  }
}

run "a_function_has_no_traces_and_no_reservation_by_default" {
  command = plan

  module {
    source = "./modules/lambda"
  }

  assert {
    condition     = aws_lambda_function.this.tracing_config[0].mode == "PassThrough" && !contains(keys(aws_lambda_function.this.environment[0].variables), "TRACING")
    error_message = "Traces cost money and time."
  }

  assert {
    condition     = aws_lambda_function.this.reserved_concurrent_executions == -1
    error_message = "Expected the function to use what the account has left."
  }

  assert {
    condition     = aws_iam_role.this.name == "crm-api-eu-central-1"
    error_message = "An account has one list of roles for all regions."
  }

  assert {
    condition     = aws_cloudwatch_metric_alarm.this["duration"].threshold == 23200
    error_message = "The alarm on duration must go off at four fifths of the timeout."
  }

  assert {
    condition     = length(aws_lambda_function.this.vpc_config) == 0 && length([for statement in local.runtime_policy.Statement : statement if contains(["ManageNetworkInterfaces", "DenyNetworkInterfacesToCode"], statement.Sid)]) == 0
    error_message = "Expected no network and no permission for one."
  }
}

run "a_mirrored_package_replaces_the_archive" {
  command = plan

  module {
    source = "./modules/lambda"
  }

  variables {
    size = { memory_size = 512, timeout = 29, package = { s3_bucket = "artifacts", s3_key = "api.zip", s3_object_version = "7" } }
  }

  assert {
    condition     = aws_lambda_function.this.s3_key == "api.zip" && aws_lambda_function.this.filename == null
    error_message = "The archive that comes with the module must not be used."
  }
}

run "a_reservation_reaches_the_function" {
  command = plan

  module {
    source = "./modules/lambda"
  }

  variables {
    size = { memory_size = 512, timeout = 29, reserved_concurrent_executions = 10 }
  }

  assert {
    condition     = aws_lambda_function.this.reserved_concurrent_executions == 10
    error_message = "Expected the function to have the reservation."
  }
}

run "minus_one_is_no_reservation" {
  command = plan

  module {
    source = "./modules/lambda"
  }

  variables {
    size = { memory_size = 512, timeout = 29, reserved_concurrent_executions = -1 }
  }

  assert {
    condition     = aws_lambda_function.this.reserved_concurrent_executions == -1
    error_message = "Expected the function to use what the account has left."
  }
}

run "a_function_is_traced_when_asked_for" {
  command = plan

  module {
    source = "./modules/lambda"
  }

  variables {
    settings = merge(var.settings, {
      log_level       = "ERROR"
      create_alarms   = false
      tracing_enabled = true
    })
  }

  assert {
    condition     = aws_lambda_function.this.tracing_config[0].mode == "Active" && aws_lambda_function.this.environment[0].variables["TRACING"] == "true"
    error_message = "Both Lambda and the function's code must trace."
  }

  assert {
    condition     = aws_lambda_function.this.logging_config[0].application_log_level == "INFO" && aws_lambda_function.this.environment[0].variables["LOG_LEVEL"] == "ERROR"
    error_message = "Lambda must not filter lines with metrics away; the function itself knows what to log."
  }

  assert {
    condition     = length(aws_cloudwatch_metric_alarm.this) == 0
    error_message = "Expected no alarm."
  }
}

run "a_function_in_a_network_may_have_interfaces_and_its_code_may_not_make_any" {
  command = plan

  module {
    source = "./modules/lambda"
  }

  variables {
    vpc = { subnet_ids = ["subnet-1", "subnet-2"], security_group_ids = ["sg-1"], ipv6_allowed_for_dual_stack = false }
  }

  assert {
    condition     = aws_lambda_function.this.vpc_config[0].subnet_ids == toset(["subnet-1", "subnet-2"]) && aws_lambda_function.this.vpc_config[0].security_group_ids == toset(["sg-1"])
    error_message = "The function must be in the network that was given."
  }

  # The actions that Lambda's documentation lists for functions in a VPC.
  assert {
    condition = toset(one([for statement in local.runtime_policy.Statement : statement.Action if statement.Sid == "ManageNetworkInterfaces"])) == toset([
      "ec2:AssignPrivateIpAddresses", "ec2:CreateNetworkInterface", "ec2:DeleteNetworkInterface", "ec2:DescribeNetworkInterfaces",
      "ec2:DescribeSubnets", "ec2:UnassignPrivateIpAddresses",
    ])
    error_message = "Lambda needs these actions, and no others."
  }

  assert {
    condition     = one([for statement in local.runtime_policy.Statement : statement.Condition.ArnEquals["lambda:SourceFunctionArn"] if statement.Sid == "DenyNetworkInterfacesToCode"]) == "arn:aws:lambda:eu-central-1:123456789012:function:crm-api"
    error_message = "The function's code must not use the permissions of Lambda."
  }
}

run "settings_of_all_functions_reach_each" {
  command = plan

  module {
    source = "./modules/lambda"
  }

  variables {
    settings = merge(var.settings, {
      runtime                 = "nodejs22.x"
      architecture            = "x86_64"
      layers                  = ["arn:aws:lambda:eu-central-1:123456789012:layer:traces:1"]
      code_signing_config_arn = "arn:aws:lambda:eu-central-1:123456789012:code-signing-config:csc-0123456789abcdefg"
      environment             = { AWS_LAMBDA_EXEC_WRAPPER = "/opt/wrapper" }
      platform_log_level      = "INFO"
    })
  }

  assert {
    condition = (
      aws_lambda_function.this.runtime == "nodejs22.x" && aws_lambda_function.this.architectures == tolist(["x86_64"]) &&
      length(aws_lambda_function.this.layers) == 1 && aws_lambda_function.this.code_signing_config_arn != null &&
      aws_lambda_function.this.environment[0].variables["AWS_LAMBDA_EXEC_WRAPPER"] == "/opt/wrapper" &&
      aws_lambda_function.this.logging_config[0].system_log_level == "INFO"
    )
    error_message = "A setting did not reach the function."
  }
}

run "a_variable_of_the_module_cannot_be_overridden" {
  command = plan

  module {
    source = "./modules/lambda"
  }

  variables {
    environment = { TABLE_NAME = "crm-entities" }
    settings = merge(var.settings, {
      environment = { TABLE_NAME = "other" }
    })
  }

  expect_failures = [aws_lambda_function.this]
}

run "an_environment_that_lambda_would_refuse_fails_the_plan" {
  command = plan

  module {
    source = "./modules/lambda"
  }

  variables {
    environment = { RANGES = join(",", [for index in range(1000) : "ü${index}"]) }
  }

  expect_failures = [aws_lambda_function.this]
}

run "values_that_are_known_after_the_apply_count_by_what_they_are_expected_to_be" {
  command = plan

  module {
    source = "./modules/lambda"
  }

  variables {
    environment          = { AUDIENCE = "" }
    expected_environment = { AUDIENCE = join(",", [for index in range(1000) : "1234"]) }
  }

  expect_failures = [aws_lambda_function.this]
}
