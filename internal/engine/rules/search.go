package rules

import (
	"bytes"
	"slices"
	"strings"

	"iacedit/address"
	"iacedit/internal/base/budget"
	"iacedit/internal/engine/pattern"
	"iacedit/internal/engine/selection"
	"iacedit/internal/languages/terraform"
	"iacedit/module"
	"iacedit/refs"
	"iacedit/syntax"
	"iacedit/value"
)

// A Search applies rules to files. The caller sets the exported fields before each file.
type Search struct {
	Language address.Language
	Budget   *budget.Budget // nil for no bounds
	File     *syntax.File   // parsed, without edits
	Name     string         // the name of the file; "" for code without a name
	Role     module.Role    // of the file, if it has a name

	// Only reports whether to search the part of the file that a span covers. If Only is nil,
	// everything is searched.
	Only func(at syntax.Span) bool

	// Spare excludes attributes and blocks from the search if a comment above them contains
	// "iacedit:ignore".
	Spare bool

	// Circles, if not nil, is for the module of the file: a rule does not make an object of the
	// module refer to itself.
	Circles *Circles

	matcher     pattern.Rewriter
	classes     value.Classes
	currentView selection.View  // the current file, if a rule selects in it
	expr        syntax.Expr     // memory for the view
	writtenExpr syntax.Expr     // memory for the code that a rule writes
	lastAnswer  referenceAnswer // the last answer of isReference
	viewOpen    bool
	folders     map[string]folderMatch // by pattern
	paths       paths
	hidden      []string        // the iterators of the enclosing dynamic blocks
	active      []activeRule    // the rules that may match in the file
	address     address.Address // of the current block; the memory is used again for the next block
	shared      address.Address // a copy of address that results have; nil if none has it
	site        valueSite       // memory for the current site
	visit       func(*valueSite) error
}

// An activeRule is a rule that may match in the current file, with what the search knows about the
// rule so far.
type activeRule struct {
	*Rule
	number      int // the index of the rule
	scope       *scope
	references  []syntax.Span
	wholeBlocks []syntax.ItemID // the enclosing blocks that are selected with all their contents
	withoutClue []syntax.Span   // for each clue: a range of the file in which the clue does not occur
}

// A valueSite is an attribute whose value is searched, with what the search needs to know about it.
type valueSite struct {
	item       syntax.ItemID
	cachedName string // the attribute's name; empty until needed
	place      terraform.Place
	expr       *syntax.Expr // nil until needed
	search     *Search

	pathsRead bool
	starts    map[int32]syntax.NodeID // the first node that starts at an offset; nil until needed
}

// MayFind reports whether a rule may match in code. It searches the text for the rules' clues,
// without parsing.
func MayFind(rules []*Rule, code []byte) bool {
	return slices.ContainsFunc(rules, func(r *Rule) bool {
		may, _ := r.mayBeIn(code)
		return may
	})
}

// The price of preparing a rule for a file: stepsPerRule steps, and one step for each bytesPerLook
// bytes that are read to find out whether the rule may match.
const stepsPerRule, bytesPerLook = 10, 128

// begin prepares the rules for the current file. It reports whether any rule may match.
func (s *Search) begin(rules []*Rule) bool {
	s.active, s.hidden, s.address, s.shared, s.viewOpen = s.active[:0], s.hidden[:0], s.address[:0], nil, false
	s.classes.Reset()
	s.matcher.Budget = s.Budget
	s.classes.SetBudget(s.Budget)
	text := s.File.Text()
	for i, r := range rules {
		may, looked := r.mayBeIn(text)
		s.Budget.Step(stepsPerRule + looked/bytesPerLook)
		if !may {
			continue
		}
		a := activeRule{Rule: r, number: i, scope: s.choose(r)}
		for range r.clues {
			a.withoutClue = append(a.withoutClue, syntax.Span{To: -1})
		}
		s.active = append(s.active, a)
	}
	s.findReferences()
	return len(s.active) > 0
}

// findReferences finds the references to the objects of all rules in one pass over the file.
func (s *Search) findReferences() {
	by := map[refs.Address][]*activeRule{}
	for i := range s.active {
		if a := &s.active[i]; a.reference != nil {
			by[a.reference.target] = append(by[a.reference.target], a)
		}
	}
	if len(by) == 0 {
		return
	}
	text := s.File.Text()
	s.Budget.Step(len(text) + len(text)/2) // for parsing
	for ref := range refs.All(s.File, s.refsRole()) {
		s.Budget.Step((ref.Type.Len() + ref.Name.Len()) / 16)
		to := refs.Address{Kind: ref.Kind, Type: string(s.File.At(ref.Type)), Name: string(s.File.At(ref.Name))}
		for _, a := range by[to] {
			s.Budget.Step(1)
			a.references = append(a.references, ref.At)
		}
	}
}

// refsRole returns the refs.Role of the current file.
func (s *Search) refsRole() refs.Role {
	return refs.RoleIn(s.Language.Dialect, s.Role == module.Values || s.Role == module.NamedValues)
}

// walk calls visit for each attribute in which a rule may match, from the start of the file to its
// end.
func (s *Search) walk(visit func(*valueSite) error) error {
	s.visit = visit
	var in bodyPlaces
	if !s.Language.Dialect.AnyBlock() && s.Name != "" && s.refsRole() == refs.Variables {
		in.places = terraform.PlacesOf(terraform.VariableValues)
	}
	err := s.visitBody(syntax.Root, in)
	s.visit = nil
	return err
}

// visitBody visits the attributes of a body.
func (s *Search) visitBody(id syntax.ItemID, places bodyPlaces) error {
	var numbers blockCounts
	for i := range s.active {
		if a := &s.active[i]; a.scope != nil && a.scope.blocks[id] {
			a.wholeBlocks = append(a.wholeBlocks, id)
			defer func() { a.wholeBlocks = a.wholeBlocks[:len(a.wholeBlocks)-1] }()
		}
	}
	dynamic := id != syntax.Root && string(s.File.Name(id)) == "dynamic" && s.File.Item(id).Parent != syntax.Root
	iterator, iterates := "", false
	if dynamic {
		if at, ok := refs.Iterator(s.File, id); ok {
			iterator, iterates = string(s.File.At(at)), true
		}
	}
	for c := range s.File.Children(id) {
		s.Budget.Step(2)
		kind := s.File.Kind(c)
		if kind != syntax.KindAttribute && kind != syntax.KindBlock {
			continue
		}
		inside := iterates && refs.Iterated(string(s.File.Name(c)))
		if inside {
			s.hidden = append(s.hidden, iterator)
		}
		var err error
		if kind == syntax.KindAttribute {
			if (!dynamic || string(s.File.Name(c)) != "iterator") && !s.isSpared(c) {
				err = s.visitAttribute(c, places)
			}
		} else {
			err = s.visitBlock(id, c, places, &numbers)
		}
		if inside {
			s.hidden = s.hidden[:len(s.hidden)-1]
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// visitBlock visits the attributes of the block id, which is in the body parent.
func (s *Search) visitBlock(parent, id syntax.ItemID, places bodyPlaces, numbers *blockCounts) error {
	s.Budget.Step(2)
	if parent != syntax.Root {
		numbers.blocks = append(numbers.blocks, id)
	}
	if !s.someMayBeIn(s.File.Value(id)) || s.isSpared(id) {
		return nil
	}
	s.Budget.Step(stepsPerBlock + s.File.Item(id).Head.Len()/16)
	above := len(s.address)
	defer func() { s.address, s.shared = s.address[:above], nil }()
	header := s.Language.Header(s.File, parent, id)
	s.address, s.shared = append(s.address, header...), nil
	if parent != syntax.Root {
		s.address = append(s.address, address.Part{Kind: address.PartIndex, Index: numbers.last(s, parent)})
	}
	if parent == syntax.Root && !s.Language.Dialect.AnyBlock() {
		return s.visitBody(id, places.withPlaces(s.File, id, terraform.PlacesOf(header[0].Text)))
	}
	return s.visitBody(id, places.block(s.File, id))
}

// The prices, in steps, of visiting a block and an attribute.
const stepsPerBlock, stepsPerAttribute = 20, 20

// A blockCounts counts the blocks of a body by their headers. The counts give the index of a block
// among the blocks with the same type and labels.
type blockCounts struct {
	blocks []syntax.ItemID // blocks that are not counted yet
	counts map[string]int  // by header
}

// last counts the blocks in n.blocks, and empties n.blocks. It returns the number of blocks in the
// body that precede the last of these blocks and have the same header as that block.
func (n *blockCounts) last(s *Search, parent syntax.ItemID) (number int) {
	if n.counts == nil {
		n.counts = map[string]int{}
	}
	for _, id := range n.blocks {
		header := s.Language.Header(s.File, parent, id).String()
		number = n.counts[header]
		n.counts[header]++
	}
	n.blocks = n.blocks[:0]
	return number
}

// someMayBeIn reports whether some rule may match in a range of the file.
func (s *Search) someMayBeIn(at syntax.Span) bool {
	for i := range s.active {
		if s.mayBeIn(&s.active[i], at) {
			return true
		}
	}
	return false
}

// searchedPerStep is the number of bytes of text that are searched for a clue in one step.
const searchedPerStep = 192

// mayBeIn reports whether a rule may match in a range of the file, because the range contains a
// clue. If the caller passes the ranges in ascending order, no text is searched twice for the same
// clue.
func (s *Search) mayBeIn(a *activeRule, at syntax.Span) bool {
	text := s.File.Text()
	for i, clue := range a.clues {
		s.Budget.Step(1)
		next := &a.withoutClue[i]
		if at.From < next.From || next.To < at.From {
			*next = syntax.Span{From: at.From, To: int32(len(text))}
			if n := index(text[at.From:], clue); n >= 0 {
				next.To = at.From + int32(n)
			}
			s.Budget.Step(2 + next.Len()/searchedPerStep)
		}
		if int(next.To)+len(clue) <= int(at.To) {
			return true
		}
	}
	return len(a.clues) == 0
}

// visitAttribute visits an attribute in which a rule may match.
func (s *Search) visitAttribute(id syntax.ItemID, places bodyPlaces) error {
	item := s.File.Item(id)
	whole := syntax.Span{From: item.Name.From, To: item.Content.To}
	if !s.someMayBeIn(whole) {
		return nil
	}
	s.Budget.Step(stepsPerAttribute)
	s.site = valueSite{item: id, search: s, place: places.attribute(s.File.Name(id))}
	_, s.matcher.Quoted = samples[s.site.place]
	return s.visit(&s.site)
}

// name returns the name of the site's attribute.
func (x *valueSite) name() string {
	if x.cachedName == "" {
		name := x.search.File.Name(x.item)
		x.search.Budget.Step(len(name) / 4)
		x.cachedName = string(name)
	}
	return x.cachedName
}

// parse returns the tree of the site's value.
func (x *valueSite) parse() *syntax.Expr {
	if x.expr == nil {
		x.expr = x.search.File.ValueExpr(x.item)
		x.search.Budget.Step(x.search.File.Value(x.item).Len()/16 + x.expr.Len())
	}
	return x.expr
}

// searchedPaths returns true if a rule searches the whole value of a site. Otherwise it returns the
// paths that the rule searches in the value.
func (x *valueSite) searchedPaths(a *activeRule) (all bool, paths []selection.Attribute) {
	s := x.search
	if a.Types != (x.place == terraform.Type) {
		return false, nil
	}
	return a.scope.chosen(s.File.Item(x.item).Parent, x.item, len(a.wholeBlocks) > 0)
}

// chosen returns a function that reports whether to search a node of the site's value. A node is
// searched if one of the paths leads to it or to a node around it. If whole is true, every node is
// searched.
func (x *valueSite) chosen(whole bool, paths []selection.Attribute) func(id syntax.NodeID) bool {
	if whole {
		return func(syntax.NodeID) bool { return true }
	}
	e := x.parse()
	var spans []syntax.Span
	for _, p := range paths {
		s := x.search
		node, _, seen := address.In(e, &s.classes).Follow(e.Root, nil, p.Path)
		if seen == address.There {
			spans = append(spans, e.Node(node).Span())
		}
	}
	return func(id syntax.NodeID) bool {
		at := e.Node(id).Span()
		return slices.ContainsFunc(spans, func(s syntax.Span) bool { return s.From <= at.From && at.To <= s.To })
	}
}

// blockAddress returns the address of the block that contains the site, or of the top level.
func (s *Search) blockAddress() address.Address {
	if len(s.address) == 0 {
		return address.Of(terraform.VariableValues)
	}
	if s.shared == nil {
		s.Budget.Step(len(s.address))
		s.shared = slices.Clone(s.address)
	}
	return s.shared
}

// index is like bytes.Index, but for words of code. It searches for the rarest letter of the word
// first, so that the search seldom stops at other words.
func index(text, word []byte) int {
	if len(word) == 0 || len(word) > 64 { // in a long word, each stop may be expensive
		return bytes.Index(text, word)
	}
	const frequent = "eatrsionlc_mdup" // the most frequent letters, most frequent first
	rare, rank := 0, -2
	for i, c := range word {
		at := strings.IndexByte(frequent, c)
		if at < 0 {
			at = len(frequent)
		}
		if at > rank {
			rare, rank = i, at
		}
	}
	for from := rare; from < len(text); from++ {
		n := bytes.IndexByte(text[from:], word[rare])
		if n < 0 {
			return -1
		}
		from += n
		if bytes.HasPrefix(text[from-rare:], word) {
			return from - rare
		}
	}
	return -1
}
