package peers

import (
	"encoding/json"
	"testing"

	"iacedit/internal/testkit/corpus"
	"iacedit/read"
)

// What is compared has to be the same reading: the rival finds the same block types.
func TestTheRivalReadsTheModule(t *testing.T) {
	for _, in := range inputs(t) {
		ours, err := new(read.Options).Read(nil, in.Code, nil)
		if err != nil {
			t.Fatalf("%s: %v", in.Name, err)
		}
		theirs, err := HCL2JSON(in.Code)
		if err != nil {
			t.Fatalf("%s: hcl2json: %v", in.Name, err)
		}
		var got, want map[string]json.RawMessage
		if err := json.Unmarshal(ours, &got); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(theirs, &want); err != nil {
			t.Fatal(err)
		}
		for typ := range want {
			if got[typ] == nil {
				t.Errorf("%s: no %s", in.Name, typ)
			}
		}
		if len(got) != len(want) {
			t.Errorf("%s: %d block types, hcl2json finds %d", in.Name, len(got), len(want))
		}
	}
}

func BenchmarkRead(b *testing.B) {
	var o read.Options
	var buf []byte
	each(b, func(in corpus.Input) (err error) {
		buf, err = o.Read(buf[:0], in.Code, nil)
		return err
	})
}

func BenchmarkHcl2json(b *testing.B) {
	each(b, func(in corpus.Input) error {
		_, err := HCL2JSON(in.Code)
		return err
	})
}
