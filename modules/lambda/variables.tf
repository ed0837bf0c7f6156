variable "function_name" {
  description = "Name of the function, and start of the names of its role, log group and alarms."
  type        = string
}

variable "description" {
  description = "What the function does, in one sentence."
  type        = string
}

variable "archive" {
  description = "Path of the zip that comes with the module."
  type        = string
}

variable "package" {
  description = "The zip in a bucket, instead of the one at archive."
  type        = object({ s3_bucket = string, s3_key = string, s3_object_version = optional(string) })
  default     = null
}

variable "memory_size" {
  description = "Memory in MB."
  type        = number
}

variable "timeout" {
  description = "Seconds after which a call is cut off."
  type        = number
}

variable "reserved_concurrent_executions" {
  description = "Calls at once that are reserved for the function and that it never exceeds; null: unreserved."
  type        = number
  default     = null
}

variable "environment" {
  description = "Environment variables."
  type        = map(string)
}

variable "policies" {
  description = "Policy documents of the function's role, one a capability, by the capability's name."
  type        = map(string)
  default     = {}
}

variable "log_level" {
  description = "Least severity of what is logged."
  type        = string
}

variable "log_retention_in_days" {
  description = "Days for which logs are kept; 0 keeps them for ever."
  type        = number
}

variable "kms_key_arn" {
  description = "ARN of the KMS key of logs and environment; null: keys that AWS owns."
  type        = string
  default     = null
}

variable "permissions_boundary" {
  description = "ARN of the policy that bounds the role; null: none."
  type        = string
  default     = null
}

variable "role_path" {
  description = "IAM path of the role."
  type        = string
}

variable "tracing_enabled" {
  description = "Whether X-Ray traces calls of the function."
  type        = bool
  default     = false
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
