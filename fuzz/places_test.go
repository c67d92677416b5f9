package fuzz

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"iacedit/address"
	"iacedit/format"
	"iacedit/read"
	"iacedit/syntax"
	valuepkg "iacedit/value"
)

// The laws of docs/edits.md on comments, places, moving.

// words are texts of comments.
var words = []string{"", "One.", "Two\nlines.", "  indented", "\ttab", "an\n\nempty line\n", "# // /* */", "${x} \"quoted\" \\", "größe 日本", "Copyright", "trailing \t"}

// said is what is read back of a comment that was set.
func said(text string) string {
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " \t")
	}
	return strings.Join(lines, "\n")
}

// find returns the item at a place in code, and what is below it by keys.
func find(f *syntax.File, p place, keys []string) syntax.ItemID {
	body := syntax.Root
	for _, s := range p.blocks {
		n := 0
		for id := range f.Blocks(body, s.typ) {
			if n == s.index {
				body = id
				break
			}
			n++
		}
	}
	id := f.Attribute(body, p.name)
	for _, key := range keys {
		if strings.HasPrefix(key, "[") {
			var at, n int
			fmt.Sscanf(key, "[%d]", &at)
			for e := range f.Elements(id) {
				if n == at {
					id = e
					break
				}
				n++
			}
		} else {
			id = f.Pair(id, key)
		}
	}
	return id
}

// inside returns the path to something in a value: its keys, and elements as "[n]".
func inside(v *value, pick int) (keys []string) {
	for depth := 0; len(v.Items) > 0 && (pick>>depth)%3 > 0; depth++ {
		at := (pick >> (2 * depth)) % len(v.Items)
		if v.Kind == valuepkg.Object {
			keys = append(keys, v.Keys[at])
		} else {
			keys = append(keys, fmt.Sprintf("[%d]", at))
		}
		v = &v.Items[at]
	}
	return keys
}

func pathOf(name string, keys []string) string {
	for _, key := range keys {
		if strings.HasPrefix(key, "[") {
			name += key
		} else {
			name += "[" + quoted(key) + "]"
		}
	}
	return name
}

func isTidy(code string) bool {
	formatted, err := format.Format(nil, []byte(code))
	return err == nil && string(formatted) == code
}

// values returns the content of code, without comments and blanks, and attributes in the
// order of their names.
func values(code string) string {
	out, err := (&read.Options{Dialect: address.HCL}).Read(nil, []byte(code), []byte("{}"))
	if err != nil {
		return err.Error()
	}
	var content any
	d := json.NewDecoder(bytes.NewReader(out))
	d.UseNumber()
	if err := d.Decode(&content); err != nil {
		return err.Error()
	}
	out, _ = json.MarshalIndent(content, "", " ")
	return string(out)
}

func TestCommentsAreReadBack(t *testing.T) {
	law(t, "a comment that is set is read back, to set it twice is to set it once, and values stay", func(s source, pick int, _ value) error {
		return of(s, pick, func(p place) error {
			keys := inside(&p.value, pick>>3)
			text := words[pick%len(words)]
			edits := request(p.blocks, fmt.Sprintf(`"comments": {%s: %s}`, quoted(pathOf(p.name, keys)), quoted(text)))
			once, err := apply(s.text, edits)
			if err != nil && strings.Contains(err.Error(), "licence") {
				return nil
			} else if err != nil {
				return fmt.Errorf("%s: %w", edits, err)
			}
			f, err := syntax.Parse([]byte(once))
			if err != nil {
				return fmt.Errorf("%s: the result does not parse: %w", edits, err)
			}
			id := find(f, p, keys)
			if at := f.Comments(id); at.Len() == 0 {
				return fmt.Errorf("%s: no comment in\n%s", edits, once)
			} else if is := string(syntax.AppendComment(nil, f.At(at))); is != said(text) && is != text {
				return fmt.Errorf("%s: the comment is %q in\n%s", edits, is, once)
			}
			twice, err := apply(once, edits)
			if err != nil {
				return err
			}
			if err := same(once, twice); err != nil {
				return fmt.Errorf("%s twice: %w", edits, err)
			}
			if err := same(values(s.text), values(once)); err != nil {
				return fmt.Errorf("%s: %w", edits, err)
			}
			if isTidy(s.text) && !isTidy(once) {
				return fmt.Errorf("%s: not tidy:\n%s", edits, once)
			}
			none, err := apply(once, strings.Replace(edits, quoted(text)+"}", "null}", 1))
			if err != nil {
				return err
			}
			f, err = syntax.Parse([]byte(none))
			if err != nil {
				return err
			}
			if at := f.Comments(find(f, p, keys)); at.Len() > 0 {
				return fmt.Errorf("%s and removed: there is %q", edits, f.At(at))
			}
			return same(values(s.text), values(none))
		})
	})
}

// beside returns the other attributes in the body of one.
func beside(s source, p place) (others []place) {
	for _, o := range s.places {
		if o.name != p.name && fmt.Sprint(o.blocks) == fmt.Sprint(p.blocks) {
			others = append(others, o)
		}
	}
	return others
}

// placeOf writes one of the places in a body.
func placeOf(others []place, pick int) string {
	switch n := pick % 4; {
	case n == 0 || len(others) == 0:
		return `"first"`
	case n == 1:
		return `"last"`
	case n == 2:
		return `{"before": ` + quoted(others[pick/4%len(others)].name) + `}`
	default:
		return `{"after": ` + quoted(others[pick/4%len(others)].name) + `}`
	}
}

func TestPlacedThenDeleted(t *testing.T) {
	law(t, "to delete an attribute that was placed gives tidy code back, where no blank lines are in the body", func(s source, pick int, v value) error {
		if !isTidy(s.text) {
			return nil
		}
		return of(s, pick, func(p place) error {
			where := placeOf(append(beside(s, p), p), pick/7)
			with, err := apply(s.text, request(p.blocks, `"add": {"attributes": {"added": `+v.JSON()+`}}, "places": {"added": `+where+`}`))
			if err != nil {
				return err
			}
			if !isTidy(with) {
				return fmt.Errorf("%s: not tidy:\n%s", where, with)
			}
			without, err := apply(with, request(p.blocks, attribute("delete", "added", nil)))
			if err != nil {
				return err
			}
			if hasBlankLine(s.text) {
				return same(values(s.text), values(without))
			}
			return same(s.text, without)
		})
	})
}

func TestMovedThereAndBack(t *testing.T) {
	law(t, "to move an attribute changes no value, and back gives tidy bytes where no blank lines are in the file", func(s source, pick int, _ value) error {
		return of(s, pick, func(p place) error {
			where := placeOf(beside(s, p), pick/7)
			edits := moving(p, where)
			out, err := apply(s.text, edits)
			if err != nil && (strings.Contains(err.Error(), "licence")) {
				return nil
			} else if err != nil {
				return fmt.Errorf("%s: %w", edits, err)
			}
			if isTidy(s.text) && !isTidy(out) {
				return fmt.Errorf("%s: not tidy:\n%s", edits, out)
			}
			if err := same(values(s.text), values(out)); err != nil {
				return fmt.Errorf("%s: %w", edits, err)
			}
			back := whereIs(s.text, p)
			if back == "" || hasBlankLine(s.text) {
				return nil
			}
			again, err := apply(out, moving(p, back))
			if err != nil {
				return err
			}
			if !isTidy(s.text) { // a column may look aligned where it stood alone
				return same(strings.Join(strings.Fields(s.text), " "), strings.Join(strings.Fields(again), " "))
			}
			return same(s.text, again)
		})
	})
}

// parted returns the top-level blocks of code, with one blank line between, and how to
// select each.
func parted(code string) (text string, entries []string) {
	f, err := syntax.Parse([]byte(code))
	if err != nil {
		panic(err)
	}
	counts := map[string]int{}
	var blocks []string
	for id := range f.Blocks(syntax.Root, "") {
		it := f.Item(id)
		blocks = append(blocks, string(f.At(it.Head))+string(f.At(it.Content))+string(f.At(it.Tail)))
		typ := string(f.Name(id))
		entries = append(entries, fmt.Sprintf(`%q: [{"index": %d`, typ, counts[typ]))
		counts[typ]++
	}
	end := "\n"
	if strings.Contains(code, "\r\n") {
		end = "\r\n"
	}
	return strings.Join(blocks, end), entries
}

func TestBlocksMovedThereAndBack(t *testing.T) {
	law(t, "to move a block and move it back gives the bytes, and so does to delete one that was placed", func(s source, pick int, _ value) error {
		code, entries := parted(s.text)
		if len(entries) < 2 {
			return nil
		}
		i, j := pick%len(entries), pick/8%len(entries)
		if i == j {
			j = (i + 1) % len(entries)
		}
		side := []string{"before", "after"}[pick/64%2]
		where := `{"` + side + `": {` + entries[j] + `}]}}`
		with, err := apply(code, `{"add": {"added": [{"place": `+where+`}]}}`)
		if err != nil {
			return err
		}
		without, err := apply(with, `{"delete": {"added": []}}`)
		if err == nil {
			err = same(code, without)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", where, err)
		}
		// The block is told by a name that no other has.
		typ := strings.SplitN(entries[i], ":", 2)[0]
		index := entries[i][strings.LastIndex(entries[i], " ")+1:]
		code, err = apply(code, `{"update": {`+typ+`: [{"index": `+index+`, "attributes": {"the-one": 1}}]}}`)
		if err != nil {
			return err
		}
		there := `{"move": {` + typ + `: [{"has": ["the-one"], "place": ` + where + `}]}}`
		out, err := apply(code, there)
		if err != nil && strings.Contains(err.Error(), "licence") {
			return nil
		} else if err != nil {
			return fmt.Errorf("%s: %w", there, err)
		}
		// Beside what stood behind it, whose number is that in the code without it.
		back := `"last"`
		if i+1 < len(entries) {
			next := strings.SplitN(entries[i+1], ":", 2)[0]
			n := 0
			fmt.Sscanf(entries[i+1][strings.LastIndex(entries[i+1], " ")+1:], "%d", &n)
			if next == typ {
				n--
			}
			back = fmt.Sprintf(`{"before": {%s: [{"lacks": ["the-one"], "index": %d}]}}`, next, n)
		}
		again, err := apply(out, `{"move": {`+typ+`: [{"has": ["the-one"], "place": `+back+`}]}}`)
		if err != nil {
			return fmt.Errorf("%s: %w", back, err)
		}
		if err := same(code, again); err != nil {
			return fmt.Errorf("%s, then %s: %w", there, back, err)
		}
		return nil
	})
}

func hasBlankLine(code string) bool {
	return slices.ContainsFunc(strings.Split(strings.TrimSuffix(code, "\n"), "\n"), func(line string) bool { return strings.TrimSpace(line) == "" })
}

// whereIs writes the place that an attribute has beside another one, "" for none.
func whereIs(code string, p place) string {
	f, err := syntax.Parse([]byte(code))
	if err != nil {
		panic(err)
	}
	id := find(f, p, nil)
	var items []syntax.ItemID
	at := 0
	for c := range f.Children(f.Item(id).Parent) {
		if f.Kind(c) < syntax.KindAttribute {
			continue
		}
		if c == id {
			at = len(items)
		}
		items = append(items, c)
	}
	switch {
	case at+1 < len(items) && f.Kind(items[at+1]) == syntax.KindAttribute:
		return `{"before": ` + quoted(string(f.Name(items[at+1]))) + `}`
	case at > 0 && f.Kind(items[at-1]) == syntax.KindAttribute:
		return `{"after": ` + quoted(string(f.Name(items[at-1]))) + `}`
	}
	return ""
}

// moving writes the edit that moves an attribute.
func moving(p place, where string) string {
	contents := `"attributes": {` + quoted(p.name) + `: ` + where + `}`
	if len(p.blocks) == 0 {
		return `{"move": {"iacvars": [{` + contents + `}]}}`
	}
	for i := len(p.blocks) - 1; i > 0; i-- {
		contents = fmt.Sprintf(`"blockTypes": {%q: [{"index": %d, %s}]}`, p.blocks[i].typ, p.blocks[i].index, contents)
	}
	return fmt.Sprintf(`{"move": {%q: [{"index": %d, %s}]}}`, p.blocks[0].typ, p.blocks[0].index, contents)
}

func TestReadCommentsThenSet(t *testing.T) {
	law(t, "to set what was read changes no byte, comments included", func(s source, _ int, _ value) error {
		content, err := (&read.Options{Dialect: address.HCL}).Read(nil, []byte(s.text), []byte(`{"include": ["comments"]}`))
		if err != nil || string(content) == "{}" {
			return err
		}
		out, err := apply(s.text, `{"set": `+string(content)+`}`)
		if err != nil {
			return fmt.Errorf("%s: %w", content, err)
		}
		return same(s.text, out)
	})
}
