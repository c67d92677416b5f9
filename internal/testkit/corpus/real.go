package corpus

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Env is the name of the environment variable for the path of the shared folder, which contains the
// real modules. If the variable is not set, Find searches for the folder.
const Env = "IACEDIT_SHARED"

// ErrNone is the error on a machine without real modules.
var ErrNone = errors.New(`corpus: no real modules: set ` + Env +
	` to a folder with corpus/real/valid, or put such a folder, named "shared", beside the repository`)

// Find returns the folder of real modules: corpus/real/valid in the folder that Env names or,
// without Env, in the nearest folder named shared in the current directory or its parents.
func Find() (string, error) {
	if shared := os.Getenv(Env); shared != "" {
		return corpusIn(shared)
	}
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		if found, err := corpusIn(filepath.Join(dir, "shared")); err == nil {
			return found, nil
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return "", ErrNone
		}
		dir = parent
	}
}

func corpusIn(shared string) (string, error) {
	dir := filepath.Join(shared, "corpus", "real", "valid")
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return "", fmt.Errorf("%w (looked in %s)", ErrNone, dir)
	}
	return dir, nil
}

// Real returns the real modules of minSize to maxSize bytes for which FindEdit finds an edit. The
// smallest module is first.
func Real(minSize, maxSize int) ([]Input, error) {
	dir, err := Find()
	if err != nil {
		return nil, err
	}
	names, err := filepath.Glob(filepath.Join(dir, "*.tf"))
	if err != nil {
		return nil, err
	}
	var inputs []Input
	for _, name := range names {
		code, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		if len(code) < minSize || len(code) > maxSize {
			continue
		}
		if e, err := FindEdit(code); err == nil {
			inputs = append(inputs, Input{"real/" + SizeName(len(code)), code, e})
		}
	}
	slices.SortFunc(inputs, func(a, b Input) int { return len(a.Code) - len(b.Code) })
	return inputs, nil
}

// Generated returns a generated module of size bytes with an edit.
func Generated(size int) Input {
	code := Module(size)
	e, err := FindEdit(code)
	if err != nil {
		panic(fmt.Sprintf("corpus: generated module of %d bytes: %v", size, err))
	}
	return Input{"generated/" + SizeName(size), code, e}
}

// Small returns a very small input, whose request body has 150 bytes.
func Small() Input {
	in := Input{Name: "small", Code: []byte("resource \"a\" \"b\" {\n  name = \"plain\"\n}\n")}
	in.Edit, _ = FindEdit(in.Code)
	pad := 150 - len(in.Body()) - len(`#\n`)
	in.Code = append(in.Code, "#"+strings.Repeat("-", pad)+"\n"...)
	return in
}

// standardSizes are the sizes of the generated modules of Standard. Standard also chooses the real
// modules nearest to these sizes, except for the last size, because no real module is so large.
var standardSizes = []int{5_000, 31_000, 61_000, 1_000_000}

// Standard returns the inputs for the benchmarks: the small input, the generated modules of 5,
// 31, 61 KB and 1 MB, and the real modules nearest to 5, 31 and 61 KB. If there are no real
// modules, it returns the other inputs and ErrNone.
func Standard() ([]Input, error) {
	inputs := []Input{Small()}
	for _, size := range standardSizes {
		inputs = append(inputs, Generated(size))
	}
	real, err := Real(4_000, 62_000)
	if err != nil {
		return inputs, err
	}
	for _, size := range standardSizes[:3] {
		inputs = append(inputs, Nearest(real, size))
	}
	return inputs, nil
}

// Nearest returns the input whose size is nearest to size bytes.
func Nearest(inputs []Input, size int) Input {
	return slices.MinFunc(inputs, func(a, b Input) int {
		return max(len(a.Code)-size, size-len(a.Code)) - max(len(b.Code)-size, size-len(b.Code))
	})
}

// SizeName returns a number of bytes in the usual form: "900B", "31KB", "1MB". A KB has 1,000
// bytes, and fractions are dropped.
func SizeName(n int) string {
	switch {
	case n >= 1_000_000:
		return fmt.Sprintf("%dMB", n/1_000_000)
	case n >= 1_000:
		return fmt.Sprintf("%dKB", n/1_000)
	}
	return fmt.Sprintf("%dB", n)
}
