package deploy

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// mostTime is the processor time that a dear request or a journal may take. Before they were bounded
// they took from six seconds on; now they take less than half a second.
const mostTime = 2500 * time.Millisecond

// A dear request once ended a server, or kept it busy for seconds, or got an answer that was no JSON.
type dear struct {
	name   string
	status int
	body   []byte
}

// dears are the dear requests. Each is less than 600 KB long.
func dears() []dear {
	groups := func(n int) []byte {
		return fmt.Appendf(nil, `{"code":"locals {\n  x = \"%s\"\n}\n#%s\n","edits":{"rewrite":[{"pattern":"%sb","by":"$1"}]}}`,
			strings.Repeat("a", 20_000), strings.Repeat("#", 480_000), strings.Repeat("(a?)", n))
	}
	folders := func(depth int, edits string) []byte {
		return fmt.Appendf(nil, `{"files":{%s},"edits":%s}`,
			times(2000, ",", `"`+strings.Repeat("a/", depth)+`d#/m.tf":"locals {\n a=f(#)\n}\n"`), edits)
	}
	rules := func(in string) string {
		return `{"rewrite":[` + times(1000, ",", `{"match":"f(0)","to":"g(1)","in":{"locals":[{"folder":"`+in+`"}]}}`) + `]}`
	}
	long := strings.Repeat("**/a/", 20) + "b"
	return []dear{
		{"a pattern of 60,000 groups", 400, repeatedGroups()},
		{"a pattern of 1000 groups", 400, groups(1000)},
		{"a pattern of 99 groups", 200, groups(99)},
		{"many markers of heredocs, and many files", 200, fmt.Appendf(nil,
			`{"files":{%s,"main.tf":"locals {\n%s\n}\n"},"edits":{"update":{"locals":[{"all":true,"comment":"x"}]}}}`,
			times(6656, ",", `"f#.tf":"locals {}\n"`), times(13312, `\n`, `x#=<<E#\nE#`))},
		{"many rules, each in deep folders", 400, folders(100, rules("**/a/b"))},
		{"many rules, each with a long pattern of folders", 400, folders(30, rules(long))},
		{"many entries, each with a long pattern of folders", 400, folders(30,
			`{"update":{"locals":[`+times(900, ",", `{"folder":"`+long+`","optional":true,"attributes":{"x":1}}`)+`]}}`)},
		{"nothing to answer but what is skipped", 200, []byte(`{"files":{"main.tf":""},"invalid":"skip","return":[],"edits":{"add":{"moved":{}}}}`)},
	}
}

// repeatedGroups is a request of 3 KB in gzip. It has noise, because what expands to more than a
// hundred times its length is refused before it is read.
func repeatedGroups() []byte {
	var noise strings.Builder
	for i := range 40 {
		fmt.Fprintf(&noise, "%x", sha256.Sum256([]byte{byte(i)}))
	}
	return fmt.Appendf(nil, `{"code":"locals {\n  x = \"aaaaa\"\n}\n#%s\n","mine":"%s","edits":{"rewrite":[{"pattern":"(?:%s){0,200}b","by":"$1"}]}}`,
		strings.Repeat("#", 246_000), noise.String(), strings.Repeat("(a?)", 300))
}

// times repeats a format, with the number of the repetition for every "#".
func times(n int, separator, format string) string {
	var b strings.Builder
	for i := range n {
		if i > 0 {
			b.WriteString(separator)
		}
		b.WriteString(strings.ReplaceAll(format, "#", fmt.Sprint(i)))
	}
	return b.String()
}

// poison is a request whose answer would be some thousand times its length: each line of
// a comment is indented as the attribute is.
func poison(size int) []byte {
	return fmt.Appendf(nil, `{"code":"locals {\n%sa=1\n}\n","edits":{"update":{"locals":[{"comments":{"a":"%s"}}]}}}`,
		strings.Repeat(" ", size/2), strings.Repeat(`\n`, size/4))
}

// poisons are requests that would end a server that did not bound them.
func poisons() [][]byte {
	return [][]byte{poison(20_000), poison(100_000), poison(1 << 20), repeatedGroups()}
}

// dearShapes are the dear requests, and others of about that size that take much time or memory for it.
func dearShapes(size int) [][]byte {
	fill := func(s string) string { return strings.Repeat(s, size/len(s)) }
	edit := func(code, edits string) []byte { return fmt.Appendf(nil, `{"code":"%s","edits":%s}`, code, edits) }
	numbers := `locals {\na=[` + fill("1,") + `1]\n}\n`
	all := [][]byte{
		edit(fill(`a{}\n`), `{"set":{"locals":{"attributes":{"z":1}}}}`),
		edit(numbers, `{"set":{"locals":{"attributes":{"a[0]":2}}}}`),
		edit(numbers, `{"set":{"locals":{"attributes":{"a":[`+fill("2,")+`2]}}}}`),
		edit("", `{"set":{"locals":{"attributes":{"a":[`+fill("{},")+`{}]}}}}`),
		edit(`locals {\na={`+fill("b=1,")+`}\n}`, `{"set":{"locals":{"attributes":{"a.c":2}}}}`),
		edit(`locals {\na=\"`+fill("${a}")+`\"\n}`, `{"set":{"locals":{"attributes":{"z":1}}}}`),
		poison(size),
	}
	for _, d := range dears() {
		all = append(all, d.body)
	}
	return all
}

// Each dear request is answered as it should be, in JSON, and takes little.
func TestHostileRequests(t *testing.T) {
	const processor = "process_cpu_seconds_total"
	c := newConfined(t, 512<<20)
	for _, d := range dears() {
		for _, encoding := range []string{"", "gzip"} {
			body := encoded(encoding, d.body)
			before := c.metrics()[processor]
			status, answer, err := postAs(http.DefaultClient, c.address, encoding, body)
			switch {
			case !c.alive():
				t.Fatalf("%s: %d bytes end the server: %v", d.name, len(body), c.cmd.ProcessState)
			case err != nil:
				t.Fatalf("%s: %v", d.name, err)
			case status == http.StatusRequestEntityTooLarge && encoding != "": // it expands too much
			case status != d.status, !json.Valid(answer):
				t.Errorf("%s: status %d instead of %d: %.300s", d.name, status, d.status, answer)
			}
			took := time.Duration((c.metrics()[processor] - before) * float64(time.Second))
			t.Logf("%-49s %6d bytes %-4s: status %d, %v of a processor", d.name, len(body), encoding, status, took)
			if took > mostTime {
				t.Errorf("%s: it takes %v of a processor", d.name, took)
			}
		}
	}
	if peak := c.peak(); peak > c.taken+outside {
		t.Errorf("the server took %d bytes at most, with --max-memory of %d", peak, c.taken)
	}
}

// encoded returns a body in an encoding of postAs.
func encoded(encoding string, body []byte) []byte {
	if encoding == "gzip" {
		return squeezed(body)
	}
	return body
}

// postAs posts a body with a Content-Encoding, "" for none.
func postAs(client *http.Client, address, encoding string, body []byte) (status int, answer []byte, err error) {
	req, err := http.NewRequest("POST", "http://"+address+"/v1/iac/edit", bytes.NewReader(body))
	if err != nil {
		return 0, nil, err
	}
	if encoding != "" {
		req.Header.Set("Content-Encoding", encoding)
	}
	resp, err := client.Do(req)
	if err != nil {
		return 0, nil, err
	}
	defer resp.Body.Close()
	answer, err = io.ReadAll(resp.Body)
	return resp.StatusCode, answer, err
}

// A journal of many entries, which a cloned repository may have, takes little, whether its entries
// are of one temporary file (such a journal stays, and a warning says so) or not.
func TestHostileJournal(t *testing.T) {
	const entries = 16_000
	for name, temp := range map[string]func(i int) string{
		"one temporary file":   func(int) string { return ".iacedit-AAAAAAAA" },
		"many temporary files": func(i int) string { return fmt.Sprintf(".iacedit-%08d", i) },
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			write(t, filepath.Join(dir, "main.tf"), "locals {}\n")
			var list []string
			for i := range entries {
				list = append(list, fmt.Sprintf(`{"name":"f%d.tf","temp":"%s","before":"","after":"%x"}`, i, temp(i), sha256.Sum256([]byte("x"))))
			}
			text := `{"entries":[` + strings.Join(list, ",") + `]}`
			journal := filepath.Join(dir, ".iacedit-journal")
			write(t, journal, fmt.Sprintf("iacedit journal 1 %x\n%s", sha256.Sum256([]byte(text)), text))
			cmd := exec.Command(binary, "ls", dir)
			var out, log bytes.Buffer
			cmd.Stdout, cmd.Stderr = &out, &log
			if err := cmd.Run(); err != nil || !strings.Contains(out.String(), "main.tf:1") {
				t.Errorf("%v: %.300s%.300s", err, out.String(), log.String())
			}
			took := cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
			t.Logf("%v of a processor; it says %q", took, log.String())
			if took > mostTime {
				t.Errorf("it takes %v of a processor", took)
			}
			if log.Len() == 0 || log.Len() > 1000 {
				t.Errorf("its warning is of %d bytes", log.Len())
			}
			if _, err := os.Stat(journal); (err == nil) != strings.Contains(log.String(), "cannot be recovered") {
				t.Errorf("the journal: %v", err)
			}
		})
	}
}

// What would end a server that did not bound it ends neither server behind a proxy that
// sends it to one after the other.
func TestPoison(t *testing.T) {
	eachProxy(t, func(t *testing.T, front string, servers [2]*backend) {
		for _, body := range poisons() {
			for _, encoding := range []string{"", "gzip"} {
				sent := encoded(encoding, body)
				status, answer, err := postAs(http.DefaultClient, front, encoding, sent)
				if err != nil {
					t.Fatal(err)
				}
				if status != http.StatusBadRequest && status != http.StatusRequestEntityTooLarge {
					t.Errorf("%d bytes: status %d: %.200s", len(sent), status, answer)
				}
			}
		}
		for _, b := range servers {
			if b.cmd.ProcessState != nil {
				t.Error("a server ended")
			}
			waitFor(t, "http://"+b.address+"/healthz")
		}
	}, "--max-memory=256MiB")
}
