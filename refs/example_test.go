package refs_test

import (
	"fmt"
	"log"

	"iacedit/refs"
	"iacedit/syntax"
)

const module = `
variable "zone" {}
variable "size" {}

resource "aws_instance" "web" {
  zone = var.zone
  tags = { zone = "var.zone is ${var.zone}", all = [for var in [] : var.zone] }
}
`

// What is declared, and how often it is referred to.
func ExampleAll() {
	f, err := syntax.Parse([]byte(module))
	if err != nil {
		log.Fatal(err)
	}
	uses := map[refs.Address]int{}
	for r := range refs.All(f, refs.Configuration) {
		uses[r.Address(f)]++
	}
	for d := range refs.Declarations(f) {
		fmt.Println(d.Kind, d.Address(f).Name, uses[d.Address(f)])
	}
	// Output:
	// variable zone 2
	// variable size 0
	// resource web 0
}

// Where the references to a variable are that gets another name.
func ExampleRenames_Replacements() {
	f, err := syntax.Parse([]byte(module))
	if err != nil {
		log.Fatal(err)
	}
	renames, err := refs.NewRenames([]refs.Rename{{Of: refs.Address{Kind: refs.Variable, Name: "zone"}, Name: "area"}})
	if err != nil {
		log.Fatal(err)
	}
	list, _ := renames.Replacements(nil, f, refs.Configuration)
	for _, r := range list {
		line, column := syntax.Position(f.Text(), int(r.At.From))
		fmt.Printf("%d:%d %s → %s\n", line, column, f.At(r.At), r.Text)
	}
	// Output:
	// 6:14 zone → area
	// 7:38 zone → area
}
