package deploy

import (
	"debug/elf"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"
)

// systemd finds nothing to object to in the unit, and little that it leaves open.
func TestSystemdUnit(t *testing.T) {
	analyze := lookProgram(t, "systemd-analyze")
	text, err := os.ReadFile("systemd/iacedit@.service")
	if err != nil {
		t.Fatal(err)
	}
	const installed = "iacedit" // systemd looks in /usr/local/bin, and in /usr/bin, where the package puts it
	if !strings.Contains(string(text), "ExecStart="+installed+" serve\n") {
		t.Fatalf("the unit does not start %s", installed)
	}
	unit := filepath.Join(t.TempDir(), "iacedit@8081.service")
	write(t, unit, strings.ReplaceAll(string(text), "ExecStart="+installed, "ExecStart="+binary))
	if out, err := exec.Command(analyze, "verify", unit).CombinedOutput(); err != nil || len(out) > 0 {
		t.Errorf("verify: %v\n%s", err, out)
	}
	out, err := exec.Command(analyze, "security", "--offline=true", "--threshold=20", "--no-pager", unit).CombinedOutput()
	if err != nil {
		t.Errorf("security: %v\n%s", err, out)
	}
}

// systemd finds nothing to object to in the socket, and in the unit as it is changed for it.
func TestSystemdSocket(t *testing.T) {
	analyze := lookProgram(t, "systemd-analyze")
	dir := t.TempDir()
	for _, name := range []string{"iacedit.socket", "iacedit@.service", "iacedit@socket.service.d/socket.conf"} {
		text, err := os.ReadFile(filepath.Join("systemd", name))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(dir, name), strings.ReplaceAll(string(text), "ExecStart=iacedit", "ExecStart="+binary))
	}
	service := filepath.Join(dir, "iacedit@socket.service")
	if out, err := exec.Command(analyze, "verify", filepath.Join(dir, "iacedit.socket"), service).CombinedOutput(); err != nil || len(out) > 0 {
		t.Errorf("verify: %v\n%s", err, out)
	}
	if out, err := exec.Command(analyze, "security", "--offline=true", "--threshold=20", "--no-pager", service).CombinedOutput(); err != nil {
		t.Errorf("security: %v\n%s", err, out)
	}
}

// Prometheus takes the alerts, and they come and stay away as their own tests say.
func TestAlerts(t *testing.T) {
	promtool := lookProgram(t, "promtool")
	for _, args := range [][]string{{"check", "rules", "alerts.yaml"}, {"test", "rules", "alerts_test.yaml"}} {
		check := exec.Command(promtool, args...)
		check.Dir = "prometheus"
		if out, err := check.CombinedOutput(); err != nil {
			t.Errorf("%v: %v\n%s", args, err, out)
		}
	}
}

// An instruction is a line of a Dockerfile, with those that continue it.
type instruction struct{ verb, rest string }

// instructions reads a Dockerfile.
func instructions(t *testing.T, name string) []instruction {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	joined := strings.ReplaceAll(string(text), "\\\n", " ")
	var found []instruction
	for line := range strings.Lines(joined) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		verb, rest, _ := strings.Cut(line, " ")
		found = append(found, instruction{verb, strings.TrimSpace(rest)})
	}
	return found
}

// The Dockerfile's instructions, followed in order, give an image whose one file runs
// alone, as nobody. No container engine is needed for that.
func TestDockerfile(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the command anew")
	}
	image := t.TempDir()
	built := &stages{t: t, root: map[string]string{}, env: map[string]string{}}
	for _, in := range instructions(t, "docker/Dockerfile") {
		built.follow(in, filepath.Join(image, fmt.Sprint(len(built.root))))
	}
	binary := filepath.Join(built.root[built.current], "iacedit")
	file, err := elf.Open(binary)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for _, part := range file.Progs {
		if part.Type == elf.PT_INTERP {
			t.Error("the binary is not static")
		}
	}
	built.runAlone(binary)
}

// stages are a Dockerfile's stages, as far as its instructions have been followed.
type stages struct {
	t          *testing.T
	root       map[string]string // where each stage's files are
	current    string
	dir        string // the current stage's directory
	user       string
	env        map[string]string
	entrypoint []string
	command    []string
	health     []string
}

// follow follows an instruction; a stage that it starts has its files in root.
func (s *stages) follow(in instruction, root string) {
	s.t.Helper()
	fields := strings.Fields(in.rest)
	switch in.verb {
	case "FROM":
		s.current = fields[len(fields)-1]
		s.root[s.current], s.dir = root, root
		s.make(root)
	case "WORKDIR":
		s.dir = s.root[s.current] + in.rest
		s.make(s.dir)
	case "COPY":
		s.copy(fields)
	case "RUN":
		s.run(in.rest)
	case "USER":
		s.user = in.rest
	case "ENV":
		for _, field := range fields {
			name, value, _ := strings.Cut(field, "=")
			s.env[name] = value
		}
	case "ENTRYPOINT":
		s.decode(in.rest, &s.entrypoint)
	case "CMD":
		s.decode(in.rest, &s.command)
	case "EXPOSE":
	case "HEALTHCHECK":
		_, command, _ := strings.Cut(in.rest, " CMD ")
		s.decode(command, &s.health)
	default:
		s.t.Fatalf("the test does not know %s", in.verb)
	}
}

func (s *stages) make(dir string) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		s.t.Fatal(err)
	}
}

func (s *stages) decode(text string, into *[]string) {
	if err := json.Unmarshal([]byte(text), into); err != nil {
		s.t.Fatalf("%s: %v", text, err)
	}
}

// copy copies from another stage, or from the repository what git knows of it.
func (s *stages) copy(fields []string) {
	s.t.Helper()
	from, isStage := strings.CutPrefix(fields[0], "--from=")
	var shell string
	switch {
	case isStage:
		shell = fmt.Sprintf("cp %s%s %s%s", s.root[from], fields[1], s.root[s.current], fields[2])
	case fields[0] == ".":
		shell = fmt.Sprintf("cd .. && git ls-files -co --exclude-standard -z | xargs -0 cp --parents -t %s", s.dir)
	default:
		shell = fmt.Sprintf("cd .. && cp %s %s", strings.Join(fields[:len(fields)-1], " "), s.dir)
	}
	if out, err := exec.Command("sh", "-c", shell).CombinedOutput(); err != nil {
		s.t.Fatalf("COPY %v: %v\n%s", fields, err, out)
	}
}

// absolute is a path of the image in a command.
var absolute = regexp.MustCompile(` (/\w)`)

// run runs a command, whose paths are those of the stage.
func (s *stages) run(command string) {
	s.t.Helper()
	cmd := exec.Command("sh", "-c", absolute.ReplaceAllString(command, " "+s.root[s.current]+"$1"))
	cmd.Dir = s.dir
	if out, err := cmd.CombinedOutput(); err != nil {
		s.t.Fatalf("RUN %s: %v\n%s", command, err, out)
	}
}

// runAlone runs what the image runs, with its environment alone and as its user.
func (s *stages) runAlone(binary string) {
	s.t.Helper()
	if len(s.entrypoint) != 1 || s.entrypoint[0] != "/iacedit" || s.user != "65532:65532" {
		s.t.Fatalf("ENTRYPOINT %v, USER %s", s.entrypoint, s.user)
	}
	cmd := exec.Command(binary, s.command...)
	admin := freeAddress(s.t)
	s.env["IACEDIT_ADDR"], s.env["IACEDIT_ADMIN_ADDR"], s.env["IACEDIT_DRAIN"] = "127.0.0.1:0", admin, "0s"
	for name, value := range s.env {
		cmd.Env = append(cmd.Env, name+"="+value)
	}
	if os.Getuid() == 0 {
		for dir := filepath.Dir(binary); dir != os.TempDir() && len(dir) > 1; dir = filepath.Dir(dir) {
			os.Chmod(dir, 0o755)
		}
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65532, Gid: 65532}}
	}
	if err := cmd.Start(); err != nil {
		s.t.Fatal(err)
	}
	defer func() {
		cmd.Process.Signal(syscall.SIGTERM)
		if err := cmd.Wait(); err != nil {
			s.t.Error(err)
		}
	}()
	waitFor(s.t, "http://"+admin+"/readyz")
	client := http.Client{Timeout: 5 * time.Second}
	resp, err := client.Get("http://" + admin + "/metrics")
	if err != nil {
		s.t.Fatal(err)
	}
	resp.Body.Close()
	if len(s.health) < 2 || s.health[0] != s.entrypoint[0] {
		s.t.Fatalf("HEALTHCHECK %v", s.health)
	}
	health := exec.Command(binary, s.health[1:]...)
	health.Env = cmd.Env
	if out, err := health.CombinedOutput(); err != nil {
		s.t.Errorf("HEALTHCHECK: %v %s", err, out)
	}
}
