package formats_test

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"path"
	"regexp"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/ingesttest"
	"github.com/clawatlas/clawatlas/ingest/parquet"
	"github.com/clawatlas/clawatlas/ingest/published"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/resultstest"
)

// mark stands in every text of a tool or a model, and where it is in the
// arguments of a call a key is repeated too.
const (
	mark    = "cut off here"
	markKey = "repeatedkey"
)

// broken returns the tree with a mark in all texts that a model, a tool or a
// harness can have written; spelling is how the records write the marks' middle.
func broken(t *testing.T, fsys fs.FS, spelling, repeat string) fstest.MapFS {
	t.Helper()
	out := fstest.MapFS{}
	marked := func(v any) []byte {
		data := must.Get(json.Marshal(markValue("", v)))(t)
		data = bytes.ReplaceAll(data, []byte(mark), []byte("cut"+spelling+"here"))
		return bytes.ReplaceAll(data, []byte(`"`+markKey+`":1`), []byte(`"`+markKey+`":1`+repeat))
	}
	for name, data := range must.Files(t, fsys) {
		if ext := path.Ext(name); ext == ".json" || ext == ".jsonl" {
			var b bytes.Buffer
			dec := json.NewDecoder(bytes.NewReader(data))
			dec.UseNumber()
			for {
				var v any
				if dec.Decode(&v) != nil {
					break
				}
				b.Write(append(marked(v), '\n'))
			}
			if dec.InputOffset() > int64(len(bytes.TrimSpace(data)))-2 {
				data = b.Bytes()
			}
		}
		out[name] = &fstest.MapFile{Data: data}
	}
	return out
}

func markValue(name string, v any) any {
	switch x := v.(type) {
	case map[string]any:
		for k, inner := range x {
			x[k] = markValue(k, inner)
		}
		if name == "arguments" || name == "input" && x["file_path"] != nil {
			x[markKey] = json.Number("1")
		}
	case []any:
		for i := range x {
			x[i] = markValue(name, x[i])
		}
	case string:
		switch name {
		case "text", "content", "message", "stdout", "stderr", "output", "aggregated_output", "error", "exception_message",
			"exception_traceback":
			return x + mark
		}
	}
	return v
}

// TestBrokenTexts holds that half of a surrogate pair, bytes that are no UTF-8
// and a repeated key of a tool's arguments cost one character and no record, in
// every format and dialect: all else is what it is with a whole character there.
func TestBrokenTexts(t *testing.T) {
	chosen := resultstest.Sample(t)
	for _, fx := range fixtures() {
		if fx.format == published.Name || fx.format == published.SnapshotFormat || fx.format == parquet.Name || fx.runs == 0 {
			continue // no text of a run in JSON
		}
		t.Run(fx.name, func(t *testing.T) {
			whole := sync.OnceValue(func() string { return content(t, broken(t, fx.fsys(t), "\ufffd", "")) })
			named := func() bool { return !strings.Contains(whole(), "cut\ufffdhere") } // no text of a tool or a model
			for how, spelling := range map[string]string{"half a pair": `\ud83d`, "second half": `\uDE00`, "no UTF-8": "\xff"} {
				if !chosen(8, fx.name+how) || named() {
					continue
				}
				if got := content(t, broken(t, fx.fsys(t), spelling, "")); got != whole() {
					t.Errorf("%s changes the trials: %s", how, firstDifference(got, whole()))
				}
			}
			if !chosen(8, fx.name) || named() {
				return
			}
			got := content(t, broken(t, fx.fsys(t), "\ufffd", `,"`+markKey+`":1`))
			twice := regexp.MustCompile(`(\\?"` + markKey + `\\?":1),\\?"` + markKey + `\\?":1`)
			if got = twice.ReplaceAllString(got, "$1"); got != whole() {
				t.Errorf("a repeated key changes the trials: %s", firstDifference(got, whole()))
			}
		})
	}
}

// content is what a database says of the records, without the records as they
// were and what follows from their bytes.
func content(t *testing.T, fsys fs.FS) string {
	t.Helper()
	db := ingesttest.Open(t)
	rep := ingesttest.Load(t, db, fsys, ingest.Identity{})
	if len(rep.Refused) > 0 || len(rep.Runs) == 0 {
		t.Fatalf("%d runs, refused %+v", len(rep.Runs), rep.Refused)
	}
	var b strings.Builder
	for line := range strings.Lines(dump(t, db)) {
		if !strings.HasPrefix(line, "raws") {
			b.WriteString(line)
		}
	}
	text := regexp.MustCompile(`"(Digest|Slug|Fingerprint|digest|IngestedAt|Hash)":("[^"]*"|\d+)`).ReplaceAllString(b.String(), `"$1":0`)
	text = regexp.MustCompile(`-[0-9a-f]{8}"`).ReplaceAllString(text, `"`)
	return strings.ReplaceAll(text, `\ufffd`, "\ufffd")
}

func firstDifference(a, b string) string {
	i := 0
	for i < min(len(a), len(b)) && a[i] == b[i] {
		i++
	}
	from := max(0, i-120)
	return a[from:min(len(a), i+120)] + "\n    and not  " + b[from:min(len(b), i+120)]
}
