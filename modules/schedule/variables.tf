variable "function_name" {
  description = "Name of the function that is called, and start of the names of rule and alarm."
  type        = string
}

variable "function_arn" {
  description = "ARN of the function that is called."
  type        = string
}

variable "service" {
  description = "Under which service name the function reports its metrics."
  type        = string
}

variable "create_alarms" {
  description = "Whether to make the alarms."
  type        = bool
  default     = true
}

variable "alarm_actions" {
  description = "ARNs told when an alarm goes off and when it is over."
  type        = list(string)
}

variable "tags" {
  description = "Tags of the resources."
  type        = map(string)
}
