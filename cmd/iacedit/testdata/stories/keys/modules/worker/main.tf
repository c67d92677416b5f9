variable "queue" {
  type        = string
  description = "The queue that is worked on."
}

resource "terraform_data" "machine" {
  count = 3

  input = "${var.queue}-worker"
}

resource "terraform_data" "dashboard" {
  input = terraform_data.machine[0].id
}

output "machines" {
  description = "All machines."
  value       = terraform_data.machine[*].id
}

output "first" {
  description = "The machine that leads."
  value       = terraform_data.machine[0].id
}
