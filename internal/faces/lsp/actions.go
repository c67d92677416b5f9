package lsp

import (
	"slices"
	"strings"

	"github.com/sourcegraph/jsonrpc2"

	"iacedit/internal/disk/project"
	"iacedit/syntax"
)

// The kinds of code actions. Editors show the actions of each kind as a group.
const (
	extracts = "refactor.extract"
	inlines  = "refactor.inline"
	rewrites = "refactor.rewrite"
	moves    = "refactor.move"
	mends    = "quickfix"
)

var actionKinds = []string{mends, extracts, inlines, rewrites, moves}

// A refactoring is a kind of change that the server can offer at the cursor, such as extracting a
// value into a variable.
type refactoring struct {
	name  string
	kind  string
	offer func(*place, *request) []offer // returns the offers at a place, without edits
	plan  func(*place, *request, string) (*project.Plan, error)
}

// An offer is one action in the editor's menu. It has the title to show, and the data from which
// the edit is computed if the user chooses the action.
type offer struct {
	title    string
	argument string
}

// refactorings are all refactorings, in the order in which they are offered.
var refactorings = []refactoring{
	{"moved", mends, offerMoved, planMoved},
	{"extract-local", extracts, offerLocal, planExtract},
	{"extract-variable", extracts, offerVariable, planExtract},
	{"extract-module", extracts, offerModule, planModule},
	{"inline", inlines, offerInline, planInline},
	{"change-kind", rewrites, offerChangeKind, planChangeKind},
	{"merge", rewrites, offerMerge, planMerge},
	{"for-each", rewrites, offerForEach, planForEach},
	{"sort", rewrites, offerSort, planSort},
	{"reshape", rewrites, offerReshape, planReshape},
	{"tidy", rewrites, offerTidy, planTidy},
	{"disable", rewrites, offerDisable, planDisable},
	{"enable", rewrites, offerEnable, planEnable},
	{"move", moves, offerMove, planMove},
}

// codeActions answers the request textDocument/codeAction with the actions for a range of a file.
// The actions have no edits yet if the editor can ask for the edit of the chosen action.
func (r *request) codeActions(params actionParams) (any, error) {
	list := []codeAction{}
	p, err := r.place(params.TextDocument.URI, params.Range)
	if err != nil || p.document.path == "" {
		return list, nil // code that does not parse cannot be refactored
	}
	for i := range refactorings {
		f := &refactorings[i]
		if !isWanted(f.kind, params.Context.Only) {
			continue
		}
		for _, o := range f.offer(p, r) {
			a := codeAction{Title: o.title, Kind: f.kind, Data: &actionData{
				URI: p.document.uri, Version: p.document.version, Range: params.Range, Action: f.name, Argument: o.argument,
			}}
			if !r.client.resolves {
				if a.Edit, err = r.workspaceEdit(f.plan(p, r, o.argument)); err != nil {
					continue
				}
				a.Data = nil
			}
			list = append(list, a)
		}
	}
	return list, r.ctx.Err()
}

// isWanted reports whether the editor wants actions of a kind such as "refactor.extract". The
// editor lists the kinds that it wants; a general kind such as "refactor" includes the more
// specific ones. An empty list means all kinds.
func isWanted(kind string, only []string) bool {
	return len(only) == 0 || slices.ContainsFunc(only, func(o string) bool { return o == "" || kind == o || strings.HasPrefix(kind, o+".") })
}

// resolveAction computes the edit of an action that the user chose, and returns the action with
// that edit.
func (r *request) resolveAction(a codeAction) (any, error) {
	if a.Data == nil {
		return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidParams, Message: "the action has no data"}
	}
	i := slices.IndexFunc(refactorings, func(f refactoring) bool { return f.name == a.Data.Action })
	if i < 0 {
		return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidParams, Message: "there is no action " + a.Data.Action}
	}
	p, err := r.place(a.Data.URI, a.Data.Range)
	if err != nil {
		return nil, err
	}
	if p.document.version != a.Data.Version {
		return nil, &jsonrpc2.Error{Code: codeModified, Message: "the file was changed after the action was offered"}
	}
	a.Edit, err = r.workspaceEdit(refactorings[i].plan(p, r, a.Data.Argument))
	return a, err
}

// block returns the top-level block that contains the place.
func (p *place) block() (spot, bool) {
	all := p.spots()
	if len(all) == 0 || p.tree.Kind(all[0].id) != syntax.KindBlock {
		return spot{}, false
	}
	return all[0], true
}

// isOnHeader reports whether the place is on the line of a block's type and labels.
func (p *place) isOnHeader(block syntax.ItemID) bool {
	return p.tree.Line(p.from) == p.tree.Line(p.tree.Header(block).From)
}

// value returns the innermost item that contains the place, if that item has a value: an attribute,
// a pair of an object, or an element of a list.
func (p *place) value() (spot, bool) {
	all := p.spots()
	if len(all) == 0 || p.tree.Kind(all[len(all)-1].id) == syntax.KindBlock {
		return spot{}, false
	}
	return all[len(all)-1], true
}
