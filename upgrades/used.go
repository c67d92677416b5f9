package upgrades

import (
	"fmt"
	"regexp"
	"slices"

	"iacedit/edit"
)

// A Use is a provider of the catalogue that code uses.
type Use struct {
	Known
	At int // the major version that the code is at; 0 if unknown
}

// Used returns the providers of the catalogue that code uses, and the versions that the code is at.
// The lock files may also be among the files.
func Used(code, locks []edit.File) (all []Use) {
	known := map[string]*tree{}
	for _, k := range Providers() {
		if k.Name == terraformItself {
			continue
		}
		s := surveyed(sourceOf(k), code, known)
		requirements := s.requirements()
		if len(requirements) == 0 && !s.any() {
			continue
		}
		u := Use{Known: k}
		versions, _ := locked(s.provider, slices.Concat(code, locks))
		if v, err := current(requirements, versions); err == nil {
			u.At = v.at(0)
		}
		all = append(all, u)
	}
	return all
}

// any reports whether a block belongs to the provider.
func (s *survey) any() bool { return len(s.owns) > 0 }

var providerLine = regexp.MustCompile(`(?m)^provider: *(\S+)`)

// sourceOf returns the source of a provider, without parsing its files.
func sourceOf(k Known) string {
	text, _ := files.ReadFile(fmt.Sprintf("%s/%d.yaml", k.Name, k.Majors[0]))
	if m := providerLine.FindSubmatch(text); m != nil {
		return plainSource(string(m[1]))
	}
	return "hashicorp/" + k.Name
}
