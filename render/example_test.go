package render_test

import (
	"fmt"

	"iacedit/render"
	"iacedit/syntax"
)

// Each resource without tags gets tags.
func Example() {
	file, err := syntax.Parse([]byte("resource \"aws_vpc\" \"main\" {\n  cidr_block = \"10.0.0.0/16\" # the office has 10.1\n}\n"))
	if err != nil {
		panic(err)
	}
	draft, err := render.New(file)
	if err != nil {
		panic(err)
	}
	for block := range file.Blocks(syntax.Root, "resource") {
		if file.Attribute(block, "tags") != syntax.NoItem {
			continue
		}
		if _, err := draft.Attribute(block, render.Place{}, "tags", []byte("local.tags")); err != nil {
			panic(err)
		}
	}
	fmt.Printf("%s", draft.Append(nil))
	// Output:
	// resource "aws_vpc" "main" {
	//   cidr_block = "10.0.0.0/16" # the office has 10.1
	//   tags       = local.tags
	// }
}

// A list keeps its comments while elements come, go and move.
func ExampleDraft_Element() {
	file, err := syntax.Parse([]byte("zones = [\n  \"a\", # the first\n  \"b\",\n]\n"))
	if err != nil {
		panic(err)
	}
	draft, err := render.New(file)
	if err != nil {
		panic(err)
	}
	zones := file.Attribute(syntax.Root, "zones")
	var last syntax.ItemID
	for element := range file.Elements(zones) {
		last = element
	}
	if _, err := draft.Element(zones, last, []byte(`"c"`)); err != nil {
		panic(err)
	}
	if err := draft.MoveAfter(last, syntax.NoItem); err != nil {
		panic(err)
	}
	fmt.Printf("%s", draft.Append(nil))
	// Output:
	// zones = [
	//   "b",
	//   "a", # the first
	//   "c",
	// ]
}

// A block is built below another one, with a nested block in it.
func ExampleDraft_Block() {
	file, err := syntax.Parse([]byte("variable \"a\" {}\n\noutput \"o\" {\n  value = var.a\n}\n"))
	if err != nil {
		panic(err)
	}
	draft, err := render.New(file)
	if err != nil {
		panic(err)
	}
	var a syntax.ItemID
	for block := range file.Blocks(syntax.Root, "variable", "a") {
		a = block
	}
	b, err := draft.Block(syntax.Root, render.Place{After: a}, "variable", "b")
	if err != nil {
		panic(err)
	}
	check, err := draft.Block(b, render.Place{}, "validation")
	if err != nil {
		panic(err)
	}
	for _, one := range []struct{ name, value string }{
		{"condition", "var.b > 0"},
		{"error_message", `"b must be positive."`},
	} {
		if _, err := draft.Attribute(check, render.Place{}, one.name, []byte(one.value)); err != nil {
			panic(err)
		}
	}
	fmt.Printf("%s", draft.Append(nil))
	// Output:
	// variable "a" {}
	//
	// variable "b" {
	//   validation {
	//     condition     = var.b > 0
	//     error_message = "b must be positive."
	//   }
	// }
	//
	// output "o" {
	//   value = var.a
	// }
}
