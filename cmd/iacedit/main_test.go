package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/alecthomas/kong"
	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/testscript"
)

// binary is the command as the Go toolchain builds it, for the tests to run as a user
// would.
var binary string

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "iacedit")
	if err != nil {
		panic(err)
	}
	binary = filepath.Join(dir, "iacedit")
	build := exec.Command("go", "build", "-o", binary, ".")
	if out, err := build.CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "%s%v\n", out, err)
		os.Exit(1)
	}
	status := m.Run()
	os.RemoveAll(dir)
	os.Exit(status)
}

// Each file of testdata is a session at a shell: commands, and what they print.
func TestScripts(t *testing.T) {
	dir, err := filepath.Abs("testdata") // the working directory changes while commands run
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir:                 dir,
		RequireExplicitExec: true,
		Setup: func(env *testscript.Env) error {
			path := filepath.Dir(binary) + string(os.PathListSeparator) + env.Getenv("PATH")
			env.Setenv("PATH", path)
			return nil
		},
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){"iacedit": command, "mode": mode, "status": status},
	})
}

// mode is the script command "mode PERM FILE": it checks a file's permissions.
func mode(ts *testscript.TestScript, neg bool, args []string) {
	info, err := os.Stat(ts.MkAbs(args[1]))
	ts.Check(err)
	if got := fmt.Sprintf("%04o", info.Mode().Perm()); (got == args[0]) == neg {
		ts.Fatalf("%s has mode %s", args[1], got)
	}
}

// command is the script command "iacedit ARG…": it runs the command in this process. The line
// "exec iacedit ARG…" runs it as a process.
func command(ts *testscript.TestScript, neg bool, args []string) {
	if got := statusOf(ts, args); (got != 0) != neg {
		ts.Fatalf("status %d", got)
	}
}

// status is the script command "status N ARG…": it runs iacedit with the arguments and
// checks its exit status.
func status(ts *testscript.TestScript, neg bool, args []string) {
	if got := statusOf(ts, args[1:]); (strconv.Itoa(got) == args[0]) == neg {
		ts.Fatalf("status %d", got)
	}
}

// fromScripts are the variables of a script's environment that the command reads.
var fromScripts = []string{"HOME", "TMPDIR", "XDG_CACHE_HOME", "IACEDIT_SCHEMA"}

// ofProcess are the arguments that only a process of its own can obey: a script gives its standard
// input to processes alone, and after the help the process ends.
var ofProcess = []string{"-", "--help", "-h", "help"}

// statusOf runs iacedit in a script, and returns its exit status.
func statusOf(ts *testscript.TestScript, args []string) int {
	if !slices.ContainsFunc(args, func(arg string) bool { return slices.Contains(ofProcess, arg) }) {
		inProcess.Lock()
		defer inProcess.Unlock()
		for _, key := range fromScripts {
			defer setenv(key, os.Getenv(key))
			setenv(key, ts.Getenv(key))
		}
		status, err := runHere(ts.MkAbs("."), args, ts.Stdout(), ts.Stderr())
		ts.Check(err)
		return status
	}
	err := ts.Exec("iacedit", args...)
	if failed, ok := errors.AsType[*exec.ExitError](err); ok {
		return failed.ExitCode()
	}
	ts.Check(err)
	return 0
}

func setenv(key, value string) {
	if value == "" {
		os.Unsetenv(key)
		return
	}
	os.Setenv(key, value)
}

// A result is what a command printed, and its exit status.
type result struct {
	out, err string
	status   int
}

// both returns what was printed to the standard output, and after it what was printed to standard error.
func (r *result) both() string { return r.out + r.err }

// runIn runs a command in a directory, in this process: starting a process takes longer than most
// commands do.
func runIn(t *testing.T, dir string, args ...string) *result {
	t.Helper()
	inProcess.Lock()
	defer inProcess.Unlock()
	var out, fails strings.Builder
	status, err := runHere(dir, args, &out, &fails)
	if err != nil {
		t.Fatal(err)
	}
	return &result{out.String(), fails.String(), status}
}

// inProcess is held while a command runs in this process, whose directory and environment are the command's.
var inProcess sync.Mutex

// runHere runs a command in a directory. inProcess must be held.
func runHere(dir string, args []string, out, fails io.Writer) (status int, err error) {
	here, err := os.Getwd()
	if err == nil {
		err = os.Chdir(dir)
	}
	if err != nil {
		return 0, err
	}
	defer func() { err = os.Chdir(here) }()
	return run(args, &streams{in: strings.NewReader(""), out: out, err: fails}), nil
}

// A served is a started server.
type served struct {
	t     *testing.T
	cmd   *exec.Cmd
	url   string
	admin string         // of the admin listener, if there is one
	log   *bufio.Scanner // what it logs after its first line
}

var (
	loggedURL   = regexp.MustCompile(`msg=serving url=(\S+)`)
	loggedAdmin = regexp.MustCompile(` admin=(\S+)`)
)

// serve starts "iacedit serve" on a free port, with more arguments and environment.
func serve(t *testing.T, environment []string, args ...string) *served {
	t.Helper()
	cmd := exec.Command(binary, append([]string{"serve"}, args...)...)
	cmd.Env = append(os.Environ(), "IACEDIT_ADDR=127.0.0.1:0")
	cmd.Env = append(cmd.Env, environment...)
	stderr, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	s := &served{t: t, cmd: cmd, log: bufio.NewScanner(stderr)}
	t.Cleanup(func() {
		cmd.Process.Kill()
		cmd.Wait()
	})
	if !s.log.Scan() {
		t.Fatal("the server logs nothing")
	}
	found := loggedURL.FindStringSubmatch(s.log.Text())
	if found == nil {
		t.Fatalf("the server starts with %q", s.log.Text())
	}
	s.url = found[1]
	if found := loggedAdmin.FindStringSubmatch(s.log.Text()); found != nil {
		s.admin = found[1]
	}
	return s
}

// post sends body to the server and returns the status and the answer.
func (s *served) post(path, body string) (int, string) {
	s.t.Helper()
	resp, err := http.Post(s.url+path, "application/json", strings.NewReader(body))
	if err != nil {
		s.t.Fatal(err)
	}
	defer resp.Body.Close()
	answer, err := io.ReadAll(resp.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	return resp.StatusCode, string(answer)
}

const (
	addBlock = `{"code":"","edits":{"add":{"resource":{"aws_instance":{"web":[{}]}}}}}`
	withWeb  = `resource \"aws_instance\" \"web\" {}\n`
)

func TestServe(t *testing.T) {
	s := serve(t, nil)
	want := `{"success":true,"data":{"edited_code":"` + withWeb + `"},"message":"iac-edit: success"}`
	for _, path := range []string{"/v1/iac/edit", "/api/v1/iac/edit", "/edit"} {
		if status, got := s.post(path, addBlock); status != 200 || got != want {
			t.Errorf("%s: %d %s", path, status, got)
		}
	}
	if status, got := s.post("/edit", `{"edits":{}}`); status != 400 || !strings.Contains(got, `"MISSING_CODE"`) {
		t.Errorf("%d %s", status, got)
	}
}

// Every option can be a flag or an environment variable; the flag decides.
func TestServeOptions(t *testing.T) {
	for name, s := range map[string]*served{
		"environment": serve(t, []string{"IACEDIT_SHAPE=b", "IACEDIT_DIALECT=hcl", "IACEDIT_MAX_BODY=1KiB"}),
		"flags":       serve(t, []string{"IACEDIT_SHAPE=a"}, "--shape=b", "--dialect=hcl", "--max-body=1KiB"),
	} {
		status, got := s.post("/edit", `{"code":"","edits":{"add":{"job":{"a":[{}]}}}}`)
		if status != 200 || !strings.HasPrefix(got, `{"status":"success","data":{"edited_code":"job \"a\" {}\n"}`) {
			t.Errorf("%s: %d %s", name, status, got)
		}
		if status, got := s.post("/edit", strings.Repeat(" ", 1025)); status != 413 {
			t.Errorf("%s: %d %s", name, status, got)
		}
	}
	s := serve(t, nil, "--settings-block=tofu")
	if status, got := s.post("/edit", `{"code":"","edits":{"set":{"iac":[{"attributes":{"a":1}}]}}}`); !strings.Contains(got, `"tofu {\n  a = 1\n}\n"`) {
		t.Errorf("%d %s", status, got)
	}
}

// The page is shown, but where it is not wanted, and where tokens are asked for.
func TestServePage(t *testing.T) {
	tokens := filepath.Join(t.TempDir(), "tokens")
	if err := os.WriteFile(tokens, []byte("secret\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args, environment []string
		status            int
	}{
		{nil, nil, 200},
		{[]string{"--no-page"}, nil, 404},
		{[]string{"--page=false"}, nil, 404},
		{nil, []string{"IACEDIT_PAGE=false"}, 404},
		{[]string{"--tokens", tokens}, nil, 404},
	} {
		resp, err := http.Get(serve(t, c.environment, c.args...).url + "/")
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		if resp.StatusCode != c.status {
			t.Errorf("%v %v: %s", c.args, c.environment, resp.Status)
		}
	}
}

// SIGTERM and SIGINT end the server with status 0.
func TestServeStops(t *testing.T) {
	for _, signal := range []os.Signal{syscall.SIGTERM, os.Interrupt} {
		s := serve(t, nil)
		s.post("/edit", addBlock) // leaves a connection that is kept alive
		if err := s.cmd.Process.Signal(signal); err != nil {
			t.Fatal(err)
		}
		if !s.log.Scan() || !strings.Contains(s.log.Text(), "stopping") {
			t.Errorf("%v: the log says %q", signal, s.log.Text())
		}
		for s.log.Scan() {
			t.Errorf("%v: the log goes on: %s", signal, s.log.Text())
		}
		if err := s.cmd.Wait(); err != nil {
			t.Errorf("%v: %v", signal, err)
		}
	}
}

// TestACommandAloneIsAsAmongAll: that kong hears of one command only changes nothing of
// what that says of itself, and every command is found.
func TestACommandAloneIsAsAmongAll(t *testing.T) {
	help := func(grammar any, name string) string {
		var text bytes.Buffer
		parser := kong.Must(grammar, kong.Name("iacedit"), kong.Description(description), kong.Writers(&text, &text), kong.Exit(func(int) {}), serveDefaults)
		_, err := parser.Parse([]string{name, "--help"})
		fmt.Fprintln(&text, err)
		return text.String()
	}
	for _, command := range kong.Must(new(commands), serveDefaults).Model.Children {
		alone := named([]string{command.Name})
		if _, all := alone.(*commands); all {
			t.Errorf("%s is not known by its name", command.Name)
		}
		if diff := cmp.Diff(help(new(commands), command.Name), help(alone, command.Name)); diff != "" {
			t.Errorf("%s: %s", command.Name, diff)
		}
	}
	for _, args := range [][]string{nil, {"--help"}, {"gets"}, {""}} {
		if _, all := named(args).(*commands); !all {
			t.Errorf("%q names a command", args)
		}
	}
}
