variable "region" {
  description = "AWS region of the instance."
  type        = string
  default     = "eu-central-1"
}

variable "domain_name" {
  description = "Host name of the API."
  type        = string
  default     = "entity-data.example.com"
}
