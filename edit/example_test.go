package edit_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"log"

	"iacedit/edit"
)

// Edits as JSON, as a request has them.
func ExampleOptions_Apply() {
	code := []byte(`resource "aws_instance" "web" {
  ami           = "ami-1"
  instance_type = "t3.micro" # cheap
}
`)
	var options edit.Options
	edited, err := options.Apply(nil, code, []byte(`{"update": {"resource": {"aws_instance": {"web": [
		{"attributes": {"instance_type": "t3.large"}}]}}}}`))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s", edited)
	// Output:
	// resource "aws_instance" "web" {
	//   ami           = "ami-1"
	//   instance_type = "t3.large" # cheap
	// }
}

// Attributes from Go values: a struct with JSON tags, a slice, an expression.
func ExampleAttr() {
	type tags struct {
		Owner string `json:"Owner"`
		Cost  int    `json:"Cost,omitempty"`
	}
	var options edit.Options
	edited, err := options.ApplyOperations(nil, nil,
		edit.Set(edit.Block("resource", "aws_instance", "web"),
			edit.Attr("tags", tags{Owner: "me", Cost: 7}),
			edit.Attr("security_groups", []string{"web", "ssh"}),
			edit.Attr("ami", edit.Expr("data.aws_ami.ubuntu.id"))))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s", edited)
	// Output:
	// resource "aws_instance" "web" {
	//   tags = {
	//     Owner = "me"
	//     Cost  = 7
	//   }
	//   security_groups = ["web", "ssh"]
	//   ami             = data.aws_ami.ubuntu.id
	// }
}

// A tag for every resource that can have one, whatever it is called.
func ExampleUpdate_everyResource() {
	code := []byte(`resource "aws_vpc" "main" {
  tags = { Name = "main" }
}

resource "aws_subnet" "a" {
  tags = {}
}

resource "random_id" "x" {}
`)
	var options edit.Options
	edited, err := options.ApplyOperations(nil, code,
		edit.Update(edit.Block("resource", edit.AnyLabel, edit.AnyLabel), edit.Has("tags"),
			edit.Attr("tags.Team", "core")))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s", edited)
	// Output:
	// resource "aws_vpc" "main" {
	//   tags = { Name = "main", Team = "core" }
	// }
	//
	// resource "aws_subnet" "a" {
	//   tags = {
	//     Team = "core"
	//   }
	// }
	//
	// resource "random_id" "x" {}
}

// Blocks in blocks are operations in operations.
func ExampleOptions_ApplyOperations() {
	code := []byte(`resource "aws_security_group" "web" {
  description = "old"

  ingress {
    from_port = 22
  }
}
`)
	var options edit.Options
	edited, err := options.ApplyOperations(nil, code,
		edit.Update(edit.Block("resource", "aws_security_group", "web"),
			edit.DeleteAttr("description"),
			edit.Update(edit.Block("ingress"), edit.Where("from_port", 22),
				edit.Attr("cidr_blocks[+]", "10.0.0.0/8")),
			edit.Add(edit.Block("ingress"), edit.Attr("from_port", 443))))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s", edited)
	// Output:
	// resource "aws_security_group" "web" {
	//   ingress {
	//     from_port   = 22
	//     cidr_blocks = ["10.0.0.0/8"]
	//   }
	//
	//   ingress {
	//     from_port = 443
	//   }
	// }
}

// Why edits are refused.
func ExampleError() {
	var options edit.Options
	_, err := options.ApplyOperations(nil, []byte("module \"vpc\" {}\n"),
		edit.Update(edit.Block("module", "net"), edit.Attr("version", "5.0")))
	if refused, ok := errors.AsType[*edit.Error](err); ok {
		fmt.Println(refused.Code)
		fmt.Println(refused.Pointer)
		fmt.Println(refused.Message)
	}
	// Output:
	// BLOCK_NOT_FOUND
	// /edits/0/update/module/net/0
	// update: no module "net"; the code has module "vpc"
}

// Edits that are checked once and applied to many files.
func ExampleOptions_Decode() {
	var options edit.Options
	ops, err := options.Decode([]byte(`{"delete": {"variable": {"old": [{"optional": true}]}}}`))
	if err != nil {
		log.Fatal(err)
	}
	for _, code := range []string{"variable \"old\" {}\n", "variable \"new\" {}\n"} {
		edited, err := options.ApplyOperations(nil, []byte(code), ops...)
		fmt.Printf("%q %v\n", edited, err)
	}
	// Output:
	// "" <nil>
	// "variable \"new\" {}\n" <nil>
}

// An operation as a server takes it in "edits".
func ExampleOperation_MarshalJSON() {
	op := edit.Set(edit.Block("provider", "aws"), edit.Where("alias", "us"), edit.Attr("region", "us-east-1"))
	text, err := json.Marshal(op)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s\n", text)
	// Output: {"set":{"provider":{"aws":[{"where":{"alias":"us"},"attributes":{"region":"us-east-1"}}]}}}
}

// What looks like an interpolation, and is text; and an expression that is not in a string.
func ExampleExpr() {
	var options edit.Options
	edited, err := options.ApplyOperations(nil, nil, edit.Set(edit.Block("locals"),
		edit.Attr("template", "Hello ${name}"),
		edit.Attr("sizes", map[string]any{"big": edit.Expr("var.size * 2"), "small": 1})))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s", edited)
	// Output:
	// locals {
	//   template = "Hello $${name}"
	//   sizes = {
	//     big   = var.size * 2
	//     small = 1
	//   }
	// }
}

// A variable's new name, in all the files of a module.
func ExampleRename() {
	files := []edit.File{
		{Name: "main.tf", Code: []byte("module \"vpc\" {\n  cidr = var.cidr # \"${var.cidr}\"\n}\n")},
		{Name: "outputs.tf", Code: []byte("output \"zone\" {\n  value = \"a\"\n}\n")},
		{Name: "variables.tf", Code: []byte("variable \"cidr\" {}\n")},
	}
	var options edit.Options
	changed, err := options.ApplyOperationsToFiles(files,
		edit.Rename(edit.Block("variable", "cidr"), edit.To("vpc_cidr")))
	if err != nil {
		log.Fatal(err)
	}
	for _, f := range changed {
		fmt.Printf("%s:\n%s", f.Name, f.Code)
	}
	// Output:
	// main.tf:
	// module "vpc" {
	//   cidr = var.vpc_cidr # "${var.cidr}"
	// }
	// variables.tf:
	// variable "vpc_cidr" {}
}

// A block with a comment, beside another one.
func ExamplePlace() {
	var options edit.Options
	edited, err := options.ApplyOperations(nil, []byte("variable \"a\" {}\n\nvariable \"c\" {}\n"),
		edit.Add(edit.Block("variable", "b"),
			edit.Comment("Between the two."),
			edit.Place(edit.After(edit.Block("variable", "a")))))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s", edited)
	// Output:
	// variable "a" {}
	//
	// # Between the two.
	// variable "b" {}
	//
	// variable "c" {}
}
