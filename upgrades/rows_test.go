package upgrades

import (
	"cmp"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// The names that two guides give where they mean others.
var (
	meantTypes = map[string]string{
		"cloudflare_zero_trust_custom_dlp_profile":     "cloudflare_zero_trust_dlp_custom_profile",
		"cloudflare_zero_trust_predefined_dlp_profile": "cloudflare_zero_trust_dlp_predefined_profile",
	}
	meantPaths = map[string]string{
		"azurerm_function_app site.config.elastic_instance_minimum":    "site_config.elastic_instance_minimum",
		"azurerm_sentinel_log_analytics_workspace_onboarding name":     "workspace_name",
		"cloudflare_zero_trust_gateway_settings dns":                   "logging.settings_by_rule_type.dns",
		"cloudflare_zero_trust_gateway_settings http":                  "logging.settings_by_rule_type.http",
		"cloudflare_zero_trust_gateway_settings l4":                    "logging.settings_by_rule_type.l4",
		"cloudflare_zero_trust_gateway_settings settings_by_rule_type": "logging.settings_by_rule_type",
		"cloudflare_zero_trust_predefined_dlp_profile pattern":         "entry.pattern",
		"cloudflare_zero_trust_predefined_dlp_profile skip":            "context_awareness.skip",
		"cloudflare_page_rule ignore = true":                           "actions.cache_key_fields.query_string.ignore",
		"cloudflare_page_rule ignore = false":                          "actions.cache_key_fields.query_string.ignore",
	}
	// kindsOfRules are nested blocks in the blocks include, exclude and require of these types.
	kindsOfRules = map[string]string{
		"cloudflare_zero_trust_access_group":  "auth_context azure external_evaluation github gsuite okta saml",
		"cloudflare_zero_trust_access_policy": "auth_context azure external_evaluation github gsuite okta saml",
	}
)

// The facts that a program found in two upgrade guides are in the catalogue: each row of its lists is
// done by a fact, or left to somebody. At most a quarter is left to somebody.
func TestRows(t *testing.T) {
	root := cmp.Or(os.Getenv("IACEDIT_SHARED"), filepath.Join("..", "..", "shared"))
	for _, provider := range []string{"azurerm", "cloudflare"} {
		text, err := os.ReadFile(filepath.Join(root, "upgrades", provider+".tsv"))
		if err != nil {
			t.Skip("SKIPPED: the catalogue was not compared with the guides, since the lists of what is in them are not there")
		}
		rows := strings.Split(strings.TrimSpace(string(text)), "\n")[1:]
		manual := 0
		for i, line := range rows {
			row := strings.Split(line, "\t")
			major, _, _ := strings.Cut(row[0], ".")
			to, err := strconv.Atoi(major)
			if err != nil {
				t.Fatalf("%s:%d: %s", provider, i+2, err)
			}
			c, err := Load(provider, to)
			if err != nil {
				t.Fatal(err)
			}
			typ, item := row[2], row[4]
			if kinds, ok := kindsOfRules[typ]; ok && strings.Contains(" "+kinds+" ", " "+item+" ") {
				item = "include." + item
			}
			item = cmp.Or(meantPaths[typ+" "+item], item)
			switch c.covers(row[1], cmp.Or(meantTypes[typ], typ), item) {
			case "":
				t.Errorf("%s:%d: no fact: %s", provider, i+2, line)
			case Manual:
				manual++
			}
		}
		t.Logf("%s: %d of %d rows are manual, %.1f %%", provider, manual, len(rows), 100*float64(manual)/float64(len(rows)))
		if manual*4 > len(rows) {
			t.Errorf("%s: more than a quarter are manual", provider)
		}
	}
}

// covers returns the kind of the facts about an item of a type: Manual if all are manual, and "" if there
// are none. Facts about what contains the item, and about what is in it, are about the item, too. So are
// those that drop it. The item is a path, or the last name of one; "" is the type itself.
func (c *Catalogue) covers(of, typ, item string) (kind Kind) {
	types := map[string]bool{typ: true}
	for _, e := range c.Entries {
		for _, f := range e.Facts {
			if f.Kind == Retype && e.Of == of && (f.To == typ || e.Type == typ) {
				types[e.Type], types[f.To] = true, true
			}
		}
	}
	for _, e := range c.Entries {
		if e.Of != of || !types[e.Type] && !matches(e.Type, typ) {
			continue
		}
		for _, f := range e.Facts {
			about := f.Path == "" && (f.Kind == Manual || item == "")
			if f.Kind == Split {
				about = strings.Contains(fmt.Sprint(f.Edits), strings.TrimPrefix(path.Ext("."+item), "."))
			}
			paths := []string{f.Path}
			for _, name := range f.Drop {
				paths = append(paths, path.Join(path.Dir(f.Path), name))
			}
			for _, p := range paths {
				about = about || p != "" && (strings.HasPrefix(item+".", p+".") || strings.HasPrefix(p, item+".") || strings.HasSuffix(p, "."+item))
			}
			if about && (kind == "" || kind == Manual) {
				kind = f.Kind
			}
		}
	}
	return kind
}
