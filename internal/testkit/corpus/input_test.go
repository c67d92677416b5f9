package corpus

import (
	"bytes"
	"encoding/json"
	"errors"
	"testing"
)

func TestModuleHasItsSizeAndAlwaysTheSameBytes(t *testing.T) {
	for _, size := range []int{2, 100, 1_000, 5_000, 31_000, 1_000_000} {
		code := Module(size)
		if len(code) != size || !bytes.Equal(code, Module(size)) {
			t.Errorf("Module(%d) has %d bytes, or other ones the second time", size, len(code))
		}
	}
}

func TestSmallIsARequestOf150Bytes(t *testing.T) {
	in := Small()
	if got := len(in.Body()); got != 150 {
		t.Errorf("the small request has %d bytes: %s", got, in.Body())
	}
}

func TestEveryInputKnowsItsAnswer(t *testing.T) {
	inputs, err := Standard()
	if errors.Is(err, ErrNone) {
		t.Log(err)
	} else if err != nil {
		t.Fatal(err)
	}
	for _, in := range inputs {
		checkInput(t, in)
	}
}

func checkInput(t *testing.T, in Input) {
	t.Helper()
	var request struct {
		Code  string
		Edits json.RawMessage
	}
	if err := json.Unmarshal(in.Body(), &request); err != nil || request.Code != string(in.Code) {
		t.Errorf("%s: the request does not carry the code (%v)", in.Name, err)
	}
	e, want := in.Edit, in.Want()
	if string(in.Code[e.At:e.At+len(e.Old)]) != e.Old || string(want[e.At:e.At+len(e.New)]) != e.New {
		t.Errorf("%s: the edit %+v is not where it says", in.Name, e)
	}
	if bytes.Equal(want, in.Code) || len(want) != len(in.Code) {
		t.Errorf("%s: the edit changes nothing, or the length", in.Name)
	}
}

func TestBlocksHaveAnEditEach(t *testing.T) {
	code, edits := Blocks(3)
	want := Want(code, edits...)
	if n := bytes.Count(want, []byte("m7.large")); n != 3 || bytes.Contains(want, []byte("t3.micro")) {
		t.Errorf("%d of 3 edits made", n)
	}
}
