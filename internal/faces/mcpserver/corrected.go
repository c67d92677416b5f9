package mcpserver

import (
	"bytes"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"

	"iacedit/edit"
)

// A correction is the error of a refused call, with arguments with which the call works.
type correction struct {
	error
	arguments []byte
}

func (c *correction) Unwrap() error { return c.error }

// The limits of the search for a correction.
const (
	mostTried        = 12    // calls
	longestCorrected = 1_500 // bytes of the arguments
)

// corrected returns the error of a refused call. If the call works with other arguments that differ
// where the error says, the result is a correction. It tries the arguments as dry runs, so that it
// suggests nothing that would be refused again.
func (c *call) corrected(err error) error {
	var given map[string]any
	if len(c.sent) > longestCorrected || c.tool.atOnce || json.Unmarshal(c.sent, &given) != nil {
		return err
	}
	delete(given, "version")
	tries := mostTried
	if found := c.search(given, err, &tries); found != nil {
		return &correction{err, found}
	}
	return err
}

// search returns corrected arguments that work, or nil. Arguments that are refused for another
// reason are corrected again.
func (c *call) search(given map[string]any, err error, tries *int) []byte {
	for _, arguments := range variants(given, err) {
		if *tries == 0 || c.ctx.Err() != nil {
			return nil
		}
		*tries--
		text := compact(arguments)
		next := c.try(text)
		if next == nil {
			return text
		}
		if next.Error() == err.Error() {
			continue
		}
		if found := c.search(arguments, next, tries); found != nil {
			return found
		}
	}
	return nil
}

// errNothing is the error of arguments that change nothing.
var errNothing = errors.New("nothing changes")

// try makes the call with other arguments, as a dry run.
func (c *call) try(arguments []byte) error {
	a, err := c.tool.decode(arguments)
	if err != nil {
		return err
	}
	a.Write = false
	other := &call{Server: c.Server, ctx: c.ctx, tool: c.tool, sent: arguments, arguments: a}
	defer other.unlock()
	if err := c.tool.run(other); err != nil {
		return err
	}
	if other.answer.data["changed"] == 0 {
		return errNothing
	}
	return nil
}

// compact returns arguments as JSON on one line.
func compact(arguments map[string]any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if e.Encode(arguments) != nil {
		return nil // cannot happen: the arguments were read from JSON
	}
	return bytes.TrimSpace(b.Bytes())
}

// variants returns arguments that the refused call probably meant, the likeliest first.
func variants(given map[string]any, err error) (all []map[string]any) {
	_, near, _ := strings.Cut(err.Error(), `did you mean "`)
	near, _, _ = strings.Cut(near, `"?`)
	if address, ok := given["address"].(string); ok && near != "" {
		names := strings.Split(address, ".")
		for i := len(names) - 1; i >= 0; i-- {
			other := slices.Clone(names)
			other[i] = near
			with := maps.Clone(given)
			with["address"] = strings.Join(other, ".")
			all = append(all, with)
		}
		return all
	}
	refused, ok := errors.AsType[*edit.Error](err)
	if !ok || given["edits"] == nil {
		return nil
	}
	for _, change := range changesFor(refused, near) {
		with := maps.Clone(given)
		with["edits"] = copied(given["edits"])
		if at := placeIn(with["edits"], refused.Pointer); at != nil && change(at) {
			all = append(all, with)
		}
	}
	return all
}

// copied returns a copy of a JSON value, or the value of the JSON text in a string.
func copied(v any) (c any) {
	text, is := v.(string)
	if !is {
		b, _ := json.Marshal(v)
		text = string(b)
	}
	if json.Unmarshal([]byte(text), &c) != nil {
		return nil
	}
	return c
}

// A place is a value in edits: the objects and arrays that lead to it, outermost first, and the key
// in each of them.
type place struct {
	in   []any
	keys []string
}

// placeIn returns the place at a JSON pointer in edits, or nil.
func placeIn(edits any, pointer string) *place {
	pointer = strings.TrimPrefix(strings.TrimPrefix(pointer, "/edits"), "/")
	at := &place{}
	v := edits
	for key := range strings.SplitSeq(pointer, "/") {
		key = strings.NewReplacer("~1", "/", "~0", "~").Replace(key)
		at.in, at.keys = append(at.in, v), append(at.keys, key)
		switch in := v.(type) {
		case map[string]any:
			var ok bool
			if v, ok = in[key]; !ok {
				return nil
			}
		case []any:
			i, err := strconv.Atoi(key)
			if err != nil || i < 0 || i >= len(in) {
				return nil
			}
			v = in[i]
		default:
			return nil
		}
	}
	return at
}

// last returns the object with the value, its key, and the value. The object is nil if the value is
// an element of an array.
func (at *place) last() (in map[string]any, key string, v any) {
	n := len(at.in) - 1
	if in, _ = at.in[n].(map[string]any); in == nil {
		return nil, "", nil
	}
	return in, at.keys[n], in[at.keys[n]]
}

// put puts a value in the place of the place's value, under another key. It reports whether it could.
func (at *place) put(key string, v any) bool {
	in, old, _ := at.last()
	if in == nil || old != key && in[key] != nil {
		return false
	}
	delete(in, old)
	in[key] = v
	return true
}

// changesFor returns changes of the refused place that may correct it, the likeliest first. A change
// reports whether it changed anything.
func changesFor(refused *edit.Error, near string) (all []func(*place) bool) {
	says := func(text string) bool { return strings.Contains(refused.Message, text) }
	if near != "" {
		all = append(all, func(at *place) bool { _, _, v := at.last(); return at.put(near, v) })
	}
	switch {
	case refused.Code == edit.BlockAlreadyExists:
		all = append(all, setInstead)
	case says(`"optional" is for "update"`):
		all = append(all, underUpdate)
	case refused.Code == edit.BlockNotFound && near == "":
		all = append(all, makeOptional)
	case says("unknown block type"):
		all = append(all, splitType, belowType("resource"), belowType("data"))
	case says("unknown key"):
		all = append(all, intoAttributes)
	case says("expected an array"):
		all = append(all, intoArray)
	case says("whose keys are labels, found an array"):
		all = append(all, namesToEntries)
	case says("(+) is a new last argument"):
		all = append(all, asArgument)
	}
	return all
}

// setInstead moves an entry of add to set.
func setInstead(at *place) bool {
	edits, _ := at.in[0].(map[string]any)
	if at.keys[0] != "add" || edits == nil {
		return false
	}
	_, _, v := at.last()
	to := edits
	for i, key := range at.keys {
		if i == 0 {
			key = "set"
		}
		if i == len(at.keys)-1 {
			to[key] = v
			break
		}
		below, _ := to[key].(map[string]any)
		if below == nil {
			below = map[string]any{}
		}
		to[key] = below
		to = below
	}
	for i := len(at.in) - 1; i >= 0; i-- {
		in, _ := at.in[i].(map[string]any)
		if delete(in, at.keys[i]); len(in) > 0 {
			break
		}
	}
	return true
}

// makeOptional makes the entry, and the entries around it, optional.
func makeOptional(at *place) (made bool) {
	_, _, v := at.last()
	for _, in := range append(slices.Clone(at.in[1:]), v) {
		entries, isList := in.([]any)
		if !isList {
			entries = []any{in}
		}
		for _, e := range entries {
			if entry, _ := e.(map[string]any); isEntry(entry) && entry["optional"] != true {
				entry["optional"], made = true, true
			}
		}
	}
	return made
}

// underUpdate moves the entries of the innermost nested block type to the "update" of the entry around
// them.
func underUpdate(at *place) bool {
	for i := len(at.keys) - 2; i > 0; i-- {
		entry, _ := at.in[i].(map[string]any)
		types, _ := at.in[i+1].(map[string]any)
		if at.keys[i] != "blockTypes" || entry["update"] != nil || at.keys[i-1] == "update" {
			continue
		}
		typ := at.keys[i+1]
		entry["update"] = map[string]any{"blockTypes": map[string]any{typ: types[typ]}}
		if delete(types, typ); len(types) == 0 {
			delete(entry, "blockTypes")
		}
		return true
	}
	return false
}

// isEntry reports whether an object in edits is an entry, and not an object with labels as keys.
func isEntry(in map[string]any) bool {
	return slices.ContainsFunc([]string{"attributes", "blockTypes", "where", "matches", "has", "lacks", "all"}, func(key string) bool { return in[key] != nil })
}

// splitType makes a type and labels of the key "resource.aws_vpc.this".
func splitType(at *place) bool {
	_, key, v := at.last()
	names := strings.Split(key, ".")
	return len(names) > 1 && at.put(names[0], nested(names[1:], v))
}

// nested returns objects in one another, with the names as their keys, and the value in the innermost.
func nested(names []string, v any) any {
	for _, name := range slices.Backward(names) {
		v = map[string]any{name: v}
	}
	return v
}

// belowType puts labels without a block type below a type.
func belowType(typ string) func(*place) bool {
	return func(at *place) bool {
		_, key, v := at.last()
		return !strings.Contains(key, ".") && at.put(typ, map[string]any{key: v})
	}
}

// intoAttributes moves the members of an entry that are none of its own into "attributes".
func intoAttributes(at *place) bool {
	in, key, v := at.last()
	attributes, _ := in["attributes"].(map[string]any)
	if in == nil || attributes[key] != nil {
		return false
	}
	if attributes == nil {
		attributes = map[string]any{}
	}
	attributes[key] = v
	delete(in, key)
	in["attributes"] = attributes
	return true
}

// intoArray puts a value into an array; a name becomes an entry with it as "to".
func intoArray(at *place) bool {
	_, key, v := at.last()
	if name, ok := v.(string); ok {
		v = map[string]any{"to": name}
	}
	return at.put(key, []any{v})
}

// namesToEntries makes an object with empty entries of a list of names.
func namesToEntries(at *place) bool {
	_, key, v := at.last()
	names, _ := v.([]any)
	entries := map[string]any{}
	for _, name := range names {
		text, ok := name.(string)
		if !ok {
			return false
		}
		entries[text] = []any{}
	}
	return at.put(key, entries)
}

// asArgument changes the key "tags.Owner" of a value into "tags(+)", which adds the object
// {Owner = value} to the end of a call's arguments.
func asArgument(at *place) bool {
	_, key, v := at.last()
	names := strings.Split(key, ".")
	return len(names) > 1 && at.put(names[0]+"(+)", nested(names[1:], v))
}
