package upgrades

import (
	"fmt"
	"testing"
)

// Each file of the catalogue is valid, and its tests pass: those in the file, and those that are
// generated from each of its facts.
func TestCatalogue(t *testing.T) {
	for _, k := range Providers() {
		for _, major := range k.Majors {
			t.Run(fmt.Sprintf("%s/%d", k.Name, major), func(t *testing.T) {
				t.Parallel()
				c, err := Load(k.Name, major)
				if err != nil {
					t.Fatal(err)
				}
				failed, count := c.Check()
				for _, err := range failed {
					t.Error(err)
				}
				t.Logf("%d tests", count)
			})
		}
	}
}

// In each file, at most a part of the arguments and nested blocks are left to somebody: a quarter,
// or a third in the files that have no list of the guide's facts to compare with. An argument is left
// to somebody if all facts about it are manual. Those about references alone, and those about types
// that are gone, do not count; a new name of a type counts.
func TestFewAreManual(t *testing.T) {
	for _, k := range Providers() {
		most := 1.0 / 3
		if k.Name == "azurerm" || k.Name == "cloudflare" {
			most = 1.0 / 4
		}
		for _, major := range k.Majors {
			c, err := Load(k.Name, major)
			if err != nil {
				t.Fatal(err)
			}
			manual := map[[3]string]bool{}
			for _, e := range c.Entries {
				for _, f := range e.Facts {
					if f.ofReferences() || f.Path == "" && f.Kind == Manual {
						continue
					}
					at := [3]string{e.Of, e.Type, f.Path}
					other, known := manual[at]
					manual[at] = f.Kind == Manual && (other || !known)
				}
			}
			n := 0
			for _, is := range manual {
				if is {
					n++
				}
			}
			part := float64(n) / float64(len(manual))
			t.Logf("%s %d: %d of %d are manual, %.1f %%", k.Name, major, n, len(manual), 100*part)
			if part > most {
				t.Errorf("%s %d: %.1f %% are manual, more than %.1f %%", k.Name, major, 100*part, 100*most)
			}
		}
	}
}
