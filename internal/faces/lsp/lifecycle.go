package lsp

import (
	"encoding/json"
	"slices"
)

// A client describes what the editor supports, according to the editor's first request.
type client struct {
	encoding        encoding
	documentChanges bool // edits may name the version of a file
	creates         bool // the editor can create files
	resolves        bool // the editor requests the edit of an action only when the user chooses the action
}

// initializeParams are the parameters of an editor's first request.
type initializeParams struct {
	RootURI          string   `json:"rootUri"`
	WorkspaceFolders []folder `json:"workspaceFolders"`
	Capabilities     struct {
		General struct {
			PositionEncodings []encoding `json:"positionEncodings"`
		} `json:"general"`
		Workspace struct {
			WorkspaceEdit struct {
				DocumentChanges    bool     `json:"documentChanges"`
				ResourceOperations []string `json:"resourceOperations"`
			} `json:"workspaceEdit"`
		} `json:"workspace"`
		TextDocument struct {
			CodeAction struct {
				DataSupport    bool `json:"dataSupport"`
				ResolveSupport struct {
					Properties []string `json:"properties"`
				} `json:"resolveSupport"`
			} `json:"codeAction"`
		} `json:"textDocument"`
	} `json:"capabilities"`
}

// initialize records the capabilities of the client, and returns those of the server.
func (s *Server) initialize(params json.RawMessage) (any, error) {
	var p initializeParams
	if err := json.Unmarshal(params, &p); err != nil {
		return nil, err
	}
	s.client = client{
		encoding: utf16Units,
		creates:  slices.Contains(p.Capabilities.Workspace.WorkspaceEdit.ResourceOperations, "create"),
		resolves: p.Capabilities.TextDocument.CodeAction.DataSupport && slices.Contains(p.Capabilities.TextDocument.CodeAction.ResolveSupport.Properties, "edit"),
	}
	// An editor that declares that it can create files, but not documentChanges, such as Neovim
	// before 0.12, understands documentChanges: files are created there alone.
	s.client.documentChanges = p.Capabilities.Workspace.WorkspaceEdit.DocumentChanges || s.client.creates
	if slices.Contains(p.Capabilities.General.PositionEncodings, utf8Units) {
		s.client.encoding = utf8Units
	}
	if len(p.WorkspaceFolders) == 0 && p.RootURI != "" {
		p.WorkspaceFolders = []folder{{p.RootURI}}
	}
	s.addFolders(p.WorkspaceFolders)
	s.phase = initialized
	type object = map[string]any
	return object{
		"serverInfo": object{"name": "iacedit", "version": s.options.Version},
		"capabilities": object{
			"positionEncoding":                s.client.encoding,
			"textDocumentSync":                object{"openClose": true, "change": 2}, // changes are sent as ranges
			"renameProvider":                  object{"prepareProvider": true},
			"referencesProvider":              true,
			"definitionProvider":              true,
			"documentSymbolProvider":          true,
			"workspaceSymbolProvider":         true,
			"documentFormattingProvider":      true,
			"documentRangeFormattingProvider": true,
			"codeActionProvider":              object{"codeActionKinds": actionKinds, "resolveProvider": true},
			"workspace":                       object{"workspaceFolders": object{"supported": true, "changeNotifications": true}},
		},
	}, nil
}

// addFolders records folders that were added to the workspace.
func (s *Server) addFolders(added []folder) {
	folders := slices.Clone(s.folders)
	for _, f := range added {
		if path := pathOf(f.URI); path != "" && !slices.Contains(folders, path) {
			folders = append(folders, path)
		}
	}
	s.folders = folders
}

// foldersChanged handles the notification that the workspace's folders changed.
func (s *Server) foldersChanged(p foldersParams) error {
	removed := func(path string) bool {
		return slices.ContainsFunc(p.Event.Removed, func(f folder) bool { return pathOf(f.URI) == path })
	}
	s.folders = slices.DeleteFunc(slices.Clone(s.folders), removed)
	s.addFolders(p.Event.Added)
	return nil
}
