variable "resource_prefix" {
  description = "Start of the resources' names."
  type        = string
}

variable "service_identifier" {
  description = "Identifier of the resource server: prefix of its scopes."
  type        = string
}

variable "scopes" {
  description = "Every scope of the service without its prefix, with a description of what it grants."
  type        = map(string)
}

variable "clients" {
  description = "Machine clients by name: allowed_scopes with their prefix, and how many minutes a token is good."
  type = map(object({
    allowed_scopes                = list(string)
    access_token_validity_minutes = number
  }))
}

variable "domain_prefix" {
  description = "Start of the token endpoint's host name."
  type        = string
}

variable "deletion_protection" {
  description = "Whether the user pool refuses to be deleted."
  type        = bool
}

variable "tags" {
  description = "Tags of the user pool."
  type        = map(string)
}
