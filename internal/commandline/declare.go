package commandline

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"reflect"
	"strconv"
	"strings"
)

// parse separates the words of a command into arguments and flags, which may be in any order. It
// stores the flags in the struct *to. If there are too few arguments, parse returns an error that
// contains the usage of the command. Further arguments, which would be file names in a shell, are
// allowed, but the callers of parse ignore them.
func parse(words []string, to any, least int, usage string) (arguments []string, err error) {
	flags := flag.NewFlagSet("", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	for _, name := range []string{"w", "write", "d", "diff", "R", "recursive", "k", "keep-going", "v", "verbose", "check", "print-edits"} {
		flags.Bool(name, false, "") // flags about files or output are ignored
	}
	flags.String("dialect", "", "")
	declare(flags, reflect.ValueOf(to).Elem())
	for len(words) > 0 {
		if err := flags.Parse(words); err != nil {
			return nil, errors.New(strings.Replace(err.Error(), "flag provided but not defined", "there is no flag", 1))
		}
		parsed := words[:len(words)-flags.NArg()]
		words = flags.Args()
		if len(parsed) > 0 && parsed[len(parsed)-1] == "--" {
			arguments = append(arguments, words...)
			break
		}
		if len(words) > 0 {
			arguments, words = append(arguments, words[0]), words[1:]
		}
	}
	if len(arguments) < least {
		return nil, fmt.Errorf("an argument is missing: %s", usage)
	}
	return arguments, nil
}

// declare declares the fields of a struct as flags. Like kong, it reads the struct tags "short",
// "negatable" and, for a bool, "default".
func declare(flags *flag.FlagSet, fields reflect.Value) {
	for field, v := range fields.Fields() {
		if field.Anonymous {
			declare(flags, v)
			continue
		}
		name := strings.ToLower(field.Name)
		names := []string{name}
		if short := field.Tag.Get("short"); short != "" {
			names = append(names, short)
		}
		_, negatable := field.Tag.Lookup("negatable")
		for _, name := range names {
			switch to := v.Addr().Interface().(type) {
			case *string:
				flags.StringVar(to, name, "", "")
			case **string:
				flags.Func(name, "", func(text string) error {
					*to = &text
					return nil
				})
			case *[]string:
				flags.Func(name, "", func(text string) error {
					*to = append(*to, text)
					return nil
				})
			case *bool:
				flags.BoolVar(to, name, field.Tag.Get("default") == "true", "")
			case **bool:
				flags.BoolFunc(name, "", setting(to, true))
			default:
				panic("commandline: no flags of type " + v.Type().String())
			}
		}
		if !negatable {
			continue
		}
		switch to := v.Addr().Interface().(type) {
		case *bool:
			flags.BoolFunc("no-"+name, "", setting(&to, false))
		case **bool:
			flags.BoolFunc("no-"+name, "", setting(to, false))
		}
	}
}

// setting returns a function for flag.BoolFunc. The flag sets a bool to the given value or, if the
// flag is written with "=false", to the opposite.
func setting(to **bool, value bool) func(string) error {
	return func(text string) error {
		is, err := strconv.ParseBool(text)
		if err != nil {
			return err
		}
		if *to == nil {
			*to = new(bool)
		}
		**to = is == value
		return nil
	}
}
