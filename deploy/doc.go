// Package deploy contains only tests: its directories have the files for running the server in
// production, with nginx, HAProxy, systemd, containers and Kubernetes, and its tests run these
// files with the real programs, if they are installed. It is a separate module, so that iacedit
// does not depend on the libraries of these tests.
package deploy
