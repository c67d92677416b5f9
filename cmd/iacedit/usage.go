package main

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"reflect"
	"slices"
	"strings"
	"unicode"

	"github.com/alecthomas/kong"

	"iacedit/internal/base/excerpt"
	"iacedit/internal/base/nearest"
)

// hinted adds advice to kong's error about a command line, if kong's own message has no advice.
func hinted(err error, usage string, args []string) error {
	text := err.Error()
	switch {
	case strings.HasPrefix(text, "unknown flag "):
		return unknownFlag(text, args)
	case strings.HasPrefix(text, `expected "<`) && usage != "" && !strings.Contains(text, ": "):
		return fmt.Errorf("%s: iacedit %s", text, usage)
	case strings.Contains(text, "units: unknown unit"):
		return errors.New(text + "; a size is a number with KB, MB or GB, such as 10MB")
	case strings.HasSuffix(text, "can't be used together"):
		return errors.New(text + ": give one of them")
	case strings.Contains(text, " must be one of "):
		names, got, _ := strings.Cut(text, " but got ")
		names = strings.TrimSuffix(names, `,""`) // the default, which nobody types
		return errors.New(strings.ReplaceAll(names, `","`, `", "`) + ", found " + got + meantChoice(names, got))
	}
	return err
}

// usageOf returns the usage of the command in a command line, without the flags.
func usageOf(ctx *kong.Context) string {
	if command := ctx.Selected(); command != nil {
		words := []string{command.Name}
		for _, argument := range command.Positional {
			words = append(words, argument.Summary())
		}
		return strings.Join(words, " ")
	}
	return ""
}

// withUsage adds the usage of the command to the error about a file that does not exist. It leaves
// out the usage if the name has an extension such as .tf, because the user then probably meant a
// file.
func withUsage(err error, ctx *kong.Context) error {
	missing, ok := errors.AsType[*fs.PathError](err)
	if ok && !exists(missing.Path) {
		for _, p := range ctx.Path {
			if p.Flag != nil && p.Flag.Target.Kind() == reflect.String && p.Flag.Target.String() == missing.Path {
				return fmt.Errorf("--%s: %w%s", p.Flag.Name, err, likeFile(missing.Path))
			}
		}
	}
	if !ok || exists(missing.Path) || !slices.Contains(ctx.Args, missing.Path) || strings.Contains(missing.Path, "/") || looksLikeFile(missing.Path) || strings.Contains(err.Error(), ";") {
		return err
	}
	return fmt.Errorf("%w; usage: iacedit %s", err, usageOf(ctx))
}

// otherChoices maps wrong values of the flags --dialect and --to to the values that users probably
// mean.
var otherChoices = map[string]string{
	"hcl2": "hcl", "native": "hcl", "tg": "terragrunt", "pkr": "packer", "docker": "bake", "buildx": "bake",
	"opentofu": "terraform", "tf": "terraform", "tofu": "terraform",
}

// meantChoice returns the end of the message about a flag with an invalid value. It suggests the
// allowed name that was probably meant. If no name is similar, the result is "".
func meantChoice(names, got string) string {
	got = strings.Trim(got, `"`)
	all := strings.Split(names, `"`)
	meant := otherChoices[strings.ToLower(got)]
	if !slices.Contains(all, meant) || meant == "" {
		return nearest.DidYouMean(got, slices.Values(all[1:]))
	}
	return `; did you mean "` + meant + `"?`
}

// unknownFlag improves kong's message about an unknown flag. If the word may be a value, the error
// shows how to give a value that begins with "-".
func unknownFlag(text string, args []string) error {
	flag, near, _ := strings.Cut(strings.TrimPrefix(text, "unknown flag "), ", did you mean")
	for i, arg := range args {
		hasSpace := strings.ContainsFunc(arg, unicode.IsSpace)
		switch name, _, _ := strings.Cut(arg, "="); {
		case arg == "--":
			return errors.New(text)
		case !strings.HasPrefix(arg, "-") || name != flag && !(hasSpace && flag[:2] != "--"):
			continue
		case near != "" && !hasSpace && !strings.HasPrefix(near, " one of"):
			return errors.New(text)
		}
		if meant := cmp.Or(commandFlags[args[0]+" "+flag], otherFlags[flag]); meant != "" {
			return fmt.Errorf("unknown flag %s; %s", flag, meant)
		}
		if others := commandsWith(flag); len(others) > 0 {
			if len(others) > mostCommands {
				return fmt.Errorf("unknown flag %s; %s does not have it, but other commands do", flag, args[0])
			}
			return fmt.Errorf("unknown flag %s; %s does not have it, but it is a flag of %s", flag, args[0], strings.Join(others, ", "))
		}
		if near := flagWith(args[0], flag); near != "" {
			return fmt.Errorf("unknown flag %s; did you mean %q?", flag, near)
		}
		if !takesArguments(args[0]) {
			return errors.New(text)
		}
		before, after := shellWords(args[:i]), args[i:]
		if slices.ContainsFunc(after[1:], func(arg string) bool { return strings.HasPrefix(arg, "-") }) {
			before, after = "after all flags", args[i:i+1]
		} else {
			before = "iacedit " + before
		}
		return errors.New("unknown flag " + shellWord(arg) + `; put "--" before a value that begins with "-": ` + before + " -- " + shellWords(after))
	}
	return errors.New(text)
}

// flagWith looks in the name of an unknown flag for a word that is itself the name of a flag of the
// command. It returns that flag, such as --tokens for --auth-tokens, or "" if there is none.
func flagWith(command, flag string) string {
	words := strings.Split(strings.TrimLeft(flag, "-"), "-")
	for _, word := range words {
		if len(word) > 3 && slices.Contains(commandsWith("--"+word), command) {
			return "--" + word
		}
	}
	return ""
}

// mostCommands is the greatest number of commands that the message about an unknown flag lists.
const mostCommands = 5

// commandsWith returns the names of the commands that have the given flag.
func commandsWith(flag string) (names []string) {
	for field := range reflect.TypeFor[commands]().Fields() {
		has := slices.ContainsFunc(reflect.VisibleFields(field.Type), func(f reflect.StructField) bool {
			if _, argument := f.Tag.Lookup("arg"); argument || f.Anonymous || !f.IsExported() {
				return false
			}
			name := cmp.Or(f.Tag.Get("name"), commandName(f.Name))
			return "--"+name == flag || "-"+f.Tag.Get("short") == flag
		})
		if has {
			names = append(names, commandName(field.Name))
		}
	}
	return names
}

// takesArguments reports whether a command has arguments besides flags.
func takesArguments(command string) bool {
	for field := range reflect.TypeFor[commands]().Fields() {
		if commandName(field.Name) == command {
			return slices.ContainsFunc(reflect.VisibleFields(field.Type), func(f reflect.StructField) bool {
				_, ok := f.Tag.Lookup("arg")
				return ok
			})
		}
	}
	return false
}

// commandFlags has advice for users who give a command a flag that it does not have. A key is a
// command and a flag, such as "fmt -w".
var commandFlags = map[string]string{
	"extract --name": "--call NAME is the name of the new module's call",
	"fmt --in-place": "fmt writes the files anyway; -d shows what would change",
	"fmt -i":         "fmt writes the files anyway; -d shows what would change",
	"fmt -w":         "fmt writes the files anyway; -d shows what would change",
	"recover -w":     "recover writes the files anyway",
	"serve --auth":   "--tokens FILE has the bearer tokens, one on each line",
	"undo -w":        "undo writes the files anyway; -d shows what would change",
	"undo --list":    "only the last write can be undone; undo -d shows it",
}

// otherFlags maps flags of other tools to advice about flags of iacedit.
var otherFlags = map[string]string{
	"--apply":    "-w writes the files",
	"--dry-run":  "-d shows what would change",
	"--host":     "--addr HOST:PORT is the address to listen on",
	"--in-place": "-w writes the files",
	"--listen":   "--addr HOST:PORT is the address to listen on",
	"--output":   "the result goes to standard output: ... > FILE",
	"--port":     "--addr HOST:PORT is the address to listen on",
	"--preview":  "-d shows what would change",
	"-f":         "files and directories are the last arguments, without a flag",
	"-i":         "-w writes the files",
	"-n":         "-d shows what would change",
	"-o":         "the result goes to standard output: ... > FILE",
	"-r":         "-R includes the directories below",
}

// otherNames maps command names of other tools to advice about commands of iacedit.
var otherNames = map[string]string{
	"change":   `"set" changes an attribute`,
	"del":      `"rm" removes a block, an attribute or a key`,
	"delete":   `"rm" removes a block, an attribute or a key`,
	"format":   `"fmt" formats files`,
	"grep":     `"find" finds expressions and text`,
	"insert":   `"add" adds a block or an attribute`,
	"lint":     `"check" reports the errors of files`,
	"list":     `"ls" lists blocks and attributes`,
	"move":     `"mv" moves a block to another place, and "rename" gives it another name`,
	"prune":    `"rm --unused" removes variables, locals and data sources that nothing uses`,
	"remove":   `"rm" removes a block, an attribute or a key`,
	"replace":  `"rewrite" replaces expressions and text, and "set --replace" the text of an attribute`,
	"search":   `"find" finds expressions and text`,
	"show":     `"get" prints a value, and "read" the content of a file as JSON`,
	"update":   `"set" changes an attribute`,
	"validate": `"check" reports the errors of files`,
}

// unknownCommand returns an error if a command line starts with neither a command nor a flag.
func unknownCommand(args []string) error {
	if len(args) == 0 || strings.HasPrefix(args[0], "-") {
		return nil
	}
	var names []string
	for field := range reflect.TypeFor[commands]().Fields() {
		names = append(names, commandName(field.Name))
	}
	if slices.Contains(names, args[0]) {
		return nil
	}
	if _, err := os.Stat(args[0]); err == nil && len(args) > 1 && slices.Contains(names, args[1]) {
		return fmt.Errorf("%s is not a command; files come last: iacedit %s … %s", excerpt.Quote(args[0]), args[1], shellWord(args[0]))
	}
	if meant, ok := otherNames[args[0]]; ok {
		return fmt.Errorf("there is no command %s; %s", excerpt.Quote(args[0]), meant)
	}
	meant := cmp.Or(nearest.DidYouMean(args[0], slices.Values(names)), "; there are "+strings.Join(names, ", "))
	return fmt.Errorf("there is no command %s%s", excerpt.Quote(args[0]), meant)
}
