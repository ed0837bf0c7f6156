locals {
  runtime      = "nodejs22.x"
  architecture = "arm64"
  archive_hash = filebase64sha256(var.archive)
  # Every change that makes Lambda read the archive again.
  deployment = "${var.function_name}/${local.architecture}/${local.archive_hash}"
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
  runtime                        = local.runtime
  architectures                  = [local.architecture]
  filename                       = var.size.package == null ? terraform_data.archive[local.deployment].output : null
  source_code_hash               = var.size.package == null ? local.archive_hash : null
  s3_bucket                      = try(var.size.package.s3_bucket, null)
  s3_key                         = try(var.size.package.s3_key, null)
  s3_object_version              = try(var.size.package.s3_object_version, null)
  memory_size                    = var.size.memory_size
  timeout                        = var.size.timeout
  reserved_concurrent_executions = coalesce(var.size.reserved_concurrent_executions, -1)
  kms_key_arn                    = var.settings.kms_key_arn
  tags                           = var.settings.tags

  environment {
    variables = merge(var.environment, { LOG_LEVEL = var.settings.log_level }, var.settings.tracing_enabled ? { TRACING = "true" } : {})
  }

  logging_config {
    log_format = "JSON"
    # The function itself chooses by LOG_LEVEL. Lambda takes lines without a level for INFO, and metrics are such lines.
    application_log_level = var.settings.log_level == "DEBUG" ? "DEBUG" : "INFO"
    system_log_level      = "WARN"
    log_group             = aws_cloudwatch_log_group.this.name
  }

  tracing_config {
    mode = var.settings.tracing_enabled ? "Active" : "PassThrough"
  }

  # The first call must find its permissions.
  depends_on = [aws_iam_role_policy.this]

  lifecycle {
    postcondition {
      condition     = var.size.package != null || self.code_sha256 == local.archive_hash
      error_message = "${var.function_name} does not run the archive of this version. Apply with -replace of its terraform_data.archive."
    }
  }
}

resource "aws_cloudwatch_log_group" "this" {
  name              = "/aws/lambda/${var.function_name}"
  retention_in_days = var.settings.log_retention_in_days
  kms_key_id        = var.settings.kms_key_arn
  tags              = var.settings.tags
}
