package upgrades

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"

	"iacedit/internal/base/nearest"
)

// A reader reads the nodes of a YAML file, and reports errors with their lines.
type reader struct {
	anchors map[string]ast.Node
}

// A member is one member of an object in YAML.
type member struct {
	key   string
	at    ast.Node // the key
	value ast.Node
}

// fail returns an error with the line of a node.
func (r *reader) fail(n ast.Node, format string, args ...any) error {
	line := 1
	if n != nil && n.GetToken() != nil && n.GetToken().Position != nil {
		line = n.GetToken().Position.Line
	}
	return fmt.Errorf("line %d: %s", line, fmt.Sprintf(format, args...))
}

// plain returns the node that an anchor or alias stands for.
func (r *reader) plain(n ast.Node) ast.Node {
	switch n := n.(type) {
	case *ast.AnchorNode:
		r.anchors[n.Name.String()] = n.Value
		return r.plain(n.Value)
	case *ast.AliasNode:
		if of, ok := r.anchors[n.Value.String()]; ok {
			return r.plain(of)
		}
	}
	return n
}

// members returns the members of an object in their order. The argument what names the object for
// messages, and known are the keys that it may have; nil allows any.
func (r *reader) members(n ast.Node, what string, known []string) ([]member, error) {
	n = r.plain(n)
	object, ok := n.(ast.MapNode)
	if !ok {
		return nil, r.fail(n, "%s is an object", what)
	}
	var all []member
	seen := map[string]bool{}
	for i := object.MapRange(); i.Next(); {
		key := i.Key().GetToken().Value
		switch {
		case seen[key]:
			return nil, r.fail(i.Key(), "%s has %q twice", what, key)
		case known != nil && !slices.Contains(known, key):
			return nil, r.fail(i.Key(), "%s has no member %q%s", what, key, nearest.Or(key, known))
		}
		seen[key] = true
		all = append(all, member{key, i.Key(), i.Value()})
	}
	return all, nil
}

// A field is a member that an object may have, and what receives its value: a pointer to a string, an
// integer, a boolean, strings or JSON, or a function.
type field struct {
	key string
	to  any
}

// object reads an object that has only the given members.
func (r *reader) object(n ast.Node, what string, fields ...field) error {
	known := make([]string, len(fields))
	for i := range fields {
		known[i] = fields[i].key
	}
	all, err := r.members(n, what, known)
	for _, m := range all {
		switch to := fields[slices.Index(known, m.key)].to.(type) {
		case *string:
			*to, err = r.text(m.value, m.key)
		case *int:
			*to, err = r.number(m.value, m.key)
		case *bool:
			*to, err = r.boolean(m.value, m.key)
		case *[]string:
			*to, err = r.texts(m.value, m.key)
		case *json.RawMessage:
			*to, err = r.json(m.value, m.key)
		case func(member) error:
			err = to(m)
		}
		if err != nil {
			break
		}
	}
	return err
}

// elements returns the elements of a list.
func (r *reader) elements(n ast.Node, what string) ([]ast.Node, error) {
	n = r.plain(n)
	list, ok := n.(*ast.SequenceNode)
	if !ok {
		return nil, r.fail(n, "%s is a list", what)
	}
	return list.Values, nil
}

// text returns a string.
func (r *reader) text(n ast.Node, what string) (string, error) {
	n = r.plain(n)
	switch n := n.(type) {
	case *ast.StringNode:
		return n.Value, nil
	case *ast.LiteralNode:
		return n.Value.Value, nil
	}
	return "", r.fail(n, "%s is a string", what)
}

// boolean returns a boolean.
func (r *reader) boolean(n ast.Node, what string) (bool, error) {
	if b, ok := r.plain(n).(*ast.BoolNode); ok {
		return b.Value, nil
	}
	return false, r.fail(n, "%s is true or false", what)
}

// number returns an integer.
func (r *reader) number(n ast.Node, what string) (int, error) {
	if i, ok := r.plain(n).(*ast.IntegerNode); ok {
		if number, err := strconv.Atoi(i.GetToken().Value); err == nil {
			return number, nil
		}
	}
	return 0, r.fail(n, "%s is a whole number", what)
}

// texts returns a list of strings.
func (r *reader) texts(n ast.Node, what string) (all []string, err error) {
	list, err := r.elements(n, what)
	for _, e := range list {
		if err != nil {
			break
		}
		var text string
		text, err = r.text(e, "an element of "+what)
		all = append(all, text)
	}
	return all, err
}

// json returns a value as JSON.
func (r *reader) json(n ast.Node, what string) (json.RawMessage, error) {
	n = r.plain(n)
	switch n := n.(type) {
	case *ast.NullNode:
		return json.RawMessage("null"), nil
	case *ast.BoolNode:
		return json.Marshal(n.Value)
	case *ast.StringNode:
		return json.Marshal(n.Value)
	case *ast.LiteralNode:
		return json.Marshal(n.Value.Value)
	case *ast.IntegerNode, *ast.FloatNode:
		if text := n.GetToken().Value; json.Valid([]byte(text)) {
			return json.RawMessage(text), nil
		}
	case *ast.SequenceNode:
		all := []json.RawMessage{}
		for _, e := range n.Values {
			one, err := r.json(e, what)
			if err != nil {
				return nil, err
			}
			all = append(all, one)
		}
		return json.Marshal(all)
	case *ast.MappingNode, *ast.MappingValueNode:
		all, err := r.members(n, what, nil)
		if err != nil {
			return nil, err
		}
		var o object
		for _, m := range all {
			one, err := r.json(m.value, what)
			if err != nil {
				return nil, err
			}
			o = append(o, property{m.key, one})
		}
		return json.Marshal(o)
	}
	return nil, r.fail(n, "%s is a value", what)
}

// into decodes a node into a Go value, strictly.
func (r *reader) into(n ast.Node, to any) error {
	if err := yaml.NodeToValue(r.plain(n), to, yaml.Strict(), yaml.UseOrderedMap()); err != nil {
		return r.fail(n, "%s", yaml.FormatError(err, false, false))
	}
	return nil
}

// An object is an object in JSON whose members keep their order.
type object []property

// A property is a member of an object.
type property struct {
	key   string
	value any
}

// MarshalJSON writes the members in their order.
func (o object) MarshalJSON() ([]byte, error) {
	dst := []byte{'{'}
	for i, p := range o {
		if i > 0 {
			dst = append(dst, ',')
		}
		key, err := json.Marshal(p.key)
		if err != nil {
			return nil, err
		}
		value, err := json.Marshal(p.value)
		if err != nil {
			return nil, err
		}
		dst = append(append(append(dst, key...), ':'), value...)
	}
	return append(dst, '}'), nil
}
