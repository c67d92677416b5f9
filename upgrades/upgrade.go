package upgrades

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/goccy/go-yaml"

	"iacedit/edit"
	"iacedit/internal/requests/ruleset"
	"iacedit/module"
)

// Options say what an upgrade does.
type Options struct {
	Provider     string // the name of the provider, such as aws, or its source
	From         int    // the major version that the code is at; 0: find out
	To           int    // the major version to reach; 0: the newest in the catalogue
	KeepDefaults bool   // write old defaults where the code relies on them

	Locks []edit.File  // lock files that are not among the files: .terraform.lock.hcl
	Edit  edit.Options // the limits of each request
}

// A Result is what an upgrade did.
type Result struct {
	Provider string           // the source of the provider
	From, To int              // the major versions
	Files    []edit.File      // the files that changed or are new
	Report   edit.Report      // what the edits did; the pointers are empty
	Manual   []Note           // the places that somebody has to look at, in the order of the code
	Defaults []ChangedDefault // the defaults that changed, and on which the code relies
	Unknown  []string         // the types of the provider in the code of which the guides say nothing
	Locks    []string         // the lock files, which are not edited
}

// A ChangedDefault is an argument that the code leaves out, and whose default changed.
type ChangedDefault struct {
	Type   string `json:"type"`
	Path   string `json:"path"`
	Was    string `json:"was,omitempty"` // as JSON; "" if unknown
	Now    string `json:"now,omitempty"`
	Places int    `json:"places"` // how many blocks leave it out
}

// Apply upgrades the code of a module, or of a tree of modules, from one major version of a
// provider to another, one major version after the other. It applies the facts of the catalogue,
// raises the constraints in required_providers, and lists the places that nothing in the catalogue
// can settle. If the code is at the version already, nothing changes. Apply does not modify the
// files. A file without a name is a module of its own.
func (o *Options) Apply(files []edit.File) (*Result, error) {
	if o == nil {
		o = new(Options)
	}
	k, err := Find(o.Provider)
	if err != nil {
		return nil, err
	}
	to := o.To
	if to == 0 {
		to = k.Majors[len(k.Majors)-1]
	}
	var all []*Catalogue
	for _, major := range k.Majors {
		if major <= to && (major > o.From || major == to) {
			c, err := Load(k.Name, major)
			if err != nil {
				return nil, err
			}
			all = append(all, c)
		}
	}
	if _, err := Load(k.Name, to); err != nil {
		return nil, err
	}
	return o.applied(files, all)
}

// applied is like Apply, with the catalogues of all versions up to the wanted one.
func (o *Options) applied(files []edit.File, all []*Catalogue) (*Result, error) {
	last := all[len(all)-1]
	code, locks := parted(files)
	u := &upgrade{options: o, files: code, known: map[string]*tree{}, seen: map[string]bool{}, result: Result{Provider: last.Provider, To: last.To}}
	if err := u.invalid(); err != nil && !o.Edit.SkipInvalid {
		return nil, err
	}
	if err := u.start(all[0], slices.Concat(locks, o.Locks)); err != nil {
		return nil, err
	}
	for _, c := range all {
		if c.To <= u.result.From {
			continue
		}
		u.steps = append(u.steps, c)
		if err := u.version(c); err != nil {
			return nil, fmt.Errorf("%s %d: %w", c.Provider, c.To, err)
		}
	}
	u.finish(code)
	return &u.result, nil
}

// An upgrade is one call of Apply.
type upgrade struct {
	options  *Options
	files    []edit.File
	known    map[string]*tree
	surveyed *survey         // of the files; nil until it is needed
	seen     map[string]bool // the notes, as lines
	steps    []*Catalogue
	attempts int
	result   Result
}

// parted returns the files without the lock files, and the lock files.
func parted(files []edit.File) (code, locks []edit.File) {
	for _, f := range files {
		if _, name := module.Split(f.Name); name == LockName {
			locks = append(locks, f)
		} else {
			code = append(code, f)
		}
	}
	return code, locks
}

// invalid returns the error of the first file with configuration that does not parse, or nil.
func (u *upgrade) invalid() error {
	p := codeParser{files: u.files, known: u.known}
	for i := range u.files {
		if _, err := p.tree(&u.files[i]); err != nil {
			return err
		}
	}
	return nil
}

// start finds out the version that the code is at.
func (u *upgrade) start(first *Catalogue, files []edit.File) error {
	s := u.survey()
	locks, names := locked(u.result.Provider, files)
	u.result.Locks = names
	if u.result.From = u.options.From; u.result.From != 0 {
		return nil
	}
	if u.result.Provider == terraformItself {
		u.result.From = first.To - 1
		return nil
	}
	requirements := s.requirements()
	v, err := current(requirements, locks)
	if err != nil {
		return fmt.Errorf("%s: %w; give the version (--from)", u.result.Provider, err)
	}
	u.result.From = v.at(0)
	return nil
}

// version applies the facts about one major version.
func (u *upgrade) version(c *Catalogue) error {
	retyped := map[string]bool{}
	for i := range c.Entries {
		if e := &c.Entries[i]; slices.ContainsFunc(e.Facts, func(f Fact) bool { return f.Kind == Retype }) {
			retyped[e.Of+" "+e.Type] = true
		}
	}
	var first, second []*Entry // a retyped block then has the facts of its new type
	for i := range c.Entries {
		if e := &c.Entries[i]; retyped[e.Of+" "+e.Type] {
			first = append(first, e)
		} else {
			second = append(second, e)
		}
	}
	for _, entries := range [][]*Entry{first, second} {
		if err := u.apply(c, entries); err != nil {
			return err
		}
	}
	if err := u.rule(c.Edits); err != nil {
		return err
	}
	edits, notes := u.survey().bumps(c)
	u.tell(notes...)
	if edits == nil {
		return nil
	}
	text, err := edits.MarshalJSON()
	if err != nil {
		return err
	}
	return u.edit(text)
}

// apply applies the facts of entries. It makes the splits first, so that it can tell what they leave.
func (u *upgrade) apply(c *Catalogue, entries []*Entry) error {
	if err := u.split(u.survey(), entries); err != nil {
		return err
	}
	s := u.survey()
	for _, e := range entries {
		u.tell(s.before(e, c.To)...)
	}
	for _, at := range []stage{renaming, grouping, filling, reshaping} {
		s := u.survey()
		if at == filling {
			u.defaults(s, entries)
		}
		if err := u.all(s.units(entries, at, u.options.KeepDefaults)); err != nil {
			return err
		}
		if at == filling {
			s := u.survey()
			for _, e := range entries {
				u.tell(s.lacking(e)...)
			}
		}
	}
	if err := u.retype(entries); err != nil {
		return err
	}
	s = u.survey()
	for _, e := range entries {
		u.tell(s.after(e)...)
	}
	return nil
}

// units returns the units of a stage: one for each kind of block in the code that entries are
// about, and one for each backend.
func (s *survey) units(entries []*Entry, at stage, keepDefaults bool) (all []*unit) {
	index := map[*block]*unit{}
	for _, e := range entries {
		for _, k := range s.matching(e) {
			for _, blocks := range s.together(k) {
				if len(blocks) == 0 {
					continue
				}
				for i := range e.Facts {
					f := &e.Facts[i]
					if of, ok := stageOf(f); !ok || of != at || f.Kind == Default && !keepDefaults {
						continue
					}
					u := index[blocks[0]]
					if u == nil {
						u = &unit{kindOf: k, blocks: blocks, all: len(blocks) == len(s.blocks[k])}
						index[blocks[0]] = u
						all = append(all, u)
					}
					u.facts = append(u.facts, f)
				}
			}
		}
	}
	return all
}

// together returns the provider's blocks of a kind, divided into those that one entry of an edit
// selects: all of them, but each backend alone, since no selector sees the arguments of a backend.
func (s *survey) together(k kindOf) [][]*block {
	blocks := s.owned(k)
	if k.of != "backend" {
		return [][]*block{blocks}
	}
	return slices.Collect(slices.Chunk(blocks, 1))
}

// defaults records the changed defaults on which the code relies.
func (u *upgrade) defaults(s *survey, entries []*Entry) {
	for _, e := range entries {
		for i := range e.Facts {
			f := &e.Facts[i]
			if f.Kind != Default || u.options.KeepDefaults && f.Was != nil {
				continue
			}
			for _, k := range s.matching(e) {
				if n := len(s.missing(k, f)); n > 0 {
					u.result.Defaults = append(u.result.Defaults, ChangedDefault{k.typ, f.Path, string(f.Was), string(f.Now), n})
				}
			}
		}
	}
}

// split applies the edits of split facts, for types all of whose blocks belong to the provider.
func (u *upgrade) split(s *survey, entries []*Entry) error {
	for _, e := range entries {
		for i := range e.Facts {
			f := &e.Facts[i]
			if f.Kind != Split {
				continue
			}
			for _, k := range s.matching(e) {
				if blocks := s.owned(k); len(blocks) < len(s.blocks[k]) {
					if !u.wouldChange(f.Edits) {
						break
					}
					for _, b := range blocks {
						u.tell(b.note(b.id, "", "not changed: blocks of this type in the code belong to different providers; change it by hand."))
					}
					continue
				}
				if err := u.rule(f.Edits); err != nil {
					u.tellAll(s.owned(k), err)
				}
				break
			}
		}
	}
	return nil
}

// wouldChange reports whether the edits of a stored rule have something to do in the files.
func (u *upgrade) wouldChange(edits []yaml.MapSlice) bool {
	trial := *u
	trial.files, trial.known, trial.seen, trial.surveyed = slices.Clone(u.files), map[string]*tree{}, map[string]bool{}, nil
	err := trial.rule(edits)
	return err != nil || !slices.EqualFunc(u.files, trial.files, func(a, b edit.File) bool { return bytes.Equal(a.Code, b.Code) })
}

// rule applies the edits of a stored rule.
func (u *upgrade) rule(edits []yaml.MapSlice) error {
	if len(edits) == 0 {
		return nil
	}
	r := ruleset.Rule{Description: "a fact of the catalogue", Edits: edits}
	steps, err := r.With(nil)
	if err != nil {
		return err
	}
	for i := range steps {
		text, in, err := steps[i].On(u.files, u.inModule())
		if err != nil {
			return err
		}
		if text != nil {
			if err := u.editIn(in, text); err != nil {
				return err
			}
		}
	}
	return nil
}

// inModule reports whether the files have names.
func (u *upgrade) inModule() bool { return len(u.files) != 1 || u.files[0].Name != "" }

// retype gives blocks their new types.
func (u *upgrade) retype(entries []*Entry) error {
	s := u.survey()
	for _, e := range entries {
		for i := range e.Facts {
			f := &e.Facts[i]
			if f.Kind != Retype {
				continue
			}
			for _, k := range s.matching(e) {
				r := &retyping{f, s.owned(k)}
				if err := u.edit(r.request()); err != nil {
					u.tellAll(r.blocks, err)
				} else {
					u.tell(r.notes(s)...)
				}
			}
		}
	}
	return nil
}
