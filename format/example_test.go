package format_test

import (
	"fmt"
	"log"

	"iacedit/format"
)

// A file as "terraform fmt" leaves it.
func ExampleFormatTerraform() {
	formatted, err := format.FormatTerraform(nil, []byte(`resource aws_instance "web" {
    ami="${var.ami}"   # the image
    instance_type =   "t3.micro"
}
`))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s", formatted)
	// Output:
	// resource "aws_instance" "web" {
	//   ami           = var.ami # the image
	//   instance_type = "t3.micro"
	// }
}

// The blanks alone, in any HCL2 language.
func ExampleFormat() {
	formatted, err := format.Format(nil, []byte("job a {\n  count=\"${x}\"\n}\n"))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s", formatted)
	// Output:
	// job a {
	//   count = "${x}"
	// }
}
