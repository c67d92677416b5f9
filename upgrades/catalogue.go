package upgrades

import (
	"embed"
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/goccy/go-yaml"

	"iacedit/internal/base/nearest"
	"iacedit/internal/requests/ruleset"
)

// A Catalogue contains the facts of one file: what a new major version of a provider changes in
// code.
type Catalogue struct {
	Provider string // its source, such as hashicorp/aws, or "terraform"
	To       int    // the major version
	Version  string // the version that an exact pin becomes
	Guide    string // the path of the upgrade guide in the provider's repository
	SameAs   string // another file whose facts also apply, such as google/7
	Entries  []Entry
	Edits    []yaml.MapSlice // edits of a stored rule, which apply to the whole code
	tests    []test

	text []byte // the file
}

// An Entry contains the facts of one section of a guide about one type.
type Entry struct {
	Of      string // "resource", "data", "ephemeral", "provider" or "backend"
	Type    string // may contain "*"; the name of the provider if Of is "provider"
	Section string // the heading in the guide
	Facts   []Fact
}

// A Kind is a kind of fact.
type Kind string

// The kinds of facts.
const (
	Rename   Kind = "rename"
	Remove   Kind = "remove"
	ReadOnly Kind = "read_only"
	Reshape  Kind = "reshape"
	Retype   Kind = "retype"
	Value    Kind = "value"
	Default  Kind = "default"
	Required Kind = "required"
	Split    Kind = "split"
	Manual   Kind = "manual"
)

// kinds are the kinds of facts, in the order of --describe.
var kinds = []Kind{Rename, Remove, ReadOnly, Reshape, Retype, Value, Default, Required, Split, Manual}

// A Fact is one change of a version.
type Fact struct {
	Kind Kind
	Path string // the argument or nested block, such as protocols.enable_http2; "" for the block itself

	To        string   // rename: the new path; retype: the new type
	Expr      string   // rename: the new value, in which $ stands for the old one
	Reference string   // rename: the new reference, in which $ stands for it
	Values    []Pair   // rename, value: old literals and what replaces them; nil removes the argument
	Block     bool     // rename: the item is a nested block
	Object    bool     // rename: the first step of the new path is an attribute whose value is an object
	KeepEmpty bool     // rename: nested blocks that become empty stay
	Swaps     []Swap   // rename: the value must be a reference, which gets another attribute
	Drop      []string // rename: arguments beside the swapped one, which it makes redundant

	Form *Form // reshape

	Moved bool // retype: a moved block can carry the state over

	Was, Now json.RawMessage // default, required: the old and the new default; nil if unknown

	Say     string            // manual, required: what to do
	When    []json.RawMessage // manual: only for these literals, and for values that are no literals; nil: for all
	Only    string            // manual: "arguments", "references" or "indexes"; "" for both of the first
	Missing bool              // manual: where the argument is missing

	Edits []yaml.MapSlice // split
}

// A Swap is an attribute of a resource type, and another attribute that replaces it in references.
type Swap struct{ Type, From, To string }

// A Pair is an old literal and its new value in JSON.
type Pair struct{ Old, New json.RawMessage }

// A test is some code, and what an upgrade makes of it.
type test struct {
	Name         string        `yaml:"name"`
	KeepDefaults bool          `yaml:"keep_defaults"`
	Before       ruleset.Code  `yaml:"before"`
	After        *ruleset.Code `yaml:"after"`  // nil if nothing changes
	Manual       []string      `yaml:"manual"` // the addresses of the notes
}

//go:embed */*.yaml
var files embed.FS

// loaded are the parsed files, by name: azurerm/5.
var loaded sync.Map

// versions returns the providers of the catalogue, each with the major versions for which there is
// a file, in order. It parses no file.
func versions() map[string][]int {
	all := map[string][]int{}
	found, _ := files.ReadDir(".")
	for _, dir := range found {
		inside, _ := files.ReadDir(dir.Name())
		for _, f := range inside {
			major, err := strconv.Atoi(strings.TrimSuffix(f.Name(), ".yaml"))
			if err == nil {
				all[dir.Name()] = append(all[dir.Name()], major)
			}
		}
		slices.Sort(all[dir.Name()])
	}
	return all
}

// Providers returns the names of the providers in the catalogue, in order, each with the major
// versions to which code can be upgraded.
func Providers() (all []Known) {
	for name, majors := range versions() {
		all = append(all, Known{name, majors})
	}
	slices.SortFunc(all, func(a, b Known) int { return strings.Compare(a.Name, b.Name) })
	return all
}

// A Known is a provider of the catalogue.
type Known struct {
	Name   string // the last part of its source, such as aws
	Majors []int  // the major versions for which there is a file, in order
}

// Find returns the name of a provider and its major versions. The argument is a name such as aws,
// or a source such as hashicorp/aws.
func Find(provider string) (Known, error) {
	name := path.Base(plainSource(provider))
	majors, ok := versions()[name]
	if !ok {
		var names []string
		for _, k := range Providers() {
			names = append(names, k.Name)
		}
		return Known{}, fmt.Errorf("the catalogue has no provider %q%s", provider, nearest.Or(provider, names))
	}
	return Known{name, majors}, nil
}

// Target splits a text such as azurerm@5 into the name of a provider and the major version to reach.
// Without a version, it returns 0.
func Target(text string) (provider string, to int, err error) {
	provider, version, ok := strings.Cut(text, "@")
	if ok {
		if to, err = strconv.Atoi(version); err != nil {
			return "", 0, fmt.Errorf("%s: a version is a whole number, such as %s@5", text, provider)
		}
	}
	return provider, to, nil
}

// Load returns the facts about a major version of a provider.
func Load(provider string, major int) (*Catalogue, error) {
	k, err := Find(provider)
	if err != nil {
		return nil, err
	}
	if !slices.Contains(k.Majors, major) {
		return nil, fmt.Errorf("the catalogue has no version %d of %s; it has %s", major, k.Name, majorsText(k.Majors))
	}
	return load(k.Name + "/" + strconv.Itoa(major))
}

// majorsText lists major versions for a message.
func majorsText(majors []int) string {
	var texts []string
	for _, m := range majors {
		texts = append(texts, strconv.Itoa(m))
	}
	return strings.Join(texts, ", ")
}
