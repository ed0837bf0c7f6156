locals {
  # arn:<partition>:<service>:<region>:<account>:<resource>
  parts      = split(":", var.arn)
  partition  = local.parts[1]
  region     = local.parts[3]
  account_id = local.parts[4]

  # Suffixes that differ from that of the partition aws.
  dns_suffixes = {
    aws-cn    = "amazonaws.com.cn"
    aws-eusc  = "amazonaws.eu"
    aws-iso   = "c2s.ic.gov"
    aws-iso-b = "sc2s.sgov.gov"
    aws-iso-e = "cloud.adc-e.uk"
    aws-iso-f = "csp.hci.ic.gov"
  }
}
