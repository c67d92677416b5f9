package draft

import (
	"bytes"
	"slices"

	"iacedit/syntax"
)

// prepareNew prepares an empty file that an edit has created: it sets the line ends, the indentation
// and the licence. They are those of the other files of the folder. If the folder has no other
// files, they are those of the folder of the model: the file that the first block of the new file
// comes from. The line ends and the indentation are those of the model or, if there is no model in
// their folder, those that all of the files have. The licence is the comment with which all of the
// files begin. If they begin with different licences, for example of different years, it is the
// licence of the model.
func (f *File) prepareNew() error {
	if !f.Made || f.licenceDone || f.Settled {
		return nil
	}
	f.licenceDone = true
	if f.Draft.Changed() {
		return nil
	}
	folder, beside := f.Folder, f.searchedIn(f.Folder)
	if f.model != nil && len(beside) == 0 {
		folder, beside = f.model.Folder, f.searchedIn(f.model.Folder)
	}
	like := beside
	if f.model != nil && f.model.Folder == folder {
		like = []*File{f.model}
	}
	if len(like) > 0 {
		if !slices.ContainsFunc(like, func(f *File) bool { return f.Draft.Newline() != "\r\n" }) {
			f.Draft.UseCRLF()
		}
		step := like[0].Draft.FileStep()
		if !slices.ContainsFunc(like, func(f *File) bool { return f.Draft.FileStep() != step }) {
			f.Draft.SetFileStep(step)
		}
	}
	if licence := f.licenceLike(beside); licence != nil {
		return f.Draft.Begin(licence)
	}
	return nil
}

// searchedIn returns the files of a folder that may contain code, apart from f.
func (f *File) searchedIn(folder string) (files []*File) {
	for _, other := range f.Module.FilesIn(folder) {
		f.Budget.Step(stepsPerFile)
		if other != f && other.Searched() && !(other.Made && other.Tree.Value(syntax.Root).Len() == 0) {
			files = append(files, other)
		}
	}
	return files
}

// licenceLike returns the licence with which all of the files begin. If they begin with different
// licences, it returns that of the model. If one of them has no licence, it returns that of the
// model only if the model is among them. It returns nil for no licence.
func (f *File) licenceLike(files []*File) (licence []byte) {
	same, licensed := true, true
	for _, other := range files {
		own := other.licence()
		licensed = licensed && own != nil
		if licence == nil {
			licence = own
		}
		same = same && bytes.Equal(own, licence)
	}
	switch {
	case same && licensed:
		return licence
	case f.model != nil && (licensed || slices.Contains(files, f.model)):
		return f.model.licence()
	}
	return nil
}

// BeginLike sets the model of new files: the file that the blocks of the current edit come from. A
// new file begins with the licence of the model if the files beside it have different ones. The
// returned func restores the previous model.
func (m *Module) BeginLike(model *File) (restore func()) {
	previous := m.model
	m.model = model
	return func() { m.model = previous }
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
