package main

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// inShell runs a program in a shell with the command on PATH, in a folder with code, and
// returns what it prints.
func inShell(t *testing.T, shell, program string, args ...string) string {
	t.Helper()
	path, err := exec.LookPath(shell)
	if err != nil {
		t.Skip("SKIPPED, completion was not tested: ", err)
	}
	dir := t.TempDir()
	for name, text := range map[string]string{
		"main.tf": "module \"vpc\" {\n  version = \"5.0.0\"\n}\nresource \"aws_x\" \"odd label\" {}\n" +
			"data \"d\" \"$(touch made)\" {}\ndata \"d\" \"`touch made`\" {}\ndata \"d\" \"it's\" {}\n",
		"edits file.json":   "{}",
		"edits-folder/x.tf": "",
	} {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, path, append(args, program)...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "PATH="+filepath.Dir(binary)+string(os.PathListSeparator)+os.Getenv("PATH"), "HOME="+dir, "TERM=dumb", "XDG_CONFIG_HOME="+dir)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", cmd, err, out)
	}
	return string(out)
}

// The words of a command line, and what it may go on with, as bash has it.
func TestBashCompletion(t *testing.T) {
	program := `
source <(iacedit completion bash) || exit
complete -p iacedit
try() {
	COMP_WORDS=(iacedit "$@") COMP_CWORD=$#
	_iacedit
	echo "$* -> ${COMPREPLY[*]}"
}
try se
try edit -e edit
try edit --edits = edit
try edit --dialect = h
try get module.
try get aws
try get '"aws'
try get "'data"
try get '"data'
try get data.d
`
	want := strings.ReplaceAll(`complete -F _iacedit iacedit
se -> set serve
edit -e edit -> edits file.json edits-folder
edit --edits = edit -> edits file.json edits-folder
edit --dialect = h -> hcl
get module. -> module.vpc
get aws -> aws_x\[\"odd\ label\"\]
get "aws -> aws_x[\"odd label\"]
get 'data -> data.d["$(touch made)"] data.d["TICKtouch madeTICK"]
get "data -> data.d[\"\$(touch made)\"] data.d[\"\TICKtouch made\TICK\"] data.d[\"it's\"]
get data.d -> data.d\[\"\$\(touch\ made\)\"\] data.d\[\"\TICKtouch\ made\TICK\"\] data.d\[\"it\'s\"\]
`, "TICK", "`")
	got := inShell(t, "bash", program, "--norc", "--noprofile", "-c")
	got = strings.ReplaceAll(got, "edits-folder edits file.json", "edits file.json edits-folder") // in the order of the folder
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// Zsh completes in an interactive shell alone: there is one in a terminal of its own, which
// shows what it would offer.
func TestZshCompletion(t *testing.T) {
	program := `
zmodload zsh/zpty || exit 1
zpty shell zsh -f -i
zpty -w shell "PROMPT= RPROMPT=; unsetopt zle_bracketed_paste; autoload -Uz compinit; compinit -u -D; source <(iacedit completion zsh); zle_bracketed_paste=(); echo rea''dy"
zpty -r -m shell line '*ready*' || exit 1
zpty -w shell $'iacedit vers\t && echo do\'\'ne-1'
zpty -r -m shell line '*done-1*' && print -r -- "$line"
zpty -w shell $'iacedit get -r module.vpc.vers\t && echo do\'\'ne-2'
zpty -r -m shell line '*done-2*' && print -r -- "$line"
zpty -w shell $'echo iacedit; iacedit get module.v\t | cat; echo do\'\'ne-3'
zpty -r -m shell line '*done-3*' && print -r -- "$line"
zpty -w shell $'iacedit edit main.tf -d -e edits\\ f\t || echo do\'\'ne-4'
zpty -r -m shell line '*done-4*' && print -r -- "$line"
zpty -w shell $'iacedit edit main.tf -d --edits=edits\\ f\t || echo do\'\'ne-5'
zpty -r -m shell line '*done-5*' && print -r -- "$line"
zpty -d shell
`
	got := inShell(t, "zsh", program, "-f", "-c")
	for _, want := range []string{"go1.", "5.0.0", `"version": "5.0.0"`, "INVALID_REQUEST"} {
		if !strings.Contains(got, want) {
			t.Errorf("zsh did not complete what prints %q:\n%s", want, got)
		}
	}
	if n := strings.Count(got, "INVALID_REQUEST"); n != 2 {
		t.Errorf("zsh completed %d of 2 files:\n%s", n, got)
	}
}

func TestFishCompletion(t *testing.T) {
	program := `
iacedit completion fish | source
for line in 'se' 'edit -e edit' 'edit --edits=edit' 'edit --dialect=h' 'get module.' 'get aws'
	echo "$line ->" (complete -C "iacedit $line" | string replace -r \t.+ \t…)
end
`
	want := "se -> serve\t… set\t…\n" +
		"edit -e edit -> edits file.json edits-folder/\n" +
		"edit --edits=edit -> --edits=edits file.json --edits=edits-folder/\n" +
		"edit --dialect=h -> --dialect=hcl\n" +
		"get module. -> module.vpc\n" +
		"get aws -> aws_x[\"odd label\"]\n"
	got := inShell(t, "fish", program, "--no-config", "-c")
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
