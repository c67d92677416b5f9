package modules

import (
	"cmp"
	"slices"
	"strings"

	"iacedit/refs"
	"iacedit/value"
)

// verbs are the first words in names of inputs that switch something on or off, such as enable_dns.
var verbs = []string{"attach", "create", "enable", "disable", "manage", "use"}

// cutRepeated removes words from the name of an input if the words repeat the name of the call. In
// a module "queue", create_queue_policy becomes create_policy. The argument calls contains the name
// of the call, its singular and its plural. If the name of the input begins with none of these
// names, cutRepeated removes one of the prefixes. If this is not possible either, cutCompound may
// remove the name of the call from another place.
func cutRepeated(name string, calls []string, prefixes ...string) string {
	verb, name := cutVerb(name)
	for _, prefix := range slices.Concat(calls, prefixes) {
		if !startsWithWords(name, prefix) {
			continue
		}
		if rest, found := cutWords(name, prefix); found && !startsWithWords(rest, prefix) {
			return verb + rest
		}
		break
	}
	return verb + cutCompound(name, calls[0])
}

// cutVerb splits a name after its verb, if the name begins with one. For enable_dns it returns
// "enable_" and "dns".
func cutVerb(name string) (verb, rest string) {
	for _, v := range verbs {
		if rest, found := cutWords(name, v); found {
			return v + "_", rest
		}
	}
	return "", name
}

// cutCompound removes the name of a call from the middle or the end of the given name, if the name
// of the call has several words. In a module "scale_up", lambda_timeout_scale_up becomes
// lambda_timeout. If only one word would remain, it returns the name unchanged: single_nat_gateway
// does not become "single".
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

// mainBlock returns the extracted block after which the module is named. In a module "lb", the main
// block is the only aws_lb or, if there are several, aws_lb.lb or aws_lb.this. The elements of the
// argument ends are the name of the module, its singular and its plural. mainBlock returns nil if
// no block qualifies, or if several do. Outputs for the attributes of this block need no prefix, as
// in module.lb.arn.
func mainBlock(all []*extractedItem, ends []string) (main *extractedItem) {
	var of, named []*extractedItem
	for _, b := range all {
		b.Budget.Step(1)
		a := b.address
		if a.Type == "" || !slices.ContainsFunc(ends, func(end string) bool { return strings.HasSuffix(a.Type, "_"+end) }) {
			continue
		}
		of = append(of, b)
		if slices.Contains(ends, underscored(a.Name)) || slices.Contains(genericNames, a.Name) {
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

// cutWords removes words from the start of a name, if the rest can be a name. The result found is
// true if the words were removed.
func cutWords(name, words string) (rest string, found bool) {
	if words == "" || !startsWithWords(name, words) || len(name) == len(words) {
		return name, false
	}
	if rest = name[len(words)+1:]; !value.IsIdentifier(rest) {
		return name, false
	}
	return rest, true
}

// startsWithWords reports whether a name starts with the given words. In both, "-" and "_" separate
// words.
func startsWithWords(name, words string) bool {
	return len(name) >= len(words) && strings.HasPrefix(underscored(name)+"_", underscored(words)+"_")
}

// underscored returns a name in which each "-" is replaced by "_".
func underscored(name string) string { return strings.ReplaceAll(name, "-", "_") }

// commonPrefix returns the name that all extracted blocks share, or else the first word that all
// their names share, or "". For aws_sqs_queue.web_jobs and aws_sns_topic.web_alerts it returns
// "web".
func commonPrefix(all []*extractedItem) string {
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
	if blocks < 2 || slices.Contains(genericNames, whole) {
		return ""
	}
	return cmp.Or(whole, common)
}

const (
	fewest    = 3 // the smallest number of inputs whose shared prefix is removed
	mostWords = 6 // the largest number of words in a prefix that is removed
)

// headPrefix returns the words that the largest number of inputs share at the start of their names,
// such as postgres_rds_instance in a module "rds". It considers only the inputs for variables and
// locals, and skips a verb at the start of their names. The words must include the last word of the
// name of the call, or the singular or plural of this word. If too few inputs share such words (see
// the constant fewest), headPrefix returns "".
func headPrefix(inputs []*passedValue, call string) (prefix string) {
	heads := forms(lastWord(underscored(call)))
	count := map[string]int{}
	for _, p := range inputs {
		if p.object.Kind != refs.Variable && p.object.Kind != refs.Local {
			continue
		}
		_, name := cutVerb(underscored(p.object.Name))
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
