variable "resource_prefix" {
  description = "Start of the resources' names."
  type        = string
}

variable "function" {
  description = "The guidance server's function: its name and the ARN by which the gateway calls it."
  type        = object({ function_name = string, qualifier = string, invoke_arn = string })
}

variable "throttling" {
  description = "Requests a second in the long run, and at once."
  type        = object({ rate_limit = number, burst_limit = number })
}

variable "allowed_origins" {
  description = "Origins of web pages, besides the server's own, whose scripts may call it."
  type        = list(string)
  default     = []
}

variable "ip_address_type" {
  description = "ipv4 or dualstack."
  type        = string
  default     = "ipv4"
}

variable "domain_name" {
  description = "Custom domain under which /mcp leads to the guidance server; null: API Gateway's own address."
  type        = string
  default     = null
}

variable "custom_domain" {
  description = "Whether there is a domain_name: known before the domain is made."
  type        = bool
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
  description = "ARNs notified when an alarm starts and when it ends."
  type        = list(string)
}

variable "tags" {
  description = "Tags of the resources."
  type        = map(string)
}
