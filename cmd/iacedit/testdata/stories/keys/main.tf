module "workers" {
  source = "./modules/worker"
  count  = 2

  queue = ["mail", "images"][count.index]
}

resource "terraform_data" "monitor" {
  input = {
    mail   = module.workers[0].machines
    images = module.workers[1].first
  }
}

output "workers" {
  value = module.workers[*].first
}
