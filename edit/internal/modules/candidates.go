package modules

import (
	"cmp"
	"slices"
	"strings"

	"iacedit/refs"
	"iacedit/value"
)

// namesOfNothing are names of resources that say nothing about the resource. The type is used
// instead.
var namesOfNothing = []string{"this", "main", "default", "current"}

// typesOfNothing are types of resources that say nothing about the resource. The name is used
// instead.
var typesOfNothing = []string{"terraform_data", "null_resource"}

// inputNames returns the names that an input may have, the simplest first.
func inputNames(p *passed) []string {
	of := p.of
	switch of.Kind {
	case refs.Resource, refs.Data, refs.Ephemeral:
		return []string{join(p, short(of.Type), of.Name), join(p, of.Type, of.Name), join(p, of.Kind.String(), of.Type, of.Name)}
	case refs.Variable:
		return []string{of.Name}
	case refs.Other:
		return []string{join(p, of.Name)}
	}
	return []string{join(p, of.Name), join(p, of.Kind.String(), of.Name)}
}

// outputNames returns the names that an output may have, the simplest first.
func outputNames(p *passed) []string {
	of := p.of
	if of.Type == "" {
		return []string{join(p, of.Name), join(p, of.Kind.String(), of.Name)}
	}
	return []string{join(p, of.Name), join(p, short(of.Type), of.Name), join(p, of.Type, of.Name), join(p, of.Kind.String(), of.Type, of.Name)}
}

// short returns a type without its provider.
func short(typ string) string {
	_, rest, _ := strings.Cut(typ, "_")
	return cmp.Or(rest, typ)
}

// join joins the parts of a name, and the path of the passed expression, into one name.
func join(p *passed, parts ...string) string {
	return clean(strings.Join(slices.Concat(parts, p.path), "_"))
}

// clean returns a name with "_" for "-", and for characters that identifiers cannot have.
func clean(name string) string {
	return strings.Map(func(r rune) rune {
		if r == '-' || !value.IsIdentifier("a"+string(r)) {
			return '_'
		}
		return r
	}, name)
}

// tidyNames returns names for a passed expression, made of the name of the resource, its type and
// the path, without names and types that say nothing. The other candidates follow.
func tidyNames(p *passed, name string, others []string) []string {
	switch {
	case p.of.Kind == refs.Module && len(p.path) > 0 && slices.Contains(namesOfNothing, name):
		return append([]string{joinOnce(p)}, others...)
	case p.of.Kind == refs.Variable:
		return others
	case p.of.Type == "":
		return append([]string{joinOnce(p, name)}, others...)
	}
	name = underscored(name)
	typ := short(p.of.Type)
	var first string
	switch {
	case slices.Contains(typesOfNothing, p.of.Type):
		first = joinOnce(p, name)
	case slices.Contains(namesOfNothing, name), typ == name, plural(typ) == name, strings.HasSuffix(typ, "_"+name):
		first = joinOnce(p, typ)
	default:
		first = joinOnce(p, name, typ)
	}
	return append([]string{first}, others...)
}

// joinOnce is join without repetitions: it drops the first words of a part if the previous parts
// end in them, and the previous parts if a part contains them.
func joinOnce(p *passed, parts ...string) string {
	var words []string
	path := p.path
	if len(path) > 1 && path[0] == "outputs" { // an output of a remote state
		path = path[1:]
	}
	for _, part := range slices.Concat(parts, path) {
		next := strings.Split(underscored(part), "_")
		if one := strings.Split(p.each, "_"); part == plural(p.each) && len(one) < len(words)+1 && slices.Equal(words[len(words)-len(one):], one) {
			words = words[:len(words)-len(one)] // "partitions", not "partition_partitions"
		}
		if hasWithin(next, words) { // "db_subnet_group_id", not "subnet_group_db_subnet_group_id"
			words = nil
		}
		same := min(len(words), len(next))
		for same > 0 && !slices.Equal(words[len(words)-same:], next[:same]) {
			same--
		}
		words = append(words, next[same:]...)
	}
	return clean(strings.Join(words, "_"))
}

// hasWithin reports whether some is in the middle of words.
func hasWithin(words, some []string) bool {
	for i := 1; len(some) > 0 && i+len(some) < len(words); i++ {
		if slices.Equal(words[i:i+len(some)], some) {
			return true
		}
	}
	return false
}

// plurals puts a plural name first if the expression is an object with several instances.
func (p *passed) plurals(repeated bool, names []string) []string {
	if p.each == "" && len(p.path) == 0 && repeated {
		names = append([]string{plural(names[0])}, names...)
	}
	return names
}

// verbs are words at the start of the name of an input that switches something on or off.
var verbs = []string{"attach", "create", "enable", "disable", "manage", "use"}

// cutRepeated removes from the start of a name, after a verb, the name of the call or else the
// prefix that the names of the taken blocks share. Otherwise it removes the name of a call with
// several words anywhere.
func cutRepeated(name, call, prefix string) string {
	verb := ""
	for _, v := range verbs {
		if rest, found := cutWords(name, v); found {
			verb, name = v+"_", rest
			break
		}
	}
	if beginsWith(name, call) {
		prefix = call
	}
	if rest, found := cutWords(name, prefix); found && !beginsWith(rest, prefix) {
		return verb + rest
	}
	return verb + cutCompound(name, underscored(call))
}

// cutCompound removes a call's name of several words from the middle or the end of a name:
// lambda_timeout_scale_up becomes lambda_timeout in a module "scale_up".
func cutCompound(name, call string) string {
	before, after, found := strings.Cut(underscored(name)+"_", "_"+call+"_")
	if !found || before == "" || !strings.Contains(call, "_") {
		return name
	}
	if after == "" {
		return name[:len(before)]
	}
	return name[:len(before)+1] + name[len(before)+len(call)+2:]
}

// mainBlock returns the taken block that the module is named after, or nil if there is none or
// several: aws_lb.lb or aws_lb.this in a module "lb". Outputs for its attributes need no prefix,
// as in module.lb.arn.
func mainBlock(all []*taken, call string) (main *taken) {
	call = "_" + underscored(call)
	for _, b := range all {
		a := b.address
		if a.Type == "" || !strings.HasSuffix("_"+a.Type, call) || "_"+underscored(a.Name) != call && !slices.Contains(namesOfNothing, a.Name) {
			continue
		}
		if b.Budget.Step(1); main != nil {
			return nil
		}
		main = b
	}
	return main
}

// cutWords removes words from the start of a name, if the rest can be a name. It reports whether
// it has removed them.
func cutWords(name, words string) (rest string, found bool) {
	if words == "" || !beginsWith(name, words) || len(name) == len(words) {
		return name, false
	}
	if rest = name[len(words)+1:]; !value.IsIdentifier(rest) {
		return name, false
	}
	return rest, true
}

// beginsWith reports whether a name begins with words. "-" and "_" are equal and separate words.
func beginsWith(name, words string) bool {
	return strings.HasPrefix(underscored(name)+"_", underscored(words)+"_")
}

// underscored returns a name with "_" for "-".
func underscored(name string) string { return strings.ReplaceAll(name, "-", "_") }

// commonPrefix returns the first word of the names of all taken blocks if they share it, or "".
func commonPrefix(all []*taken) string {
	common, blocks := "", 0
	for _, b := range all {
		if b.local != "" || b.address.Name == "" {
			continue
		}
		word, rest, found := strings.Cut(underscored(b.address.Name), "_")
		if !found || rest == "" || rest[0] >= '0' && rest[0] <= '9' || blocks > 0 && word != common {
			return ""
		}
		common = word
		blocks++
	}
	if blocks < 2 {
		return ""
	}
	return common
}
