variable "ranges" {
  description = "Addresses and CIDR blocks, IPv4 and IPv6, as validated by ip_range_allow_list of the root module. Null for no list."
  type        = list(string)
}
