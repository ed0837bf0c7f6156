output "bucket" {
  description = "Name of the bucket: objects go below loads/, what was refused stands below errors/."
  value       = aws_s3_bucket.this.bucket

  # Whoever uploads must be heard.
  depends_on = [aws_s3_bucket_notification.this]
}

output "queue_names" {
  description = "Names of the queues waiting and dead-letters."
  value       = { for key, queue in local.queues : key => queue.name }
}

output "queue_urls" {
  description = "Addresses of the queues waiting and dead-letters."
  value       = { for key, queue in local.queues : key => queue.id }
}

output "policies" {
  description = "Policy documents of the function, one a capability."
  value       = { for capability, policy in local.policies : capability => jsonencode(policy) }
}

output "upload_policy" {
  description = "Policy document of whoever uploads."
  value       = jsonencode(local.upload_policy)
}
