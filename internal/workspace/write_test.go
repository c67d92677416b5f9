package workspace

// put writes changes as a command does that has locked their directories.
func put(changes []Change) error {
	var sources []Source
	var spots []spot
	for _, c := range changes {
		dir, err := c.File.root.realDir(c.File.name)
		if err != nil {
			return err
		}
		spots = append(spots, spot{c.File.root, dir})
	}
	var w Workspace
	l, _, err := acquire(func() []Source { return sources }, spots, w.areas)
	if err != nil {
		return err
	}
	defer l.Unlock()
	return l.Write(changes)
}
