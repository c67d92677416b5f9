package client

import "context"

// An UpgradeRequest contains code, in one of the fields Code and Files, and the version to which it
// is upgraded.
type UpgradeRequest struct {
	Code  string            // UTF-8
	Files map[string]string // the files of a module or of a tree of modules, by name

	// SkipInvalid makes the server leave out files that do not parse.
	SkipInvalid bool

	Upgrade Upgrade
}

// An Upgrade names a provider and versions.
type Upgrade struct {
	Provider     string `json:"provider"`               // its name or source: "azurerm", "hashicorp/azurerm"
	From         int    `json:"from,omitempty"`         // the major version that the code is at; 0: the code says it
	To           int    `json:"to,omitempty"`           // the major version to reach; 0: the newest that the server knows
	KeepDefaults bool   `json:"keepDefaults,omitempty"` // write old defaults where the code relies on them
}

// An UpgradeAnswer contains the upgraded code, and what is left to do by hand.
type UpgradeAnswer struct {
	Code      string            `json:"edited_code"`  // the upgraded code; "" if the request has Files
	Files     map[string]string `json:"edited_files"` // the files that changed or are new, by name
	From      int               `json:"from"`
	To        int               `json:"to"`
	Manual    []Manual          `json:"manual"`     // in the order of the upgraded code
	Defaults  []ChangedDefault  `json:"defaults"`   // new defaults of arguments that the code leaves out
	Unknown   []string          `json:"unknown"`    // the types in the code of which the upgrade guides say nothing
	LockFiles []string          `json:"lock_files"` // the lock files, which are not edited
}

// A Manual is a place that somebody has to look at.
type Manual struct {
	File    string `json:"file,omitempty"` // the key in Files, if the request has Files
	Line    int    `json:"line"`           // in the upgraded code, from 1
	Address string `json:"address"`        // azurerm_key_vault.main.contact
	Say     string `json:"say"`            // what is different, and what to do
}

// A ChangedDefault is an argument that the code leaves out, and whose default changed.
type ChangedDefault struct {
	Type   string `json:"type"`
	Path   string `json:"path"`
	Was    string `json:"was,omitempty"` // as JSON; "" if unknown
	Now    string `json:"now,omitempty"` // as JSON
	Places int    `json:"places"`        // how many blocks leave it out
}

// upgradeBody is an UpgradeRequest as it is sent.
type upgradeBody struct {
	code
	Invalid string  `json:"invalid,omitempty"`
	Upgrade Upgrade `json:"upgrade"`
}

// Upgrade upgrades code to a new major version of a provider. It returns the same errors as Edit.
func (c *Client) Upgrade(ctx context.Context, r *UpgradeRequest) (*UpgradeAnswer, error) {
	if r == nil {
		return nil, errNoRequest
	}
	code, err := codeOf(r.Code, r.Files)
	if err != nil {
		return nil, err
	}
	return ask[UpgradeAnswer](ctx, c, "/v1/iac/upgrade", &upgradeBody{code, invalid(r.SkipInvalid), r.Upgrade})
}
