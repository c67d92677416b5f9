package workspace

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// recoverWait is how long a reader waits for a write in progress.
const recoverWait = 2 * time.Second

// A cutOff is a directory with the journal of an interrupted write.
type cutOff struct {
	*reach
	path string
}

// above returns the journals in a directory and in the directories above it, up to r.top. The map
// looked has the directories that were searched before. The method stops at such a directory, and
// adds to the map each directory that it searches.
func (r *reach) above(path string, looked map[string]bool) (all []cutOff) {
	for !looked[path] {
		looked[path] = true
		info, err := os.Lstat(filepath.Join(path, journalName))
		if err == nil && info.Mode().IsRegular() && ownedByUs(info) {
			all = append(all, cutOff{r, path})
		}
		if up := filepath.Dir(path); up != path && path != r.top {
			path = up
		}
	}
	return all
}

// cutOff returns the journals of interrupted writes in the locked directories and above them. A
// journal in a locked directory is from an interrupted write, because no other writer can be active
// there. A journal above the locked directories may be from a write that is still in progress;
// cutOff leaves out such a journal.
func (l *Lock) cutOff() (all []cutOff) {
	looked := map[string]bool{}
	for _, h := range l.held {
		for _, c := range h.above(h.path, looked) {
			if l.at(c.path) == nil && c.underWay() {
				continue
			}
			all = append(all, c)
		}
	}
	return all
}

// underWay reports whether the write that the journal describes is still in progress. Another
// process then holds the lock of the journal's directory.
func (c cutOff) underWay() bool {
	root, err := c.open(c.path)
	if err != nil {
		return false
	}
	defer root.Close()
	unlock, err := tryLock(root, ".", c.path)
	if err == nil {
		unlock()
	}
	return errors.Is(err, errBusy)
}

// attend recovers the interrupted writes in a directory or above it, and reports whether it has
// found any. If a write cannot be recovered, it calls r.notice with the reason.
func (r *reach) attend(path string, looked map[string]bool) (some bool) {
	for _, c := range r.above(path, looked) {
		some = true
		if isHeldHere(c.path) {
			continue // it is our own write, or another goroutine handles it
		}
		err := r.recover(c.path, time.Now().Add(recoverWait))
		if err != nil && !errors.Is(err, ErrLocked) && r.notice != nil {
			r.notice(err.Error())
		}
	}
	return some
}

// Recover recovers the interrupted writes in the directories of the given paths, or above them.
// Unlike Sources it waits for other processes, and returns an error if a write cannot be recovered.
func (w *Workspace) Recover(paths []string) error {
	looked := map[string]bool{}
	for _, p := range paths {
		real, err := realPath(p)
		if err != nil {
			return err
		}
		if info, err := os.Stat(real); err == nil && !info.IsDir() {
			real = filepath.Dir(real)
		}
		for _, c := range w.reach().above(real, looked) {
			if err := c.recover(c.path, time.Now().Add(lockWait)); err != nil {
				return err
			}
		}
	}
	return nil
}

// recover recovers the write whose journal is in a directory, unless another process has done so.
// It fails with ErrLocked if another process holds the lock of the directory until the deadline.
func (r *reach) recover(path string, deadline time.Time) (err error) {
	a, err := r.area(path)
	if err != nil {
		return err
	}
	l := &Lock{areas: []*area{a}}
	defer l.Unlock()
	if err := l.lock(&heldDir{area: a, path: path, name: "."}, deadline); err != nil {
		return err
	}
	j, err := readJournal(a.root)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case errors.Is(err, errTorn):
		return a.root.Remove(journalName) // the write had not started
	case err != nil:
		return r.cannot(path, err)
	}
	for _, name := range j.dirs() {
		dir := filepath.Join(path, name)
		if err := l.lock(&heldDir{area: a, path: dir, name: name}, deadline); errors.Is(err, ErrLocked) {
			return err // any other error is about a path that somebody has changed
		}
	}
	done, err := j.settle(a.root)
	if err != nil {
		return r.cannot(path, err)
	}
	if r.notice != nil {
		r.notice(done.tell(r.title(path)))
	}
	return nil
}

// cannot returns the error for an interrupted write that cannot be recovered. The error has the
// path of the journal, and the reason.
func (r *reach) cannot(path string, err error) error {
	err = inWords(err)
	return fmt.Errorf("%s: a write was interrupted here, and cannot be recovered: %w (remove that file to leave the others as they are)", filepath.Join(r.title(path), journalName), err)
}

// lock locks one more directory.
func (l *Lock) lock(d *heldDir, deadline time.Time) (err error) {
	if d.unlock, err = lockPath(d.root, d.name, d.path, deadline); err != nil {
		return err
	}
	l.held = append(l.held, d)
	return nil
}

// dirs returns the directories of a journal's files, except the directory of the journal itself.
// The result is ordered by path.
func (j *journal) dirs() (names []string) {
	for i := range j.Entries {
		if name := filepath.Dir(j.Entries[i].file()); name != "." {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// A state tells which contents the file of an entry has: those before the write, those after it, or
// others.
type state int

const (
	asBefore state = iota
	asAfter
	changed // by another program
)

// state compares the file of an entry with the contents that the entry records.
func (e *entry) state(root *os.Root) (state, error) {
	if err := e.checkNoLinks(root); err != nil {
		return changed, ignore(err, fs.ErrNotExist, errNoDirectory)
	}
	code, _, err := readRegular(root, e.file(), 0)
	switch missing := errors.Is(err, fs.ErrNotExist); {
	case missing && e.Made:
		return asBefore, nil
	case missing, errors.Is(err, errIrregular):
		return changed, nil
	case err != nil:
		return changed, err
	case Digest(code) == e.After:
		return asAfter, nil
	case !e.Made && string(code) == string(e.Before):
		return asBefore, nil
	}
	return changed, nil
}

// ready reports whether the temporary file of an entry has all of the new contents.
func (e *entry) ready(root *os.Root) bool {
	code, _, err := readRegular(root, e.temp(), 0)
	return err == nil && Digest(code) == e.After
}

// A settled describes how an interrupted write ended: whether it was finished or undone.
type settled struct {
	finished bool
	files    int
	changed  []string // files that somebody changed since the write; they stay as they are
}

// settle finishes or undoes a write. It finishes the write if a file has been replaced, all new
// files are complete, and no other program has changed a file; otherwise it undoes the write. If
// settle itself is interrupted, calling it again has the same result.
func (j *journal) settle(root *os.Root) (done settled, err error) {
	if done.files = len(j.Entries); j.Moved != nil && j.Moved.done(root) {
		done.finished = true // the move was the last step
		return done, j.remove(root)
	}
	states := make([]state, len(j.Entries))
	for i := range j.Entries {
		e := &j.Entries[i]
		if states[i], err = e.state(root); err != nil {
			return done, err
		}
		if states[i] == changed {
			done.changed = append(done.changed, e.Name)
		}
	}
	done.finished = len(done.changed) == 0 && slices.Contains(states, asAfter) && j.mayMove(root)
	for i, s := range states {
		done.finished = done.finished && (s == asAfter || j.Entries[i].ready(root))
	}
	for i, s := range states {
		e := &j.Entries[i]
		if done.finished && s == asBefore {
			err = root.Rename(e.temp(), e.file())
		} else if s != changed || e.checkNoLinks(root) == nil {
			err = ignore(root.Remove(e.temp()), fs.ErrNotExist)
		}
		if err != nil {
			return done, err
		}
	}
	for i, s := range states {
		if done.finished || s != asAfter {
			continue
		}
		if err := j.Entries[i].restore(root); err != nil {
			return done, err
		}
	}
	if !done.finished {
		j.removeDirs(root)
	} else if j.Moved != nil {
		if err := j.Moved.rename(root); err != nil {
			return done, err
		}
	}
	return done, j.remove(root)
}

// mayMove reports whether the directory of the journal, if there is one, can get its new path.
func (j *journal) mayMove(root *os.Root) bool {
	if j.Moved == nil {
		return true
	}
	for _, name := range []string{j.Moved.From, j.Moved.To} {
		if (&entry{Name: name}).checkNoLinks(root) != nil {
			return false
		}
	}
	return j.Moved.free(root)
}

// remove removes the journal, after the changes that it describes have reached the disk.
func (j *journal) remove(root *os.Root) error {
	dirs := append(j.dirs(), ".")
	if j.Moved != nil {
		dirs = append(dirs, j.Moved.above()...)
	}
	for _, name := range dirs {
		if err := syncDir(root, filepath.FromSlash(name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	if err := root.Remove(journalName); err != nil {
		return err
	}
	return syncDir(root, ".")
}

// removeDirs removes the directories that were made for the write, unless there is something else in
// them.
func (j *journal) removeDirs(root *os.Root) {
	for _, dir := range j.Dirs {
		name := filepath.FromSlash(dir)
		if info, err := root.Lstat(name); err == nil && info.IsDir() {
			root.Remove(name) // fails if the directory is not empty
		}
	}
}

// mostTold is how many files a message names, of those that somebody changed.
const mostTold = 10

// tell returns a message for the user about the outcome. The message begins with the argument
// title, which names the journal's directory.
func (d *settled) tell(title string) string {
	how := "undone"
	if d.finished {
		how = "finished"
	}
	text := fmt.Sprintf("%s: a write of %d files had been interrupted and is now %s", title, d.files, how)
	if d.files == 1 {
		text = fmt.Sprintf("%s: a write of a file had been interrupted and is now %s", title, how)
	}
	for _, name := range d.changed[:min(mostTold, len(d.changed))] {
		text += fmt.Sprintf("; %s was changed since and is left as it is", name)
	}
	if more := len(d.changed) - mostTold; more > 0 {
		text += fmt.Sprintf("; and %d more files, too", more)
	}
	return text
}

// restore restores the old contents of a file, or removes a new file.
func (e *entry) restore(root *os.Root) error {
	if e.Made {
		return ignore(root.Remove(e.file()), fs.ErrNotExist)
	}
	err := writeTemp(root, e, e.Before)
	if err == nil {
		err = root.Rename(e.temp(), e.file())
	}
	return err
}
