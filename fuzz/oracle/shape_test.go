package oracle

import (
	"fmt"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	"golang.org/x/text/unicode/norm"

	"iacedit/lexer"
	"iacedit/syntax"
)

// The trees of both sides are compared as s-expressions. What the two write
// differently though it means the same is written one way: constant indexes are
// indexes, literal text is melded and in normal form C, empty text is left out.

// shapeOfFile writes a file that hcl/v2 parsed.
func shapeOfFile(src []byte) string {
	file, _ := hclsyntax.ParseConfig(src, "", hcl.InitialPos)
	return shapeOfBody(file.Body.(*hclsyntax.Body), src)
}

func shapeOfBody(body *hclsyntax.Body, src []byte) string {
	type item struct {
		at   int
		text string
	}
	var items []item
	for _, a := range body.Attributes {
		at := a.Expr.Range()
		items = append(items, item{a.SrcRange.Start.Byte,
			fmt.Sprintf("(= %s %s%s)", a.Name, place(at.Start.Byte, at.End.Byte), shapeOfHCL(a.Expr, src))})
	}
	for _, b := range body.Blocks {
		items = append(items, item{b.TypeRange.Start.Byte, fmt.Sprintf("(block %s %q %s)", b.Type, b.Labels, shapeOfBody(b.Body, src))})
	}
	sort.Slice(items, func(i, j int) bool { return items[i].at < items[j].at })
	var out []string
	for _, it := range items {
		out = append(out, it.text)
	}
	return "{" + strings.Join(out, "\n") + "}"
}

// shapeOfHCL writes an expression of hcl/v2.
func shapeOfHCL(x hclsyntax.Expression, src []byte) string {
	shape := func(x hclsyntax.Expression) string { return shapeOfHCL(x, src) }
	placed := func(x hclsyntax.Expression) string {
		return place(x.Range().Start.Byte, x.Range().End.Byte) + shape(x)
	}
	switch x := x.(type) {
	case nil:
		return "-"
	case *hclsyntax.LiteralValueExpr:
		return shapeOfValue(x.Val)
	case *hclsyntax.ScopeTraversalExpr:
		return shapeOfSteps(x.Traversal.RootName(), x.Traversal[1:])
	case *hclsyntax.RelativeTraversalExpr:
		return shapeOfSteps(shape(x.Source), x.Traversal)
	case *hclsyntax.IndexExpr:
		return list("index", shape(x.Collection), shape(x.Key))
	case *hclsyntax.SplatExpr:
		return list("splat"+string(src[x.MarkerRange.Start.Byte]), shape(x.Source), shape(x.Each))
	case *hclsyntax.AnonSymbolExpr:
		return "each"
	case *hclsyntax.FunctionCallExpr:
		args := []string{x.Name, strconv.FormatBool(x.ExpandFinal)}
		return list("call", append(args, each(x.Args, placed)...)...)
	case *hclsyntax.ConditionalExpr:
		return list("?", shape(x.Condition), shape(x.TrueResult), shape(x.FalseResult))
	case *hclsyntax.BinaryOpExpr:
		return list(operators[x.Op], shape(x.LHS), shape(x.RHS))
	case *hclsyntax.UnaryOpExpr:
		return list(operators[x.Op], shape(x.Val))
	case *hclsyntax.ParenthesesExpr:
		return list("paren", shape(x.Expression))
	case *hclsyntax.TupleConsExpr:
		return list("tuple", each(x.Exprs, placed)...)
	case *hclsyntax.ObjectConsExpr:
		return list("object", each(x.Items, func(it hclsyntax.ObjectConsItem) string {
			return list(placed(it.KeyExpr), placed(it.ValueExpr))
		})...)
	case *hclsyntax.ObjectConsKeyExpr:
		return shape(x.Wrapped)
	case *hclsyntax.ForExpr:
		return list("for", x.KeyVar, x.ValVar, shape(x.CollExpr), shape(x.KeyExpr), shape(x.ValExpr), shape(x.CondExpr), strconv.FormatBool(x.Group))
	case *hclsyntax.TemplateExpr:
		return list("template", each(x.Parts, shape)...)
	case *hclsyntax.TemplateWrapExpr:
		return list("wrap", shape(x.Wrapped))
	case *hclsyntax.TemplateJoinExpr:
		return list("join", shape(x.Tuple))
	}
	return fmt.Sprintf("%T", x)
}

var operators = map[*hclsyntax.Operation]string{
	hclsyntax.OpLogicalOr: "||", hclsyntax.OpLogicalAnd: "&&", hclsyntax.OpLogicalNot: "!",
	hclsyntax.OpEqual: "==", hclsyntax.OpNotEqual: "!=",
	hclsyntax.OpGreaterThan: ">", hclsyntax.OpGreaterThanOrEqual: ">=", hclsyntax.OpLessThan: "<", hclsyntax.OpLessThanOrEqual: "<=",
	hclsyntax.OpAdd: "+", hclsyntax.OpSubtract: "-", hclsyntax.OpNegate: "-",
	hclsyntax.OpMultiply: "*", hclsyntax.OpDivide: "/", hclsyntax.OpModulo: "%",
}

func shapeOfSteps(source string, steps hcl.Traversal) string {
	for _, s := range steps {
		switch s := s.(type) {
		case hcl.TraverseAttr:
			source = list("attr", source, s.Name)
		case hcl.TraverseIndex:
			key := shapeOfValue(s.Key)
			if s.Key.Type() == cty.String {
				key = list("template", key)
			}
			source = list("index", source, key)
		}
	}
	return source
}

func shapeOfValue(v cty.Value) string {
	switch {
	case v.IsNull():
		return "null"
	case v.Type() == cty.Number:
		return v.AsBigFloat().Text('p', 0)
	case v.Type() == cty.Bool:
		return strconv.FormatBool(v.True())
	}
	return shapeOfText([]byte(v.AsString()))
}

func shapeOfText(text []byte) string {
	if len(text) == 0 {
		return ""
	}
	return strconv.Quote(norm.NFC.String(string(text)))
}

// place writes where in the source a value, key, element or argument is.
func place(from, to int) string { return fmt.Sprintf("%d–%d:", from, to) }

// list writes an s-expression; empty items are left out.
func list(head string, items ...string) string {
	out := "(" + head
	for _, it := range items {
		if it != "" {
			out += " " + it
		}
	}
	return out + ")"
}

func each[T any](of []T, shape func(T) string) (out []string) {
	for _, x := range of {
		out = append(out, shape(x))
	}
	return out
}

// shapeOfOurFile writes the body of an item of ours and all that is in it.
func shapeOfOurFile(f *syntax.File, body syntax.ItemID) string {
	var out []string
	for id := range f.Children(body) {
		it := f.Item(id)
		switch it.Kind {
		case syntax.KindAttribute:
			e := f.Expr(it.Content)
			shape := ours{e}.shape(e.Root)
			out = append(out, fmt.Sprintf("(= %s %s%s)", f.Name(id), place(int(it.Content.From), int(it.Content.To)), shape))
		case syntax.KindBlock:
			labels := []string{}
			for label := range f.Labels(id) {
				labels = append(labels, string(label))
			}
			out = append(out, fmt.Sprintf("(block %s %q %s)", f.Name(id), labels, shapeOfOurFile(f, id)))
		}
	}
	return "{" + strings.Join(out, "\n") + "}"
}

// ours writes expressions of package syntax.
type ours struct{ *syntax.Expr }

func (o ours) children(n syntax.NodeID) []syntax.NodeID {
	return slices.Collect(o.Children(n))
}

func (o ours) shape(n syntax.NodeID) string {
	node, ids := o.Node(n), o.children(n)
	all := each(ids, o.shape)
	var placed []string
	for i, child := range ids {
		placed = append(placed, place(int(o.Node(child).Start), int(o.Node(child).End))+all[i])
	}
	switch node.Kind {
	case syntax.NodeNumber:
		v, err := cty.ParseNumberVal(string(o.Source(n)))
		if err != nil {
			return err.Error()
		}
		return shapeOfValue(v)
	case syntax.NodeTrue, syntax.NodeFalse, syntax.NodeNull, syntax.NodeVariable:
		return string(o.Source(n))
	case syntax.NodeName:
		return withoutBlanks(o.Source(n))
	case syntax.NodeEach:
		return "each"
	case syntax.NodeGetAttr:
		return list("attr", all...)
	case syntax.NodeLegacyIndex, syntax.NodeIndex:
		return list("index", all...)
	case syntax.NodeAttrSplat:
		return list("splat.", all...)
	case syntax.NodeFullSplat:
		return list("splat[", all...)
	case syntax.NodeCall:
		expanded := strconv.FormatBool(node.Flags&syntax.FlagExpanded != 0)
		return list("call", append([]string{all[0], expanded}, placed[1:]...)...)
	case syntax.NodeUnary, syntax.NodeBinary:
		return list(node.Op.String(), all...)
	case syntax.NodeConditional:
		return list("?", all...)
	case syntax.NodeParen:
		return list("paren", all...)
	case syntax.NodeTuple:
		return list("tuple", placed...)
	case syntax.NodeObject:
		return list("object", all...)
	case syntax.NodePair:
		return list(placed[0], placed[1])
	case syntax.NodeForTuple, syntax.NodeForObject:
		return o.forShape(node, all)
	case syntax.NodeTemplate:
		if len(ids) == 1 && o.Node(ids[0]).Kind == syntax.NodeInterp {
			return list("wrap", all[0])
		}
		rest := o.Parts(nil, n)
		parts, _ := o.parts(&rest)
		return list("template", parts...)
	case syntax.NodeInterp:
		return all[0]
	}
	return ""
}

func (o ours) forShape(node syntax.Node, all []string) string {
	key, condition, group := "-", "-", node.Flags&syntax.FlagExpanded != 0
	names, all := forNames(node.Flags, all)
	collection, all := all[0], all[1:]
	if node.Kind == syntax.NodeForObject {
		key, all = all[0], all[1:]
	}
	if node.Flags&syntax.FlagCondition != 0 {
		condition = all[1]
	}
	return list("for", append(names, collection, key, all[0], condition, strconv.FormatBool(group))...)
}

// forNames splits the names off what a for expression is made of.
func forNames(flags syntax.Flag, all []string) (names, rest []string) {
	if flags&syntax.FlagKeyName != 0 {
		return all[:2:2], all[2:]
	}
	return all[:1:1], all[1:]
}

// parts writes the parts of a template up to its end or to the directive that ends
// the one it is in, which it takes along and names.
func (o ours) parts(rest *[]syntax.Part) (out []string, end string) {
	var text []byte
	for len(*rest) > 0 && end == "" {
		p := (*rest)[0]
		*rest = (*rest)[1:]
		if p.Node == 0 {
			text = append(text, p.Text...)
			continue
		}
		out, text = append(out, shapeOfText(text)), nil
		if o.Node(p.Node).Kind == syntax.NodeInterp {
			out = append(out, o.shape(p.Node))
			continue
		}
		switch ids := o.children(p.Node); string(o.Source(ids[0])) {
		case "if":
			out = append(out, o.ifDirective(ids, rest))
		case "for":
			out = append(out, o.forDirective(ids, rest))
		default:
			end = string(o.Source(ids[0]))
		}
	}
	return append(out, shapeOfText(text)), end
}

func (o ours) ifDirective(ids []syntax.NodeID, rest *[]syntax.Part) string {
	yes, end := o.parts(rest)
	var no []string
	if end == "else" {
		no, _ = o.parts(rest)
	}
	return list("?", o.shape(ids[1]), list("template", yes...), list("template", no...))
}

func (o ours) forDirective(ids []syntax.NodeID, rest *[]syntax.Part) string {
	body, _ := o.parts(rest)
	intro := append(each(ids[1:], o.shape), "-", list("template", body...), "-", "false")
	return list("join", list("for", intro...))
}

// withoutBlanks returns a name of a function without what stands between the parts.
func withoutBlanks(name []byte) (out string) {
	for _, tok := range scan(name) {
		if tok.Kind != lexer.Comment && tok.Kind != lexer.Newline {
			out += string(name[tok.Start:tok.End])
		}
	}
	return out
}
