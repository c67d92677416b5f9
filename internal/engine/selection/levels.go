package selection

import (
	"slices"
	"strconv"

	"iacedit/address"
	"iacedit/internal/languages/language"
	"iacedit/value"
)

// Selectors returns the members of an entry that select the blocks of level i of a target, as the
// address of the target selects them: "labels", "where", "has" and so on. If existing is set, a
// block must also contain the next level, or the attribute of the target.
func Selectors(t *address.Target, i int, l address.Language, existing bool) (members []value.Item) {
	level := &t.Blocks[i]
	add := func(key string, v value.Value) { members = append(members, value.Item{Key: key, Value: v}) }
	flag := func(key string, set bool) {
		if set {
			add(key, value.Value{Kind: value.True})
		}
	}
	texts := func(key string, list []string) {
		if len(list) > 0 {
			add(key, listOf(list))
		}
	}
	if i > 0 && level.HasLabels {
		add("labels", listOf(level.Labels))
	}
	flag("patterns", level.Patterns && (i > 0 || l.Dialect.AnyBlock()))
	if len(level.Where) > 0 {
		add("where", conditions(t, i, l))
	}
	if len(level.Matches) > 0 {
		matches := value.Value{Kind: value.Object}
		for _, c := range level.Matches {
			matches.Items = append(matches.Items, value.Item{Key: c.Path, Value: text(c.Value)})
		}
		add("matches", matches)
	}
	texts("has", hasOf(t, i, existing))
	texts("lacks", level.Lacks)
	flag("all", level.All)
	if level.Index >= 0 && !level.All {
		add("index", value.Value{Kind: value.Number, Text: strconv.Itoa(level.Index)})
	}
	return members
}

// hasOf returns the names of the attributes and nested blocks that a block of level i must contain.
func hasOf(t *address.Target, i int, existing bool) []string {
	has := slices.Clip(t.Blocks[i].Has)
	switch {
	case !existing:
	case i < len(t.Blocks)-1:
		has = append(has, t.Blocks[i+1].Type)
	case t.Path.Name != "":
		there := t.Path
		if new := slices.IndexFunc(there.Steps, func(s address.Step) bool { return !slices.Contains(steadySteps, s.Kind) }); new >= 0 {
			there.Steps = there.Steps[:new]
		}
		has = append(has, there.String())
	}
	return has
}

// steadySteps are the kinds of steps that lead to one item, without a value to compare or to add.
var steadySteps = []address.StepKind{address.StepKey, address.StepIndex, address.StepArgument}

// conditions returns the value of "where" for the selectors of level i, such as [alias=east].
func conditions(t *address.Target, i int, l address.Language) value.Value {
	body := language.BodyOf(l, &address.Target{Blocks: t.Blocks[:i+1]})
	where := value.Value{Kind: value.Object}
	for _, c := range t.Blocks[i].Where {
		v := value.Value{Kind: value.Null}
		if !c.Null {
			path, _ := address.ParsePath(c.Path)
			if v = text(c.Value); address.SchemaAt(body.Attribute(path.Name), path.Steps).StringMode() == value.Template {
				v.Text = value.EscapeTemplate(c.Value)
			}
		}
		where.Items = append(where.Items, value.Item{Key: c.Path, Value: v})
	}
	return where
}

func text(s string) value.Value { return value.Value{Kind: value.String, Text: s} }

// listOf returns an array of strings.
func listOf(texts []string) value.Value {
	v := value.Value{Kind: value.Array}
	for _, s := range texts {
		v.Items = append(v.Items, value.Item{Value: text(s)})
	}
	return v
}
