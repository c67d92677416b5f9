package address_test

import (
	"fmt"
	"log"

	"iacedit/address"
	"iacedit/syntax"
)

// What an address means in a file.
func ExampleAddress_Resolve() {
	f, err := syntax.Parse([]byte("resource \"aws_instance\" \"web\" {\n  tags = { Owner = \"me\" }\n}\n"))
	if err != nil {
		log.Fatal(err)
	}
	a, err := address.Parse("aws_instance.web.tags.Owner")
	if err != nil {
		log.Fatal(err)
	}
	target, err := a.Resolve(f, address.Language{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(target.Address())
	fmt.Printf("%s, line %d\n", target.Path, f.Line(f.Item(target.Found[0]).Name.From))
	// Output:
	// resource.aws_instance.web.tags.Owner
	// tags.Owner, line 1
}
