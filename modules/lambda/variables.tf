variable "function_name" {
  description = "Name of the function, and start of the names of its role, log group and alarms."
  type        = string
}

variable "description" {
  description = "What the function does, in one sentence."
  type        = string
}

variable "archive" {
  description = "Path of the zip that comes with the module."
  type        = string
}

variable "size" {
  description = "memory_size in MB, timeout in seconds, reserved_concurrent_executions that no other function uses and this one never exceeds (-1 or null: unreserved), provisioned_concurrent_executions: instances that are started before they are called (null: none), package: the zip in a bucket, instead of the one at archive."
  type = object({
    memory_size                       = number
    timeout                           = number
    reserved_concurrent_executions    = optional(number)
    provisioned_concurrent_executions = optional(number)
    package                           = optional(object({ s3_bucket = string, s3_key = string, s3_object_version = optional(string) }))
  })
}

variable "environment" {
  description = "Environment variables."
  type        = map(string)
}

variable "expected_environment" {
  description = "Values of the expected length for environment variables whose own values are known only after the apply. They count towards Lambda's limit of 4 KB, so that a plan says when it is exceeded."
  type        = map(string)
  default     = {}
}

variable "vpc" {
  description = "Subnets and security groups of the function; null: Lambda's own network."
  type        = object({ subnet_ids = list(string), security_group_ids = list(string), ipv6_allowed_for_dual_stack = bool })
  default     = null
}

variable "former_version" {
  description = "Version that still gets a share of the calls; null for none."
  type        = string
  default     = null
}

variable "former_share" {
  description = "Share of the calls that former_version gets, 0 to 1."
  type        = number
  default     = 0
}

variable "policies" {
  description = "Policy documents of the function's role, one a capability, by the capability's name."
  type        = map(string)
  default     = {}
}

variable "settings" {
  description = "Settings of all functions of an instance. log_level: least severity of log lines. log_retention_in_days: 0 keeps logs for ever. kms_key_arn: of logs and environment; null: keys that AWS owns. permissions_boundary and role_path of the role. tracing_enabled: whether X-Ray traces calls. runtime, architecture, layers and code_signing_config_arn as in the root module. environment: variables that every function gets. platform_log_level: least severity of Lambda's own lines. create_alarms, and alarm_actions: ARNs notified when an alarm starts and when it ends. location: where the instance is."
  type = object({
    log_level               = string
    log_retention_in_days   = number
    kms_key_arn             = optional(string)
    permissions_boundary    = optional(string)
    role_path               = string
    tracing_enabled         = optional(bool, false)
    runtime                 = optional(string, "nodejs22.x")
    architecture            = optional(string, "arm64")
    layers                  = optional(list(string), [])
    code_signing_config_arn = optional(string)
    environment             = optional(map(string), {})
    platform_log_level      = optional(string, "WARN")
    create_alarms           = optional(bool, true)
    alarm_actions           = list(string)
    location                = object({ partition = string, region = string, account_id = string })
    tags                    = map(string)
  })
}
