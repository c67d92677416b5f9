package modules

import (
	"fmt"
	"strings"

	"iacedit/edit/internal/draft"
	"iacedit/edit/internal/report"
	"iacedit/refs"
	"iacedit/syntax"
)

// A dependency is a remaining object that an extracted block names in "depends_on".
type dependency struct {
	object   refs.Address
	text     string // as written in "depends_on"
	resource bool   // the text begins with "resource."
	by       *extractedItem
	places   []dependPlace
	passed   bool // an input passes the object; otherwise the call depends on it
}

// A dependPlace is the place of an entry of "depends_on" in extracted code.
type dependPlace struct {
	by *extractedItem
	at syntax.Span
}

// addDependency records that an extracted block names a remaining object in "depends_on".
func (t *extractor) addDependency(f *draft.File, r *refs.Reference, by *extractedItem) {
	text := string(f.Tree.At(r.At))
	d := t.dependOn[text]
	if d == nil {
		if t.dependOn == nil {
			t.dependOn = map[string]*dependency{}
		}
		d = &dependency{object: r.Address(f.Tree), text: text, resource: string(f.Tree.At(r.Root)) == "resource", by: by}
		t.dependOn[text] = d
		t.depends = append(t.depends, d)
	}
	d.places = append(d.places, dependPlace{by, r.At})
}

// passAsInput makes a dependency an input of the module, so that the call need not depend on the
// object. It returns false for a whole module, which has no value to pass.
func (t *extractor) passAsInput(d *dependency) bool {
	if d.object.Kind == refs.Module {
		return false
	}
	d.passed = true
	of := t.inputs.wholeObject(d.object, d.resource)
	for _, p := range d.places {
		t.uses = append(t.uses, use{file: p.by.File, at: p.at, passed: of, root: "var"})
	}
	return true
}

// noteReferrer records that a block or local in remaining code refers to an object.
func (t *extractor) noteReferrer(f *draft.File, r *refs.Reference, of refs.Address) {
	owner := r.OwnerAddress(f.Tree)
	switch {
	case r.Owner.Kind != refs.Other:
	case string(f.Tree.Name(r.Owner.Item)) == "locals":
		owner = refs.Address{Kind: refs.Local, Name: string(f.Tree.At(r.In))}
	default:
		return
	}
	t.referrers[of] = append(t.referrers[of], owner)
	if r.Place == refs.InProvider {
		t.choosesProvider[owner] = true
	}
}

// pathsToExtracted finds the remaining objects that refer to extracted code, directly or by way of
// other objects. It maps each of these objects to the next object on a shortest path to extracted
// code. If a refers to b, and b to an extracted block c, it maps a to b and b to c.
func (t *extractor) pathsToExtracted() map[refs.Address]refs.Address {
	for _, a := range t.staying {
		t.m.Budget.Step(2)
		if !t.choosesProvider[a] {
			of := refs.Address{Kind: refs.Provider, Type: providerOf(a.Type)}
			t.referrers[of] = append(t.referrers[of], a)
		}
	}
	next := map[refs.Address]refs.Address{}
	var queue []refs.Address
	for _, b := range t.items {
		queue = append(queue, b.address)
	}
	if t.call.exists() {
		queue = append(queue, refs.Address{Kind: refs.Module, Name: t.Name})
	}
	for len(queue) > 0 {
		at := queue[0]
		queue = queue[1:]
		for _, a := range t.referrers[at] {
			t.m.Budget.Step(4)
			if _, known := next[a]; !known && t.extractedDecls[a] == nil {
				next[a] = at
				queue = append(queue, a)
			}
		}
	}
	return next
}

// warnOfWait warns if some extracted blocks wait for an object only because the call depends on the
// object.
func (t *writer) warnOfWait(d *dependency) {
	waited := map[*extractedItem]bool{}
	var names []string
	for _, p := range d.places {
		t.m.Budget.Step(2)
		if !waited[p.by] {
			waited[p.by] = true
			if len(names) < 3 {
				names = append(names, p.by.String())
			}
		}
	}
	blocks := 0
	for _, b := range t.items {
		t.m.Budget.Step(1)
		if b.local == "" {
			blocks++
		}
	}
	if len(waited) == blocks && !t.call.exists() {
		return
	}
	only := strings.Join(names, ", ")
	if more := len(waited) - len(names); more > 0 {
		only += fmt.Sprintf(" and %d more", more)
	}
	t.o.Warn(t.At, report.WholeModuleWaits, fmt.Sprintf("everything in module.%s waits for %s; before, only %s did", t.Name, d.text, only))
}

// checkCycles warns about inputs that need values of the module. If the object of a dependency
// refers to the module, the call cannot depend on that object, so the object is passed as an input.
// If the object is a whole module, checkCycles returns an error, because a module has no value to
// pass.
func (t *extractor) checkCycles() error {
	next := t.pathsToExtracted()
	if err := t.checkWaits(next); err != nil {
		return err
	}
	if warning := t.inputs.cycleWarning(t.Name, next); warning != "" {
		t.o.Warn(t.At, report.ModuleNeedsItself, warning)
	}
	for _, d := range t.depends {
		if _, circle := next[d.object]; circle && !t.passAsInput(d) {
			place := d.places[0]
			return t.refuse(place.by.File, place.at.From, d.cycleError(t.extractedDecls, next))
		}
	}
	return nil
}

// cycleWarning returns a warning if the module uses values of objects that in turn use values of
// the module. It returns "" if there are no such objects. paths is the result of pathsToExtracted.
func (p *passedValues) cycleWarning(call string, paths map[refs.Address]refs.Address) string {
	var names []string
	seen := map[refs.Address]bool{}
	for _, one := range p.all {
		if _, circle := paths[one.object]; circle && !seen[one.object] {
			seen[one.object] = true
			names = append(names, one.object.String())
		}
	}
	if len(names) == 0 {
		return ""
	}
	all := strings.Join(names[:min(len(names), 3)], ", ")
	if more := len(names) - 3; more > 0 {
		all += fmt.Sprintf(" and %d more", more)
	}
	return fmt.Sprintf("module.%s uses values of %s, which in turn uses values of module.%[1]s; Terraform can plan this, but neither can have the other in its depends_on; to avoid this, extract more or fewer blocks", call, all)
}

// cycleError returns the error message for the cycle that the dependency would create. paths is the
// result of pathsToExtracted.
func (d *dependency) cycleError(things map[refs.Address]*extractedItem, paths map[refs.Address]refs.Address) string {
	var names []string
	at := paths[d.object]
	for ; things[at] == nil && paths[at] != (refs.Address{}); at = paths[at] {
		if len(names) < 5 {
			names = append(names, at.String())
		}
	}
	way := ""
	if len(names) > 0 {
		way = ", by way of " + strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s depends on %s, which refers to %s%s: the module would depend on itself; extract %s, too, or do not extract one of the others", d.by, d.text, at.String(), way, d.text)
}

// dropDependsOn removes an entry from the "depends_on" of an extracted block if the "depends_on" of
// the call has the entry instead. If dropDependsOn removes any entries, it parses the files again
// and updates the positions of the extracted code.
func (t *writer) dropDependsOn() error {
	by := map[*extractedItem]map[string]bool{}
	for _, d := range t.depends {
		for _, p := range d.places {
			t.m.Budget.Step(2)
			if d.passed {
				continue
			}
			if by[p.by] == nil {
				by[p.by] = map[string]bool{}
			}
			by[p.by][d.text] = true
		}
	}
	if len(by) == 0 {
		return nil
	}
	for _, b := range t.items {
		if by[b] == nil {
			continue
		}
		if err := t.dropFrom(b.Block, by[b]); err != nil {
			return err
		}
	}
	if err := t.m.Settle(); err != nil {
		return err
	}
	t.updateItems()
	return nil
}

// dropFrom removes entries from the "depends_on" of one block. The argument entries has the texts
// of these entries as keys.
func (t *writer) dropFrom(b draft.Block, entries map[string]bool) error {
	list := b.Index.Attribute(b.ID, "depends_on")
	if list == syntax.NoItem {
		return t.refuse(b.File, b.Draft.Item(b.ID).Head.From, "the depends_on of a nested block names something that is not extracted")
	}
	b.Draft.Expand(list)
	kept := 0
	var gone []syntax.ItemID
	found := map[string]bool{}
	for id := b.Draft.FirstItem(list); id != syntax.NoItem; id = b.Draft.NextItem(id) {
		b.Budget.Step(2)
		if text := strings.Trim(string(b.Draft.At(b.Draft.Item(id).Content)), `"`); entries[text] {
			found[text] = true
			gone = append(gone, id)
		} else {
			kept++
		}
	}
	if len(found) < len(entries) {
		return t.refuse(b.File, b.Draft.Item(list).Name.From, "a reference in this depends_on is not an element of its list")
	}
	if kept == 0 {
		return b.Draft.Delete(list)
	}
	for _, id := range gone {
		if err := b.Draft.Delete(id); err != nil {
			return err
		}
	}
	return nil
}
