package docs

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// A room is a row of the chart in house.md: the packages of this module that a package may import.
type room struct {
	may      []string
	anything bool
}

// rooms reads the chart. It returns the rows by the packages' paths in the module.
func rooms(t *testing.T) map[string]room {
	t.Helper()
	text, err := os.ReadFile("house.md")
	if err != nil {
		t.Fatal(err)
	}
	_, chart, ok := strings.Cut(string(text), "| package | owns | may import | does not know |\n")
	if !ok {
		t.Fatal("house.md has no chart")
	}
	quoted := regexp.MustCompile("`([^`]+)`")
	all := map[string]room{}
	for line := range strings.Lines(chart) {
		cells := strings.Split(line, "|")
		if len(cells) < 5 {
			break
		}
		name := quoted.FindStringSubmatch(cells[1])
		if name == nil {
			continue // the line below the head
		}
		r := room{anything: strings.TrimSpace(cells[3]) == "anything"}
		for _, m := range quoted.FindAllStringSubmatch(cells[3], -1) {
			r.may = append(r.may, m[1])
		}
		all[name[1]] = r
	}
	return all
}

// A listed is a package as go list prints it.
type listed struct {
	ImportPath string
	Imports    []string
	Deps       []string
	Standard   bool
	Module     *struct {
		Path string
		Main bool
	}
}

// list returns the packages that "go list" prints for the arguments.
func list(t *testing.T, args ...string) (all []listed) {
	t.Helper()
	cmd := exec.Command("go", append([]string{"list", "-json=ImportPath,Imports,Deps,Standard,Module"}, args...)...)
	cmd.Dir = ".."
	out, err := cmd.Output()
	if err != nil {
		var failed *exec.ExitError
		if errors.As(err, &failed) {
			t.Fatalf("go list: %s", failed.Stderr)
		}
		t.Skip("SKIPPED, imports were not held against the chart: ", err)
	}
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p listed
		if err := d.Decode(&p); err == io.EOF {
			return all
		} else if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
}

// TestImportsAreThoseOfTheChart: packages import only packages that the chart allows.
func TestImportsAreThoseOfTheChart(t *testing.T) {
	chart := rooms(t)
	packages := list(t, "./...")
	prefix := packages[0].Module.Path + "/"
	seen := map[string]bool{}
	for _, p := range packages {
		name := strings.TrimPrefix(p.ImportPath, prefix)
		r, ok := chart[name]
		if !ok {
			t.Errorf("%s is not in the chart of house.md", name)
		}
		seen[name] = true
		for _, dep := range p.Imports {
			if dep, ours := strings.CutPrefix(dep, prefix); ours && !r.anything && !slices.Contains(r.may, dep) {
				t.Errorf("%s imports %s, which the chart of house.md does not have", name, dep)
			}
		}
	}
	for name, r := range chart {
		if !seen[name] {
			t.Errorf("the chart has %s, which is no package", name)
		}
		for _, dep := range r.may {
			if _, ok := chart[dep]; !ok {
				t.Errorf("the chart lets %s import %s, which it does not have", name, dep)
			}
		}
	}
}

// TestCard: the directories that the design of the project names are at the top, each with code.
func TestCard(t *testing.T) {
	for _, name := range []string{"lexer", "syntax", "edit", "render", "httpd", "fuzz", "bench"} {
		if files, err := filepath.Glob(filepath.Join("..", name, "*.go")); err != nil || len(files) == 0 {
			t.Errorf("there is no code in %s", name)
		}
	}
}

// The folders of internal, the lowest first: a package imports none of a later folder.
var floors = []string{"base", "languages", "engine", "requests", "disk", "faces"}

// floorOf returns the place of a package's folder in floors, and false for a package outside of
// these folders.
func floorOf(path string) (int, bool) {
	_, folders, _ := strings.Cut(path, "/internal/")
	folder, _, _ := strings.Cut(folders, "/")
	i := slices.Index(floors, folder)
	return i, i >= 0 && !strings.Contains(path, "/edit/")
}

// TestFloors: packages of internal import no package of a higher floor, and only tests import what is
// for tests.
func TestFloors(t *testing.T) {
	found := make([]int, len(floors))
	for _, p := range list(t, "./...") {
		from, internal := floorOf(p.ImportPath)
		if internal {
			found[from]++
		}
		for _, dep := range p.Imports {
			if to, ok := floorOf(dep); internal && ok && to > from {
				t.Errorf("%s imports %s, which is on a higher floor", p.ImportPath, dep)
			}
			if internal && strings.Contains(dep, "/internal/testkit/") {
				t.Errorf("%s imports %s, which is for tests", p.ImportPath, dep)
			}
		}
	}
	for i, n := range found {
		if n == 0 {
			t.Errorf("internal/%s has no packages", floors[i])
		}
	}
}

// TestServerKnowsNoDisks: a program that embeds the server does not link the packages that work on
// files on disks, or those that read command lines.
func TestServerKnowsNoDisks(t *testing.T) {
	for _, dep := range list(t, "./httpd")[0].Deps {
		if i, ok := floorOf(dep); ok && i >= slices.Index(floors, "disk") {
			t.Errorf("httpd links %s", dep)
		}
	}
}

// The modules of other authors on which programs with our packages depend.
var (
	forLibraries = []string{
		"github.com/alecthomas/participle/v2",
		"github.com/apparentlymart/go-textseg/v15",
		"golang.org/x/sys",
		"golang.org/x/text",
	}
	forServers = []string{
		"github.com/VictoriaMetrics/metrics",
		"github.com/goccy/go-json",
		"github.com/goccy/go-yaml", // of the catalogue of upgrades
		"github.com/valyala/fasthttp",
		// Dependencies of the modules above:
		"github.com/klauspost/compress",
		"github.com/molecule-man/go-brrr",
		"github.com/valyala/bytebufferpool",
		"github.com/valyala/fastrand",
		"github.com/valyala/histogram",
	}
)

// TestEmbeddersGetLittle: programs that embed our packages depend on few other modules, and never
// on hcl/v2.
func TestEmbeddersGetLittle(t *testing.T) {
	libraries := []string{"./lexer", "./syntax", "./value", "./format", "./internal/engine/render", "./refs", "./internal/engine/pattern", "./module", "./address", "./edit", "./read", "./find"}
	for _, c := range []struct {
		packages, modules []string
	}{
		{libraries, forLibraries},
		{[]string{"./client"}, nil},
		{[]string{"./httpd"}, slices.Concat(forLibraries, forServers)},
	} {
		for _, p := range list(t, append([]string{"-deps"}, c.packages...)...) {
			if !p.Standard && !p.Module.Main && !slices.Contains(c.modules, p.Module.Path) {
				t.Errorf("%v need %s, of %s", c.packages, p.ImportPath, p.Module.Path)
			}
		}
	}
}
