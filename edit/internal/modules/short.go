package modules

import (
	"slices"
	"strings"
)

// namesOfNothing are names of resources that tell nothing: their types do.
var namesOfNothing = []string{"this", "main", "default", "current"}

// typesOfNothing are types of resources that tell nothing: their names do.
var typesOfNothing = []string{"terraform_data", "null_resource"}

// tidyInputNames returns the names that an input may have, the best first.
func (t *taker) tidyInputNames(p *passed) []string {
	return t.tidyNames(p, p.of.Name, inputNames(p))
}

// tidyOutputNames returns the names that an output may have, the best first.
func (t *taker) tidyOutputNames(p *passed) []string {
	return t.tidyNames(p, strings.TrimPrefix(p.of.Name, t.prefix), outputNames(p))
}

// tidyNames returns the names of what is passed: the name of the resource, its type and the
// path, as far as they tell something. Others follow.
func (t *taker) tidyNames(p *passed, name string, others []string) []string {
	if p.of.Type == "" {
		return append([]string{joinOnce(p, name)}, others...)
	}
	typ := short(p.of.Type)
	var first string
	switch {
	case slices.Contains(typesOfNothing, p.of.Type):
		first = joinOnce(p, name)
	case slices.Contains(namesOfNothing, name), typ == name, strings.HasSuffix(typ, "_"+name):
		first = joinOnce(p, typ)
	default:
		first = joinOnce(p, name, typ)
	}
	return append([]string{first}, others...)
}

// joinOnce is join, but for words at the start of a part that the parts before it end with.
func joinOnce(p *passed, parts ...string) string {
	var words []string
	for _, part := range slices.Concat(parts, p.path) {
		next := strings.Split(part, "_")
		same := min(len(words), len(next))
		for same > 0 && !slices.Equal(words[len(words)-same:], next[:same]) {
			same--
		}
		words = append(words, next[same:]...)
	}
	return clean(strings.Join(words, "_"))
}

// commonPrefix returns the word and "_" that the names of all taken blocks begin with, ""
// where there is none.
func (t *taker) commonPrefix() string {
	prefix, blocks := "", 0
	for _, b := range t.taken {
		if b.local != "" || b.address.Name == "" {
			continue
		}
		word, rest, found := strings.Cut(b.address.Name, "_")
		if word += "_"; !found || rest == "" || rest[0] >= '0' && rest[0] <= '9' || prefix != "" && word != prefix {
			return ""
		}
		prefix = word
		blocks++
	}
	if blocks < 2 {
		return ""
	}
	return prefix
}
