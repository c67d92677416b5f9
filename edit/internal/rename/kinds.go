package rename

import (
	"fmt"
	"slices"
	"strings"

	"iacedit/address"
	"iacedit/edit/internal/declare"
	"iacedit/edit/internal/draft"
	"iacedit/edit/internal/plan"
	"iacedit/edit/internal/report"
	"iacedit/internal/base/excerpt"
	"iacedit/internal/base/fault"
	"iacedit/internal/languages/terraform"
	"iacedit/module"
	"iacedit/refs"
	"iacedit/syntax"
	"iacedit/value"
)

// A conversion turns a variable into a local, or a local into a variable.
type conversion struct {
	declare.Declaration
	block  draft.Block   // the "variable" or "locals" block
	local  syntax.ItemID // the attribute of the "locals" block; NoItem for a variable
	isTwin bool          // the block's twin (see draft.Twins) has the same conversion
}

// A givenValue is a value that code gives to a variable: an argument of a call or of a test, or an
// attribute of a file of variable values.
type givenValue struct {
	block draft.Block   // the block with the value; for a file of values its top level
	id    syntax.ItemID // the attribute
}

// convertVariable records that a variable becomes a local.
func (n *renamer) convertVariable(b *renamedBlock) error {
	f := b.block.File
	refuse := func(id syntax.ItemID, why string, args ...any) error {
		at := draft.Block{File: f, ID: id}
		return at.WithPosition(fault.At(b.labelsAt, fault.InvalidRequest, "rename: var.%s cannot become local.%s: %s", b.from[0], b.to[0], fmt.Sprintf(why, args...)))
	}
	c := conversion{block: b.block, local: syntax.NoItem, isTwin: b.isTwin}
	c.Module, c.Like, c.Name, c.At, c.File = n.m, f, b.to[0], b.labelsAt, n.fileForLocal(f)
	var said []string
	say := func(at syntax.Span) {
		if at.Len() > 0 {
			said = append(said, string(syntax.AppendComment(nil, f.Tree.At(at))))
		}
	}
	say(f.Tree.Comments(b.block.ID))
	var val, typ *syntax.Expr
	for id := range f.Tree.Children(b.block.ID) {
		n.m.Budget.Step(stepsPerBlock)
		switch f.Tree.Kind(id) {
		case syntax.KindBlock:
			return refuse(id, "a local has no %s block; delete it first", f.Tree.Name(id))
		case syntax.KindGap:
			say(f.Tree.Comments(id))
			continue
		case syntax.KindAttribute:
		default:
			continue
		}
		say(f.Tree.Comments(id))
		f.Budget.Parse(f.Tree.Value(id).Len())
		e, _ := syntax.ParseExpression(nil, f.Tree.Text(), f.Tree.Value(id))
		switch name := string(f.Tree.Name(id)); {
		case name == "default":
			val, c.LineComment = e, string(syntax.AppendComment(nil, f.Tree.At(f.Tree.LineComment(id))))
			continue
		case name == "type":
			typ = e
		case name == "nullable": // a local has its value, whatever it is
		case name == "description":
			if text := literalOf(b.block, name); text != "" {
				said = append(said, text)
			}
		case name == "sensitive" && e.Node(e.Root).Kind == syntax.NodeTrue:
			c.Sensitive = true
		case e.Node(e.Root).Kind != syntax.NodeFalse:
			return refuse(id, "a local has nothing like %q; delete it first", name)
		}
		say(f.Tree.LineComment(id))
	}
	if val == nil {
		return refuse(b.block.ID, "it has no default, which would be the value of the local")
	}
	if !declare.IsLiteral(val, val.Root) {
		return refuse(b.block.ID, "its default is not a literal")
	}
	code, ok := declare.Untyped(val, typ, n.m.Budget)
	if !ok {
		return refuse(b.block.ID, "its type changes the default %s; write the default as a value of that type first, or delete the type", excerpt.Quote(string(val.Source(val.Root))))
	}
	if c.Text = code; c.Sensitive {
		end := ")"
		if strings.HasPrefix(code, "<<") {
			end = "\n)" // the marker of a heredoc ends its line
		}
		c.Text = "sensitive(" + code + end
	}
	if len(said) > 0 {
		c.Comment = &value.Value{Kind: value.String, Text: strings.Join(said, "\n"), At: b.labelsAt}
	}
	if i := slices.IndexFunc(n.conversions, func(other conversion) bool {
		return b.isTwin && other.block.File == f.Twin && other.Name == c.Name && other.Text != c.Text
	}); i >= 0 {
		return refuse(b.block.ID, "it has another default in %s", n.conversions[i].block.Name)
	}
	n.conversions = append(n.conversions, c)
	if b.keepReferences || b.isTwin {
		return nil
	}
	n.addReference(b.block.Scope(), refs.Rename{Of: refs.Address{Kind: refs.Variable, Name: b.from[0]}, Kind: refs.Local, Name: b.to[0]}, b.labelsAt)
	return nil
}

// fileForLocal returns the file for the local that a variable of a file becomes: the first file of the
// folder with a "locals" block, or else main.tf. It returns "" if the file itself, or locals.tf, is the
// place for locals.
func (n *renamer) fileForLocal(f *draft.File) string {
	find := func(base string) *draft.File { return n.m.Find(module.Join(f.Folder, base)) }
	if !n.m.Named || f.Twin != nil || len(f.BlocksOf("locals")) > 0 || find(terraform.Block("locals").File) != nil {
		return ""
	}
	for _, other := range n.m.FilesIn(f.Folder) {
		n.m.Budget.Step(1)
		if other.Role == module.Configuration && other.Twin == nil && len(other.BlocksOf("locals")) > 0 {
			return other.Name
		}
	}
	if main := find(terraform.MainFile); main != nil {
		return main.Name
	}
	return ""
}

// convertLocal records that a local becomes a variable.
func (n *renamer) convertLocal(b bodyPath, where address.Address, name *plan.NewName) error {
	at, old := name.Attribute.At, name.Attribute.Name
	id := b.Index.Attribute(b.ID, old)
	if id == syntax.NoItem {
		if b.optional {
			n.o.RecordOutcome(at, b.File, where, name.Attribute.Text, report.Absent)
			return nil
		}
		return fault.At(at, fault.AttributeNotFound, "rename: no attribute %s; %s", excerpt.Quote(name.Attribute.Text), b.AttributesOf(b.ID, old))
	}
	e := b.Expr(id)
	root, sensitive := declare.Sensitive(e)
	typ, code, ok := declare.Typed(e, root, n.m.Budget)
	if !ok {
		return (draft.Block{File: b.File, ID: id}).WithPosition(fault.At(at, fault.InvalidRequest, "rename: local.%s cannot become var.%s: its value is not a literal, so it cannot be the default of a variable", old, name.Name))
	}
	c := conversion{block: b.Block, local: id}
	c.Module, c.Like, c.Name, c.At, c.Variable, c.Text, c.Type, c.Sensitive = n.m, b.File, name.Name, at, true, code, typ, sensitive
	c.LineComment = string(syntax.AppendComment(nil, b.Tree.At(b.Tree.LineComment(id))))
	if lead := b.Tree.Comments(id); lead.Len() > 0 {
		c.Description = &value.Value{Kind: value.String, Text: string(syntax.AppendComment(nil, b.Tree.At(lead))), At: at}
	}
	n.conversions = append(n.conversions, c)
	n.o.RecordOutcome(at, b.File, where, name.Attribute.Text, report.Renamed)
	if b.keepReferences {
		return nil
	}
	n.warnNotSearched(at, b.File, b.typ, excerpt.Quote(old))
	n.addReference(b.Scope(), refs.Rename{Of: refs.Address{Kind: refs.Local, Name: old}, Kind: refs.Variable, Name: name.Name}, at)
	return nil
}

// mostGiven is the number of places that an error about given values names.
const mostGiven = 5

// checkGiven looks for the values that code gives to variables that become locals. Values equal to the
// default go. For any other value it returns an error.
func (n *renamer) checkGiven() error {
	for i := range n.blocks {
		b := &n.blocks[i]
		if !b.toLocal || b.isTwin {
			continue
		}
		for _, f := range n.m.FilesIn(b.block.Folder) {
			if id := f.Index.Attribute(syntax.Root, b.from[0]); f.IsValues() && id != syntax.NoItem {
				b.given = append(b.given, givenValue{draft.Block{File: f, ID: syntax.Root}, id})
			}
		}
		var classes value.Classes
		classes.SetBudget(n.m.Budget)
		own := b.block.Expr(b.block.Index.Attribute(b.block.ID, "default"))
		class := classes.Node(own, own.Root, nil)
		var places []string
		var first draft.Block
		for _, g := range b.given {
			e := g.block.Expr(g.id)
			if n.m.Budget.Step(len(e.Text)); classes.Node(e, e.Root, nil) == class {
				n.dropped = append(n.dropped, g)
				continue
			}
			if len(places) == 0 {
				first = draft.Block{File: g.block.File, ID: g.id}
			}
			line, _ := g.block.Tree.Position(g.block.Tree.Item(g.id).Name.From)
			places = append(places, fmt.Sprintf("%s:%d", g.block.Name, line))
		}
		if len(places) > 0 {
			return first.WithPosition(fault.At(b.labelsAt, fault.InvalidRequest, "rename: var.%s cannot become local.%s: it is given another value than its default, in %s", b.from[0], b.to[0], few(places)))
		}
	}
	return nil
}

// few lists places, but only some of them if there are many.
func few(places []string) string {
	slices.Sort(places)
	if more := len(places) - mostGiven; more > 0 {
		return fmt.Sprintf("%s and %d more", strings.Join(places[:mostGiven], ", "), more)
	}
	return strings.Join(places, ", ")
}

// convert makes the conversions: it deletes the old declarations, and adds the new ones.
func (n *renamer) convert() error {
	for _, g := range n.dropped {
		n.m.Budget.Step(stepsPerBlock)
		g.block.Delete(g.id)
	}
	for i := range n.conversions {
		c := &n.conversions[i]
		id := c.local
		if id == syntax.NoItem {
			id = c.block.ID
		}
		if _, ok := c.block.Draft.Comment(id); ok { // the new declaration has it
			if err := c.block.Draft.RemoveComment(id); err != nil {
				return draft.ErrorAt(c.At, err)
			}
		}
		c.block.Delete(id)
	}
	for i := range n.conversions {
		c := &n.conversions[i]
		if c.isTwin {
			continue
		}
		if err := n.checkFree(c); err != nil {
			return err
		}
		if err := c.Add(); err != nil {
			return err
		}
	}
	for i := range n.conversions {
		if c := &n.conversions[i]; c.local != syntax.NoItem && c.block.Draft.Kind(c.block.ID) == syntax.KindBlock && isEmpty(c.block) {
			c.block.Delete(c.block.ID)
		}
	}
	return nil
}

// isEmpty reports whether a block has no attributes, nested blocks or comments.
func isEmpty(b draft.Block) bool {
	for id := range b.Draft.Children(b.ID) {
		if kind := b.Draft.Kind(id); kind == syntax.KindAttribute || kind == syntax.KindBlock || kind == syntax.KindGap {
			return false
		}
	}
	return true
}

// checkFree returns an error if the module has a local with the name of a new local. The name of a new
// variable is checked when the variable is added.
func (n *renamer) checkFree(c *conversion) error {
	if c.Variable {
		return nil
	}
	for tool := range c.Like.Tools().EachTool {
		if holder, taken := n.localNames(localsScope{c.Like.Scope(), "locals", tool})[c.Name]; taken {
			return holder.WithPosition(fault.At(c.At, fault.AttributeAlreadyExists, "rename: local.%s is there already; choose another name", c.Name))
		}
	}
	return nil
}
