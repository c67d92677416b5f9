// Command generate writes the files of package openapi anew:
//
//	go generate ./openapi
package main

import (
	"log"
	"os"
	"path/filepath"

	"iacedit/openapi/check/schema"
)

func main() {
	log.SetFlags(0)
	for _, d := range schema.Dialects {
		text, err := schema.Edits(d)
		if err == nil {
			err = os.WriteFile(filepath.Join("..", schema.FileName(d)), text, 0o666)
		}
		if err != nil {
			log.Fatal(err)
		}
	}
}
