package formats_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/harbor"
	"github.com/clawatlas/clawatlas/ingest/ingesttest"
	"github.com/clawatlas/clawatlas/ingest/parquet"
	"github.com/clawatlas/clawatlas/ingest/published"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/search"
)

// secrets are made-up keys, each with the part that must not be found again.
// They are put together at run time, so that no scanner of source code takes
// them for leaked ones.
func secrets() map[string]string {
	const body = "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
	dash := "-----"
	key := strings.Repeat("MIIplantedPEM4e5F6g7H8i9J0k1L2m3N4o5P6q7R8s9T0u1V2w3X4y5Z6a7B8c9", 2)
	return map[string]string{
		"plantedperson":          "cd /home/plantedperson/work",
		"plantedANT" + body:      "key sk-" + "ant-api03-plantedANT" + body,
		"plantedOAI" + body:      "key sk-" + "proj-plantedOAI" + body,
		"plantedGH" + body:       "token gh" + "p_plantedGH" + body,
		"plantedBEARER" + body:   "Authorization: Bearer plantedBEARER" + body,
		"plantedASSIGN" + body:   "export OPENAI_API_KEY=plantedASSIGN" + body,
		"plantedurlpass":         "clone https://someone:plantedurlpass@example.org/x.git",
		"cGxhbnRlZHNpZ25hdHVyZQ": "session eyJ" + "hbGciOiJIUzI1NiJ9.ey" + "JzdWIiOiIxMjM0NTY3ODkwIn0.cGxhbnRlZHNpZ25hdHVyZQ",
		"MIIplantedPEM":          dash + "BEGIN RSA PRIVATE KEY" + dash + "\n" + key + "\n" + dash + "END RSA PRIVATE KEY" + dash,
		"QWERTYUIOP234567":       "aws AKIA" + "QWERTYUIOP234567 in use",
		"plantedcookie9x8":       "Cookie: theme=dark; sid=plantedcookie9x8",
		"plantedcurl7":           "ran curl -s -u deploy:plantedcurl7 https://example.org/x",
		"plantedyaml5":           "db:\n  user: app\n  password: plantedyaml5\n",
		"plantedado4":            "Server=db;Database=x;User Id=sa;Password=plantedado4;Encrypt=true",
		"plantedescape" + body:   `spelled \u0067\u006c` + `pat-plantedescape` + body,
		encodedKey(body):         "data: " + encodedKey(body) + " end",
		"plantedfile" + body:     "wrote /tmp/gl" + "pat-plantedfile" + body + "/report.txt",
	}
}

// encodedKey is a made-up key in base64.
func encodedKey(body string) string {
	return base64.StdEncoding.EncodeToString([]byte("gl" + "pat-plantedbase" + body))
}

// planted is the text with all secrets.
func planted() string {
	s := secrets()
	var b strings.Builder
	for _, k := range slices.Sorted(maps.Keys(s)) {
		b.WriteString("\n" + s[k] + "\n")
	}
	return b.String()
}

// envValue is what only its place in a map of environment variables gives
// away. Harbor's agents print it too.
const envValue = "quiet-meadow-otter-lamp"

// plant adds the secrets to every text of a tree that a model, a tool or a
// harness can have written.
func plant(t *testing.T, fsys fs.FS) fstest.MapFS {
	t.Helper()
	out := fstest.MapFS{}
	for name, data := range must.Files(t, fsys) {
		switch path.Ext(name) {
		case ".json":
			data = plantJSON(data)
		case ".jsonl":
			var lines [][]byte
			for line := range bytes.Lines(data) {
				lines = append(lines, plantJSON(bytes.TrimSpace(line)))
			}
			data = bytes.Join(lines, []byte("\n"))
		case ".txt", ".log", ".md":
			data = append(bytes.Clone(data), planted()...)
			if strings.HasPrefix(name, "job/") {
				data = append(data, "MODE is "+envValue+"\n"...)
			}
		}
		out[name] = &fstest.MapFile{Data: data}
	}
	return out
}

// plantJSON adds the secrets to the texts of a document, and a value to its
// environments. What is no JSON stays.
func plantJSON(data []byte) []byte {
	var doc any
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	if dec.Decode(&doc) != nil {
		return data
	}
	out, err := json.Marshal(plantValue("", doc))
	if err != nil {
		return data
	}
	return out
}

func plantValue(name string, v any) any {
	switch x := v.(type) {
	case map[string]any:
		for k, inner := range x {
			x[k] = plantValue(k, inner)
		}
		if name == "env" {
			x["DEPLOY_KEY"], x["PLAIN_MODE"] = envValue, "plantedplainmode of no shape"
		}
	case []any:
		for i := range x {
			x[i] = plantValue(name, x[i])
		}
	case string:
		switch name {
		case "text", "content", "message", "stdout", "stderr", "output", "aggregated_output", "answer", "error", "exception_message",
			"exception_traceback", "err_msg", "stack_trace":
			return x + planted()
		}
	}
	return v
}

// withEnv gives the job's first agent an environment, if it has none.
func withEnv(t *testing.T, f *fstest.MapFile) *fstest.MapFile {
	t.Helper()
	var config map[string]any
	must.Do(t, json.Unmarshal(f.Data, &config))
	agent := config["agents"].([]any)[0].(map[string]any)
	agent["env"] = map[string]any{"DEPLOY_KEY": envValue, "PLAIN_MODE": "plantedplainmode of no shape"}
	data := must.Get(json.Marshal(config))(t)
	return &fstest.MapFile{Data: data}
}

// leaks returns the secrets that can be found in a database: in its file, in
// what it gives out, and through its search.
func leaks(t *testing.T, fsys fs.FS, red func() ingest.CountingRedact) (found []string, rep *ingest.RunReport) {
	t.Helper()
	db := ingesttest.Open(t)
	l := ingesttest.Loader(db)
	if red != nil {
		l.Redactor = red
	}
	rep, err := l.Load(t.Context(), []ingest.Source{{FS: fsys, Name: "fixture"}})
	if err != nil || len(rep.Refused) > 0 || len(rep.Runs) == 0 {
		t.Fatalf("load: %v, %d runs, refused %+v", err, len(rep.Runs), rep.Refused)
	}
	whole := filepath.Join(t.TempDir(), "whole.db")
	must.Do(t, db.Publish(t.Context(), whole))
	data := must.Get(os.ReadFile(whole))(t)
	report := must.Get(json.Marshal(rep))(t)
	data = bytes.ToLower(append(append(data, dump(t, db)...), report...))
	needles := append(slices.Collect(maps.Keys(secrets())), envValue, "plantedplainmode")
	for _, n := range needles {
		res := must.Get(db.Search(t.Context(), search.Query{Terms: []search.Term{{Text: n}}, Limit: 1}))(t)
		if bytes.Contains(data, []byte(strings.ToLower(n))) || res.Total > 0 {
			found = append(found, n)
		}
	}
	slices.Sort(found)
	return found, rep
}

// TestSecrets plants made-up keys in the records of every format and looks for
// them in the whole database. No key is counted more often than it is written, however
// often a record has to be read, and the runs of one item share the count and do not
// repeat it.
func TestSecrets(t *testing.T) {
	for _, fx := range fixtures() {
		if slices.Contains([]string{published.Name, published.SnapshotFormat, "uniclaw", "claw-eval-rows", "claw-eval-site", "clawbench-published",
			"pinchbench-api", "pinchbench", "wildclawbench-commander"}, fx.format) || fx.name == "Harbor names" {
			continue // no text of a run
		}
		t.Run(fx.name, func(t *testing.T) {
			fsys := plant(t, fx.fsys(t))
			if fx.format == (harbor.Format{}).Name() {
				fsys["job/config.json"] = withEnv(t, fsys["job/config.json"])
			}
			if fx.format == parquet.Name {
				fsys["data/cases.parquet"] = &fstest.MapFile{Data: exportFile(t, planted())}
			}
			found, rep := leaks(t, fsys, nil)
			public := []string(nil)
			if fx.name == "example runs" {
				public = []string{"plantedyaml5"} // its dataset says this password, which is public then
			}
			if !slices.Equal(found, public) {
				t.Errorf("found in the database: %v", found)
			}
			hits, counted := 0, 0
			for _, r := range rep.Runs {
				counted += r.Redactions["github-token"]
				for _, n := range r.Redactions {
					hits += n
				}
			}
			if hits < len(secrets()) {
				t.Errorf("the report counts %d redactions, want at least one for each of the %d secrets", hits, len(secrets()))
			}
			// Some files are not read at all, so fewer may be counted.
			if written := tokensIn(fsys); fx.format != parquet.Name && (counted < written*3/4 || counted > written) {
				t.Errorf("%d counted of %d written", counted, written)
			}
		})
	}
}

// tokensIn counts one of the planted keys in a tree, as often as it is read.
func tokensIn(fsys fstest.MapFS) (n int) {
	for name, f := range fsys {
		written := bytes.Count(f.Data, []byte("plantedGH"))
		if strings.Contains(name, "/subagents/") {
			written *= 2 // its session has another name than its folder: it is read with it and by itself
		}
		n += written
	}
	return n
}

// blind redacts nothing.
type blind struct{}

func (blind) Bytes(b []byte) []byte           { return b }
func (blind) Public([]byte)                   {}
func (blind) EnvMap(b []byte) ([]byte, error) { return b, nil }
func (blind) Counts() map[string]int          { return map[string]int{} }

// TestSecretsAreSeen shows that the search of TestSecrets finds every secret
// where nothing is redacted.
func TestSecretsAreSeen(t *testing.T) {
	fsys := plant(t, harborJob(t, "current"))
	found, _ := leaks(t, fsys, func() ingest.CountingRedact { return blind{} })
	if want := len(secrets()) + 1; len(found) < want {
		t.Errorf("%s without redaction: found only %v, want %d secrets", harbor.Format{}.Name(), found, want)
	}
}
