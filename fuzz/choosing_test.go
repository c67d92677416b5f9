package fuzz

import (
	"encoding/json"
	"fmt"
	"math/rand"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"iacedit/edit"
	finding "iacedit/find"
	"iacedit/read"
	"iacedit/syntax"
)

// Reading, finding and editing choose the same blocks by the same addresses and selectors.
func TestEveryOperationChoosesTheSameBlocks(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	found := 0
	for range 2000 {
		c := choosing{Rand: r, hcl: r.Intn(2) == 0}
		code, tree := c.code(), c.tree()
		byRead := c.read(t, code, tree)
		if diff := cmp.Diff(byRead, c.find(t, code, tree)); diff != "" {
			t.Fatalf("read and find choose different blocks by %s in\n%s%s", text(tree), code, diff)
		}
		if diff := cmp.Diff(byRead, c.edit(t, code, tree)); diff != "" {
			t.Fatalf("read and edit choose different blocks by %s in\n%s%s", text(tree), code, diff)
		}
		if len(byRead) > 0 {
			found++
		}
	}
	if found < 500 {
		t.Errorf("only %d of the addresses choose blocks", found)
	}
}

// choosing makes code, and trees of addresses that choose blocks in it.
type choosing struct {
	*rand.Rand
	hcl bool
}

// numberedName matches the names by which blocks are told apart.
var numberedName = regexp.MustCompile(`\bn[0-9]+\b`)

func (c *choosing) label() string { return string(rune('a' + c.Intn(3))) }

// labels returns the labels of a block, and as many of an address.
func (c *choosing) labels(label func() string) (labels []string) {
	n := 2
	if c.hcl {
		n = c.Intn(4)
	}
	for range n {
		labels = append(labels, label())
	}
	return labels
}

func (c *choosing) blockType() string {
	if c.hcl {
		return "resource"
	}
	return []string{"resource", "data"}[c.Intn(2)]
}

func (c *choosing) code() string {
	var b strings.Builder
	for n := range c.Intn(30) {
		fmt.Fprintf(&b, "%s", c.blockType())
		for _, l := range c.labels(c.label) {
			fmt.Fprintf(&b, " %q", l)
		}
		fmt.Fprintf(&b, " {\n  id = \"n%d\"\n", n)
		if c.Intn(3) > 0 {
			fmt.Fprintf(&b, "  k  = %d\n", c.Intn(3))
		}
		if c.Intn(3) == 0 {
			b.WriteString("  l  = [1, 2]\n")
		}
		if c.Intn(3) == 0 {
			b.WriteString("  inner {\n  }\n")
		}
		b.WriteString("}\n")
	}
	return b.String()
}

// tree returns an address with entries of selectors.
func (c *choosing) tree() map[string]any {
	label := c.label
	if !c.hcl {
		label = func() string { return []string{"a", "b", "c", "*", "*a"}[c.Intn(5)] }
	}
	labels := append([]string{c.blockType()}, c.labels(label)...)
	entries := []any{}
	for range 1 + c.Intn(20)/19*20 + c.Intn(2) {
		entries = append(entries, c.entry())
	}
	var at any = entries
	for _, l := range slices.Backward(labels) {
		at = map[string]any{l: at}
	}
	return at.(map[string]any)
}

func (c *choosing) entry() map[string]any {
	e := map[string]any{"optional": true}
	if c.Intn(4) == 0 {
		e["labels"] = append([]string{}, c.labels(c.label)...)
	}
	if c.Intn(3) == 0 {
		e["where"] = map[string]any{"k": []any{0, 1, 2, nil}[c.Intn(4)]}
	}
	if c.Intn(5) == 0 {
		e["has"] = []string{[]string{"k", "inner", "l[0]"}[c.Intn(3)]}
	}
	if c.Intn(5) == 0 {
		e["lacks"] = []string{[]string{"l", "inner"}[c.Intn(2)]}
	}
	if c.Intn(5) == 0 {
		e["matches"] = map[string]string{"k": "[01]"}
	}
	if c.Intn(5) == 0 {
		e["index"] = c.Intn(3)
	}
	return e
}

func text(v any) []byte {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return b
}

// request returns the body of a request.
func (c *choosing) request(code, key string, v any) []byte {
	r := map[string]any{"code": code, key: v}
	if c.hcl {
		r["dialect"] = "hcl"
	}
	return text(r)
}

// namesIn returns the different numberedName attributes in an answer.
func namesIn(answer []byte) []string {
	names := numberedName.FindAllString(string(answer), -1)
	slices.Sort(names)
	return slices.Compact(names)
}

func (c *choosing) read(t *testing.T, code string, tree map[string]any) []string {
	answer, err := new(read.Options).DoJSON(nil, c.request(code, "select", tree))
	if err != nil {
		t.Fatalf("%s: %v", text(tree), err)
	}
	return namesIn(answer)
}

func (c *choosing) find(t *testing.T, code string, tree map[string]any) []string {
	answer, err := new(finding.Options).DoJSON(nil, c.request(code, "find", []any{map[string]any{"pattern": "^n[0-9]+$", "in": tree}}))
	if err != nil {
		t.Fatalf("%s: %v", text(tree), err)
	}
	return namesIn(answer)
}

// edit gives the chosen blocks another attribute, and returns which have it.
func (c *choosing) edit(t *testing.T, code string, tree map[string]any) (chosen []string) {
	var mark func(v any)
	mark = func(v any) {
		switch v := v.(type) {
		case map[string]any:
			for _, inner := range v {
				mark(inner)
			}
		case []any:
			for _, entry := range v {
				e := entry.(map[string]any)
				e["set"] = map[string]any{"attributes": map[string]any{"chosen": true}}
				if _, ok := e["index"]; !ok {
					e["all"] = true
				}
			}
		}
	}
	mark(tree)
	answer, err := new(edit.Options).DoJSON(nil, c.request(code, "edits", map[string]any{"update": tree}))
	if err != nil {
		t.Fatalf("%s: %v", text(tree), err)
	}
	var edited struct {
		Code string `json:"edited_code"`
	}
	if err := json.Unmarshal(answer, &edited); err != nil {
		t.Fatal(err)
	}
	f, err := syntax.Parse([]byte(edited.Code))
	if err != nil {
		t.Fatal(err)
	}
	for id := range f.Children(syntax.Root) {
		if f.Attribute(id, "chosen") != syntax.NoItem {
			chosen = append(chosen, namesIn(f.At(f.Value(f.Attribute(id, "id"))))...)
		}
	}
	slices.Sort(chosen)
	return chosen
}
