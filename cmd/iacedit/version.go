package main

import (
	"fmt"
	"runtime/debug"
)

// versionCommand prints the version, which the Go toolchain wrote into the binary.
type versionCommand struct {
	asJSON
}

// Help shows how the command is used.
func (versionCommand) Help() string {
	return `Prints the version, the commit of the build, and the release of Go.

    iacedit version
    iacedit --version      the same`
}

// Run prints the version, the revision if it is known, and the Go release.
func (c versionCommand) Run(std *streams) error {
	if c.JSON {
		return printJSON(std.out, map[string]string{"version": version()})
	}
	_, err := fmt.Fprintln(std.out, "iacedit", version())
	return err
}

// version describes the build in one line.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "(unknown)"
	}
	text := info.Main.Version
	if text == "" {
		text = "(devel)"
	}
	for _, setting := range info.Settings {
		if setting.Key == "vcs.revision" {
			text += " " + setting.Value
		}
	}
	return text + " " + info.GoVersion
}
