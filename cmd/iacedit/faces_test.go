package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// facesCode are the files of TestSameWords.
var facesCode = map[string]string{
	"main.tf": `resource "aws_instance" "web" {
  ami  = "a" # old
  tags = { Owner = "me" }

  ebs_block_device {
    size = 1
  }
}
`,
	"lb.tf": `resource "aws_lb" "all" {
  zones = ["b", "a"]
  name  = null

  rule {
    port = 2
    cidr = ["b", "a"]
  }

  rule {
    port = 1
  }
}

resource "aws_eip" "some" {
  count = 2
}

output "first" {
  value = aws_eip.some[0].ip
}
`,
	"locals.tf": "locals {\n  zone = \"a\"\n  type = \"t\"\n}\n",
	"old.tf":    oldFacesCode,
	"other.tf":  "locals {\n  other = local.zone\n}\n\nvariable \"region\" {}\n",

	"a.auto.tfvars": "region = 1\n",
	"b.auto.tfvars": "region = 2\n",
	"prod.tfvars":   "region = 3\nsize   = 3 # large\n# color = 1\n",
}

// oldFacesCode is the file of facesCode in which code is commented out.
const oldFacesCode = `resource "aws_instance" "old" {
  # ami = "a"
  tags = {
    # Owner = "me"
  }

  # disk {
  #   size = 1
  # }

  # disk {
  #   size = 2
  # }
}

locals {
  # dead = 1
}

# variable "gone" {}
`

// TestSameWords: what is asked at an address is done alike by a request over HTTP with this address, by
// the command for it, by the command for edits, and by an agent: the same bytes.
func TestSameWords(t *testing.T) {
	s := serve(t, nil)
	for _, c := range []struct{ command, edits string }{
		{`set aws_instance.web.ami "b"`, `{"set": [{"address": "aws_instance.web.ami", "value": "b"}]}`},
		{`set aws_instance.web.tags.Team "core"`, `{"set": [{"address": "aws_instance.web.tags.Team", "value": "core"}]}`},
		{`set aws_instance.web.ebs_block_device.size 2`, `{"set": [{"address": "aws_instance.web.ebs_block_device.size", "value": 2}]}`},
		{`set --existing aws_instance.web.ami "b"`, `{"update": [{"address": "aws_instance.web.ami", "value": "b"}]}`},
		{`set --block aws_instance.web.root.size 2`, `{"set": [{"address": "aws_instance.web.root.size", "value": 2, "kind": "block"}]}`},
		{`set --attribute aws_instance.web.root.size 2`, `{"set": [{"address": "aws_instance.web.root.size", "value": 2, "kind": "attribute"}]}`},
		{`set aws_instance.web {"ami":"c"}`, `{"set": [{"address": "aws_instance.web", "value": {"ami": "c"}}]}`},
		{`set aws_instance.web.ami "b" --line-comment=new`, `{"set": [{"address": "aws_instance.web.ami", "value": "b", "lineComment": "new"}]}`},
		{`set local.other 3`, `{"set": [{"address": "local.other", "value": 3}]}`},
		{`set local.new 3`, `{"set": [{"address": "local.new", "value": 3}]}`},
		{`set aws_instance.*[ami="a"].ami "c"`, `{"set": [{"address": "aws_instance.*[ami=a].ami", "value": "c"}]}`},
		{`add aws_instance.web.lifecycle.prevent_destroy true`, `{"add": [{"address": "aws_instance.web.lifecycle.prevent_destroy", "value": true}]}`},
		{`add var.size {"type":"${string}"}`, `{"add": [{"address": "var.size", "attributes": {"type": "${string}"}}]}`},
		{`add aws_instance.web.monitoring true --before ami`, `{"add": [{"address": "aws_instance.web.monitoring", "value": true, "place": {"before": "ami"}}]}`},
		{`add aws_instance.web.monitoring true --comment=seen`, `{"add": [{"address": "aws_instance.web.monitoring", "value": true, "comment": "seen"}]}`},
		{`add aws_instance.web.tags.Team "core" --after aws_instance.web.tags.Owner`, `{"add": [{"address": "aws_instance.web.tags.Team", "value": "core", "place": {"after": "aws_instance.web.tags.Owner"}}]}`},
		{`add aws_instance.web.ebs_block_device {"size":2}`, `{"add": [{"address": "aws_instance.web.ebs_block_device", "value": {"size": 2}}]}`},
		{`add --block aws_instance.web.root {"size":2}`, `{"add": [{"address": "aws_instance.web.root", "value": {"size": 2}, "kind": "block"}]}`},
		{`add --block aws_instance.web.root`, `{"add": [{"address": "aws_instance.web.root", "kind": "block"}]}`},
		{`add local.new 3`, `{"add": [{"address": "local.new", "value": 3}]}`},
		{`add local.new 3 --before local.other`, `{"add": [{"address": "local.new", "value": 3, "place": {"before": "local.other"}}]}`},
		{`add output.id {"value":1}`, `{"add": [{"address": "output.id", "value": {"value": 1}}]}`},
		{`add output.id {"value":1} --after aws_instance.web`, `{"add": [{"address": "output.id", "value": {"value": 1}, "place": {"after": "aws_instance.web"}}]}`},
		{`rm aws_instance.web.ebs_block_device`, `{"delete": ["aws_instance.web.ebs_block_device"]}`},
		{`rm aws_instance.web.tags.Owner`, `{"delete": "aws_instance.web.tags.Owner"}`},
		{`rm var.region`, `{"delete": ["var.region"]}`},
		{`rename local.zone area`, `{"rename": [{"address": "local.zone", "to": "area"}]}`},
		{`rename aws_instance.web app`, `{"rename": [{"address": "aws_instance.web", "to": "app"}]}`},
		{`rename var.region var.area`, `{"rename": [{"address": "var.region", "to": "var.area"}]}`},
		{`rename aws_instance.web aws_vm.app`, `{"rename": [{"address": "aws_instance.web", "to": "aws_vm.app"}]}`},
		{`rename aws_instance.web.ebs_block_device disk`, `{"rename": [{"address": "aws_instance.web.ebs_block_device", "to": "disk"}]}`},
		{`rename aws_instance.web.ami disk.ami`, `{"rename": [{"address": "aws_instance.web.ami", "to": "disk.ami"}]}`},
		{`set aws_instance.web --comment web`, `{"update": [{"address": "aws_instance.web", "comment": "web"}]}`},
		{`set aws_instance.web.ami --comment image`, `{"update": [{"address": "aws_instance.web.ami", "comment": "image"}]}`},
		{`set aws_instance.web.tags.Owner --comment me`, `{"update": [{"address": "aws_instance.web.tags.Owner", "comment": "me"}]}`},
		{`set aws_instance.web.ebs_block_device.size --line-comment GB`, `{"update": [{"address": "aws_instance.web.ebs_block_device.size", "lineComment": "GB"}]}`},
		{`set aws_instance.*.ami --replace a --by b`, `{"update": [{"address": "aws_instance.*.ami", "replace": {"text": "a", "by": "b"}}]}`},
		{`disable aws_instance.web.ami`, `{"disable": ["aws_instance.web.ami"]}`},
		{`mv var.region --before locals[other]`, `{"move": [{"address": "var.region", "place": {"before": "locals[other]"}}]}`},
		{`mv aws_instance.web --after var.region`, `{"move": [{"address": "aws_instance.web", "place": {"after": "var.region"}}]}`},
		{`mv aws_instance.web.tags --before ami`, `{"move": [{"address": "aws_instance.web.tags", "place": {"before": "ami"}}]}`},
		{`mv aws_instance.web.tags --before aws_instance.web.ami`, `{"move": [{"address": "aws_instance.web.tags", "place": {"before": "aws_instance.web.ami"}}]}`},
		{`mv local.zone --file other.tf`, `{"move": [{"address": "local.zone", "file": "other.tf"}]}`},
		{`mv aws_instance.web --file new.tf`, `{"move": [{"address": "aws_instance.web", "file": "new.tf"}]}`},
		{`mv aws_instance.* --last --file other.tf`, `{"move": [{"address": "aws_instance.*", "place": "last", "file": "other.tf"}]}`},
		{`sort aws_lb.all.*`, `{"sort": [{"address": "aws_lb.all.*"}]}`},
		{`sort aws_lb.*.rule[0].*`, `{"sort": [{"address": "aws_lb.*.rule[0].*"}]}`},
		{`sort aws_lb.all.* --order name`, `{"sort": [{"address": "aws_lb.all.*", "order": ["name"]}]}`},
		{`sort aws_lb.all --order name`, `{"sort": [{"address": "aws_lb.all", "order": ["name"]}]}`},
		{`sort aws_lb.all.zones`, `{"sort": [{"address": "aws_lb.all.zones"}]}`},
		{`sort aws_lb.*.rule[*].cidr`, `{"sort": [{"address": "aws_lb.*.rule[*].cidr"}]}`},
		{`sort local.*`, `{"sort": [{"address": "local.*"}]}`},
		{`tidy -a aws_lb.*`, `{"tidy": [{"address": "aws_lb.*"}]}`},
		{`rename local.* --pattern o --by u`, `{"rename": [{"address": "local.*", "pattern": "o", "by": "u"}]}`},
		{`rename aws_instance.web.ebs_block_device.* --pattern s --by z`, `{"rename": [{"address": "aws_instance.web.ebs_block_device.*", "pattern": "s", "by": "z"}]}`},
		{`rename aws_instance.* --pattern w --by v`, `{"rename": [{"address": "aws_instance.*", "pattern": "w", "by": "v"}]}`},
		{`reshape aws_lb.*.rule --as list`, `{"reshape": [{"address": "aws_lb.*.rule", "as": "list"}]}`},
		{`reshape aws_lb.all.rule --as map --key port --name rules`, `{"reshape": [{"address": "aws_lb.all.rule", "as": "map", "key": "port", "name": "rules"}]}`},
		{`reshape aws_instance.web.ebs_block_device --as object`, `{"reshape": [{"address": "aws_instance.web.ebs_block_device", "as": "object"}]}`},
		{`reshape aws_instance.web.tags --as block --name label`, `{"reshape": [{"address": "aws_instance.web.tags", "as": "block", "name": "label"}]}`},
		{`reshape aws_lb.all.zones --as blocks --name zone --value id`, `{"reshape": [{"address": "aws_lb.all.zones", "as": "blocks", "name": "zone", "value": "id"}]}`},
		{`set iacvars.region 4`, `{"set": [{"address": "iacvars.region", "value": 4}]}`},
		{`set iacvars.size 4`, `{"set": [{"address": "iacvars.size", "value": 4}]}`},
		{`set iacvars.new 4`, `{"set": [{"address": "iacvars.new", "value": 4, "existing": true}]}`},
		{`set --existing iacvars.size 4`, `{"update": [{"address": "iacvars.size", "value": 4}]}`},
		{`set iacvars.size --line-comment tiny`, `{"update": [{"address": "iacvars.size", "lineComment": "tiny"}]}`},
		{`rm iacvars.region`, `{"delete": ["iacvars.region"]}`},
		{`rm iacvars.s*`, `{"delete": ["iacvars.s*"]}`},
		{`disable iacvars.size`, `{"disable": ["iacvars.size"]}`},
		{`enable aws_instance.old.ami`, `{"enable": ["aws_instance.old.ami"]}`},
		{`enable aws_instance.old.tags.Owner`, `{"enable": "aws_instance.old.tags.Owner"}`},
		{`enable aws_instance.old.disk[1]`, `{"enable": ["aws_instance.old.disk[1]"]}`},
		{`enable aws_instance.old.disk[*]`, `{"enable": ["aws_instance.old.disk[*]"]}`},
		{`enable local.dead`, `{"enable": ["local.dead"]}`},
		{`enable var.gone`, `{"enable": ["var.gone"]}`},
		{`enable iacvars.color`, `{"enable": ["iacvars.color"]}`},
		{`mv iacvars.size --first`, `{"move": [{"address": "iacvars.size", "place": "first"}]}`},
		{`rename iacvars.size zone`, `{"rename": [{"address": "iacvars.size", "to": "zone"}]}`},
	} {
		t.Run(c.command, func(t *testing.T) {
			want := maps.Clone(facesCode)
			var data struct {
				Files map[string]string `json:"edited_files"`
			}
			s := *s
			s.t = t
			s.edit(map[string]any{"files": facesCode, "edits": json.RawMessage(c.edits)}, &data)
			maps.Copy(want, data.Files)
			if cmp.Equal(want, facesCode) {
				t.Fatal("nothing is changed")
			}
			for _, args := range [][]string{append(strings.Fields(c.command), ".", "-w"), {"edit", ".", "-w", "-e", c.edits}} {
				dir := module(t, facesCode)
				if r := runIn(t, dir, args...); r.status != 0 {
					t.Fatalf("%q: %s", args, r.both())
				}
				if diff := cmp.Diff(changesOf(facesCode, want), changesIn(t, dir, facesCode)); diff != "" {
					t.Errorf("%q: -HTTP +command\n%s", args, diff)
				}
			}
			dir := module(t, facesCode)
			startAgent(t, "--root", dir).do(fmt.Sprintf(`edit {"edits": %s}`, c.edits))
			if diff := cmp.Diff(changesOf(facesCode, want), changesIn(t, dir, facesCode)); diff != "" {
				t.Errorf("-HTTP +agent\n%s", diff)
			}
		})
	}
}

// TestSameErrors: edits that are refused are refused by HTTP, by the command and for an agent with the
// same code and the same text. The command that makes the same edit, if there is one, is refused with
// the same code, text and position.
func TestSameErrors(t *testing.T) {
	s, dir := serve(t, nil), module(t, refusedCode)
	a := startAgent(t, "--root", dir)
	for _, c := range []struct{ edits, command string }{
		{`{"set": [{"address": "aws_instance.webb.ami", "value": "b"}], "delete": ["aws_instance.web.amii"]}`, ""},
		{`{"delete": {"resource": {"aws_instance": {"web": [{"attributes": ["amii"]}]}}}}`, ""},
		{`{"update": {"resource": {"aws_instance": {"webb": [{"attributes": {"ami": 1}}]}}}}`, ""},
		{`{"update": [{"address": "aws_instance.web[ami=z].ami", "value": "b"}]}`, ""},
		{`{"update": [{"address": "varible.region.default", "value": "b"}]}`, ""},
		{`{"delete": ["aws_instance"]}`, ""},
		{`{"update": {"locals": [{"attributes": {"zone": 1}}]}}`, ""},
		{`{"set": {"variable": {"region": [{"default": 1}]}}}`, ""},
		{`{"sett": {}}`, ""},

		{`{"delete": ["aws_instance.webb"]}`, `rm aws_instance.webb`},
		{`{"delete": ["aws_instance.web.amii"]}`, `rm aws_instance.web.amii`},
		{`{"delete": ["aws_instance.web.tags.Ownr"]}`, `rm aws_instance.web.tags.Ownr`},
		{`{"delete": ["aws_instance.web.lifecycle"]}`, `rm aws_instance.web.lifecycle`},
		{`{"delete": ["module.net"]}`, `rm module.net`},
		{`{"delete": ["local.zon"]}`, `rm local.zon`},
		{`{"delete": ["var.zone"]}`, `rm var.zone`},
		{`{"delete": ["provider.aws"]}`, `rm provider.aws`},
		{`{"delete": ["provider.aws.region"]}`, `rm provider.aws.region`},
		{`{"delete": ["aws_instance.web.disk.iops"]}`, `rm aws_instance.web.disk.iops`},
		{`{"delete": ["aws_instance.w*.amii"]}`, `rm aws_instance.w*.amii`},
		{`{"delete": ["aws_instance"]}`, `rm aws_instance`},
		{`{"delete": ["instance.web"]}`, `rm instance.web`},
		{`{"delete": ["region"]}`, `rm region`},
		{`{"delete": ["aws_instance.web.*"]}`, `rm aws_instance.web.*`},
		{`{"delete": ["aws_instance.count[0]"]}`, `rm aws_instance.count[0]`},
		{`{"delete": ["aws_instance.web.tags.Owner.x"]}`, `rm aws_instance.web.tags.Owner.x`},
		{`{"disable": ["aws_instance.web.disk"]}`, `disable aws_instance.web.disk`},
		{`{"update": [{"address": "aws_instance.web.amii", "value": "b"}]}`, `set --existing aws_instance.web.amii "b"`},
		{`{"set": [{"address": "aws_instance.webb.ami", "value": "b", "existing": true}]}`, `set aws_instance.webb.ami "b"`},
		{`{"set": [{"address": "aws_instance.web", "value": "b"}]}`, `set aws_instance.web "b"`},
		{`{"set": [{"address": "aws_instance.web", "value": {}, "lineComment": "b"}]}`, `set aws_instance.web {} --line-comment=b`},
		{`{"set": [{"address": "provider.aws.region", "value": "b"}]}`, `set provider.aws.region "b"`},
		{`{"set": [{"address": "aws_instance.web.disk.size", "value": 3}]}`, `set aws_instance.web.disk.size 3`},
		{`{"add": [{"address": "aws_instance.webb.user", "value": 3}]}`, `add aws_instance.webb.user 3`},
		{`{"add": [{"address": "provider.aws.profile", "value": 3}]}`, `add provider.aws.profile 3`},
		{`{"add": [{"address": "aws_instance.web.ami", "value": 3}]}`, `add aws_instance.web.ami 3`},
		{`{"add": [{"address": "aws_instance.web.tags.Owner", "value": 3}]}`, `add aws_instance.web.tags.Owner 3`},
		{`{"add": [{"address": "var.region", "value": {}}]}`, `add var.region {}`},
		{`{"add": [{"address": "local.zone", "value": 1}]}`, `add local.zone 1`},
		{`{"add": [{"address": "var.size", "value": [1]}]}`, `add var.size [1]`},
		{`{"add": [{"address": "aws_instance.web.user"}]}`, `add aws_instance.web.user`},
		{`{"add": [{"address": "aws_instance.web", "value": {}, "lineComment": "b"}]}`, `add aws_instance.web {} --line-comment=b`},
		{`{"add": [{"address": "aws_instance.web.disk.iops", "value": 3}]}`, `add aws_instance.web.disk.iops 3`},
		{`{"add": [{"address": "vra.size", "value": {}}]}`, `add vra.size {}`},
		{`{"add": [{"address": "var.size", "value": {}, "place": {"after": "var.regio"}}]}`, `add var.size {} --after var.regio`},
		{`{"add": [{"address": "aws_instance.web.user", "value": 1, "place": {"after": "var.region"}}]}`, `add aws_instance.web.user 1 --after var.region`},
		{`{"rename": [{"address": "local.zon", "to": "a"}]}`, `rename local.zon a`},
		{`{"rename": [{"address": "var.region", "to": "aws_x.a"}]}`, `rename var.region aws_x.a`},
		{`{"rename": [{"address": "aws_instance.web.tags.Ownr", "to": "A"}]}`, `rename aws_instance.web.tags.Ownr A`},
		{`{"rename": [{"address": "aws_instance.*", "to": "a"}]}`, `rename aws_instance.* a`},
		{`{"update": [{"address": "aws_instance.web.amii", "comment": "b"}]}`, `set aws_instance.web.amii --comment b`},
		{`{"update": [{"address": "aws_instance.web", "lineComment": "b"}]}`, `set aws_instance.web --line-comment b`},
		{`{"update": [{"address": "local.zon", "replace": {"text": "a", "by": "b"}}]}`, `set local.zon --replace a --by b`},
		{`{"update": [{"address": "aws_instance.web", "replace": {"text": "a", "by": "b"}}]}`, `set aws_instance.web --replace a --by b`},
		{`{"sort": [{"address": "aws_instance.web.tag"}]}`, `sort aws_instance.web.tag`},
		{`{"sort": [{"address": "aws_instance.*.tag"}]}`, `sort aws_instance.*.tag`},
		{`{"sort": [{"address": "aws_instance.web.tags", "order": ["a"]}]}`, `sort aws_instance.web.tags --order a`},
		{`{"sort": [{"address": "aws_instance.web.disk"}]}`, `sort aws_instance.web.disk`},
		{`{"tidy": [{"address": "aws_instance.web.tags"}]}`, `tidy -a aws_instance.web.tags`},
		{`{"tidy": [{"address": "aws_instance.web.*"}]}`, `tidy -a aws_instance.web.*`},
		{`{"rename": [{"address": "aws_instance.web.ami", "pattern": "a", "by": "b"}]}`, `rename aws_instance.web.ami --pattern a --by b`},
		{`{"reshape": [{"address": "aws_instance.web.disks", "as": "list"}]}`, `reshape aws_instance.web.disks --as list`},
		{`{"reshape": [{"address": "aws_instance.*.disks", "as": "list"}]}`, `reshape aws_instance.*.disks --as list`},
		{`{"reshape": [{"address": "aws_instance.web.disks.x", "as": "list"}]}`, `reshape aws_instance.web.disks.x --as list`},
		{`{"reshape": [{"address": "aws_instance.webb.disk", "as": "list"}]}`, `reshape aws_instance.webb.disk --as list`},
		{`{"reshape": [{"address": "aws_instance.web", "as": "list"}]}`, `reshape aws_instance.web --as list`},
		{`{"reshape": [{"address": "aws_instance.web.*", "as": "list"}]}`, `reshape aws_instance.web.* --as list`},
		{`{"reshape": [{"address": "aws_instance.web.disk[0]", "as": "list"}]}`, `reshape aws_instance.web.disk[0] --as list`},
		{`{"reshape": [{"address": "aws_instance.web.disk", "as": "object"}]}`, `reshape aws_instance.web.disk --as object`},
		{`{"reshape": [{"address": "aws_instance.web.ami", "as": "block"}]}`, `reshape aws_instance.web.ami --as block`},
		{`{"reshape": [{"address": "aws_instance.web.tags.Owner", "as": "block"}]}`, `reshape aws_instance.web.tags.Owner --as block`},
		{`{"reshape": [{"address": "provider.aws.assume", "as": "list"}]}`, `reshape provider.aws.assume --as list`},
		{`{"set": [{"address": "iacvars.size", "value": 3}]}`, `set iacvars.size 3`},
		{`{"set": [{"address": "iacvars.new", "value": 3, "existing": true}]}`, `set iacvars.new 3`},
		{`{"delete": ["iacvars.region"]}`, `rm iacvars.region`},
		{`{"rename": [{"address": "iacvars.region", "to": "zone"}]}`, `rename iacvars.region zone`},
		{`{"enable": ["iacvars.region"]}`, `enable iacvars.region`},
		{`{"enable": ["var.gon"]}`, `enable var.gon`},
		{`{"enable": ["local.zon"]}`, `enable local.zon`},
		{`{"enable": ["local.old"]}`, `enable local.old`},
		{`{"enable": ["aws_instance.ol.ami"]}`, `enable aws_instance.ol.ami`},
		{`{"enable": ["aws_instance.old.disk"]}`, `enable aws_instance.old.disk`},
		{`{"enable": ["aws_instance.old.disc[*]"]}`, `enable aws_instance.old.disc[*]`},
		{`{"enable": ["aws_instance.old.tags.Team"]}`, `enable aws_instance.old.tags.Team`},
		{`{"enable": ["aws_instance.old.a*"]}`, `enable aws_instance.old.a*`},
		{`{"enable": ["instance.old"]}`, `enable instance.old`},
		{`{"enable": ["aws_instance"]}`, `enable aws_instance`},
		{`{"move": [{"address": "var.regio", "place": "first"}]}`, `mv var.regio --first`},
		{`{"move": [{"address": "var.region", "place": {"after": "var.regio"}}]}`, `mv var.region --after var.regio`},
		{`{"move": [{"address": "var.region", "place": {"after": "var.region"}}]}`, `mv var.region --after var.region`},
		{`{"move": [{"address": "var.region", "place": {"after": "vr.region"}}]}`, `mv var.region --after vr.region`},
		{`{"move": [{"address": "var.region", "place": {"after": "aws_instance.web.ami"}}]}`, `mv var.region --after aws_instance.web.ami`},
		{`{"move": [{"address": "aws_instance.web.ami", "place": {"after": "aws_instance.web.tag"}}]}`, `mv aws_instance.web.ami --after aws_instance.web.tag`},
		{`{"move": [{"address": "aws_instance.web.ami", "place": {"after": "tag"}}]}`, `mv aws_instance.web.ami --after tag`},
		{`{"move": [{"address": "aws_instance.*.ami", "place": {"after": "aws_instance.web.tags"}}]}`, `mv aws_instance.*.ami --after aws_instance.web.tags`},
		{`{"move": [{"address": "var.region", "place": {"after": "provider.aws"}}]}`, `mv var.region --after provider.aws`},
		{`{"move": [{"address": "local.zone", "place": "first", "file": "other.tf"}]}`, `mv local.zone --first --file other.tf`},
		{`{"move": [{"address": "aws_instance.web.ami", "file": "other.tf"}]}`, `mv aws_instance.web.ami --file other.tf`},
		{`{"move": [{"address": "aws_instance.web.ebs_block_device", "file": "other.tf"}]}`, `mv aws_instance.web.ebs_block_device --file other.tf`},
		{`{"move": [{"address": "aws_instance.count[0]", "place": "first"}]}`, `mv aws_instance.count[0] --first`},
	} {
		body, err := json.Marshal(map[string]any{"files": refusedCode, "edits": json.RawMessage(c.edits)})
		if err != nil {
			t.Fatal(err)
		}
		_, answer := s.post("/v1/iac/edit", string(body))
		var refused struct {
			Error struct {
				Code, Message string
				Position      struct {
					File         string
					Line, Column int
				}
			}
		}
		if err := json.Unmarshal([]byte(answer), &refused); err != nil || refused.Error.Code == "" {
			t.Fatalf("%s is answered %s", c.edits, answer)
		}
		want := refused.Error
		if got := runIn(t, dir, "edit", ".", "-e", c.edits).both(); !strings.Contains(got, want.Message+" ("+want.Code+")") {
			t.Errorf("%s: HTTP says %s (%s), and the command %s", c.edits, want.Message, want.Code, got)
		}
		text, _ := a.call("edit", `{"edits": `+c.edits+`}`)
		if !strings.HasPrefix(text, want.Code+": ") || !strings.Contains(text, want.Message) {
			t.Errorf("%s: HTTP says %s: %s, and the agent reads %s", c.edits, want.Code, want.Message, text)
		}
		if c.command == "" {
			continue
		}
		var got struct {
			Error struct {
				Code, Message, File string
				Line, Column        int
			}
		}
		out := runIn(t, dir, append(strings.Fields(c.command), ".", "--json")...).both()
		if err := json.Unmarshal([]byte(out), &got); err != nil {
			t.Errorf("%s prints %s", c.command, out)
			continue
		}
		at := &got.Error
		if at.Line == 0 {
			at.File = "" // the command names the directory
		}
		if at.Code != want.Code || !strings.HasPrefix(at.Message, want.Message) || at.File != want.Position.File || at.Line != want.Position.Line || at.Column != want.Position.Column {
			t.Errorf("%s: HTTP says %v, and the command %v", c.command, want, *at)
		}
	}
}

// refusedCode are the files of TestSameErrors: facesCode, with blocks that are alike.
var refusedCode = map[string]string{
	"main.tf":      strings.Replace(facesCode["main.tf"], "  ebs_block", "  disk {\n    size = 1\n  }\n\n  disk {\n    size = 2\n  }\n\n  ebs_block", 1),
	"providers.tf": "provider \"aws\" {\n  region = \"a\"\n}\n\nprovider \"aws\" {\n  alias  = \"b\"\n  region = \"b\"\n}\n",
	"locals.tf":    facesCode["locals.tf"] + "\nlocals {\n  # old = 1\n}\n\nlocals {\n  # old = 2\n}\n",
	"old.tf":       oldFacesCode,
	"a.tfvars":     "size = 1\n",
	"b.tfvars":     "size = 2\n",
	"other.tf":     facesCode["other.tf"] + "\nresource \"aws_instance\" \"count\" {\n  count = 2\n}\n",
}
