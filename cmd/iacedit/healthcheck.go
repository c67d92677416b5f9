package main

import (
	"cmp"
	"context"
	"crypto/tls"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"os"
	"time"
)

// healthcheckCommand asks a server whether it is well, for containers without curl.
type healthcheckCommand struct {
	URL     string        `arg:"" optional:"" placeholder:"URL" help:"URL to ask; without a path its /healthz (the server's of this environment: IACEDIT_ADMIN_ADDR, else IACEDIT_ADDR)."`
	Timeout time.Duration `default:"2s" placeholder:"TIME" help:"Time for the answer (${default})."`
}

// Help shows how the command is used.
func (healthcheckCommand) Help() string {
	return `Asks a server for its health, and exits with status 0 where the answer is 200, else
with 1. It is the HEALTHCHECK of the container's image.

    iacedit healthcheck                                 the server of this environment
    iacedit healthcheck http://127.0.0.1:9080/readyz    another one, another page`
}

// Run asks once.
func (c *healthcheckCommand) Run(std *streams) error {
	to, err := c.target()
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), c.Timeout)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, to, nil)
	if err != nil {
		return err
	}
	// The certificate is for the names of clients, and this asks the machine itself.
	client := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}}
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

// target returns the URL to ask.
func (c *healthcheckCommand) target() (string, error) {
	if c.URL == "" {
		if admin := os.Getenv("IACEDIT_ADMIN_ADDR"); admin != "" {
			return addressURL("http", admin) + "/healthz", nil
		}
		scheme := "http"
		if os.Getenv("IACEDIT_TLS_CERT") != "" {
			scheme = "https"
		}
		return addressURL(scheme, cmp.Or(os.Getenv("IACEDIT_ADDR"), "127.0.0.1:8080")) + "/healthz", nil
	}
	u, err := url.Parse(c.URL)
	if err != nil {
		return "", err
	}
	if u.Path == "" {
		u.Path = "/healthz"
	}
	return u.String(), nil
}

// addressURL returns the URL at which a server that listens on an address is reached from
// the same machine.
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
