package layout

import (
	"cmp"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"iacedit/edit"
	"iacedit/internal/testkit/corpus"
)

var layoutMisses = flag.String("layout-misses", "", "write the sites of this kind that do not come back; \"all\": of every kind")

// A layoutTally counts sites of one kind.
type layoutTally struct{ all, back, told, toldBack int }

// A layoutResult is what became of one site.
type layoutResult struct {
	layoutSite
	file   string
	back   bool
	failed string
	want   string
	got    string
}

// published returns the shares, in per cent, that docs/layout.md publishes: by kind, of the
// sites that the rules determine.
func published(t *testing.T) map[string]float64 {
	page, err := os.ReadFile("../../../docs/layout.md")
	if err != nil {
		t.Fatal(err)
	}
	shares := map[string]float64{}
	for line := range strings.Lines(string(page)) {
		cells := strings.Split(strings.TrimSpace(line), " | ")
		if len(cells) != 5 {
			continue
		}
		if share, err := strconv.ParseFloat(strings.TrimSuffix(cells[4], " % |"), 64); err == nil {
			shares[strings.TrimPrefix(cells[0], "| ")] = share
		}
	}
	return shares
}

// slack is by how many points a share may be below the one that is published.
const slack = 2

// What is taken out of a file and put back stands as it stood: in how many of the places,
// and in how many of those where the rules can tell how it stood (docs/layout.md).
func TestLayoutComesBack(t *testing.T) {
	files, shares := layoutFiles(t), published(t)
	tally, reasons := map[string]*layoutTally{}, map[string]int{}
	var misses []layoutResult
	var mu sync.Mutex
	var group sync.WaitGroup
	work := make(chan *layoutFile)
	for range 2 {
		group.Add(1)
		go func() {
			defer group.Done()
			for f := range work {
				for _, site := range sitesOf(f) {
					r := putBack(f, site)
					mu.Lock()
					n := tally[site.kind]
					if n == nil {
						n = &layoutTally{}
						tally[site.kind] = n
					}
					n.all++
					if r.back {
						n.back++
					}
					if site.untold == "" {
						n.told++
						if r.back {
							n.toldBack++
						}
					} else {
						reasons[site.kind+": "+site.untold]++
					}
					if !r.back && (site.kind == *layoutMisses || *layoutMisses == "all") {
						misses = append(misses, r)
					}
					mu.Unlock()
				}
			}
		}()
	}
	for _, f := range files {
		work <- f
	}
	close(work)
	group.Wait()
	for _, kind := range []string{topBlocks, nestedBlocks, metaArgs, arguments, keys, elements, values} {
		n := tally[kind]
		if n == nil {
			n = &layoutTally{}
		}
		said, ok := shares[kind]
		if !ok {
			t.Errorf("docs/layout.md has no share for %s", kind)
		}
		if got := share(n.toldBack, n.told); got < said-slack {
			t.Errorf("%s: %.1f %% come back of what can be told; docs/layout.md says %.1f %%", kind, got, said)
		}
		t.Logf("%-17s %6d sites, %5.1f %% come back; of %6d that can be told %5.1f %%", kind, n.all, share(n.back, n.all), n.told, share(n.toldBack, n.told))
	}
	if *layoutMisses != "" {
		reportMisses(t, misses, reasons)
	}
}

func share(n, of int) float64 { return 100 * float64(n) / float64(max(of, 1)) }

// layoutFiles returns the files of public repositories.
func layoutFiles(t *testing.T) (files []*layoutFile) {
	valid, err := corpus.Find()
	if err != nil {
		t.Skipf("SKIPPED, nothing was taken out of real code: %v", err)
	}
	trees := strings.TrimSuffix(filepath.ToSlash(valid), "/real/valid") + "/trees"
	err = filepath.WalkDir(trees, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".tf" && filepath.Ext(path) != ".tfvars" {
			return err
		}
		src, err := os.ReadFile(path)
		if f := newLayoutFile(strings.TrimPrefix(path, trees+"/"), src); f != nil {
			files = append(files, f)
		}
		return err
	})
	if err != nil || len(files) < 1000 {
		t.Skipf("SKIPPED, nothing was taken out of real code: %v, %d files", err, len(files))
	}
	return files
}

// putBack takes something out of a file and puts it back.
func putBack(f *layoutFile, site layoutSite) layoutResult {
	r := layoutResult{layoutSite: site, file: f.name, want: string(f.src)}
	var o edit.Options
	without, err := o.Apply(nil, f.src, []byte(site.cut))
	if err != nil {
		r.failed = "cut: " + err.Error()
		return r
	}
	got, err := o.Apply(nil, without, []byte(site.put))
	if err != nil {
		r.failed = "put: " + err.Error()
		return r
	}
	r.got, r.back = string(got), string(got) == r.want
	return r
}

// reportMisses logs why sites cannot be told, and the sites that can be told and were not
// written so.
func reportMisses(t *testing.T, misses []layoutResult, reasons map[string]int) {
	for _, why := range slices.SortedFunc(maps.Keys(reasons), func(a, b string) int { return cmp.Compare(reasons[b], reasons[a]) }) {
		if strings.HasPrefix(why, *layoutMisses+":") || *layoutMisses == "all" {
			t.Logf("%6d %s", reasons[why], why)
		}
	}
	out := &strings.Builder{}
	slices.SortFunc(misses, func(a, b layoutResult) int {
		return cmp.Or(strings.Compare(a.kind, b.kind), cmp.Compare(a.untold, b.untold), strings.Compare(a.file, b.file), cmp.Compare(a.line, b.line))
	})
	for _, m := range misses {
		fmt.Fprintf(out, "== %s: %s:%d %s [%s] %s\n%s", m.kind, m.file, m.line, m.what, m.untold, m.failed, lineDiff(m.want, m.got, m.failed != ""))
	}
	if err := os.WriteFile("/tmp/layout-misses.txt", []byte(out.String()), 0o666); err != nil {
		t.Error(err)
	}
}

// lineDiff returns the lines between the first and the last that differ.
func lineDiff(want, got string, none bool) string {
	if none {
		return ""
	}
	a, b := strings.SplitAfter(want, "\n"), strings.SplitAfter(got, "\n")
	from := 0
	for from < len(a) && from < len(b) && a[from] == b[from] {
		from++
	}
	n := 0
	for n < len(a)-from && n < len(b)-from && a[len(a)-1-n] == b[len(b)-1-n] {
		n++
	}
	var out strings.Builder
	for _, l := range a[max(0, from-2):from] {
		out.WriteString("  " + l)
	}
	for _, l := range a[from : len(a)-n] {
		out.WriteString("- " + l)
	}
	for _, l := range b[from : len(b)-n] {
		out.WriteString("+ " + l)
	}
	return out.String()
}
