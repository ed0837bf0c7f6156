# What becomes of the settings of a function.

mock_provider "aws" {}

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
    settings = {
      log_level             = "ERROR"
      log_retention_in_days = 30
      role_path             = "/"
      alarm_actions         = []
      location              = { partition = "aws", region = "eu-central-1", account_id = "123456789012" }
      create_alarms         = false
      tracing_enabled       = true
      tags                  = {}
    }
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
