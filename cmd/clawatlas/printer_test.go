package main

import (
	"archive/tar"
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/visible"
)

// hostileFields are names that are a command to a terminal, to the runner of a
// workflow, or to a reader of Markdown.
var hostileFields = []string{
	"a\n::error::owned", "::set-output name=x::y", "\n::add-mask::z", "##[error]owned", "##vso[task.setvariable variable=a]b", "##teamcity[x]", "\r\x1b[2Kall is well", "\x1b]8;;http://192.0.2.1\x07click\x1b]8;;\x07",
	"\u202egnp.exe", "zero\u200bwidth", "\u2028line\u2029", "| a | b |\n|---|---|", "`code` ``more``", "[x](http://192.0.2.1)", "![x](http://192.0.2.1/a.png)", "<img src=x onerror=alert(1)>", "<!-- ", "http://192.0.2.1/a", "www.example.com", "a@b.example", "@someone #1",
	"$(id)", "\x00nul", "trailing `", "# heading", "- item", "\n\n# heading", "tab\tbed",
}

// hostileTar is a job whose file names, trial and labels are hostile, in an
// archive that also has entries that are left out.
func hostileTar(t *testing.T) string {
	t.Helper()
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	add := func(h tar.Header, body string) {
		h.Size, h.Mode, h.Format = int64(len(body)), 0o644, tar.FormatPAX
		if strings.ContainsAny(h.Name, "\x00") {
			return // no tar holds it
		}
		if err := w.WriteHeader(&h); err != nil {
			t.Fatalf("%q: %v", h.Name, err)
		}
		must.Get(w.Write([]byte(body)))(t)
	}
	for i, name := range hostileFields {
		job := "job" + string(rune('a'+i)) + strings.ReplaceAll(name, "/", "\u2215")
		model, _ := json.Marshal("model " + name)
		add(tar.Header{Name: job + "/config.json"}, `{"job_name":`+string(model)+`,"agents":[{"name":`+string(model)+`}]}`)
		add(tar.Header{Name: job + "/x__abcdefg/result.json"}, `{"trial_name":"x__abcdefg","task_name":`+string(model)+`,"source":"s","config":{},"agent_info":{"name":`+string(model)+`,"model_info":{"name":`+string(model)+`}},"verifier_result":{"rewards":{"reward":1}}}`)
		add(tar.Header{Name: job + "/x__abcdefg/artifacts/" + strings.ReplaceAll(name, "/", "\u2215") + ".zip"}, "PK")
		add(tar.Header{Name: job + "/clawatlas-labels.csv"}, "trial,label\n\""+strings.ReplaceAll(name, `"`, `""`)+"\",l\n")
		add(tar.Header{Name: job + "/link", Typeflag: tar.TypeSymlink, Linkname: "/etc/passwd"}, "")
		add(tar.Header{Name: "broken" + strings.ReplaceAll(name, "/", "\u2215") + "/result.json"}, "{")
		add(tar.Header{Name: "../" + name}, "x")
	}
	must.Do(t, w.Close())
	path := filepath.Join(t.TempDir(), "evil\n::error::\u202e\x1b[31m.tar")
	must.Do(t, os.WriteFile(path, b.Bytes(), 0o600))
	return path
}

// output runs the program and returns its exit code with what it printed.
func output(t *testing.T, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	dir := t.TempDir()
	var files [2]*os.File
	for i, name := range []string{"out", "err"} {
		f := must.Get(os.Create(filepath.Join(dir, name)))(t)
		defer f.Close()
		files[i] = f
	}
	code = run(args, files[0], files[1])
	var text [2]string
	for i, f := range files {
		data := must.Get(os.ReadFile(f.Name()))(t)
		text[i] = string(data)
	}
	return code, text[0], text[1]
}

// obedient finds what a terminal or a runner of workflows would obey.
func obedient(t *testing.T, what, text string) {
	t.Helper()
	if visible.Lines(text) != text {
		t.Errorf("%s has characters that act: %q", what, text)
	}
	for line := range strings.Lines(text) {
		if strings.HasPrefix(strings.TrimSpace(line), "::") || command.MatchString(line) {
			t.Errorf("%s has a command: %q", what, line)
		}
	}
}

// TestHostileOutput reads an archive of hostile names with every command and
// wants each line of their output to begin with a word of the program's own.
func TestHostileOutput(t *testing.T) {
	if testing.Short() {
		t.Skip("not among the quick tests: it reads all hostile records")
	}
	path := hostileTar(t)
	db := filepath.Join(t.TempDir(), "x\n::error::.db")
	begin := []string{"dataset ", "run ", "warning ", "not ranked ", "redacted in ", "refused ", "not read ", "check failed: ", "check passed: ", "s-", "read ", "clawatlas: ", "Usage: "}
	for _, args := range [][]string{{"check", path}, {"check", "--json", path}, {"ingest", "--db", db, path}, {"check", path, "no\n::error::such"}, {"ingest", "--db", db, "\x1b[31m\n::error::"}} {
		code, stdout, stderr := output(t, args...)
		if code == exitOK && slices.Contains(args, "no\n::error::such") {
			t.Errorf("%q: exit code 0", args)
		}
		for what, text := range map[string]string{"output": stdout, "errors": stderr} {
			obedient(t, args[0]+"'s "+what, text)
			for line := range strings.Lines(text) {
				own := args[1] == "--json" || len(line) > 1 && line[0] >= '0' && line[0] <= '9' // the closing sums
				for _, b := range begin {
					own = own || strings.HasPrefix(line, b)
				}
				if !own {
					t.Errorf("%s: a record begins a line: %q", args[0], line)
				}
			}
		}
		if len(args) == 2 && (!strings.Contains(stdout, `\n\x3a`) && !strings.Contains(stdout, `\n::`) || !strings.Contains(stdout, `\u202e`)) {
			t.Errorf("the names are not shown: %q", stdout)
		}
	}
	if _, err := os.Stat(db); errors.Is(err, fs.ErrNotExist) {
		t.Error("nothing was ingested")
	}
}

func TestPrintf(t *testing.T) {
	f := must.Get(os.Create(filepath.Join(t.TempDir(), "out")))(t)
	defer f.Close()
	p := newPrinter(f)
	p.Printf("%s %d %.1f %v %s\n", "a\nb", 3, 1.25, errors.New("x\x1b"), 2*time.Second)
	p.Printf("%s\n", "::error::x")
	p.Printf("  %s", "::error::y")
	p.Printf("%s ##[x] ## y\n", "::stays")
	p.Table([][]string{{"::x", "b\n"}, {"c", "d"}})
	data := must.Get(os.ReadFile(f.Name()))(t)
	want := `a\nb 3 1.2 x\x1b 2s` + "\n" + `\x3a:error::x` + "\n" + `  \x3a:error::y::stays #\x23[x] ## y` + "\n" + `\x3a:x  b\n` + "\n" + `c    d` + "\n"
	if string(data) != want {
		t.Errorf("got  %q\nwant %q", data, want)
	}
}
