output "dashboard_name" {
  description = "Name of the dashboard; null without one."
  value       = one(aws_cloudwatch_dashboard.this[*].dashboard_name)
}
