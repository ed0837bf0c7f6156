variable "resource_prefix" {
  description = "Start of the resources' names."
  type        = string
}

variable "function" {
  description = "The GraphQL function: its name and the ARN by which the gateway calls it."
  type        = object({ function_name = string, invoke_arn = string })
}

variable "authorizer_function" {
  description = "The authorizer: its name and the ARN by which the gateway calls it."
  type        = object({ function_name = string, invoke_arn = string })
}

variable "authorizer_result_ttl_in_seconds" {
  description = "Seconds for which a verdict is reused; 0: never."
  type        = number
  nullable    = false
}

variable "throttling" {
  description = "Requests a second in the long run, and at once."
  type        = object({ rate_limit = number, burst_limit = number })
}

variable "cors_configuration" {
  description = "Which web pages' scripts may call the API; null: none."
  type = object({
    allow_origins     = list(string)
    allow_headers     = list(string)
    allow_methods     = list(string)
    expose_headers    = list(string)
    allow_credentials = bool
    max_age           = number
  })
  default = null
}

variable "domain_name" {
  description = "Host name of the API; null: API Gateway's own."
  type        = string
  default     = null
}

variable "certificate_arn" {
  description = "ARN of the certificate for domain_name."
  type        = string
  default     = null
}

variable "access_log_retention_in_days" {
  description = "Days for which access logs are kept; 0 keeps them for ever."
  type        = number
}

variable "kms_key_arn" {
  description = "ARN of the KMS key of the access logs; null: a key that AWS owns."
  type        = string
  default     = null
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
