package workspace

import "os"

// onDescriptor calls f with the descriptor of a file.
func onDescriptor(file *os.File, f func(fd int) (int, error)) (n int, err error) {
	raw, err := file.SyscallConn()
	if err != nil {
		return 0, err
	}
	if failed := raw.Control(func(fd uintptr) { n, err = f(int(fd)) }); failed != nil {
		return 0, failed
	}
	return n, err
}
