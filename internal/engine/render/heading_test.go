package render

import "testing"

func TestIsHeading(t *testing.T) {
	for _, c := range []struct {
		comment, name, next string
		types               []string
		want                bool
	}{
		{"regional PSC services", "psc", "psc_consumer", []string{"resource"}, true},
		{"The web server", "web", "db", []string{"resource", "aws_instance"}, false},
		{"The web servers", "web", "db", []string{"resource", "aws_instance"}, false},
		{"Inputs from the lower level", "lower_name", "lower_key", []string{"variable"}, true},
		{"Variables", "a", "b", []string{"variable"}, true},
		{"The variable", "a", "b", []string{"variable"}, false},
		{"All addresses", "a", "b", []string{"resource", "google_compute_address"}, true},
		{"IAM policies", "read_policy", "write_policy", []string{"resource"}, true},
		{"the for and with", "the_a", "the_b", nil, false},
		{"subnetIDs", "subnetA", "subnetB", nil, true},
		{"id", "id_a", "id_b", nil, false},
		{"", "a", "b", []string{"variable"}, false},
	} {
		if got := isHeading(c.comment, c.name, c.next, c.types...); got != c.want {
			t.Errorf("isHeading(%q, %q, %q, %q) = %t", c.comment, c.name, c.next, c.types, got)
		}
	}
}

func TestIsToolNote(t *testing.T) {
	for comment, want := range map[string]bool{
		"tfdoc:variable:source x": true, "checkov:skip=CKV_1:why": true, "ts:skip=a b": true,
		"tfsec:ignore:a": false, "trivy:ignore:a": false, "tflint-ignore: a": false, "iacedit:ignore": false,
		"https://example.com": false, "Note: this": false, ":a": false, "a": false, "": false,
	} {
		if got := isToolNote(comment); got != want {
			t.Errorf("isToolNote(%q) = %t", comment, got)
		}
	}
}
