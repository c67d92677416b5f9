// Package document generates the OpenAPI document of the service, from a part written by hand
// (source.yaml), the schemas of edits, and examples whose answers come from the server itself
// (*.txtar).
//
// In source.yaml, aliases and merges are resolved, and these words are replaced:
//
//	$error CODE…   the schema of an error body with one of these codes
//	$codes         the schema of all error codes
//	$head          of a path: its GET without bodies
//	$requests      examples of requests to the operation
//	$answers       examples of their answers
//	$errors        examples of errors, one for each code
package document

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"iacedit/openapi/check/ordered"
)

type (
	object = ordered.Object
	list   = ordered.List
)

// A generator generates the document.
type generator struct {
	codes     list
	operation string // the operation whose examples are inserted
}

// Make returns the document as YAML and as JSON.
func Make() (asYAML, asJSON []byte, err error) {
	root, err := parseSource()
	if err != nil {
		return nil, nil, err
	}
	var m generator
	v, err := m.replace(root)
	if err != nil {
		return nil, nil, err
	}
	if v, err = m.withSchemas(v.(object)); err != nil {
		return nil, nil, err
	}
	if asJSON, err = ordered.Line(v); err != nil {
		return nil, nil, err
	}
	if v, err = ordered.Parse(asJSON); err != nil { // so that all types are those of Parse
		return nil, nil, err
	}
	asYAML, err = encode(v)
	return asYAML, asJSON, err
}

func encode(v any) ([]byte, error) {
	n, err := nodeOf(v)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	b.WriteString("# Made by go generate ./openapi; what is written by hand is in check/document/source.yaml.\n")
	e := yaml.NewEncoder(&b)
	e.SetIndent(2)
	if err := e.Encode(n); err != nil {
		return nil, err
	}
	return b.Bytes(), e.Close()
}

// replace returns a copy of a value of source.yaml in which strings such as "$error CODE" are
// replaced by what they stand for.
func (m *generator) replace(v any) (any, error) {
	switch v := v.(type) {
	case object:
		return m.replaceIn(v)
	case list:
		all := list{}
		for _, inner := range v {
			with, err := m.replace(inner)
			if err != nil {
				return nil, err
			}
			all = append(all, with)
		}
		return all, nil
	case string:
		if word, rest, _ := strings.Cut(v, " "); strings.HasPrefix(word, "$") && !strings.HasPrefix(word, "${") {
			return m.expandWord(word, strings.Fields(rest))
		}
	}
	return v, nil
}

// replaceIn is like replace, but for an object.
func (m *generator) replaceIn(o object) (object, error) {
	if id, ok := o.Get("operationId").(string); ok {
		m.operation = id
	}
	var all object
	for key, inner := range o.Members {
		if inner == "$head" {
			all = all.With(key, headOf(all.Get("get").(object)))
			continue
		}
		with, err := m.replace(inner)
		if err != nil {
			return nil, err
		}
		if with != nil || inner == nil {
			all = all.With(key, with)
		}
	}
	return all, nil
}

// expandWord returns what a word such as "$error" stands for, given the words that follow. If the
// result is nil, the member with the word is omitted.
func (m *generator) expandWord(word string, args []string) (any, error) {
	switch word {
	case "$error":
		codes := list{}
		for _, code := range args {
			codes = append(codes, code)
			if !slices.Contains(m.codes, any(code)) {
				m.codes = append(m.codes, code)
			}
		}
		code := object{"enum", codes}
		return object{"allOf", list{
			object{"$ref", "#/components/schemas/Error"},
			object{"properties", object{"error", object{"properties", object{"code", code}}}},
		}}, nil
	case "$codes":
		return object{"description", "The kind of error, for programs. The descriptions of the statuses list the codes.", "type", "string", "enum", m.codes}, nil
	case "$requests", "$answers", "$errors":
		return m.examples(word)
	}
	return nil, fmt.Errorf("the word %s means nothing", word)
}

// headOf converts the description of the method GET of a path to a description of the method HEAD,
// whose responses have no bodies.
func headOf(get object) object {
	var responses object
	for status, r := range get.Get("responses").(object).Members {
		response := r.(object)
		var bare object
		for key, value := range response.Members {
			if key != "content" {
				bare = bare.With(key, value)
			}
		}
		responses = responses.With(status, bare)
	}
	return get.
		Set("operationId", get.Get("operationId").(string)+"Head").
		Set("summary", "The headers of: "+get.Get("summary").(string)).
		Set("responses", responses)
}
