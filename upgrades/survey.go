package upgrades

import (
	"bytes"
	"errors"
	"slices"
	"strings"

	"iacedit/edit"
	"iacedit/internal/engine/conversion"
	"iacedit/internal/engine/envelope"
	"iacedit/internal/engine/mirror"
	"iacedit/internal/languages/terraform"
	"iacedit/module"
	"iacedit/syntax"
)

// A survey contains the blocks of a tree of modules, and which of them belong to a provider.
type survey struct {
	provider string // the source of the provider, or "terraform", to which all blocks belong
	trees    []*tree
	blocks   map[kindOf][]*block
	owns     map[owner]bool
	folders  map[string]*folder
}

// An owner is a block that belongs to the provider.
type owner struct {
	kindOf
	folder, name string
}

// A kindOf is a block type and, for types with several labels, the first label.
type kindOf struct{ of, typ string }

// A tree is a parsed file.
type tree struct {
	name   string
	folder string
	role   module.Role
	code   []byte
	f      *syntax.File
	found  []use // see uses
}

// A folder is a module.
type folder struct {
	sources map[string]string // the sources of providers, by local name
	tofu    bool              // it has .tofu files
}

// A block is a top-level block, or a backend in the settings block.
type block struct {
	*tree
	id    syntax.ItemID
	of    string // as Entry.Of
	typ   string // its first label
	name  string // its last label
	owned bool   // it belongs to the provider
}

// surveyed finds the blocks of files. Files that do not parse are left out. The map known contains
// the trees of files that have been parsed before, and receives the others.
func surveyed(provider string, all []edit.File, known map[string]*tree) *survey {
	s := &survey{provider: provider, blocks: map[kindOf][]*block{}, owns: map[owner]bool{}, folders: map[string]*folder{}}
	p := codeParser{files: all, known: known}
	for i := range all {
		t, err := p.tree(&all[i])
		if t == nil || err != nil {
			continue
		}
		s.trees = append(s.trees, t)
		s.folder(t).tofu = s.folder(t).tofu || strings.HasSuffix(t.name, ".tofu")
		t.readSources(s.folder(t).sources)
	}
	for _, t := range s.trees {
		s.addBlocks(t)
	}
	return s
}

// A codeParser parses the files of a tree of modules.
type codeParser struct {
	files   []edit.File
	known   map[string]*tree // see surveyed
	mirrors *mirror.Maker    // converts files in JSON syntax; nil until one is needed
}

// tree returns the tree of a file with configuration, or nil for other files. The tree of a file in
// JSON syntax is that of its mirror, with the positions in the file.
func (p *codeParser) tree(file *edit.File) (*tree, error) {
	dir, name := module.Split(file.Name)
	role := module.RoleOf(name)
	if name != "" && role != module.Configuration && role != module.Override {
		return nil, nil
	}
	t := p.known[file.Name]
	if t != nil && bytes.Equal(t.code, file.Code) {
		return t, nil
	}
	t = &tree{name: file.Name, folder: dir, role: role, code: file.Code}
	var err error
	if terraform.IsInJSON(name) {
		t.f, err = p.mirrored(file)
		return t, err // it also depends on the files beside it, so it is not kept
	}
	if t.f, err = syntax.Parse(file.Code); err != nil {
		if wrong, ok := errors.AsType[*syntax.Error](err); ok {
			err = envelope.InvalidCode(file, wrong)
		}
		return nil, err
	}
	p.known[file.Name] = t
	return t, nil
}

// mirrored returns the tree of the mirror of a file in JSON syntax.
func (p *codeParser) mirrored(file *edit.File) (*syntax.File, error) {
	if p.mirrors == nil {
		var native []edit.File
		for _, f := range p.files {
			if !terraform.IsInJSON(f.Name) {
				native = append(native, f)
			}
		}
		p.mirrors = conversion.Mirrors(native)
	}
	m, err := p.mirrors.Of(*file, nil)
	if err != nil {
		return nil, err
	}
	return m.Parse(true, nil)
}

func (s *survey) folder(t *tree) *folder {
	f := s.folders[t.folder]
	if f == nil {
		f = &folder{sources: map[string]string{}}
		s.folders[t.folder] = f
	}
	return f
}

// readSources adds the sources in required_providers to a map.
func (t *tree) readSources(sources map[string]string) {
	for _, required := range t.required() {
		for id := range t.f.Attributes(required) {
			if pair := t.f.Pair(id, "source"); pair != syntax.NoItem {
				if text, ok := t.plainText(pair); ok {
					sources[string(t.f.Name(id))] = plainSource(text)
				}
			}
		}
	}
}

// required returns the blocks required_providers.
func (t *tree) required() (all []syntax.ItemID) {
	for settings := range t.f.Blocks(syntax.Root, "terraform") {
		all = slices.AppendSeq(all, t.f.Blocks(settings, "required_providers"))
	}
	return all
}

// plainText returns the text of an item's value, if it is a string without interpolations.
func (t *tree) plainText(id syntax.ItemID) (string, bool) {
	e := t.f.ValueExpr(id)
	return e.PlainString(e.Root)
}

// plainSource returns a provider's source without the host of a public registry.
func plainSource(source string) string {
	source = strings.ToLower(source)
	for _, host := range []string{"registry.terraform.io/", "registry.opentofu.org/"} {
		source = strings.TrimPrefix(source, host)
	}
	return source
}

// source returns the source of a provider by its local name in a folder.
func (s *survey) source(folder, local string) string {
	if f := s.folders[folder]; f != nil {
		if of, ok := f.sources[local]; ok {
			return of
		}
	}
	return "hashicorp/" + local
}

// addBlocks records the blocks of a file.
func (s *survey) addBlocks(t *tree) {
	for id := range t.f.Blocks(syntax.Root, "") {
		b := &block{tree: t, id: id, of: string(t.f.Name(id))}
		var labels []string
		for label := range t.f.Labels(id) {
			labels = append(labels, string(label))
		}
		switch b.of {
		case "resource", "data", "ephemeral":
			if len(labels) != 2 {
				continue
			}
			b.typ, b.name = labels[0], labels[1]
			b.owned = s.belongs(t.folder, t.localProvider(id, b.typ))
		case "provider":
			if len(labels) != 1 {
				continue
			}
			b.typ, b.name = labels[0], labels[0]
			b.owned = s.belongs(t.folder, b.typ)
		case "terraform":
			for inner := range t.f.Blocks(id, "backend") {
				for label := range t.f.Labels(inner) {
					s.add(&block{tree: t, id: inner, of: "backend", typ: string(label), name: string(label), owned: s.belongs(t.folder, "terraform")})
				}
			}
			continue
		default:
			continue
		}
		s.add(b)
	}
}

func (s *survey) add(b *block) {
	k := kindOf{b.of, b.typ}
	s.blocks[k] = append(s.blocks[k], b)
	if b.owned {
		s.owns[owner{k, b.folder, b.name}] = true
	}
}

// belongs reports whether the provider with a local name is the survey's.
func (s *survey) belongs(folder, local string) bool {
	return s.provider == terraformItself || s.source(folder, local) == s.provider
}

// terraformItself is the provider of facts about Terraform's own language.
const terraformItself = "terraform"

// localProvider returns the local name of the provider of a resource or data source.
func (t *tree) localProvider(id syntax.ItemID, typ string) string {
	if a := t.f.Attribute(id, "provider"); a != syntax.NoItem {
		e := t.f.ValueExpr(a)
		text := string(e.Source(e.Root))
		if plain, ok := e.PlainString(e.Root); ok {
			text = plain // the old form, in quotes
		}
		local, _, _ := strings.Cut(text, ".")
		return strings.TrimSpace(local)
	}
	local, _, _ := strings.Cut(typ, "_")
	return local
}

// matching returns the kinds of blocks in the code that an entry is about, in order.
func (s *survey) matching(e *Entry) (all []kindOf) {
	if e.Of == "provider" {
		for k, blocks := range s.blocks {
			if k.of == e.Of && slices.ContainsFunc(blocks, func(b *block) bool { return b.owned }) {
				all = append(all, k)
			}
		}
	} else if !strings.Contains(e.Type, "*") {
		if s.owned(kindOf{e.Of, e.Type}) != nil {
			all = append(all, kindOf{e.Of, e.Type})
		}
	} else {
		for k := range s.blocks {
			if k.of == e.Of && matches(e.Type, k.typ) && s.owned(k) != nil {
				all = append(all, k)
			}
		}
	}
	slices.SortFunc(all, func(a, b kindOf) int { return strings.Compare(a.typ, b.typ) })
	return all
}

// owned returns the blocks of a kind that belong to the provider.
func (s *survey) owned(k kindOf) (all []*block) {
	for _, b := range s.blocks[k] {
		if b.owned {
			all = append(all, b)
		}
	}
	return all
}

// matches reports whether a type matches a pattern in which "*" is any number of characters.
func matches(pattern, typ string) bool {
	parts := strings.Split(pattern, "*")
	if len(parts) == 1 {
		return pattern == typ
	}
	rest, ok := strings.CutPrefix(typ, parts[0])
	for _, part := range parts[1 : len(parts)-1] {
		if ok {
			_, rest, ok = strings.Cut(rest, part)
		}
	}
	return ok && strings.HasSuffix(rest, parts[len(parts)-1])
}

// address returns the address of a block, as code writes it.
func (b *block) address() string {
	switch b.of {
	case "resource":
		return b.typ + "." + b.name
	case "provider":
		return "provider." + b.name
	case "backend":
		return "terraform.backend." + b.name
	case "module":
		return "module." + b.name
	}
	return b.of + "." + b.typ + "." + b.name
}

// line returns the line of an item.
func (t *tree) line(id syntax.ItemID) int { return t.f.Line(t.f.Item(id).Name.From) }
