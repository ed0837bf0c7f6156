variable "region" {
  description = "AWS region of the instance."
  type        = string
  default     = "eu-central-1"
}
