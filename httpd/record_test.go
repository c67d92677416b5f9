package httpd

import (
	"encoding/json"
	"net/http"
	"os"
	"sync"
	"testing"
)

// exchangesFile names the environment variable with the path of a file to which the answers
// of these tests are written, a line of JSON each, where it is set. The tests of
// openapi/check set it, and hold the answers against the contract (docs/contract.md).
const exchangesFile = "IACEDIT_EXCHANGES"

// An exchanged is an answer as it is written. Of a request that a test wrote as text the
// method and path are not known.
type exchanged struct {
	Test, Method, Path string
	Status             int
	Header             http.Header
	Body               []byte
}

var exchanges = sync.OnceValues(func() (*os.File, error) {
	return os.OpenFile(os.Getenv(exchangesFile), os.O_APPEND|os.O_WRONLY|os.O_CREATE, 0o666)
})

// record writes an answer down, where that is asked for.
func record(t testing.TB, resp *http.Response, body []byte) {
	t.Helper()
	if os.Getenv(exchangesFile) == "" {
		return
	}
	e := exchanged{Test: t.Name(), Status: resp.StatusCode, Header: resp.Header, Body: body}
	if resp.Request != nil {
		e.Method, e.Path = resp.Request.Method, resp.Request.URL.Path
	}
	line, err := json.Marshal(e)
	if err != nil {
		t.Error(err)
		return
	}
	to, err := exchanges()
	if err == nil {
		_, err = to.Write(append(line, '\n'))
	}
	if err != nil {
		t.Error(err)
	}
}
