package main

import (
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
)

// helpFiles are what the examples of the commands' help are about.
var helpFiles = map[string]string{
	"main.tf": `terraform {
  required_version = ">= 1.8"
}

provider "aws" {
  alias  = "east"
  region = "us-east-1"
}

resource "aws_instance" "web" {
  ami               = data.aws_ami.x.id
  availability_zone = local.zone
  tags = {
    Owner = "you"
    team  = "core"
    Name  = "web"
  }
  lifecycle {}
  ebs_block_device {
    device_name = var.region
  }
}

resource "aws_instance" "db" {
  user_data = aws_instance.web.id
  subnet_id = module.vpc.id
}

resource "aws_instance" "many" {
  count = 2
}

resource "aws_alb" "web" {}

resource "aws_security_group" "web" {
  ingress {
    cidr_blocks = ["10.2.0.0/16", "10.1.0.0/16"]
  }
}

data "aws_ami" "x" {}

locals {
  zone     = "a"
  old_zone = "b"
}

resource "aws_lb" "front-end" {}
`,
	"vars.tf": `variable "vpc_cidr" {
  type = string
}
variable "size" {
  default = 1
  type    = number
}
variable "region" {
  default = "eu-west-1"
}
`,
	"modules/net/main.tf": `variable "cidr" {}

output "cidr" {
  value = var.cidr
}
`,
	"infra/main.tf": `module "vpc" {
  source = "./vpc"
}

output "vpc" {
  value = module.vpc.id
}

locals {
  zone = "a"
}
`,
	".iacedit.yaml": "order: {variable: [type, default]}\n",
	"modules/a.tf":  "variable \"a\" {}\n",
	"job.nomad":     "job \"a\" {\n}\n",
	"edits.json":    `{"update": {"module": {"vpc": {"all": true, "attributes": {"version": "5.1.0"}}}}}`,
	"tokens.txt":    "secret\n",
	"schema.json": `{"provider_schemas": {"registry.terraform.io/hashicorp/aws": {"provider": {"block": {}},
		"resource_schemas": {"aws_instance": {"block": {"attributes": {"ami": {"type": "string"}}}}}}}}`,
}

// helpModules are in main.tf, too.
const helpModules = `
module "vpc" {
  version   = "5.0.0"
  source    = "./vpc"
  providers = {}
}

module "old" {
  source  = "./old"
  version = "1.0.0"
}

moved {
  from = aws_instance.db2
  to   = aws_instance.db
}

import {
  to = aws_instance.db
  id = "i-1"
}
`

// helpExpressions is what find and rewrite find something in.
const helpExpressions = `locals {
  ami   = lookup(var.amis, var.region)
  name  = "${var.name}"
  zone  = element(var.zones, 0)
  old   = list("a", "us-east-1")
  given = var.name != null ? var.name : "none"
  count = length(var.zones)
  url   = "git::https://example.com/vpc.git?ref=v1.2.0"
}
`

// A helpExample is a command that the help of a command prints.
type helpExample struct {
	command string
	beside  string // what stands beside it
}

// besides finds the end of a command that something stands beside.
var besides = regexp.MustCompile(`\s{2,}| ?\t`)

// helpExamples returns the examples of a help: the lines that are indented, one that ends
// in "|" with the next.
func helpExamples(help string) (all []helpExample) {
	for line := range strings.SplitSeq(help, "\n") {
		example, ok := strings.CutPrefix(line, "    ")
		if !ok {
			continue
		}
		if n := len(all); n > 0 && strings.HasSuffix(all[n-1].command, "|") {
			all[n-1].command += " " + strings.TrimSpace(example)
			continue
		}
		e := helpExample{command: example}
		if at := besides.FindStringIndex(example); at != nil {
			e.command, e.beside = example[:at[0]], example[at[1]:]
		}
		all = append(all, e)
	}
	return all
}

// Every command is explained by examples, and each of them, run in a shell, does something
// and succeeds. What stands beside an example of get is what it prints.
func TestHelpExamples(t *testing.T) {
	for field := range reflect.TypeFor[commands]().Fields() {
		name := strings.ToLower(field.Name)
		help, ok := reflect.New(field.Type).Interface().(kong.HelpProvider)
		if !ok || len(helpExamples(help.Help())) == 0 {
			t.Errorf("the help of %s has no example", name)
			continue
		}
		for _, e := range helpExamples(help.Help()) {
			t.Run(name+"/"+e.command, func(t *testing.T) {
				e.run(t, name, helpDir(t, name))
			})
		}
	}
	for _, e := range helpExamples(description) {
		if strings.Contains(e.command, "iacedit") {
			t.Run(e.command, func(t *testing.T) { e.run(t, "", helpDir(t, "")) })
		}
	}
}

// helpDir makes a directory with the files that the examples of a command are about.
func helpDir(t *testing.T, name string) string {
	files := maps.Clone(helpFiles)
	if name == "add" { // which adds what is not there
		delete(files, "vars.tf")
	} else {
		files["main.tf"] += helpModules
	}
	if name == "find" || name == "rewrite" {
		files["more.tf"], files["modules/old/main.tf"] = helpExpressions, helpExpressions
	}
	if name == "extract" {
		files["net.tf"] = helpNetwork
		files["infra/prod/main.tf"] = helpNetwork
	}
	if name == "mv" {
		files["app/main.tf"], files["data/main.tf"] = "resource \"aws_db_instance\" \"main\" {}\n", "locals {}\n"
		files["state.json"] = `{"values": {"root_module": {"resources": [{"address": "aws_db_instance.main", "mode": "managed", "values": {"id": "db-1"}}]}}}`
	}
	if name == "set" {
		files["main.tf"] += "\nmodule \"net\" {\n  source = \"git::https://example.com/modules/vpc?ref=v1.2\"\n}\n"
	}
	if name == "apply" {
		files["more.tf"] = helpExpressions + "\nresource \"aws_ebs_volume\" \"v\" {\n  type = \"gp2\"\n}\n\nresource \"aws_eip\" \"e\" {\n  tags = {}\n}\n"
		files["versions.tf"] = "terraform {\n  required_providers {\n    aws = { source = \"hashicorp/aws\", version = \"~> 4.0\" }\n  }\n}\n"
		for _, rule := range []string{"quoted-references", "required-tags", "provider-version", "gp2-to-gp3", "template-file"} {
			text, err := os.ReadFile("../../rules/" + rule + ".yaml")
			if err != nil {
				t.Fatal(err)
			}
			files["rules/"+rule+".yaml"] = string(text)
		}
	}
	if name == "upgrade" {
		files["versions.tf"] = "terraform {\n  required_providers {\n    azurerm = { source = \"hashicorp/azurerm\", version = \"~> 3.0\" }\n  }\n}\n"
	}
	if name == "rename" { // in a repository, in which --callers looks
		files[".git/HEAD"] = "ref: refs/heads/main\n"
		files["moves.tf"] = "resource \"aws_s3_bucket\" \"logs\" {\n  acl = \"private\"\n}\n\nresource \"aws_x\" \"a\" {\n  public = var.x\n  mode   = \"Enabled\"\n}\n"
	}
	if name == "extract" {
		files["rules.tf"] = "resource \"aws_security_group\" \"tls\" {\n  ingress {\n    from_port   = 443\n    cidr_blocks = [\"10.0.0.0/8\"]\n  }\n}\n"
	}
	if name == "inline" {
		files["zones.tf"] = "locals {\n  zone_a = \"a\"\n}\n\noutput \"zone\" {\n  value = local.zone_a\n}\n"
	}
	if name == "reshape" {
		files["shapes.tf"] = helpShapes
	}
	if name == "tidy" {
		files["generated.tf"] = helpGenerated
	}
	if name == "enable" || name == "disable" || name == "ls" {
		files["old.tf"] = helpOld
	}
	if name == "convert" {
		files["cdk.tf.json"] = `{"resource": {"aws_lb": {"web": {"name": "web"}}}}`
	}
	dir := (&job{files: files}).unpack(t)
	if name == "serve" {
		writeCertificate(t, 1, filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem"))
	}
	return dir
}

// helpShapes is what reshape turns into other shapes.
const helpShapes = `resource "helm_release" "a" {
  set {
    name  = "x"
    value = "1"
  }
}

provider "helm" {
  kubernetes {
    host = "h"
  }
}

resource "cloudflare_load_balancer" "a" {
  region_pools {
    region   = "WNAM"
    pool_ids = ["a"]
  }
}

resource "aws_autoscaling_group" "a" {
  tags = var.tags
}

resource "aws_s3_bucket" "logs" {
  access = {
    acl = "private"
  }
}
`

// helpGenerated is as Terraform generates code.
const helpGenerated = `# __generated__ by Terraform from "s3-logs-1"
resource "aws_s3_bucket" "logs" {
  bucket        = "s3-logs-1"
  bucket_prefix = null
  arn           = "arn:aws:s3:::s3-logs-1"
}

resource "aws_iam_policy" "logs" {
  policy = "{\"Resource\":\"arn:aws:s3:::s3-logs-1\"}"
  bucket = "arn:aws:s3:::s3-logs-1"
}
`

// helpOld has code that is commented out, and a list with its elements on lines of their own.
const helpOld = `# resource "aws_instance" "old" {
# }

# module "dns" {
#   source = "./dns"
# }

# module "dns" {
#   source = "./dns-2"
# }

resource "aws_instance" "kept" {
  tags = {
    # Owner = "me"
  }

  azs = [
    "eu-1",
    "eu-2",
  ]
}
`

// helpNetwork is what the examples take out into modules.
const helpNetwork = `locals {
  cidr = "10.0.0.0/16"
}

resource "aws_vpc" "main" {
  cidr_block = local.cidr
}

resource "aws_subnet" "a" {
  vpc_id = aws_vpc.main.id
}

resource "aws_db_instance" "main" {
  name = "main"
}
`

// ports finds the port of an address.
var ports = regexp.MustCompile(`:\d+\b`)

// run runs the example of a command.
func (e *helpExample) run(t *testing.T, name, dir string) {
	stdin := ""
	switch {
	case name == "serve" && strings.Contains(e.command, "iacedit"):
		before, after, _ := strings.Cut(ports.ReplaceAllString(e.command, ":0"), "iacedit serve")
		args := strings.Fields(after)
		for i, arg := range args {
			if strings.Contains(arg, ".") && !strings.Contains(arg, ":") {
				args[i] = filepath.Join(dir, arg)
			}
		}
		serve(t, strings.Fields(before), args...)
		return
	case name == "serve":
		e.command = strings.ReplaceAll(e.command, printedURL, serve(t, nil).url)
	case name == "healthcheck":
		socket := filepath.Join(t.TempDir(), "s")
		serve(t, nil, "--addr=unix:"+socket)
		s := serve(t, nil, "--admin-addr=127.0.0.1:0")
		e.command = strings.Replace(e.command, "/run/iacedit.sock", socket, 1)
		e.command = strings.Replace(e.command, "http://127.0.0.1:9080", s.admin, 1)
		if strings.TrimSpace(e.command) == "iacedit healthcheck" {
			e.command = "IACEDIT_ADDR=" + strings.TrimPrefix(s.url, "http://") + " " + e.command
		}
	case name == "mcp":
		_, after, ok := strings.Cut(e.command, "iacedit mcp ")
		if !ok {
			t.Fatal("it does not start the server")
		}
		args := strings.Fields(after)
		for i, arg := range args {
			if i > 0 && args[i-1] == "--root" {
				args[i] = filepath.Join(dir, arg)
			}
		}
		startAgent(t, args...)
		return
	case name == "lsp": // an editor that comes and goes
		for _, m := range []string{`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}`, `{"jsonrpc":"2.0","id":2,"method":"shutdown"}`, `{"jsonrpc":"2.0","method":"exit"}`} {
			stdin += fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(m), m)
		}
	case name == "undo":
		e.command = "export XDG_CACHE_HOME=$PWD/.cache; iacedit add -w variable.undone . >/dev/null; " + e.command
	case name == "recover": // a journal that was not written to its end goes away
		for _, below := range []string{"", "infra"} {
			if err := os.WriteFile(filepath.Join(dir, below, ".iacedit-journal"), nil, 0o600); err != nil {
				t.Fatal(err)
			}
		}
	case name == "completion": // in their shells they are run by TestBashCompletion and its like
		e.command = regexp.MustCompile(`iacedit completion \w+`).FindString(e.command)
	}
	for _, tool := range []string{"sh", "jq", "curl"} {
		if _, err := exec.LookPath(tool); err != nil && (tool == "sh" || strings.Contains(e.command, tool+" ")) {
			t.Skipf("NOT CHECKED: it needs %s: %v", tool, err)
		}
	}
	cmd := exec.Command("sh", "-c", e.command)
	cmd.Dir = dir
	cmd.Stdin = strings.NewReader(stdin)
	cmd.Env = append(os.Environ(), "PATH="+filepath.Dir(binary)+string(os.PathListSeparator)+os.Getenv("PATH"))
	var stderr strings.Builder
	cmd.Stderr = &stderr
	before, _ := filesIn(dir)
	out, err := cmd.Output()
	if err != nil {
		t.Errorf("%v\n%s%s", err, out, &stderr)
	}
	for line := range strings.Lines(stderr.String()) {
		if !strings.HasPrefix(line, "iacedit: warning: ") && name != "upgrade" { // which reports what it did
			t.Errorf("it says %s", line)
		}
	}
	switch after, _ := filesIn(dir); {
	case name == "get" && e.beside != "" && !slices.Contains(strings.Split(string(out), "\n"), e.beside):
		t.Errorf("it prints\n%s\nnot %s", out, e.beside)
	case name == "recover" && len(after) == len(before):
		t.Error("the journal is left")
	case name == "check", name == "fmt", name == "recover":
	case len(out) == 0 && len(changedIn(before, after)) == 0:
		t.Error("it prints nothing and changes nothing")
	}
}
