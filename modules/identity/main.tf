# Of the pool itself: a domain is replaced with its pool, and with nothing else.
module "location" {
  source = "../location"

  arn = aws_cognito_user_pool.this.arn
}

resource "aws_cognito_user_pool" "this" {
  name                = var.resource_prefix
  deletion_protection = var.deletion_protection ? "ACTIVE" : "INACTIVE"
  tags                = var.tags

  # Machine clients only: sign-up is disabled.
  admin_create_user_config {
    allow_admin_create_user_only = true
  }
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
}
