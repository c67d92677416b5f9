package workspace

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// A Root is a directory that nothing leads out of: neither a path nor a symbolic link.
type Root struct {
	root *os.Root
	most int64 // bytes of a file; 0 for any
}

// Open opens a directory as a root.
func Open(dir string) (*Root, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	return &Root{root: root}, nil
}

// Close closes the root. Its files can then be neither read nor written.
func (r *Root) Close() error { return r.root.Close() }

// A File is a file as it was read, or one that is to be made.
type File struct {
	Title string // what to call it in messages
	Code  []byte // what is in it; nobody may write to it before Write

	root *Root
	name string      // its path in the root, links followed
	info fs.FileInfo // nil for a file to be made
}

// Read reads a file by its path in the root. Symbolic links are followed where they
// stay inside.
func (r *Root) Read(name string) (*File, error) {
	irregular := &fs.PathError{Op: "read", Path: name, Err: errors.New("it is not a regular file")}
	real, info, err := r.follow(name)
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, irregular // before it is opened: a pipe would wait for its other end
	}
	file, err := r.root.Open(real)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	info, err = file.Stat()
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, irregular
	case r.most > 0 && info.Size() > r.most:
		return nil, &fs.PathError{Op: "read", Path: name, Err: fmt.Errorf("it has %d bytes, more than %d", info.Size(), r.most)}
	}
	code := make([]byte, 0, info.Size()+1)
	code, err = readAll(file, code)
	if err != nil {
		return nil, err
	}
	return &File{Title: name, Code: code, root: r, name: real, info: info}, nil
}

// readAll appends all that is in a file to buf.
func readAll(file io.Reader, buf []byte) ([]byte, error) {
	for {
		if len(buf) == cap(buf) {
			buf = append(buf, 0)[:len(buf)]
		}
		n, err := file.Read(buf[len(buf):cap(buf)])
		buf = buf[:len(buf)+n]
		if err == io.EOF {
			return buf, nil
		}
		if err != nil {
			return buf, err
		}
	}
}

// ReadOnly reports whether nobody may write to the file.
func (f *File) ReadOnly() bool { return f.info != nil && f.info.Mode().Perm()&0o222 == 0 }

// New returns a file that is not there yet, to be made by Write.
func (r *Root) New(name string) *File { return &File{Title: name, root: r, name: name} }

// mostLinks is how many symbolic links are followed from one to the next.
const mostLinks = 40

// follow returns the path of the file that a path leads to when it is a symbolic link,
// and what kind of file it is.
// Links in the directories on the way are followed by os.Root, which does not leave.
func (r *Root) follow(name string) (string, fs.FileInfo, error) {
	for range mostLinks {
		info, err := r.root.Lstat(name)
		if err != nil {
			return "", nil, err
		}
		if info.Mode()&fs.ModeSymlink == 0 {
			return name, info, nil
		}
		target, err := r.root.Readlink(name)
		if err != nil {
			return "", nil, err
		}
		if filepath.IsAbs(target) {
			return "", nil, &fs.PathError{Op: "read", Path: name, Err: fmt.Errorf("%w: it is a link to %s", ErrOutside, target)}
		}
		// The path is not cleaned: in "a/../b" a may be a link itself.
		dir, _ := filepath.Split(name)
		name = dir + target
	}
	return "", nil, &fs.PathError{Op: "read", Path: name, Err: errors.New("too many links")}
}
