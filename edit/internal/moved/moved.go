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
	"iacedit/internal/base/fault"
	"iacedit/internal/engine/render"
	"iacedit/internal/languages/language"
	"iacedit/internal/languages/terraform"
	"iacedit/module"
	"iacedit/syntax"
	"iacedit/value"
)

// A Writer adds "moved" blocks to the files of a folder.
type Writer struct {
	m              *draft.Module
	o              *report.Observer
	operation      string
	folder         string
	blocks         []movedBlock        // all, in code order
	from           map[value.Class]int // by the address "from": the index in blocks
	inFile         map[*draft.File]int // the number of "moved" blocks in each file
	collection     *draft.File         // the last file with nothing but "moved" blocks, or nil
	versionChecked bool                // checkVersion was called before
}

// A movedBlock is a "moved" block, with the classes of its addresses. Addresses that differ only in
// their spelling have equal classes.
type movedBlock struct {
	draft.Block
	from, to value.Class
}

// A Cause describes the edit for which a "moved" block is added.
type Cause struct {
	File     *draft.File // the file of the block with the new address
	ErrorAt  int         // the offset in the JSON of the edits, for errors
	ReportAt int         // the offset in the JSON of the edits, for outcomes and warnings
}

// NewWriter returns a Writer for a folder. The argument operation is the name of the operation,
// for messages.
func NewWriter(m *draft.Module, o *report.Observer, folder, operation string) *Writer {
	w := &Writer{m: m, o: o, operation: operation, folder: folder, from: map[value.Class]int{}, inFile: map[*draft.File]int{}}
	w.recordExisting()
	return w
}

// recordExisting records the existing "moved" blocks.
func (w *Writer) recordExisting() {
	for _, f := range w.m.FilesIn(w.folder) {
		if !f.Searched() {
			continue
		}
		for _, id := range f.Index.Blocks(nil, syntax.Root, []string{"moved"}) {
			b := draft.Block{File: f, ID: id}
			w.record(movedBlock{Block: b, from: w.attributeClass(b, "from"), to: w.attributeClass(b, "to")})
		}
	}
}

func (w *Writer) record(m movedBlock) {
	w.blocks = append(w.blocks, m)
	if w.inFile[m.File] == 0 && w.hasOnlyMoved(m.File) {
		w.collection = m.File
	}
	w.inFile[m.File]++
	if m.from != 0 {
		w.from[m.from] = len(w.blocks) - 1
	}
}

// stepsPerMoved is the price of a "moved" block.
const stepsPerMoved = 400

// Add adds a "moved" block, such as one from aws_instance.a to aws_instance.b. The addresses may be
// those of resources, modules or instances. If a "moved" block with the reverse addresses exists,
// Add removes that block instead.
func (w *Writer) Add(cause Cause, from, to string) error {
	w.m.Budget.Step(stepsPerMoved)
	old, target := w.addressClass("from", from), w.addressClass("to", to)
	if i, ok := w.from[target]; ok {
		m := &w.blocks[i]
		if m.to != old {
			return fault.At(cause.ErrorAt, fault.InvalidRequest, `%s: a "moved" block records that %s was renamed, so nothing else can get this name; give "moved": false to do so`, w.operation, to)
		}
		delete(w.from, target)
		w.remove(cause, i)
		for i := range w.blocks {
			if m.File.Twin == nil {
				break
			}
			w.m.Budget.Step(1)
			if twin := &w.blocks[i]; twin.File == m.File.Twin && twin.from == target && twin.to == old {
				w.remove(cause, i)
			}
		}
		return nil
	}
	if i, ok := w.from[old]; ok {
		if w.blocks[i].to == target {
			return nil
		}
		return fault.At(cause.ErrorAt, fault.InvalidRequest, `%s: a "moved" block records already that %s was renamed, and a second one cannot; give "moved": false`, w.operation, from)
	}
	file := w.fileFor(cause, to)
	if file.JSON != nil {
		var err error
		if file, err = w.nativeFile(); err != nil {
			return err
		}
	}
	for _, f := range [...]*draft.File{file, file.Twin} {
		if f == nil {
			continue
		}
		added, err := w.addToFile(f, from, to)
		if err != nil {
			return err
		}
		w.record(movedBlock{Block: added, from: old, to: target})
		w.reportBlock(cause.ReportAt, len(w.blocks)-1, report.Created)
	}
	w.checkVersion(cause, typeOf(from) != typeOf(to))
	return nil
}

// typeOf returns the type in the address of a resource, such as aws_instance, or "module" for the
// address of a module.
func typeOf(address string) string {
	parts := strings.Split(draft.WithoutIndex(address), ".")
	return parts[max(len(parts)-2, 0)]
}

// checkVersion warns, once, if the folder allows versions of Terraform that do not support the new
// "moved" block. If the argument otherType is true, the block moves an object to another type,
// which only later versions support.
func (w *Writer) checkVersion(cause Cause, otherType bool) {
	if w.versionChecked {
		return
	}
	w.versionChecked = true
	minimum, feature := terraform.Version{1, 1}, `"moved" blocks`
	if otherType {
		minimum, feature = terraform.Version{1, 8}, `"moved" blocks from one type to another`
	}
	CheckVersion(w.m, w.o, cause.ReportAt, w.folder, minimum, feature)
}

// CheckVersion warns of each required_version of a folder that allows versions of Terraform before
// the minimum, which do not know a feature that an edit uses. The argument at is the offset of the
// edit in the JSON of the edits.
func CheckVersion(m *draft.Module, o *report.Observer, at int, folder string, minimum terraform.Version, feature string) {
	for _, f := range m.FilesIn(folder) {
		if f.Role != module.Configuration {
			continue
		}
		for _, typ := range m.Language.Spellings("terraform") {
			for _, s := range f.BlocksOf(typ) {
				m.Budget.Step(stepsPerMoved)
				id := s.Index.Attribute(s.ID, "required_version")
				if id == syntax.NoItem {
					continue
				}
				e := s.Draft.Expr(s.Tree.Value(id))
				constraint, _ := e.PlainString(e.Root)
				if terraform.AllowsBefore(constraint, minimum) {
					message := fmt.Sprintf(`required_version %s allows versions of Terraform before %d.%d, which do not know %s`, strconv.Quote(constraint), minimum[0], minimum[1], feature)
					o.WarnPlace(at, report.VersionTooLow, message, f, address.Of("terraform"), s.Tree.Item(id).Name.From)
				}
			}
		}
	}
}

// remove deletes the "moved" block with the index i.
func (w *Writer) remove(cause Cause, i int) {
	m := &w.blocks[i]
	w.inFile[m.File]--
	w.reportBlock(cause.ReportAt, i, report.Deleted)
	m.File.Delete(m.ID)
}

// attributeClass returns the class of the address that an attribute of a "moved" block has, or 0 if
// the attribute is missing.
func (w *Writer) attributeClass(b draft.Block, name string) value.Class {
	id := b.Index.Attribute(b.ID, name)
	if id == syntax.NoItem {
		return 0
	}
	return b.Compare().Class(id, language.Body(w.m.Language, "moved").Attribute(name))
}

// addressClass returns the class that an address would have as the value of the given attribute.
func (w *Writer) addressClass(name, address string) value.Class {
	v := value.Value{Kind: value.String, Text: address}
	return w.m.Classes.Value(&v, language.Body(w.m.Language, "moved").Attribute(name)).Class
}

// fileFor returns the file for a new "moved" block: the file of the block with the new address, if
// it has "moved" blocks, or else the last file with nothing but "moved" blocks, or else moved.tf, or
// else the file of the block with the new address after all.
func (w *Writer) fileFor(cause Cause, to string) *draft.File {
	switch n := newMoved(to); {
	case w.inFile[cause.File] > 0, cause.File.GoesBelowAbout(&n):
		return cause.File
	case w.inFile[w.collection] > 0:
		return w.collection
	}
	return w.firstFile(cause)
}

// hasOnlyMoved reports whether all blocks of a file have the type "moved".
func (w *Writer) hasOnlyMoved(f *draft.File) bool {
	for id := f.Draft.FirstItem(syntax.Root); id != syntax.NoItem; id = f.Draft.NextItem(id) {
		w.m.Budget.Step(1)
		if string(f.Draft.Name(id)) != "moved" {
			return false
		}
	}
	return true
}

// newMoved describes a new "moved" block, so that package draft can find a place for it in a file.
func newMoved(to string) draft.NewBlock {
	return draft.NewBlock{Type: "moved", About: draft.WithoutIndex(to)}
}

// addToFile writes a new "moved" block into a file.
func (w *Writer) addToFile(f *draft.File, from, to string) (added draft.Block, err error) {
	n := newMoved(to)
	added.File = f
	added.ID, err = added.PutBlock(syntax.Root, added.PlaceBeside(&n), "moved", nil)
	if err != nil {
		return added, err
	}
	body := language.Body(w.m.Language, "moved")
	for _, side := range [...]struct{ name, address string }{{"from", from}, {"to", to}} {
		v := value.Value{Kind: value.String, Text: side.address}
		text, err := added.AttributeText(added.ID, side.name, &v, body.Attribute(side.name))
		if err != nil {
			return added, err
		}
		w.o.RecordTexts(&v, body.Attribute(side.name), report.Spot{})
		if _, err := added.PutAttribute(added.ID, render.Place{}, side.name, text, -1); err != nil {
			return added, err
		}
	}
	return added, nil
}

// firstFile returns the file for the first "moved" block of a module.
func (w *Writer) firstFile(cause Cause) *draft.File {
	if file := terraform.Block("moved").File; w.m.Named {
		w.m.Budget.Step(len(w.folder))
		if f := w.m.Find(module.Join(w.folder, file)); f != nil && f.Role == module.Configuration {
			return f
		}
	}
	return cause.File
}

// reportBlock reports that a "moved" block is added or removed. The reported address contains the
// index of the block if there are several "moved" blocks.
func (w *Writer) reportBlock(at, index int, result report.Effect) {
	if w.o == nil {
		return
	}
	where := address.Of(terraform.Block("moved").Name)
	if len(w.blocks) > 1 {
		where = append(where, address.Part{Kind: address.PartIndex, Index: index})
	}
	w.o.RecordOutcome(at, w.blocks[index].File, where, "", result)
}

// nativeFile returns a native file for a "moved" block. The file is used if the block would
// otherwise go into a file in JSON syntax.
func (w *Writer) nativeFile() (*draft.File, error) {
	for _, f := range slices.Backward(w.m.FilesIn(w.folder)) {
		if f.JSON == nil && f.Index.HasBlock(syntax.Root, []string{"moved"}) {
			return f, nil
		}
	}
	return w.m.MakeFile(module.Join(w.folder, terraform.Block("moved").File))
}
