package modules

import (
	"path"
	"slices"
	"strings"

	"iacedit/address"
	"iacedit/edit/internal/apply"
	"iacedit/edit/internal/draft"
	"iacedit/edit/internal/moved"
	"iacedit/edit/internal/plan"
	"iacedit/edit/internal/report"
	"iacedit/internal/format"
	"iacedit/internal/language"
	"iacedit/internal/render"
	"iacedit/internal/selection"
	"iacedit/refs"
	"iacedit/syntax"
	"iacedit/value"
)

// rebase lets the relative sources of taken calls lead where they led.
func (t *taker) rebase() error {
	for _, b := range t.taken {
		if b.typ != "module" {
			continue
		}
		id := b.Index.Attribute(b.ID, "source")
		to, lead := b.Source(b.Folder)
		switch lead {
		case draft.Computed:
			return t.refuse(b.File, b.Tree.Item(id).Name.From, "the source of "+b.String()+" is no literal, so that it cannot be told from another folder")
		case draft.InTree, draft.Outside:
			at := b.Tree.Value(id)
			source := t.string(relative(t.To, to))
			text, err := t.m.Expression(&source, language.Body(t.m.Language, "module").Attribute("source"), value.Layout{})
			if err != nil {
				return err
			}
			t.edits[b.File] = append(t.edits[b.File], render.Replacement{At: at, Text: string(text)})
		}
	}
	return nil
}

// relative returns a folder as the source of a module in another has it.
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

// write takes the code out, and makes the module and its call. The references in the code
// are those that it is to have.
func (t *taker) write() error {
	t.locate()
	for _, step := range [...]func() error{t.putCall, t.takeBlocks, t.takeLocals, t.putInputs, t.putOutputs, t.putProviders, t.tellMoved} {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// locate finds the taken code again in files that were parsed anew.
func (t *taker) locate() {
	blocks := map[*draft.File][]syntax.ItemID{}
	for _, b := range t.taken {
		if blocks[b.File] == nil {
			for id := range b.Tree.Children(syntax.Root) {
				b.Budget.Step(1)
				if b.Tree.Kind(id) == syntax.KindBlock {
					blocks[b.File] = append(blocks[b.File], id)
				}
			}
		}
		b.ID = blocks[b.File][b.number]
		if b.local != "" {
			b.attribute = b.Index.Attribute(b.ID, b.local)
		}
	}
}

// putCall puts the call of the module before the first block that is taken.
func (t *taker) putCall() (err error) {
	first := t.taken[0]
	t.call.File = first.File
	if t.call.ID, err = first.PutBlock(syntax.Root, render.Place{Before: first.ID}, "module", []string{t.Name}); err != nil {
		return t.invalid(t.At, "%s", err)
	}
	arguments := t.object(t.member("source", t.string(relative(t.folder, t.To))))
	if len(t.providers.aliases) > 0 {
		passed := t.object()
		for _, a := range t.providers.aliases {
			passed.Items = append(passed.Items, t.member(written(a), t.expression(written(a))))
		}
		arguments.Items = append(arguments.Items, t.member("providers", passed))
	}
	for _, p := range t.inputs.all {
		t.m.Budget.Step(stepsPerBlock)
		arguments.Items = append(arguments.Items, t.member(p.name, t.expression(p.text)))
	}
	if len(t.depends) > 0 {
		list := value.Value{Kind: value.Array, At: t.At}
		for _, d := range t.depends {
			list.Items = append(list.Items, value.Item{Value: t.expression(d.text)})
		}
		arguments.Items = append(arguments.Items, t.member("depends_on", list))
	}
	entry := t.object(t.member("folder", t.string(t.folder)), t.member("attributes", arguments))
	if err := t.make("update", "module", t.object(t.member(t.Name, t.list(entry)))); err != nil {
		return err
	}
	t.o.Tell(t.At, t.call.File, address.Of("module", t.Name), "", report.Created)
	return nil
}

// takeBlocks takes the blocks to the files of the module that are customary for them.
func (t *taker) takeBlocks() error {
	for _, b := range t.taken {
		if b.local != "" {
			continue
		}
		t.m.Budget.Step(stepsPerBlock)
		where := t.m.Language.Header(b.Tree, syntax.Root, b.ID)
		text, err := b.Draft.BlockText(b.ID)
		if err != nil {
			return t.invalid(t.At, "%s: %s", where, err)
		}
		text = slices.Clone(text)
		labels := b.Labels()
		b.Delete(b.ID)
		if err := t.graft(b.typ, labels, text); err != nil {
			return err
		}
		t.o.Tell(t.At, b.File, where, "", report.Moved)
	}
	return nil
}

// graft puts a block as it is at the end of the file of the module that is customary for it.
func (t *taker) graft(typ string, labels []string, text []byte) error {
	f, err := t.home(typ, labels)
	if err != nil {
		return err
	}
	if _, err := f.Graft(text, render.Place{}); err != nil {
		return t.invalid(t.At, "%s", err)
	}
	return nil
}

// home returns the file of the module that is customary for a block.
func (t *taker) home(typ string, labels []string) (*draft.File, error) {
	s := t.m.At(plan.Add, &plan.Target{Type: typ, Labels: labels, At: t.At})
	defer s.Leave()
	f, err := t.m.Home(s, &plan.Entry{Entry: selection.Entry{Folder: t.To, Index: -1, At: t.At}})
	if err != nil {
		return nil, err
	}
	f.BeginAs(t.folder)
	return f, nil
}

// takeLocals takes the locals to a "locals" block of the module.
func (t *taker) takeLocals() error {
	text := []byte("locals {\n")
	left := map[draft.Block]int{} // how many attributes stay
	any := false
	for _, b := range t.taken {
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
		it := b.Tree.Item(b.attribute)
		lines := b.Tree.At(syntax.Span{From: it.Head.From, To: it.Tail.To})
		b.Budget.Step(len(lines))
		text = append(text, strings.TrimRight(strings.ReplaceAll(string(lines), "\r\n", "\n"), "\n")+"\n"...)
		t.o.Tell(t.At, b.File, address.Of("locals"), b.local, report.Moved)
		b.Delete(b.attribute)
	}
	if !any {
		return nil
	}
	for b, n := range left {
		if n == 0 {
			b.Delete(b.ID)
		}
	}
	text, err := format.Within(nil, append(text, "}\n"...), t.m.Budget)
	if err != nil {
		return t.invalid(t.At, "%s", err)
	}
	return t.graft("locals", nil, text)
}

// tellMoved adds the "moved" blocks.
func (t *taker) tellMoved() error {
	if !t.Moved {
		return nil
	}
	teller := moved.In(t.m, t.o, t.folder, "extract")
	for _, b := range t.taken {
		if b.address.Kind != refs.Resource && b.address.Kind != refs.Module || b.typ == "check" {
			continue
		}
		t.m.Budget.Step(stepsPerBlock)
		cause := moved.Cause{File: t.call.File, Error: t.At, Sent: t.At}
		if err := teller.Say(cause, b.String(), "module."+t.Name+"."+b.String()); err != nil {
			return err
		}
	}
	return nil
}

// make makes operations on blocks of a type.
func (t *taker) make(action, typ string, of value.Value) error {
	return apply.Made(t.m, t.At, t.object(t.member(action, t.object(t.member(typ, of)))))
}

// What follows makes values of the edits that are made, which are at the extraction's place.

func (t *taker) object(members ...value.Item) value.Value {
	return value.Value{Kind: value.Object, Items: members, At: t.At}
}

func (t *taker) list(elements ...value.Value) value.Value {
	v := value.Value{Kind: value.Array, At: t.At}
	for _, element := range elements {
		v.Items = append(v.Items, value.Item{Value: element})
	}
	return v
}

func (t *taker) string(text string) value.Value {
	return value.Value{Kind: value.String, Text: text, At: t.At}
}

func (t *taker) expression(text string) value.Value { return t.string("${" + text + "}") }

func (t *taker) member(key string, v value.Value) value.Item { return value.Item{Key: key, Value: v} }
