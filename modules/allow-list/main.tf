locals {
  # An address becomes a block of one address. cidrhost writes every address in its canonical form.
  blocks = [for range in coalesce(var.ranges, []) :
    strcontains(range, "/") ? range : "${range}/${strcontains(range, ":") ? 128 : 32}"
  ]
  canonical = [for block in local.blocks : "${cidrhost(block, 0)}/${split("/", block)[1]}"]
}
