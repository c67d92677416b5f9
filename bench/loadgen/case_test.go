package loadgen

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"
)

const request = `{"code":"a = 1\n","edits":{"set":{"iacvars":{"attributes":{"a":"two"}}}}}`

const edited = `{"data":{"edited_code":"a = \"two\"\n"}}`

// learn learns the answer of a server that sends the answers in turn, each with its status.
func learn(t *testing.T, answers ...string) (*Case, error) {
	next := 0
	url := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		status, text, _ := strings.Cut(answers[min(next, len(answers)-1)], " ")
		next++
		if status != "200" {
			w.WriteHeader(http.StatusServiceUnavailable)
		}
		answer(w, text)
	})
	return Learn("case", url, time.Second, []byte(request), CheckCode([]byte("a = \"two\"\n")))
}

func TestLearnRefusesWhatWasNotEdited(t *testing.T) {
	for want, answers := range map[string][]string{
		"they part at byte 4":                        {`200 {"data":{"edited_code":"a = 1\n"}}`},
		"has no data.edited_code":                    {`200 {"success":false}`},
		"the answer is no JSON":                      {`200 <html>`},
		"gave different answers":                     {"200 " + edited, `200 {"data":{"edited_code":"a = \"six\"\n"}}`},
		"case: trial request: status 503: late":      {"503 late"},
		"second trial request: status 503: too late": {"200 " + edited, "503 too late"},
	} {
		if _, err := learn(t, answers...); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want an error with %q, got %v", want, err)
		}
	}
}

func TestLearnAllowsATimestampBehindTheCode(t *testing.T) {
	stamped := func(code, stamp string) string {
		return fmt.Sprintf(`{"data":{"edited_code":"a = \"%s\"\n"},"meta":{"timestamp":"%s"}}`, code, stamp)
	}
	c, err := learn(t, "200 "+stamped("two", "001"), "200 "+stamped("two", "002"))
	if err != nil {
		t.Fatal(err)
	}
	if !c.IsCorrect([]byte(stamped("two", "003"))) {
		t.Errorf("a later timestamp makes the answer wrong")
	}
	if c.IsCorrect([]byte(stamped("twp", "003"))) {
		t.Errorf("other code counts as right")
	}
}

func TestTargets(t *testing.T) {
	for address, want := range map[string]string{
		"http://127.0.0.1:8080":          "127.0.0.1:8080 http://127.0.0.1:8080/v1/iac/edit",
		"http://example.com/api/edit":    "example.com:80 http://example.com/api/edit",
		"https://example.com/edit?dry=1": "example.com:443 https://example.com/edit?dry=1",
		"http://[::1]/":                  "[::1]:80 http://[::1]/v1/iac/edit",
	} {
		c, err := newClient(address, time.Second)
		if err != nil {
			t.Errorf("%s: %v", address, err)
			continue
		}
		if got := c.host.Addr + " " + c.request.URI().String(); got != want || !c.request.Header.IsPost() {
			t.Errorf("%s: %s, not %s", address, got, want)
		}
	}
	if _, err := newClient("ftp://example.com", time.Second); err == nil {
		t.Errorf("ftp is taken")
	}
}
