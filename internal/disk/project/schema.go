package project

import (
	"iter"

	"iacedit/internal/engine/selection"
	"iacedit/internal/languages/schema"
	"iacedit/internal/languages/terraform"
)

// Possible yields the names that blocks at an address may contain, and the kind of each name,
// according to Terraform's own language and the schemas of providers. The top-level block must
// exist in the code; nested blocks need not.
func Possible(text string, s *Scope) iter.Seq2[string, string] {
	return func(yield func(name, what string) bool) {
		a, err := parseAddress(text)
		if err != nil || len(a) == 0 {
			return
		}
		l := s.language()
		for _, source := range s.Sources {
			_, tree, err := s.parse(source)
			if err != nil || l.IsValuesFile(a[0].Text) {
				continue
			}
			t, err := selection.Resolve(a, tree, l)
			if err != nil || t.Depth() == 0 || len(t.Blocks) == 0 {
				continue
			}
			selection.NestBySchema(&t, s.Options.Schemas)
			if t.Path.Name == "" {
				own := terraform.BodyIn(l.Dialect.AnyBlock(), t.Types()...)
				plain := terraform.PlainNames(t.Types()...)
				possibleIn(own, plain, s.Options.Schemas.Inside(selection.LevelsOf(&t)), yield)
				return
			}
		}
	}
}

// possibleIn yields the names that a body may contain: those in the provider's schema, and those
// that Terraform itself defines, such as lifecycle.
func possibleIn(own *terraform.Body, plain iter.Seq[string], known *schema.Body, yield func(name, what string) bool) {
	for it := range known.Items() {
		what := "argument"
		if it.IsBlock() {
			what = "nested block"
		}
		if !yield(it.Name, what) {
			return
		}
	}
	for name := range plain {
		if own != nil && !yield(name, "argument of Terraform") {
			return
		}
	}
	for name := range own.OwnNames() {
		what := "argument of Terraform"
		if own.Knows(name) {
			what = "nested block of Terraform"
		}
		if !yield(name, what) {
			return
		}
	}
}
