package value

import (
	"strconv"
	"strings"
	"testing"
)

// The name that takes the place of "$" is short, whatever a client writes, and nowhere in
// the value.
func TestFreeName(t *testing.T) {
	var all strings.Builder
	for i := range 1000 {
		all.WriteString(oldName + strconv.Itoa(i+1) + " ")
	}
	for _, tt := range []struct{ text, want string }{
		{"a ${$}", "_old"},
		{"_old ${$}", "_old1"},
		{oldName + strings.Repeat("_", 1000), "_old1"},
		{"_old12 ${$}", "_old2"},
		{"_old2_old1", "_old3"},
		{"_old01 _old1", "_old2"},
		{all.String(), "_old1001"},
	} {
		v := Value{Kind: Array, Items: []Item{{Value: Value{Kind: String, Text: tt.text}}}}
		got := v.freeName()
		if got != tt.want || strings.Contains(tt.text, got) {
			t.Errorf("%.20q: %q, want %q", tt.text, got, tt.want)
		}
	}
}
