package modules

import (
	"slices"
	"strings"
)

// genericNames are names of resources that say nothing about the resource. The type is used
// instead.
var genericNames = []string{"this", "main", "default", "current"}

// genericTypes are types of resources that say nothing about the resource. The name is used
// instead.
var genericTypes = []string{"terraform_data", "null_resource"}

// omittedServices maps a provider to the services that nouns for its types omit: the noun for
// google_compute_network is network, and that for aws_sqs_queue is queue.
var omittedServices = map[string][]string{
	"aws":    {"cloudwatch", "secretsmanager", "sns", "sqs"},
	"google": {"compute", "container", "pubsub", "storage"},
}

// adjectives are the providers whose names stay in the results of qualifiedNoun, because they are a
// part of the meaning: a random_pet, for example, is not a pet.
var adjectives = []string{"archive", "local", "random", "template"}

// withoutProvider returns a type without its provider: vpc for aws_vpc.
func withoutProvider(typ string) string {
	if _, rest, _ := strings.Cut(typ, "_"); rest != "" {
		return rest
	}
	return typ
}

// noun returns the noun for a type: queue for aws_sqs_queue. It omits the provider, and names of
// services that tell a reader nothing (see omittedServices). If the rest starts with its own last
// word, as in key_vault_key, only that word is left. An iam_policy_document is a "policy".
func noun(typ string) string {
	provider, rest, _ := strings.Cut(typ, "_")
	if rest == "iam_policy_document" {
		return "policy"
	}
	if service, of, _ := strings.Cut(rest, "_"); of != "" && slices.Contains(omittedServices[provider], service) {
		return of
	}
	if last := lastWord(rest); strings.HasPrefix(rest, last+"_") {
		return last
	}
	return withoutProvider(typ)
}

// qualifiedNoun returns the noun for a resource whose name is uninformative, such as "this". It
// keeps the name of the provider if that name is one of the adjectives.
func qualifiedNoun(typ string) string {
	if provider, _, _ := strings.Cut(typ, "_"); slices.Contains(adjectives, provider) {
		return typ
	}
	return noun(typ)
}

// saysNoun reports whether the name of a resource contains the noun for its type. It compares only
// the last word of the name. This must be the last word of the noun, or the initials of the noun's
// last words: for example, both web_group and web_sg count as containing security_group.
func saysNoun(name, noun string) bool {
	last := lastWord(name)
	return last == lastWord(noun) || len(last) > 1 && isShort(last, noun)
}

// isShort reports whether the letters of a word are the initials of the last words of a noun, as sg
// is for security_group.
func isShort(word, noun string) bool {
	for i := len(word) - 1; i >= 0; i-- {
		last := lastWord(noun)
		if last == "" || last[0] != word[i] {
			return false
		}
		noun = strings.TrimSuffix(strings.TrimSuffix(noun, last), "_")
	}
	return true
}

// lastWord returns the part of a name after its last "_".
func lastWord(name string) string { return name[strings.LastIndexByte(name, '_')+1:] }

// isNumber reports whether a text consists of digits.
func isNumber(text string) bool { return text != "" && strings.Trim(text, "0123456789") == "" }

// plural returns the plural of a name: policies for policy.
func plural(name string) string {
	switch {
	case endsIn(name, "ss", "x", "ch", "sh"):
		return name + "es"
	case strings.HasSuffix(name, "s"):
		return name
	case endsIn(name, "y") && !endsIn(name, "ay", "ey", "oy", "uy"):
		return strings.TrimSuffix(name, "y") + "ies"
	}
	return name + "s"
}

// singular returns the singular of a plural name: policy for policies. Other names stay as they
// are.
func singular(name string) string {
	switch {
	case strings.HasSuffix(name, "ies"):
		return strings.TrimSuffix(name, "ies") + "y"
	case endsIn(name, "sses", "xes", "ches", "shes"):
		return strings.TrimSuffix(name, "es")
	case endsIn(name, "ss", "us", "is"), slices.Contains(acronyms, lastWord(name)):
		return name
	}
	return strings.TrimSuffix(name, "s")
}

// endsIn reports whether a name has one of the suffixes.
func endsIn(name string, suffixes ...string) bool {
	return slices.ContainsFunc(suffixes, func(s string) bool { return strings.HasSuffix(name, s) })
}
