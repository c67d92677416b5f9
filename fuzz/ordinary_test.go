package fuzz

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"iacedit/convert"
	"iacedit/edit"
	searching "iacedit/find"
	"iacedit/internal/base/budget"
	"iacedit/internal/testkit/measure"
	"iacedit/read"
)

// number writes a format for the numbers from 0 to n-1, which are where "#" is.
func number(n int, separator, format string) string {
	return withNumbers(n, func(i int) string { return strings.ReplaceAll(format, "#", itoa(i)) }, separator)
}

// inJSON returns text as a JSON string.
func inJSON(text string) string {
	b, err := json.Marshal(text)
	if err != nil {
		panic(err)
	}
	return string(b)
}

// ordinaryBlocks are n resources as people write them.
func ordinaryBlocks(n int) string {
	return number(n, "\n", `resource "aws_instance" "web#" {
  ami           = data.aws_ami.base.id
  instance_type = var.size
  subnet_id     = aws_subnet.main[#].id

  tags = {
    Name        = "web-#"
    Environment = var.environment
  }

  root_block_device {
    volume_size = 20
    encrypted   = true
  }
}
`)
}

// ordinaryInstance is a resource whose values are literals.
const ordinaryInstance = `resource "aws_instance" "web#" {
  ami           = "ami-0123456789#"
  instance_type = "t3.micro"

  tags = {
    Name        = "web-#"
    Environment = "production"
    Owner       = "platform"
  }

  root_block_device {
    volume_size = 20
    encrypted   = true
    volume_type = "gp3"
  }
}
`

// ordinaryRules is a security group with n rules.
func ordinaryRules(n int) string {
	return "resource \"aws_security_group\" \"web\" {\n  name = \"web\"\n\n" + number(n, "\n", "  ingress {\n    from_port   = #\n    to_port     = #\n    protocol    = \"tcp\"\n    cidr_blocks = [\"10.0.0.0/8\"]\n  }\n") + "}\n"
}

func ordinaryVariables(n int) string {
	return number(n, "\n", "variable \"v#\" {\n  type        = string\n  description = \"The number #.\"\n  default     = \"x\"\n}\n")
}

// ordinaryFiles are n files with the same text, but for their numbers.
func ordinaryFiles(n int, text string) string {
	return "{" + withNumbers(n, func(i int) string {
		return `"f` + itoa(i) + `.tf":` + inJSON(strings.ReplaceAll(text, "#", itoa(i)))
	}, ",") + "}"
}

// module is a file of about 30 KB that refers to variables, locals and resources.
func ordinaryModule(i int) string {
	return "locals {\n  name" + itoa(i) + " = \"x\"\n}\n\n" + number(120, "\n", strings.ReplaceAll(`resource "aws_eip" "ip§_#" {
  instance = aws_instance.web.id
  domain   = "vpc"

  tags = merge(local.tags, {
    Name   = "${var.prefix}-ip-#"
    Region = var.region
  })
}
`, "§", itoa(i)))
}

func ordinaryModules() string {
	files := `"main.tf":` + inJSON("variable \"region\" {}\n\nvariable \"prefix\" {}\n\nlocals {\n  tags = {}\n}\n\nresource \"aws_instance\" \"web\" {\n  ami = var.region\n}\n")
	return "{" + files + "," + withNumbers(20, func(i int) string { return `"part` + itoa(i) + `.tf":` + inJSON(ordinaryModule(i)) }, ",") + "}"
}

// policy is a policy document in jsonencode with n statements.
func ordinaryPolicy(n int) string {
	return "resource \"aws_iam_policy\" \"p\" {\n  policy = jsonencode({\n    Version = \"2012-10-17\"\n    Statement = [\n" +
		number(n, "", "      {\n        Sid      = \"S#\"\n        Effect   = \"Allow\"\n        Action   = [\"s3:GetObject\", \"s3:PutObject\"]\n        Resource = \"arn:aws:s3:::bucket-#/*\"\n      },\n") + "    ]\n  })\n}\n"
}

func ordinaryMap(n int) string {
	return "settings = {\n" + number(n, "", "  key_number_# = \"value #\"\n") + "}\n"
}

func ordinaryList(n int) string {
	return "allowed = [\n" + number(n, "", "  \"10.0.#.0/24\",\n") + "]\n"
}

// A largeRequest has a name and the members of its JSON.
type largeRequest struct{ name, members string }

// ordinaryWork are requests that are large because the work is: none of them may be refused.
// They are edits, rules to find, conversions, or what is to be read.
var ordinaryWork = []largeRequest{
	{"read 800 of 800 keys by path", `"code":` + inJSON(ordinaryMap(800)) + `,"select":{"iacvars":[{"attributes":[` + number(800, ",", `"settings.key_number_#"`) + `]}]}`},
	{"read 800 of 800 keys by path, an entry each", `"code":` + inJSON(ordinaryMap(800)) + `,"select":{"iacvars":[` + number(800, ",", `{"attributes":["settings.key_number_#"]}`) + `]}`},
	{"read 800 of 800 elements by number", `"code":` + inJSON(ordinaryList(800)) + `,"select":{"iacvars":[{"attributes":[` + number(800, ",", `"allowed[#]"`) + `]}]}`},
	{"read 2,000 resources", `"code":` + inJSON(ordinaryBlocks(2000))},
	{"read 500 resources with comments and ranges", `"code":` + inJSON(ordinaryBlocks(500)) + `,"include":["comments","ranges"]`},
	{"read the tags of 1,000 resources of any name", `"code":` + inJSON(ordinaryBlocks(1000)) + `,"select":{"resource":{"*":{"*":[{"attributes":["tags"]}]}}}`},
	{"read all attributes of 1,000 resources", `"code":` + inJSON(ordinaryBlocks(1000)) + `,"select":{"resource":{"*":{"*":[{"attributes":["*"]}]}}}`},
	{"read 400 resources by name, two attributes each", `"code":` + inJSON(ordinaryBlocks(400)) + `,"select":{"resource":{"aws_instance":{` + number(400, ",", `"web#":[{"attributes":["ami","tags.Name"]}]`) + `}}}`},
	{"read 300 rules by port", `"code":` + inJSON(number(300, "\n", "provider \"aws\" {\n  alias  = \"a#\"\n  region = \"eu-#\"\n}\n")) + `,"select":{"provider":{"aws":[` + number(300, ",", `{"where":{"alias":"a#"},"attributes":["region"]}`) + `]}}`},
	{"read which of 1,000 resources have tags", `"code":` + inJSON(ordinaryBlocks(1000)) + `,"select":{"resource":{"*":{"*":[{"has":["tags"],"lacks":["count"],"attributes":["tags.Name"]}]}}}`},
	{"read 400 files", `"files":` + ordinaryFiles(400, ordinaryBlocks(1)+"variable \"v#\" {}\n")},
	{"read 400 variables in 400 files", `"files":` + ordinaryFiles(400, "variable \"v#\" {\n  default = 1\n}\n") + `,"select":{"variable":{` + number(400, ",", `"v#":[{"attributes":["default"]}]`) + `}}`},
	{"read a policy of 500 statements", `"code":` + inJSON(ordinaryPolicy(500))},

	{"add 400 variables to 400 files", `"files":` + ordinaryFiles(400, "variable \"v#\" {\n  default = 1\n}\n") + `,"edits":{"add":{"variable":{` + number(400, ",", `"w#":[{"file":"f#.tf","attributes":{"type":"string"}}]`) + `}}}`},
	{"add 400 variables to a module of 400 files", `"files":` + ordinaryFiles(400, "variable \"v#\" {\n  default = 1\n}\n") + `,"edits":{"add":{"variable":{` + number(400, ",", `"w#":[{"attributes":{"type":"string"}}]`) + `}}}`},
	{"set 400 variables in 400 files", `"files":` + ordinaryFiles(400, "variable \"v#\" {\n  default = 1\n}\n") + `,"edits":{"set":{"variable":{` + number(400, ",", `"v#":[{"attributes":{"default":2}}]`) + `}}}`},
	{"rename a variable over 20 files of 30 KB", `"files":` + ordinaryModules() + `,"edits":{"rename":{"variable":{"region":[{"to":"zone"}]}}}`},
	{"rename a local value over 20 files of 30 KB", `"files":` + ordinaryModules() + `,"edits":{"rename":{"locals":[{"file":"main.tf","attributes":{"tags":"common_tags"}}]}}`},
	{"rename a resource over 20 files of 30 KB", `"files":` + ordinaryModules() + `,"edits":{"rename":{"resource":{"aws_instance":{"web":[{"to":"app"}]}}}},"return":["diff"],"report":true`},
	{"rename 100 resources at once", `"files":` + ordinaryModules() + `,"edits":{"rename":{"resource":{"aws_eip":{` + number(100, ",", `"ip0_#":[{"to":"address_#"}]`) + `}}}}`},
	{"tag 200 resources by any label", `"code":` + inJSON(ordinaryBlocks(200)) + `,"edits":{"set":{"resource":{"aws_instance":{"*":[{"attributes":{"tags.Owner":"me","tags.CostCenter":"42"}}]}}}}`},
	{"tag 1,000 resources of any type and label", `"code":` + inJSON(ordinaryBlocks(1000)) + `,"edits":{"set":{"resource":{"*":{"*":[{"attributes":{"tags.Owner":"me"}}]}}}},"return":["diff"]`},
	{"tag 300 resources whose tags are merged", `"files":` + ordinaryModules() + `,"edits":{"set":{"resource":{"aws_eip":{"*":[{"attributes":{"tags.Owner":"me"}}]}}}}`},
	{"set a policy of 500 statements", `"code":` + inJSON(ordinaryPolicy(3)) + `,"edits":{"set":{"resource":{"aws_iam_policy":{"p":[{"attributes":{"policy(0)":{"Version":"2012-10-17","Statement":[` + number(500, ",", `{"Sid":"S#","Effect":"Allow","Action":["s3:GetObject","s3:PutObject"],"Resource":"arn:aws:s3:::bucket-#/*"}`) + `]}}}]}}}}`},
	{"change 300 statements of a policy", `"code":` + inJSON(ordinaryPolicy(300)) + `,"edits":{"set":{"resource":{"aws_iam_policy":{"p":[{"attributes":{` + number(300, ",", `"policy.Statement[#].Effect":"Deny"`) + `}}]}}}}`},
	{"2,000 edits of 2,000 resources", `"code":` + inJSON(ordinaryBlocks(2000)) + `,"edits":{"update":{"resource":{"aws_instance":{` + number(2000, ",", `"web#":[{"attributes":{"instance_type":"t3.large"}}]`) + `}}}}`},
	{"2,000 keys of one object", `"code":` + inJSON(ordinaryMap(2000)) + `,"edits":{"set":{"iacvars":[{"attributes":{` + number(2000, ",", `"settings.key_number_#":"other #"`) + `}}]}}`},
	{"1,000 new keys of one object, an entry each", `"code":` + inJSON(ordinaryMap(1000)) + `,"edits":{"set":{"iacvars":[` + number(1000, ",", `{"attributes":{"settings.new_#":1}}`) + `]}}`},
	{"delete 1,000 of 2,000 resources", `"code":` + inJSON(ordinaryBlocks(2000)) + `,"edits":{"delete":{"resource":{"aws_instance":{` + number(1000, ",", `"web#":[]`) + `}}}}`},
	{"move 300 variables to another file", `"files":{"main.tf":` + inJSON(ordinaryVariables(300)) + `,"variables.tf":""},"edits":{"move":{"variable":{` + number(300, ",", `"v#":[{"file":"variables.tf"}]`) + `}}}`},
	{"sort 300 variables", `"code":` + inJSON(ordinaryVariables(300)) + `,"edits":{"move":{"variable":{` + withNumbersDown(300, func(i int) string { return `"v` + itoa(i) + `":[{"place":"last"}]` }, ",") + `}}}`},
	{"describe 500 variables by comments", `"code":` + inJSON(ordinaryVariables(500)) + `,"edits":{"set":{"variable":{` + number(500, ",", `"v#":[{"comment":"What v# is for.\nSee the handbook.","comments":{"default":"Nobody changes it."}}]`) + `}}}`},
	{"500 rules by port", `"code":` + inJSON(ordinaryRules(500)) + `,"edits":{"update":{"resource":{"aws_security_group":{"web":[{"update":{"blockTypes":{"ingress":[` + number(500, ",", `{"where":{"from_port":#},"attributes":{"description":"rule #"}}`) + `]}}}]}}}}`},
	{"all of 1,000 rules", `"code":` + inJSON(ordinaryRules(1000)) + `,"edits":{"update":{"resource":{"aws_security_group":{"web":[{"update":{"blockTypes":{"ingress":[{"all":true,"attributes":{"protocol":"udp"}}]}}}]}}}}`},
	{"add 500 rules", `"code":` + inJSON(ordinaryRules(1)) + `,"edits":{"update":{"resource":{"aws_security_group":{"web":[{"add":{"blockTypes":{"ingress":[` + number(500, ",", `{"attributes":{"from_port":#,"to_port":#,"protocol":"tcp"}}`) + `]}}}]}}}}`},
	{"append 1,000 elements", `"code":` + inJSON(ordinaryList(1000)) + `,"edits":{"set":{"iacvars":[` + number(1000, ",", `{"attributes":{"allowed[+]":"192.168.#.0/24"}}`) + `]}}`},
	{"300 elements that may be there", `"code":` + inJSON(ordinaryList(300)) + `,"edits":{"set":{"iacvars":[` + number(300, ",", `{"attributes":{"allowed[=]":"10.0.1#.0/24"}}`) + `]}}`},
	{"delete 300 elements by value", `"code":` + inJSON(ordinaryList(300)) + `,"edits":{"delete":{"iacvars":[` + number(300, ",", `{"attributes":{"allowed[=]":"10.0.#.0/24"}}`) + `]}}`},
	{"a list of 5,000 elements", `"code":` + inJSON(ordinaryList(10)) + `,"edits":{"set":{"iacvars":[{"attributes":{"allowed":[` + number(5000, ",", `"10.#.0.0/16"`) + `]}}]}}`},
	{"a script of 60 KB", `"code":` + inJSON(ordinaryBlocks(1)) + `,"edits":{"set":{"resource":{"aws_instance":{"web0":[{"attributes":{"user_data":` + inJSON(number(2000, "", "echo line # of the script\n")) + `}}]}}}}`},
	{"300 edits, answered as changes with a report", `"code":` + inJSON(ordinaryBlocks(300)) + `,"edits":{"set":{"resource":{"aws_instance":{` + number(300, ",", `"web#":[{"attributes":{"ami":"ami-#","monitoring":true}}]`) + `}}}},"return":["changes","diff"],"report":true`},
	{"a report of edits of 100 files", `"files":` + ordinaryFiles(100, ordinaryBlocks(1)+"variable \"v#\" {}\n") + `,"edits":{"set":{"variable":{` + number(100, ",", `"v#":[{"attributes":{"type":"string","default":"#"}}]`) + `}}},"report":true`},
	{"add 300 moved blocks", `"code":` + inJSON(ordinaryBlocks(300)) + `,"edits":{"add":{"moved":[` + number(300, ",", `{"attributes":{"from":"aws_instance.old#","to":"aws_instance.web#"}}`) + `]}}`},
	{"add 500 import blocks", `"code":` + inJSON(ordinaryBlocks(500)) + `,"edits":{"set":{"import":[` + number(500, ",", `{"attributes":{"to":"aws_instance.web#","id":"i-#"}}`) + `]}}`},
	{"add 400 outputs, each after the one before", `"code":` + inJSON("output \"o\" {\n  value = 1\n}\n") + `,"edits":{"add":{"output":{"p0":[{"attributes":{"value":1}}],` + withNumbers(399, func(i int) string {
		return `"p` + itoa(i+1) + `":[{"attributes":{"value":` + itoa(i) + `},"place":{"after":{"output":{"p` + itoa(i) + `":{}}}}}]`
	}, ",") + `}}}`},
	{"a module of 300 resources from nothing", `"code":"","edits":{"add":{"resource":{"aws_instance":{` + number(300, ",", `"web#":[{"attributes":{"ami":"ami-#","tags":{"Name":"web-#"}},"blockTypes":{"root_block_device":[{"attributes":{"volume_size":20}}]}}]`) + `}}}}`},
	{"take 100 values out of 320 KB of code", `"code":` + inJSON(number(1100, "\n", ordinaryInstance)) + `,"edits":{"extract":[` + number(100, ",", `{"value":"aws_instance.web#.ami","to":"local.ami#"}`) + `]}`},
	{"300 jobs of another language", `"dialect":"hcl","code":` + inJSON(number(300, "\n", "job \"j#\" {\n  group \"g\" {\n    count = 1\n  }\n}\n")) + `,"edits":{"update":{"job":{` + number(300, ",", `"j#":[{"update":{"blockTypes":{"group":[{"labels":["g"],"attributes":{"count":3}}]}}}]`) + `}}}`},
}

// answerOrdinary answers a request by the operation that its members are of.
func answerOrdinary(members string) ([]byte, error) {
	body := []byte("{" + members + "}")
	switch {
	case strings.Contains(members, `,"edits":`):
		return new(edit.Options).DoJSON(nil, body)
	case strings.Contains(members, `,"find":`):
		return new(searching.Options).DoJSON(nil, body)
	case strings.HasPrefix(members, `"to":`):
		return new(convert.Options).DoJSON(nil, body)
	}
	return new(read.Options).DoJSON(nil, body)
}

// TestOrdinaryWorkIsDone: no large request that somebody would make is refused.
func TestOrdinaryWorkIsDone(t *testing.T) {
	if raced {
		t.Skip("SKIPPED, ordinary work was not done: the race detector slows large requests down")
	}
	all := slices.Concat(ordinaryWork, largestWork())
	if len(all) < 40 {
		t.Errorf("only %d requests", len(all))
	}
	for _, w := range all {
		t.Run(w.name, func(t *testing.T) {
			var answer []byte
			var err error
			spent := measure.Spent(func() { answer, err = answerOrdinary(w.members) })
			if err != nil || !json.Valid(answer) {
				t.Errorf("%d bytes: %.300v", len(w.members), err)
			}
			may := budget.Of(len(w.members))
			t.Logf("%d bytes take %d %% of the steps that they may, %d %% of the bytes", len(w.members), 100*spent.Steps/may.Steps, 100*spent.Bytes/may.Bytes)
		})
	}
}
