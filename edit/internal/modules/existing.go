package modules

import (
	"fmt"
	"slices"
	"strings"

	"iacedit/edit/internal/draft"
	"iacedit/edit/internal/report"
	"iacedit/internal/base/excerpt"
	"iacedit/internal/engine/render"
	"iacedit/module"
	"iacedit/refs"
	"iacedit/syntax"
)

// An existingCall is the call of a module that blocks are moved into although it has blocks already.
// Its File is nil if the module is new.
type existingCall struct {
	draft.Block
	arguments map[string][]string // by code of a value: the arguments that have it
	providers map[string]string   // by code of a configuration: its name in the module
	taken     map[string]string   // by name in the module: the code of the configuration that the call passes
}

// join checks that blocks can be moved into a module that the given calls use, and reads the call.
// Exactly one call may use the module, because the module of each other call would receive the
// blocks, too.
func (t *extractor) join(calls []draft.Block) error {
	call, labels := calls[0], calls[0].Labels()
	where := excerpt.Quote(call.Name)
	switch {
	case len(calls) > 1:
		return t.invalid(t.ToAt, "%s in %s and %s in %s call the module in %s, so the blocks would exist twice", header(call), where, header(calls[1]), excerpt.Quote(calls[1].Name), excerpt.Quote(t.To))
	case call.Folder != t.folder || call.Role != module.Configuration || len(labels) != 1:
		return t.invalid(t.ToAt, "%s in %s calls the module in %s; only blocks in the folder of the call can be moved into the module", header(call), where, excerpt.Quote(t.To))
	case t.NameAt != t.At && t.Name != labels[0]:
		return t.invalid(t.NameAt, "the module in %s has a call already, %s in %s; leave out the name", excerpt.Quote(t.To), header(call), where)
	case slices.ContainsFunc(t.items, func(b *extractedItem) bool { return b.Block == call }):
		return t.invalid(t.ToAt, "%s calls the module in %s, and a module cannot contain its own call", header(call), excerpt.Quote(t.To))
	}
	for _, name := range [...]string{"count", "for_each"} {
		if id := call.Index.Attribute(call.ID, name); id != syntax.NoItem {
			return t.refuse(call.File, call.Tree.Item(id).Name.From, fmt.Sprintf("%s has %s, so the blocks would have several instances", header(call), name))
		}
	}
	t.Name = labels[0]
	t.call = existingCall{Block: call, arguments: map[string][]string{}, providers: map[string]string{}, taken: map[string]string{}}
	for id := range call.Tree.Attributes(call.ID) {
		call.Budget.Step(stepsPerReference)
		name, value := string(call.Tree.Name(id)), call.Tree.Value(id)
		if name == "providers" {
			t.call.readProviders(id)
			continue
		}
		call.Budget.Step(value.Len())
		text := string(call.Tree.At(value))
		t.call.arguments[text] = append(t.call.arguments[text], name)
	}
	return nil
}

// readProviders reads the argument "providers" of the call.
func (c *existingCall) readProviders(id syntax.ItemID) {
	c.Draft.Expand(id)
	for pair := c.Draft.FirstItem(id); pair != syntax.NoItem; pair = c.Draft.NextItem(pair) {
		c.Budget.Step(stepsPerReference)
		name, code := string(c.Draft.At(c.Draft.Item(pair).Name)), string(c.Draft.At(c.Draft.Item(pair).Content))
		name = strings.Trim(name, `"`)
		c.taken[name] = code
		if c.providers[code] == "" {
			c.providers[code] = name
		}
	}
}

// isOwn reports whether a reference is to the existing call of the module.
func (c *existingCall) isOwn(of refs.Address, name string) bool {
	return c.exists() && of.Kind == refs.Module && of.Name == name
}

// passesOn reports whether a variable of the module passes a value on unchanged. Its type must not
// convert the value, and a mark such as "sensitive" must be on the value already.
func (t *extractor) passesOn(b draft.Block, p *passedValue) bool {
	var from draft.Block
	if p.object.Kind == refs.Variable {
		from = t.variables.find(t)[p.object.Name]
	}
	for _, name := range [...]string{"sensitive", "ephemeral", "nullable"} {
		if text := codeOf(b, name); text != "" && text != codeOf(from, name) {
			return false
		}
	}
	switch typ := codeOf(b, "type"); typ {
	case "", "any", p.typ, codeOf(from, "type"):
		return true
	case "string", "number", "bool":
		return p.typ == "" && codeOf(from, "type") == ""
	}
	return false
}

// replaceOwn handles a reference in extracted code to an output of the module that the code is
// moved into. In the module, the value of the output takes its place.
func (t *extractor) replaceOwn(f *draft.File, r *refs.Reference, by *extractedItem) error {
	if r.Place != refs.InExpression || len(r.Steps) == 0 || r.Steps[0].Kind != refs.StepAttribute {
		return t.refuse(f, r.Root.From, fmt.Sprintf("%s refers to module.%s as a whole, and would be in it", by, t.Name))
	}
	name := string(f.Tree.At(r.Steps[0].Name))
	b, found := t.existing["output "+name]
	text := codeOf(b, "value")
	if !found || text == "" {
		return t.refuse(f, r.Root.From, fmt.Sprintf("%s refers to module.%s.%s, but %s has no output %[3]s", by, t.Name, name, excerpt.Quote(t.To)))
	}
	e := b.Expr(b.Index.Attribute(b.ID, "value"))
	switch root := e.Node(e.Root).Kind; {
	case len(r.Steps) == 1 && (root == syntax.NodeAttrSplat || root == syntax.NodeFullSplat):
	case root > syntax.NodeCall && root != syntax.NodeParen && root != syntax.NodeTuple && root != syntax.NodeObject,
		root == syntax.NodeAttrSplat, root == syntax.NodeFullSplat, strings.Contains(text, "\n"):
		text = "(" + text + ")"
	}
	if word, _, _ := strings.Cut(strings.TrimLeft(text, "("), "."); r.Hides(word) {
		return t.refuse(f, r.Root.From, fmt.Sprintf("the output %s would be replaced by %s, which begins with a local name here", name, excerpt.Quote(text)))
	}
	if isTrue(b, "sensitive") {
		text = "sensitive(" + text + ")"
	}
	t.m.Budget.Grow(len(text))
	t.edits[f] = append(t.edits[f], render.Replacement{At: syntax.Span{From: r.Root.From, To: r.Steps[0].End}, Text: text})
	return nil
}

// checkProviders returns an error if an extracted block would have another provider configuration
// in the module that it is moved into.
func (t *extractor) checkProviders() error {
	if !t.call.exists() {
		return nil
	}
	configured := map[string]draft.Block{}
	for _, f := range t.m.FilesIn(t.To) {
		if f.Role != module.Configuration {
			continue
		}
		for _, b := range f.BlocksOf("provider") {
			f.Budget.Step(stepsPerReference)
			for _, name := range b.Labels() {
				configured[name] = b
			}
		}
	}
	for _, b := range t.items {
		t.m.Budget.Step(stepsPerReference + len(t.call.taken) + len(configured))
		of, named := t.providers.byBlock[b.Block]
		switch {
		case b.local != "" || named && of.Name != "":
			continue
		case !named && b.address.Type != "":
			of = refs.Address{Kind: refs.Provider, Type: providerOf(b.address.Type)}
		}
		for name, code := range t.call.taken {
			if (of.Type == name || of.Type == "" && !strings.Contains(name, ".")) && code != name {
				return t.refuse(t.call.File, t.call.Tree.Item(t.call.ID).Head.From, fmt.Sprintf("%s passes %s as %s, but %s uses the configuration %[3]s", header(t.call.Block), code, name, b))
			}
		}
		for name, p := range configured {
			if of.Type == name || of.Type == "" {
				return t.invalid(t.ToAt, "%s in %s configures the provider of %s for the module alone", header(p), excerpt.Quote(p.Name), b)
			}
		}
	}
	return nil
}

// usesProvider handles a reference in extracted code to a provider configuration. A module that
// exists already may have its own name for the configuration.
func (t *extractor) usesProvider(f *draft.File, r *refs.Reference, by *extractedItem) error {
	a := r.Address(f.Tree)
	code := a.String()
	name := t.call.providers[code]
	if other, taken := t.call.taken[code]; name == "" && taken && a.Name != "" {
		return t.refuse(f, r.Root.From, fmt.Sprintf("%s uses %s, but %s passes %s under this name", by, code, header(t.call.Block), other))
	}
	t.providers.addUse(r, a, by, name == "")
	if name != "" && name != code {
		t.edits[f] = append(t.edits[f], render.Replacement{At: syntax.Span{From: r.Root.From, To: endOf(r, 0)}, Text: name})
	}
	return nil
}

// noteCallDependency handles an entry in the "depends_on" of the existing call.
func (t *extractor) noteCallDependency(f *draft.File, r *refs.Reference, of refs.Address) error {
	if t.extractedDecls[of] != nil {
		return t.refuse(f, r.Root.From, fmt.Sprintf("%s depends on %s, which would be in it", header(t.call.Block), of.String()))
	}
	t.waits = append(t.waits, callDependency{f, r.Root.From, string(f.Tree.At(r.At)), of})
	return nil
}

// A callDependency is an entry in the "depends_on" of the existing call.
type callDependency struct {
	file   *draft.File
	offset int32
	text   string
	of     refs.Address
}

// checkWaits returns an error if the existing call depends on an object that refers to an extracted
// block. For its other dependencies it warns that the extracted blocks now wait for them.
func (t *extractor) checkWaits(paths map[refs.Address]refs.Address) error {
	for _, w := range t.waits {
		if _, circle := paths[w.of]; circle && !t.call.isOwn(w.of, t.Name) {
			return t.refuse(w.file, w.offset, fmt.Sprintf("%s depends on %s, which uses a value of the extracted blocks: the module would depend on itself", header(t.call.Block), w.of.String()))
		}
		t.o.Warn(t.At, report.WholeModuleWaits, fmt.Sprintf("%s, as everything in module.%s, waits for %s", t.items[0], t.Name, w.of.String()))
	}
	return nil
}
