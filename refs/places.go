package refs

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
	namingText                         // an expression in which some strings, or some keys, name objects
)

// An attributeRule determines how the references in an attribute are read, and which Place they
// have.
type attributeRule struct {
	reading ruleKind
	place   Place
	naming  *naming // for namingText
}

// A blockKind describes a block with attributes that Terraform reads in its own way, such as
// lifecycle with ignore_changes. A nil blockKind means an ordinary block. The blockKinds are table
// entries that never change.
type blockKind struct {
	attributes map[string]attributeRule
	others     attributeRule // for all other attributes
	blocks     map[string]*blockKind
	otherBlock *blockKind // for all other nested blocks
	label      *naming    // the label names an object; nil if it does not
	binds      []string   // the attributes that define local names
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
	if inner := b.blocks[string(typ)]; inner != nil {
		return inner
	}
	return b.otherBlock
}

type attributeRules = map[string]attributeRule
type blockKinds = map[string]*blockKind

var (
	keyword   = attributeRule{reading: noReferences}
	dependsOn = attributeRule{reading: addressList, place: InDependsOn}
	provider  = attributeRule{reading: wholeAddress, place: InProvider}
)

// topKinds maps the types of top-level blocks in Terraform to their blockKinds.
var topKinds = func() blockKinds {
	onObject := attributeRules{"provider": provider, "depends_on": dependsOn}
	provisioner := &blockKind{attributes: attributeRules{"when": keyword, "on_failure": keyword}}
	settings := &blockKind{
		attributes: attributeRules{"experiments": keyword},
		blocks:     blockKinds{"required_providers": {others: attributeRule{reading: requiredProvider, place: InAliases}}},
	}
	override := &blockKind{attributes: attributeRules{"target": {reading: wholeAddress, place: InTargets}}}
	return blockKinds{
		"resource": {attributes: onObject, blocks: blockKinds{
			"provisioner": provisioner,
			"lifecycle": {
				attributes: attributeRules{"ignore_changes": {reading: ownAttributes, place: InIgnoreChanges}, "replace_triggered_by": {reading: addressList, place: InReplaceTriggeredBy}},
				blocks: blockKinds{"action_trigger": {attributes: attributeRules{
					"events": keyword, "on_failure": keyword, "actions": {reading: addressList, place: InActions},
				}}},
			},
		}},
		"data":      {attributes: onObject},
		"ephemeral": {attributes: onObject},
		"action":    {attributes: onObject},
		"list":      {attributes: onObject},
		"check":     {blocks: blockKinds{"data": {attributes: onObject}}},
		"module":    {attributes: attributeRules{"providers": {reading: addressValues, place: InProviders}, "depends_on": dependsOn}},
		"variable":  {attributes: attributeRules{"type": keyword}},
		"output":    {attributes: attributeRules{"type": keyword, "depends_on": dependsOn}},
		"import":    {attributes: attributeRules{"to": {reading: wholeAddress, place: InImportTo}, "provider": provider}},
		"moved":     {attributes: attributeRules{"from": {reading: wholeAddress, place: InMoved}, "to": {reading: wholeAddress, place: InMoved}}},
		"removed":   {attributes: attributeRules{"from": {reading: wholeAddress, place: InRemoved}}, blocks: blockKinds{"provisioner": provisioner}},
		"terraform": settings,
		"iac":       settings,

		"run": {
			attributes: attributeRules{"providers": {reading: addressValues, place: InProviders}, "expect_failures": {reading: addressList, place: InTargets}},
			blocks: blockKinds{
				"plan_options":      {attributes: attributeRules{"target": {reading: addressList, place: InTargets}, "replace": {reading: addressList, place: InTargets}}},
				"override_resource": override, "override_data": override, "override_module": override,
			},
		},
		"override_resource": override, "override_data": override, "override_module": override,
		"mock_provider": {blocks: blockKinds{"override_resource": override, "override_data": override}},
	}
}()
