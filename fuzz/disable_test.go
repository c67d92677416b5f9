package fuzz

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"iacedit/edit"
	"iacedit/format"
	"iacedit/internal/testkit/corpus"
	"iacedit/syntax"
)

// The law of docs/disable.md: what is disabled and enabled again has its bytes, in formatted code.

func TestDisabledAndBack(t *testing.T) {
	remarkedLaw(t, "what is disabled and enabled again has its bytes", func(f *remarkedFile, pick int) error {
		code, err := format.Format(nil, []byte(f.text()))
		if err != nil {
			return err
		}
		i := pick % len(f.names)
		content := ""
		if f.kind.path != "" {
			content = fmt.Sprintf(`"attributes":["`+f.kind.path+`"]`, f.names[i])
		}
		return goesBack(code, f.request("disable", i, content), f.request("enable", i, content))
	})
}

// goesBack returns an error if two edits, one after the other, do not give the code back.
func goesBack(code []byte, there, back string) error {
	out, err := (&edit.Options{}).Apply(nil, code, []byte(there))
	if err != nil {
		return err
	}
	if _, err := syntax.Parse(out); err != nil {
		return fmt.Errorf("%s gives what does not parse: %w\n%s", there, err, out)
	}
	again, err := (&edit.Options{}).Apply(nil, out, []byte(back))
	if err != nil {
		return fmt.Errorf("%w after\n%s", err, out)
	}
	if string(again) != string(code) {
		return fmt.Errorf("%s gives\n%s\nafter\n%s\nof\n%s", back, again, out, code)
	}
	return nil
}

func TestDisabledAndBackInModules(t *testing.T) {
	inputs, err := corpus.Real(0, 100_000)
	if err != nil {
		t.Log(err, "(generated code instead)")
		inputs = []corpus.Input{corpus.Generated(20_000)}
	}
	if testing.Short() {
		inputs = inputs[:min(len(inputs), 12)]
	}
	done, refused := 0, 0
	for _, input := range inputs {
		code, err := format.Format(nil, input.Code)
		if err != nil {
			continue
		}
		f, err := syntax.Parse(code)
		if err != nil {
			continue
		}
		seen := map[string]int{}
		for id := range f.Children(syntax.Root) {
			if f.Kind(id) != syntax.KindBlock {
				continue
			}
			address := addressJSON(f, id)
			where := fmt.Sprintf(`"index":%d`, seen[address])
			seen[address]++
			contents := []string{""}
			for child := range f.Children(id) {
				if f.Kind(child) == syntax.KindAttribute {
					contents = append(contents, fmt.Sprintf(`"attributes":[%q]`, f.Name(child)))
				}
				if f.Inside(child) == syntax.InsideObject && f.Kind(child) == syntax.KindAttribute {
					for pair := range f.Pairs(child) {
						if key, literal := f.Key(pair); literal && !strings.ContainsAny(key, `"\$%`) {
							contents = append(contents, fmt.Sprintf(`"attributes":[%q]`, fmt.Sprintf("%s[%q]", f.Name(child), key)))
						}
					}
				}
			}
			for _, content := range contents {
				there, back := fmt.Sprintf(address, "disable", where+join(content)), fmt.Sprintf(address, "enable", strings.TrimPrefix(content, ","))
				err := goesBack(code, there, back)
				if err != nil && isExpected(err) {
					refused++
					continue
				}
				if err != nil {
					t.Fatal(err)
				}
				done++
			}
		}
	}
	if t.Logf("%d disabled and enabled again, %d refused", done, refused); done < 3*refused {
		t.Error("too many are refused")
	}
}

// isExpected reports whether an edit is refused because the code is alone on no line, or because a
// comment of the file, or another block, has the same address.
func isExpected(err error) bool {
	refused, ok := errors.AsType[*edit.Error](err)
	return ok && (refused.Code == edit.InvalidRequest && strings.Contains(refused.Message, "cannot be a comment") ||
		refused.Code == edit.AmbiguousMatch && strings.Contains(refused.Message, " comments are ") ||
		refused.Code == edit.BlockAlreadyExists || refused.Code == edit.AttributeAlreadyExists)
}

func join(content string) string {
	if content == "" {
		return ""
	}
	return "," + content
}

// addressJSON returns edits of a block, with "%s" for the operation and for the entry.
func addressJSON(f *syntax.File, id syntax.ItemID) string {
	text, end := fmt.Sprintf("{%q:{%q:", "%s", f.Name(id)), "}}"
	for label := range f.Labels(id) {
		text, end = text+fmt.Sprintf("{%q:", label), "}"+end
	}
	return text + "[{%s}]" + end
}
