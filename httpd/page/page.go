// Package page contains the files of the page that a server shows at /: input fields for code and
// edits, and the result. The Go module in the folder build creates the page from src. The page
// contacts only the server that it came from.
package page

import (
	"embed"
	"io/fs"
	"path"
)

//go:generate npm --prefix build ci --no-audit --no-fund
//go:generate go run -C build .

//go:embed dist
var dist embed.FS

// A File is a file of the page.
type File struct {
	Name    string // index.html is the page itself
	Type    string // the Content-Type
	Content []byte
}

// Versioned reports whether the file's name contains a digest of its content, so that it can be
// cached for ever.
func (f *File) Versioned() bool { return f.Name != "index.html" }

// types maps file name extensions to content types.
var types = map[string]string{
	".html": "text/html; charset=utf-8",
	".js":   "text/javascript; charset=utf-8",
	".css":  "text/css; charset=utf-8",
	".svg":  "image/svg+xml",
	".txt":  "text/plain; charset=utf-8",
}

// Files returns the files of the page. It panics if a file has an unknown type.
func Files() []File {
	entries, err := fs.ReadDir(dist, "dist")
	if err != nil {
		panic(err)
	}
	files := make([]File, len(entries))
	for i, entry := range entries {
		content, err := dist.ReadFile(path.Join("dist", entry.Name()))
		if err != nil {
			panic(err)
		}
		files[i] = File{entry.Name(), types[path.Ext(entry.Name())], content}
		if files[i].Type == "" {
			panic("page: " + entry.Name() + " has an unknown file type")
		}
	}
	return files
}
