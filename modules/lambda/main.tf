locals {
  archive_hash = filebase64sha256(var.archive)
  # Every change that makes Lambda read the archive again.
  deployment = "${var.function_name}/${var.settings.architecture}/${local.archive_hash}"

  own_environment = merge(var.environment, { LOG_LEVEL = var.settings.log_level }, var.settings.tracing_enabled ? { TRACING = "true" } : {})
  environment     = merge(var.settings.environment, local.own_environment)
  overridden      = setintersection(keys(var.settings.environment), keys(local.own_environment))
  # Lambda measures the variables as JSON in UTF-8.
  environment_bytes = nonsensitive(ceil(length(base64encode(jsonencode(merge(local.environment, var.expected_environment)))) * 3 / 4))
}

# The archive's path depends on where the module was downloaded to, and must not make a plan differ from the last one.
# So the path is remembered as it was when this archive was first deployed: a new archive is a new instance, with the
# path of the day; the same archive elsewhere is no change.
resource "terraform_data" "archive" {
  for_each = var.size.package == null ? toset([local.deployment]) : toset([])

  input = var.archive

  lifecycle {
    ignore_changes = [input]
  }
}

resource "aws_lambda_function" "this" {
  function_name                  = var.function_name
  description                    = var.description
  role                           = aws_iam_role.this.arn
  handler                        = "handler.handler"
  runtime                        = var.settings.runtime
  architectures                  = [var.settings.architecture]
  filename                       = var.size.package == null ? terraform_data.archive[local.deployment].output : null
  publish                        = true
  source_code_hash               = var.size.package == null ? local.archive_hash : null
  s3_bucket                      = try(var.size.package.s3_bucket, null)
  s3_key                         = try(var.size.package.s3_key, null)
  s3_object_version              = try(var.size.package.s3_object_version, null)
  memory_size                    = var.size.memory_size
  timeout                        = var.size.timeout
  reserved_concurrent_executions = coalesce(var.size.reserved_concurrent_executions, -1)
  kms_key_arn                    = var.settings.kms_key_arn
  layers                         = var.settings.layers
  code_signing_config_arn        = var.settings.code_signing_config_arn
  tags                           = var.settings.tags

  environment {
    variables = local.environment
  }

  dynamic "vpc_config" {
    for_each = var.vpc == null ? [] : [var.vpc]

    content {
      subnet_ids                  = vpc_config.value.subnet_ids
      security_group_ids          = vpc_config.value.security_group_ids
      ipv6_allowed_for_dual_stack = vpc_config.value.ipv6_allowed_for_dual_stack
    }
  }

  logging_config {
    log_format = "JSON"
    # The function itself chooses by LOG_LEVEL. Lambda takes lines without a level for INFO, and metrics are such lines.
    application_log_level = var.settings.log_level == "DEBUG" ? "DEBUG" : "INFO"
    system_log_level      = var.settings.platform_log_level
    log_group             = aws_cloudwatch_log_group.this.name
  }

  tracing_config {
    mode = var.settings.tracing_enabled ? "Active" : "PassThrough"
  }

  # The first call must find its permissions.
  depends_on = [aws_iam_role_policy.this]

  lifecycle {
    precondition {
      condition     = length(local.overridden) == 0
      error_message = "function_environment must not set what the module sets itself: ${join(", ", local.overridden)}. Use the input of that setting."
    }

    precondition {
      condition     = local.environment_bytes <= 4096
      error_message = "The environment of ${var.function_name} would have ${local.environment_bytes} bytes, and Lambda accepts 4,096. Shorten ip_range_allow_list, authorizer_audience, client_throttling or function_environment, or use fewer clients."
    }

    # Another file may lie at the remembered path by now, an upload may have failed, or code was changed by hand. The
    # provider plans code_sha256 as it was, also when it uploads another archive. The version, which is never empty, is then
    # unknown, and the condition with it: it is judged in the apply, before the version gets calls.
    postcondition {
      condition     = var.size.package != null || self.version == "" || self.code_sha256 == local.archive_hash
      error_message = "Lambda holds another archive for ${var.function_name} than that of this version (${self.code_sha256}, not ${local.archive_hash}). Upload it again: apply with -replace='ADDRESS', where ADDRESS is what terraform state list shows of terraform_data.archive[\"${local.deployment}\"]."
    }
  }
}

# Each published version checks itself before it gets calls: its documents are judged, and its tables are read. A failure
# ends the apply with what is wrong, and the former version goes on.
resource "aws_lambda_invocation" "self_check" {
  function_name = aws_lambda_function.this.function_name
  qualifier     = aws_lambda_function.this.version
  input         = jsonencode({ selfCheck = true })
}

# The gateway, schedules, queues and streams call this alias.
resource "aws_lambda_alias" "live" {
  name             = "live"
  description      = "The version that answers."
  function_name    = aws_lambda_function.this.function_name
  function_version = aws_lambda_function.this.version

  dynamic "routing_config" {
    # A function that did not change has no former version.
    for_each = [for version in [var.former_version] : version if version != null && version != aws_lambda_function.this.version]

    content {
      additional_version_weights = { (routing_config.value) = var.former_share }
    }
  }

  depends_on = [aws_lambda_invocation.self_check]
}

resource "aws_lambda_provisioned_concurrency_config" "this" {
  count = var.size.provisioned_concurrent_executions == null ? 0 : 1

  function_name                     = aws_lambda_alias.live.function_name
  qualifier                         = aws_lambda_alias.live.name
  provisioned_concurrent_executions = var.size.provisioned_concurrent_executions
}

resource "aws_cloudwatch_log_group" "this" {
  name              = "/aws/lambda/${var.function_name}"
  retention_in_days = var.settings.log_retention_in_days
  kms_key_id        = var.settings.kms_key_arn
  tags              = var.settings.tags
}
