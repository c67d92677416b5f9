package judges

import (
	"cmp"
	"encoding/json"
	"io"
	"log"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	difference "github.com/google/go-cmp/cmp"

	"iacedit/edit"
)

// roundsPerRun is how many times each judge is asked; the environment variable IACEDIT_JUDGES says
// another number, and IACEDIT_SEED makes other code.
const roundsPerRun = 50

// An object is something declared in the code of a round, by a block or by an attribute.
type object struct {
	file   string
	block  string   // the type of the block
	labels []string // of the block; the last is the name of the object, if attribute is ""
	// attribute declares the object. For an attribute of the file itself, block is "iacvars".
	attribute string
	// inside is the path to the attribute in the block, with a dot at the end; "" for an attribute of it.
	inside string
	// kind is the same for all objects whose names must differ.
	kind string
	// fresh is set if the object may only get a name that is nowhere in the code.
	fresh bool
}

func (o object) name() string {
	if o.attribute != "" {
		return o.attribute
	}
	return o.labels[len(o.labels)-1]
}

// names has the old names of objects by their kinds and new names.
type names map[[2]string]string

// of returns the name that an object of a kind had before the renames.
func (n names) of(kind, name string) string {
	if was, ok := n[[2]string{kind, name}]; ok {
		return was
	}
	return name
}

// A language makes random code, and evaluates it.
type language struct {
	dialect edit.Dialect
	// generate returns the files, and what they declare.
	generate func(g *code) (files map[string]string, objects []object)
	// judge returns what the code means, with the names that objects had before the renames.
	judge func(dir string, files map[string]string, was names) (meaning any, err error)
	// mayRefuse are parts of messages that refuse a rename rightly, mayTell the codes of warnings, and
	// mayLeave those of warnings that code is left which then means something else.
	mayRefuse, mayTell, mayLeave []string
}

func fromEnv(t *testing.T, name string, n int) int {
	if text := os.Getenv(name); text != "" {
		var err error
		if n, err = strconv.Atoi(text); err != nil {
			t.Fatal(err)
		}
	}
	return n
}

// run tests the law: after random renames, the code means the same, and renaming back gives the same
// code.
func (l *language) run(t *testing.T) {
	rounds, seed := fromEnv(t, "IACEDIT_JUDGES", roundsPerRun), uint64(fromEnv(t, "IACEDIT_SEED", 0))
	log.SetOutput(io.Discard) // Packer's
	renamed, refused, left := 0, 0, 0
	for i := range rounds {
		g := &code{Rand: rand.New(rand.NewPCG(seed, uint64(i)))}
		files, objects := l.generate(g)
		before, err := l.judge(t.TempDir(), files, nil)
		if err != nil {
			t.Fatalf("round %d: the judge refuses code of ours: %v\n%s", i, err, archive(files))
		}
		renames := randomRenames(g, objects)
		if len(renames) == 0 {
			continue
		}
		after, report, err := l.rename(files, renames)
		if err != nil {
			if !slices.ContainsFunc(l.mayRefuse, func(part string) bool { return strings.Contains(err.Error(), part) }) {
				t.Fatalf("round %d: %v\n%s\nof\n%s", i, err, describe(renames), archive(files))
			}
			refused++
			continue
		}
		isLeft := false
		for _, w := range report.Warnings {
			leaves := slices.Contains(l.mayLeave, string(w.Code))
			if !leaves && !slices.Contains(l.mayTell, string(w.Code)) {
				t.Errorf("round %d: warning %s: %s", i, w.Code, w.Message)
			}
			isLeft = isLeft || leaves
		}
		was := names{}
		for _, r := range renames {
			was[[2]string{r.kind, r.to}] = r.name()
		}
		meaning, err := l.judge(t.TempDir(), after, was)
		if diff := difference.Diff(before, meaning); !isLeft && (err != nil || diff != "") {
			t.Errorf("round %d: %v; the meaning: -before +after\n%s", i, err, diff)
		}
		back, _, err := l.rename(after, backwards(renames))
		if err != nil {
			t.Errorf("round %d: back: %v", i, err)
		} else if diff := difference.Diff(unspaced(files), unspaced(back)); diff != "" {
			t.Errorf("round %d: there and back: -before +after\n%s", i, diff)
		}
		if t.Failed() {
			t.Fatalf("%s\nof\n%s\ngives\n%s", describe(renames), archive(files), archive(after))
		}
		renamed += len(renames)
		if isLeft {
			left++
		}
	}
	t.Logf("%d rounds, %d renames; in %d rounds they are refused, in %d some code is left", rounds, renamed, refused, left)
	if refused > rounds/3 || left > rounds/3 {
		t.Errorf("too few of %d rounds are compared: %d refused, %d left", rounds, refused, left)
	}
}

// A rename gives an object a new name.
type rename struct {
	object
	to string
}

// randomRenames gives some of the objects new names: fresh ones, those of objects of other kinds, or
// those of others of their kind that are declared by the same sort of code.
func randomRenames(g *code, objects []object) (renames []rename) {
	byForm, taken := map[string][]object{}, map[[2]string]bool{}
	for _, o := range objects {
		byForm[o.kind+" "+o.block] = append(byForm[o.kind+" "+o.block], o)
		taken[[2]string{o.kind, o.name()}] = true
	}
	for _, form := range slices.Sorted(maps.Keys(byForm)) {
		all := byForm[form]
		order := g.Perm(len(all))
		permute := g.IntN(3) == 0 && !all[0].fresh
		for i, o := range all {
			to := all[order[i]].name()
			if !permute {
				to = g.name()
				if o.fresh || g.IntN(2) == 0 || taken[[2]string{o.kind, to}] {
					to = "n" + strconv.Itoa(len(renames)) + "_" + o.name()
				}
				taken[[2]string{o.kind, to}] = true
			}
			if to != o.name() && (permute || g.IntN(3) > 0) {
				renames = append(renames, rename{o, to})
			}
		}
	}
	return renames
}

func backwards(renames []rename) (back []rename) {
	for _, r := range renames {
		o := r.object
		if o.attribute != "" {
			o.attribute = r.to
		} else {
			o.labels = append(slices.Clone(o.labels[:len(o.labels)-1]), r.to)
		}
		back = append(back, rename{o, r.name()})
	}
	return back
}

// rename makes renames, all in one request.
func (l *language) rename(files map[string]string, renames []rename) (map[string]string, *edit.Report, error) {
	byType := map[string]any{}
	for _, r := range renames {
		entry := map[string]any{"file": r.file}
		if r.attribute != "" {
			entry["attributes"] = map[string]string{r.inside + r.attribute: r.to}
		} else {
			entry["to"] = r.to
		}
		in, key := byType, r.block
		for _, label := range r.labels {
			if in[key] == nil {
				in[key] = map[string]any{}
			}
			in, key = in[key].(map[string]any), label
		}
		entries, _ := in[key].([]any)
		in[key] = append(entries, entry)
	}
	edits, err := json.Marshal(map[string]any{"rename": byType})
	if err != nil {
		return nil, nil, err
	}
	var list []edit.File
	for _, name := range slices.Sorted(maps.Keys(files)) {
		list = append(list, edit.File{Name: name, Code: []byte(files[name])})
	}
	options := edit.Options{Dialect: l.dialect}
	result, err := options.Edit(list, edits, edit.ReturnCode|edit.ReturnReport)
	if err != nil {
		return nil, nil, err
	}
	out := maps.Clone(files)
	for _, f := range result.Files {
		out[f.Name] = string(f.Code)
	}
	return out, result.Report, nil
}

// unspaced returns files without spaces: names of other lengths align attributes in other ways.
func unspaced(files map[string]string) map[string]string {
	out := map[string]string{}
	for name, text := range files {
		out[name] = strings.ReplaceAll(text, " ", "")
	}
	return out
}

func describe(renames []rename) string {
	var text strings.Builder
	for _, r := range renames {
		text.WriteString(r.file + ": " + strings.Join(append([]string{r.block}, r.labels...), ".") + " " + r.attribute + " -> " + r.to + "\n")
	}
	return text.String()
}

// archive writes files as one text.
func archive(files map[string]string) string {
	var text strings.Builder
	for _, name := range slices.SortedFunc(maps.Keys(files), cmp.Compare[string]) {
		text.WriteString("-- " + name + " --\n" + files[name])
	}
	return text.String()
}
