# What is made to look after an instance, and what is left out where it is not wanted.

mock_provider "aws" {
  source = "./test/terraform/mocks"
}

variables {
  resource_prefix = "crm"
}

run "alarms_dashboard_and_no_traces_by_default" {
  command = plan

  module {
    source = "./modules/observability"
  }

  variables {
    region                     = "eu-central-1"
    create_dashboard           = true
    create_alarms              = true
    table_name                 = "crm-entities"
    api_ids                    = { api = "a1", guidance = "g1" }
    latency_alarm_milliseconds = 2000
    alarm_actions              = ["arn:aws:sns:eu-central-1:123456789012:alarms"]
    tags                       = {}

    functions = {
      api      = { name = "crm-api", reserved_concurrent_executions = 50 }
      sweeper  = { name = "crm-sweeper", reserved_concurrent_executions = 1 }
      guidance = { name = "crm-guidance" }
      events   = { name = "crm-events" }
    }
    queue_names             = { waiting = "crm-ingest" }
    dead_letter_queue_names = { events = "crm-events-dead-letters" }
  }

  assert {
    condition     = join(" ", sort(keys(aws_cloudwatch_metric_alarm.this))) == "api-concurrency dead-events dropped-sweeps event-delay events-dead-letters former-rules guidance-failures internal-errors issuer-keys latency refusals rule-change-held rule-change-stuck unfinished-work unfinished-work-age"
    error_message = "Expected an alarm for each thing to watch, on concurrency only where some is reserved: of one call at once, every call uses all."
  }

  assert {
    condition     = aws_cloudwatch_metric_alarm.this["dropped-sweeps"].threshold < aws_cloudwatch_metric_alarm.this["dropped-sweeps"].period / 60
    error_message = "The sweeper is called once a minute: the alarm must go off by fewer lost calls than there are."
  }

  assert {
    condition     = join(" ", sort([for name, alarm in aws_cloudwatch_metric_alarm.this : name if alarm.treat_missing_data == "breaching" && alarm.period == 60])) == "dead-events event-delay unfinished-work" && alltrue([for name, alarm in aws_cloudwatch_metric_alarm.this : alarm.treat_missing_data == "notBreaching" && alarm.period == 300 if !contains(["dead-events", "event-delay", "unfinished-work"], name)])
    error_message = "Unfinished work, dead letters, a target that is down and a function that is silent must be noticed."
  }

  assert {
    condition     = aws_cloudwatch_metric_alarm.this["api-concurrency"].threshold == 40 && aws_cloudwatch_metric_alarm.this["latency"].extended_statistic == "p95" && aws_cloudwatch_metric_alarm.this["latency"].threshold == 2000
    error_message = "Expected the alarm on concurrency at four fifths of what is reserved, and that on latency at the 95th percentile."
  }

  assert {
    condition     = alltrue([for alarm in aws_cloudwatch_metric_alarm.this : length(alarm.alarm_actions) == 1 && length(alarm.ok_actions) == 1])
    error_message = "An alarm must notify its targets when it ends, as it does when it goes off."
  }

  assert {
    condition     = strcontains(aws_cloudwatch_dashboard.this[0].dashboard_body, "crm-events-dead-letters") && strcontains(aws_cloudwatch_dashboard.this[0].dashboard_body, "crm-ingest")
    error_message = "The dashboard must show the queues."
  }

  assert {
    condition     = alltrue([for widget in jsondecode(aws_cloudwatch_dashboard.this[0].dashboard_body).widgets : widget.properties.stat == "Maximum" if strcontains(jsonencode(widget.properties.metrics), "DeadEvents")])
    error_message = "Whether events were given up is told with every run: their sum would be the number of runs."
  }

  assert {
    condition     = aws_cloudwatch_dashboard.this[0].dashboard_name == "crm-eu-central-1"
    error_message = "An account has one list of dashboards for all regions."
  }

  assert {
    condition     = strcontains(aws_cloudwatch_dashboard.this[0].dashboard_body, "EventDelay") && !strcontains(aws_cloudwatch_dashboard.this[0].dashboard_body, "FailedObjects")
    error_message = "The dashboard must show what the functions tell that are there, and nothing else."
  }
}

run "an_instance_without_alarms_and_dashboard" {
  command = plan

  module {
    source = "./modules/observability"
  }

  variables {
    region                     = "eu-central-1"
    create_dashboard           = false
    create_alarms              = false
    table_name                 = "crm-entities"
    api_ids                    = { api = "a1" }
    latency_alarm_milliseconds = 2000
    alarm_actions              = []
    tags                       = {}
    functions                  = { api = { name = "crm-api" }, sweeper = { name = "crm-sweeper" } }
  }

  assert {
    condition     = length(aws_cloudwatch_metric_alarm.this) == 0 && length(aws_cloudwatch_dashboard.this) == 0 && output.dashboard_name == null
    error_message = "Expected neither."
  }
}
