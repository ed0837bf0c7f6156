variable "region" {
  description = "AWS region of the instance."
  type        = string
  default     = "eu-central-1"
}

variable "deletion_protection" {
  description = "Protects the table, the user pool and a non-empty bucket from deletion."
  type        = bool
  default     = true
}

variable "max_object_bytes" {
  description = "Largest object in bytes; larger ones are refused."
  type        = number
  default     = 5242880
}
