package edit
import ("testing";"strings";"os")
func TestMP(t *testing.T) {
	size := 4<<20
	var code, edits string
	switch os.Getenv("WHICH") {
	case "path": code, edits = "a=[" + strings.Repeat("1,", size/2) + "1]\n", `{"set":{"iacvars":[{"attributes":{"a[5]":2}}]}}`
	case "list": code, edits = "a=[" + strings.Repeat("1,", size/2) + "1]\n", `{"set":{"iacvars":[{"attributes":{"a":[2]}}]}}`
	case "attr": code, edits = attributesOf(size), `{"set":{"iacvars":[{"attributes":{"zz":1}}]}}`
	}
	new(Options).Apply(nil, []byte(code), []byte(edits))
}
