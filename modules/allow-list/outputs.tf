output "ranges" {
  description = "The ranges as CIDR blocks in canonical form, sorted so that their order causes no change. Null without a list."
  value       = var.ranges == null ? null : sort(local.canonical)
}
