package draft

import (
	"bytes"
	"slices"

	"iacedit/syntax"
)

// prepareNew prepares an empty file that an edit has created: it sets the line ends and the
// licence. The line ends are CR LF if all other files of the folder have CR LF. The licence is the
// comment with which all of these files begin. If BeginLike was called with another file, the line
// ends are those of that file, and the licence is that of its folder.
func (f *File) prepareNew() error {
	if !f.Made || f.licenceDone || f.Settled {
		return nil
	}
	f.licenceDone = true
	if f.Draft.Changed() {
		return nil
	}
	folder := f.Folder
	if f.model != nil {
		folder = f.model.Folder
	}
	var beside []*File
	for _, other := range f.Module.FilesIn(folder) {
		f.Budget.Step(stepsPerFile)
		if other != f && other.Searched() && !(other.Made && other.Tree.Value(syntax.Root).Len() == 0) {
			beside = append(beside, other)
		}
	}
	model := beside
	if f.model != nil {
		model = []*File{f.model}
	}
	if len(model) > 0 && !slices.ContainsFunc(model, func(f *File) bool { return f.Draft.Newline() != "\r\n" }) {
		f.Draft.UseCRLF()
	}
	if licence := licenceOf(beside); licence != nil {
		return f.Draft.Begin(licence)
	}
	return nil
}

// licenceOf returns the licence with which all of the files begin, or nil if there is no such
// licence.
func licenceOf(files []*File) (licence []byte) {
	for _, f := range files {
		own := f.licence()
		if own == nil || licence != nil && !bytes.Equal(own, licence) {
			return nil
		}
		licence = own
	}
	return licence
}

// BeginLike makes a new file begin as another file would: with the line ends of the other file, and
// the licence of the files in its folder. It has no effect if the request has other files in the
// new file's folder.
func (f *File) BeginLike(model *File) {
	for _, other := range f.Module.FilesIn(f.Folder) {
		f.Budget.Step(1)
		if other.Searched() && !other.Made {
			return
		}
	}
	f.model = model
}

// licence returns the comment lines at the start of a file if they are a licence, or nil
// otherwise.
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
