package fuzz

import (
	"bytes"
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/leanovate/gopter"
	"github.com/leanovate/gopter/gen"
	"github.com/leanovate/gopter/prop"

	"iacedit/edit"
	"iacedit/format"
	"iacedit/internal/engine/render"
	"iacedit/syntax"
	valuepkg "iacedit/value"
)

// The laws of docs/edits.md, "Laws", each a sentence.

var options = edit.Options{Dialect: edit.HCL}

// request writes the edit of one attribute of a body.
func request(blocks []step, contents string) string {
	if len(blocks) == 0 {
		return `{"set": {"iacvars": [{` + contents + `}]}}`
	}
	for i := len(blocks) - 1; i > 0; i-- {
		contents = fmt.Sprintf(`"update": {"blockTypes": {%q: [{"index": %d, %s}]}}`, blocks[i].typ, blocks[i].index, contents)
	}
	return fmt.Sprintf(`{"set": {%q: [{"index": %d, %s}]}}`, blocks[0].typ, blocks[0].index, contents)
}

func attribute(action, name string, v *value) string {
	if action == "delete" {
		return fmt.Sprintf(`"delete": {"attributes": [%q]}`, name)
	}
	return fmt.Sprintf(`%q: {"attributes": {%q: %s}}`, action, name, v.JSON())
}

func apply(code, edits string) (string, error) {
	out, err := options.Apply(nil, []byte(code), []byte(edits))
	return string(out), err
}

// runs is how much generated code each law is tried on, where the environment variable
// IACEDIT_LAWS does not say.
const runs = 200

// tries returns how often a law is tried: IACEDIT_LAWS times or, if that is not set, most times.
func tries(most int) int {
	if n, err := strconv.Atoi(os.Getenv("IACEDIT_LAWS")); err == nil {
		return n
	}
	return most
}

// share returns the part of n that is tries(runs) of runs.
func share(n int) int { return n * tries(runs) / runs }

// lawParameters are the parameters of the laws.
func lawParameters() *gopter.TestParameters {
	parameters := gopter.DefaultTestParameters()
	parameters.MinSuccessfulTests = tries(runs)
	parameters.Rng.Seed(1)
	return parameters
}

// law runs a property on generated code.
func law(t *testing.T, sentence string, holds func(s source, pick int, v value) error) {
	t.Helper()
	properties := gopter.NewProperties(lawParameters())
	properties.Property(sentence, prop.ForAll(func(lines []line, tidy, crlf bool, pick int, v value) (string, error) {
		s := write(lines, tidy, crlf)
		if err := holds(s, pick, v); err != nil {
			return "", fmt.Errorf("%w\nof\n%s", err, s.text)
		}
		return "", nil
	}, genLines(), gen.Bool(), gen.Bool(), gen.IntRange(0, 1<<20), genValue(2)))
	properties.TestingRun(t)
}

// of calls holds with one of the attributes of a source, if it has any.
func of(s source, pick int, holds func(p place) error) error {
	if len(s.places) == 0 {
		return nil
	}
	return holds(s.places[pick%len(s.places)])
}

func TestGetAfterSet(t *testing.T) {
	law(t, "the value set is there, and every other attribute, block and comment", func(s source, pick int, v value) error {
		return of(s, pick, func(p place) error {
			out, err := apply(s.text, request(p.blocks, attribute("set", p.name, &v)))
			if err != nil {
				return err
			}
			return same(contentsOf(s.text, p), contentsOf(out, p))
		})
	})
	law(t, "it matches a selector that asks for it", func(s source, pick int, v value) error {
		return of(s, pick, func(p place) error {
			if len(p.blocks) == 0 || v.Kind == valuepkg.Null { // which an absent attribute matches, too
				return nil
			}
			out, err := apply(s.text, request(p.blocks, attribute("set", p.name, &v)))
			if err != nil {
				return err
			}
			last := p.blocks[len(p.blocks)-1]
			where := fmt.Sprintf(`"where": {%q: %s}, "all": true, "set": {"attributes": {%q: %s}}`, p.name, v.JSON(), p.name, v.JSON())
			edits := `{"update": {` + quoted(last.typ) + `: [{` + where + `}]}}`
			if len(p.blocks) > 1 {
				edits = request(p.blocks[:len(p.blocks)-1], `"update": {"blockTypes": {`+quoted(last.typ)+`: [{`+where+`}]}}`)
			}
			again, err := apply(out, edits)
			if err != nil {
				return err
			}
			return same(out, again)
		})
	})
}

func TestSetWhatIsThere(t *testing.T) {
	law(t, "to set what is there changes no byte", func(s source, pick int, _ value) error {
		return of(s, pick, func(p place) error {
			out, err := apply(s.text, request(p.blocks, attribute("set", p.name, &p.value)))
			if err != nil {
				return err
			}
			return same(s.text, out)
		})
	})
}

func TestSetTwice(t *testing.T) {
	law(t, "to set twice is to set once", func(s source, pick int, v value) error {
		return of(s, pick, func(p place) error {
			edits := request(p.blocks, attribute("set", p.name, &v))
			once, err := apply(s.text, edits)
			if err != nil {
				return err
			}
			twice, err := apply(once, edits)
			if err != nil {
				return err
			}
			return same(once, twice)
		})
	})
}

func TestAddThenDelete(t *testing.T) {
	law(t, "to delete a block that was added gives the code back", func(s source, pick int, v value) error {
		blocks := s.bodies[pick%len(s.bodies)]
		if len(blocks) == 0 && endsBlank(s.text) || hollow.MatchString(s.text) {
			return nil
		}
		add := `{"add": {"added": {"x": [{"attributes": {"a": ` + v.JSON() + `}}]}}}`
		remove := `{"delete": {"added": {"x": []}}}`
		if len(blocks) > 0 {
			add = request(blocks, `"add": {"blockTypes": {"added": [{"attributes": {"a": `+v.JSON()+`}}]}}`)
			remove = request(blocks, `"delete": {"blockTypes": {"added": []}}`)
		}
		return roundTrip(s.text, add, remove)
	})
	law(t, "to delete an attribute that was added gives tidy code back", func(s source, pick int, v value) error {
		if formatted, err := format.Format(nil, []byte(s.text)); err != nil || string(formatted) != s.text {
			return err
		}
		if hollow.MatchString(s.text) {
			return nil
		}
		blocks := s.bodies[pick%len(s.bodies)]
		return roundTrip(s.text, request(blocks, attribute("add", "added", &v)), request(blocks, attribute("delete", "added", nil)))
	})
}

// hollow matches a body that holds blank lines alone, which go when what was added to it does:
// a body that is emptied has none.
var hollow = regexp.MustCompile(`\{[^\n{}]*\n([ \t\r]*\n)+[ \t]*\}`)

// endsBlank reports whether a file ends in a blank line, which is then the one before a
// block that is added.
func endsBlank(code string) bool {
	return code == "" || strings.HasSuffix(strings.ReplaceAll(code, "\r", ""), "\n\n")
}

func roundTrip(code, there, back string) error {
	with, err := apply(code, there)
	if err != nil {
		return err
	}
	without, err := apply(with, back)
	if err != nil {
		return err
	}
	return same(code, without)
}

func TestParseThenRender(t *testing.T) {
	law(t, "what is parsed is rendered as it was", func(s source, _ int, _ value) error {
		f, err := syntax.Parse([]byte(s.text))
		if err != nil {
			return err
		}
		return same(s.text, string(render.NewDraft(f).Append(nil)))
	})
}

func TestResultParsesAndStaysTidy(t *testing.T) {
	law(t, "the result parses, and is tidy where the code was", func(s source, pick int, v value) error {
		blocks := s.bodies[pick%len(s.bodies)]
		edits := []string{request(blocks, attribute("set", "added", &v))}
		for _, p := range s.places {
			edits = append(edits, request(p.blocks, attribute([]string{"set", "delete"}[pick%2], p.name, &v)))
		}
		was, err := format.Format(nil, []byte(s.text))
		if err != nil {
			return err
		}
		for _, e := range edits {
			out, err := apply(s.text, e)
			if err != nil {
				return err
			}
			is, err := format.Format(nil, []byte(out))
			if err != nil {
				return fmt.Errorf("%s: the result does not parse: %w", e, err)
			}
			if bytes.Equal(was, []byte(s.text)) && string(is) != out {
				return fmt.Errorf("%s: the result is not tidy: %s", e, cmp.Diff(out, string(is)))
			}
		}
		return nil
	})
}

func same(want, got string) error {
	if diff := cmp.Diff(want, got); diff != "" {
		return fmt.Errorf("-want +got\n%s", diff)
	}
	return nil
}

// contentsOf writes all attributes, blocks and comments of code, without blanks, but
// for the value at a place.
func contentsOf(code string, except place) string {
	f, err := syntax.Parse([]byte(code))
	if err != nil {
		return err.Error()
	}
	var out strings.Builder
	writeContents(&out, f, syntax.Root, &except)
	return out.String()
}

func writeContents(out *strings.Builder, f *syntax.File, body syntax.ItemID, except *place) {
	counts := map[string]int{}
	for id := range f.Children(body) {
		it := f.Item(id)
		fmt.Fprintf(out, "%q", strings.Fields(string(f.At(it.Head))))
		name := string(f.Name(id))
		here := except != nil && len(except.blocks) == 0 && except.name == name
		switch {
		case it.Kind == syntax.KindBlock:
			var inner *place
			if except != nil && len(except.blocks) > 0 && except.blocks[0] == (step{name, counts[name]}) {
				inner = &place{blocks: except.blocks[1:], name: except.name}
			}
			counts[name]++
			out.WriteString("{\n")
			writeContents(out, f, id, inner)
			out.WriteString("}")
		case !here:
			fmt.Fprintf(out, "%q", strings.Fields(string(f.At(it.Content))))
		}
		fmt.Fprintf(out, "%q\n", strings.Fields(string(f.At(it.Tail))))
	}
}
