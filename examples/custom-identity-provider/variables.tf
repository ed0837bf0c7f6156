variable "region" {
  description = "AWS region of the instance."
  type        = string
  default     = "eu-central-1"
}

variable "issuer_url" {
  description = "Issuer of your identity provider, exactly as in the iss of its tokens."
  type        = string
  default     = "https://login.example.com/tenant"
}

variable "audience" {
  description = "Audience of tokens for this API."
  type        = string
  default     = "https://entity-data.example.com"
}
