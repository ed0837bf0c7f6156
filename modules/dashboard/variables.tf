variable "resource_prefix" {
  description = "Name of the dashboard."
  type        = string
}

variable "function_names" {
  description = "Names of the functions by what they do."
  type        = map(string)
}

variable "table_name" {
  description = "Name of the table of entities."
  type        = string
}

variable "api_ids" {
  description = "Ids of the HTTP APIs by what they serve."
  type        = map(string)
}
