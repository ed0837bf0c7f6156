output "ranges" {
  description = "The same ranges as CIDR blocks in canonical form, sorted, so that their order causes no change; null without a list."
  value       = var.ranges == null ? null : sort(local.canonical)
}
