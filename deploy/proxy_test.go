package deploy

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// The addresses in the proxies' files, in whose place the tests put free ones.
const (
	frontAddress = "127.0.0.1:8080"
	oneAddress   = "127.0.0.1:8081"
	twoAddress   = "127.0.0.1:8082"
)

// A proxy is a program that stands before the servers.
type proxy struct {
	program string
	// start starts it before two servers and returns where it listens.
	start func(t *testing.T, program string, servers [2]string) string
}

var proxies = map[string]proxy{
	"nginx":   {"nginx", startNginx},
	"haproxy": {"haproxy", startHAProxy},
}

// eachProxy runs test with each proxy that is installed, before two servers that run
// with the arguments.
func eachProxy(t *testing.T, test func(t *testing.T, front string, servers [2]*backend), args ...string) {
	for name, p := range proxies {
		t.Run(name, func(t *testing.T) {
			program := lookProgram(t, p.program)
			servers := [2]*backend{newBackend(t, args...), newBackend(t, args...)}
			front := p.start(t, program, [2]string{servers[0].address, servers[1].address})
			waitFor(t, "http://"+front+"/healthz")
			test(t, front, servers)
		})
	}
}

// lookProgram finds a program, in the directories of administrators too.
func lookProgram(t *testing.T, name string) string {
	t.Helper()
	for _, candidate := range []string{name, "/usr/sbin/" + name, "/usr/local/sbin/" + name} {
		if path, err := exec.LookPath(candidate); err == nil {
			return path
		}
	}
	t.Skipf("NOT CHECKED: %s is not installed", name)
	return ""
}

// configured returns a file's text with the servers' addresses in it.
func configured(t *testing.T, file, front string, servers [2]string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for old, new := range map[string]string{oneAddress: servers[0], twoAddress: servers[1]} {
		if !bytes.Contains(text, []byte(old)) {
			t.Fatalf("%s has no %s", file, old)
		}
		text = bytes.ReplaceAll(text, []byte(old), []byte(new))
	}
	return strings.ReplaceAll(string(text), frontAddress, front)
}

// run starts a program until the test ends.
func run(t *testing.T, program string, args ...string) {
	t.Helper()
	cmd := exec.Command(program, args...)
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cmd.Process.Signal(os.Interrupt)
		cmd.Wait()
		if t.Failed() && out.Len() > 0 {
			t.Logf("%s says: %.4000s", program, out.String())
		}
	})
}

// nginxMain is what Debian's nginx.conf is around a site's file.
const nginxMain = `daemon off;
pid %[1]s/nginx.pid;
error_log stderr crit;
worker_processes 1;
events { worker_connections 1024; }
http {
    access_log off;
    client_body_temp_path %[1]s/body;
    proxy_temp_path %[1]s/proxy;
    fastcgi_temp_path %[1]s/fastcgi;
    uwsgi_temp_path %[1]s/uwsgi;
    scgi_temp_path %[1]s/scgi;
    include %[1]s/iacedit.conf;
}
`

func startNginx(t *testing.T, program string, servers [2]string) string {
	dir, front := t.TempDir(), freeAddress(t)
	if err := os.Chmod(filepath.Dir(dir), 0o755); err != nil {
		t.Fatal(err)
	}
	site := strings.Replace(configured(t, "nginx/iacedit.conf", front, servers), "listen 8080;", "listen "+front+";", 1)
	main := fmt.Sprintf(nginxMain, dir)
	if os.Getuid() == 0 {
		main = "user root;\n" + main
	}
	write(t, filepath.Join(dir, "iacedit.conf"), site)
	write(t, filepath.Join(dir, "nginx.conf"), main)
	run(t, program, "-p", dir, "-c", filepath.Join(dir, "nginx.conf"), "-e", "stderr")
	return front
}

func startHAProxy(t *testing.T, program string, servers [2]string) string {
	dir, front := t.TempDir(), freeAddress(t)
	file := filepath.Join(dir, "haproxy.cfg")
	write(t, file, configured(t, "haproxy/haproxy.cfg", front, servers))
	run(t, program, "-db", "-f", file)
	return front
}

// write writes a file.
func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
