package terraform

// TypeInFull holds the types of variables that are abbreviated, or quoted as Terraform
// 0.11 had them, with what "terraform fmt" writes for them.
var TypeInFull = map[string]string{
	"list":     "list(any)",
	"map":      "map(any)",
	"set":      "set(any)",
	`"string"`: "string",
	`"list"`:   "list(string)",
	`"map"`:    "map(string)",
}
