package figures

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"time"
)

// NewReport returns a report with the time, the machine and the versions.
func NewReport() *Report {
	return &Report{When: time.Now().UTC().Truncate(time.Second), Machine: machine(), Versions: versions()}
}

// machine describes the processor, the cores, the memory and the system.
func machine() string {
	parts := []string{fmt.Sprintf("%d cores", runtime.NumCPU())}
	if model := procField("/proc/cpuinfo", "model name"); model != "" {
		parts = append([]string{model}, parts...)
	}
	var kb int64
	if _, err := fmt.Sscanf(procField("/proc/meminfo", "MemTotal"), "%d kB", &kb); err == nil {
		parts = append(parts, fmt.Sprintf("%d GiB", (kb+1<<19)>>20))
	}
	return strings.Join(append(parts, system()), ", ") + load()
}

// load describes how busy the machine is with other work, if the system reports it.
func load() string {
	text, err := os.ReadFile("/proc/loadavg")
	if average, _, ok := strings.Cut(string(text), " "); err == nil && ok {
		return "; load average at the start " + average
	}
	return ""
}

// system returns the system and its version, if known.
func system() string {
	release, err := os.ReadFile("/proc/sys/kernel/osrelease")
	if err != nil {
		return runtime.GOOS + "/" + runtime.GOARCH
	}
	return "Linux " + strings.TrimSpace(string(release)) + " " + runtime.GOARCH
}

// procField returns the first value of a field in a file of "name: value" lines.
func procField(name, field string) string {
	file, err := os.Open(name)
	if err != nil {
		return ""
	}
	defer file.Close()
	for lines := bufio.NewScanner(file); lines.Scan(); {
		if key, value, ok := strings.Cut(lines.Text(), ":"); ok && strings.TrimSpace(key) == field {
			return strings.TrimSpace(value)
		}
	}
	return ""
}

// namedModules contains the paths of the modules whose versions a report states.
var namedModules = []string{
	"github.com/hashicorp/hcl/v2", "github.com/minamijoyo/hcledit",
	"github.com/valyala/fasthttp", "github.com/goccy/go-json", "github.com/bytedance/sonic",
}

// versions returns the versions of Go, of this repository and of the named modules. It runs the go
// command, which is installed because the servers are built on this machine.
func versions() []string {
	list := []string{runtime.Version()}
	if commit, err := exec.Command("git", "rev-parse", "--short", "HEAD").Output(); err == nil {
		list = append(list, "iacedit "+strings.TrimSpace(string(commit)))
	}
	args := append([]string{"list", "-m", "-f", "{{.Path}} {{.Version}}"}, namedModules...)
	modules, err := exec.Command("go", args...).Output()
	if err != nil {
		return list
	}
	for line := range strings.Lines(string(modules)) {
		list = append(list, strings.TrimPrefix(strings.TrimSpace(line), "github.com/"))
	}
	return list
}

// RSS returns the resident memory of a process in bytes.
func RSS(pid int) (int64, error) {
	var kb int64
	name := fmt.Sprintf("/proc/%d/status", pid)
	if _, err := fmt.Sscanf(procField(name, "VmRSS"), "%d kB", &kb); err != nil {
		return 0, fmt.Errorf("%s tells no VmRSS: %w", name, err)
	}
	return kb << 10, nil
}
