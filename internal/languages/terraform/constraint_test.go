package terraform

import "testing"

func TestAllowsBefore(t *testing.T) {
	for constraint, want := range map[string]bool{
		">= 1.0": true, ">= 0.13.1": true, "~> 1.0": true, "~> 1": true, "< 2": true, "<= 1.0.0": true, "!= 1.0.0": true, "= 1.0.11": true,
		"1.0.1": true, "> 1.0.0": true, ">= 1.0, != 1.0.0, < 2.0": true, "~> 0.14.0": true, ">= 1.1.0-beta1": false,
		">= 1.1": false, ">=1.3": false, "~> 1.5": false, "~> 1.1.0": false, "1.5.7": false, "> 1.0.0, >= 1.2": false, ">= 2, < 1": false,
		"~> 2": false, "": false, "latest": false, ">= x": false, ">= 1.2.3.4": false, "=> 1.0": false,
	} {
		if got := AllowsBefore(constraint, Version{1, 1}); got != want {
			t.Errorf("%q: %v, not %v", constraint, got, want)
		}
	}
}
