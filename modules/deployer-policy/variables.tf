variable "resource_prefix" {
  description = "resource_prefix of the instances that the role applies."
  type        = string

  validation {
    condition     = can(regex("^[a-z][a-z0-9-]{0,30}[a-z0-9]$", var.resource_prefix))
    error_message = "resource_prefix must be that of the instance: 2 to 32 lower-case letters, digits and hyphens."
  }
}

variable "account_id" {
  description = "Account of the instance."
  type        = string

  validation {
    condition     = can(regex("^[0-9]{12}$", var.account_id))
    error_message = "account_id must be the 12 digits of an account."
  }
}

variable "region" {
  description = "Region of the instance."
  type        = string
}

variable "partition" {
  description = "Partition of the region: aws, aws-us-gov or aws-cn."
  type        = string
  default     = "aws"
}

variable "role_path" {
  description = "role_path of the instance."
  type        = string
  default     = "/"
}

variable "permissions_boundary" {
  description = "permissions_boundary of the instance. If set, the role can make roles with this boundary only. Null for none."
  type        = string
  default     = null
}

variable "kms_key_arn" {
  description = "kms_key_arn of the instance; null for none."
  type        = string
  default     = null
}
