package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"time"
)

// gcSettings contains the settings of the garbage collector for all servers. `iacedit serve` uses
// the same settings. With Go's default settings, the server of the floor would be slower, and
// iacedit would look better in comparison.
var gcSettings = []string{"GOGC=400", "GOMEMLIMIT=1GiB"}

// A server is one of the compared services.
type server struct {
	name string
	url  string // without a path
	cmd  *exec.Cmd
}

type servers struct {
	ours, portable, floor, sonic, echo, hclwrite *server

	dir    string // the directory of the binaries
	binary string // our command
}

// startServers builds and starts the services, which run until the context is cancelled. The caller
// must stop the returned servers even after an error.
func startServers(ctx context.Context, binary string) (*servers, error) {
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
	s.binary = binary
	floor, echo, hclwrited := filepath.Join(dir, "floor"), filepath.Join(dir, "echo"), filepath.Join(dir, "hclwrited")
	err = errors.Join(err,
		build(floor, bench, "./peers/cmd/floor"),
		build(echo, bench, "./peers/cmd/echo"),
		build(hclwrited, bench, "./peers/cmd/hclwrited"))
	if err != nil {
		return s, err
	}
	var errs [6]error
	s.ours, errs[0] = start(ctx, "iacedit", nil, binary, "serve", "--addr")
	s.portable, errs[1] = start(ctx, "iacedit, portable", []string{"GODEBUG=cpu.avx512bw=off"}, binary, "serve", "--addr")
	s.floor, errs[2] = start(ctx, "floor", nil, floor, "-addr")
	s.sonic, errs[3] = start(ctx, "sonic", nil, floor, "-json", "sonic", "-addr")
	s.echo, errs[4] = start(ctx, "echo", nil, echo, "-addr")
	s.hclwrite, errs[5] = start(ctx, "net/http + hclwrite", nil, hclwrited, "-addr")
	return s, errors.Join(errs[:]...)
}

// build builds a command in its own module, with the module's dependencies.
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

// start starts a command with additional environment variables and, as its last argument, a free
// address of 127.0.0.1, and waits until the command listens on this address.
func start(ctx context.Context, name string, environment []string, binary string, args ...string) (*server, error) {
	addr, err := freeAddr()
	if err != nil {
		return nil, err
	}
	s := &server{name: name, url: "http://" + addr, cmd: exec.CommandContext(ctx, binary, append(args, addr)...)}
	s.cmd.Env = slices.Concat(os.Environ(), gcSettings, environment)
	log := filepath.Join(filepath.Dir(binary), filepath.Base(binary)+addr[len("127.0.0.1:"):]+".log")
	if s.cmd.Stderr, err = os.Create(log); err != nil {
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
	text, _ := os.ReadFile(log)
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

// stopServers stops the servers that were started and removes their binaries.
func stopServers(s *servers) {
	for _, one := range []*server{s.ours, s.portable, s.floor, s.sonic, s.echo, s.hclwrite} {
		if one != nil {
			_ = one.cmd.Process.Kill()
			_ = one.cmd.Wait()
		}
	}
	if s.dir != "" {
		os.RemoveAll(s.dir)
	}
}
