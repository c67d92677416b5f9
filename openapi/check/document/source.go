package document

import (
	_ "embed"
	"encoding/json"
	"fmt"

	"go.yaml.in/yaml/v3"

	"iacedit/openapi/check/ordered"
)

//go:embed source.yaml
var source []byte

// parseSource returns the hand-written part of the document, with its aliases and merges
// resolved.
func parseSource() (ordered.Object, error) {
	var root yaml.Node
	if err := yaml.Unmarshal(source, &root); err != nil {
		return nil, err
	}
	v, err := valueOf(root.Content[0])
	if err != nil {
		return nil, err
	}
	return v.(ordered.Object), nil
}

// valueOf converts a YAML node to a value.
func valueOf(n *yaml.Node) (any, error) {
	switch n.Kind {
	case yaml.AliasNode:
		return valueOf(n.Alias)
	case yaml.MappingNode:
		return objectOf(n)
	case yaml.SequenceNode:
		all := ordered.List{}
		for _, c := range n.Content {
			v, err := valueOf(c)
			if err != nil {
				return nil, err
			}
			all = append(all, v)
		}
		return all, nil
	}
	var v any
	err := n.Decode(&v)
	return v, err
}

// objectOf converts a YAML mapping to an object, with the members that "<<" merges into the
// mapping. If several members have the same name, the last member counts.
func objectOf(n *yaml.Node) (o ordered.Object, err error) {
	for i := 0; i < len(n.Content); i += 2 {
		key := n.Content[i]
		v, err := valueOf(n.Content[i+1])
		if err != nil {
			return nil, err
		}
		if key.Tag != "!!merge" {
			o = o.Set(key.Value, v)
			continue
		}
		merged, ok := v.(ordered.Object)
		if !ok {
			return nil, fmt.Errorf("line %d: what is merged is no mapping", key.Line)
		}
		for name, value := range merged.Members {
			o = o.Set(name, value)
		}
	}
	return o, nil
}

// nodeOf converts a value to a YAML node.
func nodeOf(v any) (*yaml.Node, error) {
	switch v := v.(type) {
	case ordered.Object:
		n := &yaml.Node{Kind: yaml.MappingNode}
		for key, value := range v.Members {
			name, inner := new(yaml.Node), (*yaml.Node)(nil)
			name.SetString(key)
			inner, err := nodeOf(value)
			if err != nil {
				return nil, err
			}
			n.Content = append(n.Content, name, inner)
		}
		return n, nil
	case ordered.List:
		n := &yaml.Node{Kind: yaml.SequenceNode}
		for _, value := range v {
			inner, err := nodeOf(value)
			if err != nil {
				return nil, err
			}
			n.Content = append(n.Content, inner)
		}
		return n, nil
	case json.Number:
		return &yaml.Node{Kind: yaml.ScalarNode, Value: v.String()}, nil
	}
	n := new(yaml.Node)
	err := n.Encode(v)
	return n, err
}
