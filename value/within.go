package value

import (
	"iacedit/internal/budget"
	"iacedit/internal/within"
)

// init assigns the functions of package within that set the budgets of this package's types.
func init() {
	within.Reader = func(reader any, b *budget.Budget) { reader.(*Reader).setBudget(b) }
	within.Values = func(reader any, b *budget.Budget) { reader.(*Reader).budget = b }
	within.Encoder = func(encoder any, b *budget.Budget) { encoder.(*Encoder).setBudget(b) }
	within.Checker = func(checker any, b *budget.Budget) { checker.(*Checker).budget = b }
	within.Classes = func(classes any, b *budget.Budget) { classes.(*Classes).budget = b }
	within.Step = func(classes any, n int) { classes.(*Classes).budget.Step(n) }
	within.Layout = func(layout any, b *budget.Budget) { layout.(*Layout).budget = b }
}
