package fuzz

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"iacedit/edit"
	"iacedit/internal/testkit/measure"
	"iacedit/read"
)

// pieces is the code from which the tests assemble random modules.
var pieces = []string{
	"variable \"a\" {\n  type = string # text\n}\n", "variable \"b\" {}\n", "locals {\n  x = 1\n}\n", "locals {\n  y = [1, # one\n  ]\n}\n",
	"resource \"a_b\" \"c\" {\n  x = var.a\n\n  rule {\n    from = 1\n  }\n  rule {\n    from = 2\n  }\n}\n", "provider \"aws\" {\n  alias = \"x\"\n}\n", "provider \"aws\" {}\n",
	"moved {\n  from = a_b.d\n  to   = a_b.c\n}\n", "# Read.\nmodule \"m\" {\n  source = \"./m\"\n  tags = merge(local.x, {\n    # whose\n    Owner = \"me\"\n  })\n}\n",
	"terraform {\n  required_version = \">= 1\"\n}\n", "output \"o\" {\n  value = <<-E\n    a ${var.b}\n  E\n}\n", "import {\n  to = a_b.c\n  id = \"x\"\n}\n",
}

// fileNames are what the files of those modules are called.
var fileNames = []string{"main.tf", "variables.tf", "override.tf", "x_override.tf", "main.tofu", "z.tf", "x.tfvars", "terraform.tfvars", "a.auto.tfvars", "notes.hcl"}

// The content of a module is set without changing a byte of it.
func TestReadThenSetFiles(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	n := 0
	dir := os.Getenv("IACEDIT_SHARED")
	if dir == "" {
		dir = filepath.Join("..", "..", "shared")
	}
	for range runs {
		n += readThenSet(t, dealt(random, pieces))
	}
	real, _ := filepath.Glob(filepath.Join(dir, "corpus/real/valid/*.tf"))
	if len(real) == 0 {
		t.Log("SKIPPED: real modules were not read, since the corpus is not there")
	}
	for from := range real {
		var codes []string
		for _, name := range real[from:min(from+4, len(real))] {
			code, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			codes = append(codes, string(code))
		}
		n += readThenSet(t, dealt(random, codes))
	}
	t.Logf("%d modules", n)
}

// dealt puts pieces of code into the files of a module.
func dealt(random *rand.Rand, pieces []string) (files []edit.File) {
	names := random.Perm(len(fileNames))[:1+random.IntN(5)]
	for i, at := range random.Perm(len(pieces)) {
		file := i % len(names)
		if file == len(files) {
			files = append(files, edit.File{Name: fileNames[names[file]]})
		}
		f := &files[file]
		if strings.HasSuffix(f.Name, ".tfvars") && i < 2*len(names) {
			// The second is no value that can be read: an entry for it has "unreadable" alone.
			value := []string{"x%d = [%d] # a value\n", "x%d = f(%d)\n"}[random.IntN(2)]
			f.Code = fmt.Appendf(f.Code, value, i, i)
			continue
		}
		f.Code = append(f.Code, pieces[at]...)
	}
	return files
}

// readThenSet returns how many times the content of a module was set.
func readThenSet(t *testing.T, files []edit.File) (n int) {
	for _, dialect := range []edit.Dialect{edit.Terraform, edit.HCL} {
		reader, editor := read.Options{Dialect: dialect}, edit.Options{Dialect: dialect}
		content, err := reader.ReadFiles(nil, files, []byte(`{"include": ["ranges"]}`))
		if err != nil {
			t.Fatal(err)
		}
		changed, err := editor.ApplyFiles(files, fmt.Appendf(nil, `{"set": %s}`, content))
		if err != nil {
			t.Errorf("what was read is not set: %v\n%s", err, show(files))
			continue
		}
		for _, f := range changed {
			t.Errorf("setting what was read changes %s to\n%s\nof\n%s", f.Name, f.Code, show(files))
		}
		n++
	}
	return n
}

func show(files []edit.File) string {
	var text strings.Builder
	for _, f := range files {
		fmt.Fprintf(&text, "-- %s --\n%.2000s", f.Name, f.Code)
	}
	return text.String()
}

// TestReadingFilesIsLinear: the cost is proportional to the number of files.
func TestReadingFilesIsLinear(t *testing.T) {
	for name, c := range map[string]struct{ file, code, each, request string }{
		"blocks":   {"f%d.tf", "locals {\n  x%d = 1\n}\n", "", ""},
		"by label": {"f%d.tf", "variable \"x%d\" {\n  type = string\n}\n", `"x%d": []`, `{"select": {"variable": {%s}}}`},
		"values":   {"f%d.auto.tfvars", "x%d = 1\ny = 2\n", `"x%d"`, `{"select": {"iacvars": [{"attributes": [%s]}]}}`},
	} {
		t.Run(name, func(t *testing.T) {
			measure.Linear(t, 1000, func(n int) func() {
				var files []edit.File
				var each []string
				for i := range n {
					files = append(files, edit.File{Name: fmt.Sprintf(c.file, i), Code: fmt.Appendf(nil, c.code, i)})
					if c.each != "" {
						each = append(each, fmt.Sprintf(c.each, i))
					}
				}
				var request []byte
				if c.request != "" {
					request = fmt.Appendf(nil, c.request, strings.Join(each, ","))
				}
				return func() {
					if _, err := new(read.Options).ReadFiles(nil, files, request); err != nil {
						t.Fatal(err)
					}
				}
			})
		})
	}
}
