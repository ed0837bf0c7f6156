output "function_name" {
  description = "Name of the function."
  value       = aws_lambda_function.this.function_name
}

output "function_arn" {
  description = "ARN of the alias of the version that answers."
  value       = aws_lambda_alias.live.arn
}

output "invoke_arn" {
  description = "ARN by which API Gateway calls the version that answers."
  value       = aws_lambda_alias.live.invoke_arn
}

output "qualifier" {
  description = "Name of the alias, for permissions to call it."
  value       = aws_lambda_alias.live.name
}

output "version" {
  description = "The published version of this configuration."
  value       = aws_lambda_function.this.version
}

output "log_group_name" {
  description = "Name of the function's log group."
  value       = aws_cloudwatch_log_group.this.name
}

output "role_arn" {
  description = "ARN of the function's role."
  value       = aws_iam_role.this.arn
}

output "policies" {
  description = "Policies of the function's role, by capability."
  value       = { for capability, policy in aws_iam_role_policy.this : capability => policy.policy }
}

output "environment" {
  description = "Environment variables of the function."
  value       = local.environment
}
