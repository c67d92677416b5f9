package main

import (
	"fmt"
	"runtime/debug"

	"github.com/alecthomas/kong"
)

// versionCommand tells the version, from what the Go toolchain wrote into the binary.
type versionCommand struct{}

// Run prints the version, the revision where it is known, and the Go release.
func (versionCommand) Run(std *streams) error {
	_, err := fmt.Fprintln(std.out, "iacedit", version())
	return err
}

// versionFlag is the same as a flag.
type versionFlag bool

// BeforeReset prints the version and ends the program, whatever else is asked.
func (versionFlag) BeforeReset(app *kong.Kong) error {
	fmt.Fprintln(app.Stdout, "iacedit", version())
	app.Exit(0)
	return nil
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
