package main

import (
	"io"
	"strings"
	"testing"
)

// What is called a file, a directory or an address is completed as one.
func TestAllIsCompleted(t *testing.T) {
	std := &streams{out: io.Discard, err: io.Discard}
	count := 0
	for _, command := range parserOf(new(commands), std).Model.Children {
		values := command.Positional
		for _, f := range command.Flags {
			values = append(values, f.Value)
		}
		for _, v := range values {
			called := v.Name
			if v.Flag != nil {
				called = strings.ToLower(v.Flag.PlaceHolder)
			}
			l := &line{node: command}
			l.value(v, "", "nothing", std)
			switch called {
			case "file", "dir", "path":
				count++
				if !l.files {
					t.Errorf("%s: the files of %s are not completed", command.Name, v.Name)
				}
			case "address", "old":
				count++
				if v.Tag.Get("complete") != "address" {
					t.Errorf("%s: the addresses of %s are not completed", command.Name, v.Name)
				}
			}
		}
	}
	if count < 20 {
		t.Errorf("only %d files and addresses", count)
	}
}
