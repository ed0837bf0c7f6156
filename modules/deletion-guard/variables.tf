variable "resource_prefix" {
  description = "Prefix of the table's name."
  type        = string
}

variable "deletion_protection" {
  description = "Whether AWS refuses to delete the table, and with it what depends on it."
  type        = bool
}

variable "kms_key_arn" {
  description = "ARN of the KMS key of the table; null for a key that AWS owns."
  type        = string
  default     = null
}

variable "tags" {
  description = "Tags of the table."
  type        = map(string)
}
