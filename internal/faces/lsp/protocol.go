package lsp

import "encoding/json"

// The structures below have the names of the protocol's specification, but only the members that
// the server uses.

type position struct {
	Line      int `json:"line"`
	Character int `json:"character"`
}

type textRange struct {
	Start position `json:"start"`
	End   position `json:"end"`
}

type location struct {
	URI   string    `json:"uri"`
	Range textRange `json:"range"`
}

type textEdit struct {
	Range   textRange `json:"range"`
	NewText string    `json:"newText"`
}

// A versionedDocument is an OptionalVersionedTextDocumentIdentifier.
type versionedDocument struct {
	URI     string `json:"uri"`
	Version *int   `json:"version"` // null for a file that is not open
}

type textDocumentEdit struct {
	TextDocument versionedDocument `json:"textDocument"`
	Edits        []textEdit        `json:"edits"`
}

// A fileOperation is a CreateFile or a DeleteFile.
type fileOperation struct {
	Kind string `json:"kind"` // "create", "delete"
	URI  string `json:"uri"`
}

type workspaceEdit struct {
	Changes         map[string][]textEdit `json:"changes,omitempty"`
	DocumentChanges []any                 `json:"documentChanges,omitempty"` // textDocumentEdit, fileOperation
}

type diagnostic struct {
	Range    textRange `json:"range"`
	Severity int       `json:"severity"`
	Source   string    `json:"source"`
	Message  string    `json:"message"`
}

// The severities of diagnostics.
const (
	severityError   = 1
	severityWarning = 2
)

type publishedDiagnostics struct {
	URI         string       `json:"uri"`
	Version     int          `json:"version"`
	Diagnostics []diagnostic `json:"diagnostics"`
}

type documentSymbol struct {
	Name           string           `json:"name"`
	Detail         string           `json:"detail,omitempty"`
	Kind           symbolKind       `json:"kind"`
	Range          textRange        `json:"range"`
	SelectionRange textRange        `json:"selectionRange"`
	Children       []documentSymbol `json:"children,omitempty"`
}

type symbolInformation struct {
	Name          string     `json:"name"`
	Kind          symbolKind `json:"kind"`
	Location      location   `json:"location"`
	ContainerName string     `json:"containerName,omitempty"`
}

type symbolKind int

// The kinds of symbol.
const (
	kindModule   symbolKind = 2
	kindPackage  symbolKind = 4
	kindClass    symbolKind = 5
	kindProperty symbolKind = 7
	kindField    symbolKind = 8
	kindFunction symbolKind = 12
	kindVariable symbolKind = 13
	kindConstant symbolKind = 14
	kindObject   symbolKind = 19
	kindStruct   symbolKind = 23
)

type codeAction struct {
	Title string         `json:"title"`
	Kind  string         `json:"kind"`
	Edit  *workspaceEdit `json:"edit,omitempty"`
	Data  *actionData    `json:"data,omitempty"`
}

// actionData is sent to the editor with an action. The editor sends it back to request the action's
// edit.
type actionData struct {
	URI      string    `json:"uri"`
	Version  int       `json:"version"`
	Range    textRange `json:"range"`
	Action   string    `json:"action"`
	Argument string    `json:"argument,omitempty"`
}

type textDocument struct {
	URI string `json:"uri"`
}

// positionParams are the parameters of most requests about a place.
type positionParams struct {
	TextDocument textDocument `json:"textDocument"`
	Position     position     `json:"position"`
}

type referenceParams struct {
	positionParams
	Context struct {
		IncludeDeclaration bool `json:"includeDeclaration"`
	} `json:"context"`
}

type renameParams struct {
	positionParams
	NewName string `json:"newName"`
}

type documentParams struct {
	TextDocument textDocument `json:"textDocument"`
}

type rangeParams struct {
	TextDocument textDocument `json:"textDocument"`
	Range        textRange    `json:"range"`
}

type actionParams struct {
	rangeParams
	Context struct {
		Only []string `json:"only"`
	} `json:"context"`
}

type symbolParams struct {
	Query string `json:"query"`
}

type openParams struct {
	TextDocument struct {
		URI        string `json:"uri"`
		LanguageID string `json:"languageId"`
		Version    int    `json:"version"`
		Text       string `json:"text"`
	} `json:"textDocument"`
}

type changeParams struct {
	TextDocument struct {
		URI     string `json:"uri"`
		Version int    `json:"version"`
	} `json:"textDocument"`
	ContentChanges []struct {
		Range *textRange `json:"range"` // nil for the whole text
		Text  string     `json:"text"`
	} `json:"contentChanges"`
}

type folder struct {
	URI string `json:"uri"`
}

type foldersParams struct {
	Event struct {
		Added   []folder `json:"added"`
		Removed []folder `json:"removed"`
	} `json:"event"`
}

type cancelParams struct {
	ID json.RawMessage `json:"id"`
}
