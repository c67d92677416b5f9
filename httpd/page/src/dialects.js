// The languages of the code.

/** DIALECTS maps the dialects of requests to the names of their languages. */
export const DIALECTS = {
  terraform: "Terraform, OpenTofu", terragrunt: "Terragrunt", packer: "Packer", nomad: "Nomad", bake: "Bake", hcl: "Other HCL",
}

/** schemaOf returns the name of the schema of a dialect's edits: all but Terraform's take blocks of any type. */
export const schemaOf = dialect => dialect === "terraform" ? "terraform" : "hcl"
