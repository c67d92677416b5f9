// Package check compares the contract of package openapi with the server: its requests and
// answers, the error codes in its source, and the edits that edit's decoder accepts and refuses.
//
//	contract.go   checking requests and answers by an OpenAPI document
//	document/     generates the document
//	schema/       generates the JSON Schemas of edits
//	tables/       the requests of the repository's tables
//	ordered/      JSON objects that keep their order
//	generate/     writes the files of package openapi
package check

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"mime"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// An Answer is a server's answer to a request.
type Answer struct {
	Test, Method, Path string // "" if unknown
	Status             int
	Header             http.Header
	Body               []byte
}

// A Contract checks requests and answers against an OpenAPI document. The check is strict: a member
// of an answer that the document does not describe is an error, although clients ignore such
// members.
type Contract struct {
	root     map[string]any
	compiler *jsonschema.Compiler
	schemas  map[string]*jsonschema.Schema
}

// documentName is the name under which the document is compiled.
const documentName = "contract.json"

// New reads a contract from an OpenAPI document in JSON.
func New(document []byte) (*Contract, error) {
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(document))
	if err != nil {
		return nil, err
	}
	c := &Contract{root: v.(map[string]any), compiler: jsonschema.NewCompiler(), schemas: map[string]*jsonschema.Schema{}}
	c.closeAnswers(c.root["paths"], map[string]bool{})
	c.compiler.AssertFormat()
	return c, c.compiler.AddResource(documentName, v)
}

// objectAt returns the object at a JSON pointer in the document, or nil.
func (c *Contract) objectAt(pointer string) map[string]any {
	var v any = c.root
	for _, key := range strings.Split(strings.TrimPrefix(pointer, "/"), "/") {
		m, _ := v.(map[string]any)
		v = m[unescape.Replace(key)]
	}
	m, _ := v.(map[string]any)
	return m
}

var (
	escape   = strings.NewReplacer("~", "~0", "/", "~1")
	unescape = strings.NewReplacer("~1", "/", "~0", "~")
)

// resolve follows references ("$ref"), starting at the object at a pointer. It returns the pointer
// to the first object that is not a reference.
func (c *Contract) resolve(pointer string) string {
	for {
		to, ok := c.objectAt(pointer)["$ref"].(string)
		if !ok {
			return pointer
		}
		pointer = strings.TrimPrefix(to, "#")
	}
}

// closeAnswers changes the schemas of all answers so that they refuse undescribed members.
func (c *Contract) closeAnswers(v any, seen map[string]bool) {
	switch v := v.(type) {
	case map[string]any:
		to, isRef := v["$ref"].(string)
		if isRef && !seen[to] {
			seen[to] = true
			c.closeAnswers(c.objectAt(strings.TrimPrefix(to, "#")), seen)
		}
		if _, ok := v["properties"]; ok && v["type"] == "object" && v["additionalProperties"] == nil {
			v["additionalProperties"] = false
		}
		for key, inner := range v {
			if key != "requestBody" && key != "parameters" && key != "examples" {
				c.closeAnswers(inner, seen)
			}
		}
	case []any:
		for _, inner := range v {
			c.closeAnswers(inner, seen)
		}
	}
}

// schema compiles the schema at a pointer.
func (c *Contract) schema(pointer string) (*jsonschema.Schema, error) {
	s, ok := c.schemas[pointer]
	if ok {
		return s, nil
	}
	s, err := c.compiler.Compile(documentName + "#" + pointer)
	c.schemas[pointer] = s
	return s, err
}

// validate returns an error unless a JSON text matches the schema at a pointer.
func (c *Contract) validate(pointer string, text []byte) error {
	s, err := c.schema(pointer)
	if err != nil {
		return err
	}
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return err
	}
	return s.Validate(v)
}

// path returns the pointer to the description of a URL path, or "" if the document does not
// describe the path. A path of an operation or of a document may have any prefix, as in
// "/api/v1/iac/edit".
func (c *Contract) path(path string) string {
	for _, prefixed := range []bool{false, true} {
		for p := range c.objectAt("/paths") {
			anywhere := strings.HasPrefix(p, "/v1/") || strings.HasPrefix(p, "/openapi.") || strings.HasPrefix(p, "/schema/")
			if path == p || prefixed && anywhere && strings.HasSuffix(path, p) {
				return "/paths/" + escape.Replace(p)
			}
		}
	}
	return ""
}

// responses returns pointers to the response descriptions in the document that have the status of
// an answer and may belong to its request.
func (c *Contract) responses(a *Answer) (all []string) {
	status := strconv.Itoa(a.Status)
	add := func(item, method string) {
		at := item + "/" + method
		if responses, _ := c.objectAt(at)["responses"].(map[string]any); responses[status] != nil {
			all = append(all, c.resolve(at+"/responses/"+status))
		}
	}
	if a.Path != "" {
		item := c.path(a.Path)
		if item == "" { // the answer for an unknown path has the form of a refused edit
			item = c.path("/v1/iac/edit")
			if a.Status < 400 {
				return nil
			}
		}
		method := strings.ToLower(a.Method)
		if c.objectAt(item)[method] == nil { // the answer for another method has the form of a refused request to the path
			if a.Status < 400 {
				return nil
			}
			method = slices.Sorted(maps.Keys(c.objectAt(item)))[0]
		}
		add(item, method)
		return all
	}
	for path := range c.objectAt("/paths") {
		item := "/paths/" + escape.Replace(path)
		for method := range c.objectAt(item) {
			add(item, method)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// CheckAnswer returns an error if the contract does not describe an answer. If the request is
// unknown, the contract must describe the answer for some request.
func (c *Contract) CheckAnswer(a *Answer) error {
	responses := c.responses(a)
	if len(responses) == 0 {
		return fmt.Errorf("%s %s: the status %d is not described", a.Method, a.Path, a.Status)
	}
	var first error
	for _, at := range responses {
		err := c.checkResponse(a, at)
		if err == nil {
			return nil
		}
		if first == nil {
			first = fmt.Errorf("%s %s: %d: %s: %w", a.Method, a.Path, a.Status, at, err)
		}
	}
	return first
}

// checkResponse returns an error unless an answer matches the description of a response. The
// argument pointer points to the description.
func (c *Contract) checkResponse(a *Answer, pointer string) error {
	headers, _ := c.objectAt(pointer)["headers"].(map[string]any)
	for name := range headers {
		if err := c.checkHeader(a, name, c.resolve(pointer+"/headers/"+name)); err != nil {
			return err
		}
	}
	content, _ := c.objectAt(pointer)["content"].(map[string]any)
	if len(a.Body) == 0 && (a.Method == http.MethodHead || content == nil) {
		return nil
	}
	kind, _, err := mime.ParseMediaType(a.Header.Get("Content-Type"))
	if err != nil {
		return err
	}
	if content[kind] == nil {
		return fmt.Errorf("the type %s is not described", kind)
	}
	if !strings.HasSuffix(kind, "json") {
		return nil // the contract says no more about text that is not JSON
	}
	return c.validate(pointer+"/content/"+escape.Replace(kind)+"/schema", a.Body)
}

// checkHeader returns an error unless a header of an answer matches its description. The argument
// pointer points to the description.
func (c *Contract) checkHeader(a *Answer, name, pointer string) error {
	values := a.Header.Values(name)
	switch {
	case len(values) == 0 && c.objectAt(pointer)["required"] == true:
		return fmt.Errorf("there is no header %s", name)
	case len(values) == 0:
		return nil
	case len(values) > 1:
		return fmt.Errorf("there are several headers %s", name)
	}
	text, err := json.Marshal(values[0])
	if err != nil {
		return err
	}
	if c.objectAt(pointer + "/schema")["type"] == "integer" {
		text = []byte(values[0])
	}
	if err := c.validate(pointer+"/schema", text); err != nil {
		return fmt.Errorf("the header %s: %w", name, err)
	}
	return nil
}

// CheckRequest returns an error unless the contract allows a POST of the body to the path.
func (c *Contract) CheckRequest(path string, body []byte) error {
	return c.validate(c.path(path)+"/post/requestBody/content/application~1json/schema", body)
}
