// Package deploy is not code: its directories hold what runs the server in production,
// for nginx, HAProxy, systemd, containers and Kubernetes, and its tests run these files
// with the real programs, as far as they are installed. It is a module of its own, as the
// libraries of these tests are.
package deploy
