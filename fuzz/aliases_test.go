package fuzz

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/leanovate/gopter"
	"github.com/leanovate/gopter/gen"
	"github.com/leanovate/gopter/prop"

	"iacedit/edit"
	"iacedit/format"
)

// An aliased is a tree of modules with providers of several aliases. Its files have «east» where a
// renamed alias is to follow, and the plain name where it must stay.
type aliased struct {
	rnd   *rand.Rand
	files map[string]string
}

func newAliased(seed uint64) *aliased {
	a := &aliased{rnd: rand.New(rand.NewPCG(seed, 0)), files: map[string]string{}}
	a.add("main.tf", a.some(a.settings(), a.provider("aws", "west"), a.provider("other", "east"), "provider \"aws\" {\n  region = \"aws.east\"\n}\n"))
	a.add("main.tf", "provider \"aws\" {\n  alias = \"«east»\" # aws.east\n}\n")
	for range 1 + a.rnd.IntN(6) {
		a.add([]string{"main.tf", "more.tf", "x_override.tf"}[a.rnd.IntN(3)], a.use())
	}
	for i := range a.rnd.IntN(3) {
		a.add(fmt.Sprintf("tests/t%d.tftest.hcl", a.rnd.IntN(2)), a.test(i))
	}
	if a.rnd.IntN(2) == 0 {
		a.add("up/main.tf", a.caller())
	}
	a.add("m/main.tf", "resource \"aws_x\" \"m\" {\n  provider = aws.east\n}\n") // another module
	return a
}

// add adds code to a file, behind a blank line.
func (a *aliased) add(name, code string) {
	if a.files[name] != "" && code != "" {
		code = "\n" + code
	}
	a.files[name] += code
}

// some returns about half of the texts, with a blank line between each.
func (a *aliased) some(texts ...string) string {
	var chosen []string
	for _, text := range texts {
		if a.rnd.IntN(2) == 0 {
			chosen = append(chosen, text)
		}
	}
	return strings.Join(chosen, "\n")
}

func (a *aliased) provider(name, alias string) string {
	return fmt.Sprintf("provider %q {\n  alias = %q\n  region = \"east\"\n}\n", name, alias)
}

func (a *aliased) settings() string {
	list := []string{"aws.«east»", "aws.west", "aws.«east»"}[a.rnd.IntN(2):]
	return "terraform {\n  required_providers {\n    aws = {\n      source = \"hashicorp/aws\"\n      configuration_aliases = [" + strings.Join(list, ", ") + "]\n    }\n  }\n}\n"
}

// use returns a block that refers to providers, or that only looks as if it did.
func (a *aliased) use() string {
	n := a.rnd.IntN(1 << 20)
	switch a.rnd.IntN(8) {
	case 0:
		return fmt.Sprintf("data \"aws_x\" \"d%d\" {\n  provider = aws.«east»\n  long_name = \"aws.east\"\n}\n", n)
	case 1:
		return fmt.Sprintf("resource \"aws_x\" \"r%d\" {\n  provider = \"aws.«east»\"\n}\n", n)
	case 2:
		return fmt.Sprintf("resource \"other_x\" \"r%d\" {\n  provider = other.east # aws.east\n}\n", n)
	case 3:
		return fmt.Sprintf("module \"m%d\" {\n  source = \"./m\"\n  providers = {\n    aws.east = aws.«east»\n    aws = aws.west\n    \"other\" = aws.«east» # c\n  }\n}\n", n)
	case 4:
		return fmt.Sprintf("module \"e%d\" {\n  source = \"example.com/e\"\n  providers = { aws = aws.«east» }\n}\n", n)
	case 5:
		return fmt.Sprintf("locals {\n  l%d = { aws.east = \"aws.east\", east = var.aws.east }\n}\n", n)
	case 6:
		return fmt.Sprintf("import {\n  provider = aws.«east»\n  to = aws_x.i%d\n  id = \"aws.east\"\n}\n", n)
	}
	return fmt.Sprintf("resource \"aws_x\" \"r%d\" {\n  provider = aws.«east»\n  provisioner \"local-exec\" {\n    command = \"aws.east\"\n  }\n}\n", n)
}

func (a *aliased) test(i int) string {
	return a.some("mock_provider \"aws\" {\n  alias = \"«east»\"\n}\n", "variables {\n  east = \"aws.east\"\n}\n") +
		fmt.Sprintf("\nrun \"r%d\" {\n  providers = {\n    aws.«east» = aws.«east»\n    other = other.east\n  }\n}\n", i)
}

// caller returns a module that calls the one with the aliases, and has the same alias of its own.
func (a *aliased) caller() string {
	key := []string{"aws.«east»", `"aws.«east»"`}[a.rnd.IntN(2)]
	return "module \"root\" {\n  source = \"../\"\n  providers = {\n    " + key + " = aws.east\n    aws.west = aws.east # the caller's\n  }\n}\n"
}

// named returns the files, formatted, with a name for the alias.
func (a *aliased) named(alias string) (map[string]string, error) {
	files := map[string]string{}
	for name, code := range a.files {
		text, err := format.Format(nil, []byte(strings.ReplaceAll(code, "«east»", alias)))
		if err != nil {
			return nil, fmt.Errorf("%s: %w\n%s", name, err, code)
		}
		files[name] = string(text)
	}
	return files, nil
}

// renamed returns files in which an alias of the root module has another name.
func renamed(files map[string]string, old, name string) (map[string]string, error) {
	var sent []edit.File
	out := map[string]string{}
	for name, code := range files {
		sent = append(sent, edit.File{Name: name, Code: []byte(code)})
		out[name] = code
	}
	made, err := new(edit.Options).ApplyFiles(sent, fmt.Appendf(nil, `{"rename":{"provider":{"aws":[{"folder":".","where":{"alias":%q},"alias":%q}]}}}`, old, name))
	for _, f := range made {
		out[f.Name] = string(f.Code)
	}
	return out, err
}

// An alias gets another name, and all that refers to it follows and nothing else does.
func TestAliasesRenamedThereAndBack(t *testing.T) {
	properties := gopter.NewProperties(lawParameters())
	properties.Property("the files are those with the new name, and back those with the old one", prop.ForAll(func(seed uint64, name string) (string, error) {
		a := newAliased(seed)
		with := map[string]map[string]string{}
		for _, name := range []string{"east", name} {
			files, err := a.named(name)
			if err != nil {
				return "", err
			}
			with[name] = files
		}
		for _, way := range [][2]string{{"east", name}, {name, "east"}} {
			got, err := renamed(with[way[0]], way[0], way[1])
			if err != nil {
				return "", fmt.Errorf("%s to %s: %w\n%v", way[0], way[1], err, with[way[0]])
			}
			for file, want := range with[way[1]] {
				if err := same(want, got[file]); err != nil {
					return "", fmt.Errorf("%s to %s: %s: %w", way[0], way[1], file, err)
				}
			}
		}
		return "", nil
	}, gen.UInt64(), gen.OneConstOf("us", "us_east_and_more", "e", "north-1")))
	properties.TestingRun(t)
}
