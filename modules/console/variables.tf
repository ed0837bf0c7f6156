variable "api" {
  description = "The HTTP API of the instance: api_id, execution_arn, integration_id of the API function, authorizer_id, origin."
  type        = object({ api_id = string, execution_arn = string, integration_id = string, authorizer_id = string, origin = string })
}

variable "function" {
  description = "The function that serves the page: invoke_arn, function_name, qualifier."
  type        = object({ invoke_arn = string, function_name = string, qualifier = string })
}

variable "api_function" {
  description = "The function of the API, which answers with the documents: function_name, qualifier."
  type        = object({ function_name = string, qualifier = string })
}
