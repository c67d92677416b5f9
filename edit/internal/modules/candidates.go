package modules

import (
	"slices"
	"strings"

	"iacedit/refs"
	"iacedit/value"
)

// inputNames returns the names that an input may have, the simplest first. For aws_vpc.main.id the
// first name is vpc_main_id.
func inputNames(p *passedValue) []string {
	of := p.object
	switch of.Kind {
	case refs.Resource, refs.Data, refs.Ephemeral:
		return []string{join(p, withoutProvider(of.Type), of.Name), join(p, of.Type, of.Name), join(p, of.Kind.String(), of.Type, of.Name)}
	case refs.Variable:
		return []string{of.Name}
	case refs.Other:
		return []string{join(p, of.Name)}
	}
	return []string{join(p, of.Name), join(p, of.Kind.String(), of.Name)}
}

// outputNames returns the names that an output may have, the simplest first. For aws_vpc.main.id
// the first name is main_id.
func outputNames(p *passedValue) []string {
	of := p.object
	if of.Type == "" {
		return []string{join(p, of.Name), join(p, of.Kind.String(), of.Name)}
	}
	return []string{join(p, of.Name), join(p, withoutProvider(of.Type), of.Name), join(p, of.Type, of.Name), join(p, of.Kind.String(), of.Type, of.Name)}
}

// join returns the parts, followed by the path of p, as one name. It puts "_" between them.
func join(p *passedValue, parts ...string) string {
	return clean(strings.Join(slices.Concat(parts, p.path), "_"))
}

// clean returns a name with "_" in the place of each "-", and of each character that an identifier
// cannot have.
func clean(name string) string {
	return strings.Map(func(r rune) rune {
		if r == '-' || !value.IsIdentifier("a"+string(r)) {
			return '_'
		}
		return r
	}, name)
}

// tidyNames returns the names that the input or output for p may have in a tidy module. The first
// name consists of the name of the object, its type and the path, without uninformative names and
// types, such as "this". The names in moreNames follow the first name. For a variable, the result
// is moreNames alone. For any other expression, tidyNames also sets p.subject.
func tidyNames(p *passedValue, name string, moreNames []string) []string {
	if p.object.Kind == refs.Variable {
		return moreNames
	}
	parts := nameParts(p, underscored(name))
	first := joinOnce(p, parts...)
	if p.eachAttribute != "" && len(parts) > 1 {
		parts[0] = singular(parts[0]) // for descriptions such as "of each controller instance"
	}
	if len(parts) > 1 && len(parts[0]) == 1 { // for descriptions such as "of the subnet a"
		slices.Reverse(parts)
	}
	p.subject = joinOnce(&passedValue{}, parts...)
	return append([]string{first}, moreNames...)
}

// nameParts returns the parts that come before the path in the name of an input or output: the name
// of the object, the noun of its type, or both. For aws_subnet.private it returns "private" and
// "subnet".
func nameParts(p *passedValue, name string) []string {
	typ := noun(p.object.Type)
	switch {
	case p.object.Kind == refs.Module && len(p.path) > 0 && slices.Contains(genericNames, name):
		return nil
	case p.object.Type == "", slices.Contains(genericTypes, p.object.Type):
		return []string{name}
	case slices.Contains(genericNames, name):
		return []string{qualifiedNoun(p.object.Type)}
	case name == "", typ == name, plural(typ) == name, strings.HasSuffix(typ, "_"+name), len(name) == 1+strings.Count(typ, "_") && len(name) > 1 && isShort(name, typ):
		return []string{typ}
	case (p.eachAttribute != "" || p.keyed) && lastWord(name) == plural(lastWord(typ)): // private_subnet_ids, not private_subnets_ids
		return []string{strings.TrimSuffix(name, lastWord(name)) + lastWord(typ)}
	case saysNoun(name, typ):
		return []string{name}
	}
	return []string{name, typ}
}

// joinOnce is like join, but without repetitions. It drops the first words of a part if the
// previous parts end in these words: db_subnet and subnet_id become db_subnet_id. If a part
// contains the previous parts in its middle, joinOnce drops the previous parts: subnet_group and
// db_subnet_group_id become db_subnet_group_id.
func joinOnce(p *passedValue, parts ...string) string {
	var words []string
	path := p.path
	if len(path) > 1 && path[0] == "outputs" { // an output of a remote state
		path = path[1:]
	}
	if n := len(path) - 1; n > 0 { // "identity_principal_id" for identity[0].principal_id
		path = append(slices.DeleteFunc(slices.Clone(path[:n]), isNumber), path[n])
	}
	if len(parts) > 0 && len(path) == 1 && path[0] == "result" { // "db_password" for random_password.db.result
		path = nil
	}
	for _, part := range slices.Concat(parts, path) {
		next := strings.Split(underscored(part), "_")
		if one := strings.Split(p.eachAttribute, "_"); part == plural(p.eachAttribute) && len(one) < len(words)+1 && slices.Equal(words[len(words)-len(one):], one) {
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

// hasWithin reports whether a list of words contains a shorter list in its middle, not at its start
// or end.
func hasWithin(words, some []string) bool {
	for i := 1; len(some) > 0 && i+len(some) < len(words); i++ {
		if slices.Equal(words[i:i+len(some)], some) {
			return true
		}
	}
	return false
}

// plurals prepends the plural of the first name to the given names if p passes a whole object that
// has several instances. repeated is true if the object has several instances.
func (p *passedValue) plurals(repeated bool, names []string) []string {
	if p.eachAttribute == "" && len(p.path) == 0 && repeated {
		names = append([]string{plural(names[0])}, names...)
	}
	return names
}
