package rename

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"iacedit/edit/internal/draft"
	"iacedit/edit/internal/plan"
	"iacedit/edit/internal/report"
	"iacedit/internal/base/budget"
	"iacedit/internal/base/excerpt"
	"iacedit/internal/base/grow"
	"iacedit/internal/base/sequence"
	"iacedit/lexer"
	"iacedit/refs"
	"iacedit/syntax"
	"iacedit/value"
)

// A keyedBlock is a block whose instances receive new keys.
type keyedBlock struct {
	renamedBlock
	*newKeys
}

// newKeys are the new keys of a block's instances, and data computed from them.
type newKeys struct {
	keys          []plan.NewKey // in the order of the request
	newKey        map[plan.InstanceKey]plan.InstanceKey
	becomeStrings bool   // some instances with a number as key, or no key, receive a string as key
	wereStrings   bool   // some instances with a string as key receive a number, or lose their key
	list          string // the new keys in the order of the old keys, separated by ", "
	ordered       bool   // sorting leaves the new keys in the order of the old keys
}

// newKeysOf returns the newKeys for the keys of an entry.
func newKeysOf(keys []plan.NewKey, b *budget.Budget) *newKeys {
	b.Step(stepsPerKey * len(keys))
	k := &newKeys{keys: keys, newKey: make(map[plan.InstanceKey]plan.InstanceKey, len(keys))}
	for _, key := range keys {
		k.newKey[key.From] = key.To
		k.becomeStrings = k.becomeStrings || !key.From.IsString() && key.To.IsString()
		k.wereStrings = k.wereStrings || key.From.IsString() && !key.To.IsString()
	}
	if !k.becomeStrings {
		return k
	}
	keys = slices.Clone(keys)
	sequence.Sort(keys, func(a, b plan.NewKey) int {
		return cmp.Or(cmp.Compare(len(a.From), len(b.From)), cmp.Compare(a.From, b.From))
	})
	k.ordered = slices.IsSortedFunc(keys, func(a, b plan.NewKey) int { return cmp.Compare(keyText(a.To), keyText(b.To)) })
	var list []byte
	for i, key := range keys {
		if i > 0 {
			list = grow.Text(b, list, ", ")
		}
		list = grow.Text(b, list, key.To)
	}
	k.list = string(list)
	return k
}

// keysOfEntries contains the newKeys of each entry. An entry is identified by the pointer to its
// first key.
type keysOfEntries map[*plan.NewKey]*newKeys

// forEntry returns the newKeys for the keys of an entry. It computes them once for each entry,
// because an entry may select many blocks.
func (e keysOfEntries) forEntry(keys []plan.NewKey, b *budget.Budget) *newKeys {
	if e[&keys[0]] == nil {
		e[&keys[0]] = newKeysOf(keys, b)
	}
	return e[&keys[0]]
}

// stepsPerKey is the price of adding a new key to the tables and of sorting it.
const stepsPerKey = 40

// updateKeys changes references to instances that receive new keys, and splats over these
// instances. It warns of references that it leaves unchanged: references to all instances, with
// neither a key nor a splat, and references whose key is not a literal.
func (n *renamer) updateKeys() error {
	if len(n.keyed) == 0 {
		return nil
	}
	byFolder := map[string]map[refs.Address]*keyedBlock{}
	for i := range n.keyed {
		k := &n.keyed[i]
		if byFolder[k.block.Folder] == nil {
			byFolder[k.block.Folder] = map[refs.Address]*keyedBlock{}
		}
		at := refs.Address{Kind: refs.KindOf(k.typ), Name: k.from[len(k.from)-1]}
		if len(k.from) == 2 {
			at.Type = k.from[0]
		}
		byFolder[k.block.Folder][at] = k
	}
	for folder, blocks := range byFolder {
		for _, f := range n.m.Referrers.In(folder) {
			if f.IsValues() {
				continue
			}
			n.m.Budget.Parse(len(f.Tree.Text()))
			for ref := range refs.All(f.Tree, refs.Configuration) {
				if !f.Has(ref.Root.From) {
					continue
				}
				n.warnOfCountIndex(f.File, ref, blocks)
				if k := blocks[ref.Address(f.Tree)]; k != nil && !k.keepReferences && (ref.Kind == refs.Resource || ref.Kind == refs.Module) {
					n.updateKey(f.File, ref, k)
				}
			}
		}
	}
	return nil
}

// warnOfCountIndex warns if a reference is count.index in a block that has no argument count.
func (n *renamer) warnOfCountIndex(f *draft.File, ref *refs.Reference, blocks map[refs.Address]*keyedBlock) {
	if n.o == nil || ref.Kind != refs.Other || string(f.Tree.At(ref.Root)) != "count" {
		return
	}
	k := blocks[ref.OwnerAddress(f.Tree)]
	if k != nil && k.block.File == f && k.block.Index.Attribute(k.block.ID, "count") == syntax.NoItem {
		n.o.WarnPlace(k.entryAt, report.NoCount, fmt.Sprintf("%s contains count.index, but has no count after these edits; replace count.index by each.key or each.value", dotted(k.typ, k.from)), f, k.oldAddress, ref.Root.From)
	}
}

// updateKey replaces the key in one reference to the instances of a block.
func (n *renamer) updateKey(f *draft.File, ref *refs.Reference, k *keyedBlock) {
	switch ref.Place {
	case refs.InMoved, refs.InRemoved, refs.InAliases, refs.InDependsOn:
		return
	}
	text := f.Tree.Text()
	if ref.Quoted {
		return
	}
	end := ref.Name.To // the end of the address
	if len(ref.Steps) > 0 && ref.Steps[0].Kind == refs.StepSplat {
		if k.becomeStrings {
			n.replaceSplat(f, ref, k)
		}
		return
	}
	if to, ok := k.newKey[""]; ok {
		if at, splat, is := valuesCall(text, ref); is && k.wereStrings {
			n.addReplacement(f, at, string(text[ref.Root.From:end])+splat)
			return
		}
		n.addReplacement(f, syntax.Span{From: end, To: end}, to.String())
		return
	}
	if len(ref.Steps) == 0 {
		if ref.Place == refs.InTargets {
			return // it means all instances
		}
		if at, splat, is := valuesCall(text, ref); is && k.wereStrings {
			n.addReplacement(f, at, string(text[ref.Root.From:end])+splat)
			return
		}
		n.warnOfKey(f, ref, k, "it uses all of "+dotted(k.typ, k.from)+", without a key")
		return
	}
	step := ref.Steps[0]
	var from plan.InstanceKey
	switch step.Kind {
	case refs.StepString:
		from = plan.KeyOf(string(syntax.AppendUnescaped(nil, text[step.Name.From:step.Name.To])))
	case refs.StepLiteral:
		from = plan.InstanceKey(text[step.Name.From:step.Name.To])
	case refs.StepDynamic:
		n.warnOfKey(f, ref, k, fmt.Sprintf("the key %s is not literal", excerpt.Quote(string(text[step.Name.From:step.Name.To]))))
		return
	default:
		return
	}
	if to, ok := k.newKey[from]; ok && to != from {
		n.m.Budget.Step(step.Name.Len() + int(step.End-end))
		at, with := keyReplacement(text, end, step, to)
		n.addReplacement(f, at, with)
	}
}

// keyReplacement returns the replacement that gives a reference a new key. address is the offset at
// which the address of the block ends. The step with the old key follows. Comments beside the old
// key stay.
func keyReplacement(code []byte, address int32, step refs.Step, to plan.InstanceKey) (at syntax.Span, text string) {
	kind, from, next := lexer.Next(code, int(address))
	for kind == lexer.Comment || kind == lexer.Newline {
		kind, from, next = lexer.Next(code, next)
	}
	at, text = syntax.Span{From: int32(from), To: step.End}, to.String()
	inBrackets := kind == lexer.OBrack && to != ""
	if inBrackets && (bytes.ContainsAny(code[from:step.Name.From], "#/") || bytes.ContainsAny(code[step.Name.To:step.End], "#/")) {
		at, text = step.Name, string(to)
		if step.Kind == refs.StepString {
			at = syntax.Span{From: at.From - 1, To: at.To + 1} // the quotes
		}
	}
	return at, text
}

func (n *renamer) addReplacement(f *draft.File, at syntax.Span, text string) {
	n.m.Budget.Grow(len(text))
	n.replacements[f] = append(n.replacements[f], refs.Replacement{At: at, Text: text})
}

// warnOfKey warns that a reference is left unchanged. The warning ends with the reason, such as
// `the key "each.key" is not literal`.
func (n *renamer) warnOfKey(f *draft.File, ref *refs.Reference, k *keyedBlock, why string) {
	if n.o == nil {
		return
	}
	n.o.WarnPlace(k.entryAt, report.KeyNotLiteral, "a reference is left as it is: "+why, f, k.oldAddress, ref.Root.From)
}

// valuesCall returns the span of a call such as values(aws_vpc.a), where aws_vpc.a is the reference.
// If no splat follows the call, the result splat is "[*]", because the list of the instances then
// needs one. The result ok is false for any other code, and if an index or attribute follows the
// call.
func valuesCall(text []byte, ref *refs.Reference) (at syntax.Span, splat string, ok bool) {
	before := bytes.TrimRight(text[:ref.Root.From], " \t\r\n")
	before, ok = bytes.CutSuffix(before, []byte("("))
	before = bytes.TrimRight(before, " \t")
	name, isValues := bytes.CutSuffix(before, []byte("values"))
	last, _ := utf8.DecodeLastRune(name)
	if !ok || !isValues || len(name) > 0 && (last == ':' || value.IsIdentifier("a"+string(last))) {
		return at, "", false
	}
	rest := bytes.TrimLeft(text[ref.Name.To:], " \t\r\n")
	rest, ok = bytes.CutPrefix(rest, []byte(")"))
	end := len(text) - len(rest)
	switch rest = bytes.TrimLeft(rest, " \t"); {
	case bytes.HasPrefix(rest, []byte(".*")), bytes.HasPrefix(rest, []byte("[*]")):
	case bytes.HasPrefix(rest, []byte(".")) && !bytes.HasPrefix(rest, []byte("...")), bytes.HasPrefix(rest, []byte("[")):
		return at, "", false
	default:
		splat = "[*]"
	}
	return syntax.Span{From: int32(len(name)), To: int32(end)}, splat, ok
}

// replaceSplat replaces a splat over instances that receive strings as keys. If sorting the new
// keys keeps the instances in the order of their old numbers, aws_vpc.a[*].id becomes
// values(aws_vpc.a)[*].id, and aws_vpc.a[*] becomes values(aws_vpc.a). Otherwise a for expression
// lists the instances in their old order.
func (n *renamer) replaceSplat(f *draft.File, ref *refs.Reference, k *keyedBlock) {
	text := f.Tree.Text()
	address := string(text[ref.Root.From:ref.Name.To])
	if k.ordered {
		end := ref.Name.To
		if len(ref.Steps) == 1 || ref.Steps[1].Joined {
			end = ref.Steps[0].End
		}
		n.addReplacement(f, syntax.Span{From: ref.Root.From, To: end}, "values("+address+")")
		return
	}
	last := 0 // the number of steps that the splat applies to each element
	for last+1 < len(ref.Steps) && !ref.Steps[last+1].Joined && ref.Steps[last+1].Kind != refs.StepSplat {
		last++
	}
	end := ref.Steps[last].End
	rest := text[ref.Steps[0].End:end]
	n.m.Budget.Step(len(rest))
	name := freeName(rest)
	n.m.Budget.Afford(len(k.list) + len(address) + len(rest))
	n.addReplacement(f, syntax.Span{From: ref.Root.From, To: end},
		fmt.Sprintf("[for %s in [%s] : %s[%s]%s]", name, k.list, address, name, rest))
}

// freeName returns the first of the names k, k2, k3, … that is not in the code. A name after a dot
// does not count.
func freeName(code []byte) string {
	taken := map[int]bool{}
	for at, dot := 0, false; at < len(code); {
		kind, from, to := lexer.Next(code, at)
		if kind == lexer.EOF || to <= at {
			break
		}
		if number, isK := strings.CutPrefix(string(code[from:to]), "k"); isK && !dot {
			if n, err := strconv.Atoi(cmp.Or(number, "1")); err == nil {
				taken[n] = true
			}
		}
		at, dot = to, code[from] == '.'
	}
	n := 1
	for taken[n] {
		n++
	}
	if n == 1 {
		return "k"
	}
	return "k" + strconv.Itoa(n)
}

// keyText returns a key as text. If the key is a quoted string, the text has no quotes and no
// escapes.
func keyText(k plan.InstanceKey) string {
	return string(syntax.AppendUnescaped(nil, []byte(strings.Trim(string(k), `"`))))
}
