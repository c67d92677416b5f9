package fuzz

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/leanovate/gopter"
	"github.com/leanovate/gopter/gen"
	"github.com/leanovate/gopter/prop"

	"iacedit/edit"
)

// The laws of docs/layout.md, "Whose comment it is", on random runs of items. Each comment has a number
// of its own, so that a lost, doubled or torn one is found.

// A remarked is an item, with the comment above it.
type remarked struct {
	Comment  int // into remarksAbove
	Name     int // into remarkedNames
	Blanks   int // above it, or above its comment
	Detached int // blank lines between the comment and the item, mostly none
	Long     bool
}

var remarkedNames = []string{"zone", "zone_a", "zoneB", "web_servers", "web", "db", "cluster-node", "nodes", "sns_topic", "x"}

// remarksAbove return the lines of the comment with a number above an item, which another follows.
var remarksAbove = []func(k kind, n int, name, next string) []string{
	func(kind, int, string, string) []string { return nil },
	func(_ kind, n int, _, _ string) []string { return []string{fmt.Sprintf("# Plain words %d", n)} },
	func(_ kind, n int, _, _ string) []string {
		return []string{fmt.Sprintf("# Zones of the cluster %d", n)}
	},
	func(_ kind, n int, _, _ string) []string { return []string{fmt.Sprintf("# Variables %d", n)} },
	func(_ kind, n int, _, _ string) []string {
		return []string{fmt.Sprintf("# ---- web and db %d ----", n)}
	},
	func(k kind, n int, _, _ string) []string { return commented(k, n) },
	func(k kind, n int, name, _ string) []string {
		return append(commented(k, n), fmt.Sprintf("# The %s itself %d", name, n))
	},
	func(_ kind, n int, _, next string) []string {
		return []string{fmt.Sprintf("# %s is special %d", next, n)}
	},
	func(_ kind, n int, _, _ string) []string {
		return []string{fmt.Sprintf("// tfdoc:variable:source %d", n)}
	},
	func(_ kind, n int, _, _ string) []string { return []string{fmt.Sprintf("# tfsec:ignore:x%d", n)} },
	func(_ kind, n int, _, _ string) []string {
		return []string{fmt.Sprintf("/* Two lines %d", n), fmt.Sprintf("   and more %d */", n)}
	},
	func(_ kind, n int, _, _ string) []string {
		return []string{fmt.Sprintf("# Three lines %d", n), "#", fmt.Sprintf("# and more %d", n)}
	},
}

// isItsOwn reports whether the comment of an item is about nothing but the item, whatever is beside it.
func (r *remarked) isItsOwn() bool { return slices.Contains([]int{0, 1, 9, 10, 11}, r.Comment) }

// commented returns commented-out code.
func commented(k kind, n int) []string {
	if k.tail == "" {
		return []string{fmt.Sprintf(`# variable "old_%d" {`, n), fmt.Sprintf("#   default = %d", n), "# }"}
	}
	return []string{fmt.Sprintf("# old_%d = %d", n, n)}
}

// A kind is where the items are, and how requests name one.
type kind struct {
	name       string
	head, tail string // lines around them
	indent     string
	item       func(name string, n int, long bool) []string
	entry      string // of an item, with what is asked of it for "@"
	path       string // of an item in an entry
}

var kinds = []kind{
	{"blocks", "", "", "", func(name string, n int, long bool) []string {
		if !long {
			return []string{fmt.Sprintf(`variable "%s" {} # line %d`, name, n)}
		}
		return []string{fmt.Sprintf(`variable "%s" {`, name), fmt.Sprintf("  # inside %d", n), fmt.Sprintf("  default = %d", n), "}"}
	}, `{"variable":{"%s":[{@}]}}`, ""},
	{"attributes", "locals {", "}", "  ", valued, `{"locals":[{@}]}`, "%s"},
	{"keys", "locals {\n  m = {", "  }\n}", "    ", valued, `{"locals":[{@}]}`, "m.%s"},
}

// valued returns an attribute or a key, whose name is as long as all others.
func valued(name string, n int, long bool) []string {
	if long {
		return []string{name + " = [", fmt.Sprintf("  # inside %d", n), fmt.Sprintf("  %d,", n), "]"}
	}
	return []string{fmt.Sprintf("%s = %d # line %d", name, n, n)}
}

// A remarkedFile is a file of such items.
type remarkedFile struct {
	kind  kind
	names []string
	lines []string // with blank ones
	plain bool     // each comment is about the item directly below it
	spans [][3]int // of each item: the first line of its comments, its first line, and the line after it
}

func (k kind) write(items []remarked) *remarkedFile {
	f := &remarkedFile{kind: k, plain: true}
	used := map[string]bool{}
	for _, item := range items {
		name := remarkedNames[item.Name]
		for used[name] {
			name += "x"
		}
		used[name] = true
		f.names = append(f.names, name)
	}
	if k.head != "" {
		f.lines = strings.Split(k.head, "\n")
	}
	for i, item := range items {
		next := f.names[(i+1)%len(f.names)]
		if i > 0 {
			f.add(make([]string, item.Blanks))
		}
		remark := remarksAbove[item.Comment](k, i, f.names[i], next)
		f.add(remark)
		if len(remark) > 0 && item.Detached == 0 {
			f.add([]string{""})
		}
		f.plain = f.plain && item.isItsOwn() && (len(remark) == 0 || item.Detached > 0)
		at := [3]int{len(f.lines), len(f.lines)}
		for at[0] > 0 && isRemark(f.lines[at[0]-1]) {
			at[0]--
		}
		f.add(k.item(f.names[i], i, item.Long))
		at[2] = len(f.lines)
		f.spans = append(f.spans, at)
	}
	if k.tail != "" {
		f.lines = append(f.lines, strings.Split(k.tail, "\n")...)
	}
	return f
}

func (f *remarkedFile) add(lines []string) {
	for _, line := range lines {
		if line != "" {
			line = f.kind.indent + line
		}
		f.lines = append(f.lines, line)
	}
}

// isRemark reports whether a line is of a comment above an item.
func isRemark(line string) bool {
	line = strings.TrimSpace(line)
	return strings.HasPrefix(line, "#") || strings.HasPrefix(line, "/") || strings.HasSuffix(line, "*/")
}

func (f *remarkedFile) text() string { return strings.Join(f.lines, "\n") + "\n" }

// request returns an operation on an item.
func (f *remarkedFile) request(operation string, i int, asked string) string {
	entry := f.kind.entry
	if strings.Contains(entry, "%s") {
		entry = fmt.Sprintf(entry, f.names[i])
	}
	return fmt.Sprintf(`{%q:%s}`, operation, strings.Replace(entry, "@", asked, 1))
}

// deletes returns the members of an entry that deletes an item.
func (f *remarkedFile) deletes(i int) string {
	if f.kind.path == "" {
		return ""
	}
	return fmt.Sprintf(`"attributes":[%q]`, fmt.Sprintf(f.kind.path, f.names[i]))
}

// bare returns lines without blank lines, and without the blanks that align them.
func bare(lines []string) (out []string) {
	for _, line := range lines {
		if fields := strings.Fields(line); len(fields) > 0 {
			out = append(out, strings.Join(fields, " "))
		}
	}
	return out
}

// without returns the lines of a file without an item and its last comments.
func (f *remarkedFile) without(i, comments int) []string {
	return slices.Concat(f.lines[:f.spans[i][1]-comments], f.lines[f.spans[i][2]:])
}

// parts returns the item with its last comments, and those of all other lines.
func (f *remarkedFile) parts(i, comments int) (item, others []string) {
	at := f.spans[i]
	return bare(f.lines[at[1]-comments : at[2]]), bare(f.without(i, comments))
}

// remarkedLaw runs a property on random files of each kind.
func remarkedLaw(t *testing.T, sentence string, holds func(f *remarkedFile, pick int) error) {
	t.Helper()
	items := gen.SliceOfN(5, gen.Struct(reflect.TypeFor[remarked](), map[string]gopter.Gen{
		"Comment":  gen.IntRange(0, len(remarksAbove)-1),
		"Name":     gen.IntRange(0, len(remarkedNames)-1),
		"Blanks":   gen.IntRange(0, 2),
		"Detached": gen.IntRange(0, 7),
		"Long":     gen.Bool(),
	}))
	for _, k := range kinds {
		t.Run(k.name, func(t *testing.T) {
			properties := gopter.NewProperties(lawParameters())
			properties.Property(sentence, prop.ForAll(func(items []remarked, pick int) (string, error) {
				f := k.write(items)
				if err := holds(f, pick); err != nil {
					return "", fmt.Errorf("%w\nof\n%s", err, f.text())
				}
				return "", nil
			}, items, gen.IntRange(0, 1<<20)))
			properties.TestingRun(t)
		})
	}
}

func (f *remarkedFile) apply(text, edits string) (_ []string, err error) {
	defer func() {
		if failed := recover(); failed != nil {
			err = fmt.Errorf("%s on\n%q\nfails: %v", edits, text, failed)
		}
	}()
	out, err := (&edit.Options{}).Apply(nil, []byte(text), []byte(edits))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", edits, err)
	}
	return strings.Split(strings.TrimSuffix(string(out), "\n"), "\n"), nil
}

// A comment above an item goes with the item or stays where it is, as a whole.
func TestCommentsOfWhatIsDeleted(t *testing.T) {
	remarkedLaw(t, "what is left are the other lines, and the first of the comments above the item", func(f *remarkedFile, pick int) error {
		i := pick % len(f.names)
		edits := f.request("delete", i, f.deletes(i))
		out, err := f.apply(f.text(), edits)
		if err != nil {
			return err
		}
		got := bare(out)
		for comments := range f.spans[i][1] - f.spans[i][0] + 1 {
			if _, others := f.parts(i, comments); slices.Equal(got, others) {
				return nil
			}
		}
		return fmt.Errorf("%s gives\n%s", edits, strings.Join(out, "\n"))
	})
	remarkedLaw(t, "with a comment of null, the comments above go, too", func(f *remarkedFile, pick int) error {
		i := pick % len(f.names)
		if f.kind.path != "" {
			return nil // the member is of blocks
		}
		edits := f.request("delete", i, `"comment":null`)
		out, err := f.apply(f.text(), edits)
		if err != nil {
			return err
		}
		if _, others := f.parts(i, f.spans[i][1]-f.spans[i][0]); !slices.Equal(bare(out), others) {
			return fmt.Errorf("%s gives\n%s", edits, strings.Join(out, "\n"))
		}
		return nil
	})
}

// moved checks that an item stands elsewhere with its last comments, and that all else is as before.
func (f *remarkedFile) moved(i int, out []string) error {
	got := bare(out)
	for comments := range f.spans[i][1] - f.spans[i][0] + 1 {
		item, others := f.parts(i, comments)
		for at := range len(got) - len(item) + 1 {
			if slices.Equal(got[at:at+len(item)], item) && slices.Equal(slices.Concat(got[:at], got[at+len(item):]), others) {
				return nil
			}
		}
	}
	return fmt.Errorf("it is not what moves the item and its comments:\n%s", strings.Join(out, "\n"))
}

func TestCommentsOfWhatIsMoved(t *testing.T) {
	remarkedLaw(t, "an item moves with the last of its comments, all other lines stay, and moved back all are as before where all comments go along", func(f *remarkedFile, pick int) error {
		i, j := pick%len(f.names), pick/8%len(f.names)
		if i == j {
			return nil
		}
		moves := func(i, j int, side string) string {
			if f.kind.name == "blocks" {
				return f.request("move", i, fmt.Sprintf(`"place":{%q:{"variable":{%q:[{}]}}}`, side, f.names[j]))
			}
			within := strings.TrimSuffix(f.kind.path, "%s")
			return f.request("move", i, fmt.Sprintf(`"attributes":{%q:{%q:%q}}`, within+f.names[i], side, within+f.names[j]))
		}
		edits := moves(i, j, []string{"before", "after"}[pick/64%2])
		out, err := f.apply(f.text(), edits)
		if err == nil {
			err = f.moved(i, out)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", edits, err)
		}
		if !f.plain {
			return nil // a comment that stays may come before the place or after it
		}
		back := moves(i, max(i-1, 0), "after")
		if i == 0 {
			back = moves(i, 1, "before")
		}
		again, err := f.apply(strings.Join(out, "\n")+"\n", back)
		if err == nil && !slices.Equal(bare(again), bare(f.lines)) {
			err = fmt.Errorf("gives\n%s\nafter\n%s", strings.Join(again, "\n"), strings.Join(out, "\n"))
		}
		if err != nil {
			return fmt.Errorf("%s, %s: %w", edits, back, err)
		}
		return nil
	})
}

func TestCommentsOfWhatIsSorted(t *testing.T) {
	remarkedLaw(t, "no line is lost, doubled or new, and sorted again nothing changes where all comments go along", func(f *remarkedFile, _ int) error {
		edits := map[string]string{
			"blocks": `{"sort":{"variable":{"*":[{}]}}}`, "attributes": `{"sort":{"locals":[{"attributes":"*"}]}}`, "keys": `{"sort":{"locals":[{"attributes":["m"]}]}}`,
		}[f.kind.name]
		out, err := f.apply(f.text(), edits)
		if err != nil {
			return err
		}
		before, after := bare(f.lines), bare(out)
		slices.Sort(before)
		slices.Sort(after)
		if !slices.Equal(before, after) {
			return fmt.Errorf("%s gives\n%s", edits, strings.Join(out, "\n"))
		}
		if !f.plain {
			return nil // where a comment stays, two runs may become one
		}
		again, err := f.apply(strings.Join(out, "\n")+"\n", edits)
		if err == nil && !slices.Equal(again, out) {
			err = fmt.Errorf("%s twice gives\n%s\nafter\n%s", edits, strings.Join(again, "\n"), strings.Join(out, "\n"))
		}
		return err
	})
}
