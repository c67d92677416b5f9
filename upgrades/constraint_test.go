package upgrades

import "testing"

func TestBumped(t *testing.T) {
	for _, c := range []struct {
		constraint string
		to         int
		want       string
	}{
		{"~> 3.110", 5, "~> 5.0"},
		{"~> 3.110.2", 5, "~> 5.0.0"},
		{"~> 3", 5, "~> 5"},
		{">= 3.0, < 4.0", 5, ">= 5.0, < 6.0"},
		{">=3.0,<4.0", 5, ">=5.0,<6.0"},
		{">= 3.0.1, <= 3.99", 5, ">= 5.0.0, < 6.0"},
		{">= 3.0", 5, ">= 5.0"},
		{"> 3.0", 5, ">= 5.0"},
		{"3.75.0", 5, "5.1.2"},
		{"= 3.75.0", 5, "= 5.1.2"},
		{" =3.75", 5, " =5.1.2"},
		{">= 3.0, != 3.4.0", 5, ">= 5.0"},
		{">= 3.0, != 5.4.0", 5, ">= 5.0, != 5.4.0"},
		{">= 3.0, < 7.0", 5, ">= 5.0, < 7.0"},
		{"< 4.0", 5, ">= 5.0, < 6.0"},
		{"~> 5.2", 5, "~> 5.2"},
		{">= 5.1, < 6.0", 5, ">= 5.1, < 6.0"},
		{"~> 6.0", 5, "~> 6.0"},
	} {
		got, err := bumped(c.constraint, c.to, "5.1.2")
		if err != nil || got != c.want {
			t.Errorf("%q becomes %q (%v), not %q", c.constraint, got, err, c.want)
		}
		again, err := bumped(got, c.to, "5.1.2")
		if err != nil || again != got {
			t.Errorf("%q becomes %q the second time (%v)", got, again, err)
		}
	}
	for _, bad := range []string{"", "~> 3.0-beta", "latest", "~> x", ">= 3.0,"} {
		if got, err := bumped(bad, 5, "5.0.0"); err == nil {
			t.Errorf("%q becomes %q", bad, got)
		}
	}
}

func TestAllows(t *testing.T) {
	for _, c := range []struct {
		constraint string
		version    version
		want       bool
	}{
		{"~> 3.110", version{3, 116, 0}, true},
		{"~> 3.110", version{4, 0, 0}, false},
		{"~> 3.110.1", version{3, 110, 9}, true},
		{"~> 3.110.1", version{3, 111, 0}, false},
		{"~> 3", version{4, 0, 0}, true},
		{">= 3.0, < 4.0", version{3, 9}, true},
		{">= 3.0, < 4.0", version{4}, false},
		{"!= 3.4.0", version{3, 4, 0}, false},
		{"3.4", version{3, 4, 0}, true},
		{"<= 3.4", version{3, 4, 1}, false},
		{"> 3.4", version{3, 4, 1}, true},
	} {
		all, ok := conditions(c.constraint)
		if !ok || allows(all, c.version) != c.want {
			t.Errorf("%q allows %v: want %v", c.constraint, c.version, c.want)
		}
	}
}
