variable "resource_prefix" {
  description = "Prefix of the names of bucket and queues."
  type        = string
}

variable "bucket_suffix" {
  description = "Suffix of the bucket's name, which makes it unique among all accounts."
  type        = string
}

variable "location" {
  description = "Where the instance is: region, account_id, and the dns_suffix of its services."
  type        = object({ region = string, account_id = string, dns_suffix = string })
}

variable "function_arn" {
  description = "ARN of the function that loads objects."
  type        = string
}

variable "function_timeout" {
  description = "Timeout of the function in seconds."
  type        = number
}

variable "maximum_concurrency" {
  description = "Maximum number of concurrent calls of the function."
  type        = number
}

variable "batch_size" {
  description = "Maximum number of objects of one call."
  type        = number
}

variable "max_receive_count" {
  description = "Deliveries after which a message moves to the dead-letter queue."
  type        = number
}

variable "load_retention_in_days" {
  description = "Days after which objects below loads/ are deleted."
  type        = number
}

variable "error_retention_in_days" {
  description = "Days after which objects below errors/ are deleted."
  type        = number
}

variable "kms_key_arn" {
  description = "ARN of the KMS key of the bucket; null for a key that S3 manages."
  type        = string
  default     = null
}

variable "deletion_protection" {
  description = "Whether to refuse to delete the bucket while it contains objects."
  type        = bool
}

variable "create_alarms" {
  description = "Whether to create the alarms."
  type        = bool
  default     = true
}

variable "alarm_actions" {
  description = "ARNs notified when an alarm starts and when it ends."
  type        = list(string)
}

variable "tags" {
  description = "Tags of the resources."
  type        = map(string)
}
