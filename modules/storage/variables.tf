variable "resource_prefix" {
  description = "Start of the tables' names."
  type        = string
}

variable "configuration" {
  description = "Documents that the functions read when they start, by their name: their base64 text and the SHA-256 of their bytes in hexadecimal digits."
  type        = map(object({ base64 = string, sha256 = string }))
}

variable "kms_key_arn" {
  description = "ARN of the KMS key of the tables; null: a key that AWS owns."
  type        = string
  default     = null
}

variable "deletion_protection" {
  description = "Whether the table of entities refuses to be deleted."
  type        = bool
}

variable "point_in_time_recovery" {
  description = "Whether the table of entities can be restored to any second of the last 35 days."
  type        = bool
}

variable "stream_enabled" {
  description = "Whether the table of entities tells in a stream which keys were written."
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
