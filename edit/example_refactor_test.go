package edit_test

import (
	"fmt"
	"log"

	"iacedit/edit"
)

// printFiles applies operations to files and prints those that changed or are new.
func printFiles(files []edit.File, operations ...edit.Operation) {
	var options edit.Options
	changed, err := options.ApplyOperationsToFiles(files, operations...)
	if err != nil {
		log.Fatal(err)
	}
	for _, f := range changed {
		fmt.Printf("-- %s --\n%s", f.Name, f.Code)
	}
}

// printCode applies operations to code and prints it.
func printCode(code string, operations ...edit.Operation) {
	var options edit.Options
	edited, err := options.ApplyOperations(nil, []byte(code), operations...)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s", edited)
}

// A function that is gone, replaced in the resources alone.
func ExampleRewrite() {
	printCode("resource \"aws_instance\" \"web\" {\n  ami = lookup(var.amis, \"web\")\n}\n\nlocals {\n  ami = lookup(var.amis, \"db\")\n}\n",
		edit.Rewrite(edit.Rule{
			Match: "lookup($map, $key)",
			To:    "$map[$key]",
			In:    []edit.Region{edit.In(edit.Block("resource", edit.AnyLabel, edit.AnyLabel))},
		}))
	// Output:
	// resource "aws_instance" "web" {
	//   ami = var.amis["web"]
	// }
	//
	// locals {
	//   ami = lookup(var.amis, "db")
	// }
}

// A value becomes a local, wherever it stands.
func ExampleExtract() {
	printCode("resource \"aws_instance\" \"web\" {\n  ami = \"ami-1\" # Debian\n}\n\nresource \"aws_instance\" \"db\" {\n  ami = \"ami-1\"\n}\n",
		edit.Extract(edit.Extraction{Value: "aws_instance.web.ami", To: "local.ami", Everywhere: true}))
	// Output:
	// resource "aws_instance" "web" {
	//   ami = local.ami # Debian
	// }
	//
	// resource "aws_instance" "db" {
	//   ami = local.ami
	// }
	//
	// locals {
	//   ami = "ami-1"
	// }
}

// A local is put back where it is used.
func ExampleInline() {
	printCode("locals {\n  ami  = \"ami-1\"\n  zone = \"a\"\n}\n\nresource \"aws_instance\" \"web\" {\n  ami = local.ami\n}\n",
		edit.Inline("local.ami"))
	// Output:
	// locals {
	//   zone = "a"
	// }
	//
	// resource "aws_instance" "web" {
	//   ami = "ami-1"
	// }
}

// One of the locals of that name in a tree of modules.
func ExampleInlineLocals() {
	printFiles([]edit.File{
		{Name: "app/main.tf", Code: []byte("locals {\n  port = 80\n}\n\noutput \"port\" {\n  value = local.port\n}\n")},
		{Name: "db/main.tf", Code: []byte("locals {\n  port = 5432\n}\n\noutput \"port\" {\n  value = local.port\n}\n")},
	}, edit.InlineLocals(edit.Inlining{Value: "local.port", Folder: "db"}))
	// Output:
	// -- db/main.tf --
	// output "port" {
	//   value = 5432
	// }
}

// The network becomes a module of its own.
func ExampleExtractModule() {
	const code = `variable "cidr" {
  type        = string
  description = "The range of the network."
}

resource "aws_vpc" "main" {
  cidr_block = var.cidr
}

resource "aws_instance" "web" {
  vpc_id = aws_vpc.main.id
}
`
	printFiles([]edit.File{{Name: "main.tf", Code: []byte(code)}},
		edit.ExtractModule(edit.ModuleExtraction{Blocks: []string{"aws_vpc.main"}, To: "modules/network", Tidy: true}))
	// Output:
	// -- main.tf --
	// variable "cidr" {
	//   type        = string
	//   description = "The range of the network."
	// }
	//
	// module "network" {
	//   source = "./modules/network"
	//
	//   cidr = var.cidr
	// }
	//
	// resource "aws_instance" "web" {
	//   vpc_id = module.network.main_id
	// }
	//
	// moved {
	//   from = aws_vpc.main
	//   to   = module.network.aws_vpc.main
	// }
	// -- modules/network/main.tf --
	// resource "aws_vpc" "main" {
	//   cidr_block = var.cidr
	// }
	// -- modules/network/outputs.tf --
	// output "main_id" {
	//   value = aws_vpc.main.id
	// }
	// -- modules/network/variables.tf --
	// variable "cidr" {
	//   type        = string
	//   description = "The range of the network."
	// }
}

// Numbered instances get names.
func ExampleForEach() {
	printCode("resource \"aws_instance\" \"web\" {\n  count = 2\n}\n\noutput \"first\" {\n  value = aws_instance.web[0].id\n}\n",
		edit.ForEach(edit.Block("resource", "aws_instance", "web"), "blue", "green")...)
	// Output:
	// resource "aws_instance" "web" {
	//   for_each = toset(["blue", "green"])
	// }
	//
	// output "first" {
	//   value = aws_instance.web["blue"].id
	// }
	//
	// moved {
	//   from = aws_instance.web[0]
	//   to   = aws_instance.web["blue"]
	// }
	//
	// moved {
	//   from = aws_instance.web[1]
	//   to   = aws_instance.web["green"]
	// }
}

// Variables in order: those without a default first.
func ExampleSort() {
	printCode("variable \"size\" {\n  default = 1\n}\n\nvariable \"zone\" {}\n\nvariable \"name\" {}\n",
		edit.Sort(edit.Block("variable", edit.AnyLabel), edit.ByRequired()))
	// Output:
	// variable "name" {}
	//
	// variable "zone" {}
	//
	// variable "size" {
	//   default = 1
	// }
}

// An output goes to the file of the other outputs.
func ExampleMove() {
	printFiles([]edit.File{
		{Name: "main.tf", Code: []byte("resource \"aws_vpc\" \"main\" {}\n\noutput \"id\" {\n  value = aws_vpc.main.id\n}\n")},
		{Name: "outputs.tf", Code: []byte("output \"zone\" {\n  value = \"a\"\n}\n")},
	}, edit.Move(edit.Block("output", "id"), edit.InFile("outputs.tf")))
	// Output:
	// -- main.tf --
	// resource "aws_vpc" "main" {}
	// -- outputs.tf --
	// output "zone" {
	//   value = "a"
	// }
	//
	// output "id" {
	//   value = aws_vpc.main.id
	// }
}

// An argument moves into a nested block, and another one gets the opposite meaning.
func ExampleRenameAttrTo() {
	printCode("resource \"t_x\" \"a\" {\n  acl     = \"private\"\n  visible = false\n}\n\noutput \"o\" {\n  value = [t_x.a.acl, t_x.a.visible]\n}\n",
		edit.Rename(edit.Block("resource", "t_x", "a"),
			edit.RenameAttr("acl", "access.acl"),
			edit.RenameAttrTo("visible", edit.NewName{To: "hidden", Value: "!$", Reference: "!$"})))
	// Output:
	// resource "t_x" "a" {
	//   hidden = true
	//
	//   access {
	//     acl = "private"
	//   }
	// }
	//
	// output "o" {
	//   value = [t_x.a.access[0].acl, !t_x.a.hidden]
	// }
}

// Nested blocks become a list of objects.
func ExampleReshape() {
	printCode("resource \"helm_release\" \"a\" {\n  set {\n    name  = \"x\"\n    value = 1\n  }\n}\n",
		edit.Reshape(edit.Block("resource", "helm_release", edit.AnyLabel), edit.ReshapeBlocks("set", edit.Shape{As: "list"})))
	// Output:
	// resource "helm_release" "a" {
	//   set = [
	//     {
	//       name  = "x"
	//       value = 1
	//     },
	//   ]
	// }
}
