package main

import (
	"io"
	"net"
	"net/http"
	"net/http/pprof"
	"net/netip"
	"strings"
	"time"

	"iacedit/httpd"
)

// An admin is the listener for health, readiness, metrics and profiles. An admin uses the server of
// net/http, so that it shares nothing with the httpd.Server on which it reports.
type admin struct {
	url  string
	http *http.Server
}

// startAdmin starts the admin listener. If the listener fails, its error is sent to the channel.
func (c *serveCommand) startAdmin(server *httpd.Server, ended chan<- error) (*admin, error) {
	ln, err := listenTCP(c.AdminAddr)
	if err != nil {
		return nil, err
	}
	a := &admin{url: "http://" + ln.Addr().String(), http: &http.Server{
		Handler:           forHost(ln.Addr(), c.AdminAddr, adminPages(server, c.Pprof)),
		ReadHeaderTimeout: 5 * time.Second,
		IdleTimeout:       c.IdleTimeout,
		MaxHeaderBytes:    16 << 10,
	}}
	go func() {
		if err := a.http.Serve(ln); err != http.ErrServerClosed {
			ended <- err
		}
	}()
	return a, nil
}

// close closes the listener without waiting for answers in progress, because they are short.
func (a *admin) close() { a.http.Close() }

// adminPages returns the handler of the admin listener.
func adminPages(server *httpd.Server, profiles bool) http.Handler {
	pages := http.NewServeMux()
	pages.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) {
		answerJSON(w, http.StatusOK, httpd.HealthBody)
	})
	pages.HandleFunc("GET /readyz", func(w http.ResponseWriter, _ *http.Request) {
		status, body := server.Readiness()
		answerJSON(w, status, body)
	})
	pages.HandleFunc("GET /metrics", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", httpd.MetricsType)
		server.WriteMetrics(w)
	})
	if profiles {
		pages.HandleFunc("/debug/pprof/", pprof.Index)
		pages.HandleFunc("/debug/pprof/cmdline", pprof.Cmdline)
		pages.HandleFunc("/debug/pprof/profile", pprof.Profile)
		pages.HandleFunc("/debug/pprof/symbol", pprof.Symbol)
		pages.HandleFunc("/debug/pprof/trace", pprof.Trace)
	}
	return pages
}

// forHost passes on only requests whose Host is an IP address, "localhost", or the host name in
// --admin-addr. If the listener is on a loopback address, an IP address in Host must also be a
// loopback address. Web pages that reach this machine by DNS rebinding are thus refused, because
// their requests have another Host.
func forHost(address net.Addr, given string, pages http.Handler) http.Handler {
	listening, err := netip.ParseAddrPort(address.String())
	loopback := err == nil && listening.Addr().Unmap().IsLoopback()
	name, _, _ := net.SplitHostPort(given)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		host := r.Host
		if h, _, err := net.SplitHostPort(host); err == nil {
			host = h
		}
		host = strings.TrimSuffix(strings.TrimPrefix(host, "["), "]")
		ip, err := netip.ParseAddr(host)
		switch {
		case err == nil && (!loopback || ip.Unmap().IsLoopback()):
		case strings.EqualFold(host, "localhost"), name != "" && strings.EqualFold(host, name):
		default:
			answerJSON(w, http.StatusMisdirectedRequest, httpd.MisdirectedBody(r.Host))
			return
		}
		pages.ServeHTTP(w, r)
	})
}

// answerJSON writes an answer whose body is JSON, with its status.
func answerJSON(w http.ResponseWriter, status int, body string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	io.WriteString(w, body)
}
