package deploy

import (
	"flag"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// binary is the command as the Go toolchain builds it.
var binary string

func TestMain(m *testing.M) {
	flag.Parse()
	if of := os.Getenv(honestFor); of != "" {
		if err := beHonest(of); err != nil {
			panic(err)
		}
		return
	}
	dir, err := os.MkdirTemp("", "iacedit")
	if err != nil {
		panic(err)
	}
	binary = filepath.Join(dir, "iacedit")
	build := exec.Command("go", "build", "-o", binary, "./cmd/iacedit")
	build.Dir = ".." // its own module, with the dependencies that it has there
	if out, err := build.CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "%s%v\n", out, err)
		os.Exit(1)
	}
	status := m.Run()
	os.RemoveAll(dir)
	os.Exit(status)
}

// A backend is a server that is started, stopped and killed.
type backend struct {
	t       *testing.T
	address string
	args    []string
	cmd     *exec.Cmd
}

// freeAddress returns an address on this machine that nobody listens on.
func freeAddress(t *testing.T) string {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer ln.Close()
	return ln.Addr().String()
}

// newBackend starts a server with the arguments on a free address.
func newBackend(t *testing.T, args ...string) *backend {
	b := &backend{t: t, address: freeAddress(t), args: args}
	b.start()
	t.Cleanup(func() {
		b.cmd.Process.Kill()
		b.cmd.Wait()
	})
	return b
}

// start starts the server and waits until it is ready.
func (b *backend) start() {
	b.t.Helper()
	b.cmd = exec.Command(binary, append([]string{"serve", "--addr=" + b.address, "--log-requests=none"}, b.args...)...)
	if err := b.cmd.Start(); err != nil {
		b.t.Fatal(err)
	}
	waitFor(b.t, "http://"+b.address+"/readyz")
}

// stop tells the server to stop and waits until it has, with status 0.
func (b *backend) stop() {
	b.t.Helper()
	b.cmd.Process.Signal(syscall.SIGTERM)
	if err := b.cmd.Wait(); err != nil {
		b.t.Errorf("a server that was told to stop: %v", err)
	}
}

// kill ends the server at once.
func (b *backend) kill() {
	b.cmd.Process.Kill()
	b.cmd.Wait()
}

// waitFor waits until a GET of url is answered 200.
func waitFor(t *testing.T, url string) {
	t.Helper()
	client := &http.Client{Timeout: time.Second, Transport: &http.Transport{DisableKeepAlives: true}}
	for range 200 {
		resp, err := client.Get(url)
		if err == nil {
			resp.Body.Close()
			if resp.StatusCode == http.StatusOK {
				return
			}
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Fatalf("%s is never answered 200", url)
}
