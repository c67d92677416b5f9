package schema

import (
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"iacedit/internal/base/jsontext"
	"iacedit/internal/base/sequence"
)

// Read reads the output of "terraform providers schema -json" or "tofu providers schema -json".
// The argument source is the name of the file with the text, and is stored in each Provider. The
// result shares no memory with the text.
func Read(text []byte, source string) (*Schemas, error) {
	r := reader{names: map[string]string{}, byContent: map[string]*Body{}}
	r.Reset(text)
	s := &Schemas{}
	found := false
	err := r.object(0, func(key string) error {
		if key != "provider_schemas" {
			return r.Skip()
		}
		found = true
		return r.object(1, func(address string) error {
			p := Provider{Address: strings.Clone(address), Source: source}
			s.Providers = append(s.Providers, p)
			return r.provider(&s.Providers[len(s.Providers)-1])
		})
	})
	if err == nil {
		err = r.End()
	}
	if err == nil && !found {
		err = errors.New(`it has no member "provider_schemas"`)
	}
	if err != nil {
		return nil, fmt.Errorf("%s is not what \"terraform providers schema -json\" writes: %w", source, err)
	}
	s.bodies = r.bodies
	s.names = slices.Sorted(maps.Keys(r.names))
	return s, nil
}

// A reader reads schemas. Equal bodies are stored once.
type reader struct {
	jsontext.Reader
	names     map[string]string // by name: its stored copy
	bodies    []*Body
	byContent map[string]*Body
	key       []byte
	stack     []Item
}

// members has, for each Kind, the key of the member with the schemas of that kind.
var members = [Kinds]string{"provider", "resource_schemas", "data_source_schemas", "ephemeral_resource_schemas", "action_schemas", "list_resource_schemas"}

func (r *reader) provider(p *Provider) error {
	return r.object(2, func(key string) error {
		kind := Kind(slices.Index(members[:], key))
		if kind >= Kinds {
			return r.Skip()
		}
		p.Bodies[kind] = map[string]*Body{}
		if kind == Configuration {
			return r.schema(p.Bodies[kind], "")
		}
		return r.object(3, func(name string) error { return r.schema(p.Bodies[kind], r.name(name)) })
	})
}

// schema reads a schema, and stores its body under a name.
func (r *reader) schema(bodies map[string]*Body, name string) error {
	return r.object(4, func(key string) (err error) {
		if key != "block" {
			return r.Skip()
		}
		bodies[name], err = r.block(5)
		return err
	})
}

// block reads the arguments and nested blocks of a block.
func (r *reader) block(depth int) (*Body, error) {
	mark := len(r.stack)
	err := r.object(depth, func(key string) error {
		switch key {
		case "attributes":
			return r.object(depth+1, func(name string) error { return r.attribute(r.name(name), depth+2) })
		case "block_types":
			return r.object(depth+1, func(name string) error { return r.blockType(r.name(name), depth+2) })
		}
		return r.Skip()
	})
	return r.body(mark), err
}

// attribute reads an argument and pushes it onto the stack.
func (r *reader) attribute(name string, depth int) error {
	it := Item{Name: name}
	var computed, optional bool
	err := r.object(depth, func(key string) (err error) {
		switch key {
		case "type":
			if it.Body, err = r.readType(depth+1, 0); it.Body != nil {
				it.Form = Objects
			}
			return err
		case "nested_type":
			it.Form, it.Body, err = r.nestedType(depth + 1)
			return err
		case "computed":
			computed = r.Peek() == 't'
		case "optional":
			optional = r.Peek() == 't'
		}
		return r.Skip()
	})
	switch {
	case computed && optional:
		it.Trait = Filled
	case computed:
		it.Trait = Computed
	}
	r.stack = append(r.stack, it)
	return err
}

// nestedType reads the type of an argument whose objects have a schema of their own.
func (r *reader) nestedType(depth int) (form Form, members *Body, err error) {
	mark := len(r.stack)
	form = Object
	err = r.object(depth, func(key string) error {
		switch key {
		case "attributes":
			return r.object(depth+1, func(name string) error { return r.attribute(r.name(name), depth+2) })
		case "nesting_mode":
			mode, err := r.String()
			switch mode {
			case "list", "set":
				form = ObjectList
			case "map":
				form = ObjectMap
			}
			return err
		}
		return r.Skip()
	})
	return form, r.body(mark), err
}

// readType reads a type: a name, or an array of a name and the inner type. If the type is a list or
// set of objects, readType returns the members of the objects, otherwise nil. lists is the number
// of lists and sets around the type.
func (r *reader) readType(depth, lists int) (*Body, error) {
	if r.Peek() != '[' {
		return nil, r.Skip()
	}
	more, err := r.Open(depth, ']')
	if err != nil || !more {
		return nil, err
	}
	name, err := r.String()
	if err != nil {
		return nil, err
	}
	listed := name == "list" || name == "set"
	members := name == "object" && lists == 1
	var body *Body
	for {
		if more, err = r.More(']'); err != nil || !more {
			return body, err
		}
		switch {
		case members && r.Peek() == '{':
			body, err = r.members(depth + 1)
		case listed && lists == 0:
			body, err = r.readType(depth+1, 1)
		default:
			err = r.Skip()
		}
		if err != nil {
			return nil, err
		}
	}
}

// members reads the types of an object's members, and returns the members as a body.
func (r *reader) members(depth int) (*Body, error) {
	mark := len(r.stack)
	err := r.object(depth, func(key string) error {
		it := Item{Name: r.name(key)}
		var err error
		if it.Body, err = r.readType(depth+1, 0); it.Body != nil {
			it.Form = Objects
		}
		r.stack = append(r.stack, it)
		return err
	})
	return r.body(mark), err
}

// blockType reads a type of nested block and pushes it onto the stack.
func (r *reader) blockType(name string, depth int) error {
	it := Item{Name: name, Form: Block}
	err := r.object(depth, func(key string) (err error) {
		switch key {
		case "nesting_mode":
			mode, err := r.String()
			switch mode {
			case "map":
				it.Form = Labelled
			case "single", "group":
				it.Form = Single
			}
			return err
		case "max_items":
			most, err := r.Number()
			if most == "1" && it.Form == Block {
				it.Form = Single
			}
			return err
		case "block":
			it.Body, err = r.block(depth + 1)
			return err
		case "min_items":
			if r.Peek() != '0' {
				it.Trait = Required
			}
		}
		return r.Skip()
	})
	if it.Body == nil {
		it.Body = r.body(len(r.stack))
	}
	r.stack = append(r.stack, it)
	return err
}

// body pops all items of the stack from the given index on, and returns a body with these items. If
// an equal body exists, it returns that body.
func (r *reader) body(mark int) *Body {
	items := r.stack[mark:]
	sequence.SortStable(items, func(a, b Item) int { return strings.Compare(a.Name, b.Name) })
	items = slices.CompactFunc(items, func(a, b Item) bool { return a.Name == b.Name })
	r.stack = r.stack[:mark]
	key := r.key[:0]
	for i := range items {
		key = binary.AppendUvarint(key, uint64(len(items[i].Name)))
		key = append(append(key, items[i].Name...), byte(items[i].Form), byte(items[i].Trait))
		if items[i].Body != nil {
			key = binary.AppendUvarint(key, uint64(items[i].Body.id+1))
		} else {
			key = append(key, 0)
		}
	}
	r.key = key
	if b, ok := r.byContent[string(key)]; ok {
		return b
	}
	b := &Body{items: slices.Clone(items), id: len(r.bodies)}
	r.bodies = append(r.bodies, b)
	r.byContent[string(key)] = b
	return b
}

// name returns the stored copy of a name.
func (r *reader) name(s string) string {
	if kept, ok := r.names[s]; ok {
		return kept
	}
	s = strings.Clone(s)
	r.names[s] = s
	return s
}

// object reads an object at a nesting depth. For each member, it calls the given function, which
// must read the member's value. It treats null as an empty object; any other value is an error.
func (r *reader) object(depth int, member func(key string) error) error {
	switch r.Peek() {
	case 'n':
		return r.Name("null")
	case '{':
	default:
		return r.Refuse("expected an object")
	}
	return r.Members(depth, member)
}
