package tidy

import (
	"bytes"

	"iacedit/edit/internal/draft"
	"iacedit/edit/internal/plan"
	"iacedit/edit/internal/report"
	"iacedit/internal/base/budget"
	"iacedit/internal/engine/uses"
	"iacedit/internal/languages/schema"
	"iacedit/module"
	"iacedit/syntax"
)

// remove removes what says nothing from the selected blocks, and writes policies as code.
func (t *tidier) remove() error {
	headed := map[*draft.File]bool{}
	for i := range t.targets {
		x := &t.targets[i]
		if err := t.removeFrom(x); err != nil {
			return err
		}
		if x.Has(plan.Headers) {
			x.changed = x.Draft.DropLines(x.ID, isHeader) || x.changed
			headed[x.File] = true
		}
	}
	for f := range headed {
		f.Expand(syntax.Root)
		for id := range f.Draft.Children(syntax.Root) {
			if f.Budget.Step(1); f.Draft.Kind(id) == syntax.KindGap {
				f.Draft.DropLines(id, isHeader)
			}
		}
	}
	return nil
}

func (t *tidier) removeFrom(x *target) (err error) {
	defer budget.CatchAt(&err, x.at)
	parts := x.parts()
	for i := range parts {
		p, effect := &parts[i], report.Deleted
		switch goes := t.goes(p); {
		case goes:
			err = p.Draft.Delete(p.id)
		case t.policy(p):
			effect = report.Changed
		default:
			continue
		}
		if err != nil {
			return draft.ErrorAt(p.at, err)
		}
		t.record(p, effect)
	}
	t.o.WarnKept(x.at, x.File, false)
	return nil
}

// record records that a part of a block has changed.
func (t *tidier) record(p *part, effect report.Effect) {
	p.changed = true
	t.o.RecordOutcome(p.at, p.File, p.where, p.path.String(), effect)
}

// goes reports whether an argument or nested block says nothing, so that it can go.
func (t *tidier) goes(p *part) bool {
	it := p.Draft.Item(p.id)
	if it.Kind == syntax.KindBlock {
		return p.Has(plan.Empty) && isOptionalBlock(&p.known) && p.isEmpty()
	}
	switch value := p.Draft.At(it.Content); {
	case p.Has(plan.Computed) && p.isComputed():
		return true
	case string(value) == "null" && !isHidden(p.Draft.At(it.Tail)):
		return p.Has(plan.Nulls) && t.isAbsentIfNull(p)
	case string(value) == "[]" || string(value) == "{}" || string(value) == `""`:
		return p.Has(plan.Empty) && p.known.Trait == schema.Filled
	}
	return false
}

// isComputed reports whether only the provider sets an argument. Two arguments of resources are called
// optional in schemas, but the provider sets them: id, if the provider uses Terraform's old SDK, and
// the tags with the defaults of the provider.
func (p *part) isComputed() bool {
	isSet := p.typ == "resource" && p.level == 0 && (p.name == "id" || p.name == "tags_all")
	return p.known.Trait == schema.Computed || isSet && p.known.Trait == schema.Filled
}

// isHidden reports whether a comment behind an argument says that its value, which is sensitive, was
// not written.
func isHidden(tail []byte) bool { return bytes.Contains(tail, []byte("sensitive")) }

// isAbsentIfNull reports whether null means the same for an argument as no argument.
func (t *tidier) isAbsentIfNull(p *part) bool {
	if p.typ == "module" && p.level == 0 {
		return t.takesNothing(p)
	}
	return p.special != nil && p.special.Plugin
}

// takesNothing reports whether an argument of a module's call that is null can go: if the module is in
// the tree, and its variable takes its default instead of null, or has the default null.
func (t *tidier) takesNothing(p *part) bool {
	folder, kind := p.Source(p.Folder)
	if kind != uses.SourceInTree {
		return false
	}
	var found []draft.Block
	for _, f := range t.m.FilesIn(folder) {
		p.Budget.Step(1)
		if f.Searched() || f.Role == module.Override {
			found = append(found, f.BlocksAt("variable", []string{p.name})...)
		}
	}
	for _, v := range found {
		standard, nullable := textOf(v, "default"), textOf(v, "nullable")
		if standard != "null" && (standard == "" || nullable != "false") {
			return false
		}
	}
	return len(found) > 0
}

// isOptionalBlock reports whether nested blocks may be missing, and say nothing without contents. A
// block that can have no arguments means something by being there.
func isOptionalBlock(known *schema.Item) bool {
	if !known.IsBlock() || known.Trait == schema.Required {
		return false
	}
	for it := range known.Body.Items() {
		if !it.IsBlock() {
			return true
		}
	}
	return false
}

// isEmpty reports whether a nested block has neither contents nor comments.
func (p *part) isEmpty() bool {
	if p.Draft.Comments(p.id).Len() > 0 {
		return false
	}
	for id := range p.Draft.Children(p.id) {
		p.Budget.Step(1)
		if len(bytes.TrimSpace(p.Draft.At(p.Draft.Item(id).Head))) > 0 {
			return false
		}
	}
	return true
}

// textOf returns the code of an attribute of a block, or "".
func textOf(b draft.Block, name string) string {
	b.Expand(b.ID)
	id := b.Index.Attribute(b.ID, name)
	if id == syntax.NoItem {
		return ""
	}
	return string(b.Draft.At(b.Draft.Item(id).Content))
}
