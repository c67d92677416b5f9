package main

import (
	"os"
	"path/filepath"
)

// replaceFile puts data in the place of the named file's contents at one stroke: who
// reads the file sees the old contents or the new, whole. Its mode stays; where it is
// a symbolic link, the file that it leads to is replaced.
func replaceFile(name string, data []byte) (err error) {
	if name, err = filepath.EvalSymlinks(name); err != nil {
		return err
	}
	info, err := os.Stat(name)
	if err != nil {
		return err
	}
	temp, err := os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+".*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			os.Remove(temp.Name())
		}
	}()
	if err = fill(temp, data, info.Mode().Perm()); err != nil {
		return err
	}
	return os.Rename(temp.Name(), name)
}

// fill writes data to a new file with that mode, onto the disk, and closes it.
func fill(file *os.File, data []byte, mode os.FileMode) error {
	_, err := file.Write(data)
	if err == nil {
		err = file.Chmod(mode)
	}
	if err == nil {
		err = file.Sync()
	}
	if closed := file.Close(); err == nil {
		err = closed
	}
	return err
}
