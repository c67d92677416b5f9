package lsp

import (
	"cmp"
	"fmt"
	"iter"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"iacedit/address"
	"iacedit/edit"
	"iacedit/internal/disk/project"
	"iacedit/internal/languages/terraform"
	"iacedit/module"
	"iacedit/refs"
	"iacedit/syntax"
	"iacedit/value"
)

// planEdits returns a plan that applies an operation to the files of a scope.
func planEdits(s *project.Scope, op edit.Operation) (*project.Plan, error) {
	edits, err := op.MarshalJSON()
	if err != nil {
		return nil, err
	}
	return s.Edit(edits)
}

// offerLocal offers to extract a value into a local.
func offerLocal(p *place, r *request) []offer {
	v, ok := p.value()
	if !ok || !p.mayRefer() || !p.unit.dialect.Declares("local") || len(v.address) < 3 && v.address[0].Text == "locals" || !isTakenOut(v) {
		return nil
	}
	return r.offerExtract(p, v, "local", refs.Local)
}

// offerVariable offers to extract a value into a variable. The value must contain neither
// references nor calls.
func offerVariable(p *place, r *request) []offer {
	v, ok := p.value()
	if !ok || !p.mayRefer() || !p.unit.dialect.Declares("variable") || !isTakenOut(v) || !isLiteral(p.tree.ValueExpr(v.id)) {
		return nil
	}
	return r.offerExtract(p, v, "var", refs.Variable)
}

// isTakenOut reports whether a value can be replaced by a reference to a local or a variable. Some
// blocks, such as "terraform" blocks, cannot contain references.
func isTakenOut(v spot) bool {
	switch v.address[0].Text {
	case "variable", "terraform", "moved", "import", "removed":
		return false
	}
	return true
}

// isLiteral reports whether an expression contains neither references nor calls of functions.
func isLiteral(e *syntax.Expr) bool {
	for id := range e.All() {
		switch e.Node(id).Kind {
		case syntax.NodeVariable, syntax.NodeCall, syntax.NodeInterp, syntax.NodeDirective:
			return false
		}
	}
	return e.Len() > 1
}

// offerExtract offers to extract a value into a new local or variable. It chooses a name that is
// not in use.
func (r *request) offerExtract(p *place, v spot, root string, kind refs.Kind) []offer {
	declared := r.declared(p, kind)
	name := freeName(nameOf(v.address), func(name string) bool { return declared[name] })
	to := root + "." + name
	return []offer{{"Extract to " + to, to}}
}

// nameOf returns a name for an extracted value. It replaces characters such as "." by "_" in each
// part of the value's address, and returns the last part that is then an identifier. If no part is
// an identifier, it returns "value".
func nameOf(a address.Address) string {
	for _, part := range slices.Backward(a) {
		if name := strings.NewReplacer(".", "_", "/", "_", " ", "_", ":", "_").Replace(part.Text); part.Kind != address.PartIndex && value.IsIdentifier(name) {
			return name
		}
	}
	return "value"
}

// declared returns the names of all locals, or of all variables, that the unit of a place declares.
func (r *request) declared(at *place, kind refs.Kind) map[string]bool {
	names := map[string]bool{}
	for tree, d := range r.declarations(at, kind) {
		names[d.Address(tree).Name] = true
	}
	return names
}

// declarations yields the declarations of a kind in the unit of a place, each with the tree of its
// file.
func (r *request) declarations(at *place, kind refs.Kind) iter.Seq2[*syntax.File, refs.Declaration] {
	return func(yield func(*syntax.File, refs.Declaration) bool) {
		for p := range r.parse(r.sources(at.unit), always) {
			role := roleOf(at.unit.dialect, p.file.Title)
			if role != refs.RoleIn(at.unit.dialect, false) {
				continue
			}
			for d := range refs.DeclarationsIn(p.tree, role) {
				if d.Kind == kind && !yield(p.tree, d) {
					return
				}
			}
		}
	}
}

// freeName returns a name that is not taken: the given name or, if that is taken, the name with a
// number, such as region_2.
func freeName(name string, taken func(name string) bool) string {
	free := name
	for n := 2; taken(free); n++ {
		free = name + "_" + strconv.Itoa(n)
	}
	return free
}

// planExtract returns a plan that extracts the value at the place.
func planExtract(p *place, r *request, to string) (*project.Plan, error) {
	v, ok := p.value()
	if !ok {
		return nil, errNothingNamed
	}
	return planEdits(r.scope(p.unit), edit.Extract(edit.Extraction{Value: v.address.String(), To: to}))
}

// offerInline offers to replace references to a local by its value.
func offerInline(p *place, _ *request) []offer {
	if n := p.named(); n != nil && !n.output && n.address.Kind == refs.Local {
		return []offer{{"Inline local." + n.address.Name, "local." + n.address.Name}}
	}
	return nil
}

func planInline(p *place, r *request, local string) (*project.Plan, error) {
	return planEdits(r.scope(p.unit), edit.Inline(local))
}

// offerChangeKind offers to turn a variable with a default into a local, or a local whose value is a
// literal into a variable.
func offerChangeKind(p *place, r *request) []offer {
	n := p.named()
	if n == nil || n.output || p.role != refs.Configuration || p.unit.dialect.AnyBlock() {
		return nil
	}
	name, other := n.address.Name, map[refs.Kind]string{refs.Variable: "local.", refs.Local: "var."}[n.address.Kind]
	if other == "" {
		return nil
	}
	for tree, d := range r.declarations(p, n.address.Kind) {
		attribute := name
		if n.address.Kind == refs.Variable {
			attribute = "default"
		}
		if id := tree.Attribute(d.Item, attribute); d.Address(tree).Name == name && id != syntax.NoItem && isLiteral(tree.ValueExpr(id)) {
			return []offer{{"Turn into " + other + name, other + name}}
		}
	}
	return nil
}

// planChangeKind returns a plan that gives the object at the place an address of another kind.
func planChangeKind(p *place, r *request, to string) (*project.Plan, error) {
	n := p.named()
	if n == nil {
		return nil, errNothingNamed
	}
	return r.planRename(n, to)
}

// mostMerges is the largest number of offers of offerMerge.
const mostMerges = 3

// offerMerge offers to wrap an object in a call of the function merge. For an object named tags, it
// offers merge(local.common_tags, {…}), and the same for other locals and variables whose name ends
// in "tags" and whose value may be an object: first those with the same name, then those with the
// shortest names. It also offers merge({…}, {}).
func offerMerge(p *place, r *request) []offer {
	v, ok := p.object()
	if !ok || p.role != refs.Configuration || len(v.address) < 2 || !isTakenOut(v) {
		return nil
	}
	var list []offer
	if name := v.address[len(v.address)-1].Text; name != "" {
		var others []string
		for _, kind := range []refs.Kind{refs.Local, refs.Variable} {
			root := map[refs.Kind]string{refs.Local: "local.", refs.Variable: "var."}[kind]
			for tree, d := range r.declarations(p, kind) {
				other := d.Address(tree).Name
				if strings.HasSuffix(other, name) && root+other != nameInLocals(v.address) && mayBeObject(tree, d) {
					others = append(others, root+other)
				}
			}
		}
		length := func(other string) int { return len(other) - strings.Index(other, ".") }
		slices.SortFunc(others, func(a, b string) int {
			return cmp.Or(cmp.Compare(length(a), length(b)), strings.Compare(a, b))
		})
		for _, other := range slices.Compact(others)[:min(len(others), mostMerges-1)] {
			list = append(list, offer{"Wrap in merge(" + other + ", …)", "merge(" + other + ", $)"})
		}
	}
	return append(list, offer{"Wrap in merge(…, {})", "merge($, {})"})
}

// mayBeObject reports whether the value of a local or a variable may be an object or a map, as far
// as its declaration tells.
func mayBeObject(tree *syntax.File, d refs.Declaration) bool {
	value := "default"
	if d.Kind == refs.Local {
		value = string(tree.At(d.Name))
	} else if typ := tree.Attribute(d.Item, "type"); typ != syntax.NoItem {
		constraint := strings.TrimSpace(string(tree.At(tree.Value(typ))))
		return constraint == "any" || strings.HasPrefix(constraint, "map(") || strings.HasPrefix(constraint, "object(")
	}
	id := tree.Attribute(d.Item, value)
	if id == syntax.NoItem {
		return true
	}
	e := tree.ValueExpr(id)
	switch e.Node(e.Root).Kind {
	case syntax.NodeNumber, syntax.NodeTrue, syntax.NodeFalse, syntax.NodeTemplate, syntax.NodeTuple, syntax.NodeForTuple, syntax.NodeUnary, syntax.NodeBinary:
		return false
	}
	return true
}

// nameInLocals converts the address of a local to a reference: locals.zone to local.zone. For any
// other address it returns "".
func nameInLocals(a address.Address) string {
	if a[0].Text == "locals" && len(a) == 2 {
		return "local." + a[1].Text
	}
	return ""
}

// object returns the innermost attribute or pair that contains the place and whose value is an
// object.
func (p *place) object() (spot, bool) {
	return p.innermost(func(s spot) bool { return p.tree.Inside(s.id) == syntax.InsideObject })
}

// innermost returns the innermost attribute, pair or element that contains the place and whose
// value is a list or an object. It skips items for which the given function returns false.
func (p *place) innermost(wanted func(spot) bool) (spot, bool) {
	for _, s := range slices.Backward(p.spots()) {
		if p.tree.Kind(s.id) == syntax.KindBlock {
			break
		}
		if p.tree.Expand(s.id) && wanted(s) {
			return s, true
		}
	}
	return spot{}, false
}

func planMerge(p *place, r *request, text string) (*project.Plan, error) {
	v, ok := p.object()
	if !ok {
		return nil, errNothingNamed
	}
	return r.scope(p.unit).Plan(&project.Set{Address: v.address.String(), Value: project.Value{Code: text, Expression: true}})
}

// mostInstances is the greatest count that the server offers to replace by for_each.
const mostInstances = 50

// offerForEach offers to replace a count that is a number, such as count = 3, by for_each.
func offerForEach(p *place, _ *request) []offer {
	b, ok := p.block()
	if !ok || p.role != refs.Configuration {
		return nil
	}
	count := p.tree.Attribute(b.id, "count")
	if typ := b.address[0].Text; count == syntax.NoItem || typ != "resource" && typ != "module" {
		return nil
	}
	n, err := strconv.Atoi(string(p.tree.At(p.tree.Value(count))))
	if err != nil || n < 1 || n > mostInstances {
		return nil
	}
	for ref := range refs.All(p.tree, refs.Configuration) {
		if at := p.tree.Item(b.id).Content; string(p.tree.At(ref.Root)) == "count" && at.From <= ref.Root.From && ref.Root.To <= at.To {
			return nil // count.index has no meaning without count
		}
	}
	return []offer{{"Use for_each in place of count", strconv.Itoa(n)}}
}

func planForEach(p *place, r *request, count string) (*project.Plan, error) {
	b, ok := p.block()
	n, err := strconv.Atoi(count)
	if !ok || err != nil || n > mostInstances {
		return nil, errNothingNamed
	}
	keys := make([]string, n)
	for i := range keys {
		keys[i] = strconv.Itoa(i)
	}
	return r.scope(p.unit).Plan(&project.ForEach{Address: b.address.String(), Keys: keys})
}

// offerSort offers to sort the keys of an object or the elements of a list. On the first line of a
// block, it offers to sort all blocks of that type in the file.
func offerSort(p *place, _ *request) []offer {
	if b, ok := p.block(); ok && p.isOnHeader(b.id) {
		switch typ := b.address[0].Text; typ {
		case "variable", "output", "data", "resource", "module":
			return []offer{{fmt.Sprintf("Sort the %s blocks of this file by name", typ), typ + strings.Repeat(".*", len(b.address)-1)}}
		}
		return nil
	}
	v, ok := p.sortable()
	if !ok {
		return nil
	}
	return []offer{{"Sort " + v.address[len(v.address)-1].Text, v.address.String()}}
}

// sortable returns the innermost attribute or pair that contains the place and whose value is
// an object or a list with at least two elements.
func (p *place) sortable() (spot, bool) {
	return p.innermost(func(s spot) bool {
		switch inside := p.tree.Inside(s.id); {
		case s.address[len(s.address)-1].Kind == address.PartIndex:
			return false
		case inside == syntax.InsideObject:
			return len(slices.Collect(p.tree.Pairs(s.id))) > 1
		default:
			return inside == syntax.InsideList && len(slices.Collect(p.tree.Elements(s.id))) > 1
		}
	})
}

func planSort(p *place, r *request, what string) (*project.Plan, error) {
	task := &project.Operate{Address: what, Operation: edit.Sort}
	in := p.unit
	if strings.HasSuffix(what, ".*") {
		in = p.file()
	}
	return r.scope(in).Plan(task)
}

// mostFiles is the greatest number of files that are offered as destinations of a block.
const mostFiles = 8

// offerMove offers to move a block to another file of its module, if the cursor is on the block's
// first line. The first offer is the file in which people look for such blocks, such as
// variables.tf for a variable.
func offerMove(p *place, r *request) []offer {
	b, ok := p.block()
	if !ok || p.role != refs.Configuration || !p.isOnHeader(b.id) {
		return nil
	}
	here := filepath.Base(p.document.path)
	var names []string
	if name := customary[b.address[0].Text]; name != "" && name != here {
		names = append(names, name)
	}
	for _, name := range r.files.Names(p.dir) {
		if module.RoleOf(name) != module.None && terraform.IsConfiguration(name) && !terraform.IsJSON(name) &&
			!terraform.IsOverride(name) && name != here && !slices.Contains(names, name) && len(names) < mostFiles {
			names = append(names, name)
		}
	}
	var list []offer
	there := r.files.Names(p.dir)
	for _, name := range names {
		if r.client.creates || slices.Contains(there, name) {
			list = append(list, offer{"Move to " + name, name})
		}
	}
	return list
}

// customary maps a type of block to the file in which people look for such blocks.
var customary = map[string]string{"variable": "variables.tf", "output": "outputs.tf", "terraform": "versions.tf", "provider": "providers.tf", "locals": "locals.tf"}

func planMove(p *place, r *request, file string) (*project.Plan, error) {
	b, ok := p.block()
	if !ok {
		return nil, errNothingNamed
	}
	return r.scope(p.unit).Plan(&project.Move{Address: b.address.String(), File: file})
}
