package main

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/alecthomas/kong"

	"github.com/clawatlas/clawatlas/docs"
	"github.com/clawatlas/clawatlas/results/must"
)

// parsed is the command line after all four sources were read.
func parsed(t *testing.T, args ...string) (*cli, *kong.Kong, error) {
	t.Helper()
	s := &streams{out: discard(t), err: discard(t)}
	parser := must.Get(newParser(t.Context(), s))(t)
	_, err := parser.Parse(args)
	return parser.Model.Target.Addr().Interface().(*cli), parser, err
}

func settingsAt(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "settings.toml")
	must.Do(t, os.WriteFile(path, []byte(text), 0o600))
	return path
}

// A flag counts more than a variable, a variable more than the file, the file
// more than the default; lists are replaced, not lengthened.
func TestPrecedence(t *testing.T) {
	file := settingsAt(t, "db = 'file.db'\naddr = 'file:1'\nlimit = 3\ns-maxage = '3m'\ntrusted-proxy = ['192.0.2.1', '192.0.2.2']\nview-addr = '127.0.0.1:5'\n")
	t.Setenv("CLAWATLAS_ADDR", "env:1")
	t.Setenv("CLAWATLAS_S_MAXAGE", "2m")
	t.Setenv("CLAWATLAS_TRUSTED_PROXY", "192.0.2.3")
	c, _ := must.Get2(parsed(t, "serve", "--config", file, "--s-maxage", "1s"))(t)
	got := c.Serve
	if got.DB != "file.db" || got.Addr != "env:1" || got.Limit != 3 || got.SMaxAge != time.Second || got.RunSMaxAge != 10*time.Minute || len(got.TrustedProxy) != 1 {
		t.Errorf("serve with %+v", got)
	}
	t.Setenv("CLAWATLAS_CONFIG", file)
	os.Unsetenv("CLAWATLAS_TRUSTED_PROXY")
	c, _ = must.Get2(parsed(t, "serve", "--db", "flag.db"))(t)
	if got := c.Serve; got.DB != "flag.db" || got.Limit != 3 || len(got.TrustedProxy) != 2 {
		t.Errorf("serve with the file of the environment: %+v", got)
	}
	if c, _, err := parsed(t, "view", "x"); err != nil || c.View.Addr != "127.0.0.1:5" {
		t.Errorf("view: %v, address %s", err, c.View.Addr)
	}
	if c, _, err := parsed(t, "migrate"); err != nil || c.Migrate.DB != "file.db" {
		t.Errorf("migrate: %v, database %s", err, c.Migrate.DB)
	}
}

// What a file says wrongly is refused with its line, whatever the command.
func TestSettingsRefused(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"db = 'x'\n\nadrr = 'y'\n", `:3: unknown setting "adrr"`},
		{"\n[serve]\naddr = 'y'\n", `:2: unknown setting "serve"`},
		{"serve.addr = 'y'\n", `:1: unknown setting "serve.addr"`},
		{"config = 'y'\n", `:1: unknown setting "config"`},
		{"model = 'y'\n", `:1: unknown setting "model"`},
		{"db = 'x'\ndb = 'y'\n", `:2: `},
		{"db = 'x\n", `:1: `},
		{"limit = 'many'\n", `:1: limit: expected a float`},
		{"jobs = 2.7\n", `:1: jobs: expected a valid`},
		{"s-maxage = 60\n", `:1: s-maxage: `},
		{"no-browser = 'perhaps'\n", `:1: no-browser: `},
		{"trusted-proxy = ['loopback', 'proxy.example']\n", `:1: trusted-proxy: .*neither an address`},
		{"trusted-proxy = [1]\n", `:1: trusted-proxy: values of a list`},
		{"limit = 2020-01-01\n", `:1: limit: expected a string`},
	} {
		path := settingsAt(t, tt.text)
		_, _, err := parsed(t, "version", "--config", path)
		if err == nil || !regexp.MustCompile(regexp.QuoteMeta(path)+tt.want).MatchString(err.Error()) {
			t.Errorf("%q: %v, want %s", tt.text, err, tt.want)
		}
	}
	if _, _, err := parsed(t, "version", "--config", "none.toml"); err == nil {
		t.Error("a file that is not there is no error")
	}
	t.Setenv("CLAWATLAS_LIMIT", "many")
	if _, _, err := parsed(t, "serve"); err == nil || !strings.Contains(err.Error(), "CLAWATLAS_LIMIT") {
		t.Errorf("a variable that is no number: %v", err)
	}
}

// Every flag has a variable, unless it speaks of records or of one call. Equal
// variables are one setting.
func TestSettings(t *testing.T) {
	_, parser := must.Get2(parsed(t, "version"))(t)
	ofOneCall := []string{"help", "version", "benchmark", "model", "framework", "variant", "date", "dataset", "replaces", // what is read
		"example", "json", "markdown", "state", "reason", "undo", "parquet", "keep", "base", "to", "out", "from", "from-blobs", "public", "latest", "leave-out", "list", "mapping"} // what is asked for
	var without []string
	byName := map[string]*kong.Flag{}
	for _, node := range append([]*kong.Node{parser.Model.Node}, parser.Model.Children...) {
		for _, f := range node.Flags {
			if len(f.Tag.Envs) == 0 {
				without = append(without, f.Name)
				continue
			}
			env := f.Tag.Envs[0]
			if !regexp.MustCompile(`^CLAWATLAS(_[A-Z]+)+$`).MatchString(env) || len(f.Tag.Envs) > 1 || !strings.HasSuffix(settingKey(f), f.Name) {
				t.Errorf("--%s has the variables %q", f.Name, f.Tag.Envs)
			}
			if o := byName[env]; o != nil && (o.Name != f.Name || o.Default != f.Default || o.Target.Type() != f.Target.Type()) {
				t.Errorf("%s is of --%s and of another --%s", env, f.Name, o.Name)
			}
			byName[env] = f
		}
	}
	slices.Sort(without)
	slices.Sort(ofOneCall)
	if got := slices.Compact(without); !slices.Equal(got, ofOneCall) {
		t.Errorf("without a variable: %q\nwant             %q", got, ofOneCall)
	}
	documented(t, byName)
	if keys := slices.Sorted(maps.Keys(settings(parser.Model))); len(keys) != len(byName) {
		t.Errorf("keys %q of %d variables", keys, len(byName))
	}
}

// documented compares the table of settings with the flags.
func documented(t *testing.T, byName map[string]*kong.Flag) {
	t.Helper()
	page, _ := docs.Find("operate")
	rows := regexp.MustCompile("(?m)^\\| `(CLAWATLAS_[A-Z_]+)` \\| `--([a-z-]+)` \\| [^|]+ \\| (?:`([^`]+)`|[^|]+) \\|$").FindAllStringSubmatch(page.Markdown, -1)
	listed := map[string]bool{"CLAWATLAS_CONFIG": true}
	for _, row := range rows {
		f := byName[row[1]]
		listed[row[1]] = true
		if f == nil || f.Name != row[2] || f.Default != row[3] && !(f.IsBool() && row[3] == "false") {
			t.Errorf("docs/operate.md says %q", row[0])
		}
	}
	for name := range byName {
		if !listed[name] {
			t.Errorf("%s is not in docs/operate.md", name)
		}
	}
}
