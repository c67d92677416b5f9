package refs

import "iacedit/internal/terraform"

// A ruleKind determines how the references in the value of an attribute are read.
type ruleKind uint8

const (
	ordinaryExpression ruleKind = iota // an expression
	noReferences                       // no references: keywords, a type or a new name
	wholeAddress                       // the whole value is an address
	addressList                        // the elements of the value are addresses
	addressValues                      // the values of the object are addresses; its keys belong to another module
	ownAttributes                      // the elements of the value name attributes of the owner
	requiredProvider                   // an entry of required_providers: its configuration_aliases name providers
)

// An attributeRule determines how the references in an attribute are read, and which Place they
// have.
type attributeRule struct {
	reading ruleKind
	place   Place
}

// A blockKind describes a block with attributes that Terraform reads in its own way, such as
// lifecycle with ignore_changes. A nil blockKind means an ordinary block. The blockKinds are table
// entries that never change.
type blockKind struct {
	attributes map[string]attributeRule
	others     attributeRule // for all other attributes
	blocks     map[string]*blockKind
}

func (b *blockKind) attribute(name []byte) attributeRule {
	if b == nil {
		return attributeRule{}
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

type attributeRules = map[string]attributeRule
type blockKinds = map[string]*blockKind

var (
	keyword   = attributeRule{reading: noReferences}
	dependsOn = attributeRule{addressList, InDependsOn}
	provider  = attributeRule{wholeAddress, InProvider}
)

// topKinds maps the types of top-level blocks to their blockKinds.
var topKinds = func() blockKinds {
	onObject := attributeRules{"provider": provider, "depends_on": dependsOn}
	provisioner := &blockKind{attributes: attributeRules{"when": keyword, "on_failure": keyword}}
	settings := &blockKind{
		attributes: attributeRules{"experiments": keyword},
		blocks:     blockKinds{"required_providers": {others: attributeRule{requiredProvider, InAliases}}},
	}
	override := &blockKind{attributes: attributeRules{"target": {wholeAddress, InTargets}}}
	return blockKinds{
		"resource": {attributes: onObject, blocks: blockKinds{
			"provisioner": provisioner,
			"lifecycle": {
				attributes: attributeRules{"ignore_changes": {ownAttributes, InIgnoreChanges}, "replace_triggered_by": {addressList, InReplaceTriggeredBy}},
				blocks: blockKinds{"action_trigger": {attributes: attributeRules{
					"events": keyword, "on_failure": keyword, "actions": {addressList, InActions},
				}}},
			},
		}},
		"data":      {attributes: onObject},
		"ephemeral": {attributes: onObject},
		"action":    {attributes: onObject},
		"list":      {attributes: onObject},
		"check":     {blocks: blockKinds{"data": {attributes: onObject}}},
		"module":    {attributes: attributeRules{"providers": {addressValues, InProviders}, "depends_on": dependsOn}},
		"variable":  {attributes: attributeRules{"type": keyword}},
		"output":    {attributes: attributeRules{"type": keyword, "depends_on": dependsOn}},
		"import":    {attributes: attributeRules{"to": {wholeAddress, InImportTo}, "provider": provider}},
		"moved":     {attributes: attributeRules{"from": {wholeAddress, InMoved}, "to": {wholeAddress, InMoved}}},
		"removed":   {attributes: attributeRules{"from": {wholeAddress, InRemoved}}, blocks: blockKinds{"provisioner": provisioner}},
		"terraform": settings,
		"iac":       settings,

		"run": {
			attributes: attributeRules{"providers": {addressValues, InProviders}, "expect_failures": {addressList, InTargets}},
			blocks: blockKinds{
				"plan_options":      {attributes: attributeRules{"target": {addressList, InTargets}, "replace": {addressList, InTargets}}},
				"override_resource": override, "override_data": override, "override_module": override,
			},
		},
		"override_resource": override, "override_data": override, "override_module": override,
		"mock_provider": {blocks: blockKinds{"override_resource": override, "override_data": override}},
	}
}()

// keywords maps each root that is a keyword to its Kind. The Kind determines which names follow the
// root: a type and a name, only a name, or, for Other, any names.
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

// hasType reports whether addresses of a kind have a type before the name, as data.aws_ami.x has.
func hasType(k Kind) bool { return Resource <= k && k <= Action }

// isKeyword reports whether a name at the start of a reference is a keyword, not a resource type.
func isKeyword(root string) bool {
	switch root {
	case "true", "false", "null", "for":
		return true
	}
	_, ok := keywords[root]
	return ok
}
