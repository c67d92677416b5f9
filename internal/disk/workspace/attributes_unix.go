//go:build linux || darwin || freebsd || netbsd

package workspace

import (
	"bytes"
	"errors"
	"os"
	"slices"
	"strings"

	"golang.org/x/sys/unix"
)

// keepAttributes copies the extended attributes, including access control lists, of the second file
// to the first. It ignores errors about attributes that the system sets itself.
func keepAttributes(file, from *os.File) error {
	names, err := attributeNames(from)
	if err != nil {
		return err
	}
	for _, name := range names {
		if err := keepAttribute(file, from, name); err != nil && !systemAttribute(name) {
			return &os.PathError{Op: "setxattr " + name, Path: from.Name(), Err: err}
		}
	}
	return nil
}

// systemAttribute reports whether the system itself sets an attribute. A program may be unable to
// set such an attribute.
func systemAttribute(name string) bool {
	return strings.HasPrefix(name, "security.") || strings.HasPrefix(name, "trusted.") || strings.HasPrefix(name, "com.apple.")
}

// attributeNames returns the names of a file's attributes, or none if the file system has no
// attributes.
func attributeNames(file *os.File) ([]string, error) {
	list, err := attributeBytes(func(buf []byte) (int, error) {
		return onDescriptor(file, func(fd int) (int, error) { return unix.Flistxattr(fd, buf) })
	})
	if errors.Is(err, unix.ENOTSUP) || errors.Is(err, unix.ENOSYS) || errors.Is(err, unix.EPERM) {
		return nil, nil
	}
	var names []string
	for name := range bytes.SplitSeq(list, []byte{0}) {
		if len(name) > 0 {
			names = append(names, string(name))
		}
	}
	return names, err
}

func keepAttribute(file, from *os.File, name string) error {
	get := func(f *os.File) ([]byte, error) {
		return attributeBytes(func(buf []byte) (int, error) {
			return onDescriptor(f, func(fd int) (int, error) { return unix.Fgetxattr(fd, name, buf) })
		})
	}
	value, err := get(from)
	if err != nil {
		return err
	}
	if now, err := get(file); err == nil && slices.Equal(now, value) {
		return nil
	}
	_, err = onDescriptor(file, func(fd int) (int, error) { return 0, unix.Fsetxattr(fd, name, value, 0) })
	return err
}

// attributeBytes returns the bytes that a system call such as getxattr writes into a buffer. It
// makes the call twice: first with a nil buffer, to get the number of bytes, and then with a buffer
// of that size.
func attributeBytes(call func([]byte) (int, error)) ([]byte, error) {
	for {
		n, err := call(nil)
		if err != nil || n == 0 {
			return nil, err
		}
		buf := make([]byte, n)
		n, err = call(buf)
		if errors.Is(err, unix.ERANGE) {
			continue // the attributes have grown
		}
		return buf[:max(n, 0)], err
	}
}
