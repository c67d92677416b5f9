package loadgen

import (
	"fmt"
	"strings"
	"testing"
)

const request = `{"code":"a = 1\n","edits":{"set":{"iacvars":{"attributes":{"a":"two","b":"${var.x}"}}}}}`

func TestLearnRefusesWhatWasNotEdited(t *testing.T) {
	answers := map[string]string{
		"as it was sent":           `{"data":{"edited_code":"a = 1\n"}}`,
		"does not hold the value":  `{"data":{"edited_code":"a = 3\n"}}`,
		"has no data.edited_code":  `{"success":false}`,
		"the answer is no JSON":    `<html>`,
		"they part at byte 4":      `{"data":{"edited_code":"a = two\n"}}`,
		"gave different answers":   "",
		"status 503: overloaded":   "",
		"second trial: status 503": "",
	}
	for want, body := range answers {
		trials := 0
		trial := func() ([]byte, error) {
			trials++
			switch {
			case want == "gave different answers":
				return fmt.Appendf(nil, `{"data":{"edited_code":"a = two %d"}}`, trials), nil
			case want == "status 503: overloaded", want == "second trial: status 503" && trials == 2:
				return nil, fmt.Errorf("%s", strings.TrimPrefix(want, "second trial: "))
			case body == "":
				return []byte(`{"data":{"edited_code":"a = two\n"}}`), nil
			}
			return []byte(body), nil
		}
		check := CheckHoldsEdits([]byte(request))
		if want == "they part at byte 4" {
			check = CheckCode("a = 2\n")
		}
		_, err := Learn("case", []byte(request), trial, check)
		if err == nil || !strings.Contains(err.Error(), strings.TrimPrefix(want, "second trial: ")) {
			t.Errorf("want an error with %q, got %v", want, err)
		}
	}
}

func TestLearnAllowsATimestampBehindTheCode(t *testing.T) {
	stamp := 0
	trial := func() ([]byte, error) {
		stamp++
		return fmt.Appendf(nil, `{"data":{"edited_code":"a = \"two\"\n"},"meta":{"timestamp":"%03d"}}`, stamp), nil
	}
	c, err := Learn("shape b", []byte(request), trial, CheckHoldsEdits([]byte(request)))
	if err != nil {
		t.Fatal(err)
	}
	later, _ := trial()
	if !c.IsCorrect(later) {
		t.Errorf("a later timestamp makes the answer wrong")
	}
	if c.IsCorrect([]byte(strings.Replace(string(later), "two", "twp", 1))) {
		t.Errorf("other code counts as right")
	}
}

func TestTargets(t *testing.T) {
	heads := map[string]string{
		"http://127.0.0.1:8080":          "POST /v1/iac/edit HTTP/1.1\r\nHost: 127.0.0.1:8080\r\n",
		"http://example.com/api/edit":    "POST /api/edit HTTP/1.1\r\nHost: example.com\r\n",
		"https://example.com/edit?dry=1": "POST /edit?dry=1 HTTP/1.1\r\nHost: example.com\r\n",
	}
	for address, want := range heads {
		target, err := newTarget(address)
		if err != nil || !strings.HasPrefix(string(target.head), want) {
			t.Errorf("%s: %q, %v", address, target.head, err)
		}
	}
	if _, err := newTarget("ftp://example.com"); err == nil {
		t.Errorf("ftp is taken")
	}
}
