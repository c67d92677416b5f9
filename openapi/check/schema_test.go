package check

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"iacedit/address"
	"iacedit/edit"
	"iacedit/openapi/check/schema"
	"iacedit/openapi/check/tables"
)

// root is the repository's root.
const root = "../.."

// compiled returns the schema of a dialect's edits.
func compiled(t testing.TB, d address.Dialect) *jsonschema.Schema {
	t.Helper()
	text, err := schema.Edits(d)
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("edits.json", parsed(t, text)); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("edits.json")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func parsed(t testing.TB, text []byte) any {
	t.Helper()
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// A sent request is one to edit, as a value.
type sent struct {
	name    string
	code    []byte // where there are no files
	files   map[string]string
	edits   any
	dialect address.Dialect
}

// edits returns the requests of the tables that are whole: JSON with edits that are an
// object or hold one.
func edits(t testing.TB) (all []sent) {
	t.Helper()
	requests, shared, err := tables.Requests(root)
	if err != nil {
		t.Fatal(err)
	}
	if !shared {
		t.Log("NOT CHECKED: the specification's cases, which are not beside the repository")
	}
	for _, r := range requests {
		if r.Path != tables.EditPath {
			continue
		}
		var body struct {
			Code    string
			Files   map[string]string
			Edits   json.RawMessage
			Dialect string
		}
		if json.Unmarshal(r.Body, &body) != nil || len(body.Edits) == 0 {
			continue
		}
		var text string
		if json.Unmarshal(body.Edits, &text) == nil {
			body.Edits = json.RawMessage(text)
		}
		v, err := jsonschema.UnmarshalJSON(bytes.NewReader(body.Edits))
		if err != nil {
			continue
		}
		s := sent{r.Name, []byte(body.Code), body.Files, v, address.Terraform}
		if body.Dialect == "hcl" {
			s.dialect = address.HCL
		}
		all = append(all, s)
	}
	return all
}

// answer returns the code of the error with which edits are refused, or "".
func (s *sent) answer(t testing.TB, edits any, code []byte) edit.Code {
	t.Helper()
	text, err := json.Marshal(edits)
	if err != nil {
		t.Fatal(err)
	}
	o := edit.Options{Dialect: s.dialect}
	if s.files == nil {
		_, err = o.Apply(nil, code, text)
	} else {
		var files []edit.File
		for name, file := range s.files {
			if code != nil {
				file = string(code)
			}
			files = append(files, edit.File{Name: name, Code: []byte(file)})
		}
		_, err = o.Edit(files, text, edit.ReturnCode)
	}
	if err == nil {
		return ""
	}
	return err.(*edit.Error).Code
}

// own returns how the edits are answered with the code that they were sent with.
func (s *sent) own(t testing.TB, edits any) edit.Code {
	if s.files != nil {
		return s.answer(t, edits, nil)
	}
	return s.answer(t, edits, s.code)
}

// What the server accepts, the schema accepts; and what it refuses for the code alone. All
// is asked in both dialects, whichever it was written for.
func TestAccepts(t *testing.T) {
	schemas := map[address.Dialect]*jsonschema.Schema{}
	for _, d := range schema.Dialects {
		schemas[d] = compiled(t, d)
	}
	accepted, refused, agreed := 0, 0, 0
	for _, s := range edits(t) {
		for _, s.dialect = range schema.Dialects {
			code := s.own(t, s.edits)
			err := schemas[s.dialect].Validate(s.edits)
			if code == edit.InvalidRequest {
				refused++
				if err != nil {
					agreed++
				}
				continue
			}
			accepted++
			if err != nil {
				t.Errorf("%s: the server answers %q, and the schema refuses: %v", s.name, code, err)
			}
		}
	}
	t.Logf("%d requests that the server takes are accepted; of %d that it refuses %d are refused", accepted, refused, agreed)
	if accepted < 1000 {
		t.Errorf("only %d requests", accepted)
	}
}

// The examples in a schema are what it describes; and those of whole edits are what the
// server takes.
func TestSchemaExamples(t *testing.T) {
	for _, d := range schema.Dialects {
		text, err := schema.Edits(d)
		if err != nil {
			t.Fatal(err)
		}
		document := parsed(t, text)
		c := jsonschema.NewCompiler()
		if err := c.AddResource("edits.json", document); err != nil {
			t.Fatal(err)
		}
		count := 0
		for name, definition := range document.(map[string]any)["$defs"].(map[string]any) {
			examples, _ := definition.(map[string]any)["examples"].([]any)
			for _, example := range examples {
				count++
				s, err := c.Compile("edits.json#/$defs/" + name)
				if err == nil {
					err = s.Validate(example)
				}
				if err != nil {
					t.Errorf("%s: %v", name, err)
				}
				request := sent{dialect: d}
				if name == "Edits" && request.answer(t, example, brokenCode) != edit.InvalidCode {
					t.Errorf("the server refuses the example %v", example)
				}
			}
		}
		if count < 30 {
			t.Errorf("only %d examples", count)
		}
	}
}
