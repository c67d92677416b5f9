package client_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"log/slog"
	"net"
	"os"
	"testing"

	"iacedit/client"
	"iacedit/httpd"
)

// url is where a server of iacedit's serves while the tests run.
var url string

func TestMain(m *testing.M) {
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		log.Fatal(err)
	}
	url = "http://" + ln.Addr().String()
	go httpd.New(httpd.Config{Logger: slog.New(slog.NewTextHandler(io.Discard, nil))}).Serve(ln)
	os.Exit(m.Run())
}

const vpc = `# The network.
module "vpc" {
  source  = "terraform-aws-modules/vpc/aws"
  version = "5.0.0" # pinned
}
`

// An attribute gets another value; the comments stay.
func ExampleClient_Edit() {
	c := client.Client{URL: url} // "http://127.0.0.1:8080"
	answer, err := c.Edit(context.Background(), &client.EditRequest{
		Code:  vpc,
		Edits: `{"update": {"module": {"vpc": {"attributes": {"version": "5.1.0"}}}}}`,
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Print(answer.Code)
	// Output:
	// # The network.
	// module "vpc" {
	//   source  = "terraform-aws-modules/vpc/aws"
	//   version = "5.1.0" # pinned
	// }
}

// An Error says why and where a request was refused.
func ExampleError() {
	c := client.Client{URL: url}
	_, err := c.Edit(context.Background(), &client.EditRequest{
		Code:  vpc,
		Edits: `{"update": {"module": {"vcp": {"attributes": {"version": "5.1.0"}}}}}`,
	})
	if refused, ok := errors.AsType[*client.Error](err); ok && refused.Code == client.BlockNotFound {
		fmt.Println(refused.Message)
		fmt.Println(refused.Pointer)
	}
	// Output:
	// update: no module "vcp"; the code has module "vpc"; did you mean "vpc"?
	// /edits/update/module/vcp
}

// Files are one module; the changes alone come back, with a report and a diff.
func ExampleApplyFiles() {
	c := client.Client{URL: url}
	files := map[string]string{"main.tf": vpc, "variables.tf": "variable \"region\" {}\n"}
	answer, err := c.Edit(context.Background(), &client.EditRequest{
		Files: files,
		Edits: map[string]any{
			"set":    map[string]any{"variable": map[string]any{"zone": map[string]any{"attributes": map[string]any{"type": "string"}}}},
			"rename": map[string]any{"module": map[string]any{"vpc": map[string]any{"to": "network", "moved": false}}},
		},
		Return: []client.Return{client.ReturnChanges, client.ReturnDiff},
		Report: true,
	})
	if err != nil {
		log.Fatal(err)
	}
	for _, o := range answer.Report.Changes {
		fmt.Println(o.File, o.Address, o.Attribute, o.Result)
	}
	edited, err := client.ApplyFiles(files, answer.Changes)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Print(edited["variables.tf"])
	// Output:
	// variables.tf variable.zone  created
	// variables.tf variable.zone type created
	// main.tf module.vpc  renamed
	// variable "region" {}
	//
	// variable "zone" {
	//   type = string
	// }
}

// A rule finds expressions of one form, and what its metavariables stand for.
func ExampleClient_Find() {
	c := client.Client{URL: url}
	answer, err := c.Find(context.Background(), &client.FindRequest{
		Files: map[string]string{"main.tf": "locals {\n  ami = lookup(var.amis, var.region)\n}\n"},
		Find:  `[{"match": "lookup($map, $key)"}, {"reference": "var.region"}]`,
	})
	if err != nil {
		log.Fatal(err)
	}
	for _, f := range answer.Found {
		fmt.Printf("%s:%d:%d %s.%s: %s %v\n", f.File, f.Range.Start.Line, f.Range.Start.Column, f.Address, f.Attribute, f.Text, f.Names["map"].Texts)
	}
	// Output:
	// main.tf:2:9 locals.ami: lookup(var.amis, var.region) [var.amis]
	// main.tf:2:26 locals.ami(1): var.region []
}

// What was read can be changed and sent back.
func ExampleClient_Read() {
	c := client.Client{URL: url}
	answer, err := c.Read(context.Background(), &client.ReadRequest{
		Code:   vpc,
		Select: `{"module": {"*": {"attributes": ["version"]}}}`,
	})
	if err != nil {
		log.Fatal(err)
	}
	var content struct {
		Module map[string][]struct {
			Attributes map[string]json.RawMessage `json:"attributes"`
		} `json:"module"`
	}
	if err := answer.Decode(&content); err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s\n", content.Module["vpc"][0].Attributes["version"])
	// Output: "5.0.0"
}
