// Command build builds the page that iacedit serves at /, from ../src into ../dist. esbuild creates
// one script and one style sheet. The script contains the examples, which are the jobs in the tests
// of the command iacedit. The licences of the npm packages are in a separate file.
//
//	main.go      the files of the page
//	examples.go  the jobs as examples; merge.go: merging the edits of several commands;
//	             shell.go: the words of commands
//	licences.go  the licences
//	alone.go     the page with the engine in it, which needs no server
//
// With -alone DIR, the command writes the page with the engine into DIR instead. The command needs
// the packages of package-lock.json, which npm ci installs.
package main

import (
	"crypto/sha256"
	"encoding/hex"
	"flag"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

const (
	sources = "../src"
	dist    = "../dist"
	modules = "node_modules"
	jobsDir = "../../../cmd/iacedit/testdata/jobs"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("build: ")
	dir := flag.String("alone", "", "write a page that needs no server into this directory")
	flag.Parse()
	var files map[string][]byte
	var err error
	if *dir == "" {
		*dir = dist
		files, err = build()
	} else {
		files, err = buildAlone()
	}
	if err == nil {
		err = write(*dir, files)
	}
	if err != nil {
		log.Fatal(err)
	}
}

// build returns the files of the page, by their names.
func build() (map[string][]byte, error) {
	parts, page, err := partsOf(api.FormatESModule)
	if err != nil {
		return nil, err
	}
	files := map[string][]byte{}
	for name, content := range parts {
		as := versioned(name, content)
		files[as] = content
		page = []byte(strings.ReplaceAll(string(page), "{{"+name+"}}", as))
	}
	if strings.Contains(string(page), "{{") {
		return nil, fmt.Errorf("index.html names a file that is not built")
	}
	files["index.html"] = page
	return files, nil
}

// partsOf returns the parts of the page by name, and the text of index.html, which refers to each
// part by its name in "{{…}}". The script has the given format.
func partsOf(format api.Format) (parts map[string][]byte, page []byte, err error) {
	if _, err := os.Stat(modules); err != nil {
		return nil, nil, fmt.Errorf("the packages are not there: run npm ci: %w", err)
	}
	examples, err := jobs(jobsDir)
	if err != nil {
		return nil, nil, err
	}
	parts, inputs, err := bundle(examples, format)
	if err != nil {
		return nil, nil, err
	}
	if parts["licences.txt"], err = licencesOf(inputs); err != nil {
		return nil, nil, err
	}
	if parts["icon.svg"], err = os.ReadFile(filepath.Join(sources, "icon.svg")); err != nil {
		return nil, nil, err
	}
	page, err = os.ReadFile(filepath.Join(sources, "index.html"))
	return parts, page, err
}

// versioned adds the digest of a file's content to the file's name. The content of a file with such
// a name never changes.
func versioned(name string, content []byte) string {
	sum := sha256.Sum256(content)
	ext := filepath.Ext(name)
	return strings.TrimSuffix(name, ext) + "-" + hex.EncodeToString(sum[:5]) + ext
}

// bundle returns the script and the style sheet, and the names of their source files.
func bundle(examples string, format api.Format) (files map[string][]byte, inputs []string, err error) {
	working, err := os.Getwd()
	if err != nil {
		return nil, nil, err
	}
	result := api.Build(api.BuildOptions{
		EntryPoints:       []string{filepath.Join(sources, "main.js"), filepath.Join(sources, "page.css")},
		AbsWorkingDir:     working,
		NodePaths:         []string{filepath.Join(working, modules)},
		Outdir:            dist,
		Bundle:            true,
		Format:            format,
		Target:            api.ES2022,
		Charset:           api.CharsetUTF8,
		MinifyWhitespace:  true,
		MinifyIdentifiers: true,
		MinifySyntax:      true,
		LegalComments:     api.LegalCommentsNone, // the file of licences has them
		Metafile:          true,
		Plugins:           []api.Plugin{virtual("examples", examples)},
	})
	for _, m := range append(result.Errors, result.Warnings...) {
		return nil, nil, fmt.Errorf("%v: %s", m.Location, m.Text)
	}
	files = map[string][]byte{}
	for _, f := range result.OutputFiles {
		files[filepath.Base(f.Path)] = f.Contents
	}
	inputs, err = inputsOf(result.Metafile)
	return files, inputs, err
}

// virtual returns an esbuild plugin. With the plugin, scripts can import the given JSON text as a
// module of the given name, although there is no such file.
func virtual(name, content string) api.Plugin {
	return api.Plugin{Name: name, Setup: func(b api.PluginBuild) {
		b.OnResolve(api.OnResolveOptions{Filter: "^" + name + "$"}, func(api.OnResolveArgs) (api.OnResolveResult, error) {
			return api.OnResolveResult{Path: name, Namespace: "virtual"}, nil
		})
		b.OnLoad(api.OnLoadOptions{Filter: "^" + name + "$", Namespace: "virtual"}, func(api.OnLoadArgs) (api.OnLoadResult, error) {
			return api.OnLoadResult{Contents: &content, Loader: api.LoaderJSON}, nil
		})
	}}
}

// write writes the files into a directory, and removes all other files from it.
func write(dir string, files map[string][]byte) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	had, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, f := range had {
		if _, ok := files[f.Name()]; !ok {
			if err := os.Remove(filepath.Join(dir, f.Name())); err != nil {
				return err
			}
		}
	}
	for name, content := range files {
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o644); err != nil {
			return err
		}
	}
	names := make([]string, 0, len(files))
	for name := range files {
		names = append(names, name)
	}
	slices.Sort(names)
	log.Print("built ", strings.Join(names, ", "))
	return nil
}
