variable "region" {
  description = "AWS region of the instance."
  type        = string
  default     = "eu-central-1"
}

variable "resource_prefix" {
  description = "Prefix of every resource's name."
  type        = string
  default     = "company"
}

variable "cdn_secrets" {
  description = "Secrets by which requests of the CDN are known; two during a rotation. TF_VAR_cdn_secrets=\"[\\\"$(openssl rand -hex 32)\\\"]\""
  type        = list(string)
  sensitive   = true
}

variable "allowed_ranges" {
  description = "Addresses of the CDN's callers."
  type        = list(string)
  default     = ["203.0.113.0/24", "2001:db8:12::/48"]
}

variable "web_acl_arn" {
  description = "ARN of the web ACL of the distribution, in us-east-1; null for none."
  type        = string
  default     = null
}

variable "deletion_protection" {
  description = "Protects the instance from deletion."
  type        = bool
  default     = true
}
