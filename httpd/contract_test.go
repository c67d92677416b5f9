package httpd

import (
	"io"
	"testing"

	"iacedit/openapi"
)

// The documents of the contract are served whole, under any prefix and without a token; and
// not over the limit on connections.
func TestContractDocuments(t *testing.T) {
	onEach(t, func(t *testing.T, transport string) {
		r := start(t, transport, Config{MaxConnections: 1, Authorized: func([]byte) bool { return false }}, echo)
		client := r.client()
		for path, want := range map[string]struct {
			contentType string
			text        []byte
		}{
			"/openapi.yaml":              {"application/yaml", openapi.YAML},
			"/openapi.json":              {"application/json", openapi.JSON},
			"/api/openapi.json":          {"application/json", openapi.JSON},
			"/schema/edits.json":         {"application/schema+json", openapi.EditsSchema},
			"/a/b/schema/edits.hcl.json": {"application/schema+json", openapi.EditsSchemaHCL},
		} {
			for _, method := range []string{"GET", "HEAD", "GET"} {
				resp, err := client.Do(request(t, method, path, nil))
				if err != nil {
					t.Fatal(err)
				}
				body, err := io.ReadAll(resp.Body)
				resp.Body.Close()
				record(t, resp, body)
				if got := resp.Header.Get("Content-Type"); err != nil || resp.StatusCode != 200 || got != want.contentType {
					t.Errorf("%s %s: %s %q %v", method, path, resp.Status, got, err)
				}
				if method == "GET" && string(body) != string(want.text) || resp.ContentLength != int64(len(want.text)) {
					t.Errorf("%s %s: %d bytes, Content-Length %d; want %d", method, path, len(body), resp.ContentLength, len(want.text))
				}
			}
			r.do(client, request(t, "POST", path, nil)).wantsError(t, 405, "METHOD_NOT_ALLOWED")
		}
		r.do(client, request(t, "GET", "/xopenapi.json", nil)).wantsError(t, 404, "NOT_FOUND")
		r.do(client, request(t, "GET", "/schema/", nil)).wantsError(t, 404, "NOT_FOUND")
		r.holdsNothing()
	})
}

// A connection over the limit does not get the documents.
func TestContractWhenFull(t *testing.T) {
	r := start(t, "tcp", Config{MaxConnections: 1}, echo)
	r.fill()
	for _, path := range []string{"/openapi.yaml", "/api/openapi.json", "/schema/edits.json"} {
		_, over := r.raw("GET " + path + " HTTP/1.1\r\nHost: x\r\n\r\n")
		next(t, over).wantsError(t, 503, "OVERLOADED")
	}
}
