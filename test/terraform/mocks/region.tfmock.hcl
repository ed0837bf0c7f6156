# Where the mocked provider is.
mock_data "aws_region" {
  defaults = {
    id   = "eu-central-1"
    name = "eu-central-1"
  }
}

mock_data "aws_availability_zones" {
  defaults = {
    names = ["eu-central-1a", "eu-central-1b", "eu-central-1c"]
  }
}
