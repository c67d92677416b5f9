package terraform

// TypeInFull maps an old spelling of a variable's type to the type that "terraform fmt" writes
// instead. Old spellings are abbreviated, or quoted as in Terraform 0.11.
var TypeInFull = map[string]string{
	"list":     "list(any)",
	"map":      "map(any)",
	"set":      "set(any)",
	`"string"`: "string",
	`"list"`:   "list(string)",
	`"map"`:    "map(string)",
}
