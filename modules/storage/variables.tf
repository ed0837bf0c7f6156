variable "resource_prefix" {
  description = "Prefix of the tables' names."
  type        = string
}

variable "configuration" {
  description = "Documents that the functions read at start-up, by name: the content in base64 and its SHA-256 in hexadecimal digits."
  type        = map(object({ base64 = string, sha256 = string }))
}

variable "former_configuration" {
  description = "Documents that a former version of the functions still reads, by name, as in configuration."
  type        = map(object({ base64 = string, sha256 = string }))
  default     = {}
}

variable "kms_key_arn" {
  description = "ARN of the KMS key of the tables; null for a key that AWS owns."
  type        = string
  default     = null
}

variable "deletion_protection" {
  description = "Whether to protect the entities table from deletion."
  type        = bool
}

variable "point_in_time_recovery" {
  description = "Whether the entities table can be restored to any second of the last 35 days."
  type        = bool
}

variable "expiry_enabled" {
  description = "Whether DynamoDB deletes items of the entities table at the time that their attribute ttl names."
  type        = bool
  default     = false
}

variable "stream_enabled" {
  description = "Whether the entities table has a stream of the keys that were written."
  type        = bool
  default     = false
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
