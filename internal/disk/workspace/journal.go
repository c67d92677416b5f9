package workspace

import (
	"bytes"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// journalName is the name of the journal, which describes a write. During the write, the journal is
// in the deepest directory that contains all of the written files. If the process is killed, the
// journal remains.
const journalName = ".iacedit-journal"

// tempPrefix is the start of the names of temporary files.
const tempPrefix = ".iacedit-"

// tempName returns a name for a file that will replace another file.
func tempName() string { return tempPrefix + rand.Text()[:8] }

// A journal describes a write of several files, so that an interrupted write can be finished or
// undone. The write can be finished while the new files exist, and undone while nobody else has
// changed the old files.
type journal struct {
	Entries []entry   `json:"entries"`
	Moved   *movedDir `json:"moved,omitempty"` // the directory that gets another path as the last step; the entries have the old path
	Dirs    []string  `json:"dirs,omitempty"`  // the directories made for the write, the innermost first: paths from the journal's directory, with slashes
}

// An entry is a file of a journal that is replaced or created.
type entry struct {
	Name   string `json:"name"`             // its path from the journal's directory, with slashes and without links
	Temp   string `json:"temp"`             // the temporary file beside it that will replace it
	Made   bool   `json:"made,omitempty"`   // the file did not exist before
	Before []byte `json:"before,omitempty"` // the contents before the write
	After  string `json:"after"`            // the digest of the new contents
}

// Digest returns a short string that identifies a file's contents: a hash.
func Digest(code []byte) string {
	sum := sha256.Sum256(code)
	return hex.EncodeToString(sum[:])
}

// journalHead is the start of a journal. The digest of the rest of the journal follows. The digest
// shows whether a journal was written completely.
const journalHead = "iacedit journal 1 "

// errTorn says that a journal was not written completely. The write that such a journal describes
// has not started.
var errTorn = errors.New("the journal ends too early")

// write writes the journal into a directory. If durable is set, the journal survives a power
// failure.
func (j *journal) write(root *os.Root, durable bool) (err error) {
	text, err := json.Marshal(j)
	if err != nil {
		return err
	}
	file, err := root.OpenFile(journalName, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			root.Remove(journalName)
		}
	}()
	_, err = file.Write(append([]byte(journalHead+Digest(text)+"\n"), text...))
	if err == nil && durable {
		err = file.Sync()
	}
	if closed := file.Close(); err == nil {
		err = closed
	}
	if err == nil && durable {
		err = syncDir(root, ".")
	}
	return err
}

// readJournal reads the journal in a directory. It fails with fs.ErrNotExist if there is no
// journal, and with errTorn if the journal is incomplete.
func readJournal(root *os.Root) (*journal, error) {
	text, info, err := readRegular(root, journalName, 0)
	if err != nil {
		return nil, err
	}
	if !ownedByUs(info) {
		return nil, errors.New("it belongs to another user")
	}
	head, rest, whole := bytes.Cut(text, []byte("\n"))
	sum, known := bytes.CutPrefix(head, []byte(journalHead))
	switch {
	case bytes.HasPrefix([]byte(journalHead), head), known && (!whole || string(sum) != Digest(rest)):
		return nil, errTorn
	case !known:
		return nil, errors.New("another version of iacedit wrote it, which can recover it")
	}
	j := new(journal)
	if err := json.Unmarshal(rest, j); err != nil {
		return nil, err
	}
	return j, j.check()
}

// check refuses a journal that iacedit never writes. A file has one entry: otherwise a short journal
// could make us read a large file many times.
func (j *journal) check() error {
	named := map[string]bool{}
	for i := range j.Entries {
		e := &j.Entries[i]
		if err := e.check(); err != nil {
			return err
		}
		for _, name := range []string{e.file(), e.temp()} {
			if named[name] {
				return fmt.Errorf("the file %q has two entries", name)
			}
			named[name] = true
		}
	}
	if j.Moved != nil {
		if err := j.Moved.check(); err != nil {
			return err
		}
	}
	for _, dir := range j.Dirs {
		if err := checkPath(dir); err != nil {
			return err
		}
	}
	return nil
}

// check refuses an entry that iacedit never writes to a journal. A journal may come from somebody
// else, for example as a file in a cloned repository. So a journal must not change files outside
// its directory, nor Git's own files.
func (e *entry) check() error {
	refuse := func(why string) error { return fmt.Errorf("the name %q %s", e.Name, why) }
	switch base := path.Base(e.Name); {
	case !strings.HasPrefix(e.Temp, tempPrefix) || len(e.Temp) != len(tempName()) || e.Temp != filepath.Base(e.Temp):
		return refuse("has no valid temporary file")
	case strings.HasPrefix(base, tempPrefix):
		return refuse("is the name of a temporary file")
	}
	return checkPath(e.Name)
}

// errNoDirectory says that something else has replaced a directory in a path.
var errNoDirectory = errors.New("it is no longer a directory")

// checkNoLinks returns an error if a directory in the path of the entry has become a symbolic link.
func (e *entry) checkNoLinks(root *os.Root) error {
	for dir := path.Dir(e.Name); dir != "."; dir = path.Dir(dir) {
		info, err := root.Lstat(filepath.FromSlash(dir))
		if err != nil {
			return err
		}
		if !info.IsDir() {
			return &fs.PathError{Op: "open", Path: dir, Err: errNoDirectory}
		}
	}
	return nil
}

// file returns the path of the file to be written. The method temp returns the path of the
// temporary file that will replace that file.
func (e *entry) file() string { return filepath.FromSlash(e.Name) }
func (e *entry) temp() string { return filepath.Join(filepath.Dir(e.file()), e.Temp) }

// check refuses paths that are not below the journal's directory, or hidden.
func (d *movedDir) check() error {
	return errors.Join(checkPath(d.From), checkPath(d.To))
}
