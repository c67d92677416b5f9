package fuzz

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"iacedit/edit"
	"iacedit/format"
	"iacedit/internal/testkit/reshapes"
)

// TestReshapedInTrees: each nested block of each resource of real modules becomes a list and, where
// it is alone, an object, and a block again.
func TestReshapedInTrees(t *testing.T) {
	paths := realFiles(t)
	if len(paths) == 0 {
		t.Skip("SKIPPED: real modules were not reshaped, since the corpus is not there")
	}
	counts := map[string]int{}
	for i, path := range paths {
		if !strings.Contains(filepath.ToSlash(path), "/trees/") || testing.Short() && i%20 != 0 {
			continue
		}
		code, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		all, err := reshapes.Of(code)
		if err != nil {
			continue
		}
		for i := range all {
			if kind := all[i].Labels[0]; kind != "resource" && kind != "data" && kind != "provider" {
				continue
			}
			outcome, err := thereAndBack(&edit.Options{}, code, &all[i])
			if counts[outcome]++; err != nil {
				t.Errorf("%s: %v", path, err)
			}
		}
	}
	if t.Log(counts); counts["refused"]*20 > counts["back"] {
		t.Error("too many are refused")
	}
}

// The laws of docs/reshape.md.

// reshapingLaw is law, on less code in short tests: each trial takes several requests.
func reshapingLaw(t *testing.T, sentence string, holds func(s source, pick int) error) {
	t.Helper()
	law(t, sentence, func(s source, pick int, _ value) error {
		if testing.Short() && pick%8 != 0 {
			return nil
		}
		return holds(s, pick/8)
	})
}

func TestReshapedAndBack(t *testing.T) {
	reshapingLaw(t, "what is reshaped and back has its bytes, twice is once, and formatted code stays formatted", func(s source, pick int) error {
		all, err := reshapes.Of([]byte(s.text))
		if err != nil || len(all) == 0 {
			return err
		}
		_, err = thereAndBack(&options, []byte(s.text), &all[pick%len(all)])
		return err
	})
}

func TestReshapesOneByOne(t *testing.T) {
	reshapingLaw(t, "reshapes of a request are as they are one by one", func(s source, pick int) error {
		all, err := reshapes.Of([]byte(s.text))
		if err != nil {
			return err
		}
		var entries, forms, parts []string
		var last *reshapes.Reshape
		taken := map[string]bool{}
		flush := func() {
			if len(forms) > 0 {
				entries = append(entries, last.Entry("blockTypes", strings.Join(forms, ", ")))
			}
			forms = nil
		}
		for i := range all {
			r := &all[i]
			place := fmt.Sprint(r.Labels, r.Index, r.Form.Type)
			if len(r.Path) > 0 || taken[place] || pick>>(i%16)&1 == 0 || last != nil && r.Labels[0] != last.Labels[0] {
				continue
			}
			if last != nil && r.Index != last.Index {
				flush()
			}
			taken[place] = true
			parts, forms, last = append(parts, r.There()), append(forms, r.Form.There()), r
		}
		if last == nil {
			return nil
		}
		flush()
		together, err := apply(s.text, last.Edits(entries...))
		if err != nil {
			return err
		}
		one := s.text
		for _, part := range parts {
			if one, err = apply(one, part); err != nil {
				return err
			}
		}
		return same(one, together)
	})
}

// TestShapesOneByOne changes an attribute, the shape of nested blocks and names in one request.
func TestShapesOneByOne(t *testing.T) {
	done := 0
	reshapingLaw(t, "an update, a reshape and renames of a request are as they are one by one", func(s source, pick int) error {
		all, err := reshapes.Of([]byte(s.text))
		if err != nil || len(all) == 0 {
			return err
		}
		r := &all[pick%len(all)]
		if len(r.Path) > 0 {
			return nil
		}
		i := slices.IndexFunc(s.places, func(p place) bool {
			return len(p.blocks) == 1 && len(r.Labels) == 1 && p.blocks[0] == step{r.Labels[0], r.Index}
		})
		changes := []change{{"update", `"set": {"attributes": {"before": 1}}`}, {"reshape", `"blockTypes": {` + r.Form.There() + "}"}}
		rename := func(member, old, new string) {
			changes = append(changes, change{"rename", fmt.Sprintf("%q: {%q: %s}", member, old, new)})
		}
		rename("attributes", "before", `{"to": "made.before", "value": "f($)", "reference": "g($)"}`)
		if i >= 0 && s.places[i].name != "made" && s.places[i].name != r.Form.Type && s.places[i].name != "for" {
			rename("attributes", s.places[i].name, `"made.deep.inside"`)
		}
		rename("attributes", r.Form.Type, quoted(r.Form.Type+"_list"))
		one := s.text
		for _, c := range changes {
			if one, err = apply(one, "{"+requestOf(r, c.operation, c.entry)+"}"); err != nil {
				return fmt.Errorf("%s: %w", c.entry, err)
			}
		}
		var parts []string
		for _, operation := range []string{"rename", "update", "reshape"} { // the order of the members of a request means nothing
			var entries []string
			for _, c := range changes {
				if c.operation == operation {
					entries = append(entries, c.entry)
				}
			}
			parts = append(parts, requestOf(r, operation, entries...))
		}
		together, err := apply(s.text, "{"+strings.Join(parts, ", ")+"}")
		if err != nil {
			return err
		}
		done++
		return same(one, together)
	})
	if t.Logf("%d requests", done); done == 0 {
		t.Error("no request was compared")
	}
}

// A change is an operation on a block, with the members of its entry.
type change struct{ operation, entry string }

// requestOf returns an operation as a member of edits, with entries for the block of a reshape.
func requestOf(r *reshapes.Reshape, operation string, entries ...string) string {
	for i := range entries {
		entries[i] = fmt.Sprintf(`{"index": %d, %s}`, r.Index, entries[i])
	}
	text := r.Edits(entries...)
	return quoted(operation) + strings.TrimSuffix(strings.TrimPrefix(text, `{"reshape"`), "}")
}

func TestRenamedIntoBlocksAndBack(t *testing.T) {
	for _, object := range []bool{false, true} {
		reshapingLaw(t, fmt.Sprintf("what is renamed into a block or object and back is all there (object: %v)", object), func(s source, pick int) error {
			return of(s, pick, func(p place) error {
				if len(p.blocks) != 1 {
					return nil
				}
				rename := func(code, old, new string) (string, error) {
					return apply(code, fmt.Sprintf(`{"rename": {%q: [{"index": %d, "optional": true, "attributes": {%q: {"to": %q, "object": %v}}}]}}`,
						p.blocks[0].typ, p.blocks[0].index, old, new, object))
				}
				there, err := rename(s.text, p.name, "made."+p.name)
				if err != nil {
					return err
				}
				again, err := rename(there, p.name, "made."+p.name)
				if err != nil || again != there {
					return fmt.Errorf("twice is not once: %v\n%s\n%s", err, there, again)
				}
				back, made := there, []string{"made", "=", "{", "}"}
				if p.name == "for" { // a key is in quotes where an attribute need not be
					made = append(made, `"`, `"`)
				}
				if !object {
					made = nil
					if back, err = rename(there, "made."+p.name, p.name); err != nil {
						return err
					}
				}
				if isClean(s.text) && !(isClean(there) && isClean(back)) {
					return fmt.Errorf("not formatted:\n%s\n%s", there, back)
				}
				return same(sortedWords(s.text, made...), sortedWords(back))
			})
		})
	}
}

// sortedWords returns the tokens of code and some more, one a line, in their order.
func sortedWords(code string, more ...string) string {
	words := append(wordsOf(code), more...)
	slices.Sort(words)
	return strings.Join(words, "\n")
}

// thereAndBack makes a reshape and reverses it. It returns what became of the code.
func thereAndBack(o *edit.Options, code []byte, r *reshapes.Reshape) (outcome string, _ error) {
	clean := isClean(string(code))
	there, err := o.Apply(nil, code, []byte(r.There()))
	if err != nil && strings.Contains(err.Error(), "make it a local first") { // docs/reshape.md, "Dynamic blocks"
		return "refused", nil
	}
	if err != nil {
		return "refused", fmt.Errorf("%s: %w", r.There(), err)
	}
	if again, err := o.Apply(nil, there, []byte(r.There())); err != nil || !bytes.Equal(again, there) {
		return "not once", fmt.Errorf("%s: twice is not once: %v\n%s", r.There(), err, cmp.Diff(string(there), string(again)))
	}
	if clean && !isClean(string(there)) {
		return "untidy", fmt.Errorf("%s: the result is not formatted:\n%s", r.There(), tidied(there))
	}
	back, err := o.Apply(nil, there, []byte(r.Back()))
	if err != nil {
		return "no way back", fmt.Errorf("%s: %w\nafter\n%s", r.Back(), err, cmp.Diff(string(code), string(there)))
	}
	if clean && !isClean(string(back)) {
		return "untidy", fmt.Errorf("%s: the result is not formatted:\n%s", r.Back(), tidied(back))
	}
	if bytes.Equal(index.ReplaceAll(code, nil), index.ReplaceAll(back, nil)) {
		return "back", nil
	}
	if r.Exact && clean {
		return "changed", fmt.Errorf("%s and back: -was +is\n%s\nafter\n%s", r.There(), cmp.Diff(string(code), string(back)), cmp.Diff(string(code), string(there)))
	}
	return "other", nil
}

// index is the first index in a reference. It may come back in another form, and in very old code it
// was not there.
var index = regexp.MustCompile(`\.0\b|\[0\]`)

// tidied tells what the formatter changes.
func tidied(code []byte) string {
	formatted, err := format.Format(nil, code)
	if err != nil {
		return err.Error() + "\n" + string(code)
	}
	return cmp.Diff(string(code), string(formatted))
}
