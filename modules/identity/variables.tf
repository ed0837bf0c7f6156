variable "resource_prefix" {
  description = "Prefix of the resources' names."
  type        = string
}

variable "service_identifier" {
  description = "Identifier of the resource server and prefix of its scopes."
  type        = string
}

variable "scopes" {
  description = "Scopes of the service: scope without prefix, and a description of what it grants."
  type        = map(string)
}

variable "clients" {
  description = "Machine clients by name: allowed_scopes with their prefix, and the validity of a token in minutes."
  type = map(object({
    allowed_scopes                = list(string)
    access_token_validity_minutes = number
  }))
}

variable "console" {
  description = "The client by which people sign in to the console, and their groups; null: none. redirect_uri: address of the console. allowed_scopes: what people may do at most. access_token_validity_minutes, sign_in_validity_hours and mfa as in the root module."
  type = object({
    redirect_uri                  = string
    allowed_scopes                = list(string)
    groups                        = set(string)
    access_token_validity_minutes = number
    sign_in_validity_hours        = number
    mfa                           = string
  })
  default = null
}

variable "domain_prefix" {
  description = "First label of the token endpoint's host name; null for resource_prefix and a hash of account and region."
  type        = string
  default     = null
}

variable "deletion_protection" {
  description = "Whether to protect the user pool from deletion."
  type        = bool
}

variable "tags" {
  description = "Tags of the user pool."
  type        = map(string)
}
