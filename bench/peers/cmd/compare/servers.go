package main

import (
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"runtime/debug"
	"strings"
	"time"

	"iacedit/bench/loadgen"
)

// The settings of the garbage collector for all servers: what `iacedit serve` sets
// itself. With Go's own the floor would be slower and the ratio better.
var gcSettings = []string{"GOGC=400", "GOMEMLIMIT=1GiB"}

// A server is one of the services that are compared.
type server struct {
	name  string
	url   string
	edits bool // whether it edits; the floor does not
	cmd   *exec.Cmd
}

type servers struct {
	ours, floor, hclwrite *server
	dir                   string // where the binaries were built
}

// startServers builds and starts the services. What it returns has to be stopped
// even where there is an error.
func startServers(binary string) (*servers, error) {
	dir, err := os.MkdirTemp("", "compare")
	s := &servers{dir: dir}
	if err != nil {
		return s, err
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return s, errors.New("built without modules: where the servers' code is cannot be found")
	}
	bench := info.Main.Path
	if binary == "" {
		binary = filepath.Join(dir, "iacedit")
		err = build(binary, path.Dir(bench), "./cmd/iacedit")
	}
	floor, hclwrited := filepath.Join(dir, "floor"), filepath.Join(dir, "hclwrited")
	err = errors.Join(err,
		build(floor, bench, "./peers/cmd/floor"),
		build(hclwrited, bench, "./peers/cmd/hclwrited"))
	if err != nil {
		return s, err
	}
	var errs [3]error
	s.ours, errs[0] = start("iacedit", true, binary, "serve", "--addr")
	s.floor, errs[1] = start("floor", false, floor, "-addr")
	s.hclwrite, errs[2] = start("net/http + hclwrite", true, hclwrited, "-addr")
	return s, errors.Join(errs[:]...)
}

// build builds a command in its own module, with the dependencies that it has there.
func build(binary, module, pkg string) error {
	dir, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", module).Output()
	if err != nil {
		return fmt.Errorf("go list -m %s: %w", module, err)
	}
	cmd := exec.Command("go", "build", "-o", binary, pkg)
	cmd.Dir = strings.TrimSpace(string(dir))
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("go build %s in %s: %w\n%s", pkg, module, err, out)
	}
	return nil
}

// start starts a command, its last argument a free address of 127.0.0.1, and
// waits until it listens there.
func start(name string, edits bool, binary string, args ...string) (*server, error) {
	addr, err := freeAddr()
	if err != nil {
		return nil, err
	}
	s := &server{name: name, url: "http://" + addr, edits: edits, cmd: exec.Command(binary, append(args, addr)...)}
	s.cmd.Env = append(os.Environ(), gcSettings...)
	if s.cmd.Stderr, err = os.Create(binary + ".log"); err != nil {
		return nil, err
	}
	if err := s.cmd.Start(); err != nil {
		return nil, err
	}
	for range 100 {
		if conn, err := net.Dial("tcp", addr); err == nil {
			return s, conn.Close()
		}
		time.Sleep(50 * time.Millisecond)
	}
	text, _ := os.ReadFile(binary + ".log")
	return s, fmt.Errorf("%s does not listen on %s after 5 s: %.500s", name, addr, text)
}

func freeAddr() (string, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	defer listener.Close()
	return listener.Addr().String(), nil
}

// stopServers ends the servers that were started and removes their binaries.
func stopServers(s *servers) {
	for _, one := range []*server{s.ours, s.floor, s.hclwrite} {
		if one != nil {
			_ = one.cmd.Process.Kill()
			_ = one.cmd.Wait()
		}
	}
	if s.dir != "" {
		os.RemoveAll(s.dir)
	}
}

// learn makes a case of a request for this server: what it has to answer is want,
// or for the floor the code as it was sent.
func (s *server) learn(name string, request, code, want []byte) (*loadgen.Case, error) {
	if !s.edits {
		want = code
	}
	trial := func() ([]byte, error) { return loadgen.Post(s.url, request, loadgen.DefaultTimeout) }
	c, err := loadgen.Learn(name, request, trial, loadgen.Is(string(want)))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", s.name, err)
	}
	return c, nil
}

// run loads the server with a case. A wrong answer is an error: what answers wrong
// is not measured. Requests that the open loop could not send are none: their
// waiting is in the latencies.
func (s *server) run(c *loadgen.Case, connections int, rate float64, d time.Duration) (*loadgen.Result, error) {
	r, err := loadgen.Run(loadgen.Options{URL: s.url, Connections: connections, Rate: rate, Duration: d}, []*loadgen.Case{c})
	if err != nil {
		return nil, err
	}
	if r.Failed > r.Unsent {
		return r, fmt.Errorf("%s, %s: %d of %d requests failed: %v", s.name, c.Name, r.Failed, r.Failed+r.Right, r.Failures)
	}
	return r, nil
}
