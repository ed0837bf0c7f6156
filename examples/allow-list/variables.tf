variable "region" {
  description = "AWS region of the instance."
  type        = string
  default     = "eu-central-1"
}

variable "allowed_ranges" {
  description = "Addresses and CIDR blocks from which the API may be called."
  type        = list(string)
  default     = ["203.0.113.7", "198.51.100.0/24", "2001:db8:12::/48"]
}
