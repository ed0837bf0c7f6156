# Of the pool itself: a domain is replaced with its pool, and with nothing else.
module "location" {
  source = "../location"

  arn = aws_cognito_user_pool.this.arn
}

resource "aws_cognito_user_pool" "this" {
  name                = var.resource_prefix
  deletion_protection = var.deletion_protection ? "ACTIVE" : "INACTIVE"
  tags                = var.tags

  # Sign-up is disabled: an administrator adds people.
  admin_create_user_config {
    allow_admin_create_user_only = true
  }

  mfa_configuration = local.mfa

  dynamic "software_token_mfa_configuration" {
    for_each = local.mfa == "OFF" ? [] : [true]

    content {
      enabled = true
    }
  }
}

locals {
  # GovCloud has FIPS endpoints only.
  domain_url = "https://${aws_cognito_user_pool_domain.this.domain}.auth${startswith(module.location.location.region, "us-gov-") ? "-fips" : ""}.${module.location.location.region}.amazoncognito.com"

  # A pool of machines has no people to ask for a second factor.
  mfa = var.console == null ? "OFF" : var.console.mfa
}

resource "aws_cognito_user_pool_domain" "this" {
  domain       = coalesce(var.domain_prefix, "${var.resource_prefix}-${module.location.suffix}")
  user_pool_id = aws_cognito_user_pool.this.id
}

resource "aws_cognito_resource_server" "this" {
  identifier   = var.service_identifier
  name         = var.resource_prefix
  user_pool_id = aws_cognito_user_pool.this.id

  dynamic "scope" {
    for_each = var.scopes

    content {
      scope_name        = scope.key
      scope_description = scope.value
    }
  }
}

resource "aws_cognito_user_pool_client" "this" {
  for_each = var.clients

  name                                 = "${var.resource_prefix}-${each.key}"
  user_pool_id                         = aws_cognito_user_pool.this.id
  generate_secret                      = true
  allowed_oauth_flows_user_pool_client = true
  allowed_oauth_flows                  = ["client_credentials"]
  allowed_oauth_scopes                 = each.value.allowed_scopes
  supported_identity_providers         = ["COGNITO"]
  explicit_auth_flows                  = []
  enable_token_revocation              = true
  prevent_user_existence_errors        = "ENABLED"
  access_token_validity                = each.value.access_token_validity_minutes
  # Set with its unit: without one, Cognito reads the number as hours.
  token_validity_units {
    access_token  = "minutes"
    id_token      = "minutes"
    refresh_token = "days"
  }
  id_token_validity      = 60
  refresh_token_validity = 1

  # A scope must exist before a client can have it.
  depends_on = [aws_cognito_resource_server.this]

  # Cognito does not tell it. An imported client would be replaced, with its id and its secret.
  lifecycle {
    ignore_changes = [generate_secret]
  }
}

# People: a public client, whose page proves itself by PKCE.
resource "aws_cognito_user_pool_client" "console" {
  count = var.console == null ? 0 : 1

  name                                 = "${var.resource_prefix}-console"
  user_pool_id                         = aws_cognito_user_pool.this.id
  generate_secret                      = false
  allowed_oauth_flows_user_pool_client = true
  allowed_oauth_flows                  = ["code"]
  allowed_oauth_scopes                 = concat(["openid"], var.console.allowed_scopes)
  callback_urls                        = [var.console.redirect_uri]
  logout_urls                          = [var.console.redirect_uri]
  supported_identity_providers         = ["COGNITO"]
  explicit_auth_flows                  = ["ALLOW_REFRESH_TOKEN_AUTH"]
  enable_token_revocation              = true
  prevent_user_existence_errors        = "ENABLED"
  access_token_validity                = var.console.access_token_validity_minutes
  id_token_validity                    = var.console.access_token_validity_minutes
  refresh_token_validity               = var.console.sign_in_validity_hours

  token_validity_units {
    access_token  = "minutes"
    id_token      = "minutes"
    refresh_token = "hours"
  }

  # A scope must exist before a client can have it.
  depends_on = [aws_cognito_resource_server.this]

  # As above.
  lifecycle {
    ignore_changes = [generate_secret]
  }
}

# What the members may do, the authorizer says.
resource "aws_cognito_user_group" "this" {
  for_each = var.console == null ? toset([]) : var.console.groups

  name         = each.key
  user_pool_id = aws_cognito_user_pool.this.id
}
