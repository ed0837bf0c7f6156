variable "region" {
  description = "AWS region of the instance."
  type        = string
  default     = "eu-central-1"
}

variable "resource_prefix" {
  description = "Start of every resource's name."
  type        = string
  default     = "customer-data"
}

variable "deletion_protection" {
  description = "Whether table and user pool refuse to be deleted."
  type        = bool
  default     = true
}
