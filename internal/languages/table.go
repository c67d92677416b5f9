package languages

// table contains a row for each Dialect.
var table = [...]language{
	Terraform: {name: "terraform", title: "Terraform", references: &References{}}, // package terraform has the details
	HCL:       {name: "hcl", title: "HCL", anyBlock: true, files: files{named: []string{"*.hcl"}}},
	Terragrunt: {
		name: "terragrunt", title: "Terragrunt", anyBlock: true,
		objects: []string{"config", "env_vars", "generate", "inputs", "mock_outputs", "values"},
		files: files{
			named: []string{"terragrunt.hcl", "terragrunt.stack.hcl", "terragrunt.values.hcl"},
			spans: true, alone: true, shares: true,
		},
		references: &References{
			Declares: []Declaration{
				{Kind: "local", Block: "locals", Attributes: true},
				{Kind: "dependency", Block: "dependency"},
				{Kind: "include", Block: "include"},
				{Kind: "feature", Block: "feature"},
				{Kind: "unit", Block: "unit"},
				{Kind: "stack", Block: "stack"},
			},
			Roots: map[string]string{"local": "local", "dependency": "dependency", "include": "include", "feature": "feature", "unit": "unit", "stack": "stack"},
			Across: &Across{
				Includes: "include", Path: "path", Reads: "read_terragrunt_config",
				Members: map[string]string{"locals": "local", "dependency": "dependency"}, Shared: "dependency",
				Units: []string{"unit", "stack"}, Source: "source", Given: "values",
				File: "terragrunt.hcl", Parents: "find_in_parent_folders", Directory: "dirname",
				Here: []string{"get_terragrunt_dir", "get_original_terragrunt_dir"}, Top: "get_repo_root",
				Runs: &Runs{
					Of: Terraform, Block: "terraform", Source: "source", Inputs: "inputs",
					Path: "config_path", Outputs: "outputs", Mocks: "mock_outputs",
				},
			},
		},
	},
	Packer: {
		name: "packer", title: "Packer", anyBlock: true,
		files: files{
			named:    []string{"*.pkr.hcl", "*.pkrvars.hcl"},
			values:   []string{"*.pkrvars.hcl"},
			together: []string{"*.pkr.hcl", "*.pkrvars.hcl"},
		},
		references: &References{
			Declares: []Declaration{
				{Kind: "variable", Block: "variable"},
				{Kind: "variable", Block: "variables", Attributes: true},
				{Kind: "local", Block: "locals", Attributes: true},
				{Kind: "local", Block: "local"},
				{Kind: "source", Block: "source"},
				{Kind: "data", Block: "data"},
			},
			Roots:   map[string]string{"var": "variable", "local": "local", "source": "source", "data": "data"},
			Places:  map[string]*Place{"variable": literal, "variables": literal, "build": packerBuild()},
			Dynamic: true,
		},
	},
	Nomad: {
		name: "nomad", title: "Nomad", anyBlock: true,
		files: files{named: []string{"*.nomad", "*.nomad.hcl"}, alone: true},
		references: &References{
			Declares: []Declaration{
				{Kind: "variable", Block: "variable"},
				{Kind: "variable", Block: "variables", Attributes: true},
				{Kind: "local", Block: "locals", Attributes: true},
			},
			Roots:   map[string]string{"var": "variable", "local": "local"},
			Places:  map[string]*Place{"variable": literal, "variables": literal},
			Dynamic: true,
		},
	},
	Bake: {
		name: "bake", title: "Bake", anyBlock: true, untyped: true,
		objects: []string{"args", "attest", "cache-from", "cache-to", "contexts", "extra-hosts", "matrix", "output", "secret", "ssh", "ulimits"},
		files: files{
			named:     []string{"docker-bake.hcl", "docker-bake.override.hcl"},
			overrides: []string{"docker-bake.override.hcl"},
			together:  []string{"docker-bake.hcl", "docker-bake.override.hcl"},
		},
		references: &References{
			Declares: []Declaration{
				{Kind: "variable", Block: "variable"},
				{Kind: "variable", Attributes: true},
				{Kind: "target", Block: "target"},
				{Kind: "group", Block: "group"},
				{Kind: "function", Block: "function"},
			},
			Roots:  map[string]string{"target": "target"},
			Bare:   "variable",
			Called: "function",
			Places: map[string]*Place{
				"variable": {Words: []string{"type"}},
				"group":    {Names: map[string]*Naming{"targets": {Kinds: []string{"target", "group"}}}},
				"target": {
					Names: map[string]*Naming{
						"inherits": {Kinds: []string{"target"}},
						"contexts": {In: Values, Kinds: []string{"target"}, Prefix: "target:", Always: true},
					},
					Binds: []string{"matrix"},
				},
				"function": {Binds: []string{"params", "variadic_params"}},
			},
			Computed: "name",
			Given:    []string{"BAKE_CMD_CONTEXT", "BAKE_LOCAL_PLATFORM"},
		},
	},
}

// literal is a block "variable" with a type and a literal default, or a block "variables".
var literal = &Place{Words: []string{"type"}, Literal: true}

// packerBuild returns how Packer reads a "build" block: sources is a list of sources, a nested
// "source" block names one by its label, and "provisioner" and other nested blocks name those for
// which they run.
func packerBuild() *Place {
	source := []string{"source"}
	steps := &Place{Names: map[string]*Naming{
		"only":     {Kinds: source},
		"except":   {Kinds: source},
		"override": {In: Keys, Kinds: source, Only: "only", Except: "except"},
	}}
	steps.Others = steps
	return &Place{
		Names:  map[string]*Naming{"sources": {Kinds: source, Prefix: "source."}},
		Blocks: map[string]*Place{"source": {Label: &Naming{Kinds: source, Prefix: "source.", Own: "name"}}},
		Others: steps,
	}
}
