package httpd

import (
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Pages of the origins that are named may use the server, others may not.
func TestCrossOrigin(t *testing.T) {
	const mine, other = "https://mine.example", "https://other.example"
	for _, c := range []struct {
		name          string
		origins       []string
		method        string
		origin, asked string
		status        int
		want          map[string]string // of the answer's headers; "" for none
	}{
		{"nobody asked", nil, "POST", mine, "", 200, map[string]string{"Access-Control-Allow-Origin": "", "Vary": ""}},
		{"a preflight, nobody asked", nil, "OPTIONS", mine, "POST", 405, map[string]string{"Access-Control-Allow-Origin": ""}},
		{"named", []string{other, mine}, "POST", mine, "", 200, map[string]string{"Access-Control-Allow-Origin": mine, "Vary": "Origin", "Access-Control-Expose-Headers": corsExposed}},
		{"not named", []string{mine}, "POST", other, "", 200, map[string]string{"Access-Control-Allow-Origin": "", "Vary": "Origin"}},
		{"no browser", []string{mine}, "POST", "", "", 200, map[string]string{"Access-Control-Allow-Origin": "", "Vary": "Origin"}},
		{"preflight", []string{mine}, "OPTIONS", mine, "POST", 204, map[string]string{"Access-Control-Allow-Origin": mine,
			"Access-Control-Allow-Methods": corsMethods, "Access-Control-Allow-Headers": corsHeaders, "Access-Control-Max-Age": corsMaxAge}},
		{"a preflight, not named", []string{mine}, "OPTIONS", other, "POST", 405, map[string]string{"Access-Control-Allow-Origin": ""}},
		{"OPTIONS of another kind", []string{mine}, "OPTIONS", mine, "", 405, map[string]string{"Access-Control-Allow-Origin": mine}},
		{"all", []string{AnyOrigin}, "POST", other, "", 200, map[string]string{"Access-Control-Allow-Origin": "*", "Vary": ""}},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := start(t, "tcp", Config{Origins: c.origins}, echo)
			req := request(t, c.method, "/v1/iac/edit", strings.NewReader("x"))
			if c.origin != "" {
				req.Header.Set("Origin", c.origin)
			}
			if c.asked != "" {
				req.Header.Set("Access-Control-Request-Method", c.asked)
			}
			resp, err := r.client().Do(req)
			if err != nil {
				t.Fatal(err)
			}
			defer resp.Body.Close()
			io.Copy(io.Discard, resp.Body)
			if resp.StatusCode != c.status {
				t.Error(resp.Status)
			}
			got := map[string]string{}
			for name := range c.want {
				got[name] = resp.Header.Get(name)
			}
			if d := cmp.Diff(c.want, got); d != "" {
				t.Error(d)
			}
		})
	}
}
