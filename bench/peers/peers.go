// Package peers makes the edit of a corpus.Input with the rivals: hclwrite, and hcledit, which
// uses hclwrite. It is in a separate module, so that iacedit's users do not depend on the
// rivals.
//
// Each rival receives the edit in its preferred form, prepared before the measurement: hclwrite a
// cty value, hcledit an address and HCL text.
//
// mercari/hcledit (go.mercari.io/hcledit), another editor based on hclwrite, is not measured,
// because no version of it was available when this was written.
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

	"iacedit/internal/testkit/corpus"
)

// A Set is an attribute and its new value.
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

// Hcledit returns an operator of hcledit's package editor that makes the edit. The command `hcledit
// attribute set ADDRESS VALUE` runs the same operator. The operator formats the file after the
// edit; no option prevents this.
func Hcledit(e corpus.Edit) editor.Operator {
	address := strings.Join(append(slices.Concat([]string{e.Block}, e.Labels), e.Attribute), ".")
	return editor.NewEditOperator(editor.NewAttributeSetFilter(address, strconv.Quote(e.New)))
}
