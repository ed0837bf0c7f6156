variable "resource_prefix" {
  description = "Start of the names of bucket and queues."
  type        = string
}

variable "bucket_suffix" {
  description = "End of the bucket's name, which makes it unique among all accounts."
  type        = string
}

variable "function_arn" {
  description = "ARN of the function that loads objects."
  type        = string
}

variable "function_timeout" {
  description = "Seconds after which a call of the function is cut off."
  type        = number
}

variable "maximum_concurrency" {
  description = "Calls of the function at once, at most."
  type        = number
}

variable "batch_size" {
  description = "Objects of one call."
  type        = number
}

variable "max_receive_count" {
  description = "Deliveries after which a message goes to the dead letters."
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
  description = "ARN of the KMS key of the bucket; null: a key of S3."
  type        = string
  default     = null
}

variable "deletion_protection" {
  description = "Whether the bucket refuses to be deleted while there are objects in it."
  type        = bool
}

variable "create_alarms" {
  description = "Whether to make the alarms."
  type        = bool
  default     = true
}

variable "alarm_actions" {
  description = "ARNs told when an alarm goes off and when it is over."
  type        = list(string)
}

variable "tags" {
  description = "Tags of the resources."
  type        = map(string)
}
