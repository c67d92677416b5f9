package terraform

// TypeInFull maps types of variables that are abbreviated, or quoted as in Terraform 0.11, to
// the types that "terraform fmt" writes.
var TypeInFull = map[string]string{
	"list":     "list(any)",
	"map":      "map(any)",
	"set":      "set(any)",
	`"string"`: "string",
	`"list"`:   "list(string)",
	`"map"`:    "map(string)",
}
