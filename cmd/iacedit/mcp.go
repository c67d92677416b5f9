package main

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"os/signal"
	"syscall"

	"iacedit/internal/disk/workspace"
	"iacedit/internal/faces/mcpserver"
)

// mostLine is the greatest length in bytes of a message from the client. The tools have smaller
// limits for their arguments.
const mostLine = 64 << 20

// mcpCommand serves tools for a coding agent.
type mcpCommand struct {
	schemas

	Root     []string `type:"existingdir" placeholder:"DIR" help:"Directory that the agent may read and edit; may be repeated (the roots of the client, or the working directory)."`
	ReadOnly bool     `help:"Offer only tools that change nothing."`
	Data     bool     `help:"Send answers as structured data, too, for programs (agents read the text)."`
}

// Help shows how the command is used.
func (mcpCommand) Help() string {
	return `Serves the Model Context Protocol on standard input and output, for coding agents: the
tools ls, get, read, find, refs and check, which change nothing, and edit, rename, move, prune,
format, convert, mend, write and undo. By default a tool that changes files returns a diff and
a token, and the tool write makes the change. With "write": true a tool writes at once. The
agent starts this command:

    claude mcp add iacedit -- iacedit mcp --root .
    iacedit mcp --root infra --root modules --read-only

Paths and symbolic links cannot lead out of the roots.`
}

// Run serves one client until the client leaves.
func (c *mcpCommand) Run(std *streams) error {
	known, err := c.loadSchemas()
	if err != nil {
		return err
	}
	dirs := c.Root
	if len(dirs) == 0 {
		dirs = []string{"."}
	}
	roots, err := workspace.OpenRoots(dirs)
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM, syscall.SIGINT)
	defer stop()
	signal.Ignore(syscall.SIGPIPE) // an agent may leave before its answer; writes to files must still be completed
	server := mcpserver.New(mcpserver.Options{
		Roots: roots, ClientRoots: len(c.Root) == 0, ReadOnly: c.ReadOnly, Data: c.Data, Schemas: known, Version: version(),
		Logger: slog.New(slog.NewTextHandler(std.err, &slog.HandlerOptions{Level: slog.LevelWarn})),
	})
	defer server.Close()
	if err := server.Run(ctx, mcpserver.Stream(os.Stdin, os.Stdout, mostLine)); err != nil && ctx.Err() == nil && !left(err) {
		return err
	}
	return nil
}

// left reports whether err only means that the client has disconnected. Then nobody would read a
// message about err.
func left(err error) bool { return errors.Is(err, syscall.EPIPE) || errors.Is(err, os.ErrClosed) }
