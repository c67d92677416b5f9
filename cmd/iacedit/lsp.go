package main

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"syscall"

	"iacedit/internal/faces/lsp"
)

// lspCommand serves an editor.
type lspCommand struct {
	schemas

	Stdio bool `help:"Use standard input and output; this is the default, and some editors give the flag."`
}

// Help shows how the command is used.
func (lspCommand) Help() string {
	return `Serves the Language Server Protocol on standard input and output, to run in an editor beside
terraform-ls or tofu-ls: renames that update the callers of a module, references,
outlines, formatting, syntax errors, and refactorings (extract, inline, for_each, merge,
sort, move). The editor starts it; docs/editors.md explains how.

    iacedit lsp
    iacedit lsp --schema schema.json                 warns of names that providers do not know

It writes no file: the editor makes the changes, and can undo them.`
}

// Run serves one editor until it disconnects.
func (c *lspCommand) Run(std *streams) error {
	known, err := c.loadSchemas()
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM, syscall.SIGINT)
	defer stop()
	server := lsp.New(lsp.Options{
		Schemas: known, Version: version(),
		Logger: slog.New(slog.NewTextHandler(std.err, &slog.HandlerOptions{Level: slog.LevelWarn})),
	})
	err = server.Run(ctx, duplex{os.Stdin, os.Stdout})
	if errors.Is(err, lsp.ErrAbrupt) {
		return exitStatus(exitFailed) // the protocol requires this status; nobody reads a message
	}
	return err
}

// A duplex is a stream that reads from standard input and writes to standard output.
type duplex struct {
	io.ReadCloser
	io.Writer
}
