package edit

// A uniqueness says what an outer "add" takes for another block of the same kind
// (EDITS.md section 3).
type uniqueness uint8

const (
	byLabels uniqueness = iota // one block for each labels; without labels, one
	byAlias                    // one for each label and "alias"
	repeats                    // any number
)

// uniquenessOf returns the uniqueness of a block type at the top level.
func uniquenessOf(o *Options, typ string) uniqueness {
	if o.Dialect == HCL {
		return byLabels
	}
	switch typ {
	case "provider", "mock_provider":
		return byAlias
	case "locals", "moved", "import", "removed", "override_resource", "override_data", "override_module":
		return repeats
	}
	return byLabels
}

// isSettings says whether a block type addresses the tool's own settings block.
func isSettings(o *Options, typ string) bool {
	return o.Dialect == Terraform && (typ == "iac" || typ == "terraform")
}

// spellings returns the block types in code that a block type in a request stands for.
func (a *applier) spellings(typ string) []string {
	if !isSettings(a.options, typ) {
		return []string{typ}
	}
	types := []string{"terraform", "iac"}
	if name := a.options.SettingsBlock; name != "" && name != "terraform" && name != "iac" {
		types = append(types, name)
	}
	return types
}

// spelling returns the block type of a new block.
func (a *applier) spelling(s *site) string {
	switch {
	case s.nested || !isSettings(a.options, s.typ):
		return s.typ
	case a.options.SettingsBlock != "":
		return a.options.SettingsBlock
	}
	return "terraform"
}
