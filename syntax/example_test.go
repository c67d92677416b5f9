package syntax_test

import (
	"errors"
	"fmt"
	"log"
	"slices"

	"iacedit/syntax"
)

// The resources of a file, and where they are.
func ExampleFile_Blocks() {
	f, err := syntax.Parse([]byte(`provider "aws" {}

resource "aws_vpc" "main" {
  cidr_block = "10.0.0.0/16"
}

resource "aws_subnet" "a" {}
`))
	if err != nil {
		log.Fatal(err)
	}
	for id := range f.Blocks(syntax.Root, "resource") {
		fmt.Printf("main.tf:%d:", f.Line(f.Item(id).Name.From))
		for label := range f.Labels(id) {
			fmt.Printf(" %s", label)
		}
		fmt.Println()
	}
	// Output:
	// main.tf:3: aws_vpc main
	// main.tf:7: aws_subnet a
}

// The version that a module is pinned to.
func ExampleFile_Attribute() {
	f, err := syntax.Parse([]byte(`module "vpc" {
  source  = "terraform-aws-modules/vpc/aws"
  version = "~> 5.0"
}
`))
	if err != nil {
		log.Fatal(err)
	}
	for id := range f.Blocks(syntax.Root, "module", "vpc") {
		version := f.Expr(f.Value(f.Attribute(id, "version")))
		if text, ok := version.PlainString(version.Root); ok {
			fmt.Println(text)
		}
	}
	// Output: ~> 5.0
}

// The comments of a file, and the items that they belong to.
func ExampleFile_Comments() {
	f, err := syntax.Parse([]byte(`# What runs here.

# The size of the group.
size = 3 # was 2
`))
	if err != nil {
		log.Fatal(err)
	}
	for id := range f.Children(syntax.Root) {
		for _, comment := range []syntax.Span{f.Comments(id), f.LineComment(id)} {
			if comment.Len() > 0 {
				fmt.Printf("%d: %s %s: %s\n", f.Line(comment.From), f.Kind(id), f.Name(id), f.At(comment))
			}
		}
	}
	// Output:
	// 1: gap : # What runs here.
	// 3: attribute size: # The size of the group.
	// 4: attribute size: # was 2
}

// A value in an object, by its key.
func ExampleFile_Pair() {
	f, err := syntax.Parse([]byte(`tags = {
  Name    = "web"
  "Owner" = local.team
}
`))
	if err != nil {
		log.Fatal(err)
	}
	tags := f.Attribute(syntax.Root, "tags")
	fmt.Printf("%s\n", f.At(f.Value(f.Pair(tags, "Owner"))))
	// Output: local.team
}

// expressions calls visit with every attribute's expression, at every depth of blocks.
func expressions(f *syntax.File, body syntax.ItemID, visit func(*syntax.Expr)) {
	for id := range f.Attributes(body) {
		visit(f.Expr(f.Value(id)))
	}
	for id := range f.Blocks(body, "") {
		expressions(f, id, visit)
	}
}

// The functions that a file calls, wherever it does.
func ExampleExpr_All() {
	f, err := syntax.Parse([]byte(`locals {
  names = [for n in var.names : lower(trimspace(n))]
}
resource "aws_instance" "web" {
  count     = length(local.names)
  user_data = "#!/bin/sh\n${file("setup.sh")}"
}
`))
	if err != nil {
		log.Fatal(err)
	}
	expressions(f, syntax.Root, func(e *syntax.Expr) {
		for id := range e.All() {
			if e.Node(id).Kind == syntax.NodeCall {
				line := f.Line(e.Node(id).Start)
				fmt.Printf("%d: %s\n", line, e.Source(e.Node(id).First))
			}
		}
	})
	// Output:
	// 2: trimspace
	// 2: lower
	// 5: length
	// 6: file
}

// The parts of one expression.
func ExampleParseExpression() {
	src := []byte(`var.enabled ? 1 : 0`)
	e, err := syntax.ParseExpression(nil, src, syntax.Span{To: int32(len(src))})
	if err != nil {
		log.Fatal(err)
	}
	parts := slices.Collect(e.Children(e.Root))
	fmt.Printf("%v: %s, %s, %s\n", e.Node(e.Root).Kind, e.Source(parts[0]), e.Source(parts[1]), e.Source(parts[2]))
	// Output: conditional: var.enabled, 1, 0
}

// Where a file is at fault.
func ExamplePosition() {
	src := []byte("name = \"web\"\nsize = [1, 2\n")
	_, err := syntax.Parse(src)
	if fault, ok := errors.AsType[*syntax.Error](err); ok {
		line, column := syntax.Position(src, fault.Offset)
		fmt.Printf("main.tf:%d:%d: %v\n", line, column, fault)
	}
	// Output: main.tf:2:8: this "[" is not closed: expected "," or "]" after the element, found the end of the file
}
