package draft

import (
	"bytes"

	"iacedit/module"
	"iacedit/syntax"
)

// begin puts the licence at the start of a file that an edit makes, if all files beside it
// begin with one licence. It is called before something is put into the file.
func (f *File) begin() error {
	if !f.Made || f.begun || f.Settled {
		return nil
	}
	f.begun = true
	if f.Draft.Changed() {
		return nil
	}
	folder, _ := module.Split(f.Name)
	if f.like != "" {
		folder = f.like
	}
	var licence []byte
	for _, other := range f.Module.order {
		f.Budget.Step(stepsPerFile)
		if in, _ := module.Split(other.Name); other == f || in != folder || !other.Searched() || other.Made && other.Tree.Value(syntax.Root).Len() == 0 {
			continue
		}
		own := other.licence()
		if own == nil || licence != nil && !bytes.Equal(own, licence) {
			return nil
		}
		licence = own
	}
	if licence == nil {
		return nil
	}
	return f.Draft.Begin(licence)
}

// BeginAs lets a new file begin with the licence of another folder, unless its own has files
// that were sent.
func (f *File) BeginAs(folder string) {
	for _, other := range f.Module.order {
		f.Budget.Step(1)
		if other.Folder == f.Folder && other.Searched() && !other.Made {
			return
		}
	}
	f.like = folder
}

// licence returns the lines of comments at the start of a file, if they are a licence.
func (f *File) licence() []byte {
	d := f.Draft
	var text []byte
	for first := range d.Children(syntax.Root) {
		if d.Kind(first) == syntax.KindGap {
			text = d.At(d.Item(first).Head)
		}
		break
	}
	text = bytes.ReplaceAll(text, []byte("\r\n"), []byte{'\n'})
	f.Budget.Step(len(text) / 16)
	if end := bytes.Index(text, []byte("\n\n")); end >= 0 {
		text = text[:end+1]
	}
	if !syntax.IsLicence(text) {
		return nil
	}
	return text
}
