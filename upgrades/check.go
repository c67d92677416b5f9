package upgrades

import (
	"fmt"
	"slices"
	"strings"

	"iacedit/internal/requests/ruleset"
)

// Check runs the tests of the catalogue: those that are generated from each fact, and those in the
// file. A test also fails if a second upgrade changes the code again. It returns an error for each
// test that failed, and the number of tests.
func (c *Catalogue) Check() (failed []error, count int) {
	for i := range c.tests {
		count++
		if err := c.run(&c.tests[i]); err != nil {
			failed = append(failed, fmt.Errorf("test %d, %q: %w", i+1, c.tests[i].Name, err))
		}
	}
	for i := range c.Entries {
		e := &c.Entries[i]
		for j := range e.Facts {
			f := &e.Facts[j]
			for _, g := range c.generated(e, f) {
				count++
				if err := c.runGenerated(e, f, g); err != nil {
					failed = append(failed, fmt.Errorf("%s %s: %s (%s): %w\n%s", e.Of, e.Type, f.describe(), g.name, err, g.code))
				}
			}
		}
	}
	return failed, count
}

func (c *Catalogue) run(t *test) error {
	want := t.Before
	if t.After != nil {
		want = *t.After
	}
	got, r, err := c.upgraded(t.Before.Files(), t.KeepDefaults)
	if err != nil {
		return err
	}
	if d := ruleset.Difference(want.Files(), got); d != "" {
		return fmt.Errorf("the result is not as expected:\n%s", d)
	}
	var manual, lines []string
	for _, n := range r.Manual {
		manual = append(manual, n.Address)
		lines = append(lines, n.String())
	}
	if !slices.Equal(manual, t.Manual) {
		return fmt.Errorf("by hand: wanted %s, got\n%s", strings.Join(t.Manual, ", "), strings.Join(lines, "\n"))
	}
	again, _, err := c.upgraded(got, t.KeepDefaults)
	if err != nil {
		return fmt.Errorf("a second time: %w", err)
	}
	if d := ruleset.Difference(got, again); d != "" {
		return fmt.Errorf("a second time, it changes the code again:\n%s", d)
	}
	return nil
}
