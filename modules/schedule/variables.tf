variable "function_name" {
  description = "Name of the function that is called every minute, and of the rule."
  type        = string
}

variable "qualifier" {
  description = "Alias of the function to call."
  type        = string
}

variable "function_arn" {
  description = "ARN of that alias."
  type        = string
}

variable "tags" {
  description = "Tags of the resources."
  type        = map(string)
}
