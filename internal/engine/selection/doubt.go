package selection

import (
	"fmt"
	"strings"

	"iacedit/address"
	"iacedit/internal/base/fault"
	"iacedit/internal/languages/language"
	"iacedit/internal/languages/terraform"
	"iacedit/syntax"
)

// A Doubt is about an address whose first name means nothing, or which omits labels: what was probably
// meant in a file.
type Doubt struct {
	Message string
	Offset  int  // in the file; -1 for none
	Sure    bool // the message has the address that was meant
	Other   bool // the file may be in another language
}

// A doubting searches a file for what an address may mean.
type doubting struct {
	file     *syntax.File
	language address.Language
	address  address.Address
}

// DoubtOf returns the Doubt about an address in a file. failed is the error with which the address was
// refused; if it is nil, the target of the address omits labels. makes reports whether the address is
// that of a new block.
func DoubtOf(f *syntax.File, name string, a address.Address, t *address.Target, failed error, makes bool, l address.Language) Doubt {
	d := doubting{f, l, a}
	if failed != nil {
		return d.unknown(failed, name)
	}
	for i := range t.Blocks {
		if t.Blocks[i].LeftOut > 0 {
			return d.leftOut(t, &t.Blocks[i], makes)
		}
	}
	return Doubt{Offset: -1}
}

// unknown is about an address that has no meaning in Terraform's language: the block or the variable
// value that was probably meant. If the file has a block or an attribute with the first name of the
// address, the file may be for another tool.
func (d *doubting) unknown(err error, file string) Doubt {
	a, name := d.address, d.address[0].Text
	doubt := Doubt{Message: err.Error(), Offset: -1}
	meant := func(format string, args ...any) Doubt {
		doubt.Message, doubt.Sure = doubt.Message+fmt.Sprintf(format, args...), true
		return doubt
	}
	if d.language.Dialect.AnyBlock() || a[0].Kind != address.PartName || language.Block(d.language, name) != nil {
		return doubt
	}
	for kind := range terraform.Blocks {
		if kind.Root != "" && kind.Labels == 1 && d.hasBlock(kind.Name, name) {
			return meant("; %s %q is %s", kind.Name, name, append(address.Address{{Text: kind.Root}}, a...))
		}
	}
	for block := range d.file.Blocks(syntax.Root, "locals") {
		if d.file.Attribute(block, name) != syntax.NoItem {
			return meant("; did you mean %s?", append(address.Address{{Text: "local"}}, a...))
		}
	}
	if typ := d.resourceLike(); typ != "" {
		return meant("; did you mean %s?", append(address.Address{{Text: typ}}, a[1:]...))
	}
	if native, _ := terraform.InNative(file); terraform.IsValues(native) {
		doubt.Message += fmt.Sprintf("; a value of %s is %s", file, append(address.Address{{Text: terraform.VariableValues}}, a...))
		return doubt
	}
	doubt.Other = d.file.Attribute(syntax.Root, name) != syntax.NoItem
	for range d.file.Blocks(syntax.Root, name) {
		doubt.Other = true
	}
	return doubt
}

// resourceLike searches for the resource that an address probably means if the user has omitted the
// provider's prefix, and returns its type. For vpc.main it returns "aws_vpc" if the file has the
// resource aws_vpc.main. If there is no such resource, it returns "".
func (d *doubting) resourceLike() string {
	a := d.address
	if len(a) < 2 || a[1].Kind != address.PartName {
		return ""
	}
	for id := range d.file.Blocks(syntax.Root, "resource") {
		labels := syntax.Strings(d.file.Labels(id))
		if len(labels) == 2 && labels[1] == a[1].Text && strings.HasSuffix(labels[0], "_"+a[0].Text) {
			return labels[0]
		}
	}
	return ""
}

// hasBlock reports whether the file has a top-level block with the given type and label.
func (d *doubting) hasBlock(typ, label string) bool {
	for id := range d.file.Blocks(syntax.Root, typ) {
		for text := range d.file.Labels(id) {
			if string(text) == label {
				return true
			}
		}
	}
	return false
}

// doubt returns the error for an address that no file has a meaning for, or that omits labels: that of
// a file in which something was probably meant, or of the first file.
func (d *Decoder) doubt(s *Scope, x *Addressed, a address.Address, err error) error {
	var best *Doubt
	var in *Code
	for i := range d.Code {
		c := &d.Code[i]
		t, failed := c.resolveAnew(a, d)
		if doubt := DoubtOf(c.Tree, c.Name, a, &t, failed, s.Rules.Makes && !s.Rules.Finds, d.Language); doubt.Message != "" && (best == nil || doubt.Sure && !best.Sure) {
			best, in = &doubt, c
		}
	}
	switch {
	case best == nil && err != nil:
		return s.Refuse(x.At, "the address %s", err)
	case best == nil:
		return s.Refuse(x.At, "the address %s lacks a label; write %s.* for any", a, a)
	}
	e := fault.At(x.At, fault.InvalidRequest, "%s", best.Message)
	if best.Other {
		fault.Marked(e, fault.OtherLanguage)
	}
	in.place(e, int32(best.Offset))
	return e
}

// instances returns "count" or "for_each" if the block of a target has an argument of that name. Then
// the index in an address such as aws_instance.web[0] was probably meant to select an instance of
// the resource. If the block has neither argument, or the address ends in no index, it returns "".
func instances(f *syntax.File, t *address.Target) string {
	if len(t.Blocks) != 1 || t.Path.Name != "" || t.Blocks[0].Index < 0 {
		return ""
	}
	for _, id := range t.Found {
		for _, name := range []string{"count", "for_each"} {
			if f.Attribute(id, name) != syntax.NoItem {
				return name
			}
		}
	}
	return ""
}

// InstanceFault returns a message if the address, which is given as text, is that of an instance of a
// block, and "" otherwise.
func InstanceFault(f *syntax.File, t *address.Target, text string) string {
	by := instances(f, t)
	if by == "" {
		return ""
	}
	whole := address.Of(t.Blocks[0].Type, t.Blocks[0].Labels...)
	return fmt.Sprintf("%s: the code has one block for all the instances that %s makes; the address of the block is %s", text, by, whole)
}

// RefuseInstance returns an error if the address is that of an instance of a block.
func (x *Addressed) RefuseInstance() error {
	if text := InstanceFault(x.tree, &x.Target, x.address.String()); text != "" {
		return fault.At(x.At, fault.InvalidRequest, "%s", text)
	}
	return nil
}
