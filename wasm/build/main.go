// Command build builds the engine for browsers, which is package wasm, as a file of WebAssembly:
//
//	go run ./wasm/build [-tags LIST] FILE
//
// With the tag commands the engine also reads and writes command lines. The program runs Go's
// compiler with the flags of the file flags, most of which build a package without inlining, which
// makes it smaller. Then it joins the segments of the data.
package main

import (
	_ "embed"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"strings"
)

//go:embed flags
var compilerFlags string

func main() {
	tags := flag.String("tags", "", "build tags, separated by commas")
	flag.Parse()
	if flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "usage: go run ./wasm/build [-tags LIST] FILE")
		os.Exit(2)
	}
	if err := build(flag.Arg(0), *tags); err != nil {
		fmt.Fprintln(os.Stderr, "wasm/build:", err)
		os.Exit(1)
	}
}

// build writes the engine to the file at path.
func build(path, tags string) error {
	args := append([]string{"build", "-tags", tags}, strings.Fields(compilerFlags)...)
	args = append(args, "-o", path, "iacedit/wasm")
	cmd := exec.Command("go", args...)
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	cmd.Stderr = os.Stderr
	if err := cmd.Run(); err != nil {
		return err
	}
	module, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	joined, err := joinData(module)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return os.WriteFile(path, joined, 0o644)
}
