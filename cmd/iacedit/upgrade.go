package main

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"iacedit/edit"
	"iacedit/internal/base/excerpt"
	"iacedit/internal/disk/project"
	"iacedit/internal/requests/batch"
	"iacedit/upgrades"
)

// upgradeCommand upgrades code to a new major version of a provider.
type upgradeCommand struct {
	Provider string `arg:"" optional:"" help:"The provider, such as azurerm, or azurerm@4 for a version that is not the newest. Without it, the providers of the code are listed."`
	files
	output

	From         int  `placeholder:"N" help:"The major version that the code is at. By default it is read from the lock file and from required_providers."`
	KeepDefaults bool `help:"Write the old default of an argument where the code leaves it out and a version changes it."`
	List         bool `help:"List the catalogue: providers, and the major versions to which code can be upgraded."`
	Describe     bool `help:"Print each fact of the catalogue about a version: upgrade --describe azurerm@5."`
	Test         bool `help:"Run the tests of the catalogue; of a file, if one is given instead of a provider."`
}

// Help shows how the command is used.
func (upgradeCommand) Help() string {
	return `Changes code as the upgrade guides of a provider say, one major version after the other,
and raises the constraints in required_providers. All files are written, or none. At the end it
lists the places that somebody has to look at. With --check, the status is 5 if only such places
are left.

    iacedit upgrade                         what the code uses, and what it could be upgraded to
    iacedit upgrade azurerm -R -d .         to the newest version in the catalogue: the diff
    iacedit upgrade azurerm@4 -R -w .       to version 4
    iacedit upgrade --list
    iacedit upgrade --describe azurerm@5`
}

// Validate refuses flags that contradict each other.
func (c *upgradeCommand) Validate() error {
	if (c.List || c.Describe || c.Test) && (c.Write || c.Diff || c.Check) {
		return errors.New("--list, --describe and --test change no files, and cannot be combined with -w, -d and --check")
	}
	if c.Describe && c.Provider == "" {
		return errors.New("--describe needs a provider: upgrade --describe azurerm@5")
	}
	return errors.Join(c.files.Validate(), c.output.Validate())
}

// Run upgrades the code, or prints what the flags ask for.
func (c *upgradeCommand) Run(std *streams) error {
	provider, to, err := c.wanted()
	switch {
	case err != nil:
		return err
	case c.List:
		for _, k := range upgrades.Providers() {
			fmt.Fprintf(std.out, "%s %s\n", k.Name, numbers(k.Majors))
		}
		return nil
	case c.Describe:
		return describe(provider, to, std)
	case c.Test:
		return c.test(std)
	case provider == "":
		return c.overview(std)
	}
	return c.upgrade(upgrades.Options{Provider: provider, To: to, From: c.From, KeepDefaults: c.KeepDefaults}, std)
}

// wanted returns the provider, and the version to reach or 0. A path in the place of the provider
// becomes the first path.
func (c *upgradeCommand) wanted() (provider string, to int, err error) {
	if c.Provider != "" && !c.Test && exists(c.Provider) {
		c.Paths, c.Provider = append([]string{c.Provider}, c.Paths...), ""
	}
	if c.Test {
		return "", 0, nil
	}
	return upgrades.Target(c.Provider)
}

func numbers(all []int) string {
	var texts []string
	for _, n := range all {
		texts = append(texts, strconv.Itoa(n))
	}
	return strings.Join(texts, ", ")
}

// describe prints the facts about a version, or about all versions of a provider.
func describe(provider string, to int, std *streams) error {
	majors := []int{to}
	if to == 0 {
		k, err := upgrades.Find(provider)
		if err != nil {
			return err
		}
		majors = k.Majors
	}
	for i, major := range majors {
		c, err := upgrades.Load(provider, major)
		if err != nil {
			return err
		}
		if i > 0 {
			fmt.Fprintln(std.out)
		}
		fmt.Fprint(std.out, c.Describe())
	}
	return nil
}

// test runs the tests of a file, or of the whole catalogue.
func (c *upgradeCommand) test(std *streams) error {
	all := map[string]func() (*upgrades.Catalogue, error){}
	for _, path := range c.given() {
		all[path] = func() (*upgrades.Catalogue, error) {
			text, err := os.ReadFile(path)
			if err != nil {
				return nil, err
			}
			return upgrades.Parse(text)
		}
	}
	for _, k := range upgrades.Providers() {
		for _, major := range k.Majors {
			if len(c.given()) == 0 {
				all[fmt.Sprintf("%s@%d", k.Name, major)] = func() (*upgrades.Catalogue, error) { return upgrades.Load(k.Name, major) }
			}
		}
	}
	failed := false
	for _, name := range slices.Sorted(maps.Keys(all)) {
		file, err := all[name]()
		if err != nil {
			fmt.Fprintf(std.out, "FAIL  %s: %v\n", name, err)
			failed = true
			continue
		}
		wrong, count := file.Check()
		for _, err := range wrong {
			fmt.Fprintf(std.out, "FAIL  %s: %v\n", name, err)
			failed = true
		}
		if len(wrong) == 0 {
			fmt.Fprintf(std.out, "ok    %s (%s)\n", name, excerpt.Count(count, "test"))
		}
	}
	if failed {
		return exitStatus(exitFailed)
	}
	return nil
}

// given returns the files that --test names.
func (c *upgradeCommand) given() []string {
	if c.Provider == "" {
		return c.Paths
	}
	return append([]string{c.Provider}, c.Paths...)
}

// overview prints the providers of the code that the catalogue knows.
func (c *upgradeCommand) overview(std *streams) error {
	space := c.workspace(std)
	defer space.Close()
	s := c.scope(space, edit.Options{Unbounded: true}, std)
	leaveOutside(s, std)
	if len(s.Sources) == 0 {
		return c.noFiles(s)
	}
	var code []edit.File
	for _, source := range s.Sources {
		file, err := s.Load(source)
		if err != nil {
			return err
		}
		code = append(code, edit.File{Name: filepath.ToSlash(source.Title), Code: file.Code})
	}
	found := 0
	for _, u := range upgrades.Used(code, c.locks(s)) {
		found++
		switch {
		case u.At == 0:
			fmt.Fprintf(std.out, "%s: the version is unknown; the catalogue has %s\n", u.Name, numbers(u.Majors))
		case u.At >= u.Majors[len(u.Majors)-1]:
			fmt.Fprintf(std.out, "%s %d: the newest version in the catalogue\n", u.Name, u.At)
		default:
			fmt.Fprintf(std.out, "%s %d: could be upgraded to %d: iacedit upgrade %s -R -d\n", u.Name, u.At, u.Majors[len(u.Majors)-1], u.Name)
		}
	}
	if found == 0 {
		fmt.Fprintln(std.out, "The code uses no provider of the catalogue.")
	}
	return nil
}

// locks returns the lock files in the directories of the sources and of the arguments.
func (c *upgradeCommand) locks(s *project.Scope) (all []edit.File) {
	if c.isStdin() {
		return nil
	}
	for _, dir := range directories(c.paths(), s.Sources) {
		path := filepath.Join(dir, upgrades.LockName)
		if code, err := os.ReadFile(path); err == nil {
			all = append(all, edit.File{Name: filepath.ToSlash(path), Code: code})
		}
	}
	return all
}

// upgrade plans the upgrade, and prints or writes the result, depending on the flags.
func (c *upgradeCommand) upgrade(o upgrades.Options, std *streams) error {
	space := c.workspace(std)
	defer space.Close()
	lock, sources, err := c.locked(space, c.Write, nil)
	if err != nil {
		return err
	}
	defer lock.Unlock()
	s := scope(space, sources, edit.Options{Unbounded: true}, std)
	s.KeepGoing, s.Tree = c.KeepGoing, !c.isStdin()
	leaveOutside(s, std)
	if len(s.Sources) == 0 {
		return c.noFiles(s)
	}
	c.several = len(s.Sources) > 1 || !s.Sources[0].Named
	o.Locks = c.locks(s)
	report := &upgradeReport{Manual: []upgrades.Note{}, Defaults: []upgrades.ChangedDefault{}, Unknown: []string{}, Locks: []string{}}
	plan, err := s.EditAll([]batch.Step{{Do: func(files []edit.File, dir string, limits *edit.Options) (*edit.Result, error) {
		here := o
		here.Edit = *limits
		r, err := here.Apply(files)
		if err != nil {
			return nil, err
		}
		report.add(r, dir, s.Sources[0].Title)
		return &edit.Result{Files: r.Files, Report: &r.Report}, nil
	}}})
	if err != nil {
		return err
	}
	c.upgraded = report
	tellTwins(space, plan, std)
	status := c.print(plan, lock, std)
	if _, ok := errors.AsType[exitStatus](status); status != nil && !ok {
		return status
	}
	if !c.JSON {
		to := std.out
		if c.Diff || !c.isShown() {
			to = std.err
		}
		report.print(to, o.Provider, plan)
	}
	if status == nil && c.Check && len(report.Manual) > 0 {
		return exitStatus(exitByHand)
	}
	return status
}
