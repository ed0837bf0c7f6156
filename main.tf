locals {
  issuer_url = local.default_identity_provider ? module.identity[0].issuer_url : var.authorizer_issuer_url
  # Cognito's access tokens have no aud: their client_id is the audience.
  audience = local.default_identity_provider ? concat(values(module.identity[0].client_ids), module.identity[0].sign_in[*].client_id) : var.authorizer_audience

  create_alarms = var.create_alarms != null ? var.create_alarms : length(var.alarm_actions) > 0

  # Environment of the functions that use the table.
  table_environment = {
    TABLE_NAME                = module.storage.table_names["entities"]
    RULE_CONFIG_FILE          = module.storage.configuration_locations["rule-config"]
    SCHEMA_FILE               = module.storage.configuration_locations["schema"]
    SERVICE_IDENTIFIER        = var.service_identifier
    UPDATE_RECORDS            = tostring(var.update_records)
    GENERIC_KEY_RECORDS       = tostring(var.generic_key_records)
    REVIEW_PAIRS              = tostring(var.review_pairs)
    HISTORY_RETENTION_IN_DAYS = tostring(var.history_retention_in_days)
    ADOPT_CHANGED_RULES       = tostring(var.adopt_changed_rules)
    RULE_CHANGES              = jsonencode(var.rule_changes)
    METRICS_SERVICE           = var.resource_prefix
    ENTITY_EVENTS             = tostring(var.entity_events != null)
  }

  # What every function may do that uses the table. Only the API lists all entities, and the sweeper changes the rules.
  table_policies = { for capability, policy in module.storage.policies : capability => policy if capability != "scan" }

  # Settings of all functions.
  function_settings = {
    log_level               = var.log_level
    log_retention_in_days   = var.log_retention_in_days
    kms_key_arn             = var.kms_key_arn
    permissions_boundary    = var.permissions_boundary
    role_path               = var.role_path
    tracing_enabled         = var.tracing_enabled
    runtime                 = var.function_runtime
    architecture            = var.function_architecture
    layers                  = var.function_layers
    code_signing_config_arn = var.code_signing_config_arn
    environment             = var.function_environment
    platform_log_level      = var.platform_log_level
    create_alarms           = local.create_alarms
    alarm_actions           = var.alarm_actions
    location                = module.storage.location
    tags                    = var.tags
  }

  # The console's page calls the guidance server, which has another address unless there is a domain.
  guidance_allowed_origins = concat(var.guidance_allowed_origins, var.console == null ? [] : [module.api.origin])

  # The network of each function; null: Lambda's own.
  vpcs = { for name in keys(var.functions) : name => try(contains(var.vpc.functions, name), false) ? var.vpc : null }

  # The version of each function that still gets a share of the calls; null: none.
  former_versions = { for name in keys(var.functions) : name => try(var.gradual_deployment.former_versions[name], null) }
  former_share    = var.gradual_deployment == null ? 0 : 1 - var.gradual_deployment.share

  # Documents that the functions read. Those of the former version stay while it gets calls.
  documents = {
    rule-config = {
      base64 = var.rule_config != null ? base64encode(var.rule_config) : filebase64(var.rule_config_file)
      sha256 = var.rule_config != null ? sha256(var.rule_config) : filesha256(var.rule_config_file)
    }
    schema = {
      base64 = var.schema != null ? base64encode(var.schema) : filebase64(var.schema_file)
      sha256 = var.schema != null ? sha256(var.schema) : filesha256(var.schema_file)
    }
  }
  former_documents = { for name, path in {
    rule-config = try(var.gradual_deployment.former_rule_config_file, null)
    schema      = try(var.gradual_deployment.former_schema_file, null)
  } : name => { base64 = filebase64(path), sha256 = filesha256(path) } if path != null }

  # A limit that is not set keeps the function's default.
  limits = { for name, limit in {
    MAX_REQUEST_BYTES = var.graphql_limits.request_bytes
    MAX_ANSWER_BYTES  = var.graphql_limits.answer_bytes
    MAX_QUERY_TOKENS  = var.graphql_limits.tokens
    MAX_QUERY_DEPTH   = var.graphql_limits.depth
    MAX_QUERY_ALIASES = var.graphql_limits.aliases
    MAX_ROOT_FIELDS   = var.graphql_limits.root_fields
    MAX_QUERY_FIELDS  = var.graphql_limits.fields
    MAX_PAGE_SIZE     = var.graphql_limits.page_size
  } : name => tostring(limit) if limit != null }
}

locals {
  function_names = merge(
    { api = module.graphql.function_name, authorizer = module.authorizer.function_name, sweeper = module.sweeper.function_name },
    { for function in module.guidance_function : "guidance" => function.function_name },
    { for function in module.ingest_function : "ingest" => function.function_name },
    { for function in module.events_function : "events" => function.function_name },
    { for function in module.console_function : "console" => function.function_name },
  )
  api_ids = merge(
    { api = module.api.api_id },
    { for api in module.guidance : "guidance" => api.api_id },
  )
}

locals {
  console_url = var.console == null ? null : "${module.api.origin}/console"

  # How people sign in, and what their groups permit.
  console_client_id = var.console == null ? null : local.default_identity_provider ? module.identity[0].sign_in.client_id : var.console.client_id
  sign_in = var.console == null ? null : {
    clientId   = local.console_client_id
    scope      = join(" ", coalesce(var.console.scopes, concat(["openid"], local.people_scopes)))
    parameters = var.console.parameters
    authorizationServer = merge(
      { issuer = local.issuer_url },
      local.default_identity_provider ? module.identity[0].sign_in.endpoints : {},
    )
    signOutParameter = local.default_identity_provider ? "logout_uri" : "post_logout_redirect_uri"
  }
  people = var.console == null ? null : {
    clients     = [local.console_client_id]
    group_claim = local.default_identity_provider ? "cognito:groups" : var.console.group_claim
    # Access tokens of Cognito have no other name.
    person_claim = local.default_identity_provider ? "username" : coalesce(var.console.person_claim, "sub")
    groups       = var.console.groups
  }
}

locals {
  # Of the lengths that Cognito's have.
  client_id_example  = "1example23456789abcdefghij"
  issuer_url_example = "https://cognito-idp.ap-southeast-1.amazonaws.com/ap-southeast-1_Example12"

  # The function knows clients by their ids.
  client_throttling = var.client_throttling == null ? {} : {
    CLIENT_THROTTLING = jsonencode({
      rate_limit  = var.client_throttling.rate_limit
      burst_limit = var.client_throttling.burst_limit
      clients     = { for name, limit in var.client_throttling.clients : (local.default_identity_provider ? module.identity[0].client_ids[name] : name) => limit }
    })
  }
}

locals {
  # How many there are is no secret, and decides what the gateway asks for.
  behind_cdn = nonsensitive(length(var.cdn_secrets)) > 0
  # The function compares digests, so that its environment holds no secret.
  cdn_environment = local.behind_cdn ? {
    CDN_SECRET_DIGESTS = jsonencode([for secret in var.cdn_secrets : sha256(secret)])
    CDN_SECRET_HEADER  = var.cdn.secret_header
    CDN_ADDRESS_HEADER = var.cdn.address_header
  } : {}
  # The address matters to the allow list alone.
  cdn_headers = !local.behind_cdn ? [] : var.ip_range_allow_list == null ? [var.cdn.secret_header] : [var.cdn.secret_header, var.cdn.address_header]
}

module "allow_list" {
  source = "./modules/allow-list"

  ranges = var.ip_range_allow_list
}

module "storage" {
  source = "./modules/storage"

  resource_prefix        = var.resource_prefix
  deletion_protection    = var.deletion_protection
  point_in_time_recovery = var.point_in_time_recovery
  kms_key_arn            = var.kms_key_arn
  stream_enabled         = var.entity_events != null
  expiry_enabled         = var.history_retention_in_days > 0
  create_alarms          = local.create_alarms
  alarm_actions          = var.alarm_actions
  tags                   = var.tags

  configuration        = local.documents
  former_configuration = local.former_documents
}

module "identity" {
  source = "./modules/identity"
  count  = local.default_identity_provider ? 1 : 0

  resource_prefix    = var.resource_prefix
  service_identifier = var.service_identifier
  scopes             = merge(local.operation_scopes, local.field_scopes)
  clients            = var.clients
  domain_prefix      = var.cognito_domain_prefix
  console = var.console == null ? null : {
    redirect_uri                  = local.console_url
    allowed_scopes                = local.people_scopes
    groups                        = keys(var.console.groups)
    access_token_validity_minutes = var.console.access_token_validity_minutes
    sign_in_validity_hours        = var.console.sign_in_validity_hours
    mfa                           = var.console.mfa
  }
  deletion_protection = var.deletion_protection
  tags                = var.tags
}

module "authorizer" {
  source = "./modules/lambda"

  function_name  = "${var.resource_prefix}-authorizer"
  description    = "Decides by address and token who may call the GraphQL API of ${var.resource_prefix}."
  archive        = "${path.module}/functions/dist/authorizer.zip"
  size           = var.functions.authorizer
  vpc            = local.vpcs["authorizer"]
  former_version = local.former_versions["authorizer"]
  former_share   = local.former_share

  environment = merge(
    {
      AUTHORIZER_ISSUER_URL = local.issuer_url
      AUTHORIZER_AUDIENCE   = jsonencode(local.audience)
      IP_RANGE_ALLOW_LIST   = jsonencode(module.allow_list.ranges)
      SERVICE_IDENTIFIER    = var.service_identifier
      METRICS_SERVICE       = var.resource_prefix
    },
    # The URL of Cognito's keys is fixed: setting it saves a request for the discovery document.
    local.default_identity_provider ? { AUTHORIZER_JWKS_URI = "${local.issuer_url}/.well-known/jwks.json" } : {},
    local.cdn_environment,
    var.authorizer_scope_claims == null ? {} : { AUTHORIZER_SCOPE_CLAIMS = jsonencode(var.authorizer_scope_claims) },
    var.console == null ? {} : { AUTHORIZER_PEOPLE = jsonencode(local.people) },
  )
  # Cognito's ids are known only after the apply, their lengths before.
  expected_environment = !local.default_identity_provider ? {} : merge(
    {
      AUTHORIZER_ISSUER_URL = local.issuer_url_example
      AUTHORIZER_JWKS_URI   = "${local.issuer_url_example}/.well-known/jwks.json"
      AUTHORIZER_AUDIENCE   = jsonencode([for index in range(length(var.clients) + (var.console == null ? 0 : 1)) : local.client_id_example])
    },
    var.console == null ? {} : {
      AUTHORIZER_PEOPLE = jsonencode({ clients = [local.client_id_example], group_claim = "cognito:groups", person_claim = "username", groups = var.console.groups })
    },
  )
  settings = local.function_settings
}

module "graphql" {
  source = "./modules/lambda"

  function_name  = "${var.resource_prefix}-api"
  description    = "Answers the GraphQL API of ${var.resource_prefix}."
  archive        = "${path.module}/functions/dist/api.zip"
  size           = var.functions.api
  vpc            = local.vpcs["api"]
  former_version = local.former_versions["api"]
  former_share   = local.former_share
  environment    = merge(local.table_environment, local.limits, local.client_throttling)
  expected_environment = !local.default_identity_provider || var.client_throttling == null ? {} : {
    CLIENT_THROTTLING = jsonencode(merge(var.client_throttling, {
      clients = { for index, limit in values(var.client_throttling.clients) : format("%s-%02d", substr(local.client_id_example, 0, 23), index) => limit }
    }))
  }
  policies = module.storage.policies
  settings = local.function_settings
}

module "sweeper" {
  source = "./modules/lambda"

  function_name  = "${var.resource_prefix}-sweeper"
  description    = "Finishes work of ${var.resource_prefix} that was cut off."
  archive        = "${path.module}/functions/dist/sweeper.zip"
  size           = var.functions.sweeper
  vpc            = local.vpcs["sweeper"]
  former_version = local.former_versions["sweeper"]
  former_share   = local.former_share
  environment    = local.table_environment
  policies       = module.storage.policies
  settings       = local.function_settings
}

module "guidance_function" {
  source = "./modules/lambda"
  count  = var.create_guidance_server ? 1 : 0

  function_name  = "${var.resource_prefix}-guidance"
  description    = "Guidance server of ${var.resource_prefix}: helps to design and debug, holds no data."
  archive        = "${path.module}/functions/dist/guidance.zip"
  size           = var.functions.guidance
  vpc            = local.vpcs["guidance"]
  former_version = local.former_versions["guidance"]
  former_share   = local.former_share
  environment = merge(
    { SERVICE_IDENTIFIER = var.service_identifier, METRICS_SERVICE = var.resource_prefix },
    length(local.guidance_allowed_origins) > 0 ? { ALLOWED_ORIGINS = join(",", local.guidance_allowed_origins) } : {},
  )
  settings = local.function_settings
}

module "api" {
  source = "./modules/api"

  resource_prefix                  = var.resource_prefix
  function                         = module.graphql
  authorizer_function              = module.authorizer
  authorizer_result_ttl_in_seconds = var.authorizer_result_ttl_in_seconds
  cdn_headers                      = local.cdn_headers
  throttling                       = var.api_throttling
  cors_configuration               = var.cors_configuration
  custom_domain                    = local.custom_domain
  ip_address_type                  = var.ip_address_type
  domain_name                      = var.domain_name
  certificate_arn                  = var.certificate_arn
  access_log_retention_in_days     = var.access_log_retention_in_days
  kms_key_arn                      = var.kms_key_arn
  create_alarms                    = local.create_alarms
  alarm_actions                    = var.alarm_actions
  tags                             = var.tags
}

module "guidance" {
  source = "./modules/guidance"
  count  = var.create_guidance_server ? 1 : 0

  resource_prefix              = var.resource_prefix
  function                     = module.guidance_function[0]
  throttling                   = var.guidance_throttling
  allowed_origins              = local.guidance_allowed_origins
  custom_domain                = local.custom_domain
  ip_address_type              = var.ip_address_type
  domain_name                  = module.api.domain_name
  access_log_retention_in_days = var.access_log_retention_in_days
  kms_key_arn                  = var.kms_key_arn
  create_alarms                = local.create_alarms
  alarm_actions                = var.alarm_actions
  tags                         = var.tags
}

# Calls that no request triggers: to finish interrupted work, and to publish events that had to wait.
module "schedule" {
  source   = "./modules/schedule"
  for_each = merge({ sweeper = module.sweeper }, { for function in module.events_function : "events" => function })

  function_name = each.value.function_name
  qualifier     = each.value.qualifier
  function_arn  = each.value.function_arn
  tags          = var.tags
}

module "ingest_function" {
  source = "./modules/lambda"
  count  = var.bulk_ingest == null ? 0 : 1

  function_name  = "${var.resource_prefix}-ingest"
  description    = "Loads objects of bulk loads into ${var.resource_prefix}."
  archive        = "${path.module}/functions/dist/ingest.zip"
  size           = var.functions.ingest
  vpc            = local.vpcs["ingest"]
  former_version = local.former_versions["ingest"]
  former_share   = local.former_share
  environment = merge(local.table_environment, {
    MAX_OBJECT_BYTES  = tostring(var.bulk_ingest.max_object_bytes)
    MAX_RECEIVE_COUNT = tostring(var.bulk_ingest.max_receive_count)
  })
  policies = merge(local.table_policies, module.ingest[0].policies)
  settings = local.function_settings
}

module "ingest" {
  source = "./modules/ingest"
  count  = var.bulk_ingest == null ? 0 : 1

  resource_prefix         = var.resource_prefix
  bucket_suffix           = module.storage.name_suffix
  location                = module.storage.location
  function_arn            = module.ingest_function[0].function_arn
  function_timeout        = var.functions.ingest.timeout
  maximum_concurrency     = var.bulk_ingest.maximum_concurrency
  batch_size              = var.bulk_ingest.batch_size
  max_receive_count       = var.bulk_ingest.max_receive_count
  load_retention_in_days  = var.bulk_ingest.load_retention_in_days
  error_retention_in_days = var.bulk_ingest.error_retention_in_days
  kms_key_arn             = var.kms_key_arn
  deletion_protection     = var.deletion_protection
  create_alarms           = local.create_alarms
  alarm_actions           = var.alarm_actions
  tags                    = var.tags
}

module "events_function" {
  source = "./modules/lambda"
  count  = var.entity_events == null ? 0 : 1

  function_name  = "${var.resource_prefix}-events"
  description    = "Publishes what becomes of entities of ${var.resource_prefix}."
  archive        = "${path.module}/functions/dist/events.zip"
  size           = var.functions.events
  vpc            = local.vpcs["events"]
  former_version = local.former_versions["events"]
  former_share   = local.former_share
  environment = merge(module.events[0].environment, {
    TABLE_NAME                = module.storage.table_names["entities"]
    DEPLOYMENT                = var.resource_prefix
    METRICS_SERVICE           = var.resource_prefix
    MAX_ATTEMPTS              = tostring(var.entity_events.max_attempts)
    HISTORY_RETENTION_IN_DAYS = tostring(var.history_retention_in_days)
  })
  policies = merge({ entities = module.storage.policies["entities"] }, module.events[0].policies)
  settings = local.function_settings
}

module "events" {
  source = "./modules/events"
  count  = var.entity_events == null ? 0 : 1

  target       = var.entity_events
  function_arn = module.events_function[0].function_arn
  table_arn    = module.storage.table_arns["entities"]
  stream_arn   = module.storage.stream_arn
  location     = module.storage.location
  tags         = var.tags
}

module "console_function" {
  source = "./modules/lambda"
  count  = var.console == null ? 0 : 1

  function_name  = "${var.resource_prefix}-console"
  description    = "Serves the page of the console of ${var.resource_prefix}; holds no data."
  archive        = "${path.module}/functions/dist/console.zip"
  size           = var.functions.console
  vpc            = local.vpcs["console"]
  former_version = local.former_versions["console"]
  former_share   = local.former_share
  environment = merge(
    {
      SIGN_IN             = jsonencode(local.sign_in)
      SERVICE_IDENTIFIER  = var.service_identifier
      METRICS_SERVICE     = var.resource_prefix
      IP_RANGE_ALLOW_LIST = jsonencode(module.allow_list.ranges)
      CONNECT_ORIGINS     = jsonencode(var.console.connect_origins)
    },
    { for url in module.guidance[*].url : "MCP_URL" => url },
    local.cdn_environment,
  )
  settings = local.function_settings
}

module "console" {
  source = "./modules/console"
  count  = var.console == null ? 0 : 1

  api          = module.api
  function     = module.console_function[0]
  api_function = module.graphql
}

module "observability" {
  source = "./modules/observability"

  resource_prefix            = var.resource_prefix
  create_dashboard           = var.create_dashboard
  create_alarms              = local.create_alarms
  table_name                 = module.storage.table_names["entities"]
  api_ids                    = local.api_ids
  latency_alarm_milliseconds = var.latency_alarm_milliseconds
  region                     = module.storage.location.region
  alarm_actions              = var.alarm_actions
  tags                       = var.tags

  functions = { for name, function_name in local.function_names : name => {
    name                           = function_name
    reserved_concurrent_executions = try(var.functions[name].reserved_concurrent_executions, null)
  } }

  # The module ingest has its own alarms for its dead-letter queue.
  queue_names = merge([for ingest in module.ingest : ingest.queue_names]...)
}

# Parts that an input removes: the pool with its clients, and the bucket with its objects.
module "identity_guard" {
  source = "./modules/deletion-guard"
  count  = local.default_identity_provider ? 1 : 0

  resource_prefix     = "${var.resource_prefix}-identity"
  deletion_protection = var.deletion_protection
  kms_key_arn         = var.kms_key_arn
  tags                = var.tags

  depends_on = [module.identity]
}

module "ingest_guard" {
  source = "./modules/deletion-guard"
  count  = var.bulk_ingest == null ? 0 : 1

  resource_prefix     = "${var.resource_prefix}-ingest"
  deletion_protection = var.deletion_protection
  kms_key_arn         = var.kms_key_arn
  tags                = var.tags

  depends_on = [module.ingest, module.ingest_function]
}

module "deletion_guard" {
  source = "./modules/deletion-guard"

  resource_prefix     = var.resource_prefix
  deletion_protection = var.deletion_protection
  kms_key_arn         = var.kms_key_arn
  tags                = var.tags

  # Every module that creates something.
  depends_on = [
    module.api,
    module.authorizer,
    module.console,
    module.console_function,
    module.events,
    module.events_function,
    module.graphql,
    module.guidance,
    module.guidance_function,
    module.identity,
    module.identity_guard,
    module.ingest,
    module.ingest_function,
    module.ingest_guard,
    module.observability,
    module.schedule,
    module.storage,
    module.sweeper,
  ]
}

moved {
  from = module.dashboard[0].aws_cloudwatch_dashboard.this
  to   = module.observability.aws_cloudwatch_dashboard.this[0]
}
