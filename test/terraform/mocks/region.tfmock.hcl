# Where the mocked provider is.
mock_data "aws_region" {
  defaults = {
    id   = "eu-central-1"
    name = "eu-central-1"
  }
}
