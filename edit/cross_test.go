package edit_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"iacedit/edit"
)

// TestMembersOfAnEntryCross checks members of an entry together, at paths into values of every
// kind: each edit either succeeds or is refused with a message of its own. An ignored edit is no
// error.
func TestMembersOfAnEntryCross(t *testing.T) {
	const code = `module "m" {
  own  = { a = 1, list = [1, 2], nested = { b = 1 } }
  list = [{ a = 1 }, local.tags]
  ref  = local.tags
  call = merge({ a = 1 }, local.tags)
  when = var.on ? { a = 1 } : local.tags
  text = "a-${local.tags.a}"
  each = { for k, v in local.tags : k => v }

  rule {
    ref = local.tags
  }
}

variable "on" {
  default = { a = 1 }
}

locals {
  tags = { a = 1, b = local.more }
  more = { c = 1 }
  self = local.self
}
`
	attributes := []string{"own", "list", "ref", "call", "when", "text", "each", "missing"}
	var paths []string
	for _, a := range attributes {
		for _, rest := range []string{"", ".a", ".new", ".b.c", "[0]", "[0].a", "[1].new", "[+]", "(0).a", "(1).new", "(+)"} {
			paths = append(paths, a+rest)
		}
	}
	members := []string{
		`"attributes": {%q: 2}`,
		`"comments": {%q: "x"}`,
		`"attributes": {%q: 2}, "places": {%[1]q: "first"}`,
		`"attributes": {%q: 2}, "places": {%[1]q: {"before": "own.a"}}`,
		`"attributes": {"own.new": 2}, "places": {"own.new": {"after": %q}}`,
		`"attributes": {"fresh": 2}, "places": {"fresh": {"before": %q}}`,
		`"attributes": {%q: "${concat($, [1])}"}, "comments": {%[1]q: null}`,
		`"blockTypes": {"rule": [{"attributes": {%q: 2}, "places": {%[1]q: "last"}, "comments": {%[1]q: "x"}}]}`,
	}
	for _, action := range []string{"set", "update", "delete", "move", "add"} {
		for _, options := range []string{"", `"optional": true, `, `"follow": true, `, `"optional": true, "follow": true, `} {
			for _, member := range members {
				if (action == "delete" || action == "move") && member != members[0] {
					continue
				}
				for _, path := range paths {
					entry := fmt.Sprintf(member, path)
					switch action {
					case "delete":
						entry = fmt.Sprintf(`"attributes": [%q]`, path)
					case "move":
						entry = fmt.Sprintf(`"attributes": {%q: "first", "own.list": {"after": %[1]q}}`, path)
					}
					body := fmt.Sprintf(`{"code": %s, "edits": {%q: {"module": {"m": {%s%s}}}}, "report": true}`, quoteJSON(t, code), action, options, entry)
					for _, o := range []edit.Options{{}, {SkipUnreachable: true}} {
						checkOutcome(t, &o, body, action+": "+options+entry)
					}
				}
			}
		}
	}
}

func quoteJSON(t *testing.T, text string) string {
	quoted, err := json.Marshal(text)
	if err != nil {
		t.Fatal(err)
	}
	return string(quoted)
}

// checkOutcome sends a request twice, and checks the error. The second error must be that of the
// first: no request may change the error of another.
func checkOutcome(t *testing.T, o *edit.Options, body, what string) {
	t.Helper()
	var before string
	for range 2 {
		_, err := o.DoJSON(nil, []byte(body))
		if err == nil {
			return
		}
		refused, ok := errors.AsType[*edit.Error](err)
		switch {
		case !ok:
			t.Fatalf("%s: an error of another kind: %v", what, err)
		case strings.TrimSpace(refused.Message) == "" || strings.HasPrefix(refused.Message, " "):
			t.Fatalf("%s: %s: the message is %q", what, refused.Code, refused.Message)
		case before != "" && before != refused.Message:
			t.Fatalf("%s: the message became %q; it was %q", what, refused.Message, before)
		}
		before = refused.Message
	}
}
