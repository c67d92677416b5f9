package workspace

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"iacedit/internal/languages"
	"iacedit/internal/languages/terraform"
)

// Wanted says in which language the files of directories are. The zero value is Terraform. Files
// whose own paths are given may be in any language.
type Wanted struct {
	Dialect languages.Dialect // in this language or, if there are none, in Terraform
	Any     bool              // in Terraform or, if there are none, in another language
	// LeftOut is called for each language with references whose files below directories Any leaves out, with
	// the first of these files and their number. It may be nil.
	LeftOut func(first Source, n int)
	Callers bool // also in the languages whose code runs modules of the chosen language
}

// choose removes the files of directories that are not in the wanted language. If Any is set, it
// chooses one language: the first of the table that a file is in.
func (w Wanted) choose(all []Source, recursive bool) []Source {
	order := []languages.Dialect{w.Dialect, languages.Terraform}
	if w.Any {
		order = slices.Collect(languages.All)
		slices.SortStableFunc(order[1:], func(a, b languages.Dialect) int { // what the language of code is unknown comes last
			return rankOf(a) - rankOf(b)
		})
	}
	found := func(s *Source) bool { return !s.Named && s.root != nil }
	for _, d := range order {
		takes := func(s Source) bool { return found(&s) && d.Takes(s.Dialect) }
		calls := func(s *Source) bool { return w.Callers && found(s) && s.Dialect.Runs(d) }
		if slices.ContainsFunc(all, func(s Source) bool { return takes(s) && s.Dialect == d }) {
			if recursive && w.Any && w.LeftOut != nil {
				w.tell(all, takes)
			}
			all = slices.DeleteFunc(all, func(s Source) bool { return found(&s) && !takes(s) && !calls(&s) })
			for i := range all {
				if found(&all[i]) && !calls(&all[i]) {
					all[i].Dialect = d
				}
			}
			return all
		}
	}
	return slices.DeleteFunc(all, func(s Source) bool { return found(&s) })
}

// tell calls LeftOut for the files that are left out.
func (w Wanted) tell(all []Source, takes func(Source) bool) {
	first, n := map[languages.Dialect]Source{}, map[languages.Dialect]int{}
	for _, s := range all {
		if s.Named || s.root == nil || takes(s) || !s.Dialect.Refers() {
			continue
		}
		if n[s.Dialect]++; n[s.Dialect] == 1 {
			first[s.Dialect] = s
		}
	}
	for d := range languages.All {
		if n[d] > 0 {
			w.LeftOut(first[d], n[d])
		}
	}
}

func rankOf(d languages.Dialect) int {
	if d.Refers() {
		return 0
	}
	return 1
}

// mostSearched is the greatest number of directory entries that are read to find out the language
// of files.
const mostSearched = 20_000

// speech finds out the languages of the files of a file system.
type speech struct {
	fs    fs.FS
	known map[string]bool // by directory: it, or one below it, has a file that says so
	read  int
}

// of returns the language of a file, by its path in the file system. A file whose name is in no
// language counts as HCL.
func (s *speech) of(file string) languages.Dialect {
	dir, name := path.Split(file)
	if native, _ := terraform.InNative(name); terraform.IsTerraform(native) {
		return languages.Terraform
	}
	dir = path.Clean(dir)
	d, _ := languages.OfFile(name, func(named func(name string) bool) bool {
		return s.has(dir, named) || beside(dir) != dir && s.has(beside(dir), named)
	})
	return d
}

// beside returns the directory for whose other directories the files of a directory are: the one around
// a directory such as _envcommon, whose name begins with "_". For any other directory it returns dir itself.
func beside(dir string) string {
	for d := dir; d != path.Dir(d); d = path.Dir(d) {
		if strings.HasPrefix(path.Base(d), "_") {
			return path.Dir(d)
		}
	}
	return dir
}

// languageOf returns the language of a file, by its path below a directory, whose files are given. What is beside
// the directory counts too, in the same repository.
func languageOf(dir string, files fs.FS, file string) languages.Dialect {
	if full, err := filepath.Abs(dir); err == nil {
		up := filepath.FromSlash(beside(filepath.ToSlash(full)))
		if repository := Repository(full); up != full && repository != "" && strings.HasPrefix(up+string(filepath.Separator), repository+string(filepath.Separator)) {
			files, file = os.DirFS(up), path.Join(filepath.ToSlash(strings.TrimPrefix(full, up)), file)
			file = strings.TrimPrefix(file, "/")
		}
	}
	return (&speech{fs: files}).of(file)
}

// has reports whether a directory, or one below it that is not hidden, has a file with such a name.
func (s *speech) has(dir string, named func(name string) bool) bool {
	if has, known := s.known[dir]; known || s.read > mostSearched {
		return has
	}
	entries, _ := fs.ReadDir(s.fs, dir)
	s.read += len(entries)
	has := slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return !e.IsDir() && named(e.Name()) })
	for _, e := range entries {
		has = has || e.IsDir() && !strings.HasPrefix(e.Name(), ".") && s.has(path.Join(dir, e.Name()), named)
	}
	if s.known == nil {
		s.known = map[string]bool{}
	}
	s.known[dir] = has
	return has
}
