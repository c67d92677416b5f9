package upgrades

import (
	"fmt"
	"testing"

	"iacedit/edit"
)

// BenchmarkUpgrade upgrades a tree of 1,000 files in 100 modules, half of which a fact changes.
func BenchmarkUpgrade(b *testing.B) {
	var files []edit.File
	for i := range 1000 {
		code := fmt.Sprintf(`resource "azurerm_redis_cache" "cache_%[1]d" {
  name                = "cache-%[1]d"
  enable_non_ssl_port = var.plain
  family              = "c"

  redis_configuration {
    enable_authentication = true
  }
}

resource "azurerm_subnet" "net_%[1]d" {
  name                                          = "net-%[1]d"
  enforce_private_link_service_network_policies = true
}

output "port_%[1]d" {
  value = azurerm_redis_cache.cache_%[1]d.enable_non_ssl_port
}
`, i)
		if i%2 == 0 {
			code = fmt.Sprintf("resource \"azurerm_resource_group\" \"g_%[1]d\" {\n  name     = \"g-%[1]d\"\n  location = var.location\n}\n", i)
		}
		files = append(files, edit.File{Name: fmt.Sprintf("modules/m%d/f%d.tf", i%100, i), Code: []byte(code)})
	}
	files = append(files, edit.File{Name: "main.tf", Code: []byte("terraform {\n  required_providers {\n    azurerm = {\n      source  = \"hashicorp/azurerm\"\n      version = \"~> 3.100\"\n    }\n  }\n}\n")})
	o := Options{Provider: "azurerm"}
	for b.Loop() {
		r, err := o.Apply(files)
		if err != nil || len(r.Files) < 500 {
			b.Fatal(err, len(r.Files))
		}
	}
}
