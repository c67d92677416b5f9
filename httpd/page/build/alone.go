package main

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/evanw/esbuild/pkg/api"

	"iacedit/openapi"
)

// buildAlone returns the files of a page that contains the editing engine, so that the page can be
// opened from a disk or from any file server. Browsers load neither modules nor data from a disk,
// so everything is in plain scripts.
func buildAlone() (map[string][]byte, error) {
	files, page, err := partsOf(api.FormatIIFE)
	if err != nil {
		return nil, err
	}
	if files["engine.js"], err = engine(); err != nil {
		return nil, err
	}
	const module = `<script type="module" src="page/{{main.js}}"></script>`
	if !strings.Contains(string(page), module) {
		return nil, fmt.Errorf("index.html has no %s", module)
	}
	text := strings.Replace(string(page), module, `<script src="engine.js" defer></script>
<script src="main.js" defer></script>`, 1)
	for name := range files {
		text = strings.ReplaceAll(text, "page/{{"+name+"}}", name)
	}
	if strings.Contains(text, "{{") {
		return nil, fmt.Errorf("index.html names a file that is not built")
	}
	files["index.html"] = []byte(text)
	return files, nil
}

// engine returns the script that lets the page work without a server. It contains the editing
// engine and the JSON Schemas of edits.
func engine() ([]byte, error) {
	dir, err := os.MkdirTemp("", "iacedit")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "iacedit.wasm")
	cmd := exec.Command("go", "run", "-C", "../../..", "./wasm/build", "-tags", "commands", path)
	if out, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("wasm/build: %w\n%s", err, out)
	}
	module, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var packed bytes.Buffer
	w, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	w.Write(module) // cannot fail: w writes to memory
	w.Close()
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return nil, err
	}
	// This script, which comes with Go, defines the functions that a WebAssembly program in Go
	// imports.
	script, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js"))
	if err != nil {
		return nil, err
	}
	left, err := json.Marshal(map[string]any{
		"wasm":    base64.StdEncoding.EncodeToString(packed.Bytes()),
		"schemas": map[string]json.RawMessage{"terraform": openapi.EditsSchema, "hcl": openapi.EditsSchemaHCL},
	})
	return fmt.Appendf(script, "\nglobalThis.iaceditEngine = %s\n", left), err
}
