output "bucket" {
  description = "Name of the bucket. Upload objects below loads/; refused lines and reports are below errors/."
  value       = aws_s3_bucket.this.bucket

  # Objects uploaded before the notification exists would not be loaded.
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
  description = "Policy documents of the function, one per capability."
  value       = { for capability, policy in local.policies : capability => jsonencode(policy) }
}

output "upload_policy" {
  description = "Policy document of the uploader."
  value       = jsonencode(local.upload_policy)
}
