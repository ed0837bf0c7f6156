# What the modules make of their inputs.

mock_provider "aws" {
  source = "./test/terraform/mocks"
}

run "the_allow_list_is_canonical_and_sorted" {
  command = plan

  module {
    source = "./modules/allow-list"
  }

  variables {
    ranges = ["203.0.113.7", "2001:0DB8:0:0::1", "198.51.100.0/24", "2001:DB8::/32"]
  }

  assert {
    condition     = join(" ", output.ranges) == "198.51.100.0/24 2001:db8::/32 2001:db8::1/128 203.0.113.7/32"
    error_message = "Expected canonical blocks in order."
  }
}

run "without_ranges_there_is_no_allow_list" {
  command = plan

  module {
    source = "./modules/allow-list"
  }

  variables {
    ranges = null
  }

  assert {
    condition     = output.ranges == null
    error_message = "Null ranges must stay null: an empty list would refuse every caller."
  }
}

run "an_arn_says_where_an_instance_is" {
  command = plan

  module {
    source = "./modules/location"
  }

  variables {
    arn = "arn:aws-cn:dynamodb:cn-north-1:123456789012:table/crm-entities"
  }

  assert {
    condition     = output.location == { partition = "aws-cn", region = "cn-north-1", account_id = "123456789012", dns_suffix = "amazonaws.com.cn" }
    error_message = "Expected the parts of the ARN, and the suffix of China's services."
  }

  assert {
    condition     = output.suffix == substr(sha256("123456789012/cn-north-1"), 0, 8)
    error_message = "The suffix is part of names that exist: it must never change."
  }
}

run "a_table_is_protected_and_watched_and_its_documents_are_in_parts" {
  command = plan

  module {
    source = "./modules/storage"
  }

  variables {
    resource_prefix        = "crm"
    deletion_protection    = true
    point_in_time_recovery = true
    alarm_actions          = []
    tags                   = {}
    # 900,000 bytes.
    configuration = {
      rule-config = { base64 = join("", [for index in range(1000) : join("", [for part in range(12) : format("%0100d", part)])]), sha256 = "0a" }
      schema      = { base64 = "AAAA", sha256 = "0b" }
    }
  }

  assert {
    condition     = join(" ", keys(aws_dynamodb_table_item.configuration)) == "rule-config/0a/0 rule-config/0a/1 rule-config/0a/2 rule-config/0a/3 schema/0b/0"
    error_message = "Expected four parts of at most 393,216 characters, and one."
  }

  assert {
    condition     = join("", [for index in range(4) : jsondecode(nonsensitive(aws_dynamodb_table_item.configuration["rule-config/0a/${index}"].item)).data.B]) == var.configuration["rule-config"].base64
    error_message = "The parts must be the document."
  }

  assert {
    condition     = aws_dynamodb_table.entities.deletion_protection_enabled && aws_dynamodb_table.entities.billing_mode == "PAY_PER_REQUEST" && aws_dynamodb_table.entities.point_in_time_recovery[0].enabled
    error_message = "The table of entities must be protected, recoverable and on demand."
  }

  assert {
    condition     = [for statement in local.policies.scan.Statement : [statement.Effect, statement.Action]] == [["Allow", ["dynamodb:Scan"]]]
    error_message = "The policy must allow a scan, and nothing else."
  }

  assert {
    condition     = !contains(flatten([for capability in ["entities", "configuration"] : [for statement in local.policies[capability].Statement : statement.Action]]), "dynamodb:Scan")
    error_message = "Functions that list no entities may not scan."
  }

  # As src/store/dynamodb/dynamodb.ts names them.
  assert {
    condition     = join(" ", sort(flatten([for query in aws_cloudwatch_metric_alarm.system_errors[0].metric_query : [for metric in query.metric : metric.dimensions["Operation"]]]))) == "BatchGetItem BatchWriteItem DeleteItem GetItem PutItem Query TransactWriteItems UpdateItem"
    error_message = "The alarm on DynamoDB's own errors must see every operation that the functions call."
  }

  assert {
    condition     = aws_dynamodb_table.entities.stream_enabled == false && output.stream_arn == null
    error_message = "Without entity events the table must have no stream."
  }
}

run "what_is_made_in_the_same_apply_can_be_planned" {
  command = plan

  module {
    source = "./test/terraform/computed"
  }

  assert {
    condition     = output.user_pool_id == null && join(" ", sort(keys(output.function_names))) == "api authorizer events guidance ingest sweeper"
    error_message = "Whether there is a user pool, and which functions there are, must be known to a plan."
  }
}

run "a_schedule_calls_its_function_every_minute_and_only_it_may" {
  command = plan

  module {
    source = "./modules/schedule"
  }

  variables {
    function_name = "crm-events"
    qualifier     = "live"
    function_arn  = "arn:aws:lambda:eu-central-1:123456789012:function:crm-events:live"
    tags          = {}
  }

  assert {
    condition     = aws_cloudwatch_event_rule.this.schedule_expression == "rate(1 minute)" && aws_cloudwatch_event_target.this.arn == "arn:aws:lambda:eu-central-1:123456789012:function:crm-events:live"
    error_message = "What had to wait must be tried again without a request."
  }

  assert {
    condition     = aws_lambda_permission.this.principal == "events.amazonaws.com" && aws_lambda_permission.this.function_name == "crm-events" && aws_lambda_permission.this.qualifier == "live"
    error_message = "The rule must be allowed to call the function."
  }

  assert {
    condition     = aws_lambda_function_event_invoke_config.this.maximum_retry_attempts == 0
    error_message = "The next minute calls again: a second try would only run beside it."
  }
}

run "an_api_is_opened_to_pages_of_listed_origins" {
  command = plan

  module {
    source = "./modules/http-api"
  }

  variables {
    name                         = "crm-guidance"
    description                  = "Guidance server of crm."
    subject                      = "The guidance server"
    method                       = "*"
    ip_address_type              = "dualstack"
    access_log_fields            = { status = "$context.status" }
    function                     = { function_name = "crm-guidance", qualifier = "live", invoke_arn = "arn:aws:apigateway:eu-central-1:lambda:path/2015-03-31/functions/arn:aws:lambda:eu-central-1:123456789012:function:crm-guidance/invocations" }
    throttling                   = { rate_limit = 1, burst_limit = 1 }
    cors_configuration           = { allow_origins = ["https://inspector.example.com"], allow_methods = ["POST"], allow_headers = ["Content-Type"], max_age = 300 }
    access_log_retention_in_days = 30
    alarm_actions                = []
    tags                         = {}
  }

  assert {
    condition     = aws_apigatewayv2_api.this.cors_configuration[0].allow_origins == toset(["https://inspector.example.com"]) && contains(aws_apigatewayv2_api.this.cors_configuration[0].allow_headers, "content-type")
    error_message = "A browser must be told that pages of this origin may post JSON."
  }

  assert {
    condition     = aws_apigatewayv2_api.this.ip_address_type == "dualstack"
    error_message = "The API must have IPv6 addresses."
  }

  assert {
    condition     = aws_lambda_permission.function.function_name == "crm-guidance" && endswith(aws_cloudwatch_metric_alarm.server_errors[0].alarm_name, "crm-guidance-server-errors")
    error_message = "The permission is of the function behind the API, and the alarm of the API."
  }
}

run "a_key_of_another_region_is_refused" {
  command = plan

  module {
    source = "./modules/storage"
  }

  variables {
    resource_prefix        = "crm"
    deletion_protection    = true
    point_in_time_recovery = true
    alarm_actions          = []
    tags                   = {}
    configuration          = {}
    kms_key_arn            = "arn:aws:kms:eu-west-1:123456789012:key/0a1b2c3d"
  }

  expect_failures = [aws_dynamodb_table.entities]
}

run "govcloud_has_its_token_endpoint_at_another_host" {
  command = apply

  module {
    source = "./modules/identity"
  }

  variables {
    resource_prefix     = "crm"
    service_identifier  = "svc"
    scopes              = { "query.search" = "Search entities." }
    clients             = { backend = { allowed_scopes = ["svc/query.search"], access_token_validity_minutes = 60 } }
    domain_prefix       = "crm-4711"
    deletion_protection = false
    tags                = {}
  }

  override_resource {
    target = aws_cognito_user_pool.this
    values = { arn = "arn:aws-us-gov:cognito-idp:us-gov-west-1:123456789012:userpool/us-gov-west-1_Example12" }
  }

  assert {
    condition     = output.token_url == "https://crm-4711.auth-fips.us-gov-west-1.amazoncognito.com/oauth2/token"
    error_message = "In GovCloud, Cognito has FIPS endpoints only."
  }
}
