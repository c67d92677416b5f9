package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"os/exec"
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
	"locals.tf": "locals {\n  zone = \"a\"\n}\n",
	"other.tf":  "locals {\n  other = local.zone\n}\n\nvariable \"region\" {}\n",
}

// TestSameWords: what is asked at an address is done alike by a request over HTTP with this address, by
// the command for it, by the command for edits, and by an agent: the same bytes.
func TestSameWords(t *testing.T) {
	s := serve(t, nil)
	for _, c := range []struct{ command, edits string }{
		{`set aws_instance.web.ami "b"`, `{"set": [{"address": "aws_instance.web.ami", "value": "b"}]}`},
		{`set aws_instance.web.tags.Team "core"`, `{"set": [{"address": "aws_instance.web.tags.Team", "value": "core"}]}`},
		{`set aws_instance.web.ebs_block_device.size 2`, `{"set": [{"address": "aws_instance.web.ebs_block_device.size", "value": 2}]}`},
		{`set local.other 3`, `{"set": [{"address": "local.other", "value": 3}]}`},
		{`set local.new 3`, `{"set": [{"address": "local.new", "value": 3}]}`},
		{`set aws_instance.*[ami="a"].ami "c"`, `{"set": [{"address": "aws_instance.*[ami=a].ami", "value": "c"}]}`},
		{`add aws_instance.web.lifecycle.prevent_destroy true`, `{"add": [{"address": "aws_instance.web.lifecycle.prevent_destroy", "value": true}]}`},
		{`add var.size {"type":"${string}"}`, `{"add": [{"address": "var.size", "attributes": {"type": "${string}"}}]}`},
		{`rm aws_instance.web.ebs_block_device`, `{"delete": ["aws_instance.web.ebs_block_device"]}`},
		{`rm aws_instance.web.tags.Owner`, `{"delete": "aws_instance.web.tags.Owner"}`},
		{`rm var.region`, `{"delete": ["var.region"]}`},
		{`rename local.zone area`, `{"rename": [{"address": "local.zone", "to": "area"}]}`},
		{`rename aws_instance.web app`, `{"rename": [{"address": "aws_instance.web", "to": "app"}]}`},
		{`disable aws_instance.web.ami`, `{"disable": ["aws_instance.web.ami"]}`},
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
				cmd := exec.Command(binary, args...)
				cmd.Dir = dir
				if out, err := cmd.CombinedOutput(); err != nil {
					t.Fatalf("%q: %s", args, out)
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
// same code and the same text.
func TestSameErrors(t *testing.T) {
	s, dir := serve(t, nil), module(t, facesCode)
	a := startAgent(t, "--root", dir)
	for _, edits := range []string{
		`{"set": [{"address": "aws_instance.webb.ami", "value": "b"}], "delete": ["aws_instance.web.amii"]}`,
		`{"delete": {"resource": {"aws_instance": {"web": [{"attributes": ["amii"]}]}}}}`,
		`{"update": [{"address": "aws_instance.web.amii", "value": "b"}]}`,
		`{"update": {"resource": {"aws_instance": {"webb": [{"attributes": {"ami": 1}}]}}}}`,
		`{"update": [{"address": "aws_instance.web[ami=z].ami", "value": "b"}]}`,
		`{"update": [{"address": "varible.region.default", "value": "b"}]}`,
		`{"delete": ["aws_instance"]}`,
		`{"update": {"locals": [{"attributes": {"zone": 1}}]}}`,
		`{"set": {"variable": {"region": [{"default": 1}]}}}`,
		`{"sett": {}}`,
	} {
		body, err := json.Marshal(map[string]any{"files": facesCode, "edits": json.RawMessage(edits)})
		if err != nil {
			t.Fatal(err)
		}
		_, answer := s.post("/v1/iac/edit", string(body))
		var refused struct {
			Error struct{ Code, Message string }
		}
		if err := json.Unmarshal([]byte(answer), &refused); err != nil || refused.Error.Code == "" {
			t.Fatalf("%s is answered %s", edits, answer)
		}
		cmd := exec.Command(binary, "edit", ".", "-e", edits)
		cmd.Dir = dir
		out, _ := cmd.CombinedOutput()
		if want := refused.Error.Message + " (" + refused.Error.Code + ")"; !strings.Contains(string(out), want) {
			t.Errorf("%s: HTTP says %s, and the command %s", edits, want, out)
		}
		text, _ := a.call("edit", `{"edits": `+edits+`}`)
		if !strings.HasPrefix(text, refused.Error.Code+": ") || !strings.Contains(text, refused.Error.Message) {
			t.Errorf("%s: HTTP says %s: %s, and the agent reads %s", edits, refused.Error.Code, refused.Error.Message, text)
		}
	}
}
