package oracle

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"iacedit/edit"
)

// terraform runs the terraform that is installed; without one the test is skipped.
func terraform(t *testing.T, dir string, args ...string) ([]byte, error) {
	t.Helper()
	path, err := exec.LookPath("terraform")
	if err != nil {
		t.Skipf("SKIPPED, terraform was not asked: %v", err)
	}
	cmd := exec.Command(path, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "TF_IN_AUTOMATION=1", "CHECKPOINT_DISABLE=1", "TF_CLI_CONFIG_FILE="+os.DevNull)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err = cmd.Run(); err != nil {
		return append(out.Bytes(), errs.Bytes()...), err
	}
	return out.Bytes(), nil
}

// mustRun is terraform, and fails t where that fails.
func mustRun(t *testing.T, dir string, args ...string) []byte {
	t.Helper()
	out, err := terraform(t, dir, args...)
	if err != nil {
		t.Fatalf("terraform %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return out
}

// build makes files by requests alone, each from empty code on.
func build(t *testing.T, dir string, files map[string][]string) {
	t.Helper()
	for name, requests := range files {
		var code []byte
		for _, request := range requests {
			next, err := new(edit.Options).Apply(nil, code, []byte(request))
			if err != nil {
				t.Fatalf("%s: %v\n%s", name, err, request)
			}
			code = next
		}
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, code, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// Edits of empty files make a configuration with every block type and special place that
// terraform can check without a network. It is valid and formatted.
func TestTerraformValidates(t *testing.T) {
	dir := t.TempDir()
	build(t, dir, everyBlock)
	mustRun(t, dir, "init", "-backend=false", "-input=false", "-no-color")
	mustRun(t, dir, "validate", "-no-color")
	mustRun(t, dir, "fmt", "-check", "-recursive", "-diff")
}

var everyBlock = map[string][]string{
	"main.tf": {
		`{"add": {"iac": [{"attributes": {"required_version": ">= 1.5, < 99"}, "blockTypes": {
			"required_providers": [{"attributes": {"terraform": {"source": "terraform.io/builtin/terraform"}}}],
			"backend": [{"labels": ["local"], "attributes": {"path": "x.tfstate"}}]}}]}}`,
		`{"add": {"provider": {"terraform": [{}, {"attributes": {"alias": "other"}}]}}}`,
		`{"set": {"locals": [{"attributes": {"one": 1, "names": ["a", "b"], "name": "n-${var.text}", "literal": "$${x}"}}]}}`,
		`{"add": {"data": {"terraform_remote_state": {"last": [{"attributes": {"backend": "local", "provider": "terraform.other",
			"config": {"path": "${path.module}/last.tfstate"}, "defaults": {"x": null}, "depends_on": ["terraform_data.first"]}}]}}}}`,
		`{"add": {"resource": {"terraform_data": {
			"first": [{"attributes": {"input": "${local.name}", "triggers_replace": ["${var.list}", 1], "provider": "terraform.other"},
				"blockTypes": {
					"lifecycle": [{"attributes": {"create_before_destroy": true, "prevent_destroy": false, "ignore_changes": ["input", "triggers_replace[0]"],
							"replace_triggered_by": ["terraform_data.second", "terraform_data.many[\"a\"].id"]},
						"blockTypes": {
							"precondition": [{"attributes": {"condition": "${local.one == 1}", "error_message": "one is ${local.one}"}}],
							"postcondition": [{"attributes": {"condition": "${self.id != \"\"}", "error_message": "no id"}}]}}],
					"connection": [{"attributes": {"type": "ssh", "host": "localhost"}}],
					"provisioner": [
						{"labels": ["local-exec"], "attributes": {"command": "echo ${self.id}", "on_failure": "continue", "environment": {"A_B": "c"}}},
						{"labels": ["local-exec"], "attributes": {"command": "echo bye", "when": "destroy"}},
						{"labels": ["file"], "attributes": {"content": "x", "destination": "/tmp/x"}, "blockTypes": {"connection": [{"attributes": {"host": "h"}}]}}]}}],
			"second": [{"attributes": {"count": "${var.flag ? 1 : 0}", "depends_on": ["terraform_data.many", "terraform_data.imported"]},
				"blockTypes": {"lifecycle": [{"attributes": {"ignore_changes": "all"}}]}}],
			"many": [{"attributes": {"for_each": "${toset(local.names)}", "input": "${each.key}"}}],
			"imported": [{"attributes": {"for_each": {"a": 1, "b": 2}}}]}}}}`,
		`{"add": {"module": {"child": [{"attributes": {"source": "./child", "providers": {"terraform": "terraform", "terraform.extra": "terraform.other"},
			"text": "${local.name}", "depends_on": ["terraform_data.first"]}}]}}}`,
		`{"add": {"module": {"each": [{"attributes": {"source": "./plain", "count": 2}}]}}}`,
		`{"add": {"output": {"o": [{"attributes": {"value": "${terraform_data.first.output}", "description": "what ${this} is", "sensitive": true, "depends_on": ["terraform_data.second"]},
			"blockTypes": {"precondition": [{"attributes": {"condition": "${local.one > 0}", "error_message": "no"}}]}}]}}}`,
		`{"add": {"check": {"health": [{"blockTypes": {
			"data": [{"labels": ["terraform_remote_state", "now"], "attributes": {"backend": "local", "depends_on": ["terraform_data.first"], "config": {"path": "y"}}}],
			"assert": [{"attributes": {"condition": "${data.terraform_remote_state.now.backend == \"local\"}", "error_message": "it is ${data.terraform_remote_state.now.backend}"}}]}}]}}}`,
		`{"add": {"moved": [{"attributes": {"from": "terraform_data.older", "to": "terraform_data.first"}}, {"attributes": {"from": "module.old", "to": "module.child"}}],
			"removed": [{"attributes": {"from": "terraform_data.gone"}, "blockTypes": {"lifecycle": [{"attributes": {"destroy": true}}],
				"provisioner": [{"labels": ["local-exec"], "attributes": {"when": "destroy", "on_failure": "fail", "command": "true"}}]}}],
			"import": [{"attributes": {"for_each": {"a": "1", "b": "2"}, "to": "terraform_data.imported[each.key]", "id": "${each.value}", "provider": "terraform.other"}}]}}`,
		`{"set": {"resource": {"terraform_data": {"imported": [{"attributes": {"provider": "terraform.other"}}]}}}}`,
	},
	"variables.tf": {
		`{"add": {"variable": {
			"text": [{"attributes": {"type": "string", "default": "${not a template}", "description": "a %{text}", "nullable": false, "sensitive": false}}],
			"number": [{"attributes": {"type": "${number}", "default": 1e3}}],
			"flag": [{"attributes": {"type": "bool", "default": true, "ephemeral": false}}],
			"list": [{"attributes": {"type": "list(string)", "default": ["a", "${b}"]}}],
			"set": [{"attributes": {"type": "set(number)", "default": []}}],
			"map": [{"attributes": {"type": "map(any)", "default": {"with space": 1}}}],
			"tuple": [{"attributes": {"type": "tuple([string, number])", "default": ["a", 1]}}],
			"object": [{"attributes": {"type": "object({\n  a = string\n  b = optional(list(number), [1, 2])\n})", "default": {"a": "x"}}}],
			"any": [{"attributes": {"type": "any", "default": null},
				"blockTypes": {"validation": [
					{"attributes": {"condition": "${var.any == null || can(tostring(var.any))}", "error_message": "no string"}},
					{"attributes": {"condition": "${var.any != \"\"}", "error_message": "it is empty"}}]}}]}}}`,
	},
	"child/main.tf": {
		`{"add": {"terraform": [{"blockTypes": {"required_providers": [{"attributes": {
			"terraform": {"source": "terraform.io/builtin/terraform", "configuration_aliases": ["terraform.extra"]}}}]}}]}}`,
		`{"add": {"variable": {"text": [{"attributes": {"type": "string"}}]}, "resource": {"terraform_data": {"x": [{"attributes": {"provider": "terraform.extra", "input": "${var.text}"}}]}}}}`,
	},
	"plain/main.tf": {`{"add": {"output": {"x": [{"attributes": {"value": "${path.module}"}}]}}}`},
	"all.tftest.hcl": {
		`{"add": {"variables": [{"attributes": {"text": "t"}}],
			"run": {"first": [{"attributes": {"command": "${plan}"}, "blockTypes": {
				"variables": [{"attributes": {"flag": false}}],
				"assert": [{"attributes": {"condition": "${local.one == 1}", "error_message": "no"}}]}}]}}}`,
	},
	"terraform.tfvars": {`{"set": {"tfvars": [{"attributes": {"text": "echo ${HOME}", "list": ["%{x}"], "map": {"a b": "${c}"}}}]}}`},
}

// The values of a plan are those sent.
func TestTerraformPlansWhatWasSent(t *testing.T) {
	values := []string{
		`"plain"`, `"two\nlines\n"`, `"tab\t quote \" backslash \\ \u00e9 \u65e5 \ud83d\ude00 nbsp \u00a0 bell \u0007"`, `"$ $$ 100% {} #"`,
		`12345678901234567890`, `0.1`, `1e3`, `-5`, `true`, `[1, "two", true, [], {}]`,
		`{"plain": 1, "with space": {"for": [{"null": "x"}]}, "1st": "y"}`,
		`"a long string that takes so many columns that a list with it and another does not fit the line of 100 columns"`,
	}
	dir := t.TempDir()
	requests := []string{}
	for i, v := range values {
		requests = append(requests, `{"add": {"output": {"o`+itoa(i)+`": [{"attributes": {"value": `+v+`}}]}}}`)
	}
	requests = append(requests,
		`{"add": {"variable": {"v": [{"attributes": {"type": "any", "default": "${literal} %{text}"}}]}, "output": {"v": [{"attributes": {"value": "${var.v}"}}], "w": [{"attributes": {"value": "$${literal} ${var.v}"}}]}}}`)
	build(t, dir, map[string][]string{"main.tf": requests})
	mustRun(t, dir, "init", "-input=false", "-no-color")
	mustRun(t, dir, "plan", "-input=false", "-no-color", "-out=plan")
	var plan struct {
		Values struct {
			Outputs map[string]struct{ Value any }
		} `json:"planned_values"`
	}
	if err := json.Unmarshal(mustRun(t, dir, "show", "-json", "plan"), &plan); err != nil {
		t.Fatal(err)
	}
	for i, v := range values {
		var want any
		if err := json.Unmarshal([]byte(v), &want); err != nil {
			t.Fatal(err)
		}
		if got := plan.Values.Outputs["o"+itoa(i)].Value; !reflect.DeepEqual(got, want) {
			t.Errorf("sent %s, planned %#v", v, got)
		}
	}
	if got := plan.Values.Outputs["v"].Value; got != "${literal} %{text}" {
		t.Errorf("the default is %q", got)
	}
	if got := plan.Values.Outputs["w"].Value; got != "${literal} ${literal} %{text}" {
		t.Errorf("the template is %q", got)
	}
}

// terraform fmt accepts the result of an edit where it accepted the file. Labels with a
// "$" or "%" are left out: it loses them.
func TestTerraformFormatAcceptsEdits(t *testing.T) {
	before, after := t.TempDir(), t.TempDir()
	terraform(t, before, "version")
	files := accepted(samples(t))
	rnd := rand.New(rand.NewPCG(21, 22))
	write := func(dir string, n int, src []byte) {
		if err := os.WriteFile(filepath.Join(dir, itoa(n)+".tf"), src, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	requests := map[int]string{}
	for tries := 0; len(requests) < 600 && tries < 20_000; tries++ {
		c := readCode(tidied(files[rnd.IntN(len(files))].src))
		change, ok := newChooser(rnd, c).change()
		if !ok || c.quirk || endsInBlanks(c.src) || strings.ContainsAny(strings.Join(change.block.labels, ""), "$%") {
			continue
		}
		if _, ok := planFor(c, change); !ok {
			continue
		}
		out, err := apply(c.src, requestOf(change))
		if err != nil {
			t.Fatal(err)
		}
		write(before, len(requests), c.src)
		write(after, len(requests), out)
		requests[len(requests)] = requestOf(change)
	}
	dirty := func(dir string) map[string]bool {
		out, _ := terraform(t, dir, "fmt", "-check", "-list=true")
		names := map[string]bool{}
		for _, name := range strings.Fields(string(out)) {
			names[name] = true
		}
		return names
	}
	was, is := dirty(before), dirty(after)
	for n, request := range requests {
		if name := itoa(n) + ".tf"; is[name] && !was[name] {
			src, _ := os.ReadFile(filepath.Join(after, name))
			t.Errorf("terraform fmt would change\n%s\nafter\n%s", src, request)
		}
	}
	t.Logf("terraform fmt was asked about %d edits, of files it accepted: %d", len(requests), len(requests)-len(was))
}
