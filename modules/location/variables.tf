variable "arn" {
  description = "ARN of a resource of the instance that names its region and its account."
  type        = string
}
