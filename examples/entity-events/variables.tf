variable "region" {
  description = "AWS region of the instance."
  type        = string
  default     = "eu-central-1"
}

variable "deletion_protection" {
  description = "Protects the table and the user pool from deletion."
  type        = bool
  default     = true
}

variable "max_attempts" {
  description = "Number of attempts after which an event becomes a dead letter."
  type        = number
  default     = 30
}
