package docs

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"testing"
)

// grows are the files with functions in which other text than a draft or an answer grows, each with
// the limit of that text.
var grows = map[string]string{
	"edit/editor.go":                        "copies of what the caller gives: as long as the request",
	"edit/operation.go":                     "the JSON of a Go program's own operations, before they are a request",
	"edit/internal/draft/habits.go":         "the code of neighbours that is looked at, one after the other in the same memory",
	"internal/engine/pattern/holes.go":      "the brackets that are open, of one pattern",
	"internal/engine/pattern/rewrite.go":    "the text of one string as a heredoc has it: twice as long at most; four bytes of what begins an element",
	"internal/engine/pattern/template.go":   "the literal text of one template, as long as its code, whose reading takes steps",
	"internal/engine/pattern/text.go":       "the literal text of one template, as long as its code; of one replacement, as long as that",
	"internal/engine/pattern/text_write.go": "what is written for an occurrence, which has to be affordable with all before it",
	"read/content.go":                       "labels of blocks that are numbered: as long as the code",
	"value/class_expr.go":                   "what expressions are numbered by: as long as the code, paid as each record ends",
	"value/encode.go":                       "the text of one template, as long as its code",
	"value/from.go":                         "the values of a Go program, which are no client's",
	"value/literal.go":                      "the text of one string, as long as its code",
	"value/old.go":                          "the old value where \"$\" stands: whoever asks for it has asked for its length times their number",
}

// TestTextGrowsAtChokePoints: text of any length grows in three places of the engine, which charge
// it to the request's budget first: text added to a draft (internal/engine/tree), the edited file
// (render.Draft), and the writer of JSON (internal/base/jsontext). Before it gets there, text grows in
// grow.Text, which also charges the budget. A function that only appends to its argument and
// returns the result counts as part of its caller. All others are exceptions, and listed with the
// reasons.
func TestTextGrowsAtChokePoints(t *testing.T) {
	const most = 15
	found := map[string]bool{}
	for _, p := range typed(t).all {
		if !isEngine(p.path) {
			continue
		}
		for i, f := range p.files {
			name := p.path + "/" + p.names[i]
			for _, d := range f.Decls {
				fn, ok := d.(*ast.FuncDecl)
				if !ok || fn.Body == nil {
					continue
				}
				g := growth{info: p.info, given: map[types.Object]bool{}}
				for _, what := range g.grown(fn) {
					found[name] = true
					if grows[name] == "" {
						t.Errorf("%s: in %s text grows that no budget is asked for: %s", name, fn.Name.Name, what)
					}
				}
			}
		}
	}
	for name := range grows {
		if !found[name] {
			t.Errorf("%s is listed, and no text grows in it", name)
		}
	}
	if len(grows) > most {
		t.Errorf("%d exceptions are listed, more than %d", len(grows), most)
	}
}

// isEngine reports whether a package works on the contents of requests.
func isEngine(path string) bool {
	return strings.HasPrefix(path, "edit/internal/") || slices.Contains([]string{"edit", "internal/engine/render", "internal/base/diff", "internal/engine/pattern", "value", "read"}, path)
}

// growth looks for text that grows in a function.
type growth struct {
	info  *types.Info
	given map[types.Object]bool // the text that the function gets, and the variables made from it
	found []string
}

func (g *growth) grown(fn *ast.FuncDecl) []string {
	ast.Inspect(fn, func(n ast.Node) bool {
		if f, ok := n.(*ast.FuncType); ok {
			g.give(f.Params)
			g.give(f.Results)
		}
		return true
	})
	for n := -1; n != len(g.given); { // until nothing is added
		n = len(g.given)
		ast.Inspect(fn.Body, g.follow)
	}
	g.walk(fn.Body, false)
	return g.found
}

// give records the parameters and results that are text.
func (g *growth) give(list *ast.FieldList) {
	if list == nil {
		return
	}
	for _, field := range list.List {
		for _, name := range field.Names {
			if isBytes(g.info.TypeOf(field.Type)) {
				g.given[g.info.Defs[name]] = true
			}
		}
	}
}

// follow records the variables that are set to given text, with or without additions.
func (g *growth) follow(n ast.Node) bool {
	set, ok := n.(*ast.AssignStmt)
	if !ok || len(set.Rhs) != 1 || !g.isGiven(set.Rhs[0]) {
		return true
	}
	if name, ok := set.Lhs[0].(*ast.Ident); ok && isBytes(g.info.TypeOf(name)) {
		if o := g.info.ObjectOf(name); o != nil {
			g.given[o] = true
		}
	}
	return true
}

// isGiven reports whether an expression is text that the function gets, with or without additions,
// or a result of package grow.
func (g *growth) isGiven(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.Ident:
		return g.given[g.info.Uses[e]]
	case *ast.SliceExpr:
		return g.isGiven(e.X)
	case *ast.ParenExpr:
		return g.isGiven(e.X)
	case *ast.CallExpr:
		if of, ok := calledOf(e.Fun, g.info); ok && of.Pkg() != nil && of.Pkg().Path() == modulePath+"internal/base/grow" {
			return true
		}
		return slices.ContainsFunc(e.Args, func(arg ast.Expr) bool { return isBytes(g.info.TypeOf(arg)) && g.isGiven(arg) })
	}
	return false
}

// calledOf returns the function that is called.
func calledOf(fun ast.Expr, info *types.Info) (types.Object, bool) {
	switch f := fun.(type) {
	case *ast.IndexExpr:
		return calledOf(f.X, info)
	case *ast.SelectorExpr:
		o := info.Uses[f.Sel]
		return o, o != nil
	case *ast.Ident:
		o := info.Uses[f]
		return o, o != nil
	}
	return nil, false
}

// walk searches a statement. If loop is set, the statement is in a loop.
func (g *growth) walk(root ast.Node, loop bool) {
	ast.Inspect(root, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ForStmt:
			if n != root {
				g.walk(n.Body, true)
				return false
			}
		case *ast.RangeStmt:
			if n != root {
				g.walk(n.Body, true)
				return false
			}
		case *ast.CallExpr:
			g.call(n, loop)
		case *ast.AssignStmt:
			if n.Tok == token.ADD_ASSIGN && loop && isString(g.info.TypeOf(n.Lhs[0])) {
				g.found = append(g.found, types.ExprString(n.Lhs[0])+" += in a loop")
			}
		case *ast.SelectorExpr:
			if of, ok := g.info.Uses[n.Sel].(*types.TypeName); ok && of.Pkg() != nil {
				if name := of.Pkg().Path() + "." + of.Name(); name == "strings.Builder" || name == "bytes.Buffer" {
					g.found = append(g.found, name)
				}
			}
		}
		return true
	})
}

// call records calls of append with a text or in a loop, and calls that repeat or replace text.
func (g *growth) call(n *ast.CallExpr, loop bool) {
	of, ok := calledOf(n.Fun, g.info)
	if !ok {
		return
	}
	if of.Pkg() != nil {
		switch name := of.Pkg().Path() + "." + of.Name(); name {
		case "strings.Repeat", "bytes.Repeat":
			g.found = append(g.found, name)
		case "strings.ReplaceAll", "bytes.ReplaceAll":
			if by := g.length(n.Args[2]); by < 0 || by > g.length(n.Args[1]) {
				g.found = append(g.found, name)
			}
		}
		return
	}
	_, builtin := of.(*types.Builtin)
	if !builtin || of.Name() != "append" || !isBytes(g.info.TypeOf(n.Args[0])) || g.isGiven(n.Args[0]) {
		return
	}
	_, fresh := n.Args[0].(*ast.CallExpr) // a new slice, to which nothing was appended before
	adds := n.Ellipsis.IsValid() && g.info.Types[n.Args[len(n.Args)-1]].Value == nil
	if adds || loop && !fresh {
		g.found = append(g.found, types.ExprString(n))
	}
}

// length returns the length of a constant text, or -1 if the expression is not constant.
func (g *growth) length(e ast.Expr) int {
	switch e := e.(type) {
	case *ast.CompositeLit:
		return len(e.Elts)
	case *ast.CallExpr:
		if len(e.Args) == 1 && isBytes(g.info.TypeOf(e)) {
			return g.length(e.Args[0])
		}
	}
	if v := g.info.Types[e].Value; v != nil && v.Kind() == constant.String {
		return len(constant.StringVal(v))
	}
	return -1
}

// isBytes reports whether a type is a slice of bytes.
func isBytes(t types.Type) bool {
	if t == nil {
		return false
	}
	s, ok := t.Underlying().(*types.Slice)
	return ok && types.Identical(s.Elem().Underlying(), types.Typ[types.Byte])
}

func isString(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}
