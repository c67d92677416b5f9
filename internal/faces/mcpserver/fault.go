package mcpserver

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"iacedit/edit"
	"iacedit/internal/base/excerpt"
	"iacedit/internal/disk/project"
	"iacedit/internal/disk/undo"
	"iacedit/internal/disk/workspace"
	"iacedit/syntax"
)

// The codes of errors, in addition to the codes of the edit language (docs/edits.md, "Answers and
// errors").
const (
	fileNotFound    edit.Code = "FILE_NOT_FOUND"
	outsideRoot     edit.Code = "OUTSIDE_ROOT"
	changed         edit.Code = "CHANGED_MEANWHILE"
	locked          edit.Code = "LOCKED"
	readOnly        edit.Code = "READ_ONLY"
	tooLarge        edit.Code = "TOO_LARGE"
	cancelled       edit.Code = "CANCELLED"
	cannotReadWrite edit.Code = "FILE_ERROR"
	internalError   edit.Code = "INTERNAL_ERROR"
)

// A fault is an error with a code, by which programs recognize it.
type fault struct {
	code    edit.Code
	message string
}

func (f *fault) Error() string { return f.message }

// invalid returns a fault with the code edit.InvalidRequest. Its parameters are those of
// fmt.Sprintf.
func invalid(format string, args ...any) error {
	return &fault{edit.InvalidRequest, fmt.Sprintf(format, args...)}
}

// explain converts an error of a tool to text for an agent: the code, what is wrong, where, and
// what to do about it.
func (t *tool) explain(err error) string {
	text := explain(err)
	if codeOf(err) == fileNotFound && t.schema.Properties["edits"] != nil {
		text += newFileHint
	}
	return text
}

// newFileHint is appended to the message about a missing file if the tool can create files.
const newFileHint = ` An edit makes a new file: "file": "x.tf" in an entry, with the directory as path.`

// explain is like tool.explain, but without newFileHint.
func explain(err error) string {
	code, message := codeOf(err), err.Error()
	if path, ok := errors.AsType[*fs.PathError](err); ok {
		message = strings.Replace(message, path.Op+" "+path.Path, path.Path, 1) // omits the name of the system call
	}
	text := fmt.Sprintf("%s: %s", code, message)
	if refused, ok := errors.AsType[*edit.Error](err); ok {
		text = fmt.Sprintf("%s: %s", code, refused.Message)
		if at := refused.Position; at != nil {
			text += fmt.Sprintf("\nin the code: %s:%d:%d", at.File, at.Line, at.Column)
		}
		if in, ok := strings.CutPrefix(refused.Pointer, "/select"); ok {
			text += "\nin select: " + in
		} else if in, ok := strings.CutPrefix(refused.Pointer, "/0"); ok {
			text += "\nin the rule: " + in
		} else if refused.Pointer != "" {
			text += "\nin the edits: " + strings.TrimPrefix(refused.Pointer, "/edits")
		}
	} else if m, ok := errors.AsType[*project.Mistake](err); ok && m.Offset >= 0 {
		text += "\n" + lineOf(m)
	}
	if works, ok := errors.AsType[*correction](err); ok {
		text += "\nthis works: " + string(works.arguments)
	} else if hint := hints[code]; hint != "" {
		text += "\n" + hint
	}
	return text
}

// hints maps the code of an error to advice for the agent.
var hints = map[edit.Code]string{
	edit.InvalidCode:    "Nothing was written; mend replaces lines of a file that does not parse.",
	edit.AmbiguousMatch: `Choose by {"where": {…}}, {"index": 0} or {"all": true} in the entry; "ls" with long lists the blocks.`,
	edit.BlockNotFound:  `"ls" lists the existing blocks; in edits, "set" instead of "update" creates missing ones; "optional": true, in nested entries too, skips them.`,
	fileNotFound:        `"ls" with recursive lists the files.`,
	changed:             "Nothing was written. Read again or repeat the dry run with this path, and send the version in its answer.",
	locked:              "Nothing was written. Another process writes files there: call again.",
	readOnly:            "Nothing was written.",
	outsideRoot:         `Paths are relative to the root, as "ls" prints them; "iacedit mcp --root DIR" starts the server for other directories.`,
}

// lineOf returns the line of code in which a mistake was found, for a message.
func lineOf(m *project.Mistake) string {
	line, _ := syntax.Position(m.File.Code, m.Offset)
	from := strings.LastIndexByte(string(m.File.Code[:m.Offset]), '\n') + 1
	return fmt.Sprintf("%d | %s", line, excerpt.Printable([]byte(excerpt.Line(m.File.Code[from:]))))
}

// codeOf returns the code to report for an error, of whatever type it is.
func codeOf(err error) edit.Code {
	var (
		f        *fault
		refused  *edit.Error
		applied  *project.Refused
		mistake  *project.Mistake
		noJSON   *project.NoJSON
		notFound *project.NotFound
		several  *project.Ambiguous
		path     *fs.PathError
		since    *undo.ChangedSince
	)
	switch {
	case errors.As(err, &f):
		return f.code
	case errors.As(err, &since):
		return changed
	case errors.As(err, &refused):
		return refused.Code
	case errors.As(err, &applied):
		return applied.Code
	case errors.As(err, &notFound):
		if notFound.Attribute {
			return edit.AttributeNotFound
		}
		return edit.BlockNotFound
	case errors.As(err, &several):
		return edit.AmbiguousMatch
	case errors.As(err, &noJSON):
		return edit.InvalidRequest
	case errors.As(err, &mistake):
		return edit.InvalidCode
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return cancelled
	case errors.Is(err, workspace.ErrOutside):
		return outsideRoot
	case errors.Is(err, workspace.ErrLocked):
		return locked
	case errors.Is(err, workspace.ErrReadOnly):
		return readOnly
	case errors.Is(err, workspace.ErrChanged):
		return changed
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, project.ErrNoFiles):
		return fileNotFound
	case errors.As(err, &path):
		return cannotReadWrite
	}
	return edit.InvalidRequest
}
