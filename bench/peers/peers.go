// Package peers makes the edit of a corpus.Input with the rivals: hclwrite, and
// hcledit, which stands on it. It is in a module of its own so that who uses
// iacedit does not get them.
//
// Every rival gets what the edit needs in the form that it likes best, made
// before the clock starts: hclwrite a cty value, hcledit an address and HCL text.
//
// mercari/hcledit (go.mercari.io/hcledit), also an editor on hclwrite, is missing
// here: no version of it could be had when this was written.
package peers

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclwrite"
	"github.com/minamijoyo/hcledit/editor"
	"github.com/zclconf/go-cty/cty"

	"iacedit/internal/corpus"
)

// A Set is an attribute to set: what the hclwrite rival understands.
type Set struct {
	Block     string
	Labels    []string
	Attribute string
	Value     cty.Value
}

// SetOf returns the edit of an input as a Set.
func SetOf(e corpus.Edit) Set {
	return Set{e.Block, e.Labels, e.Attribute, cty.StringVal(e.New)}
}

// Hclwrite parses code, sets the attributes and returns the code.
func Hclwrite(code []byte, sets ...Set) ([]byte, error) {
	file, diags := hclwrite.ParseConfig(code, "main.tf", hcl.InitialPos)
	if diags.HasErrors() {
		return nil, diags
	}
	for _, s := range sets {
		block := file.Body().FirstMatchingBlock(s.Block, s.Labels)
		if block == nil {
			return nil, fmt.Errorf("no %s %q", s.Block, s.Labels)
		}
		block.Body().SetAttributeValue(s.Attribute, s.Value)
	}
	return file.Bytes(), nil
}

// Hcledit returns the operator of hcledit's editor package for the edit: what its
// command line runs for `hcledit attribute set ADDRESS VALUE`. It formats the file
// after the edit, which no option of its turns off.
func Hcledit(e corpus.Edit) editor.Operator {
	address := strings.Join(append(slices.Concat([]string{e.Block}, e.Labels), e.Attribute), ".")
	return editor.NewEditOperator(editor.NewAttributeSetFilter(address, strconv.Quote(e.New)))
}
