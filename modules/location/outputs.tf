output "location" {
  description = "Where the resource is: partition, region, account_id, and the dns_suffix of the partition's services."
  value = {
    partition  = local.partition
    region     = local.region
    account_id = local.account_id
    dns_suffix = lookup(local.dns_suffixes, local.partition, "amazonaws.com")
  }
}

output "suffix" {
  description = "Eight characters that differ between accounts and regions, for names that are unique among all accounts."
  value       = substr(sha256("${local.account_id}/${local.region}"), 0, 8)
}
