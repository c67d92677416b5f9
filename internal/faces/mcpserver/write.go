package mcpserver

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"sync"

	"iacedit/internal/base/excerpt"
)

// shown is a dry run whose result an agent has seen. The tool named write can repeat the call and
// write its result.
type shown struct {
	token     string
	tool      *tool
	arguments json.RawMessage
	version   string // the version of its files
	written   bool   // its result was written
}

// The limits of the dry runs that a server remembers.
const (
	mostShown      = 64
	mostShownBytes = 4 * mostArguments
)

// dryRuns are the dry runs whose results can still be written, oldest first. They are safe for
// concurrent use.
type dryRuns struct {
	mutex sync.Mutex
	all   []shown
	bytes int
}

// add adds a dry run, and returns its token. It drops the oldest dry runs if there are too many.
func (d *dryRuns) add(t *tool, arguments json.RawMessage, version string) string {
	hash := sha256.New()
	fmt.Fprintf(hash, "%s %s ", t.name, version)
	hash.Write(arguments)
	token := hex.EncodeToString(hash.Sum(nil)[:6])
	d.mutex.Lock()
	defer d.mutex.Unlock()
	d.remove(token)
	d.all = append(d.all, shown{token: token, tool: t, arguments: slices.Clone(arguments), version: version})
	d.bytes += len(arguments)
	for len(d.all) > mostShown || d.bytes > mostShownBytes {
		d.remove(d.all[0].token)
	}
	return token
}

// get returns the dry run with the given token.
func (d *dryRuns) get(token string) (shown, bool) {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	if at := d.index(token); at >= 0 {
		return d.all[at], true
	}
	return shown{}, false
}

// setWritten records that the result of the dry run with the given token was written.
func (d *dryRuns) setWritten(token string) {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	if at := d.index(token); at >= 0 {
		d.all[at].written = true
	}
}

// index returns the index of the dry run with the given token, or -1.
func (d *dryRuns) index(token string) int {
	return slices.IndexFunc(d.all, func(s shown) bool { return s.token == token })
}

// remove drops the dry run with the given token, if there is one.
func (d *dryRuns) remove(token string) {
	if at := d.index(token); at >= 0 {
		d.bytes -= len(d.all[at].arguments)
		d.all = slices.Delete(d.all, at, at+1)
	}
}

// writeShown carries out a call of the tool write. It repeats the call of an earlier dry run on the
// same files, and this time writes the result.
func writeShown(c *call) error {
	s, ok := c.shown.get(c.Token)
	if !ok {
		return invalid("no dry run of this server has the token %s: make the dry run again", excerpt.Quote(c.Token))
	}
	if s.written {
		c.answer.set("written", true)
		c.answer.set("changed", 0)
		c.answer.line("done: this dry run was written already, and nothing is written again; undo takes it back")
		return nil
	}
	a, err := s.tool.decode(s.arguments)
	if err != nil {
		return err
	}
	token := c.Token
	a.Write, a.Version = true, s.version
	c.arguments = a
	if err := s.tool.run(c); err != nil {
		return err
	}
	c.shown.setWritten(token)
	return nil
}
