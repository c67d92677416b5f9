package edit

import (
	"errors"
	"strings"
	"testing"

	"iacedit/internal/base/budget"
)

// Whether the caller still waits is asked all along: within one parse, one format, one value
// and one search, not between them alone.
func TestCallersAreAskedAllAlong(t *testing.T) {
	size, least := 1<<20, 10
	if testing.Short() {
		size, least = size/4, least/4
	}
	times := func(s string) string { return strings.Repeat(s, size/len(s)) }
	set := func(code, path, value string) string {
		return `{"code":"` + code + `","edits":{"set":{"locals":{"attributes":{"` + path + `":` + value + `}}}}}`
	}
	for name, body := range map[string]string{
		"a list":       set(`a = [`+times("1,")+`]\n`, "z", "1"),
		"a sum":        set(`a = `+times("1+")+`1\n`, "z", "1"),
		"a template":   set(`a = \"`+times("${a}")+`\"\n`, "z", "1"),
		"a heredoc":    set(`a = <<E\n`+times(`x\n`)+`E\n`, "z", "1"),
		"comments":     set(times(`#\n`)+`a = 1\n`, "z", "1"),
		"blank lines":  set(times(` \n`)+`a = 1\n`, "z", "1"),
		"empty blocks": set(times(`a{}\n`), "z", "1"),
		"a new list":   set("", "z", "["+times("1,")+"1]"),
		"an element":   set(`locals {\na = [`+times("1,")+`1]\n}\n`, "a[0]", "2"),
	} {
		calls, after := 0, 0
		caller := &budget.Caller{Gone: func() bool {
			calls++
			return after > 0 && calls >= after
		}}
		if _, err := new(Options).ServeJSON(nil, []byte(body), caller); err != nil && !strings.Contains(err.Error(), "makes more") {
			t.Errorf("%s: %v", name, err)
		}
		if calls < least {
			t.Errorf("%s: the caller is asked %d times", name, calls)
		}
		for after = 2; after < calls; after += max(1, calls/7) {
			all := calls
			calls = 0
			_, err := new(Options).ServeJSON(nil, []byte(body), caller)
			if e, ok := errors.AsType[*Error](err); !ok || e.Code != Overloaded || calls != after {
				t.Errorf("%s: after %d of %d: asked %d times, %v", name, after, all, calls, err)
			}
			calls = all
		}
	}
}
