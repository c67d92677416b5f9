package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// inputsOf returns the source files of a bundle. The argument is the JSON text in which esbuild
// lists these files.
func inputsOf(metafile string) ([]string, error) {
	var meta struct {
		Outputs map[string]struct {
			Inputs map[string]struct{ BytesInOutput int }
		}
	}
	if err := json.Unmarshal([]byte(metafile), &meta); err != nil {
		return nil, err
	}
	var inputs []string
	for _, output := range meta.Outputs {
		for input, of := range output.Inputs {
			if of.BytesInOutput > 0 {
				inputs = append(inputs, input)
			}
		}
	}
	return inputs, nil
}

// licencesOf returns the text of the licences of the packages that contain the files.
func licencesOf(files []string) ([]byte, error) {
	var packages []string
	for _, file := range files {
		if _, in, ok := strings.Cut(filepath.ToSlash(file), modules+"/"); ok {
			parts := strings.SplitN(in, "/", 3)
			name := parts[0]
			if strings.HasPrefix(name, "@") {
				name += "/" + parts[1]
			}
			packages = append(packages, name)
		}
	}
	slices.Sort(packages)
	packages = slices.Compact(packages)

	// Packages with the same licence text share one copy.
	var texts []string
	by := map[string][]string{}
	for _, name := range packages {
		text, err := licenceOf(filepath.Join(modules, filepath.FromSlash(name)))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		title, err := titleOf(filepath.Join(modules, filepath.FromSlash(name)))
		if err != nil {
			return nil, err
		}
		if by[text] == nil {
			texts = append(texts, text)
		}
		by[text] = append(by[text], title)
	}
	var b bytes.Buffer
	b.WriteString("The script of this page holds these packages.\n")
	for _, text := range texts {
		fmt.Fprintf(&b, "\n%s\n%s\n\n%s\n", strings.Repeat("-", 72), strings.Join(by[text], "\n"), text)
	}
	return b.Bytes(), nil
}

// licenceOf returns the text of a package's licence.
func licenceOf(dir string) (string, error) {
	for _, name := range []string{"LICENSE", "LICENSE.md", "LICENSE.txt", "LICENCE"} {
		if text, err := os.ReadFile(filepath.Join(dir, name)); err == nil {
			return strings.TrimSpace(string(text)), nil
		}
	}
	return "", fmt.Errorf("it has no licence")
}

// titleOf returns a package's name and version.
func titleOf(dir string) (string, error) {
	text, err := os.ReadFile(filepath.Join(dir, "package.json"))
	if err != nil {
		return "", err
	}
	var of struct{ Name, Version, License string }
	if err := json.Unmarshal(text, &of); err != nil {
		return "", fmt.Errorf("%s: %w", dir, err)
	}
	return fmt.Sprintf("%s %s (%s)", of.Name, of.Version, of.License), nil
}
