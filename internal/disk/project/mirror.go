package project

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"iacedit/edit"
	"iacedit/internal/disk/workspace"
	"iacedit/internal/engine/conversion"
	"iacedit/internal/engine/mirror"
	"iacedit/internal/languages/terraform"
	"iacedit/module"
	"iacedit/syntax"
)

// mirrored converts a file in JSON syntax to native code, and returns the syntax tree of that code.
// The tree's positions are those in the JSON. The native files of the directory show which members
// of the JSON are blocks.
func mirrored(source workspace.Source, file *workspace.File, s *Scope) (*syntax.File, error) {
	name := filepath.Base(source.Title)
	made, err := mirrorsIn(source, s).Of(module.File{Name: name, Code: file.Code}, nil)
	if err != nil {
		return nil, placedError(file, err)
	}
	tree, err := made.Parse(false, nil)
	if err != nil {
		return nil, placedError(file, err)
	}
	return tree, nil
}

// mirrorsIn returns the Maker that converts the JSON files in the directory of a file to native
// code. There is one Maker for each directory.
func mirrorsIn(source workspace.Source, s *Scope) *mirror.Maker {
	s.making.Lock()
	defer s.making.Unlock()
	dir := source.Dir()
	if s.mirrors[dir] == nil {
		if s.mirrors == nil {
			s.mirrors = map[string]*mirror.Maker{}
		}
		s.mirrors[dir] = conversion.Mirrors(nativeFilesBeside(source, s))
	}
	return s.mirrors[dir]
}

// mistakeOf returns the syntax error of a file in native or JSON syntax, or nil.
func mistakeOf(x *subject, s *Scope) error {
	if !terraform.IsInJSON(x.source.Title) {
		return mistakeIn(x.file)
	}
	_, err := mirrored(x.source, x.file, s)
	return err
}

// nativeFilesBeside returns the native files of the scope that are in the directory of a file.
func nativeFilesBeside(source workspace.Source, s *Scope) (files []module.File) {
	for _, other := range s.Sources {
		if other.Title == Stdin || other.Dir() != source.Dir() || !terraform.IsConfiguration(other.Title) {
			continue
		}
		if file, err := s.Load(other); err == nil {
			files = append(files, module.File{Name: filepath.Base(other.Title), Code: file.Code})
		}
	}
	return files
}

// placedError converts an error about a file in JSON syntax to a Mistake.
func placedError(file *workspace.File, err error) error {
	refused, ok := errors.AsType[*edit.Error](err)
	if !ok || refused.Position == nil {
		return err
	}
	message := refused.Message
	if _, what, ok := strings.Cut(message, fmt.Sprintf("column %d: ", refused.Position.Column)); ok {
		message = what // the text after the position, because the Mistake contains the position
	}
	return &Mistake{file, offsetAt(file.Code, refused.Position.Line, refused.Position.Column), message}
}
