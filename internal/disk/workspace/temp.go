package workspace

import (
	"errors"
	"io/fs"
	"os"
)

// writeTemp writes code to the temporary file of an entry. It gives the file the permissions, owner
// and attributes of the file that it will replace.
func writeTemp(root *os.Root, e *entry, code []byte) (err error) {
	mode := fs.FileMode(0o644) // subject to the process's mask
	if !e.Made {
		mode = 0o600 // private until the file is complete
	}
	file, err := root.OpenFile(e.temp(), os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return err
	}
	_, err = file.Write(code)
	if err == nil && !e.Made {
		err = keepAll(root, e.file(), file)
	}
	if err == nil {
		err = file.Sync()
	}
	if closed := file.Close(); err == nil {
		err = closed
	}
	return err
}

// keepAll gives a new file the owner, permissions and attributes of the old file that it will
// replace. The old file has the given name.
func keepAll(root *os.Root, name string, file *os.File) error {
	old, err := openRegular(root, name)
	if errors.Is(err, errIrregular) || errors.Is(err, fs.ErrNotExist) {
		return &fs.PathError{Op: "write", Path: name, Err: ErrChanged}
	}
	if err != nil {
		return err
	}
	defer old.Close()
	info, err := old.Stat()
	if err == nil {
		err = keepOwner(file, info)
	}
	if err == nil {
		err = file.Chmod(info.Mode().Perm())
	}
	if err == nil {
		err = keepAttributes(file, old)
	}
	return err
}
