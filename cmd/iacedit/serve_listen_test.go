package main

import (
	"context"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// overSocket returns a client of the server behind a socket.
func overSocket(path string) *http.Client {
	return &http.Client{Transport: &http.Transport{DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, "unix", path)
	}}}
}

// mustAnswer fails unless the server behind a socket edits.
func mustAnswer(t *testing.T, socket string) {
	t.Helper()
	const body = `{"code": "a = 1\n", "edits": {"set": {"iacvars": [{"attributes": {"a": 2}}]}}}`
	resp, err := overSocket(socket).Post("http://localhost/v1/iac/edit", "application/json", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		t.Error(resp.Status)
	}
}

// A server listens on a socket, which it removes when it stops. It takes the place of a
// server that was killed, but not of one that runs, nor of a file that is no socket.
func TestServeUnix(t *testing.T) {
	dir := t.TempDir()
	socket := filepath.Join(dir, "s")
	address := "unix:" + socket
	s := serve(t, nil, "--addr="+address)
	s.drainLog()
	if s.url != "http://"+address {
		t.Error(s.url)
	}
	mustAnswer(t, socket)
	if info, err := os.Stat(socket); err != nil || info.Mode().Perm() != socketMode {
		t.Error(info, err)
	}
	if out, err := exec.Command(binary, "healthcheck", address).CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, out)
	}
	if out, err := exec.Command(binary, "serve", "--addr="+address).CombinedOutput(); err == nil || !strings.Contains(string(out), "another server listens on "+socket) {
		t.Errorf("%v: %s", err, out)
	}

	s.cmd.Process.Kill()
	s.cmd.Wait()
	again := serve(t, nil, "--addr="+address)
	again.drainLog()
	mustAnswer(t, socket)
	again.cmd.Process.Signal(os.Interrupt)
	again.cmd.Wait()
	if _, err := os.Lstat(socket); !os.IsNotExist(err) {
		t.Error("the socket is left behind:", err)
	}

	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(binary, "serve", "--addr=unix:"+file).CombinedOutput()
	if text, _ := os.ReadFile(file); err == nil || string(text) != "mine" || !strings.Contains(string(out), "is not a socket") {
		t.Errorf("%v: %s", err, out)
	}
}

// A server takes the socket that systemd passes, and says what is missing without one.
func TestServePassedSocket(t *testing.T) {
	socket := filepath.Join(t.TempDir(), "s")
	ln, err := net.Listen("unix", socket)
	if err != nil {
		t.Fatal(err)
	}
	defer ln.Close()
	file, err := ln.(*net.UnixListener).File()
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	cmd := exec.Command("sh", "-c", `LISTEN_PID=$$ LISTEN_FDS=1 exec "$0" serve --addr systemd`, binary)
	cmd.ExtraFiles = []*os.File{file}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer cmd.Wait()
	defer cmd.Process.Kill()
	mustAnswer(t, socket)

	out, err := exec.Command(binary, "serve", "--addr=systemd").CombinedOutput()
	if err == nil || !strings.Contains(string(out), "socket unit") {
		t.Errorf("%v: %s", err, out)
	}
}
