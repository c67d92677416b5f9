package main

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

//lint:file-ignore SA1019 clients of today have roots

// Without --root the directories that the client has open are the roots, also when it opens
// others.
func TestMCPClientRoots(t *testing.T) {
	one, two := module(t, map[string]string{"one.tf": "variable \"one\" {}\n"}), module(t, map[string]string{"two.tf": "variable \"two\" {}\n"})
	uri := func(dir string) *mcp.Root { return &mcp.Root{URI: "file://" + filepath.ToSlash(dir)} }
	client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil)
	client.AddRoots(uri(one), &mcp.Root{URI: "file:///nowhere/at/all"}, &mcp.Root{URI: "https://example.com/"})
	before := &mcp.ClientSessionOptions{ProtocolVersion: "2025-06-18"} // later ones have no roots
	a := connect(t, client, before)
	if got := a.ok("ls", `{}`); !strings.Contains(got, "variable.one") || !strings.Contains(got, "warning: paths are relative to the client's root: "+one) {
		t.Error(got)
	}
	client.RemoveRoots(uri(one).URI)
	client.AddRoots(uri(two))
	for range 100 {
		if text, isError := a.call("ls", `{}`); !isError && strings.Contains(text, "variable.two") {
			break
		}
		time.Sleep(10 * time.Millisecond) // until the notification is there
	}
	if got := a.ok("ls", `{}`); !strings.Contains(got, "variable.two") || strings.Contains(got, "variable.one") {
		t.Error(got)
	}
	a.refused("OUTSIDE_ROOT", "ls", `{"path": "`+filepath.ToSlash(one)+`"}`)

	fixed := connect(t, client, before, "--root", one)
	if got := fixed.ok("ls", `{}`); !strings.Contains(got, "variable.one") || strings.Contains(got, "warning") {
		t.Error(got)
	}
}
