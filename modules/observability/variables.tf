variable "resource_prefix" {
  description = "The deployment: start of the names of dashboard and alarms, and the dimension of the metrics of its own."
  type        = string
}

variable "region" {
  description = "Region of the metrics that the dashboard shows, and end of its name."
  type        = string
}

variable "create_dashboard" {
  description = "Whether to make the dashboard."
  type        = bool
}

variable "create_alarms" {
  description = "Whether to make the alarms."
  type        = bool
}

variable "functions" {
  description = "The functions by purpose, with the reserved concurrent executions of each (null: unreserved). Keys with a graph or an alarm of their own: api, authorizer, sweeper, guidance, ingest, events."
  type        = map(object({ name = string, reserved_concurrent_executions = optional(number) }))
}

variable "table_name" {
  description = "Name of the table of entities."
  type        = string
}

variable "api_ids" {
  description = "Ids of the HTTP APIs by what they serve. The one named api gets the alarm on latency."
  type        = map(string)
}

variable "queue_names" {
  description = "Names of queues to show, by what waits in them."
  type        = map(string)
  default     = {}
}

variable "dead_letter_queue_names" {
  description = "Names of dead-letter queues to show and to watch, by purpose. They should be empty."
  type        = map(string)
  default     = {}
}

variable "latency_alarm_milliseconds" {
  description = "The alarm on latency goes off when more than one in twenty requests takes longer than this for fifteen minutes."
  type        = number
}

variable "alarm_actions" {
  description = "ARNs notified when an alarm starts and when it ends."
  type        = list(string)
}

variable "tags" {
  description = "Tags of the resources."
  type        = map(string)
}
