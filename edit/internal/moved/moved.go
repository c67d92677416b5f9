// Package moved adds "moved" blocks, so that Terraform does not replace objects whose address
// changes (docs/edits.md, "Rename and move").
package moved

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"iacedit/address"
	"iacedit/edit/internal/draft"
	"iacedit/edit/internal/report"
	"iacedit/internal/fault"
	"iacedit/internal/language"
	"iacedit/internal/render"
	"iacedit/internal/terraform"
	"iacedit/module"
	"iacedit/syntax"
	"iacedit/value"
)

// A Teller adds "moved" blocks to the files of a folder.
type Teller struct {
	m         *draft.Module
	o         *report.Observer
	operation string
	folder    string
	blocks    []block             // all, in code order
	from      map[value.Class]int // by old address: the index, in blocks, of the "moved" block
	warned    bool                // checkVersion was called before
}

// A block is a "moved" block, with the classes of its addresses. Addresses that mean the same have
// equal classes.
type block struct {
	draft.Block
	from, to value.Class
	gone     bool
}

// A Cause describes the edit for which a "moved" block is added.
type Cause struct {
	File  *draft.File // the file of the block with the new address
	Error int         // the offset in the JSON of the edits, for errors
	Sent  int         // the offset in the JSON of the edits, for outcomes and warnings
}

// The result of In is a Teller for a folder. The argument operation is the name of the operation,
// for messages.
func In(m *draft.Module, o *report.Observer, folder, operation string) *Teller {
	t := &Teller{m: m, o: o, operation: operation, folder: folder, from: map[value.Class]int{}}
	t.find()
	return t
}

// find records the existing "moved" blocks.
func (t *Teller) find() {
	for _, f := range t.m.FilesIn(t.folder) {
		if !f.Searched() {
			continue
		}
		for _, id := range f.Index.Blocks(nil, syntax.Root, []string{"moved"}) {
			b := draft.Block{File: f, ID: id}
			t.note(block{Block: b, from: t.classAt(b, "from"), to: t.classAt(b, "to")})
		}
	}
}

func (t *Teller) note(m block) {
	t.blocks = append(t.blocks, m)
	if m.from != 0 {
		t.from[m.from] = len(t.blocks) - 1
	}
}

// stepsPerMoved is the price of a "moved" block.
const stepsPerMoved = 400

// Say adds a "moved" block, such as one from aws_instance.a to aws_instance.b. The addresses may be
// those of resources, modules or instances. If a "moved" block with the reverse addresses exists,
// Say removes that block instead.
func (t *Teller) Say(b Cause, from, to string) error {
	t.m.Budget.Step(stepsPerMoved)
	old, now := t.classOf("from", from), t.classOf("to", to)
	if i, ok := t.from[now]; ok {
		m := &t.blocks[i]
		if m.to != old {
			return fault.At(b.Error, fault.InvalidRequest, `%s: a "moved" block says that %s has another name now, so that nothing else can have that name without "moved": false`, t.operation, to)
		}
		delete(t.from, now)
		t.remove(b, i)
		for i := range t.blocks {
			if m.File.Twin == nil {
				break
			}
			t.m.Budget.Step(1)
			if twin := &t.blocks[i]; twin.File == m.File.Twin && twin.from == now && twin.to == old {
				t.remove(b, i)
			}
		}
		return nil
	}
	if i, ok := t.from[old]; ok {
		if t.blocks[i].to == now {
			return nil
		}
		return fault.At(b.Error, fault.InvalidRequest, `%s: a "moved" block says already that %s has another name: "moved" blocks cannot say so twice; give "moved": false`, t.operation, from)
	}
	home := t.homeOf(b, to)
	if home.JSON != nil {
		var err error
		if home, err = t.nativeHome(); err != nil {
			return err
		}
	}
	for _, f := range [...]*draft.File{home, home.Twin} {
		if f == nil {
			continue
		}
		added, err := t.add(f, from, to)
		if err != nil {
			return err
		}
		t.note(block{Block: added, from: old, to: now})
		t.tell(b.Sent, len(t.blocks)-1, report.Created)
	}
	t.checkVersion(b, typeOf(from) != typeOf(to))
	return nil
}

// typeOf returns the type in the address of a resource, such as aws_instance, or "module" for the
// address of a module.
func typeOf(address string) string {
	parts := strings.Split(draft.WithoutIndex(address), ".")
	return parts[max(len(parts)-2, 0)]
}

// checkVersion warns, once, if the folder allows versions of Terraform that do not support the new
// "moved" block. A move from one type to another needs a later version than other moves.
func (t *Teller) checkVersion(b Cause, otherType bool) {
	if t.warned {
		return
	}
	t.warned = true
	least, unknown := terraform.Version{1, 1}, `"moved" blocks`
	if otherType {
		least, unknown = terraform.Version{1, 8}, `"moved" blocks from one type to another`
	}
	for _, f := range t.m.FilesIn(t.folder) {
		if f.Role != module.Configuration {
			continue
		}
		for _, typ := range t.m.Language.Spellings("terraform") {
			for _, s := range f.BlocksOf(typ) {
				t.m.Budget.Step(stepsPerMoved)
				id := s.Index.Attribute(s.ID, "required_version")
				if id == syntax.NoItem {
					continue
				}
				e := s.Draft.Expr(s.Tree.Value(id))
				constraint, _ := e.PlainString(e.Root)
				if terraform.AllowsBefore(constraint, least) {
					message := fmt.Sprintf(`required_version %s allows versions of Terraform before %d.%d, which do not know %s`, strconv.Quote(constraint), least[0], least[1], unknown)
					t.o.WarnPlace(b.Sent, report.VersionTooLow, message, f, address.Of("terraform"), s.Tree.Item(id).Name.From)
				}
			}
		}
	}
}

// remove removes the "moved" block with the index i.
func (t *Teller) remove(b Cause, i int) {
	m := &t.blocks[i]
	m.gone = true
	t.tell(b.Sent, i, report.Deleted)
	m.File.Delete(m.ID)
}

// classAt returns the class of the address that an attribute of a "moved" block has, or 0 if the
// attribute is missing.
func (t *Teller) classAt(b draft.Block, name string) value.Class {
	id := b.Index.Attribute(b.ID, name)
	if id == syntax.NoItem {
		return 0
	}
	return b.Compare().Class(id, language.Body(t.m.Language, "moved").Attribute(name))
}

// classOf returns the class that an address would have as the value of the given attribute.
func (t *Teller) classOf(name, address string) value.Class {
	v := value.Value{Kind: value.String, Text: address}
	return t.m.Classes.Value(&v, language.Body(t.m.Language, "moved").Attribute(name)).Class
}

// homeOf returns the file for a new "moved" block.
func (t *Teller) homeOf(b Cause, to string) *draft.File {
	for len(t.blocks) > 0 && t.blocks[len(t.blocks)-1].gone {
		t.blocks = t.blocks[:len(t.blocks)-1]
	}
	switch n := newMoved(to); {
	case b.File.GoesBelowAbout(&n):
		return b.File
	case len(t.blocks) > 0:
		return t.blocks[len(t.blocks)-1].File
	}
	return t.newHome(b)
}

// newMoved describes a new "moved" block, so that package draft can find a place for it in a file.
func newMoved(to string) draft.Newcomer {
	return draft.Newcomer{Type: "moved", About: draft.WithoutIndex(to)}
}

// add adds a "moved" block to a file.
func (t *Teller) add(f *draft.File, from, to string) (added draft.Block, err error) {
	n := newMoved(to)
	added.File = f
	added.ID, err = added.PutBlock(syntax.Root, added.PlaceBeside(&n), "moved", nil)
	if err != nil {
		return added, err
	}
	body := language.Body(t.m.Language, "moved")
	for _, side := range [...]struct{ name, address string }{{"from", from}, {"to", to}} {
		v := value.Value{Kind: value.String, Text: side.address}
		text, err := added.AttributeText(added.ID, side.name, &v, body.Attribute(side.name))
		if err != nil {
			return added, err
		}
		t.o.RecordTexts(&v, body.Attribute(side.name), report.Spot{})
		if _, err := added.PutAttribute(added.ID, render.Place{}, side.name, text, -1); err != nil {
			return added, err
		}
	}
	return added, nil
}

// newHome returns the file for the first "moved" block of a module.
func (t *Teller) newHome(b Cause) *draft.File {
	if file := terraform.Block("moved").File; t.m.Named {
		t.m.Budget.Step(len(t.folder))
		if f := t.m.Find(module.Join(t.folder, file)); f != nil && f.Role == module.Configuration {
			return f
		}
	}
	return b.File
}

// tell reports that a "moved" block is added or removed. The argument number is the index of the
// block, which the reported address contains if there are several "moved" blocks.
func (t *Teller) tell(at, number int, result report.Effect) {
	if t.o == nil {
		return
	}
	where := address.Of(terraform.Block("moved").Name)
	if len(t.blocks) > 1 {
		where = append(where, address.Part{Kind: address.PartIndex, Index: number})
	}
	t.o.RecordOutcome(at, t.blocks[number].File, where, "", result)
}

// nativeHome returns a native file for a "moved" block. It is used if the block would otherwise go
// into a file in JSON syntax.
func (t *Teller) nativeHome() (*draft.File, error) {
	for _, f := range slices.Backward(t.m.FilesIn(t.folder)) {
		if f.JSON == nil && f.Index.HasBlock(syntax.Root, []string{"moved"}) {
			return f, nil
		}
	}
	return t.m.MakeFile(module.Join(t.folder, terraform.Block("moved").File))
}
