variable "region" {
  description = "AWS region of the instance."
  type        = string
  default     = "eu-central-1"
}

variable "deletion_protection" {
  description = "Whether table, user pool and a bucket with objects in it refuse to be deleted."
  type        = bool
  default     = true
}

variable "max_object_bytes" {
  description = "Bytes above which an object is refused."
  type        = number
  default     = 5242880
}
