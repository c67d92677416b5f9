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
