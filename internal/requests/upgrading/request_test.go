package upgrading

import (
	"encoding/json"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"iacedit/edit"
)

func TestDoJSON(t *testing.T) {
	for _, c := range []struct{ body, want string }{
		{`{"code": "resource \"azurerm_lb_rule\" \"a\" {\n  enable_tcp_reset = true\n}\n", "upgrade": {"provider": "azurerm", "from": 4, "to": 5}}`,
			`{"edited_code":"resource \"azurerm_lb_rule\" \"a\" {\n  tcp_reset_enabled = true\n}\n","from":4,"to":5,"manual":[],"defaults":[],"unknown":[],"lock_files":[]}`},
		{`{"files": {"m/a.tf": "resource \"azurerm_storage_account\" \"a\" {\n  queue_properties {}\n}\n", "b.tf": ""}, "upgrade": {"provider": "hashicorp/azurerm", "from": 4, "to": 5, "keepDefaults": true}}`,
			`{"edited_files":{"m/a.tf":"resource \"azurerm_storage_account\" \"a\" {\n  allow_nested_items_to_be_public = true\n\n  queue_properties {}\n}\n"},"from":4,"to":5,"manual":[{"file":"m/a.tf","line":4,"address":"azurerm_storage_account.a.queue_properties","say":"Now a resource: azurerm_storage_account_queue_properties."}],"defaults":[],"unknown":[],"lock_files":[]}`},
		{`{"code": "", "upgrade": {"provider": "azurerm", "from": 5}}`, `{"edited_code":"","from":5,"to":5,"manual":[],"defaults":[],"unknown":[],"lock_files":[]}`},
		{`{"code": "a = ", "upgrade": {"provider": "azurerm", "from": 4}}`, "INVALID_CODE"},
		{`{"files": {"a.tf": "a = ", "b.tf": ""}, "invalid": "skip", "upgrade": {"provider": "azurerm", "from": 4}}`,
			`{"edited_files":{},"from":4,"to":5,"manual":[],"defaults":[],"unknown":[],"lock_files":[]}`},
		{`{"upgrade": {"provider": "azurerm"}}`, "MISSING_CODE"},
		{`{"code": ""}`, "INVALID_REQUEST"},
		{`{"code": "", "upgrade": "azurerm"}`, "INVALID_REQUEST"},
		{`{"code": "", "upgrade": {"provider": "azurem"}}`, "INVALID_REQUEST"},
		{`{"code": "", "upgrade": {"provider": "azurerm", "to": "5"}}`, "INVALID_REQUEST"},
		{`{"code": "", "upgrade": {"provider": "azurerm", "from": 0}}`, "INVALID_REQUEST"},
		{`{"code": "", "upgrade": {"provider": "azurerm", "keepDefaults": 1}}`, "INVALID_REQUEST"},
		{`{"code": "", "upgrade": {"provider": "azurerm", "version": 5}}`, "INVALID_REQUEST"},
		{`{"code": "", "upgrade": {"provider": "azurerm"}}`, "INVALID_REQUEST"},
		{`{`, "INVALID_REQUEST"},
	} {
		got, err := DoJSON(new(edit.Options), nil, []byte(c.body), nil)
		if refused, ok := errors.AsType[*edit.Error](err); ok {
			got = []byte(refused.Code)
		} else if err != nil || !json.Valid(got) {
			t.Errorf("%s: %s %v", c.body, got, err)
		}
		if diff := cmp.Diff(c.want, string(got)); diff != "" {
			t.Errorf("%s: %s", c.body, diff)
		}
	}
}
