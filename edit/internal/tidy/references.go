package tidy

import (
	"fmt"
	"slices"
	"strings"

	"iacedit/edit/internal/draft"
	"iacedit/edit/internal/plan"
	"iacedit/edit/internal/report"
	"iacedit/internal/base/excerpt"
	"iacedit/internal/base/sequence"
	"iacedit/internal/engine/render"
	"iacedit/internal/engine/rules"
	"iacedit/internal/languages/terraform"
	"iacedit/refs"
	"iacedit/syntax"
)

// replaceIDs makes references of the IDs of other blocks, in the selected blocks.
func (t *tidier) replaceIDs() error {
	edits := map[*draft.File][]render.Replacement{}
	for i := range t.targets {
		if x := &t.targets[i]; x.Has(plan.IDs) {
			t.replaceIn(x, edits)
		}
	}
	for _, known := range t.folders {
		known.circles.Release()
	}
	for f, all := range edits {
		sequence.Sort(all, func(a, b render.Replacement) int { return int(a.At.From - b.At.From) })
		all = slices.Compact(all)
		if err := f.Draft.Replace(all); err != nil {
			return err
		}
	}
	return nil
}

// replaceIn adds the replacements in a block.
func (t *tidier) replaceIn(x *target, edits map[*draft.File][]render.Replacement) {
	from, ok := objectOf(x.Block)
	known := t.identitiesOf(x.Folder)
	if !ok || len(known.owners) == 0 {
		return
	}
	parts := x.parts()
	for i := range parts {
		p := &parts[i]
		it := p.Draft.Item(p.id)
		if it.Kind == syntax.KindBlock || t.goes(p) || rules.PlaceOf(p.Tree, p.id) != terraform.Ordinary {
			continue
		}
		before := len(edits[p.File])
		for _, id := range p.literals(it.Content) {
			at := p.Draft.Item(id).Content
			if code := t.reference(p, known, from, string(p.Draft.At(at))); code != "" {
				edits[p.File] = append(edits[p.File], render.Replacement{At: at, Text: code})
			}
		}
		if len(edits[p.File]) > before {
			t.record(p, report.Changed)
		}
	}
}

// reference returns the reference that takes the place of a literal in a part of an object, or "" if
// the literal stays.
func (t *tidier) reference(p *part, known *identities, from refs.Address, literal string) string {
	owners := known.owners[literal]
	if len(owners) == 0 || len(owners) == 1 && owners[0].of == from || !isTelling(literal, p.name, owners[0].of.Type) {
		return ""
	}
	switch to := owners[0]; {
	case len(owners) > 1:
		t.warn(p, known, report.IDNotUnique, literal, fmt.Sprintf("the ID %s stays: it is that of %s and of %s", excerpt.Line([]byte(literal)), to.reference, owners[1].reference))
	case !known.circles.Join(from, to.of):
		t.warn(p, known, report.Circle, literal+from.String(), fmt.Sprintf("the ID %s stays: %s needs %s itself", excerpt.Line([]byte(literal)), to.reference, from))
	default:
		code := to.code(literal)
		p.Budget.Grow(len(code))
		return code
	}
	return ""
}

// literals returns the items that may be an ID: an argument, or the elements of its list.
func (p *part) literals(at syntax.Span) []syntax.ItemID {
	switch text := p.Draft.At(at); {
	case len(text) > 0 && text[0] == '"':
		return []syntax.ItemID{p.id}
	case len(text) < 3 || text[0] != '[' || !slices.Contains(text, '"') || !p.Expand(p.id):
		return nil
	}
	var all []syntax.ItemID
	for id := p.Draft.FirstItem(p.id); id != syntax.NoItem; id = p.Draft.NextItem(id) {
		p.Budget.Step(4)
		all = append(all, id)
	}
	return all
}

// Shorter IDs than these may be other values by chance.
const shortID, shortNumber = 6, 10

// isTelling reports whether a literal is the ID of a block and not another value by chance: it is
// long enough, or the argument is named after the type of the block, as vpc_id after aws_vpc.
func isTelling(literal, argument, typ string) bool {
	text := literal[1 : len(literal)-1]
	if len(text) >= shortNumber || len(text) >= shortID && strings.Trim(text, "0123456789") != "" {
		return true
	}
	name, named := strings.CutSuffix(strings.TrimSuffix(argument, "s"), "_id")
	_, noun, _ := strings.Cut(typ, "_")
	return named && noun != "" && strings.HasSuffix("_"+name, "_"+noun)
}

// warn warns that an ID stays. It does so once for each key.
func (t *tidier) warn(p *part, known *identities, code report.Code, key, message string) {
	if !known.warned[key] {
		known.warned[key] = true
		t.o.WarnPlace(p.at, code, p.path.String()+": "+message, p.File, p.where, p.Draft.Item(p.id).Name.From)
	}
}
