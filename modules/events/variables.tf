variable "target" {
  description = "Where events go: one of event_bus_arn, queue_arn and webhook; kms_key_arn, if the queue or the secret is encrypted with a key of yours."
  type = object({
    event_bus_arn = optional(string)
    queue_arn     = optional(string)
    webhook       = optional(object({ url = string, secret_arn = string }))
    kms_key_arn   = optional(string)
  })
}

variable "function_name" {
  description = "Name of the function that is called, and start of the names of rule and alarms."
  type        = string
}

variable "function_arn" {
  description = "ARN of the function that is called."
  type        = string
}

variable "table_arn" {
  description = "ARN of the table of entities."
  type        = string
}

variable "stream_arn" {
  description = "ARN of the table's stream."
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
