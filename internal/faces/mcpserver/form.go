package mcpserver

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"iacedit/internal/base/excerpt"
	"iacedit/internal/base/nearest"
)

// forms maps the name of a tool to an example of its arguments, which messages show.
var forms = map[string]string{
	"get":     `{"address": "var.region.default"}`,
	"read":    `{"select": {"variable": {"region": [{}]}}}`,
	"find":    `{"rule": {"match": "var.region"}}, or "text" or "pattern" in place of "match"`,
	"refs":    `{"address": "var.region"}`,
	"edit":    `{"edits": {"update": {"variable": {"region": {"attributes": {"default": "eu-west-1"}}}}}}`,
	"rename":  `{"address": "var.region", "to": "area"}`,
	"move":    `{"address": "aws_vpc.main", "file": "network.tf"}, or "after", "before" or "place" in place of "file"`,
	"upgrade": `{"provider": "azurerm@5"}`,
	"mend":    `{"path": "main.tf", "lines": "3-4", "text": "the new lines"}`,
	"write":   `{"token": "the token of a dry run"}`,
	"convert": `{"path": "main.tf.json", "to": "hcl"}`,
}

// like returns the end of a message: example arguments of the tool. It returns "" if there is no
// example.
func (t *tool) like() string {
	if form := forms[t.name]; form != "" {
		return "; as in " + form
	}
	return ""
}

// otherArguments maps wrong names of arguments to the arguments that agents probably mean. If a
// wrong name may mean several arguments of a tool, the first of these is suggested.
var otherArguments = map[string][]string{
	"old": {"address"}, "from": {"address"}, "source": {"address"}, "name": {"address"}, "target": {"address"}, "resource": {"address"},
	"block": {"address"}, "reference": {"address"}, "old_name": {"address"}, "oldName": {"address"}, "selector": {"address"}, "addresses": {"address"},
	"new": {"to"}, "new_name": {"to"}, "newName": {"to"}, "new_address": {"to"}, "format": {"to"},
	"to": {"file"}, "destination": {"file", "to"}, "dest": {"file", "to"}, "to_file": {"file"},
	"rules": {"rule"}, "expression": {"rule"}, "search": {"rule"}, "regex": {"rule"},
	"file": {"path"}, "filename": {"path"}, "file_path": {"path"}, "files": {"path"}, "paths": {"path"}, "dir": {"path"}, "directory": {"path"}, "module": {"path"},
	"content": {"text"}, "new_text": {"text"}, "line": {"lines"}, "range": {"lines"},
	"patch": {"edits"}, "operations": {"edits"},
	"position": {"place"},
}

// argumentFor returns the argument of the tool that an unknown name probably means, or "".
func (t *tool) argumentFor(name string) string {
	for _, other := range otherArguments[name] {
		if t.schema.Properties[other] != nil {
			return other
		}
	}
	return nearest.Name(name, slices.Values(slices.Sorted(maps.Keys(t.schema.Properties))))
}

// trialNames are names of arguments with which agents ask for a dry run. No tool has such an
// argument, because calls are dry runs by default.
var trialNames = []string{"dry_run", "dryRun", "dry-run", "preview", "diff", "check_only"}

// longestForm is the greatest length of corrected arguments in a message, in bytes.
const longestForm = 200

// meant returns the end of a message that suggests the given arguments with corrected names and
// values. It returns "" if an argument cannot be corrected or is missing, or if the arguments are
// long.
func (t *tool) meant(given map[string]json.RawMessage) string {
	known := map[string]json.RawMessage{}
	for name, v := range given {
		if t.schema.Properties[name] == nil {
			if name = t.argumentFor(name); name == "" || given[name] != nil || known[name] != nil {
				return ""
			}
		}
		if !t.schema.Properties[name].takes(v) {
			if v = t.converted(name, v); v == nil {
				return ""
			}
		}
		known[name] = v
	}
	for _, name := range t.schema.Required {
		if known[name] == nil {
			return ""
		}
	}
	return inForm(known)
}

// inForm returns the end of a message that suggests the given arguments. It returns "" if the
// arguments are long.
func inForm(given map[string]json.RawMessage) string {
	var members []string
	for _, name := range slices.Sorted(maps.Keys(given)) {
		members = append(members, fmt.Sprintf("%q: %s", name, given[name]))
	}
	text := strings.Join(members, ", ")
	if len(text) > longestForm {
		return ""
	}
	return "; did you mean {" + text + "}?"
}

// converted corrects an argument whose value has the wrong type: it returns the value that the
// agent probably meant, or nil. For example, a string in place of a rule becomes a rule that
// matches the string as an expression.
func (t *tool) converted(name string, v json.RawMessage) json.RawMessage {
	var text string
	switch {
	case name == "rule" && json.Unmarshal(v, &text) == nil:
		return json.RawMessage(`{"match": ` + string(v) + `}`)
	case t.schema.Properties[name].Type == "string" && v[0] != '{' && v[0] != '[' && v[0] != '"':
		quoted := json.RawMessage(`"` + string(v) + `"`)
		if t.schema.Properties[name].takes(quoted) {
			return quoted
		}
	case v[0] == '"' && json.Unmarshal(v, &text) == nil && json.Valid([]byte(text)) && t.schema.Properties[name].takes(json.RawMessage(text)):
		return json.RawMessage(text)
	case v[0] == '[':
		var all []json.RawMessage
		if json.Unmarshal(v, &all) == nil && len(all) == 1 && t.schema.Properties[name].takes(all[0]) && (name != "edits" || areOperations(all[0])) {
			return all[0]
		}
		return t.joined(name, v)
	}
	return nil
}

// areOperations reports whether edits is a JSON object in which each key is the name of an
// operation, such as "set".
func areOperations(edits json.RawMessage) bool {
	var members map[string]json.RawMessage
	if json.Unmarshal(edits, &members) != nil {
		return false
	}
	for name := range members {
		if !slices.Contains(operations, name) {
			return false
		}
	}
	return true
}

// joined converts a list of paths, sent as the argument path, to one string with the paths
// separated by commas. It returns nil for any other argument or value.
func (t *tool) joined(name string, v json.RawMessage) json.RawMessage {
	var all []string
	if name != "path" || json.Unmarshal(v, &all) != nil || len(all) == 0 {
		return nil
	}
	return json.RawMessage(excerpt.Quote(strings.Join(all, ",")))
}

// refuseName returns an error about an argument whose name is unknown. It suggests the argument
// that was probably meant.
func (t *tool) refuseName(name string, given map[string]json.RawMessage) error {
	known := slices.Sorted(maps.Keys(t.schema.Properties))
	end := ""
	if only := len(given) == 1 && t.schema.Properties["rule"] != nil; only && t.partOf(name) != "" {
		end = inForm(map[string]json.RawMessage{"rule": json.RawMessage(fmt.Sprintf("{%q: %s}", name, given[name]))})
	}
	end = cmp.Or(end, t.partOf(name), t.meant(given))
	if other := t.argumentFor(name); end == "" && other != "" {
		end = fmt.Sprintf("; did you mean %q?", other) + t.like()
	}
	if end == "" && t.writes && slices.Contains(trialNames, name) {
		end = `; a call is a dry run unless it has "write": true`
	}
	return invalid("%s has no argument %s%s; it has %s", t.name, excerpt.Quote(name), end, strings.Join(known, ", "))
}

// refuseValue returns an error about the argument with the given name, whose value has the wrong
// type. It suggests a corrected value if possible.
func (t *tool) refuseValue(name string, given map[string]json.RawMessage) error {
	end := t.meant(given)
	if end == "" && strings.Contains(forms[t.name], fmt.Sprintf("%q", name)) {
		end = t.like()
	}
	return invalid("%s: %s must be %s, found %s%s", t.name, name, t.schema.Properties[name].wanted(), excerpt.Line(given[name]), end)
}
