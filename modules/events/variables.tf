variable "target" {
  description = "Target of the events: one of event_bus_arn, queue_arn and webhook. kms_key_arn if a key of yours encrypts the queue or the secret."
  type = object({
    event_bus_arn = optional(string)
    queue_arn     = optional(string)
    webhook       = optional(object({ url = string, secret_arn = string }))
    kms_key_arn   = optional(string)
  })
}

variable "function_arn" {
  description = "ARN of the function that is called."
  type        = string
}

variable "table_arn" {
  description = "ARN of the entities table."
  type        = string
}

variable "stream_arn" {
  description = "ARN of the entities table's stream."
  type        = string
}

variable "location" {
  description = "Where the instance is: the dns_suffix of its services."
  type        = object({ dns_suffix = string })
}

variable "tags" {
  description = "Tags of the resources."
  type        = map(string)
}
