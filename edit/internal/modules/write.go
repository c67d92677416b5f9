package modules

import (
	"bytes"
	"maps"
	"path"
	"slices"
	"strings"

	"iacedit/address"
	"iacedit/edit/internal/apply"
	"iacedit/edit/internal/draft"
	"iacedit/edit/internal/moved"
	"iacedit/edit/internal/plan"
	"iacedit/edit/internal/report"
	"iacedit/internal/base/grow"
	"iacedit/internal/base/sequence"
	"iacedit/internal/engine/format"
	"iacedit/internal/engine/render"
	"iacedit/internal/engine/selection"
	"iacedit/internal/engine/uses"
	"iacedit/internal/languages/language"
	"iacedit/internal/languages/terraform"
	"iacedit/refs"
	"iacedit/syntax"
	"iacedit/value"
)

// rewrite replaces the references in all files, and the sources of extracted calls.
func (t *extractor) rewrite() error {
	size := 0
	for i := range t.uses {
		u := &t.uses[i]
		size += len(u.root) + len(u.passed.name)
		t.m.Budget.Afford(size) // the text is charged when it is written
		t.edits[u.file] = append(t.edits[u.file], render.Replacement{At: u.at, Text: u.reference()})
		for _, at := range u.part.removed {
			t.edits[u.file] = append(t.edits[u.file], render.Replacement{At: at})
		}
	}
	if err := t.rebase(); err != nil {
		return err
	}
	for f, edits := range t.edits {
		f.Budget.Step(stepsPerReference * len(edits))
		sequence.Sort(edits, func(a, b render.Replacement) int { return int(a.At.From) - int(b.At.From) })
		if err := f.Draft.Replace(edits); err != nil {
			return t.refuse(f, edits[0].At.From, err.Error())
		}
	}
	return t.m.Settle()
}

// rebase changes the sources of extracted calls if they are relative, such as "./net". From the new
// folder they then lead to the same modules.
func (t *extractor) rebase() error {
	for _, b := range t.items {
		if b.typ != "module" {
			continue
		}
		id := b.Index.Attribute(b.ID, "source")
		to, lead := b.Source(b.Folder)
		switch lead {
		case uses.SourceComputed:
			return t.refuse(b.File, b.Tree.Item(id).Name.From, "the source of "+b.String()+" is not a literal, so it cannot be rewritten for another folder")
		case uses.SourceInTree, uses.SourceOutside:
			at := b.Tree.Value(id)
			source := apply.Values(t.At).String(relative(t.To, to))
			text, err := t.m.Expression(&source, language.Body(t.m.Language, "module").Attribute("source"), &value.Layout{})
			if err != nil {
				return err
			}
			t.edits[b.File] = append(t.edits[b.File], render.Replacement{At: at, Text: string(text)})
		}
	}
	return nil
}

// relative returns the relative path from one folder to another, such as "../net" or "./net".
func relative(from, to string) string {
	split := func(folder string) []string {
		if folder == "." {
			return nil
		}
		return strings.Split(path.Clean(folder), "/")
	}
	a, b := split(from), split(to)
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	if len(a) == 0 {
		return "./" + strings.Join(b, "/")
	}
	return strings.Join(append(slices.Repeat([]string{".."}, len(a)), b...), "/")
}

// write removes the extracted code, and creates the module and its call. The references must
// already be replaced.
func (t *extractor) write() error {
	w := writer{extractor: t, filesByType: map[string]*draft.File{}}
	w.updateItems()
	defer t.m.BeginLike(w.itemAfterCall().File)()
	for _, step := range [...]func() error{w.dropDependsOn, w.putCall, w.findHeadings, w.moveLocals, w.moveBlocks, w.putInputs, w.putOutputs, w.putProviders, w.addMoved} {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// itemAfterCall returns the extracted block before which the call goes: the first one in the file
// that has the most extracted blocks. For a tidy module it is instead the first block of the
// longest sequence of adjacent extracted blocks in that file. Locals count only if no block is
// extracted.
func (t *writer) itemAfterCall() (first *extractedItem) {
	number, most := map[*draft.File]int{}, 0
	for _, b := range t.items {
		if b.local == "" {
			number[b.File]++
			most = max(most, number[b.File])
		}
	}
	var start, last *extractedItem // the first and last block of the current sequence
	run, longest := 0, 0
	for _, b := range t.items {
		if number[b.File] != most || b.local != "" && most > 0 {
			continue
		}
		if last == nil || last.File != b.File || b.number > last.number+1 {
			start, run = b, 0
		}
		last = b
		if run++; first == nil || t.Tidy && run > longest {
			first, longest = start, run
		}
	}
	return first
}

// putCall writes the block "module" that calls the new module. The block comes before the extracted
// block that itemAfterCall returns. If the module has a call already, putCall adds arguments to it.
func (t *writer) putCall() (err error) {
	v := apply.Values(t.At)
	arguments := v.Object()
	if t.newCall.File = t.call.File; !t.call.exists() {
		first := t.itemAfterCall()
		t.newCall.File = first.File
		if t.newCall.ID, err = first.PutBlock(syntax.Root, render.Place{Before: first.ID}, "module", []string{t.Name}); err != nil {
			return t.invalid(t.At, "%s", err)
		}
		arguments.Items = append(arguments.Items, v.Member("source", v.String(relative(t.folder, t.To))))
	}
	if len(t.providers.aliases) > 0 {
		passed := v.Object()
		for _, name := range slices.Sorted(maps.Keys(t.call.taken)) {
			passed.Items = append(passed.Items, v.Member(name, v.Expression(t.call.taken[name])))
		}
		for _, a := range t.providers.aliases {
			passed.Items = append(passed.Items, v.Member(a.String(), v.Expression(a.String())))
		}
		arguments.Items = append(arguments.Items, v.Member("providers", passed))
	}
	for _, p := range t.inputs.all {
		if p.reused {
			continue
		}
		t.m.Budget.Step(stepsPerBlock)
		arguments.Items = append(arguments.Items, v.Member(p.name, v.Expression(p.text)))
	}
	list := v.List()
	for _, w := range t.waits {
		list.Items = append(list.Items, v.Member("", v.Expression(w.text)))
	}
	own := len(list.Items)
	for _, d := range t.depends {
		if !d.passed {
			t.warnOfWait(d)
			list.Items = append(list.Items, v.Member("", v.Expression(d.text)))
		}
	}
	if len(list.Items) > own {
		arguments.Items = append(arguments.Items, v.Member("depends_on", list))
	}
	if len(arguments.Items) == 0 {
		return nil
	}
	entry := v.Object(v.Member("folder", v.String(t.folder)), v.Member("attributes", arguments))
	t.m.Spaced = t.Tidy
	defer func() { t.m.Spaced = false }()
	if err := apply.ApplyGenerated(t.m, t.At, v.Operation("update", "module", v.Object(v.Member(t.Name, v.List(entry))))); err != nil {
		return err
	}
	outcome := report.Created
	if t.call.exists() {
		outcome = report.Changed
	}
	t.o.RecordOutcome(t.At, t.newCall.File, address.Of("module", t.Name), "", outcome)
	return nil
}

// moveBlocks moves the blocks to the customary files of the module.
func (t *writer) moveBlocks() error {
	for _, b := range t.items { // before blocks are deleted, so that each file is searched once
		if b.local != "" {
			continue
		}
		if _, err := t.fileFor(b.typ, b.Labels()); err != nil {
			return err
		}
	}
	taken := make([]takenBlock, len(t.items))
	for i, b := range slices.Backward(t.items) { // a heading goes along if all blocks below it go
		if b.local != "" {
			continue
		}
		t.m.Budget.Step(stepsPerBlock)
		if err := t.take(b, &taken[i]); err != nil {
			return err
		}
	}
	for i, b := range t.items {
		if b.local != "" {
			continue
		}
		one := &taken[i]
		f, id, err := t.graft(one.as, one.text)
		if err != nil {
			return err
		}
		if one.below != nil {
			if err := f.Draft.PutLineBelow(id, one.below); err != nil {
				return t.invalid(t.At, "%s", err)
			}
		}
		if err := t.headings.copyTo(f, id, t.headings.byBlock[b.Block]); err != nil {
			return t.invalid(t.At, "%s", err)
		}
		t.o.RecordOutcome(t.At, b.File, one.where, "", report.Moved)
	}
	return nil
}

// A takenBlock is a block that was removed from its file.
type takenBlock struct {
	text  []byte
	as    *draft.NewBlock
	below []byte // the comment line below the block that belongs to it; nil for none
	where address.Address
}

// take removes a block from its file.
func (t *writer) take(b *extractedItem, to *takenBlock) error {
	to.where, b.was = t.m.Language.Header(b.Tree, syntax.Root, b.ID), b.target()
	text, err := b.Text()
	if err != nil {
		return t.invalid(t.At, "%s: %s", to.where, err)
	}
	to.text, to.as, to.below = slices.Clone(text), b.AsNewBlock(), closingComment(b.Block)
	to.as.Moved = true
	if to.below != nil {
		b.Draft.DropLineBelow(b.ID)
	}
	b.Delete(b.ID)
	t.o.WarnKept(t.At, b.File, false)
	return nil
}

// graft adds the text of a block, unchanged, to the customary file of the module for such blocks.
func (t *writer) graft(as *draft.NewBlock, text []byte) (f *draft.File, id syntax.ItemID, err error) {
	if f, err = t.fileFor(as.Type, as.Labels); err != nil {
		return nil, id, err
	}
	if id, err = f.Graft(text, t.put(f, as)); err != nil {
		return nil, id, t.invalid(t.At, "%s", err)
	}
	return f, id, nil
}

// fileFor is like makeFileFor, but caches its results by block type and first label.
func (t *writer) fileFor(typ string, labels []string) (f *draft.File, err error) {
	kind := typ
	if len(labels) > 1 {
		kind += " " + labels[0]
	}
	if f = t.filesByType[kind]; f != nil {
		return f, nil
	}
	if f, err = t.makeFileFor(typ, labels); err == nil {
		t.filesByType[kind] = f
	}
	return f, err
}

// makeFileFor returns the customary file of the module for a block. It creates the file if
// necessary.
func (t *writer) makeFileFor(typ string, labels []string) (*draft.File, error) {
	if usual := terraform.Block(typ); !t.joins() && usual != nil && usual.File != "" && t.hasCustomary(typ, usual.File) {
		return t.file(usual.File)
	}
	s := t.m.SiteAt(plan.Add, &plan.Target{Type: typ, Labels: labels, At: t.At})
	defer s.Free()
	return t.m.FileForBlock(s, &plan.Entry{Entry: selection.Entry{Folder: t.To, Index: -1, At: t.At}})
}

// moveLocals moves the extracted locals to a "locals" block of the module.
func (t *writer) moveLocals() error {
	left := map[draft.Block]int{} // the number of attributes that remain
	lines := make([][]byte, len(t.items))
	any := false
	for i, b := range slices.Backward(t.items) { // as in moveBlocks
		if b.local == "" {
			continue
		}
		any = true
		if _, known := left[b.Block]; !known {
			for range b.Tree.Attributes(b.ID) {
				b.Budget.Step(1)
				left[b.Block]++
			}
		}
		left[b.Block]--
		lines[i] = bytes.TrimRight(bytes.ReplaceAll(b.Draft.OwnText(b.attribute), []byte("\r\n"), []byte("\n")), "\n")
		b.Budget.Step(len(lines[i]))
		b.Delete(b.attribute)
		t.o.WarnKept(t.At, b.File, false)
	}
	if !any {
		return nil
	}
	for b, n := range left {
		if n == 0 {
			b.Delete(b.ID)
		}
	}
	text := []byte("locals {\n")
	for i, b := range t.items {
		if b.local != "" {
			text = grow.Text(t.m.Budget, text, string(lines[i]))
			text = grow.Text(t.m.Budget, text, "\n")
			t.o.RecordOutcome(t.At, b.File, address.Of("locals"), b.local, report.Moved)
		}
	}
	text, err := format.Within(nil, grow.Text(t.m.Budget, text, "}\n"), t.m.Budget)
	if err != nil {
		return t.invalid(t.At, "%s", err)
	}
	_, _, err = t.graft(&draft.NewBlock{Type: "locals"}, text)
	return err
}

// addMoved adds a "moved" block for each extracted resource and module.
func (t *writer) addMoved() error {
	if !t.Moved {
		return nil
	}
	teller := moved.NewWriter(t.m, t.o, t.folder, "extract")
	for _, b := range t.items {
		if b.address.Kind != refs.Resource && b.address.Kind != refs.Module || b.typ == "check" {
			continue
		}
		t.m.Budget.Step(stepsPerBlock)
		cause := moved.Cause{File: t.newCall.File, ErrorAt: t.At, ReportAt: t.At}
		if err := teller.Add(cause, b.String(), "module."+t.Name+"."+b.String()); err != nil {
			return err
		}
	}
	return nil
}
