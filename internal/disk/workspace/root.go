package workspace

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// A Root is a directory whose files can be read and written. Neither paths nor symbolic links can
// lead out of it.
type Root struct {
	root *os.Root
	path string // its absolute path, with links resolved
	most int64  // the largest size of a file; 0 for any
}

// Open opens a directory as a root.
func Open(dir string) (*Root, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	path, err := realPath(dir)
	if err != nil {
		root.Close()
		return nil, err
	}
	return &Root{root: root, path: path}, nil
}

// Close closes the root. Its files can no longer be read or written.
func (r *Root) Close() error { return r.root.Close() }

// A File is a file that was read, or a new file.
type File struct {
	Title string // its name in messages
	Code  []byte // its contents, which must not be changed before Write

	root *Root
	name string      // the path in the root, with links resolved
	info fs.FileInfo // nil for a new file
}

// Path returns the absolute path of the file, with links resolved.
func (f *File) Path() string { return filepath.Join(f.root.path, f.name) }

// Read reads a file by its path in the root. It follows symbolic links that stay inside the root.
func (r *Root) Read(name string) (*File, error) {
	real, err := r.follow(name)
	if err != nil {
		return nil, err
	}
	code, info, err := readRegular(r.root, real, r.most)
	if err != nil {
		return nil, err
	}
	return &File{Title: name, Code: code, root: r, name: real, info: info}, nil
}

var errIrregular = errors.New("it is not a regular file")

// readRegular reads a regular file. most limits the size of the file in bytes; 0 means no limit.
// readRegular refuses other kinds of files before it opens them, and opens the file with
// nonBlocking, so that it never waits for the other end of a pipe.
func readRegular(root *os.Root, name string, most int64) ([]byte, fs.FileInfo, error) {
	info, err := root.Lstat(name)
	if err != nil {
		return nil, nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, nil, &fs.PathError{Op: "read", Path: name, Err: errIrregular}
	}
	file, err := openRegular(root, name)
	if err != nil {
		return nil, nil, err
	}
	defer file.Close()
	if info, err = file.Stat(); err != nil {
		return nil, nil, err
	}
	if most > 0 && info.Size() > most {
		return nil, nil, &fs.PathError{Op: "read", Path: name, Err: fmt.Errorf("it has %d bytes, more than %d", info.Size(), most)}
	}
	code, err := readAll(file, make([]byte, 0, info.Size()+1))
	return code, info, err
}

// openRegular opens a regular file for reading. It returns an error for any other kind of file, and
// never waits for the other end of a pipe.
func openRegular(root *os.Root, name string) (*os.File, error) {
	file, err := root.OpenFile(name, os.O_RDONLY|nonBlocking, 0)
	if err != nil {
		return nil, err
	}
	info, err := file.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = &fs.PathError{Op: "read", Path: name, Err: errIrregular}
	}
	if err != nil {
		file.Close()
		return nil, err
	}
	return file, nil
}

// readAll appends the rest of a file to buf.
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

// ReadOnly reports whether the file has no write permission for anybody. Only the superuser can
// write to such a file.
func (f *File) ReadOnly() bool { return f.info != nil && f.info.Mode().Perm()&0o222 == 0 }

// administrator reports whether the user may write to every file. It is false on Windows.
var administrator = os.Geteuid() == 0

// Writable returns an error that wraps ErrReadOnly if the file is read-only and the user is not an
// administrator.
func (f *File) Writable() error {
	if f.ReadOnly() && !administrator {
		return f.failed(ErrReadOnly)
	}
	return nil
}

// Same reports whether two files are the same file on the disk under different names, because
// of a link for example.
func (f *File) Same(other *File) bool {
	return f.info != nil && other.info != nil && os.SameFile(f.info, other.info)
}

// Links returns the number of other names of the file (hard links); 0 if the system does not report
// this number.
func (f *File) Links() int {
	if f.info == nil {
		return 0
	}
	return max(links(f.info)-1, 0)
}

// New returns a File for a file that does not exist yet. Lock.Write creates the file.
func (r *Root) New(name string) *File { return &File{Title: name, root: r, name: name} }

// mostLinks is the greatest number of consecutive symbolic links that are followed.
const mostLinks = 40

// follow returns the path of the file to which a symbolic link leads. If the path is not a link, it
// returns the path unchanged. It does not resolve links among the directories of the path: os.Root
// follows those, without leaving the root.
func (r *Root) follow(name string) (string, error) {
	for range mostLinks {
		info, err := r.root.Lstat(name)
		if err != nil {
			return "", err
		}
		if info.Mode()&fs.ModeSymlink == 0 {
			return name, nil
		}
		target, err := r.root.Readlink(name)
		if err != nil {
			return "", err
		}
		if filepath.IsAbs(target) {
			return "", &fs.PathError{Op: "read", Path: name, Err: fmt.Errorf("%w: it is a link to %s", ErrOutside, target)}
		}
		// The path is not cleaned: the "a" of "a/../b" may be a symbolic link.
		dir, _ := filepath.Split(name)
		name = dir + target
	}
	return "", &fs.PathError{Op: "read", Path: name, Err: errors.New("too many links")}
}

// leadsOut returns an ErrOutside if a symbolic link leads a path out of the root.
func (r *Root) leadsOut(name, title string) error {
	if _, err := r.root.Stat(name); err != nil {
		if err = called(err, title); errors.Is(err, ErrOutside) {
			return err
		}
	}
	return nil
}

// realDir returns the absolute path of a file's directory, with links resolved. It fails with
// ErrOutside if the directory is not in the root.
func (r *Root) realDir(name string) (string, error) {
	dir, _ := filepath.Split(name)
	// The path is not cleaned: the "a" of "a/../b" may be a symbolic link.
	real, err := filepath.EvalSymlinks(r.path + string(filepath.Separator) + dir)
	if err != nil {
		return "", err
	}
	if rel, err := filepath.Rel(r.path, real); err != nil || !filepath.IsLocal(rel) {
		return "", &fs.PathError{Op: "open", Path: name, Err: ErrOutside}
	}
	return real, nil
}
