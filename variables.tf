# Values for the validations below. This file depends on no other: the tests of refused inputs read it without any
# resource, which takes a tenth of the time.

locals {
  log_retentions = [0, 1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1096, 1827, 2192, 2557, 2922, 3288, 3653]

  # Names that Lambda sets itself, beside those that begin with AWS_LAMBDA_.
  reserved_environment = [
    "AWS_ACCESS_KEY", "AWS_ACCESS_KEY_ID", "AWS_DEFAULT_REGION", "AWS_EXECUTION_ENV", "AWS_REGION", "AWS_SECRET_ACCESS_KEY",
    "AWS_SESSION_TOKEN", "AWS_XRAY_CONTEXT_MISSING", "AWS_XRAY_DAEMON_ADDRESS", "LAMBDA_RUNTIME_DIR", "LAMBDA_TASK_ROOT",
  ]

  # Switches, which a plan must know: a resource counts by them.
  default_identity_provider = var.create_user_pool != null ? var.create_user_pool : var.authorizer_issuer_url == null
  custom_domain             = var.create_domain_name != null ? var.create_domain_name : var.domain_name != null

  # The scopes of the operations, and those that record fields of the schema require with @hasPrivilege.
  operation_scopes = {
    "mutation.submit"              = "Submit records."
    "mutation.disassemble"         = "Remove edges and records."
    "mutation.removeConnectionBan" = "Lift the ban between parts of an entity."
    "mutation.review"              = "Link and separate records, and take such decisions back."
    "query.search"                 = "Search entities."
    "query.entity"                 = "Read entities."
    "query.metrics"                = "Read metrics."
    "query.rules"                  = "Read changes of the rules."
    "mutation.rules"               = "Continue, pause and roll back changes of the rules; ask for statistics."
    "query.review"                 = "Read decisions of people, the review queue, history, and statistics of the stored data."
  }
  schema     = var.schema != null ? var.schema : try(file(var.schema_file), "")
  privileges = distinct(flatten(regexall("@hasPrivilege\\s*\\(\\s*privilege\\s*:\\s*\"${replace(var.service_identifier, ".", "\\.")}/([^\"]+)\"", local.schema)))
  field_scopes = {
    for privilege in local.privileges : privilege => "Read and write record fields with this privilege."
    if !contains(keys(local.operation_scopes), privilege)
  }
  # Names of scopes by the API reference of Cognito (ResourceServerScopeType).
  unusable_privileges = [for privilege in local.privileges : privilege if !can(regex("^[\\x21\\x23-\\x2e\\x30-\\x5b\\x5d-\\x7e]{1,256}$", privilege))]
  scopes              = [for scope in keys(merge(local.operation_scopes, local.field_scopes)) : "${var.service_identifier}/${scope}"]

  # What people may do at most: records come from machines. Which of it a person may do, the authorizer says by the groups.
  people_scopes = concat(
    [for scope in keys(local.operation_scopes) : "${var.service_identifier}/${scope}" if scope != "mutation.submit"],
    distinct(flatten([for group in values(try(var.console.groups, {})) : group.privileges])),
  )
}

# Instance

variable "resource_prefix" {
  description = "Prefix of every resource's name, for example \"crm\" or \"crm-test\". Two instances in one account and region need different prefixes; the same prefix works in several regions. With the default identity provider it must not contain aws, amazon or cognito unless cognito_domain_prefix is set."
  type        = string
  nullable    = false

  validation {
    condition     = can(regex("^[a-z][a-z0-9-]{0,30}[a-z0-9]$", var.resource_prefix)) && !strcontains(var.resource_prefix, "--")
    error_message = "resource_prefix must have 2 to 32 characters: lower-case letters, digits and single hyphens, beginning with a letter and ending with a letter or digit."
  }

  validation {
    condition     = var.bulk_ingest == null || !can(regex("^(sthree-|amzn-s3-demo-)", "${var.resource_prefix}-"))
    error_message = "resource_prefix must not begin with sthree- or amzn-s3-demo- with bulk_ingest: S3 reserves these beginnings of bucket names."
  }

  validation {
    condition     = var.cognito_domain_prefix != null || !local.default_identity_provider || !can(regex("aws|amazon|cognito", var.resource_prefix))
    error_message = "resource_prefix must not contain aws, amazon or cognito, which Cognito refuses in the domain made from it. Set cognito_domain_prefix or choose another resource_prefix."
  }
}

variable "rule_config_file" {
  description = "Path of the rule-config, a JSON document of at most 1 MB, for example \"$${path.module}/rule-config.json\". Terraform checks that it is JSON; the self-check of the apply checks everything else. Set this or rule_config."
  type        = string
  default     = null

  validation {
    condition     = (var.rule_config_file == null) != (var.rule_config == null)
    error_message = "rule_config_file or rule_config must be set, and not both: an instance has one rule-config."
  }

  validation {
    condition     = var.rule_config_file == null || try(fileexists(var.rule_config_file), false)
    error_message = "rule_config_file must be the path of a file that exists; there is none at \"${coalesce(var.rule_config_file, "null")}\". Relative paths start at the directory in which terraform runs: write \"$${path.module}/…\"."
  }

  validation {
    condition     = !try(fileexists(var.rule_config_file), false) || can(keys(jsondecode(file(var.rule_config_file))))
    error_message = "rule_config_file must hold a JSON object in UTF-8; \"${coalesce(var.rule_config_file, "null")}\" does not. The linter says where: npx entity-data rules lint ${coalesce(var.rule_config_file, "null")}"
  }

  validation {
    condition     = !try(fileexists(var.rule_config_file), false) || try(length(filebase64(var.rule_config_file)), 0) <= 1398104
    error_message = "rule_config_file must be at most 1 MB (1,048,576 bytes); \"${coalesce(var.rule_config_file, "null")}\" is larger."
  }
}

variable "rule_config" {
  description = "The rule-config itself instead of a path, for example jsonencode({ … }) or file(\"…\"): JSON of at most 1 MB, known when Terraform plans."
  type        = string
  default     = null

  validation {
    condition     = var.rule_config == null || can(keys(jsondecode(var.rule_config)))
    error_message = "rule_config must be a JSON object: write jsonencode({ … }), or use rule_config_file for a path."
  }

  validation {
    condition     = var.rule_config == null || length(base64encode(coalesce(var.rule_config, "{}"))) <= 1398104
    error_message = "rule_config must be at most 1 MB (1,048,576 bytes)."
  }
}

variable "schema_file" {
  description = "Path of the GraphQL SDL file of at most 1 MB that declares `type Record`, for example \"$${path.module}/schema.graphqls\". The self-check of the apply checks it against the rule-config. Set this or schema."
  type        = string
  default     = null

  validation {
    condition     = (var.schema_file == null) != (var.schema == null)
    error_message = "schema_file or schema must be set, and not both: an instance has one record type."
  }

  validation {
    condition     = var.schema_file == null || try(fileexists(var.schema_file), false)
    error_message = "schema_file must be the path of a file that exists; there is none at \"${coalesce(var.schema_file, "null")}\". Relative paths start at the directory in which terraform runs: write \"$${path.module}/…\"."
  }

  validation {
    condition     = !try(fileexists(var.schema_file), false) || can(regex("(?m)^\\s*type\\s+Record\\b", file(var.schema_file)))
    error_message = "schema_file must be GraphQL SDL in UTF-8 that declares `type Record`; \"${coalesce(var.schema_file, "null")}\" does not."
  }

  validation {
    condition     = !try(fileexists(var.schema_file), false) || try(length(filebase64(var.schema_file)), 0) <= 1398104
    error_message = "schema_file must be at most 1 MB (1,048,576 bytes); \"${coalesce(var.schema_file, "null")}\" is larger."
  }
}

variable "schema" {
  description = "The GraphQL SDL itself instead of a path: at most 1 MB, declares `type Record`, known when Terraform plans."
  type        = string
  default     = null

  validation {
    condition     = var.schema == null || can(regex("(?m)^\\s*type\\s+Record\\b", var.schema))
    error_message = "schema must be GraphQL SDL that declares `type Record`; for a path, use schema_file."
  }

  validation {
    condition     = var.schema == null || length(base64encode(coalesce(var.schema, "type Record"))) <= 1398104
    error_message = "schema must be at most 1 MB (1,048,576 bytes)."
  }
}

variable "update_records" {
  description = "Whether submit replaces a stored record with one that has the same id and other content. If false, such a submit is refused with RECORD_EXISTS."
  type        = bool
  default     = false
  nullable    = false
}

variable "adopt_changed_rules" {
  description = "Whether a changed rule-config comes into force although stored records are indexed and linked by another one. False: a change of the rules leads to it, as rule_changes says. True: it comes into force without such a change, so that new records miss stored ones under every key that changed, and entities contain records that no rule links, until each is submitted with other content."
  type        = bool
  default     = false
  nullable    = false
}

variable "rule_changes" {
  description = "What a changed rule_config_file does to stored records. mode: hold (stored records are indexed by the new rules too, what the change does is counted, and it waits for `entity-data rules apply`), automatic (it goes on by itself within the two limits, and waits otherwise) or refuse (nothing happens until `entity-data rules apply`). largest_change_percent: the most records, in percent of all, whose entities may change without a question, 0 to 100. largest_entity: the most records of an entity that may result without a question, from 2. write_units_per_second: write units of the table that a change may use, 1 to 1000000. docs/change-rules.md says how a change runs."
  type = object({
    mode                   = optional(string, "hold")
    largest_change_percent = optional(number, 2)
    largest_entity         = optional(number, 1000)
    write_units_per_second = optional(number, 2000)
  })
  default  = {}
  nullable = false

  validation {
    condition     = try(contains(["hold", "automatic", "refuse"], var.rule_changes.mode), false)
    error_message = "rule_changes must have a mode that is hold, automatic or refuse."
  }

  validation {
    condition     = try(var.rule_changes.largest_change_percent >= 0 && var.rule_changes.largest_change_percent <= 100, false)
    error_message = "rule_changes must have a largest_change_percent from 0 to 100."
  }

  validation {
    condition = alltrue([for name, bounds in { largest_entity = [2, 1000000000], write_units_per_second = [1, 1000000] } :
    try(var.rule_changes[name] >= bounds[0] && var.rule_changes[name] <= bounds[1] && floor(var.rule_changes[name]) == var.rule_changes[name], false)])
    error_message = "rule_changes must have whole numbers: largest_entity from 2 to 1000000000, write_units_per_second from 1 to 1000000."
  }
}

variable "generic_key_records" {
  description = "Maximum number of records under one blocking key (a key that only yields candidates), 10 to 10000. A key with more records is over-frequent (generic): it yields no candidates any more, which is logged and counted. Existing links stay. At 1000, a submit reads at most one page of the table for a key and compares its records in milliseconds. A key with more records is hardly any evidence of a link."
  type        = number
  default     = 1000
  nullable    = false

  validation {
    condition     = var.generic_key_records >= 10 && var.generic_key_records <= 10000 && floor(var.generic_key_records) == var.generic_key_records
    error_message = "generic_key_records must be a whole number from 10 to 10000."
  }
}

variable "review_pairs" {
  description = "Maximum number of pairs in the review queue, 0 to 1000000. Submits put pairs of records into it that the reviewRuleSetID of the rule-config names, and people decide about them. A full queue takes in no more pairs. 0 switches it off."
  type        = number
  default     = 100000
  nullable    = false

  validation {
    condition     = var.review_pairs >= 0 && var.review_pairs <= 1000000 && floor(var.review_pairs) == var.review_pairs
    error_message = "review_pairs must be a whole number from 0 to 1000000."
  }
}

variable "history_retention_in_days" {
  description = "Days for which the history of records and entities is kept, 0 to 3650. 0 keeps none. History says what was created, changed, merged, split, decided and erased, and by which operation. It costs about four write units for each new record, and appears within a minute or with entity events. DynamoDB deletes it when the days are over."
  type        = number
  default     = 0
  nullable    = false

  validation {
    condition     = var.history_retention_in_days >= 0 && var.history_retention_in_days <= 3650 && floor(var.history_retention_in_days) == var.history_retention_in_days
    error_message = "history_retention_in_days must be a whole number from 0 to 3650."
  }
}

variable "service_identifier" {
  description = "Name of the service: prefix of every scope (\"svc/query.search\") and of the guidance server's tools (\"svc_…\")."
  type        = string
  default     = "svc"
  nullable    = false

  validation {
    condition     = can(regex("^[A-Za-z][A-Za-z0-9._-]{0,63}$", var.service_identifier))
    error_message = "service_identifier must have 1 to 64 characters: letters, digits, dots, underscores and hyphens, beginning with a letter."
  }
}

variable "tags" {
  description = "Tags of every resource that supports them, in addition to the provider's default_tags."
  type        = map(string)
  default     = {}
  nullable    = false

  validation {
    condition     = length(var.tags) <= 40 && alltrue([for key, value in var.tags : try(length(key) >= 1 && length(key) <= 128 && length(value) <= 256 && !startswith(lower(key), "aws:"), false)])
    error_message = "tags must be at most 40, with keys of 1 to 128 characters that do not begin with aws: and values of at most 256 characters."
  }

  validation {
    condition     = alltrue([for text in concat(keys(var.tags), [for value in values(var.tags) : coalesce(value, " ")]) : can(regex("^[\\p{L}\\p{Z}\\p{N}_.:/=+@-]*$", text))])
    error_message = "tags must have keys and values of letters, digits, spaces and _ . : / = + - @, which every service of AWS accepts; others: ${join(", ", [for text in concat(keys(var.tags), [for value in values(var.tags) : coalesce(value, " ")]) : text if !can(regex("^[\\p{L}\\p{Z}\\p{N}_.:/=+@-]*$", text))])}."
  }
}

# Default identity provider

variable "clients" {
  description = "Machine clients of the default identity provider, by a name of your choice. allowed_scopes: the scopes a client may request, among \"svc/mutation.submit\", \"svc/mutation.disassemble\", \"svc/mutation.removeConnectionBan\", \"svc/mutation.review\", \"svc/query.search\", \"svc/query.entity\", \"svc/query.metrics\", \"svc/query.rules\", \"svc/mutation.rules\", \"svc/query.review\" (with your service_identifier for svc) and the privileges that schema_file names in @hasPrivilege. access_token_validity_minutes: validity of a token in minutes, 5 to 1440. Client secrets are shown in the Cognito console, never in an output."
  type = map(object({
    allowed_scopes                = list(string)
    access_token_validity_minutes = optional(number, 60)
  }))
  default  = {}
  nullable = false

  validation {
    condition     = (length(var.clients) > 0) == local.default_identity_provider
    error_message = "clients must name at least one client, unless authorizer_issuer_url is set: then it must be empty, because the other identity provider keeps its own clients."
  }

  validation {
    condition     = length(var.clients) == 0 || length(local.unusable_privileges) == 0
    error_message = "clients need scopes that Cognito accepts: printable ASCII without spaces, quotes, slashes and backslashes. In @hasPrivilege, the schema names ${join(", ", local.unusable_privileges)}."
  }

  validation {
    condition     = length(var.clients) == 0 || length(local.scopes) <= 100
    error_message = "clients need at most 100 scopes, which is what Cognito accepts. The schema may name ${100 - length(local.operation_scopes)} privileges in @hasPrivilege, and names ${length(local.privileges)}."
  }

  validation {
    condition     = length(var.clients) <= 40
    error_message = "clients must be at most 40: their ids travel in the authorizer's environment, which is limited to 4 KB."
  }

  validation {
    condition     = alltrue([for name in keys(var.clients) : can(regex("^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$", name))])
    error_message = "clients must have names of 1 to 64 letters, digits, underscores and hyphens, beginning with a letter or digit."
  }

  validation {
    condition     = alltrue([for client in values(var.clients) : client != null && try(length(client.allowed_scopes), 0) > 0 && try(length(distinct(client.allowed_scopes)) == length(client.allowed_scopes), false)])
    error_message = "clients must each have allowed_scopes with at least one scope, and no scope twice."
  }

  validation {
    condition     = alltrue([for client in values(var.clients) : try(length(client.allowed_scopes), 0) <= 50])
    error_message = "clients must each have at most 50 allowed_scopes, which is what Cognito accepts: ${join(", ", [for name, client in var.clients : name if try(length(client.allowed_scopes), 0) > 50])} has more."
  }

  validation {
    condition     = alltrue(flatten([for client in values(var.clients) : [for scope in try(coalesce(client.allowed_scopes, []), []) : try(contains(local.scopes, scope), false)]]))
    error_message = "clients must have allowed_scopes among ${join(", ", local.scopes)}; unknown: ${join(", ", distinct(flatten([for client in values(var.clients) : [for scope in try(coalesce(client.allowed_scopes, []), []) : scope == null ? "null" : scope if !try(contains(local.scopes, scope), false)]])))}."
  }

  validation {
    condition     = alltrue([for client in values(var.clients) : try(client.access_token_validity_minutes >= 5 && client.access_token_validity_minutes <= 1440 && floor(client.access_token_validity_minutes) == client.access_token_validity_minutes, false)])
    error_message = "clients must have access_token_validity_minutes that is a whole number from 5 to 1440."
  }
}

variable "cognito_domain_prefix" {
  description = "First label of the token endpoint's host name (https://<prefix>.auth.<region>.amazoncognito.com), unique among all accounts of the region. Null for resource_prefix and a short hash of account and region."
  type        = string
  default     = null

  validation {
    condition     = var.cognito_domain_prefix == null || can(regex("^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$", var.cognito_domain_prefix))
    error_message = "cognito_domain_prefix must have 1 to 63 lower-case letters, digits and hyphens, and neither begin nor end with a hyphen."
  }

  validation {
    condition     = var.cognito_domain_prefix == null || !can(regex("aws|amazon|cognito", var.cognito_domain_prefix))
    error_message = "cognito_domain_prefix must not contain aws, amazon or cognito: Cognito refuses them."
  }

  validation {
    condition     = var.cognito_domain_prefix == null || local.default_identity_provider
    error_message = "cognito_domain_prefix must be null when authorizer_issuer_url is set: then there is no user pool."
  }
}

variable "create_user_pool" {
  description = "Whether to create the default identity provider, a Cognito user pool. Null: unless authorizer_issuer_url is set. Set it to false with an authorizer_issuer_url that is known only after the apply."
  type        = bool
  default     = null

  validation {
    condition     = var.create_user_pool == null || var.create_user_pool == (var.authorizer_issuer_url == null)
    error_message = "create_user_pool must be false with authorizer_issuer_url, and true or null without it: tokens have one issuer."
  }
}

# Custom identity provider

variable "authorizer_issuer_url" {
  description = "Issuer of your own OAuth 2.0 provider, exactly as in its tokens' iss. If set, the module creates no user pool, token_url is null, and authorizer_audience is required. The signing keys are found through the issuer's discovery document, otherwise at /.well-known/jwks.json."
  type        = string
  default     = null

  validation {
    condition     = var.authorizer_issuer_url == null || can(regex("^(https://[^/?#@\\s]+|http://(localhost|127\\.0\\.0\\.1)(:[0-9]+)?)(/[^?#\\s]*)?$", var.authorizer_issuer_url))
    error_message = "authorizer_issuer_url must be an https:// address without credentials, query or fragment (http:// only for localhost and 127.0.0.1, in tests)."
  }

  validation {
    condition     = (var.authorizer_issuer_url == null) == (var.authorizer_audience == null)
    error_message = "authorizer_issuer_url and authorizer_audience must be set together."
  }
}

variable "authorizer_audience" {
  description = "Accepted audiences of the tokens of authorizer_issuer_url. A token's aud, or its client_id if it has no aud, must be one of these."
  type        = list(string)
  default     = null

  validation {
    condition     = var.authorizer_audience == null || try(length(var.authorizer_audience) > 0 && alltrue([for audience in var.authorizer_audience : try(trimspace(audience) != "", false)]), false)
    error_message = "authorizer_audience must contain at least one audience, and none that is empty."
  }

  validation {
    condition     = var.authorizer_audience == null || try(length(distinct(var.authorizer_audience)) == length(var.authorizer_audience), false)
    error_message = "authorizer_audience must not contain an audience twice."
  }

  validation {
    condition     = var.authorizer_audience == null || try(length(jsonencode(var.authorizer_audience)), 0) <= 1024
    error_message = "authorizer_audience must be at most 1,024 characters as JSON: it travels in the authorizer's environment, which is limited to 4 KB."
  }
}

variable "authorizer_scope_claims" {
  description = "Claims that carry the scopes in the tokens of authorizer_issuer_url; the first that a token has counts. For example [\"roles\"] for Microsoft Entra ID and [\"permissions\"] for Auth0. A name that begins with a slash is a JSON Pointer: \"/realm_access/roles\". Null for scope, else scp."
  type        = list(string)
  default     = null

  validation {
    condition     = var.authorizer_scope_claims == null || try(length(var.authorizer_scope_claims) > 0 && length(distinct(var.authorizer_scope_claims)) == length(var.authorizer_scope_claims) && alltrue([for claim in var.authorizer_scope_claims : try(trimspace(claim) != "" && claim != "/", false)]), false)
    error_message = "authorizer_scope_claims must contain at least one name of a claim, none that is empty and none twice."
  }

  validation {
    # A name may contain anything; in a pointer, a tilde stands for itself only as ~0.
    condition     = alltrue([for claim in try(coalesce(var.authorizer_scope_claims, []), []) : !startswith(coalesce(claim, " "), "/") || !can(regex("~([^01]|$)", claim))])
    error_message = "authorizer_scope_claims must contain valid JSON Pointers: within a name, write ~0 for a tilde and ~1 for a slash."
  }

  validation {
    condition     = var.authorizer_scope_claims == null || try(length(jsonencode(var.authorizer_scope_claims)), 0) <= 512
    error_message = "authorizer_scope_claims must be at most 512 characters as JSON: it travels in the authorizer's environment, which is limited to 4 KB."
  }

  validation {
    condition     = var.authorizer_scope_claims == null || var.authorizer_issuer_url != null
    error_message = "authorizer_scope_claims must be null without authorizer_issuer_url: tokens of the default identity provider carry their scopes in scope."
  }
}

# Console

variable "console" {
  description = "The console for people, served at the output console_url. Null: none. groups: what the members of each group are: role is reader (looks), steward (also links and separates records) or owner (also changes the rules); privileges are scopes that the schema names in @hasPrivilege. With the default identity provider, the module creates the groups; add people to them in the Cognito console. access_token_validity_minutes and sign_in_validity_hours: how long a token, and a sign-in without a pause, last; mfa: OFF, OPTIONAL or ON, by authenticator app. With authorizer_issuer_url: client_id of a public client (code flow with PKCE, redirect address console_url), group_claim of its tokens, person_claim: the claim that names the person, as decisions carry it (null: sub), scopes to ask for (null: openid and those of the service), parameters of the authorization request such as audience, connect_origins: origins of the token endpoint where they differ from the issuer's."
  type = object({
    groups                        = optional(map(object({ role = string, privileges = optional(list(string), []) })), { reader = { role = "reader" }, steward = { role = "steward" }, owner = { role = "owner" } })
    access_token_validity_minutes = optional(number, 60)
    sign_in_validity_hours        = optional(number, 24)
    mfa                           = optional(string, "OPTIONAL")
    client_id                     = optional(string)
    group_claim                   = optional(string)
    person_claim                  = optional(string)
    scopes                        = optional(list(string))
    parameters                    = optional(map(string), {})
    connect_origins               = optional(list(string), [])
  })
  default = null

  validation {
    condition     = var.console == null || try(var.console.client_id != null, false) != local.default_identity_provider
    error_message = "console must have a client_id with authorizer_issuer_url, and none without it: then the module creates the client."
  }

  validation {
    condition     = var.console == null || !local.default_identity_provider || try(var.console.group_claim == null && var.console.person_claim == null && var.console.scopes == null && length(var.console.parameters) == 0 && length(var.console.connect_origins) == 0, false)
    error_message = "console must have no group_claim, person_claim, scopes, parameters and connect_origins without authorizer_issuer_url: the module knows those of Cognito."
  }

  validation {
    condition     = var.console == null || local.default_identity_provider || try(trimspace(var.console.group_claim) != "", false)
    error_message = "console must have a group_claim with authorizer_issuer_url: the claim of its tokens that names a person's groups, for example \"groups\"."
  }

  validation {
    condition     = var.console == null || try(var.console.person_claim == null, true) || try(length(trimspace(var.console.person_claim)) > 0 && length(var.console.person_claim) <= 128, false)
    error_message = "console must have a person_claim of 1 to 128 characters: the claim of its tokens that names a person, for example \"email\"."
  }

  validation {
    condition     = var.console == null || try(length(var.console.groups) > 0 && alltrue([for group in values(var.console.groups) : contains(["reader", "steward", "owner"], group.role)]), false)
    error_message = "console must have groups with at least one group, each with the role reader, steward or owner."
  }

  validation {
    condition     = var.console == null || !local.default_identity_provider || alltrue([for name in keys(try(var.console.groups, {})) : can(regex("^[\\x21-\\x7e\\p{L}\\p{N}]{1,128}$", name))])
    error_message = "console must have groups whose names Cognito accepts: 1 to 128 letters, digits and signs, without spaces."
  }

  validation {
    condition     = var.console == null || length(setsubtract(distinct(flatten([for group in values(try(var.console.groups, {})) : try(group.privileges, [])])), [for scope in keys(local.field_scopes) : "${var.service_identifier}/${scope}"])) == 0
    error_message = "console must have groups with privileges that the schema names in @hasPrivilege; unknown: ${join(", ", setsubtract(distinct(flatten([for group in values(try(var.console.groups, {})) : try(group.privileges, [])])), [for scope in keys(local.field_scopes) : "${var.service_identifier}/${scope}"]))}."
  }

  validation {
    condition     = var.console == null || !local.default_identity_provider || length(local.operation_scopes) + length(distinct(flatten([for group in values(try(var.console.groups, {})) : try(group.privileges, [])]))) <= 50
    error_message = "console needs at most 49 scopes and openid, which is what Cognito accepts for a client: name fewer privileges in groups."
  }

  validation {
    condition     = var.console == null || try(length(jsonencode(var.console.groups)) <= 1024, false)
    error_message = "console must have groups of at most 1,024 characters as JSON: they travel in the authorizer's environment, which is limited to 4 KB."
  }

  validation {
    condition     = var.console == null || try(var.console.access_token_validity_minutes >= 5 && var.console.access_token_validity_minutes <= 1440 && floor(var.console.access_token_validity_minutes) == var.console.access_token_validity_minutes, false)
    error_message = "console must have an access_token_validity_minutes that is a whole number from 5 to 1440."
  }

  validation {
    condition     = var.console == null || try(var.console.sign_in_validity_hours >= 1 && var.console.sign_in_validity_hours <= 8760 && floor(var.console.sign_in_validity_hours) == var.console.sign_in_validity_hours && var.console.sign_in_validity_hours * 60 > var.console.access_token_validity_minutes, false)
    error_message = "console must have a sign_in_validity_hours that is a whole number from 1 to 8760 and longer than access_token_validity_minutes."
  }

  validation {
    condition     = var.console == null || try(contains(["OFF", "OPTIONAL", "ON"], var.console.mfa), false)
    error_message = "console must have an mfa that is OFF, OPTIONAL or ON."
  }

  validation {
    condition     = var.console == null || try(alltrue([for origin in var.console.connect_origins : can(regex("^https://[a-z0-9.-]+(:[0-9]+)?$", origin))]), false)
    error_message = "console must have connect_origins such as \"https://login.example.com\", without a path."
  }

  validation {
    # The page sets these itself.
    condition     = var.console == null || length(setintersection(keys(try(var.console.parameters, {})), ["response_type", "client_id", "redirect_uri", "scope", "state", "nonce", "code_challenge", "code_challenge_method"])) == 0
    error_message = "console must have no parameters that the page sets itself: response_type, client_id, redirect_uri, scope, state, nonce, code_challenge and code_challenge_method."
  }
}

# Callers

variable "ip_range_allow_list" {
  description = "IPv4 and IPv6 addresses and CIDR blocks from which requests with a token are accepted, for example [\"203.0.113.7\", \"2001:db8:12::/48\"]. Null for all addresses. The list does not apply to the token endpoint."
  type        = list(string)
  default     = null

  validation {
    condition     = var.ip_range_allow_list == null || try(length(var.ip_range_allow_list) > 0, false)
    error_message = "ip_range_allow_list must be null (no check) or contain at least one address or CIDR block; an empty list would refuse every caller."
  }

  validation {
    # Behind a CDN, the CDN's callers have the addresses that count.
    condition     = var.ip_address_type == "dualstack" || nonsensitive(length(var.cdn_secrets)) > 0 || !anytrue([for range in try(coalesce(var.ip_range_allow_list, []), []) : strcontains(coalesce(range, " "), ":")])
    error_message = "ip_range_allow_list must not contain IPv6 addresses while ip_address_type is ipv4: no caller has one. Set ip_address_type to dualstack."
  }

  validation {
    # The function's parser and Terraform's read 010.0.0.1 differently, so it is refused.
    condition = alltrue([for range in try(coalesce(var.ip_range_allow_list, []), []) : try(
      can(regex("^((25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])\\.){3}(25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])(/(3[0-2]|[12]?[0-9]))?$", range)) ||
      (can(regex("^[0-9A-Fa-f:]*:[0-9A-Fa-f:]*(/(12[0-8]|1[01][0-9]|[1-9]?[0-9]))?$", range)) && can(cidrhost("${split("/", range)[0]}/128", 0))),
    false)])
    error_message = "ip_range_allow_list must contain IPv4 or IPv6 addresses or CIDR blocks, such as \"203.0.113.7\", \"198.51.100.0/24\" or \"2001:db8::/32\": no spaces, host names, leading zeros in IPv4, or IPv4 inside IPv6."
  }

  validation {
    condition     = alltrue([for range in try(coalesce(var.ip_range_allow_list, []), []) : !try(strcontains(cidrhost("${split("/", range)[0]}/128", 0), ".") || strcontains(cidrhost("${split("/", range)[0]}/128", 0), "::ffff:"), false) || can(regex("^[0-9.]+(/[0-9]+)?$", range))])
    error_message = "ip_range_allow_list must not contain IPv4 addresses mapped into IPv6 (::ffff:…): write them as IPv4."
  }

  validation {
    condition     = alltrue([for range in try(coalesce(var.ip_range_allow_list, []), []) : !strcontains(coalesce(range, " "), "/") || try(cidrhost(range, 0) == cidrhost("${split("/", range)[0]}/${strcontains(range, ":") ? 128 : 32}", 0), true)])
    error_message = "ip_range_allow_list must contain CIDR blocks without host bits: write 10.0.0.0/8, not 10.1.2.3/8."
  }

  validation {
    condition     = try(length(distinct([for range in coalesce(var.ip_range_allow_list, []) : "${cidrhost(strcontains(range, "/") ? range : "${range}/${strcontains(range, ":") ? 128 : 32}", 0)}/${strcontains(range, "/") ? split("/", range)[1] : strcontains(range, ":") ? 128 : 32}"])) == length(coalesce(var.ip_range_allow_list, [])), true)
    error_message = "ip_range_allow_list must not contain an address or block twice, in any notation."
  }

  validation {
    condition     = var.ip_range_allow_list == null || try(length(jsonencode(var.ip_range_allow_list)), 0) <= 2048
    error_message = "ip_range_allow_list must be at most 2,048 characters as JSON (about 100 IPv4 blocks): it travels in the authorizer's environment, which is limited to 4 KB."
  }
}

variable "ip_address_type" {
  description = "Addresses at which the API, the guidance server and their domain answer: ipv4, or dualstack for IPv4 and IPv6."
  type        = string
  default     = "ipv4"
  nullable    = false

  validation {
    condition     = contains(["ipv4", "dualstack"], var.ip_address_type)
    error_message = "ip_address_type must be ipv4 or dualstack."
  }
}

variable "authorizer_result_ttl_in_seconds" {
  description = "Seconds for which API Gateway reuses an authorizer result. 0 disables caching; 10 is recommended with ip_range_allow_list. A reused result applies to the token from any address. Refusals are reused too."
  type        = number
  default     = 0
  nullable    = false

  validation {
    condition     = var.authorizer_result_ttl_in_seconds >= 0 && var.authorizer_result_ttl_in_seconds <= 3600 && floor(var.authorizer_result_ttl_in_seconds) == var.authorizer_result_ttl_in_seconds
    error_message = "authorizer_result_ttl_in_seconds must be a whole number from 0 to 3600."
  }
}

variable "cdn_secrets" {
  description = "Secrets that a CDN or a firewall in front of the API adds to each request as a header; requests without one are refused. Each 32 to 256 characters: make them at random. One value, or two during a rotation. Empty without a CDN. The functions get SHA-256 digests only."
  type        = list(string)
  default     = []
  nullable    = false
  sensitive   = true

  validation {
    condition     = length(var.cdn_secrets) <= 2 && length(distinct(var.cdn_secrets)) == length(var.cdn_secrets)
    error_message = "cdn_secrets must be one value, or two different ones during a rotation."
  }

  validation {
    # A comma is what the gateway joins repeated headers with.
    condition     = alltrue([for secret in var.cdn_secrets : can(regex("^[\\x21-\\x2b\\x2d-\\x7e]{32,256}$", secret)) && try(length(distinct(split("", secret))) >= 12, false)])
    error_message = "cdn_secrets must have 32 to 256 characters of printable ASCII without spaces and commas, at least 12 of them different. Make them at random, for example with `openssl rand -hex 32`."
  }
}

variable "cdn" {
  description = "Headers of the CDN that cdn_secrets belong to. secret_header: holds the secret. address_header: holds the address of the CDN's caller, which ip_range_allow_list is compared with. Choose one that the CDN writes on every request: x-forwarded-for (the last address before the CDN's own counts), cloudfront-viewer-address (address and port), or one with a single address such as true-client-ip."
  type = object({
    secret_header  = optional(string, "x-origin-secret")
    address_header = optional(string, "x-forwarded-for")
  })
  default  = {}
  nullable = false

  validation {
    condition     = alltrue([for name in values(var.cdn) : can(regex("^[a-z0-9][a-z0-9-]{0,63}$", name))])
    error_message = "cdn must have names of headers in lower case: letters, digits and hyphens."
  }

  validation {
    condition     = try(var.cdn.secret_header != var.cdn.address_header && !can(regex("^(authorization|connection|content-.*|cookie|host|origin|forwarded|via|x-amz.*|x-forwarded-.*)$", var.cdn.secret_header)), false)
    error_message = "cdn must have a secret_header that holds nothing but the secret, such as x-origin-secret."
  }
}

# Gateway

variable "graphql_limits" {
  description = "Limits of one GraphQL request. request_bytes (1024 to 6291456) and answer_bytes (1024 to 6289408): sizes of body and answer. tokens (100 to 100000): tokens of the document; values in variables do not count. depth (3 to 50): nesting of fields. aliases (0 to 1000). root_fields (1 to 100): fields on the top level. fields (10 to 20000): fields in total. page_size (1 to 10000): page size of a search. Defaults: 6 MB each, 10000, 20, 100, 20, 2000 and 1000."
  type = object({
    request_bytes = optional(number)
    answer_bytes  = optional(number)
    tokens        = optional(number)
    depth         = optional(number)
    aliases       = optional(number)
    root_fields   = optional(number)
    fields        = optional(number)
    page_size     = optional(number)
  })
  default  = {}
  nullable = false

  validation {
    condition = alltrue([for name, bounds in {
      request_bytes = [1024, 6291456]
      answer_bytes  = [1024, 6289408]
      tokens        = [100, 100000]
      depth         = [3, 50]
      aliases       = [0, 1000]
      root_fields   = [1, 100]
      fields        = [10, 20000]
      page_size     = [1, 10000]
    } : try(var.graphql_limits[name] == null || (var.graphql_limits[name] >= bounds[0] && var.graphql_limits[name] <= bounds[1] && floor(var.graphql_limits[name]) == var.graphql_limits[name]), var.graphql_limits[name] == null)])
    error_message = "graphql_limits must contain whole numbers: request_bytes from 1024 to 6291456, answer_bytes from 1024 to 6289408, tokens from 100 to 100000, depth from 3 to 50, aliases from 0 to 1000, root_fields from 1 to 100, fields from 10 to 20000, page_size from 1 to 10000."
  }
}

variable "api_throttling" {
  description = "Request limits of the GraphQL API: rate_limit per second on average, burst_limit at once. Callers above them get 429."
  type = object({
    rate_limit  = optional(number, 500)
    burst_limit = optional(number, 1000)
  })
  default  = {}
  nullable = false

  validation {
    condition     = try(var.api_throttling.rate_limit > 0 && var.api_throttling.rate_limit <= 10000, false)
    error_message = "api_throttling must have a rate_limit above 0 and at most 10000."
  }

  validation {
    condition     = try(var.api_throttling.burst_limit >= 1 && var.api_throttling.burst_limit <= 5000 && floor(var.api_throttling.burst_limit) == var.api_throttling.burst_limit, false)
    error_message = "api_throttling must have a burst_limit that is a whole number from 1 to 5000."
  }
}

variable "client_throttling" {
  description = "Requests of each client of the GraphQL API: rate_limit per second on average, burst_limit at once, over all function instances. Above them a client gets 429 with Retry-After. clients: other limits for some clients, by their names in clients or, with your own identity provider, by client id. Each request costs a write unit of the table. Null for no limits."
  type = object({
    rate_limit  = number
    burst_limit = number
    clients     = optional(map(object({ rate_limit = number, burst_limit = number })), {})
  })
  default = null

  validation {
    condition     = var.client_throttling == null || alltrue([for limit in concat([var.client_throttling], try(values(var.client_throttling.clients), [])) : try(limit.rate_limit >= 0.01 && limit.rate_limit <= 500, false)])
    error_message = "client_throttling must have rate_limits from 0.01 to 500: a client's requests are counted in one item, which DynamoDB writes at most 1,000 times per second."
  }

  validation {
    condition     = var.client_throttling == null || alltrue([for limit in concat([var.client_throttling], try(values(var.client_throttling.clients), [])) : try(limit.burst_limit >= 1 && limit.burst_limit <= 5000 && floor(limit.burst_limit) == limit.burst_limit, false)])
    error_message = "client_throttling must have burst_limits that are whole numbers from 1 to 5000."
  }

  validation {
    condition     = var.authorizer_issuer_url != null || alltrue([for name in try(keys(var.client_throttling.clients), []) : contains(keys(var.clients), name)])
    error_message = "client_throttling.clients must name clients of clients; unknown: ${join(", ", [for name in try(keys(var.client_throttling.clients), []) : name if !contains(keys(var.clients), name)])}."
  }

  validation {
    condition     = var.client_throttling == null || try(length(jsonencode(var.client_throttling)), 0) <= 2048
    error_message = "client_throttling must be at most 2,048 characters as JSON: it travels in the API function's environment, which is limited to 4 KB."
  }
}

variable "guidance_throttling" {
  description = "Request limits of the public guidance server: rate_limit per second on average, burst_limit at once. Callers above them get 429."
  type = object({
    rate_limit  = optional(number, 10)
    burst_limit = optional(number, 20)
  })
  default  = {}
  nullable = false

  validation {
    condition     = try(var.guidance_throttling.rate_limit > 0 && var.guidance_throttling.rate_limit <= 10000, false)
    error_message = "guidance_throttling must have a rate_limit above 0 and at most 10000."
  }

  validation {
    condition     = try(var.guidance_throttling.burst_limit >= 1 && var.guidance_throttling.burst_limit <= 5000 && floor(var.guidance_throttling.burst_limit) == var.guidance_throttling.burst_limit, false)
    error_message = "guidance_throttling must have a burst_limit that is a whole number from 1 to 5000."
  }
}

variable "cors_configuration" {
  description = "CORS settings of web pages that may call the GraphQL API. Null for none. Machine clients need no CORS. Never put a client secret into a page."
  type = object({
    allow_origins     = list(string)
    allow_headers     = optional(list(string), ["authorization", "content-type"])
    allow_methods     = optional(list(string), ["POST"])
    expose_headers    = optional(list(string), [])
    allow_credentials = optional(bool, false)
    max_age           = optional(number, 300)
  })
  default = null

  validation {
    condition     = var.cors_configuration == null || try(length(var.cors_configuration.allow_origins) > 0 && alltrue([for origin in var.cors_configuration.allow_origins : origin == "*" || can(regex("^https?://[^/?#\\s]+$", origin))]), false)
    error_message = "cors_configuration must have allow_origins with at least one origin: \"*\", or scheme and host without a path such as \"https://app.example.com\"."
  }

  validation {
    condition     = var.cors_configuration == null || try(!var.cors_configuration.allow_credentials || !contains(var.cors_configuration.allow_origins, "*"), false)
    error_message = "cors_configuration must not have allow_credentials together with the origin \"*\": browsers refuse it."
  }

  validation {
    condition     = var.cors_configuration == null || try(length(var.cors_configuration.allow_methods) > 0 && length(setsubtract(var.cors_configuration.allow_methods, ["POST", "OPTIONS"])) == 0, false)
    error_message = "cors_configuration must have allow_methods among POST and OPTIONS: the API has no other."
  }

  validation {
    condition     = var.cors_configuration == null || try(var.cors_configuration.max_age >= 0 && var.cors_configuration.max_age <= 86400 && floor(var.cors_configuration.max_age) == var.cors_configuration.max_age, false)
    error_message = "cors_configuration must have a max_age that is a whole number of seconds from 0 to 86400."
  }
}

variable "domain_name" {
  description = "Your own host name for the API (https://<domain_name>/) and the guidance server (https://<domain_name>/mcp). Requires certificate_arn. Point a DNS record at the output domain_target. API Gateway's own addresses are then disabled."
  type        = string
  default     = null

  validation {
    condition     = var.domain_name == null || can(regex("^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])$", var.domain_name))
    error_message = "domain_name must be a full host name in lower case such as \"entity-data.example.com\", without a scheme or a path."
  }

  validation {
    condition     = (var.domain_name == null) == (var.certificate_arn == null)
    error_message = "domain_name and certificate_arn must be set together."
  }
}

variable "create_domain_name" {
  description = "Whether to create the custom domain. Null: if domain_name is set. Set it to true with a domain_name that is known only after the apply."
  type        = bool
  default     = null

  validation {
    condition     = var.create_domain_name == null || var.create_domain_name == (var.domain_name != null)
    error_message = "create_domain_name must be true with domain_name, and false or null without it."
  }
}

variable "certificate_arn" {
  description = "ARN of the ACM certificate for domain_name, in the same region."
  type        = string
  default     = null

  validation {
    condition     = var.certificate_arn == null || can(regex("^arn:[a-z0-9-]+:acm:[a-z0-9-]+:[0-9]{12}:certificate/[A-Za-z0-9-]+$", var.certificate_arn))
    error_message = "certificate_arn must be the ARN of an ACM certificate, arn:aws:acm:<region>:<account>:certificate/<id>."
  }
}

variable "access_log_retention_in_days" {
  description = "Days for which the gateways' access logs are kept; 0 keeps them forever. They contain the callers' addresses."
  type        = number
  default     = 30
  nullable    = false

  validation {
    condition     = contains(local.log_retentions, var.access_log_retention_in_days)
    error_message = "access_log_retention_in_days must be one of ${join(", ", local.log_retentions)}."
  }
}

# Functions

variable "functions" {
  description = "Settings of the functions api, authorizer, guidance, sweeper, ingest (with bulk_ingest), events (with entity_events) and console (with console). docs/terraform.md has a table of them."
  type = object({
    api = optional(object({
      memory_size                       = optional(number, 1769)
      timeout                           = optional(number, 29)
      reserved_concurrent_executions    = optional(number)
      provisioned_concurrent_executions = optional(number)
      package                           = optional(object({ s3_bucket = string, s3_key = string, s3_object_version = optional(string) }))
    }), {})
    authorizer = optional(object({
      memory_size                       = optional(number, 512)
      timeout                           = optional(number, 10)
      reserved_concurrent_executions    = optional(number)
      provisioned_concurrent_executions = optional(number)
      package                           = optional(object({ s3_bucket = string, s3_key = string, s3_object_version = optional(string) }))
    }), {})
    guidance = optional(object({
      memory_size                       = optional(number, 1024)
      timeout                           = optional(number, 29)
      reserved_concurrent_executions    = optional(number, 10)
      provisioned_concurrent_executions = optional(number)
      package                           = optional(object({ s3_bucket = string, s3_key = string, s3_object_version = optional(string) }))
    }), {})
    sweeper = optional(object({
      memory_size                       = optional(number, 1024)
      timeout                           = optional(number, 120)
      reserved_concurrent_executions    = optional(number)
      provisioned_concurrent_executions = optional(number)
      package                           = optional(object({ s3_bucket = string, s3_key = string, s3_object_version = optional(string) }))
    }), {})
    ingest = optional(object({
      memory_size                       = optional(number, 1769)
      timeout                           = optional(number, 180)
      reserved_concurrent_executions    = optional(number)
      provisioned_concurrent_executions = optional(number)
      package                           = optional(object({ s3_bucket = string, s3_key = string, s3_object_version = optional(string) }))
    }), {})
    events = optional(object({
      memory_size                       = optional(number, 1024)
      timeout                           = optional(number, 60)
      reserved_concurrent_executions    = optional(number)
      provisioned_concurrent_executions = optional(number)
      package                           = optional(object({ s3_bucket = string, s3_key = string, s3_object_version = optional(string) }))
    }), {})
    console = optional(object({
      memory_size                       = optional(number, 512)
      timeout                           = optional(number, 10)
      reserved_concurrent_executions    = optional(number)
      provisioned_concurrent_executions = optional(number)
      package                           = optional(object({ s3_bucket = string, s3_key = string, s3_object_version = optional(string) }))
    }), {})
  })
  default  = {}
  nullable = false

  validation {
    condition     = alltrue([for function in values(var.functions) : try(function.memory_size >= 256 && function.memory_size <= 10240 && floor(function.memory_size) == function.memory_size, false)])
    error_message = "functions must have a memory_size that is a whole number of MB from 256 to 10240."
  }

  validation {
    # The guidance server ends its own work after 8 seconds, and needs time to answer.
    condition = alltrue([for name, bounds in { api = [3, 29], authorizer = [3, 10], guidance = [10, 29], sweeper = [3, 900], ingest = [60, 900], events = [30, 900], console = [3, 29] } :
    try(var.functions[name].timeout >= bounds[0] && var.functions[name].timeout <= bounds[1] && floor(var.functions[name].timeout) == var.functions[name].timeout, false)])
    error_message = "functions must have a timeout that is a whole number of seconds: api from 3 to 29, authorizer from 3 to 10, guidance from 10 to 29, sweeper from 3 to 900, ingest from 60 to 900, events from 30 to 900, console from 3 to 29. The gateway waits no longer, the guidance server needs 8 seconds to end a call itself, and a submit may take 25."
  }

  validation {
    condition     = alltrue([for function in values(var.functions) : try(function.reserved_concurrent_executions, null) == null || try(function.reserved_concurrent_executions == -1 || function.reserved_concurrent_executions >= 1 && floor(function.reserved_concurrent_executions) == function.reserved_concurrent_executions, false)])
    error_message = "functions must have a reserved_concurrent_executions that is -1, null or a whole number from 1."
  }

  validation {
    condition     = alltrue([for function in values(var.functions) : try(function.provisioned_concurrent_executions, null) == null || try(function.provisioned_concurrent_executions >= 1 && floor(function.provisioned_concurrent_executions) == function.provisioned_concurrent_executions, false)])
    error_message = "functions must have a provisioned_concurrent_executions that is null or a whole number from 1."
  }

  validation {
    condition     = alltrue([for function in values(var.functions) : try(function.provisioned_concurrent_executions <= function.reserved_concurrent_executions, true) || try(function.reserved_concurrent_executions == -1, false)])
    error_message = "functions must not have a provisioned_concurrent_executions above its reserved_concurrent_executions."
  }

  validation {
    condition     = alltrue([for function in values(var.functions) : try(function.package, null) == null || try(function.package.s3_bucket != "" && function.package.s3_key != "", false)])
    error_message = "functions must have a package with s3_bucket and s3_key, or none."
  }
}

variable "gradual_deployment" {
  description = "Moves calls to new versions of the functions step by step. Null: at once, after the self-check. share: of the calls that the new versions get, above 0 and below 1. former_versions: the versions that get the rest, by function, from the output function_versions before the change. former_rule_config_file, former_schema_file: the former documents, if they change; the former versions still read them. Apply with null when the new versions have proven themselves."
  type = object({
    share                   = number
    former_versions         = map(string)
    former_rule_config_file = optional(string)
    former_schema_file      = optional(string)
  })
  default = null

  validation {
    condition     = var.gradual_deployment == null || try(var.gradual_deployment.share > 0 && var.gradual_deployment.share < 1, false)
    error_message = "gradual_deployment must have a share above 0 and below 1, for example 0.1."
  }

  validation {
    condition     = var.gradual_deployment == null || try(length(var.gradual_deployment.former_versions) > 0 && length(setsubtract(keys(var.gradual_deployment.former_versions), keys(var.functions))) == 0 && alltrue([for version in values(var.gradual_deployment.former_versions) : can(regex("^[1-9][0-9]*$", version))]), false)
    error_message = "gradual_deployment must have former_versions with numbers of versions by function, as in the output function_versions: ${join(", ", keys(var.functions))}."
  }

  validation {
    condition     = alltrue([for path in [try(var.gradual_deployment.former_rule_config_file, null), try(var.gradual_deployment.former_schema_file, null)] : path == null || try(fileexists(path), false)])
    error_message = "gradual_deployment must have paths of files that exist as former_rule_config_file and former_schema_file."
  }

  validation {
    condition     = !contains(try(keys(var.gradual_deployment.former_versions), []), "sweeper") || try(filesha256(var.gradual_deployment.former_rule_config_file) == filesha256(var.rule_config_file), true)
    error_message = "gradual_deployment must leave the sweeper out of former_versions while former_rule_config_file is another file than rule_config_file: two versions of the sweeper would take turns in changing the rules."
  }
}

variable "function_runtime" {
  description = "Lambda runtime of the functions: nodejs22.x, or nodejs24.x, which the aws provider accepts from version 6 on."
  type        = string
  default     = "nodejs22.x"
  nullable    = false

  validation {
    condition     = contains(["nodejs22.x", "nodejs24.x"], var.function_runtime)
    error_message = "function_runtime must be nodejs22.x or nodejs24.x."
  }
}

variable "function_architecture" {
  description = "Instruction set of the functions: arm64, which AWS charges less for, or x86_64. The archives run on both; layers may not."
  type        = string
  default     = "arm64"
  nullable    = false

  validation {
    condition     = contains(["arm64", "x86_64"], var.function_architecture)
    error_message = "function_architecture must be arm64 or x86_64."
  }
}

variable "function_layers" {
  description = "ARNs of layer versions that every function gets, at most 5, for example an extension that exports traces. They must fit function_runtime and function_architecture."
  type        = list(string)
  default     = []
  nullable    = false

  validation {
    condition     = length(var.function_layers) <= 5 && length(distinct(var.function_layers)) == length(var.function_layers) && alltrue([for arn in var.function_layers : can(regex("^arn:[a-z0-9-]+:lambda:[a-z0-9-]+:[0-9]{12}:layer:[A-Za-z0-9_-]+:[0-9]+$", arn))])
    error_message = "function_layers must be at most 5 different ARNs of layer versions, arn:aws:lambda:<region>:<account>:layer:<name>:<version>."
  }
}

variable "function_environment" {
  description = "Environment variables that every function gets beside its own, for example the settings of a layer. Functions of the module ignore what they do not know."
  type        = map(string)
  default     = {}
  nullable    = false

  validation {
    condition     = alltrue([for name, value in var.function_environment : can(regex("^[A-Za-z][A-Za-z0-9_]*$", name)) && value != null])
    error_message = "function_environment must have names of letters, digits and underscores that begin with a letter, and values that are not null."
  }

  validation {
    condition     = length([for name in keys(var.function_environment) : name if contains(local.reserved_environment, name) || startswith(name, "AWS_LAMBDA_") && name != "AWS_LAMBDA_EXEC_WRAPPER"]) == 0
    error_message = "function_environment must not have names that Lambda reserves: ${join(", ", [for name in keys(var.function_environment) : name if contains(local.reserved_environment, name) || startswith(name, "AWS_LAMBDA_") && name != "AWS_LAMBDA_EXEC_WRAPPER"])}."
  }

  validation {
    condition     = try(length(jsonencode(var.function_environment)), 0) <= 1024
    error_message = "function_environment must be at most 1,024 characters as JSON: it travels in each function's environment, which is limited to 4 KB."
  }
}

variable "code_signing_config_arn" {
  description = "ARN of the code signing configuration of the functions. Null for none. Lambda then accepts signed archives only: sign those of functions/dist, and name them in functions.<name>.package."
  type        = string
  default     = null

  validation {
    condition     = var.code_signing_config_arn == null || can(regex("^arn:[a-z0-9-]+:lambda:[a-z0-9-]+:[0-9]{12}:code-signing-config:csc-[a-z0-9]{17}$", var.code_signing_config_arn))
    error_message = "code_signing_config_arn must be the ARN of a code signing configuration, arn:aws:lambda:<region>:<account>:code-signing-config:csc-<id>."
  }
}

variable "vpc" {
  description = "Network of the functions. Null: Lambda's own. subnet_ids and security_group_ids: at least one each; use subnets of two zones. functions: names of the functions in it; by default those that read the table. The table needs a gateway endpoint for DynamoDB in the route tables of the subnets; bulk loads need one for S3; authorizer and entity_events need a way to the issuer and to the target, a NAT gateway or endpoints. ipv6_allowed_for_dual_stack: whether functions in dual-stack subnets have IPv6 addresses."
  type = object({
    subnet_ids                  = list(string)
    security_group_ids          = list(string)
    functions                   = optional(set(string), ["api", "sweeper", "ingest", "events"])
    ipv6_allowed_for_dual_stack = optional(bool, false)
  })
  default = null

  validation {
    condition     = var.vpc == null || try(length(var.vpc.subnet_ids) > 0 && length(var.vpc.security_group_ids) > 0, false)
    error_message = "vpc must have subnet_ids and security_group_ids with at least one id each."
  }

  validation {
    condition     = var.vpc == null || try(alltrue([for id in var.vpc.subnet_ids : can(regex("^subnet-[0-9a-f]+$", id))]) && alltrue([for id in var.vpc.security_group_ids : can(regex("^sg-[0-9a-f]+$", id))]), false)
    error_message = "vpc must have subnet_ids such as subnet-0a1b2c3d and security_group_ids such as sg-0a1b2c3d."
  }

  validation {
    condition     = var.vpc == null || try(length(setsubtract(var.vpc.functions, keys(var.functions))) == 0 && length(var.vpc.functions) > 0, false)
    error_message = "vpc must have functions among ${join(", ", keys(var.functions))}, at least one."
  }
}

variable "platform_log_level" {
  description = "Severity of the lines that Lambda itself writes to the functions' logs: WARN, or INFO for starts and a report of each call with its duration, billed duration and memory used. INFO costs about 0.5 KB of log a call."
  type        = string
  default     = "WARN"
  nullable    = false

  validation {
    condition     = contains(["DEBUG", "INFO", "WARN"], var.platform_log_level)
    error_message = "platform_log_level must be DEBUG, INFO or WARN."
  }
}

variable "log_level" {
  description = "Minimum severity of the functions' log lines: DEBUG, INFO, WARN or ERROR. Records and tokens are never logged."
  type        = string
  default     = "INFO"
  nullable    = false

  validation {
    condition     = contains(["DEBUG", "INFO", "WARN", "ERROR"], var.log_level)
    error_message = "log_level must be DEBUG, INFO, WARN or ERROR."
  }
}

variable "log_retention_in_days" {
  description = "Days for which the functions' logs are kept; 0 keeps them forever."
  type        = number
  default     = 30
  nullable    = false

  validation {
    condition     = contains(local.log_retentions, var.log_retention_in_days)
    error_message = "log_retention_in_days must be one of ${join(", ", local.log_retentions)}."
  }
}

# Security

variable "kms_key_arn" {
  description = "ARN of your own KMS key for tables, logs, the functions' environments and the bucket of bulk loads. Its policy must allow CloudWatch Logs to use it. Null for keys that AWS owns."
  type        = string
  default     = null

  validation {
    condition     = var.kms_key_arn == null || can(regex("^arn:[a-z0-9-]+:kms:[a-z0-9-]+:[0-9]{12}:key/[A-Za-z0-9-]+$", var.kms_key_arn))
    error_message = "kms_key_arn must be the ARN of a KMS key (not of an alias), arn:aws:kms:<region>:<account>:key/<id>."
  }
}

variable "permissions_boundary" {
  description = "ARN of the permissions boundary of every role of the module. Null for none."
  type        = string
  default     = null

  validation {
    condition     = var.permissions_boundary == null || can(regex("^arn:[a-z0-9-]+:iam::(aws|[0-9]{12}):policy/.+$", var.permissions_boundary))
    error_message = "permissions_boundary must be the ARN of an IAM policy, arn:aws:iam::<account>:policy/<name>."
  }
}

variable "role_path" {
  description = "IAM path of the module's roles."
  type        = string
  default     = "/"
  nullable    = false

  validation {
    condition     = can(regex("^/([A-Za-z0-9.,+@=_-]+/)*$", var.role_path)) && length(var.role_path) <= 512
    error_message = "role_path must begin and end with a slash, for example \"/\" or \"/services/\"."
  }
}

variable "deletion_protection" {
  description = "Whether to protect the instance from deletion: a destroy stops before it deletes anything. Set it to false and apply before you destroy."
  type        = bool
  default     = true
  nullable    = false
}

variable "point_in_time_recovery" {
  description = "Whether the entities table can be restored to any second of the last 35 days."
  type        = bool
  default     = true
  nullable    = false
}

# Guidance

variable "create_guidance_server" {
  description = "Whether to deploy the public guidance server. It has no data and no access to the tables."
  type        = bool
  default     = true
  nullable    = false
}

variable "guidance_allowed_origins" {
  description = "Origins of web pages that may call the guidance server, for example [\"https://inspector.example.com\"], at most 20. Programs send no origin and need no entry."
  type        = list(string)
  default     = []
  nullable    = false

  validation {
    condition     = alltrue([for origin in var.guidance_allowed_origins : can(regex("^(https://([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\\.)*[a-z]([a-z0-9-]{0,61}[a-z0-9])?|http://(localhost|127\\.0\\.0\\.1))(:[1-9][0-9]{0,4})?$", origin)) && try(tonumber(regex(":([0-9]+)$", origin)[0]) <= 65535, true) && !can(regex("^(https://.*:443|http://.*:80)$", origin))])
    error_message = "guidance_allowed_origins must contain origins as browsers send them, such as \"https://inspector.example.com\": https:// (http:// only for localhost and 127.0.0.1), a host name in lower case, a port only if it is not the default one, and no path."
  }

  validation {
    condition     = length(var.guidance_allowed_origins) <= 20 && length(distinct(var.guidance_allowed_origins)) == length(var.guidance_allowed_origins)
    error_message = "guidance_allowed_origins must be at most 20, and none twice."
  }

  validation {
    condition     = var.create_guidance_server || length(var.guidance_allowed_origins) == 0
    error_message = "guidance_allowed_origins must be empty when create_guidance_server is false."
  }
}

# Bulk loads

variable "bulk_ingest" {
  description = "Bulk loads: a bucket, and a function that submits its objects (JSON lines below loads/). Null for none. maximum_concurrency (2 to 1000): concurrent calls of the function; limits the load on the table. batch_size (1 to 10): objects of one call. max_object_bytes (1024 to 104857600): larger objects are refused. max_receive_count (2 to 100): deliveries of an object before its message moves to the dead-letter queue. load_retention_in_days (14 to 3650) and error_retention_in_days (1 to 3650): days after which objects below loads/ and errors/ are deleted."
  type = object({
    maximum_concurrency     = optional(number, 10)
    batch_size              = optional(number, 1)
    max_object_bytes        = optional(number, 5242880)
    max_receive_count       = optional(number, 5)
    load_retention_in_days  = optional(number, 14)
    error_retention_in_days = optional(number, 90)
  })
  default = null

  validation {
    condition = var.bulk_ingest == null || alltrue([for name, bounds in {
      maximum_concurrency     = [2, 1000]
      batch_size              = [1, 10]
      max_object_bytes        = [1024, 104857600]
      max_receive_count       = [2, 100]
      load_retention_in_days  = [14, 3650]
      error_retention_in_days = [1, 3650]
    } : try(var.bulk_ingest[name] >= bounds[0] && var.bulk_ingest[name] <= bounds[1] && floor(var.bulk_ingest[name]) == var.bulk_ingest[name], false)])
    error_message = "bulk_ingest must contain whole numbers: maximum_concurrency from 2 to 1000, batch_size from 1 to 10, max_object_bytes from 1024 to 104857600, max_receive_count from 2 to 100, load_retention_in_days from 14 (as long as dead letters are kept) to 3650, error_retention_in_days from 1 to 3650."
  }

  validation {
    condition     = var.bulk_ingest == null || try(coalesce(var.functions.ingest.reserved_concurrent_executions, -1), -1) == -1 || try(var.functions.ingest.reserved_concurrent_executions >= var.bulk_ingest.maximum_concurrency, false)
    error_message = "bulk_ingest must not have a maximum_concurrency above functions.ingest.reserved_concurrent_executions: calls beyond it are turned away, and their objects end among the dead letters."
  }
}

variable "entity_events" {
  description = "Target of events about entities: created, changed, merged, split, deleted. Null for no events; then nothing is written for them. Set one of: event_bus_arn (an EventBridge bus), queue_arn (an SQS queue; a FIFO queue keeps the order of each entity), webhook (an https url, and the secret_arn of the Secrets Manager secret that signs: whsec_ and at least 24 random bytes in base64). kms_key_arn: your own key, if it encrypts the queue or the secret. max_attempts (1 to 999; 30 take about a day): failed attempts after which an event becomes a dead letter, which you can replay."
  type = object({
    event_bus_arn = optional(string)
    queue_arn     = optional(string)
    webhook       = optional(object({ url = string, secret_arn = string }))
    kms_key_arn   = optional(string)
    max_attempts  = optional(number, 30)
  })
  default = null

  validation {
    condition     = var.entity_events == null || try(length([for target in [var.entity_events.event_bus_arn, var.entity_events.queue_arn, var.entity_events.webhook == null ? null : var.entity_events.webhook.url] : target if target != null]) == 1, false)
    error_message = "entity_events must have exactly one of event_bus_arn, queue_arn and webhook: an event has one target. A bus can forward it to many."
  }

  validation {
    condition     = try(var.entity_events.event_bus_arn, null) == null || can(regex("^arn:[a-z0-9-]+:events:[a-z0-9-]+:[0-9]{12}:event-bus/.+$", var.entity_events.event_bus_arn))
    error_message = "entity_events.event_bus_arn must be the ARN of an event bus, for example arn:aws:events:<region>:<account>:event-bus/<name>."
  }

  validation {
    condition     = try(var.entity_events.queue_arn, null) == null || can(regex("^arn:[a-z0-9-]+:sqs:[a-z0-9-]+:[0-9]{12}:[A-Za-z0-9_-]+([.]fifo)?$", var.entity_events.queue_arn))
    error_message = "entity_events.queue_arn must be the ARN of a queue, for example arn:aws:sqs:<region>:<account>:<name>.fifo."
  }

  validation {
    condition     = try(var.entity_events.webhook, null) == null || can(regex("^https://[^/?#@\\s]+([/?][^#\\s]*)?$", var.entity_events.webhook.url))
    error_message = "entity_events.webhook.url must be an https address without a user name and a fragment: events contain ids of records, and must be encrypted in transit."
  }

  validation {
    condition     = try(var.entity_events.webhook, null) == null || can(regex("^arn:[a-z0-9-]+:secretsmanager:[a-z0-9-]+:[0-9]{12}:secret:.+$", var.entity_events.webhook.secret_arn))
    error_message = "entity_events.webhook.secret_arn must be the ARN of a secret of Secrets Manager. Terraform never reads the secret itself."
  }

  validation {
    condition     = try(var.entity_events.kms_key_arn, null) == null || can(regex("^arn:[a-z0-9-]+:kms:[a-z0-9-]+:[0-9]{12}:key/.+$", var.entity_events.kms_key_arn))
    error_message = "entity_events.kms_key_arn must be the ARN of a key, for example arn:aws:kms:<region>:<account>:key/<id>: policies do not support aliases as resources."
  }

  validation {
    condition     = var.entity_events == null || try(var.entity_events.max_attempts >= 1 && var.entity_events.max_attempts <= 999 && floor(var.entity_events.max_attempts) == var.entity_events.max_attempts, false)
    error_message = "entity_events.max_attempts must be a whole number from 1 to 999."
  }
}

# Operations

variable "alarm_actions" {
  description = "ARNs notified when an alarm starts and when it ends, usually one SNS topic. Without any, there are no alarms unless create_alarms is true."
  type        = list(string)
  default     = []
  nullable    = false

  validation {
    condition     = alltrue([for arn in var.alarm_actions : can(regex("^arn:[a-z0-9-]+:[a-z0-9-]+:[a-z0-9-]*:[0-9]*:.+$", arn))]) && length(distinct(var.alarm_actions)) == length(var.alarm_actions) && length(var.alarm_actions) <= 5
    error_message = "alarm_actions must be at most 5 different ARNs, for example arn:aws:sns:<region>:<account>:<topic>."
  }
}

variable "create_alarms" {
  description = "Whether to create the CloudWatch alarms of the instance, which AWS charges by the month. Null: if alarm_actions names something. docs/operations.md explains each alarm."
  type        = bool
  default     = null
}

variable "latency_alarm_milliseconds" {
  description = "Threshold of the latency alarm in milliseconds. The alarm starts when more than 5 % of the API's requests take longer for 15 minutes."
  type        = number
  default     = 2000
  nullable    = false

  validation {
    condition     = var.latency_alarm_milliseconds >= 10 && var.latency_alarm_milliseconds <= 30000
    error_message = "latency_alarm_milliseconds must be from 10 to 30000."
  }
}

variable "tracing_enabled" {
  description = "Whether X-Ray traces the functions and their calls to the table. AWS charges for each trace. HTTP APIs support no traces."
  type        = bool
  default     = false
  nullable    = false
}

variable "create_dashboard" {
  description = "Whether to create a CloudWatch dashboard of the instance."
  type        = bool
  default     = true
  nullable    = false
}
