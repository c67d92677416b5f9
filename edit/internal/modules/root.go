package modules

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"iacedit/address"
	"iacedit/edit/internal/apply"
	"iacedit/edit/internal/draft"
	"iacedit/edit/internal/moved"
	"iacedit/edit/internal/plan"
	"iacedit/edit/internal/report"
	"iacedit/internal/base/excerpt"
	"iacedit/internal/base/fault"
	"iacedit/internal/base/sequence"
	"iacedit/internal/engine/uses"
	"iacedit/internal/languages/terraform"
	"iacedit/module"
	"iacedit/refs"
	"iacedit/value"
)

// A rootMover is what an extractor knows besides if its blocks move to another root module. No call
// connects the two modules: inputs and outputs become variables without a value.
type rootMover struct {
	lacking []string                      // what moved blocks refer to and the other root module lacks, in order
	left    []string                      // what stays and refers to moved blocks
	seen    map[string]bool               // the elements of lacking and left
	ids     map[*extractedItem][]instance // the instances to import
}

// applyRoot moves the blocks to the other root module.
func (t *extractor) applyRoot() error {
	for _, step := range [...]func() error{t.findTargets, t.findImports, t.checkRoots, t.declare, t.crossBorder, t.checkConnected, t.checkConfigurations, t.findIDs, t.tidy, t.nameForRoot, t.rewrite, t.writeRoot} {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// findTargets finds the blocks that the entries select.
func (t *extractor) findTargets() error {
	seen := map[draft.Block]bool{}
	for i := range t.Root.Targets {
		target := &t.Root.Targets[i]
		s := t.m.SiteAt(plan.Move, target)
		if err := s.CheckNoAttribute(target.At); err != nil {
			return err
		}
		if err := s.Prepare(target.Entries); err != nil {
			return err
		}
		e := &target.Entries[0]
		var choice draft.Choice
		if err := s.Choose(&choice, e, 0); err != nil {
			return err
		}
		for _, b := range choice.Blocks {
			t.m.Budget.Step(stepsPerBlock)
			typ := string(b.Tree.Name(b.ID))
			switch {
			case !slices.Contains(extractableTypes, typ):
				return t.invalid(e.At, "%s cannot move to another root module: only blocks of the types %s can", header(b), strings.Join(extractableTypes, ", "))
			case t.folder != "" && b.Folder != t.folder:
				return t.invalid(e.At, `the blocks are in the folders %s and %s, each a module; choose one by "folder"`, excerpt.Quote(t.folder), excerpt.Quote(b.Folder))
			case !seen[b]:
				seen[b] = true
				t.folder = b.Folder
				t.items = append(t.items, &extractedItem{Block: b, typ: typ})
			}
		}
		s.Free()
	}
	return nil
}

// findImports adds the "import" blocks of the moved blocks, which move with them.
func (t *extractor) findImports() error {
	moved := map[string]bool{}
	for _, b := range t.items {
		moved[b.target()] = true
	}
	for _, f := range t.m.FilesIn(t.folder) {
		if f.Role != module.Configuration {
			continue
		}
		for _, b := range f.BlocksOf("import") {
			f.Budget.Step(stepsPerReference)
			if moved[draft.WithoutIndex(codeOf(b, "to"))] {
				t.items = append(t.items, &extractedItem{Block: b, typ: "import"})
			}
		}
	}
	sequence.Sort(t.items, inOrder)
	return nil
}

// checkRoots returns an error if one of the two folders is not a root module, or if the other root
// module has one of the blocks already.
func (t *extractor) checkRoots() error {
	if t.To == t.folder {
		return t.invalid(t.ToAt, "the blocks are in the folder %s already", excerpt.Quote(t.To))
	}
	if skipped := t.m.SkippedIn(t.To); len(skipped) > 0 {
		return t.invalid(t.ToAt, "%s does not parse, so it is not known which blocks the folder has", excerpt.Quote(skipped[0]))
	}
	if !slices.ContainsFunc(t.m.FilesIn(t.To), func(f *draft.File) bool { return f.Role == module.Configuration }) {
		return fault.At(t.ToAt, fault.BlockNotFound, "move: the folder %s has no configuration; a root module with its settings and providers must be there", excerpt.Quote(t.To))
	}
	for _, f := range t.m.InOrder() {
		if f.Role != module.Configuration && f.Role != module.Override {
			continue
		}
		for _, call := range f.BlocksOf("module") {
			f.Budget.Step(stepsPerReference)
			if to, lead := call.Source(f.Folder); lead == uses.SourceInTree && (to == t.To || to == t.folder) {
				return t.invalid(t.ToAt, "%s is not a root module: %s in %s calls it", excerpt.Quote(to), header(call), excerpt.Quote(f.Name))
			}
		}
	}
	t.existing = declaredIn(t.m, t.To)
	t.other.seen = map[string]bool{}
	for _, b := range t.items {
		if there, taken := t.existing[b.key()]; taken && b.typ != "import" {
			return there.WithPosition(fault.At(t.ToAt, fault.BlockAlreadyExists, "move: %s has %s already, in %s", excerpt.Quote(t.To), header(there), excerpt.Quote(there.Name)))
		}
	}
	return nil
}

// checkConnected returns an error that lists the references between the two root modules, unless
// the request says what becomes of them.
func (t *extractor) checkConnected() error {
	var all []string
	if lacking := t.other.lacking; len(lacking) > 0 {
		all = append(all, fmt.Sprintf(`the blocks refer to %s, which %s lacks; with "inputs": true each becomes a variable there`, strings.Join(lacking, ", "), excerpt.Quote(t.To)))
	}
	if left := t.other.left; len(left) > 0 {
		all = append(all, fmt.Sprintf(`%s; with "outputs": true %s gets outputs, and variables take their place`, strings.Join(left, ", "), excerpt.Quote(t.To)))
	}
	if len(all) == 0 {
		return nil
	}
	return t.invalid(t.At, "%s", strings.Join(all, "; and "))
}

// checkConfigurations returns an error that lists the provider configurations that moved blocks use
// and the other root module lacks.
func (t *extractor) checkConfigurations() error {
	here, there := configurations(t.m.FilesIn(t.folder)), configurations(t.m.FilesIn(t.To))
	var lacking []string
	seen := map[string]bool{}
	need := func(code string) {
		if here[code] && !there[code] && !seen[code] {
			seen[code] = true
			lacking = append(lacking, code)
		}
	}
	for _, b := range t.items {
		t.m.Budget.Step(stepsPerReference)
		of, named := t.providers.byBlock[b.Block]
		switch {
		case named && of.Name == "":
			need(of.Type)
		case !named && b.address.Type != "":
			need(providerOf(b.address.Type))
		}
	}
	for a := range t.providers.known {
		if code := a.String(); a.Name != "" && !there[code] && !seen[code] {
			seen[code] = true
			lacking = append(lacking, code)
		}
	}
	if len(lacking) == 0 {
		return nil
	}
	slices.Sort(lacking)
	return t.invalid(t.ToAt, "the blocks use the provider configurations %s, which %s lacks; add them there first", strings.Join(lacking, ", "), excerpt.Quote(t.To))
}

// configurations returns the provider configurations of a folder, such as aws and aws.west.
func configurations(files []*draft.File) map[string]bool {
	all := map[string]bool{}
	for _, f := range files {
		if f.Role != module.Configuration {
			continue
		}
		for _, b := range f.BlocksOf("provider") {
			f.Budget.Step(stepsPerReference)
			for _, name := range b.Labels() {
				of := refs.Address{Kind: refs.Provider, Type: name, Name: strings.Trim(codeOf(b, "alias"), `"`)}
				all[of.String()] = true
			}
		}
	}
	return all
}

// nameForRoot names the variables and outputs. The variable that takes the place of an output has
// its name, and the type that the value has before any block moves.
func (t *extractor) nameForRoot() error {
	inputs, outputs := reservedNames(), reservedNames()
	taken(t.existing, "variable ", inputs)
	taken(t.existing, "output ", outputs)
	taken(declaredIn(t.m, t.folder), "variable ", outputs)
	t.inputs.assignNames(t.inputs.inputNames(), inputs)
	t.outputs.assignNames(t.outputs.outputNames(), outputs)
	for _, p := range t.outputs.all {
		p.reference, p.typ = "var."+p.name, cmp.Or(t.typeOf(p), "any")
	}
	return nil
}

// writeRoot moves the blocks, and writes what tells Terraform that their objects moved.
func (t *extractor) writeRoot() error {
	w := writer{extractor: t, filesByType: map[string]*draft.File{}}
	w.updateItems()
	w.newCall.File = t.items[0].File
	defer t.m.BeginLike(t.items[0].File)()
	for _, step := range [...]func() error{w.dropDependsOn, w.findHeadings, w.forgetRemoved, w.moveBlocks, w.putInputs, w.putOutputs, w.putLeft, w.putProviders, w.addRemoved, w.addImports} {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// putLeft creates the variables of the first root module that take the place of outputs.
func (t *writer) putLeft() error {
	v := apply.Values(t.At)
	for _, p := range t.outputs.all {
		t.m.Budget.Step(stepsPerBlock)
		attributes := v.Object(v.Member("type", v.Expression(p.typ)))
		entry := v.Object(v.Member("folder", v.String(t.folder)), v.Member("attributes", attributes))
		if err := apply.ApplyGenerated(t.m, t.At, v.Operation("add", "variable", v.Object(v.Member(p.name, v.List(entry))))); err != nil {
			return err
		}
		t.o.RecordOutcome(t.At, t.fileWith(t.folder, "variable"), address.Of("variable", p.name), "", report.Created)
	}
	return nil
}

// forgetRemoved deletes "removed" blocks of the other root module about the moved blocks.
func (t *writer) forgetRemoved() error {
	moved := map[string]bool{}
	for _, b := range t.items {
		moved[b.target()] = true
	}
	for _, f := range t.m.FilesIn(t.To) {
		if f.Role != module.Configuration {
			continue
		}
		for _, b := range f.BlocksOf("removed") {
			f.Budget.Step(stepsPerReference)
			if from := codeOf(b, "from"); from != "" && moved[from] {
				f.Delete(b.ID)
				t.o.RecordOutcome(t.At, f, address.Of("removed"), "", report.Deleted)
			}
		}
	}
	return nil
}

// addRemoved adds a "removed" block for each resource and call, so that Terraform forgets its
// objects and does not destroy them.
func (t *writer) addRemoved() error {
	v, added := apply.Values(t.At), false
	for _, b := range t.items {
		if b.target() == "" {
			continue
		}
		added = true
		keep := v.Object(v.Member("attributes", v.Object(v.Member("destroy", value.Value{Kind: value.False, At: t.At}))))
		if err := t.add("removed", t.folder, v.Object(v.Member("from", v.Expression(b.was))), v.Member("blockTypes", v.Object(v.Member("lifecycle", v.List(keep))))); err != nil {
			return err
		}
	}
	if added {
		moved.CheckVersion(t.m, t.o, t.At, t.folder, terraform.Version{1, 7}, `"removed" blocks`)
	}
	return nil
}
