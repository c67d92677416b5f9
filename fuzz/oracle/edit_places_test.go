package oracle

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"iacedit/edit"
)

// A reading says how Terraform's JSON syntax reads the strings of an attribute that is
// no template.
type reading func(c *code, x hclsyntax.Expression) (doc, bool)

// asCode is for a reference or an expression: the string is the code.
func asCode(c *code, x hclsyntax.Expression) (doc, bool) {
	return text(string(c.src[x.Range().Start.Byte:x.Range().End.Byte])), true
}

// asCodes is for a list of them, or one that stands for all.
func asCodes(c *code, x hclsyntax.Expression) (doc, bool) {
	list, ok := x.(*hclsyntax.TupleConsExpr)
	if !ok {
		return asCode(c, x)
	}
	d := doc{kind: listValue}
	for _, e := range list.Exprs {
		item, _ := asCode(c, e)
		d.items = append(d.items, item)
	}
	return d, true
}

// asCodeMembers is for an object of references.
func asCodeMembers(c *code, x hclsyntax.Expression) (doc, bool) {
	object, ok := x.(*hclsyntax.ObjectConsExpr)
	d := doc{kind: objectValue}
	for i := 0; ok && i < len(object.Items); i++ {
		key, _ := asCode(c, object.Items[i].KeyExpr)
		item, _ := asCode(c, object.Items[i].ValueExpr)
		d.keys, d.items = append(d.keys, key.text), append(d.items, item)
	}
	return d, ok
}

// asText is for literal text, at any depth. There is no JSON for a template there.
func asText(c *code, x hclsyntax.Expression) (doc, bool) {
	d, ok := c.docOf(x)
	return d.unescaped(), ok && d.value().literal()
}

func (v value) literal() bool {
	return v.kind != otherValue && !slices.ContainsFunc(v.vals, func(v value) bool { return !v.literal() })
}

func (d doc) unescaped() doc {
	plain := strings.NewReplacer("$${", "${", "%%{", "%{")
	d.text = plain.Replace(d.text)
	d.keys, d.items = mapped(d.keys, plain.Replace), mapped(d.items, doc.unescaped)
	return d
}

// asRequirement is for a provider's requirement: its source and version are text, its
// aliases references.
func asRequirement(c *code, x hclsyntax.Expression) (doc, bool) {
	d, ok := c.docOf(x)
	object, _ := x.(*hclsyntax.ObjectConsExpr)
	d = d.unescaped()
	for i, k := range d.keys {
		if k == "configuration_aliases" {
			d.items[i], _ = asCodes(c, object.Items[i].ValueExpr)
		}
	}
	return d, ok
}

// readings holds, by the block types that lead to them, the attributes of docs/values.md
// that are read in another way; "*" is any attribute.
var readings = map[string]reading{
	"resource provider": asCode, "data provider": asCode, "ephemeral provider": asCode, "import provider": asCode,
	"resource depends_on": asCodes, "data depends_on": asCodes, "ephemeral depends_on": asCodes, "module depends_on": asCodes,
	"output depends_on": asCodes, "check data depends_on": asCodes,
	"resource lifecycle ignore_changes": asCodes, "resource lifecycle replace_triggered_by": asCodes,
	"resource provisioner when": asCode, "resource provisioner on_failure": asCode,
	"removed provisioner when": asCode, "removed provisioner on_failure": asCode,
	"variable type": asCode, "output type": asCode,
	"variable default": asText, "variable description": asText, "variable deprecated": asText,
	"output description": asText, "output deprecated": asText,
	"module providers": asCodeMembers, "module source": asText, "module version": asText,
	"provider alias": asText, "provider version": asText,
	"terraform required_version": asText, "terraform experiments": asCodes, "terraform required_providers *": asRequirement,
	"moved from": asCode, "moved to": asCode, "removed from": asCode, "import to": asCode,
}

func readingOf(in []string, name string) reading {
	path := strings.Join(in, " ")
	switch r := readings[path+" "+name]; {
	case r != nil:
		return r
	case readings[path+" *"] != nil:
		return readings[path+" *"]
	case in[len(in)-1] == "dynamic" && name == "iterator":
		return asCode
	}
	return (*code).docOf
}

// contentsOf writes the entry contents that set every attribute of a body to what it is.
func (c *code) contentsOf(body *hclsyntax.Body, in []string) string {
	var attrs []string
	blocks := map[string][]string{}
	var types []string
	for _, n := range nodes(body) {
		if n.attr != nil {
			if d, ok := readingOf(in, n.attr.Name)(c, n.attr.Expr); ok {
				attrs = append(attrs, quoteJSON(n.attr.Name)+": "+d.JSON())
			}
			continue
		}
		s := stepTo(body, n.block)
		if blocks[s.typ] == nil {
			types = append(types, s.typ)
		}
		contents := c.contentsOf(n.block.Body, append(slices.Clone(in), s.typ))
		blocks[s.typ] = append(blocks[s.typ], "{"+join(s.selector(true), contents)+"}")
	}
	var members []string
	for _, typ := range types {
		members = append(members, quoteJSON(typ)+": ["+strings.Join(blocks[typ], ", ")+"]")
	}
	return `"update": {"attributes": {` + strings.Join(attrs, ", ") + `}, "blockTypes": {` + strings.Join(members, ", ") + `}}`
}

// terraformTypes are the block types that may stand at the top level.
var terraformTypes = map[string]int{
	"resource": 2, "data": 2, "ephemeral": 2, "provider": 1, "module": 1, "variable": 1, "output": 1, "check": 1,
	"locals": 0, "terraform": 0, "moved": 0, "import": 0, "removed": 0,
}

// In every block of every file, all attributes set to what they are, read as Terraform's
// JSON syntax reads them in their place: no byte changes.
func TestSetWhatIsThereInEveryPlace(t *testing.T) {
	blocks := 0
	for _, s := range accepted(samples(t)) {
		c := readCode(s.src)
		for _, b := range c.body.Blocks {
			labels, known := terraformTypes[b.Type]
			if !known || labels != len(b.Labels) || slices.ContainsFunc(b.Labels, func(l string) bool { return !isPlainName(l) }) {
				continue
			}
			step := stepTo(c.body, b)
			at := address{"update", b.Type, b.Labels}
			var request tree
			leaf := request.child(at.action).child(at.typ)
			for _, l := range at.labels {
				leaf = leaf.child(l)
			}
			leaf.leaf = "[{" + join(step.selector(false), c.contentsOf(b.Body, []string{b.Type})) + "}]"
			out, err := new(edit.Options).Apply(nil, c.src, []byte(request.String()))
			if err != nil {
				t.Errorf("%s: %v\n%s", s.name, err, request.String())
				continue
			}
			if !bytes.Equal(out, c.src) {
				was, is := firstDifference(c.src, out)
				t.Errorf("%s: %s %q: from\n%s\nto\n%s", s.name, b.Type, b.Labels, was, is)
			}
			blocks++
		}
	}
	t.Logf("%d blocks", blocks)
}
