package fuzz

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"iacedit/edit"
	"iacedit/format"
)

// The laws of what is edited by the rule of a house: what a pattern does is what its matches do, one
// by one; a line comment that is set and removed leaves every byte; sorted twice is sorted once.

// conventionLaw checks a law with many random sources.
func conventionLaw(t *testing.T, law func(r *rand.Rand) error) {
	t.Helper()
	rounds := 300
	if testing.Short() {
		rounds = 40
	}
	for seed := range uint64(rounds) {
		if err := law(rand.New(rand.NewPCG(seed, 11))); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
	}
}

// oneOf returns a random element.
func oneOf(r *rand.Rand, all ...string) string { return all[r.IntN(len(all))] }

// conventional applies edits. The result must be formatted if the code is.
func conventional(code, edits string) (string, error) {
	out, err := (&edit.Options{}).Apply(nil, []byte(code), []byte(edits))
	if err != nil {
		return "", fmt.Errorf("%s: %w\n%s", edits, err, code)
	}
	if before, err := format.Format(nil, []byte(code)); err != nil || string(before) != code {
		return string(out), err
	}
	if tidy, err := format.Format(nil, out); err != nil || string(tidy) != string(out) {
		return "", fmt.Errorf("%s is not formatted (%v):\n%s", edits, err, out)
	}
	return string(out), nil
}

// sameEdits returns an error if two edits of the code do not give the same.
func sameEdits(code, a, b string) error {
	first, err := conventional(code, a)
	if err != nil {
		return err
	}
	second, err := conventional(code, b)
	if err != nil {
		return err
	}
	if diff := cmp.Diff(second, first); diff != "" {
		return fmt.Errorf("%s and %s differ in\n%s\n%s", a, b, code, diff)
	}
	return nil
}

func TestRenamedByPattern(t *testing.T) {
	conventionLaw(t, func(r *rand.Rand) error {
		var code, each strings.Builder
		var labels []string
		for i := range 1 + r.IntN(6) {
			labels = append(labels, fmt.Sprintf("n%d%s%s", i, oneOf(r, "", "-a", "_b", "-a-b"), oneOf(r, "", "-c")))
		}
		for i, label := range labels {
			other := labels[r.IntN(len(labels))]
			fmt.Fprintf(&code, "resource \"a_b\" %q {\n  x = \"${a_b.%s.id}-%d\" # a_b.%s\n}\n\n", label, other, i, label)
			if to := strings.ReplaceAll(label, "-", "_"); to != label {
				fmt.Fprintf(&each, ",%q:[{\"to\":%q}]", label, to)
			}
		}
		if each.Len() == 0 {
			return nil
		}
		return sameEdits(code.String(), `{"rename":{"resource":{"*":{"*":[{"pattern":"-","by":"_"}]}}}}`, `{"rename":{"resource":{"a_b":{`+each.String()[1:]+`}}}}`)
	})
}

func TestElementsByPattern(t *testing.T) {
	conventionLaw(t, func(r *rand.Rand) error {
		var elements, paths []string
		for i := range 1 + r.IntN(7) {
			text := fmt.Sprintf("%s:%d", oneOf(r, "zh", "h1", "é"), r.IntN(3))
			elements = append(elements, fmt.Sprintf("%q", text))
			if strings.HasPrefix(text, "zh:") {
				paths = append(paths, fmt.Sprintf(`"v[%d]"`, i))
			}
		}
		if len(paths) == 0 {
			return nil
		}
		list := "[" + strings.Join(elements, ", ") + "]"
		if r.IntN(2) == 0 {
			for i := range elements {
				elements[i] = "    " + elements[i] + "," + oneOf(r, "", " # own", "\n    # above the next or the end") + "\n"
			}
			list = "[\n" + strings.Join(elements, "") + "  ]"
		}
		code := "resource \"a_b\" \"c\" {\n  v = " + list + " # of all\n}\n"
		entry := `{"delete":{"resource":{"a_b":{"c":[{"attributes":[%s]}]}}}}`
		return sameEdits(code, fmt.Sprintf(entry, `"v[~\"^zh:\"]"`), fmt.Sprintf(entry, strings.Join(paths, ",")))
	})
}

func TestKeysByPattern(t *testing.T) {
	conventionLaw(t, func(r *rand.Rand) error {
		var keys, pairs []string
		var uses strings.Builder
		for i := range 1 + r.IntN(5) {
			key := fmt.Sprintf("k%d%s", i, oneOf(r, "", "-old"))
			keys = append(keys, fmt.Sprintf("%q", key))
			fmt.Fprintf(&uses, "\noutput \"o%d\" {\n  value = [a_b.c[%q].id, a_b.c[each.key]]\n}\n", i, key)
			if to, is := strings.CutSuffix(key, "-old"); is {
				pairs = append(pairs, fmt.Sprintf(`"\"%s\"":"\"%s\""`, key, to))
			}
		}
		if len(pairs) == 0 {
			return nil
		}
		code := "resource \"a_b\" \"c\" {\n  for_each = toset([" + strings.Join(keys, ", ") + "])\n}\n" + uses.String()
		entry := `{"rename":{"resource":{"a_b":{"c":[{"keys":{%s}}]}}}}`
		byPattern, err := conventional(code, fmt.Sprintf(entry, `"pattern":"-old$","by":""`))
		if err != nil {
			return err
		}
		byName, err := conventional(code, fmt.Sprintf(entry, strings.Join(pairs, ",")))
		if err != nil {
			return err
		}
		line := regexp.MustCompile(`for_each = .*`)
		byName = line.ReplaceAllStringFunc(byName, func(text string) string { return strings.ReplaceAll(text, "-old", "") })
		if diff := cmp.Diff(byName, byPattern); diff != "" {
			return fmt.Errorf("in\n%s\n%s", code, diff)
		}
		return nil
	})
}

func TestLineCommentAndBack(t *testing.T) {
	conventionLaw(t, func(r *rand.Rand) error {
		code, paths := "resource \"a_b\" \"c\" {\n", []string{}
		for i := range 1 + r.IntN(6) {
			name := fmt.Sprintf("n%d", i) + strings.Repeat("x", r.IntN(4))
			paths = append(paths, name)
			code += "  " + name + " = " + oneOf(r, "1", `"two"`, "[1, 2]", "[\n    1,\n  ]", "{\n    a = 1\n  }", "<<EOT\n  text\nEOT") + "\n" + oneOf(r, "", "", "\n", "  # apart\n")
		}
		tidy, err := format.Format(nil, []byte(code+"}\n"))
		if err != nil {
			return err
		}
		code = string(tidy)
		path := paths[r.IntN(len(paths))]
		if regexp.MustCompile(path + ` += <<`).MatchString(code) {
			return nil // a comment cannot stand behind a heredoc
		}
		entry := `{"update":{"resource":{"a_b":{"c":[{"lineComments":{%q:%s}}]}}}}`
		text := oneOf(r, "v1", "é # }", "two words")
		out, err := conventional(code, fmt.Sprintf(entry, path, `"`+text+`"`))
		if err != nil {
			return err
		}
		if strings.Count(out, "# "+text) != 1 || strings.ReplaceAll(strings.Replace(out, "# "+text, "", 1), " ", "") != strings.ReplaceAll(code, " ", "") {
			return fmt.Errorf("more than the comment of %s changes in\n%s\nto\n%s", path, code, out)
		}
		again, err := conventional(out, fmt.Sprintf(entry, path, `"`+text+`"`))
		if err != nil || again != out {
			return fmt.Errorf("set twice (%v):\n%s\nafter\n%s", err, again, out)
		}
		back, err := conventional(out, fmt.Sprintf(entry, path, "null"))
		if err != nil || back != code {
			return fmt.Errorf("removed (%v):\n%s\nof\n%s", err, back, code)
		}
		return nil
	})
}

func TestSortedByHouse(t *testing.T) {
	conventionLaw(t, func(r *rand.Rand) error {
		code := ""
		for i := range 1 + r.IntN(3) {
			code += fmt.Sprintf("resource \"a_b\" \"c%d\" {\n", i)
			items := []string{"name = 1", "project = 2 # own", "zone = {\n a = 1\n }", "lifecycle {\n }", "disk {\n size = 1\n }", "disk {\n size = 2\n }", "# about it\n it = 3", "\n", "\n# apart\n\n"}
			r.Shuffle(len(items), func(i, j int) { items[i], items[j] = items[j], items[i] })
			code += strings.Join(items[:1+r.IntN(len(items))], "\n") + "\n}\n"
		}
		tidy, err := format.Format(nil, []byte(code))
		if err != nil {
			return err
		}
		names := []string{`"name"`, `"project"`, `"*"`, `"lifecycle"`, `"disk"`}
		r.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
		edits := fmt.Sprintf(`{"sort":{"resource":{"*":{"*":[{"order":[%s]%s}]}}}}`, strings.Join(names[:1+r.IntN(len(names))], ","), oneOf(r, "", `,"paragraphs":"join"`))
		once, err := conventional(string(tidy), edits)
		if err != nil {
			return err
		}
		twice, err := conventional(once, edits)
		if err != nil || twice != once {
			return fmt.Errorf("%s, twice (%v):\n%s\nonce\n%s\nof\n%s", edits, err, twice, once, tidy)
		}
		words := func(text string) []string { return slices.Sorted(slices.Values(strings.Fields(text))) }
		if diff := cmp.Diff(words(string(tidy)), words(once)); diff != "" {
			return fmt.Errorf("%s loses or adds\n%s\nof\n%s\nin\n%s", edits, diff, tidy, once)
		}
		return nil
	})
}
