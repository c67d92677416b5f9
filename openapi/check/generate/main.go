// Command generate writes the files of package openapi:
//
//	go generate ./openapi
package main

import (
	"log"
	"os"
	"path/filepath"

	"iacedit/openapi/check/document"
	"iacedit/openapi/check/schema"
)

func main() {
	log.SetFlags(0)
	for _, d := range schema.Dialects {
		text, err := schema.Edits(d)
		write(schema.FileName(d), text, err)
	}
	asYAML, asJSON, err := document.Make()
	write("openapi.yaml", asYAML, err)
	write("openapi.json", asJSON, err)
}

// write writes a file of the package, unless err is set.
func write(name string, text []byte, err error) {
	if err == nil {
		err = os.WriteFile(filepath.Join("..", name), text, 0o666)
	}
	if err != nil {
		log.Fatal(err)
	}
}
