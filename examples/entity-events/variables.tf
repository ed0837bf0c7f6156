variable "region" {
  description = "AWS region of the instance."
  type        = string
  default     = "eu-central-1"
}

variable "deletion_protection" {
  description = "Whether table and user pool refuse to be deleted."
  type        = bool
  default     = true
}

variable "max_attempts" {
  description = "After so many attempts an event becomes a dead letter."
  type        = number
  default     = 30
}
