package budget_test

import (
	"fmt"
	"strings"
	"time"

	"iacedit/budget"
	"iacedit/syntax"
)

// Code that a stranger sends is parsed within a budget.
func Example() {
	parse := func(code string, b *budget.Budget) error {
		return budget.Try(func() error {
			f, err := syntax.ParseWithin([]byte(code), syntax.Whole, b)
			if err == nil {
				f.Release()
			}
			return err
		})
	}
	code := strings.Repeat("a {\n  b = [1, 2]\n}\n", 100)
	fmt.Println(parse(code, budget.New(len(code), time.Minute, nil)))

	full := &budget.Caller{Take: func(int64) bool { return false }}
	fmt.Println(parse(code, budget.New(len(code), time.Minute, full)) != nil)
	// Output:
	// <nil>
	// true
}
