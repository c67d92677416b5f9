module "k" {
  source = "github.com/o/k.git?ref=6c5e082" # v5.12.0
}
