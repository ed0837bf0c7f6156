variable "resource_prefix" {
  description = "Prefix of the resources' names."
  type        = string
}

variable "function" {
  description = "The GraphQL function: its name, the alias to call, and the alias's invoke ARN."
  type        = object({ function_name = string, qualifier = string, invoke_arn = string })
}

variable "authorizer_function" {
  description = "The authorizer: its name, the alias to call, and the alias's invoke ARN."
  type        = object({ function_name = string, qualifier = string, invoke_arn = string })
}

variable "authorizer_result_ttl_in_seconds" {
  description = "Seconds for which an authorizer result is reused; 0 for never."
  type        = number
  nullable    = false
}

variable "cdn_headers" {
  description = "Headers by which the authorizer judges requests of a CDN. The gateway answers 401 to a request without one of them, and reuses a result only for the same values of all."
  type        = list(string)
  default     = []
}

variable "throttling" {
  description = "Requests per second on average (rate_limit) and at once (burst_limit)."
  type        = object({ rate_limit = number, burst_limit = number })
}

variable "cors_configuration" {
  description = "CORS settings of web pages that may call the API; null for none."
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

variable "custom_domain" {
  description = "Whether there is a domain_name: known before the domain is made."
  type        = bool
  default     = false
}

variable "ip_address_type" {
  description = "ipv4 or dualstack."
  type        = string
  default     = "ipv4"
}

variable "domain_name" {
  description = "Host name of the API; null for API Gateway's own."
  type        = string
  default     = null
}

variable "certificate_arn" {
  description = "ARN of the certificate for domain_name."
  type        = string
  default     = null
}

variable "access_log_retention_in_days" {
  description = "Days for which access logs are kept; 0 keeps them forever."
  type        = number
}

variable "kms_key_arn" {
  description = "ARN of the KMS key of the access logs; null for a key that AWS owns."
  type        = string
  default     = null
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
