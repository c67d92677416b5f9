package terraform

// A BlockType describes the top-level blocks of one type.
type BlockType struct {
	Name   string
	Alias  string // another name for the type in requests
	Labels int    // the number of labels of a block

	Spellings []string // the block types that code may use for these blocks, such as terraform and iac

	Unique Uniqueness
	About  string // for blocks without labels: the attribute that distinguishes them

	Reserved []string // labels that a block of this type must not have
	Root     string   // the root of references to the blocks, such as var or data; "" if a reference has no root
	Kind     string   // the kind of references to the blocks or to their contents; "" if there are no references
	File     string   // the customary file for the blocks; "" means main.tf

	// ValuesFile is true if the type has no blocks, but stands for the top level of a
	// variable-values file, which has only attributes.
	ValuesFile bool

	Body *Body
}

// Uniqueness defines when two blocks of one type are the same block, which a module can have only
// once.
type Uniqueness uint8

// The kinds of uniqueness.
const (
	ByLabels Uniqueness = iota // one block for each combination of labels; one block if the type has no labels
	ByAlias                    // one block for each combination of labels and a value of "alias"
	Repeats                    // any number of blocks
)

// InOrder lists the block types whose blocks are often sorted by name in a file.
var InOrder = []string{"variable", "output", "check", "module", "provider"}

// The names that requests use for the settings block and for the top level of a variable-values
// file.
const (
	Settings       = "terraform"
	SettingsAlias  = "iac"
	VariableValues = "iacvars"
)

// blockTypes are the block types of Terraform 1.14 and 1.15 and OpenTofu 1.10 to 1.12.
var blockTypes = []BlockType{
	// Block types of modules.
	{Name: "resource", Labels: 2, Kind: "resource", Body: resourceBody},
	{Name: "data", Labels: 2, Root: "data", Kind: "data", Body: dataBody, File: "data.tf"},
	{Name: "ephemeral", Labels: 2, Root: "ephemeral", Kind: "ephemeral", Body: dataBody},
	{Name: "action", Labels: 2, Root: "action", Kind: "action", Body: actionBody},
	{Name: "module", Labels: 1, Root: "module", Kind: "module", Body: moduleBody},
	{Name: "variable", Labels: 1, Root: "var", Kind: "variable", Body: variableBody, File: "variables.tf", Reserved: []string{
		// The meta-arguments of a module block cannot be names of its inputs.
		"source", "version", "providers", "count", "for_each", "depends_on", "lifecycle", "locals", "provider", "_",
	}},
	{Name: "output", Labels: 1, Body: outputBody, File: "outputs.tf"},
	{Name: "check", Labels: 1, Body: checkBody, File: "checks.tf"},
	{Name: "locals", Unique: Repeats, Root: "local", Kind: "local", Body: localsBody, File: "locals.tf"},
	{Name: "provider", Labels: 1, Unique: ByAlias, Kind: "provider", Body: providerBody, File: "providers.tf"},
	{Name: Settings, Alias: SettingsAlias, Spellings: []string{Settings, SettingsAlias}, Body: settingsBody, File: "versions.tf"},
	{Name: "language", Body: ordinaryBody},
	{Name: "moved", Unique: Repeats, About: "from", Body: movedBody, File: "moved.tf"},
	{Name: "removed", Unique: Repeats, About: "from", Body: removedBody},
	{Name: "import", Unique: Repeats, About: "to", Body: importBody, File: "imports.tf"},

	// Block types of variable-values files.
	{Name: VariableValues, Alias: "tfvars", ValuesFile: true, Body: valuesBody, File: "terraform.tfvars"},

	// Block types of test files.
	{Name: "test", Body: ordinaryBody},
	{Name: "run", Labels: 1, Root: "run", Body: runBody},
	{Name: "mock_provider", Labels: 1, Unique: ByAlias, Body: mockProviderBody},
	{Name: "variables", Body: ordinaryBody},
	{Name: "override_resource", Unique: Repeats, Body: overrideBody},
	{Name: "override_data", Unique: Repeats, Body: overrideBody},
	{Name: "override_module", Unique: Repeats, Body: overrideBody},

	// Block types of query files.
	{Name: "list", Labels: 2, Root: "list", Body: listBody},
}

// A namedType is a block type under its name or under its alias.
type namedType struct {
	name string
	*BlockType
}

// byLength contains the block types by the length of their names and aliases. Every request
// searches this table several times. The table is faster than a map, because a search only has to
// compare the few names of the same length.
var byLength = func() (all [len("override_resource") + 1][]namedType) {
	for i := range blockTypes {
		t := &blockTypes[i]
		if t.Spellings == nil {
			t.Spellings = []string{t.Name}
		}
		all[len(t.Name)] = append(all[len(t.Name)], namedType{t.Name, t})
		if t.Alias != "" {
			all[len(t.Alias)] = append(all[len(t.Alias)], namedType{t.Alias, t})
		}
	}
	return all
}()

// Block returns the block type with the given name or alias, or nil. It is not inlined, because
// small requests are faster if they execute less code (docs/performance.md).
//
//go:noinline
func Block(name string) *BlockType {
	if len(name) >= len(byLength) {
		return nil
	}
	for _, t := range byLength[len(name)] {
		if t.name == name {
			return t.BlockType
		}
	}
	return nil
}

// BlockIn returns the block type with the given name or alias in a dialect, or nil. In
// plain HCL the only such type is iacvars, which stands for the top level of the file.
func BlockIn(hcl bool, name string) *BlockType {
	if t := Block(name); t != nil && (!hcl || t.ValuesFile) {
		return t
	}
	return nil
}

// BodyIn returns the Body of nested blocks, or nil in plain HCL. The arguments after the first are
// the types of the blocks, from the top-level block to the nested blocks.
func BodyIn(hcl bool, types ...string) *Body {
	if hcl || len(types) == 0 || Block(types[0]) == nil {
		return nil
	}
	body := Block(types[0]).Body
	for _, typ := range types[1:] {
		body = body.Block(typ)
	}
	return body
}

// Referred returns the block type to which references with the given root refer: variable for the
// root var, for example. For any other root, such as the type of a resource, it returns nil.
func Referred(root string) *BlockType {
	for i := range blockTypes {
		if t := &blockTypes[i]; t.Root == root && root != "" {
			return t
		}
	}
	return nil
}

// Blocks yields all block types.
func Blocks(yield func(*BlockType) bool) {
	for i := range blockTypes {
		if !yield(&blockTypes[i]) {
			return
		}
	}
}
