package plan

import (
	"strconv"

	"iacedit/internal/base/excerpt"
	"iacedit/syntax"
	"iacedit/value"
)

// A NewKey is the old key and the new key of an instance.
type NewKey struct {
	From, To InstanceKey
	At       int
}

// An InstanceKey is the text between the brackets of an instance's address, as Terraform
// writes it: 0, "a" with its quotes, or nothing for an object with one instance.
type InstanceKey string

// IsString reports whether the key is a string, as in instances made by for_each, and not a number.
func (k InstanceKey) IsString() bool { return len(k) > 0 && k[0] == '"' }

// String returns the key in its brackets, or "" for an object with one instance.
func (k InstanceKey) String() string {
	if k == "" {
		return ""
	}
	return "[" + string(k) + "]"
}

// parseInstanceKey parses the text of a key. The text must be a nonnegative integer, a string in
// quotes without "${", or empty.
func parseInstanceKey(text string) (InstanceKey, bool) {
	if text == "" {
		return "", true
	}
	if n, err := strconv.ParseUint(text, 10, 31); err == nil && text == strconv.FormatUint(n, 10) {
		return InstanceKey(text), true
	}
	e, err := syntax.ParseCode([]byte(text))
	if text[0] != '"' || text[len(text)-1] != '"' || err != nil {
		return "", false
	}
	literal, ok := value.LiteralKey(e, e.Root)
	if !ok {
		return "", false
	}
	return KeyOf(literal), true
}

// KeyOf returns the key of the instance that for_each makes for a string. For the text east, the
// key is "east" with its quotes.
func KeyOf(text string) InstanceKey { return InstanceKey(value.AppendString(nil, text)) }

// invalidKeyError returns the error for a text that is not the key of an instance, because
// parseInstanceKey does not accept it.
func invalidKeyError(s *scope, at int, text string) error {
	quoted := excerpt.Quote(value.AppendString(nil, text))
	return s.Refuse(at, `the key %s is neither a number from 0 nor a string in quotes, such as %s; "" is the object without a key`, excerpt.Quote(text), quoted)
}

// newKeys decodes "keys": an object that maps the old keys of instances to new keys, or that says
// which text of the keys of for_each is replaced.
func (d *Decoder) newKeys(s *scope, n *Naming, item *value.Item) (err error) {
	v := &item.Value
	if d.Language.Dialect.AnyBlock() || s.Nested || s.Type != "resource" && s.Type != "module" {
		return s.Refuse(v.At, `"keys" is for resources and modules, which have instances`)
	}
	if v.Kind != value.Object || len(v.Items) == 0 {
		return s.Refuse(v.At, `"keys" must be an object of new keys by old ones, or of "pattern" and "by", found %s`, v.Kind)
	}
	for i := range v.Items {
		if key := v.Items[i].Key; key == "pattern" || key == "text" || key == "by" {
			n.ChangedKeys, err = d.changedNames(s, item)
			return err
		}
	}
	n.Keys, err = d.keyPairs(s, v)
	return err
}

// keyPairs decodes an object that maps the old keys of instances to new keys.
func (d *Decoder) keyPairs(s *scope, v *value.Value) ([]NewKey, error) {
	keys := make([]NewKey, 0, len(v.Items))
	seen := map[InstanceKey]bool{}
	for i := range v.Items {
		item := &v.Items[i]
		at := item.Value.At
		if err := d.Take(at); err != nil {
			return nil, err
		}
		from, ok := parseInstanceKey(item.Key)
		if !ok {
			return nil, invalidKeyError(s, at, item.Key)
		}
		if item.Value.Kind != value.String {
			return nil, s.Refuse(at, "the new key of %s must be a string, found %s", excerpt.Quote(item.Key), item.Value.Kind)
		}
		to, ok := parseInstanceKey(item.Value.Text)
		if !ok {
			return nil, invalidKeyError(s, at, item.Value.Text)
		}
		if seen[from] {
			return nil, s.Refuse(at, "the key %s is renamed twice", excerpt.Quote(item.Key))
		}
		seen[from] = true
		keys = append(keys, NewKey{from, to, at})
	}
	taken := map[InstanceKey]bool{}
	for _, k := range keys {
		if taken[k.To] {
			return nil, s.Refuse(k.At, "two instances cannot have the key %s", excerpt.Quote(string(k.To)))
		}
		taken[k.To] = true
	}
	return keys, nil
}
