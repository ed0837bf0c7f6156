variable "name" {
  description = "Name of the API."
  type        = string
}

variable "description" {
  description = "Description of the API."
  type        = string
}

variable "subject" {
  description = "What answers, as the subject of the alarm's description."
  type        = string
}

variable "function" {
  description = "The function behind the API: its name, the alias to call, and the alias's invoke ARN."
  type        = object({ function_name = string, qualifier = string, invoke_arn = string })
}

variable "method" {
  description = "HTTP method at the path / that may call the function; * for every method."
  type        = string
}

variable "access_log_fields" {
  description = "What the access log keeps of a request: names and variables of the gateway. Never a header or a body, so that neither tokens nor records reach the log."
  type        = map(string)
}

variable "domain_mapping" {
  description = "The custom domain and the path at which it shows the API; null for API Gateway's own host name."
  type        = object({ domain_name = string, path = optional(string) })
  default     = null
}

variable "cors_configuration" {
  description = "CORS settings of web pages that may call the API; null for none."
  type = object({
    allow_origins     = list(string)
    allow_headers     = list(string)
    allow_methods     = list(string)
    expose_headers    = optional(list(string))
    allow_credentials = optional(bool)
    max_age           = number
  })
  default = null
}

variable "throttling" {
  description = "Requests per second on average (rate_limit) and at once (burst_limit)."
  type        = object({ rate_limit = number, burst_limit = number })
}

variable "ip_address_type" {
  description = "ipv4 or dualstack."
  type        = string
  default     = "ipv4"
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
