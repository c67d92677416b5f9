package value_test

import (
	"fmt"
	"log"

	"iacedit/value"
)

// A Go value as the expression that it means.
func ExampleAppendValue() {
	v, err := value.From(map[string]any{"Name": "web-${var.zone}", "Ports": []int{80, 443}, "Team": "${local.team}"})
	if err != nil {
		log.Fatal(err)
	}
	code, err := value.AppendValue(nil, &v, nil, value.Layout{OneLine: true})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s\n", code)
	// Output: { Name = "web-${var.zone}", Ports = [80, 443], Team = local.team }
}

// Text that comes from anywhere, as a literal string.
func ExampleAppendString() {
	fmt.Printf("%s\n", value.AppendString(nil, `say "${x}"`))
	// Output: "say \"$${x}\""
}
