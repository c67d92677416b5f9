package project

import (
	"fmt"
	"strings"

	"iacedit/address"
	"iacedit/edit"
	"iacedit/internal/languages/language"
)

// Set sets an attribute or the contents of a block. If several blocks have the address, each of
// them is changed.
type Set struct {
	Address  string
	Value    Value
	Comments Comments
	Existing bool // set the attribute only where it exists
	Optional bool // if the block is missing, nothing is changed

	// If Block is set, an unknown name is taken for a type of nested block. If Attribute is set, an
	// unknown name is taken for an attribute. If neither is set, the provider's schema decides. If
	// the schema lacks the name, the other blocks of the same type decide.
	Block, Attribute bool
}

func (c *Set) address() string { return c.Address }

func (c *Set) action(s *Scope) *action {
	if c.Value.File && c.Value.Text {
		if old, err := s.Get(c.Address); err == nil {
			c.Value = c.Value.readLike(old)
		}
	}
	return atAddress(s, c.Address, &action{choose: chooseForValue, makes: true, sure: c.Attribute, optional: c.Optional}, c.at)
}

// at returns the edits for an address. A local that no file has is made, unless there are several modules.
func (c *Set) at(a address.Address, in asking) ([]byte, error) {
	t := in.meaning(a)
	do, parts := edit.Set, c.Comments.parts()
	switch {
	case c.Existing:
		do = edit.Update
	case c.Block:
		parts = append(parts, edit.Kind("block"))
	case c.Attribute:
		parts = append(parts, edit.Kind("attribute"))
	}
	if !c.Existing && !in.language.IsValuesFile(t.Blocks[0].Type) && (in.several || !isLocal(t)) {
		parts = append(parts, edit.Existing())
	}
	if c.Optional {
		parts = append(parts, edit.Optional())
	}
	v, err := c.Value.value(t.Schema(in.language))
	if err != nil {
		return nil, err
	}
	return in.edits(do, a, append(parts, edit.Value(v)))
}

// Replace replaces text inside the value of an attribute.
type Replace struct {
	Address string
	Text    string // the text to replace
	Pattern string // or the regular expression whose matches are replaced
	By      string

	Optional bool // if the attribute is missing, nothing is changed
}

func (c *Replace) address() string { return c.Address }

func (c *Replace) action(s *Scope) *action {
	return atAddress(s, c.Address, &action{choose: chooseComplete, optional: c.Optional}, func(a address.Address, in asking) ([]byte, error) {
		parts := []edit.Part{edit.ReplaceText("", c.Text, c.By)}
		if c.Pattern != "" {
			parts[0] = edit.ReplacePattern("", c.Pattern, c.By)
		}
		if c.Optional {
			parts = append(parts, edit.Optional())
		}
		return in.edits(updating(in.meaning(a)), a, parts)
	})
}

// Add adds a block or an attribute that does not exist.
type Add struct {
	Address  string
	Value    Value // the contents of a block, "" for none
	Comments Comments
	Block    bool // the last name of the address is a type of nested block
	Beside        // the place of the item; if empty, the customary place
}

func (c *Add) address() string { return c.Address }

func (c *Add) action(s *Scope) *action {
	a := &adder{Add: c, placer: placer{to: c.Beside, language: s.language(), made: true}}
	whole := c.Value.Code == "" || strings.HasPrefix(c.Value.Code, "{")
	return &action{choose: a.choose, edits: a.edits, anywhere: isNew, nest: c.Block, whole: whole, guess: true}
}

// An adder carries out an Add: it chooses the file and returns the edits.
type adder struct {
	*Add
	placer
}

// choose returns the file to which the new item is added, and sets c.place if the user gave a
// place.
func (c *adder) choose(g *group) ([]*subject, error) {
	chosen, err := chooseForAdd(g)
	if err != nil || len(chosen) == 0 || !c.given() {
		return chosen, err
	}
	return chosen, c.find(g, chosen[0])
}

func (c *adder) edits(t *address.Target, l address.Language, file string) ([]byte, error) {
	r := newRequest(t, l, file, edit.Update, edit.Update)
	for i := range r.nested { // the item may need nested blocks that do not exist
		if level := &t.Blocks[i+1]; !level.Selects() && level.Index < 0 && !level.All {
			r.nested[i] = edit.Set
		}
	}
	give := edit.AddAttr
	switch {
	case l.IsValuesFile(t.Blocks[0].Type), isNew(t), isFirstLocal(t):
		r.outer, give = edit.Add, edit.Attr
	case t.Path.Name == "":
		r.nested[len(r.nested)-1] = edit.Add
	}
	parts := c.parts(t)
	switch {
	case t.Path.Name == "" && c.Value.Code == "":
		return r.commented(c.Comments, parts...)
	case t.Path.Name == "":
		contents, err := contentsIn(language.BodyOf(l, t), c.Value.Code)
		if err != nil {
			return nil, fmt.Errorf("%w%s", err, c.meantContents(t))
		}
		return r.commented(c.Comments, append(parts, contents)...)
	case c.Value.Code == "" && !c.Value.Text:
		return nil, fmt.Errorf("%s is an attribute; give its value, or --block for a block", t.Path.Name)
	}
	v, err := c.Value.value(t.Schema(l))
	if err != nil {
		return nil, err
	}
	return r.commented(c.Comments, append(parts, give(t.Path.String(), v))...)
}

// meantContents returns the end of the message that refuses a value as a block's contents because
// it is not an object. The end of the message suggests contents with that value, such as
// {"default": 1} for a variable. If it has no suggestion, it returns "".
func (c *Add) meantContents(t *address.Target) string {
	main := language.MainAttribute(t.Blocks[len(t.Blocks)-1].Type)
	v, err := c.Value.value(nil)
	if main == "" || err != nil {
		return ""
	}
	text, err := oneMember(main, v).MarshalJSON()
	if err != nil || strings.Contains(string(text), "'") {
		return ""
	}
	return fmt.Sprintf("; did you mean iacedit add %s '%s'?", c.Address, text)
}
