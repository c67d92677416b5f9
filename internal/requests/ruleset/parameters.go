package ruleset

import (
	"encoding/json"
	"fmt"
	"iter"
	"maps"
	"regexp"
	"slices"
	"strings"

	"iacedit/edit"
	"iacedit/internal/base/nearest"
	"iacedit/internal/base/regex"
	"iacedit/internal/requests/batch"
	"iacedit/syntax"
)

var (
	nameOfParameter = regexp.MustCompile(`^[a-z][a-z0-9_]*$`)
	placeholder     = regexp.MustCompile(`\{\{([a-z][a-z0-9_]*)\}\}`)
)

// parameterNames returns the sorted names of the parameters that the edits and notes contain as
// {{name}}.
func (r *Rule) parameterNames() (names []string) {
	add := func(text string, isKey bool) ([]byte, error) {
		for _, m := range placeholder.FindAllStringSubmatch(text, -1) {
			names = append(names, m[1])
		}
		return quoted(text, isKey)
	}
	for _, step := range r.Edits {
		jsonOf(step, add)
	}
	for _, n := range r.Notes {
		for _, text := range []any{n.At, n.Say, n.Where} {
			jsonOf(text, add)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// Sorted yields the parameters in the order of their names.
func (r *Rule) Sorted() iter.Seq2[string, Parameter] {
	return func(yield func(string, Parameter) bool) {
		for _, name := range slices.Sorted(maps.Keys(r.Parameters)) {
			if !yield(name, r.Parameters[name]) {
				return
			}
		}
	}
}

// valuesOf returns the values of all parameters. A parameter without a given value has its default
// value.
func (r *Rule) valuesOf(given map[string]string) (map[string]string, error) {
	values := map[string]string{}
	for name, p := range r.Parameters {
		v, ok := given[name]
		if !ok && p.Default == nil {
			return nil, fmt.Errorf("the parameter %q has no value: %s", name, strings.TrimSpace(p.Description))
		}
		if !ok {
			v = *p.Default
		}
		if err := p.allows(v); err != nil {
			return nil, fmt.Errorf("the parameter %q: %w", name, err)
		}
		values[name] = v
	}
	for name := range given {
		if _, ok := r.Parameters[name]; !ok {
			return nil, fmt.Errorf("the rule has no parameter %q%s", name, nearest.DidYouMean(name, maps.Keys(r.Parameters)))
		}
	}
	return values, nil
}

// With returns the steps of the rule, with the parameters replaced by the given values. A parameter
// without a given value has its default value.
func (r *Rule) With(given map[string]string) (steps []batch.Step, err error) {
	values, err := r.valuesOf(given)
	if err != nil {
		return nil, err
	}
	for _, step := range r.Edits {
		s, err := splitStep(step)
		if err == nil {
			err = s.fill(values)
		}
		if err != nil {
			return nil, err
		}
		text, err := jsonOf(s.orders, func(text string, _ bool) ([]byte, error) { return json.Marshal(withValues(text, values)) })
		if err != nil {
			return nil, err
		}
		one := batch.Step{Edits: text}
		if s.each != "" {
			one.For = func(files []edit.File, inModule bool) ([]byte, error) { return r.forEach(&s, values, files, inModule) }
		}
		if s.have != "" || s.lack != "" {
			one.In = func(files []edit.File) ([]edit.File, error) { return r.choose(&s, files) }
		}
		steps = append(steps, one)
	}
	return steps, nil
}

// withValues returns a text with the parameters replaced by their values.
func withValues(text string, values map[string]string) string {
	return placeholder.ReplaceAllStringFunc(text, func(use string) string { return values[use[2:len(use)-2]] })
}

// pattern returns the regular expression that matches the whole of an allowed value.
func (p *Parameter) pattern() (*regex.Regexp, error) {
	return regex.Compile("its pattern", -1, "^(?:"+p.Pattern+")$", nil)
}

// allows returns an error for a value that the parameter does not allow.
func (p *Parameter) allows(v string) error {
	pattern, err := p.pattern()
	if err != nil {
		return err
	}
	if p.Pattern != "" && !pattern.Match([]byte(v), nil) {
		return fmt.Errorf("%q does not match %s", v, p.Pattern)
	}
	if p.Type == Expression {
		if _, err := syntax.ParseExpression(nil, []byte(v), syntax.Span{To: int32(len(v))}); err != nil {
			return fmt.Errorf("%q is not an expression: %w", v, err)
		}
		return nil
	}
	if i := strings.IndexAny(v, "\"\\\n\r"); i >= 0 || strings.Contains(v, "${") || strings.Contains(v, "%{") {
		return fmt.Errorf(`%q: text has no quotes, backslashes, line breaks, "${" or "%%{"; the type "expression" takes code`, v)
	}
	return nil
}
