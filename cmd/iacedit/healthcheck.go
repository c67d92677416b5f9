package main

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"os"
	"strings"
	"time"
)

// healthcheckCommand checks the health of a server. It is for containers that have no curl.
type healthcheckCommand struct {
	URL     string        `arg:"" optional:"" placeholder:"URL" help:"URL of the server, by default with the path /healthz, or unix:PATH for a socket (from the environment: IACEDIT_ADMIN_ADDR, or IACEDIT_ADDR)."`
	Timeout time.Duration `default:"2s" placeholder:"TIME" help:"Time for the answer (${default})."`
}

// Help shows how the command is used.
func (healthcheckCommand) Help() string {
	return `Requests the health of a server, and exits with status 0 if the answer is 200, otherwise
with 1. It is the HEALTHCHECK of the container image.

    iacedit healthcheck                                 the server of this environment
    iacedit healthcheck http://127.0.0.1:9080/readyz    another server and path
    iacedit healthcheck unix:/run/iacedit.sock          a server behind a socket`
}

// Run checks the health once.
func (c *healthcheckCommand) Run(std *streams) error {
	to, socket, err := c.target()
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), c.Timeout)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, to, nil)
	if err != nil {
		return err
	}
	// The certificate is not verified: it is for the name that clients use, but this command connects
	// to the local address.
	transport := &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}
	if socket != "" {
		transport.DialContext = func(ctx context.Context, _, _ string) (net.Conn, error) {
			return new(net.Dialer).DialContext(ctx, "unix", socket)
		}
	}
	client := &http.Client{Transport: transport}
	response, err := client.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("%s answers %s", to, response.Status)
	}
	_, err = fmt.Fprintln(std.out, to, "answers", response.Status)
	return err
}

// target returns the URL to check. If the server listens on a socket in the file system, it also
// returns the path of that socket; otherwise socket is "".
func (c *healthcheckCommand) target() (to, socket string, err error) {
	address, scheme := c.URL, "http"
	if address == "" {
		address = os.Getenv("IACEDIT_ADMIN_ADDR")
		if address == "" {
			address = cmp.Or(os.Getenv("IACEDIT_ADDR"), "127.0.0.1:8080")
			if os.Getenv("IACEDIT_TLS_CERT") != "" {
				scheme = "https"
			}
		}
		if address == systemdAddress {
			return "", "", errors.New("systemd opened the server's socket: give its path, such as unix:/run/iacedit.sock")
		}
	}
	if path, ok := strings.CutPrefix(address, unixPrefix); ok {
		return scheme + "://localhost/healthz", path, nil
	}
	if c.URL == "" {
		return addressURL(scheme, address) + "/healthz", "", nil
	}
	u, err := url.Parse(c.URL)
	if err != nil {
		return "", "", err
	}
	if u.Path == "" {
		u.Path = "/healthz"
	}
	return u.String(), "", nil
}

// addressURL returns the URL of a server on this machine that listens on the given address.
func addressURL(scheme, address string) string {
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return scheme + "://" + address
	}
	switch ip, err := netip.ParseAddr(host); {
	case host == "", err == nil && ip.Is4() && ip.IsUnspecified():
		host = "127.0.0.1"
	case err == nil && ip.IsUnspecified():
		host = "::1"
	}
	return scheme + "://" + net.JoinHostPort(host, port)
}
