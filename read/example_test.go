package read_test

import (
	"fmt"
	"log"

	"iacedit/address"
	"iacedit/read"
)

// The version that a module is pinned to, by its address.
func ExampleFile_Find() {
	f, err := read.Open([]byte(`module "vpc" {
  source  = "terraform-aws-modules/vpc/aws"
  version = "~> 5.0"
}

module "local" {
  source = "./modules/local"
}
`), address.Language{})
	if err != nil {
		log.Fatal(err)
	}
	found, err := f.Find("module.vpc.version")
	if err != nil {
		log.Fatal(err)
	}
	for _, m := range found {
		if version, ok := m.Value(); ok {
			fmt.Println(version.Text)
		}
	}
	// Output: ~> 5.0
}

// The content of code as JSON, which an edit takes as it is.
func ExampleOptions_Read() {
	var options read.Options
	content, err := options.Read(nil, []byte("variable \"zone\" {\n  default = \"a\"\n}\n"), nil)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s\n", content)
	// Output: {"variable":{"zone":[{"attributes":{"default":"a"}}]}}
}
