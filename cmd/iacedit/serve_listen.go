package main

import (
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"strconv"
	"strings"
	"time"
)

// Addresses other than host:port: "unix:" with the path of a socket, as in unix:/run/iacedit.sock;
// and "systemd" for the socket that systemd passes.
const (
	unixPrefix     = "unix:"
	systemdAddress = "systemd"
)

// socketMode allows the server's user and group to connect.
const socketMode = 0o660

// listen listens on an address: "host:port", "unix:" and a path, or "systemd" for the socket that
// systemd passes. It returns the listener, and the address to show in the log, without a scheme.
func listen(address string) (net.Listener, string, error) {
	if address == systemdAddress {
		ln, err := passedSocket()
		if err != nil {
			return nil, "", err
		}
		return ln, name(ln), nil
	}
	if path, ok := strings.CutPrefix(address, unixPrefix); ok {
		ln, err := listenUnix(path)
		return ln, address, err
	}
	ln, err := listenTCP(address)
	if err != nil {
		return nil, "", err
	}
	return ln, ln.Addr().String(), nil
}

// listenTCP listens on a TCP address. If the address is malformed, the error describes the form of
// an address.
func listenTCP(address string) (net.Listener, error) {
	ln, err := net.Listen("tcp", address)
	if _, ok := errors.AsType[*net.AddrError](err); ok {
		return nil, fmt.Errorf("%w; an address is HOST:PORT or :PORT, such as 127.0.0.1:8080, with a port up to 65535", err)
	}
	return ln, err
}

// name returns the address of a listener in the form that --addr accepts.
func name(ln net.Listener) string {
	if ln.Addr().Network() == "unix" {
		return unixPrefix + ln.Addr().String()
	}
	return ln.Addr().String()
}

// listenUnix listens on a socket in the file system. It replaces a socket that a killed server
// left behind, but neither a socket in use nor another kind of file.
func listenUnix(path string) (net.Listener, error) {
	if path == "" {
		return nil, errors.New("unix: needs the path of a socket: unix:/run/iacedit.sock")
	}
	if err := removeStale(path); err != nil {
		return nil, err
	}
	ln, err := net.Listen("unix", path)
	if err != nil {
		return nil, err
	}
	if err := os.Chmod(path, socketMode); err != nil {
		ln.Close()
		return nil, err
	}
	return ln, nil
}

// removeStale removes a socket on which no server answers.
func removeStale(path string) error {
	info, err := os.Lstat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if info.Mode().Type() != fs.ModeSocket {
		return fmt.Errorf("%s exists and is not a socket", path)
	}
	if c, err := net.DialTimeout("unix", path, time.Second); err == nil {
		c.Close()
		return fmt.Errorf("another server listens on %s", path)
	}
	return os.Remove(path)
}

// firstPassed is the file descriptor of the first socket that systemd passes
// (sd_listen_fds(3)).
const firstPassed = 3

// passedSocket returns the only socket that systemd passes to this process.
func passedSocket() (net.Listener, error) {
	if os.Getenv("LISTEN_PID") != strconv.Itoa(os.Getpid()) {
		return nil, errors.New(`--addr systemd needs a socket of systemd: start the server by its socket unit`)
	}
	if n := os.Getenv("LISTEN_FDS"); n != "1" {
		return nil, fmt.Errorf("systemd passes %s sockets; the server needs exactly one", n)
	}
	file := os.NewFile(firstPassed, "systemd's socket")
	defer file.Close() // FileListener has made a copy
	ln, err := net.FileListener(file)
	if err != nil {
		return nil, fmt.Errorf("the socket from systemd cannot be used: %w", err)
	}
	return ln, nil
}
