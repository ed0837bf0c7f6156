output "policies" {
  description = "Policy documents of the function, one per capability."
  value       = { for capability, policy in local.policies : capability => jsonencode(policy) }
}

output "environment" {
  description = "Environment variables that name the target."
  value = merge(
    { for arn in [var.target.event_bus_arn] : "EVENT_BUS_ARN" => arn if arn != null },
    { for arn in [var.target.queue_arn] : "QUEUE_ARN" => arn if arn != null },
    { for webhook in [var.target.webhook] : "WEBHOOK_URL" => webhook.url if webhook != null },
    { for webhook in [var.target.webhook] : "WEBHOOK_SECRET_ARN" => webhook.secret_arn if webhook != null },
  )
}
