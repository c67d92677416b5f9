package modules

import (
	"cmp"
	"slices"
	"strings"

	"iacedit/refs"
	"iacedit/value"
)

// verbs are the first words in names of inputs that switch something on or off.
var verbs = []string{"attach", "create", "enable", "disable", "manage", "use"}

// cutRepeated removes repeated words from a name. After a verb, if there is one, it removes the
// name of the call, in one of its forms, or else one of the prefixes. If the name begins with none
// of these, it removes the name of the call from another place, but only if the call's name has
// several words.
func cutRepeated(name string, calls []string, prefixes ...string) string {
	verb, name := cutVerb(name)
	for _, prefix := range slices.Concat(calls, prefixes) {
		if !beginsWith(name, prefix) {
			continue
		}
		if rest, found := cutWords(name, prefix); found && !beginsWith(rest, prefix) {
			return verb + rest
		}
		break
	}
	return verb + cutCompound(name, calls[0])
}

// cutVerb splits a name after its verb, if the name begins with one.
func cutVerb(name string) (verb, rest string) {
	for _, v := range verbs {
		if rest, found := cutWords(name, v); found {
			return v + "_", rest
		}
	}
	return "", name
}

// cutCompound removes a call's name of several words from the middle or the end of a name:
// lambda_timeout_scale_up becomes lambda_timeout in a module "scale_up". It leaves the name as it
// is if only a single word would remain: single_nat_gateway would become "single".
func cutCompound(name, call string) string {
	before, after, found := strings.Cut(underscored(name)+"_", "_"+call+"_")
	if !found || before == "" || !strings.Contains(call, "_") {
		return name
	}
	if after == "" {
		if !strings.Contains(before, "_") {
			return name
		}
		return name[:len(before)]
	}
	return name[:len(before)+1] + name[len(before)+len(call)+2:]
}

// mainBlock returns the extracted block that the module is named after, given the forms of the
// module's name: in a module "lb" the only aws_lb, or aws_lb.lb or aws_lb.this. It returns nil if
// there is no such block, or several. Outputs for the block's attributes need no prefix, as in
// module.lb.arn.
func mainBlock(all []*taken, ends []string) (main *taken) {
	var of, named []*taken
	for _, b := range all {
		b.Budget.Step(1)
		a := b.address
		if a.Type == "" || !slices.ContainsFunc(ends, func(end string) bool { return strings.HasSuffix(a.Type, "_"+end) }) {
			continue
		}
		of = append(of, b)
		if slices.Contains(ends, underscored(a.Name)) || slices.Contains(namesOfNothing, a.Name) {
			named = append(named, b)
		}
	}
	if len(of) == 1 {
		return of[0]
	}
	if len(named) == 1 {
		return named[0]
	}
	return nil
}

// forms returns the name of a call, its singular and its plural.
func forms(call string) []string {
	call = underscored(call)
	return []string{call, singular(call), plural(call)}
}

// cutWords removes words from the start of a name if the rest can be a name. It reports whether it
// removed the words.
func cutWords(name, words string) (rest string, found bool) {
	if words == "" || !beginsWith(name, words) || len(name) == len(words) {
		return name, false
	}
	if rest = name[len(words)+1:]; !value.IsIdentifier(rest) {
		return name, false
	}
	return rest, true
}

// beginsWith reports whether a name begins with words. Both "-" and "_" separate words.
func beginsWith(name, words string) bool {
	return len(name) >= len(words) && strings.HasPrefix(underscored(name)+"_", underscored(words)+"_")
}

// underscored returns a name with "_" for "-".
func underscored(name string) string { return strings.ReplaceAll(name, "-", "_") }

// commonPrefix returns the name that all extracted blocks share, or else the first word that all
// their names share, or "".
func commonPrefix(all []*taken) string {
	common, whole, blocks := "", "", 0
	for _, b := range all {
		if b.local != "" || b.address.Name == "" {
			continue
		}
		b.Budget.Step(1)
		name := underscored(b.address.Name)
		word, rest, _ := strings.Cut(name, "_")
		if rest == "" || rest[0] >= '0' && rest[0] <= '9' || blocks > 0 && word != common {
			word = ""
		}
		if blocks == 0 {
			common, whole = word, name
		}
		if common = word; whole != name {
			whole = ""
		}
		blocks++
	}
	if blocks < 2 || slices.Contains(namesOfNothing, whole) {
		return ""
	}
	return cmp.Or(whole, common)
}

const (
	fewest    = 3 // the smallest number of inputs whose shared prefix is removed
	mostWords = 6 // the largest number of words in a prefix that is removed
)

// headPrefix returns the most frequent first words of the inputs for variables and locals. A verb
// before these words is ignored. The words must contain the last word of the name of the call:
// postgres_rds_instance in a module "rds". It returns "" if no such words are shared by at least
// fewest inputs.
func headPrefix(inputs []*passed, call string) (prefix string) {
	heads := forms(lastWord(underscored(call)))
	count := map[string]int{}
	for _, p := range inputs {
		if p.of.Kind != refs.Variable && p.of.Kind != refs.Local {
			continue
		}
		_, name := cutVerb(underscored(p.of.Name))
		has, words := false, 0
		for end := range name {
			if name[end] != '_' {
				continue
			}
			if words++; words > mostWords {
				break
			}
			start := name[:end]
			if has = has || slices.Contains(heads, lastWord(start)); !has {
				continue
			}
			count[start]++
			if n := count[start]; n >= fewest && (n > count[prefix] || n == count[prefix] && len(start) > len(prefix)) {
				prefix = start
			}
		}
	}
	return prefix
}
