package refs

import "iacedit/internal/terraform"

// A rule says how the references in the value of an attribute are read.
type rule uint8

const (
	ordinary    rule = iota // an expression
	ignored                 // no references: keywords, a type or a new name
	traversal               // the whole value is an address
	list                    // the elements of the value are addresses
	values                  // the values of the object are addresses; its keys belong to another module
	ignoredKeys             // the elements of the value name attributes of the owner
	requirement             // an entry of required_providers: its configuration_aliases name providers
)

// A special is the rule for the references in an attribute, and their Place.
type special struct {
	rule  rule
	place Place
}

// A blockKind describes a block with special attributes. A nil blockKind means an ordinary block.
// The blockKinds are table entries that never change.
type blockKind struct {
	attributes map[string]special
	others     special // for all other attributes
	blocks     map[string]*blockKind
}

func (b *blockKind) attribute(name []byte) special {
	if b == nil {
		return special{}
	}
	if s, ok := b.attributes[string(name)]; ok {
		return s
	}
	return b.others
}

func (b *blockKind) block(typ []byte) *blockKind {
	if b == nil {
		return nil
	}
	return b.blocks[string(typ)]
}

type specials = map[string]special
type blockKinds = map[string]*blockKind

var (
	keyword   = special{rule: ignored}
	dependsOn = special{list, InDependsOn}
	provider  = special{traversal, InProvider}
)

// topKinds holds the top-level blocks with special contents, by type.
var topKinds = func() blockKinds {
	onObject := specials{"provider": provider, "depends_on": dependsOn}
	provisioner := &blockKind{attributes: specials{"when": keyword, "on_failure": keyword}}
	settings := &blockKind{
		attributes: specials{"experiments": keyword},
		blocks:     blockKinds{"required_providers": {others: special{requirement, InAliases}}},
	}
	return blockKinds{
		"resource": {attributes: onObject, blocks: blockKinds{
			"provisioner": provisioner,
			"lifecycle": {
				attributes: specials{"ignore_changes": {ignoredKeys, InIgnoreChanges}, "replace_triggered_by": {list, InReplaceTriggeredBy}},
				blocks: blockKinds{"action_trigger": {attributes: specials{
					"events": keyword, "on_failure": keyword, "actions": {list, InActions},
				}}},
			},
		}},
		"data":      {attributes: onObject},
		"ephemeral": {attributes: onObject},
		"action":    {attributes: onObject},
		"list":      {attributes: onObject},
		"check":     {blocks: blockKinds{"data": {attributes: onObject}}},
		"module":    {attributes: specials{"providers": {values, InProviders}, "depends_on": dependsOn}},
		"variable":  {attributes: specials{"type": keyword}},
		"output":    {attributes: specials{"type": keyword, "depends_on": dependsOn}},
		"import":    {attributes: specials{"to": {traversal, InImportTo}, "provider": provider}},
		"moved":     {attributes: specials{"from": {traversal, InMoved}, "to": {traversal, InMoved}}},
		"removed":   {attributes: specials{"from": {traversal, InRemoved}}, blocks: blockKinds{"provisioner": provisioner}},
		"terraform": settings,
		"iac":       settings,
	}
}()

// keywords maps each root that is a keyword to its Kind. The Kind determines the names after the
// root: a type and a name, only a name, or, for Other, anything.
var keywords = func() map[string]Kind {
	all := map[string]Kind{
		"resource": Resource, "self": Self,
		"count": Other, "each": Other, "path": Other, "terraform": Other, "tofu": Other,
		"template": Other, "lazy": Other, "arg": Other,
	}
	for t := range terraform.Blocks {
		if t.Kind != "" && t.Root != "" {
			all[t.Root] = kinds[t.Name]
		}
	}
	return all
}()

// typed reports whether addresses of a kind have a type before the name, as data.aws_ami.x has.
func typed(k Kind) bool { return Resource <= k && k <= Action }

// reserved reports whether a name at the start of a reference is a keyword, not a resource type.
func reserved(root string) bool {
	switch root {
	case "true", "false", "null", "for":
		return true
	}
	_, ok := keywords[root]
	return ok
}
