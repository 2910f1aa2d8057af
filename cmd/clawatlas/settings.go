package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"reflect"
	"strconv"
	"strings"

	"github.com/alecthomas/kong"
	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
)

// envPrefix is the prefix of the program's environment variables. The rest of a variable's name, in
// lower case and with hyphens, is the key in the settings file.
const envPrefix = "CLAWATLAS_"

// settings returns the flags that environment variables and the settings file may set, by key.
// These are the flags for running a site. Flags about records or a single command are excluded, so
// that a forgotten variable cannot affect later commands.
func settings(app *kong.Application) map[string]*kong.Flag {
	all := map[string]*kong.Flag{}
	for _, node := range append([]*kong.Node{app.Node}, app.Children...) {
		for _, f := range node.Flags {
			if key := settingKey(f); key != "" {
				all[key] = f
			}
		}
	}
	return all
}

// settingKey returns a flag's key in the settings file, or "" if it has none.
func settingKey(f *kong.Flag) string {
	if len(f.Tag.Envs) == 0 {
		return ""
	}
	return strings.ToLower(strings.ReplaceAll(strings.TrimPrefix(f.Tag.Envs[0], envPrefix), "_", "-"))
}

// settingsFile maps keys of the settings file to values, written as in environment variables.
type settingsFile map[string]string

// Validate implements kong.Resolver. The loader has already checked the file.
func (settingsFile) Validate(*kong.Application) error { return nil }

// Resolve implements kong.Resolver. It returns nothing for flags whose environment variable is set,
// because kong would otherwise prefer the settings file.
func (s settingsFile) Resolve(_ *kong.Context, _ *kong.Path, f *kong.Flag) (any, error) {
	value, ok := s[settingKey(f)]
	if !ok {
		return nil, nil
	}
	if _, set := os.LookupEnv(f.Tag.Envs[0]); set {
		return nil, nil
	}
	return value, nil
}

// settingsLoader reads the settings file. A single invalid line makes the whole file invalid.
func settingsLoader(app func() *kong.Application) kong.ConfigurationLoader {
	return func(r io.Reader) (kong.Resolver, error) {
		name := "settings"
		if f, ok := r.(*os.File); ok {
			name = f.Name()
		}
		data, err := io.ReadAll(r)
		if err != nil {
			return nil, fmt.Errorf("read settings: %w", err)
		}
		return readSettings(name, data, settings(app()))
	}
}

func readSettings(name string, data []byte, known map[string]*kong.Flag) (settingsFile, error) {
	var doc map[string]any
	if err := toml.Unmarshal(data, &doc); err != nil {
		var at *toml.DecodeError
		if errors.As(err, &at) {
			line, _ := at.Position()
			return nil, fmt.Errorf("%s:%d: %w", name, line, err)
		}
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	out := settingsFile{}
	var p unstable.Parser
	p.Reset(data)
	for p.NextExpression() {
		key, line := keyOf(&p, p.Expression())
		f := known[key]
		if f == nil || key == "config" {
			return nil, fmt.Errorf("%s:%d: unknown setting %q", name, line, key)
		}
		value, err := settingText(doc[key])
		if err == nil {
			err = fits(f, value)
		}
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %s: %w", name, line, key, err)
		}
		out[key] = value
	}
	return out, p.Error()
}

func keyOf(p *unstable.Parser, e *unstable.Node) (key string, line int) {
	var parts []string
	for it := e.Key(); it.Next(); {
		if len(parts) == 0 {
			line = p.Shape(it.Node().Raw).Start.Line
		}
		parts = append(parts, string(it.Node().Data))
	}
	return strings.Join(parts, "."), line
}

// settingText formats a value as in an environment variable. Lists are separated by commas. Kong's
// own conversion would round 2.7 to 3.
func settingText(v any) (string, error) {
	switch v := v.(type) {
	case string:
		return v, nil
	case bool, int64:
		return fmt.Sprint(v), nil
	case float64:
		return strconv.FormatFloat(v, 'g', -1, 64), nil
	case []any:
		var list []string
		for _, e := range v {
			s, ok := e.(string)
			if !ok || strings.Contains(s, ",") {
				return "", fmt.Errorf("values of a list must not contain commas")
			}
			list = append(list, s)
		}
		return strings.Join(list, ","), nil
	}
	return "", fmt.Errorf("expected a string, a number, true, false or a list of strings")
}

func fits(f *kong.Flag, value string) error {
	if f.Enum != "" && !f.EnumMap()[value] {
		return fmt.Errorf("%q is not one of %s", value, strings.Join(f.EnumSlice(), ", "))
	}
	scan := kong.ScanAsType(kong.FlagValueToken, value)
	return f.Mapper.Decode(&kong.DecodeContext{Value: f.Value, Scan: scan}, reflect.New(f.Target.Type()).Elem())
}
