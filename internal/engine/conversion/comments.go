package conversion

import (
	"strings"

	"iacedit/value"
)

// commentKey is the key of the members of a JSON body that contain comments.
const commentKey = "//"

// collectComment adds the value of a member "//" to w.text.
func (w *nativeWriter) collectComment(v *value.Value) {
	switch {
	case v.Kind == value.String:
		w.Budget.Grow(len(v.Text))
		w.text = append(w.text, strings.TrimSuffix(v.Text, "\n")...)
	case isMetadata(v):
		if !w.metadata {
			w.metadata = true
			w.note(MetadataLeftOut, "", `"//" members with notes of the program that wrote the JSON are left out`)
		}
		return
	default:
		text, err := v.MarshalJSON()
		if err != nil {
			return // cannot happen: the value was read from JSON
		}
		w.Budget.Grow(len(text))
		w.text = append(w.text, text...)
	}
	w.text = append(w.text, '\n')
}

// isMetadata reports whether a comment is metadata of CDK for Terraform.
func isMetadata(v *value.Value) bool {
	has := false
	for i := range v.Items {
		switch v.Items[i].Key {
		case "metadata":
			has = true
		case "outputs":
		default:
			return false
		}
	}
	return has && v.Kind == value.Object
}

// writeComment writes w.text as comment lines and empties it.
func (w *nativeWriter) writeComment() {
	for line := range strings.Lines(string(w.text)) {
		w.startLine()
		w.out = append(w.out, '#')
		if line = strings.TrimRight(line, " \t\r\n"); line != "" {
			w.Budget.Grow(len(line))
			w.out = append(append(w.out, ' '), line...)
		}
		w.out = append(w.out, w.newline...)
	}
	w.text = w.text[:0]
}
