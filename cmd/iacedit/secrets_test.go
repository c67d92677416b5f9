package main

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"io"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"iacedit/httpd"
)

// writeCertificate writes a certificate of that number, and its key, to the files.
func writeCertificate(t *testing.T, number int64, certFile, keyFile string) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(number), DNSNames: []string{"localhost"},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
	}
	certificate, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	private, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	for file, block := range map[string]*pem.Block{certFile: {Type: "CERTIFICATE", Bytes: certificate}, keyFile: {Type: "PRIVATE KEY", Bytes: private}} {
		if err := os.WriteFile(file, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// within waits until ok holds.
func within(t *testing.T, long time.Duration, what string, ok func() bool) {
	t.Helper()
	for end := time.Now().Add(long); time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
		if ok() {
			return
		}
	}
	t.Errorf("%s: not within %v", what, long)
}

// drainLog reads the log on, so that the server can write it.
func (s *served) drainLog() {
	go func() {
		for s.log.Scan() {
		}
	}()
}

// TLS is spoken with the certificate of the files, and with a new one once they have it:
// at once after SIGHUP, else soon. Files that make no pair change nothing.
func TestServeTLS(t *testing.T) {
	dir := t.TempDir()
	cert, key := filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
	writeCertificate(t, 1, cert, key)
	s := serve(t, nil, "--tls-cert="+cert, "--tls-key="+key)
	s.drainLog()
	if !strings.HasPrefix(s.url, "https://") {
		t.Fatal(s.url)
	}
	number := func() int64 {
		c, err := tls.Dial("tcp", strings.TrimPrefix(s.url, "https://"), &tls.Config{InsecureSkipVerify: true})
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		return c.ConnectionState().PeerCertificates[0].SerialNumber.Int64()
	}
	if got := number(); got != 1 {
		t.Fatal(got)
	}
	writeCertificate(t, 2, cert, key)
	s.cmd.Process.Signal(syscall.SIGHUP)
	within(t, 3*time.Second, "after SIGHUP", func() bool { return number() == 2 })
	if err := os.WriteFile(key, []byte("no key"), 0o600); err != nil {
		t.Fatal(err)
	}
	s.cmd.Process.Signal(syscall.SIGHUP)
	time.Sleep(200 * time.Millisecond)
	if got := number(); got != 2 {
		t.Error("a broken pair is used:", got)
	}
	writeCertificate(t, 3, cert, key)
	within(t, 3*watchEvery, "after a change", func() bool { return number() == 3 })

	client := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}}
	for _, size := range []int{10, 100_000, 3 << 20} {
		code := strings.Repeat("#", size)
		body := fmt.Sprintf(`{"code":"%s","edits":{"set":{"locals":[{"attributes":{"a":1}}]}}}`, code)
		resp, err := client.Post(s.url+"/edit", "application/json", strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		answer, err := io.ReadAll(resp.Body)
		resp.Body.Close()
		if err != nil || resp.StatusCode != 200 || !bytes.Contains(answer, []byte(code)) {
			t.Errorf("%d: %s %v %.100s", size, resp.Status, err, answer)
		}
	}
	client.CloseIdleConnections()
	if _, err := http.Get("http" + strings.TrimPrefix(s.url, "https") + "/healthz"); err == nil {
		t.Error("plain HTTP is answered as such")
	}
}

// Tokens are those of the file, and of what it comes to hold.
func TestServeTokens(t *testing.T) {
	file := filepath.Join(t.TempDir(), "tokens")
	store := func(text string) {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	store("# who may\nfirst-token\n\nsecond-token\n")
	s := serve(t, nil, "--tokens="+file)
	s.drainLog()
	status := func(token string) int {
		req, err := http.NewRequest("POST", s.url+"/edit", strings.NewReader(addBlock))
		if err != nil {
			t.Fatal(err)
		}
		if token != "" {
			req.Header.Set("Authorization", "Bearer "+token)
		}
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		io.Copy(io.Discard, resp.Body)
		resp.Body.Close()
		return resp.StatusCode
	}
	for token, want := range map[string]int{"first-token": 200, "second-token": 200, "": 401, "first": 401, "# who may": 401} {
		if got := status(token); got != want {
			t.Errorf("%q: %d", token, got)
		}
	}
	store("third-token\n")
	s.cmd.Process.Signal(syscall.SIGHUP)
	within(t, 3*time.Second, "after SIGHUP", func() bool { return status("third-token") == 200 && status("first-token") == 401 })
	ready := func() int {
		resp, err := http.Get(s.url + "/readyz")
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		return resp.StatusCode
	}
	refusesAll := func() bool { return status("third-token") == 401 && status("") == 401 && ready() == 503 }
	store("# none\n")
	within(t, 3*watchEvery, "a file without tokens", refusesAll)
	store("third-token\n")
	within(t, 3*watchEvery, "after a change", func() bool { return status("third-token") == 200 && ready() == 200 })
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	s.cmd.Process.Signal(syscall.SIGHUP)
	within(t, 3*time.Second, "no file", refusesAll)
	store("third-token\n")
	within(t, 3*watchEvery, "the same file again", func() bool { return status("third-token") == 200 && ready() == 200 })
}

// The admin listener answers for its own address alone: a page whose name leads to this
// machine gets nothing of it.
func TestAdminHosts(t *testing.T) {
	pages := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {})
	for _, c := range []struct {
		listening, given, host string
		status                 int
	}{
		{"127.0.0.1:9080", "127.0.0.1:9080", "127.0.0.1:9080", 200},
		{"127.0.0.1:9080", "127.0.0.1:9080", "localhost:9080", 200},
		{"127.0.0.1:9080", "localhost:9080", "LOCALHOST", 200},
		{"127.0.0.1:9080", "127.0.0.1:9080", "evil.example:9080", 421},
		{"127.0.0.1:9080", "127.0.0.1:9080", "10.0.0.1:9080", 421},
		{"127.0.0.1:9080", "127.0.0.1:9080", "", 421},
		{"[::]:9080", ":9080", "10.0.0.1:9080", 200},
		{"[::]:9080", ":9080", "[2001:db8::1]:9080", 200},
		{"[::]:9080", ":9080", "evil.example", 421},
		{"10.0.0.1:9080", "admin.example:9080", "admin.example:9080", 200},
		{"10.0.0.1:9080", "admin.example:9080", "evil.example:9080", 421},
	} {
		address, err := net.ResolveTCPAddr("tcp", c.listening)
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range []string{"/metrics", "/debug/pprof/heap"} {
			request := httptest.NewRequest("GET", path, nil)
			request.Host = c.host
			answer := httptest.NewRecorder()
			forHost(address, c.given, pages).ServeHTTP(answer, request)
			if answer.Code != c.status {
				t.Errorf("%+v: %d %s", c, answer.Code, answer.Body)
			}
		}
	}
}

// healthcheck says by its status whether a server is well.
func TestHealthcheck(t *testing.T) {
	s := serve(t, nil, "--admin-addr=127.0.0.1:0")
	s.drainLog()
	for url, want := range map[string]int{s.url: 0, s.admin: 0, s.admin + "/readyz": 0, s.admin + "/nothing": 1, "http://127.0.0.1:1": 1} {
		if got := exec.Command(s.cmd.Path, "healthcheck", url).Run(); (got == nil) != (want == 0) {
			t.Errorf("%s: %v", url, got)
		}
	}
	for address, want := range map[string]string{":8081": "http://127.0.0.1:8081", "0.0.0.0:1": "http://127.0.0.1:1", "[::]:1": "http://[::1]:1", "10.0.0.1:1": "http://10.0.0.1:1"} {
		if got := addressURL("http", address); got != want {
			t.Errorf("%s: %s, not %s", address, got, want)
		}
	}
}

// The admin listener tells health, readiness and metrics, profiles where asked, and
// nothing else; readiness ends with SIGTERM, while requests are still answered.
func TestServeDrains(t *testing.T) {
	s := serve(t, nil, "--admin-addr=127.0.0.1:0", "--drain=1s", "--pprof")
	s.drainLog()
	get := func(url string) (int, string) {
		resp, err := http.Get(url)
		if err != nil {
			return 0, err.Error()
		}
		defer resp.Body.Close()
		text, _ := io.ReadAll(resp.Body)
		return resp.StatusCode, string(text)
	}
	for path, want := range map[string]int{"/healthz": 200, "/readyz": 200, "/metrics": 200, "/debug/pprof/": 200, "/edit": 404} {
		if got, text := get(s.admin + path); got != want {
			t.Errorf("%s: %d %.200s", path, got, text)
		}
	}
	if got, _ := get(s.url + "/debug/pprof/"); got != 404 {
		t.Error("profiles are on the main listener:", got)
	}
	began := time.Now()
	s.cmd.Process.Signal(syscall.SIGTERM)
	time.Sleep(200 * time.Millisecond)
	for _, url := range []string{s.url, s.admin} {
		if got, text := get(url + "/readyz"); got != 503 || !strings.Contains(text, `"OVERLOADED"`) {
			t.Errorf("%s: %d %s", url, got, text)
		}
		if got, _ := get(url + "/healthz"); got != 200 {
			t.Errorf("%s: %d", url, got)
		}
	}
	if status, got := s.post("/edit", addBlock); status != 200 {
		t.Error(status, got)
	}
	if err := s.cmd.Wait(); err != nil {
		t.Error(err)
	}
	if took := time.Since(began); took < time.Second {
		t.Error(took)
	}
}

// What cannot be is refused at once.
func TestServeRefusesFlags(t *testing.T) {
	for _, args := range [][]string{
		{"--pprof"}, {"--tls-cert=x"}, {"--tokens=/nowhere"}, {"--drain=-1s"}, {"--min-rate=0"}, {"--queue=0"},
		{"--tls-cert=/nowhere", "--tls-key=/nowhere"}, {"--log-requests=some"},
	} {
		std := &streams{in: strings.NewReader(""), out: io.Discard, err: io.Discard}
		if status := run(append([]string{"serve", "--addr=127.0.0.1:0"}, args...), std); status == 0 {
			t.Errorf("%v: status 0", args)
		}
	}
}

// The limits follow from the memory that there is.
func TestFit(t *testing.T) {
	for _, c := range []struct {
		limit        int64
		memory, body int64
		connections  int
	}{
		{1 << 30, 912 << 20, 16 << 20, 3891},
		{483183820, 483183820 - 112<<20, 16 << 20, 1488},
		{64 << 20, 32 << 20, int64(httpd.LargestBody(32 << 20)), 136},
		{8 << 30, 8<<30 - 112<<20, 16 << 20, 4096},
	} {
		limits := serveLimits{MaxBody: 16 << 20}
		limits.fit(c.limit)
		if int64(limits.MaxMemory) != c.memory || int64(limits.MaxBody) != c.body || limits.Connections != c.connections {
			t.Errorf("%d: %+v", c.limit, limits)
		}
	}
	limits := serveLimits{MaxBody: 1 << 20, MaxMemory: 100 << 20, Connections: 7}
	limits.fit(1 << 30)
	if limits.MaxBody != 1<<20 || limits.MaxMemory != 100<<20 || limits.Connections != 7 {
		t.Errorf("%+v", limits)
	}
}
