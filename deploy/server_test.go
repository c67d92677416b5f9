package deploy

import (
	"bufio"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"
)

// A confined server runs within a limit of memory: a cgroup's where one can be made, else
// that of GOMEMLIMIT.
type confined struct {
	t       *testing.T
	address string
	admin   string
	limit   int64 // of the cgroup, or that GOMEMLIMIT follows
	taken   int64 // --max-memory, as the server chose it
	group   string
	cmd     *exec.Cmd
	ended   chan struct{}
}

// cgroupShare is the part of a cgroup's limit that is Go's, in percent.
const cgroupShare = 85

// newConfined starts a server within a limit of memory.
func newConfined(t *testing.T, limit int64) *confined {
	t.Helper()
	c := &confined{t: t, limit: limit, group: newGroup(t, limit), ended: make(chan struct{})}
	c.cmd = exec.Command(binary, "serve", "--addr=127.0.0.1:0", "--admin-addr=127.0.0.1:0", "--pprof", "--log-requests=none")
	if c.group != "" {
		c.cmd = exec.Command("sh", append([]string{"-c", `echo $$ > "$0" && exec "$@"`, filepath.Join(c.group, "cgroup.procs")}, c.cmd.Args...)...)
	}
	c.cmd.Env = append(os.Environ(), fmt.Sprint("GOMEMLIMIT=", limit/100*cgroupShare))
	log, err := c.cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		c.cmd.Wait()
		close(c.ended)
	}()
	lines := bufio.NewScanner(log)
	c.readLog(lines)
	go io.Copy(io.Discard, log)
	t.Cleanup(func() {
		c.cmd.Process.Kill()
		<-c.ended
		if c.group != "" {
			os.Remove(c.group)
		}
	})
	return c
}

// newGroup makes a cgroup with a limit, and returns its directory, or "" where none can be
// made.
func newGroup(t *testing.T, limit int64) string {
	t.Helper()
	for _, in := range [][2]string{{"/sys/fs/cgroup/memory", "memory.limit_in_bytes"}, {"/sys/fs/cgroup", "memory.max"}} {
		dir, err := os.MkdirTemp(in[0], "iacedit-hostile-")
		if err != nil {
			continue
		}
		file := filepath.Join(dir, in[1])
		if _, err := os.Stat(file); err == nil && os.WriteFile(file, []byte(strconv.FormatInt(limit, 10)), 0) == nil {
			return dir
		}
		os.Remove(dir)
	}
	t.Log("NOT CHECKED: no cgroup can be made here; GOMEMLIMIT is the limit, and the process's memory is looked at")
	return ""
}

var logged = regexp.MustCompile(`url=http://(\S+) .* memory=(\S+) .* admin=http://(\S+)`)

// readLog reads from the log where the server listens, and what it takes.
func (c *confined) readLog(lines *bufio.Scanner) {
	c.t.Helper()
	for lines.Scan() {
		found := logged.FindStringSubmatch(lines.Text())
		if found == nil {
			continue
		}
		c.address, c.admin = found[1], found[3]
		c.taken = int64(c.metrics()["iacedit_memory_budget_limit_bytes"])
		return
	}
	c.t.Fatal("the server does not say where it listens")
}

// alive reports whether the server has not ended.
func (c *confined) alive() bool {
	select {
	case <-c.ended:
		return false
	default:
		return true
	}
}

// admined asks the admin listener.
func (c *confined) admined(path string) string {
	client := http.Client{Timeout: 10 * time.Second}
	resp, err := client.Get("http://" + c.admin + path)
	if err != nil {
		c.t.Errorf("%s: %v", path, err)
		return ""
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		c.t.Errorf("%s: %v", path, err)
	}
	return string(text)
}

// metrics returns the metrics without labels.
func (c *confined) metrics() map[string]float64 {
	found := map[string]float64{}
	for line := range strings.Lines(c.admined("/metrics")) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), " ")
		if n, err := strconv.ParseFloat(value, 64); err == nil {
			found[name] = n
		}
	}
	return found
}

var heapAlloc = regexp.MustCompile(`(?m)^# HeapAlloc = (\d+)$`)

// live returns how much of the heap is live: the least that stands there after each of some
// collections, since a busy server makes garbage between one and the look.
func (c *confined) live() float64 {
	least := c.allocated()
	for range 2 {
		least = min(least, c.allocated())
	}
	return least
}

// allocated returns how much stands on the heap after a collection.
func (c *confined) allocated() float64 {
	found := heapAlloc.FindStringSubmatch(c.admined("/debug/pprof/heap?gc=1&debug=1"))
	if found == nil {
		return 0
	}
	n, _ := strconv.ParseFloat(found[1], 64)
	return n
}

// peak returns the most memory that the server took: what the cgroup counted, or the
// process's own.
func (c *confined) peak() int64 {
	for _, name := range []string{"memory.max_usage_in_bytes", "memory.peak"} {
		if text, err := os.ReadFile(filepath.Join(c.group, name)); c.group != "" && err == nil {
			n, _ := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64)
			return n
		}
	}
	return c.status("VmHWM")
}

// status returns a line of the process's status, in bytes.
func (c *confined) status(name string) int64 {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", c.cmd.Process.Pid))
	if err != nil {
		c.t.Error(err)
	}
	for line := range strings.Lines(string(text)) {
		if rest, ok := strings.CutPrefix(line, name+":"); ok {
			n, _ := strconv.ParseInt(strings.Fields(rest)[0], 10, 64)
			return n << 10
		}
	}
	return 0
}
