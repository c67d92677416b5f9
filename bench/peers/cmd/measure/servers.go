package main

import (
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
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

	all    []*server
	dir    string // the directory of our binary and of the logs
	binary string // our command
}

// startServers builds our command, unless a binary is given, and starts the services, which run
// until the context is cancelled. The caller must stop the returned servers even after an error.
func startServers(ctx context.Context, binary string) (*servers, error) {
	s := &servers{binary: binary}
	var err error
	if s.dir, err = os.MkdirTemp("", "measure"); err != nil {
		return s, err
	}
	if s.binary == "" {
		s.binary = filepath.Join(s.dir, "iacedit")
		build := exec.Command("go", "build", "-C", "..", "-o", s.binary, "./cmd/iacedit")
		if out, err := build.CombinedOutput(); err != nil {
			return s, fmt.Errorf("%v: %w\n%s", build, err, out)
		}
	}
	self, err := os.Executable()
	if err != nil {
		return s, err
	}
	for _, one := range []struct {
		into        **server
		name        string
		environment []string
		command     []string
	}{
		{&s.ours, "iacedit", nil, []string{s.binary, "serve", "--addr"}},
		{&s.portable, "iacedit, portable", []string{"GODEBUG=cpu.avx512bw=off"}, []string{s.binary, "serve", "--addr"}},
		{&s.floor, "floor", nil, []string{self, "rival", "floor"}},
		{&s.sonic, "sonic", nil, []string{self, "rival", "sonic"}},
		{&s.echo, "echo", nil, []string{self, "rival", "echo"}},
		{&s.hclwrite, "net/http + hclwrite", nil, []string{self, "rival", "hclwrite"}},
	} {
		if *one.into, err = s.start(ctx, one.name, one.environment, one.command); err != nil {
			return s, err
		}
	}
	return s, nil
}

// start runs a command with additional environment variables. It appends a free address of 127.0.0.1 to
// the command, and waits until a server listens on this address.
func (s *servers) start(ctx context.Context, name string, environment, command []string) (*server, error) {
	addr, err := freeAddr()
	if err != nil {
		return nil, err
	}
	one := &server{name: name, url: "http://" + addr, cmd: exec.CommandContext(ctx, command[0], append(command[1:], addr)...)}
	one.cmd.Env = slices.Concat(os.Environ(), gcSettings, environment)
	log, err := os.Create(filepath.Join(s.dir, addr+".log"))
	if err != nil {
		return nil, err
	}
	defer log.Close()
	one.cmd.Stderr = log
	if err := one.cmd.Start(); err != nil {
		return nil, err
	}
	s.all = append(s.all, one)
	for range 100 {
		if conn, err := net.Dial("tcp", addr); err == nil {
			return one, conn.Close()
		}
		time.Sleep(50 * time.Millisecond)
	}
	text, _ := os.ReadFile(log.Name())
	return one, fmt.Errorf("%s does not listen on %s after 5 s: %.500s", name, addr, text)
}

func freeAddr() (string, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	defer listener.Close()
	return listener.Addr().String(), nil
}

// stop stops the servers that were started, and removes their files.
func (s *servers) stop() {
	for _, one := range s.all {
		_ = one.cmd.Process.Kill()
		_ = one.cmd.Wait()
	}
	if s.dir != "" {
		os.RemoveAll(s.dir)
	}
}
