package ruleset

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"github.com/goccy/go-yaml"

	"iacedit/edit"
	"iacedit/internal/languages/terraform"
)

// HouseFile is the name of the file with the rules of a repository.
const HouseFile = ".iacedit.yaml"

// A House has the rules of a repository, which are in its HouseFile (docs/rules.md, "The order of a
// repository").
type House struct {
	Order      yaml.MapSlice `yaml:"order"`      // by block type: the order of the items of such blocks; by "*": of the blocks of each file
	Paragraphs string        `yaml:"paragraphs"` // "join" to order across blank lines, too
}

// ParseHouse parses the rules of a repository. Errors about the YAML contain the line number.
func ParseHouse(text []byte) (*House, error) {
	var h House
	if err := yaml.NewDecoder(bytes.NewReader(text), yaml.Strict(), yaml.UseOrderedMap()).Decode(&h); err != nil {
		return nil, errors.New(strings.TrimSpace(yaml.FormatError(err, false, true)))
	}
	switch {
	case len(h.Order) == 0:
		return nil, errors.New(`the file has no "order", such as {variable: [description, type, default]}`)
	case h.Paragraphs != "" && h.Paragraphs != "join":
		return nil, fmt.Errorf(`"paragraphs" is "join", not %q`, h.Paragraphs)
	}
	return &h, nil
}

// Edits returns the edits of Terraform code that put its blocks in order.
func (h *House) Edits() ([]edit.Operation, error) {
	var all []edit.Operation
	for _, item := range h.Order {
		typ, ok := item.Key.(string)
		given, isList := item.Value.([]any)
		if !ok || !isList {
			return nil, fmt.Errorf("order: %v has no list of names, such as [name, \"*\"]", item.Key)
		}
		names := make([]string, len(given))
		for i := range given {
			if names[i], ok = given[i].(string); !ok {
				return nil, fmt.Errorf("order: %s: %v is no name; put it in quotes", typ, given[i])
			}
		}
		at, parts := edit.AllBlocks(), []edit.Part{edit.Order(names...), edit.Optional()}
		if h.Paragraphs != "" {
			parts = append(parts, edit.JoinParagraphs())
		}
		if typ != edit.AnyLabel {
			b := terraform.Block(typ)
			if b == nil || b.ValuesFile {
				return nil, fmt.Errorf("order: %s is not a block type of Terraform", typ)
			}
			labels := make([]string, b.Labels)
			for i := range labels {
				labels[i] = edit.AnyLabel
			}
			if at = edit.Block(typ, labels...); b.Labels == 0 {
				parts = append(parts, edit.All())
			}
		}
		all = append(all, edit.Sort(at, parts...))
	}
	return all, nil
}
