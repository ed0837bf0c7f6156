variable "region" {
  description = "AWS region of the instance."
  type        = string
  default     = "eu-central-1"
}

variable "resource_prefix" {
  description = "Prefix of every resource's name."
  type        = string
  default     = "customer-data"
}

variable "deletion_protection" {
  description = "Protects the table and the user pool from deletion."
  type        = bool
  default     = true
}
