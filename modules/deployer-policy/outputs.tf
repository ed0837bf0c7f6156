output "json" {
  description = "The policy as JSON, for aws_iam_policy or a permission set. It has more than 6,144 characters without blanks, so give it to a role as an inline policy (aws_iam_role_policy, at most 10,240)."
  value       = jsonencode({ Version = "2012-10-17", Statement = local.statements })
}
