package clawmark_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/clawmark"
	"github.com/clawatlas/clawatlas/ingest/ingesttest"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/resultstest"
)

// extract is what another reader found in a task.py of the benchmark. The files
// themselves are not at hand: the tests write each of them anew in the benchmark's
// form and read that.
type extract struct {
	Path     string          `json:"path"`
	Metadata json.RawMessage `json:"metadata"`
	Prompt   string          `json:"prompt"`
	Stages   []struct {
		ID           string  `json:"id"`
		Doc          string  `json:"doc"`
		Notification string  `json:"notification"`
		Time         string  `json:"time"`
		Events       []event `json:"events"`
	} `json:"stages"`
	Rubric []struct {
		Stage    string   `json:"stage"`
		ID       string   `json:"id"`
		Weight   float64  `json:"weight"`
		Doc      string   `json:"doc"`
		Services []string `json:"services"`
		RedLine  bool     `json:"redline"`
		Literals []string `json:"literals"`
	} `json:"rubric"`
}

type event struct {
	Service string            `json:"service"`
	Method  string            `json:"method"`
	Args    []json.RawMessage `json:"args"`
	Kw      map[string]any    `json:"kw"`
	Mult    any               `json:"mult"`
	Label   string            `json:"label"`
	Comment string            `json:"comment"`
	Told    string            `json:"told"`
	Checks  []string          `json:"checks_by_value"`
}

func extracts(t *testing.T) []extract {
	t.Helper()
	raw := must.Get(os.ReadFile(resultstest.Shared(t, "world", "clawmark-tasks", "extracted.json")))(t)
	var all []extract
	must.Do(t, json.Unmarshal(raw, &all))
	return all
}

// literalOf writes a JSON value as a Python literal.
func literalOf(raw json.RawMessage) string {
	var v any
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	if err := dec.Decode(&v); err != nil {
		return "None"
	}
	return pythonOf(v)
}

func pythonOf(v any) string {
	switch v := v.(type) {
	case string:
		if rest, ok := afterCall(v); ok {
			return `f"{_field(row, 'Notes')}" ` + strconv.Quote(rest)
		}
		return strconv.Quote(v)
	case bool:
		return map[bool]string{true: "True", false: "False"}[v]
	case nil:
		return "None"
	case []any:
		var parts []string
		for _, w := range v {
			parts = append(parts, pythonOf(w))
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case map[string]any:
		var parts []string
		for k, w := range v {
			parts = append(parts, strconv.Quote(k)+": "+pythonOf(w))
		}
		slices.Sort(parts)
		return "{" + strings.Join(parts, ", ") + "}"
	}
	return fmt.Sprint(v)
}

// afterCall is what follows a call that the other reader wrote into a text as a
// table of its own.
func afterCall(s string) (string, bool) {
	if !strings.HasPrefix(s, "{'call': ") {
		return "", false
	}
	_, rest, ok := strings.Cut(s, "}")
	return rest, ok
}

// withGap puts the sign of a gap for such a call.
func withGap(raw json.RawMessage) json.RawMessage {
	i := bytes.Index(raw, []byte("{'call': "))
	if i < 0 {
		return raw
	}
	j := i + bytes.IndexByte(raw[i:], '}') + 1
	return slices.Concat(raw[:i], []byte("…"), raw[j:])
}

// argument writes an argument; some of them no file writes down.
func (e *event) argument(i int) string {
	lit := literalOf(e.Args[i])
	var s string
	json.Unmarshal(e.Args[i], &s)
	switch {
	case i == 0 && (e.Method == "update_db_row" || e.Method == "update_values" || e.Method == "append_rows"):
		return s
	case e.Method == "delete_event" && i == 1:
		return "item['uid']"
	case strings.HasPrefix(s, "ctx.task_dir/"):
		return "ctx.task_dir / " + strconv.Quote(strings.TrimPrefix(s, "ctx.task_dir/"))
	}
	return lit
}

// source writes the file.
func (x *extract) source() string {
	var b strings.Builder
	fmt.Fprintf(&b, "METADATA = %s\nPROMPT = %s\n", literalOf(x.Metadata), strconv.Quote(x.Prompt))
	for _, st := range x.Stages {
		fmt.Fprintf(&b, "\n\nasync def %s(ctx):\n    %s\n", st.ID, strconv.Quote(st.Doc))
		for i := range st.Events {
			st.Events[i].write(&b)
		}
		fmt.Fprintf(&b, "    return {'notification': (%s), 'time': %s}\n", strconv.Quote(st.Notification), strconv.Quote(st.Time))
	}
	stages, rubric := []string{}, map[string]string{}
	for i, r := range x.Rubric {
		fmt.Fprintf(&b, "\n\nasync def _c%d(ctx) -> bool:\n    %s\n", i, strconv.Quote(r.Doc))
		for _, s := range r.Services {
			fmt.Fprintf(&b, "    await ctx.%s.read()\n", s)
		}
		for _, l := range r.Literals {
			if strings.Join(strings.Fields(l), " ") != strings.Join(strings.Fields(r.Doc), " ") {
				fmt.Fprintf(&b, "    x = %s\n", strconv.Quote(l))
			}
		}
		fmt.Fprintf(&b, "    return True\n")
		if rubric[r.Stage] == "" {
			stages = append(stages, r.Stage)
		}
		rubric[r.Stage] += fmt.Sprintf("        {'id': %s, 'checker': _c%d, 'weight': %v},\n", strconv.Quote(r.ID), i, r.Weight)
	}
	b.WriteString("\n\nRUBRIC = {\n")
	for _, st := range stages {
		fmt.Fprintf(&b, "    %s: [\n%s    ],\n", strconv.Quote(st), rubric[st])
	}
	b.WriteString("}\n")
	return b.String()
}

func (e *event) write(b *strings.Builder) {
	var args []string
	for i := range e.Args {
		args = append(args, e.argument(i))
	}
	for k, v := range e.Kw {
		args = append(args, k+"="+pythonOf(v))
	}
	slices.Sort(args[len(e.Args):])
	fmt.Fprintf(b, "    # %s\n", e.Comment)
	indent := "    "
	switch e.Mult {
	case "if":
		b.WriteString("    if rows:\n")
		indent = "        "
	case "?":
		b.WriteString("    for row in await ctx.notion.query_db('DB'):\n        if row['x'] == 'y':\n")
		indent = "            "
	}
	fmt.Fprintf(b, "%sawait ctx.%s.%s(%s)\n", indent, e.Service, e.Method, strings.Join(args, ", "))
}

// written has facts.py read sources, each in a folder of its own, and gives the file that
// it writes.
func written(t *testing.T, sources map[string][]byte) []byte {
	t.Helper()
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("there is no python3")
	}
	dir := t.TempDir()
	for name, src := range sources {
		must.Do(t, os.MkdirAll(filepath.Join(dir, name), 0o755))
		must.Do(t, os.WriteFile(filepath.Join(dir, name, "task.py"), src, 0o644))
	}
	out := filepath.Join(dir, "facts.json")
	if text, err := exec.CommandContext(t.Context(), python, "-B", "facts.py", out, dir).CombinedOutput(); err != nil {
		t.Fatalf("facts.py: %v\n%s", err, text)
	}
	return must.Get(os.ReadFile(out))(t)
}

// What ships is what facts.py writes of the tasks at hand.
func TestShippedFacts(t *testing.T) {
	src := must.Get(os.ReadFile("testdata/office/task.py"))(t)
	var got, shipped map[string]json.RawMessage
	must.Do(t, json.Unmarshal(written(t, map[string][]byte{"office": src}), &got))
	must.Do(t, json.Unmarshal(clawmark.Shipped, &shipped))
	for sum, facts := range got {
		must.Same(t, string(facts), string(shipped[sum]), "run facts.py anew")
	}
}

// TestReal runs the tests that read real records, see docs/records.md.
func TestReal(t *testing.T) {
	resultstest.Real(t, map[string]func(*testing.T){"Facts": testSharedFacts}, "world", "clawmark-tasks")
	resultstest.Real(t, map[string]func(*testing.T){"PublicRun": testPublicRun}, "data", "clawmark")
}

// What the thirteen tasks say comes through facts.py, change by change: payload, label, how
// the wake-up text speaks of it, and the checks that look for it.
func testSharedFacts(t *testing.T) {
	sources := map[string][]byte{}
	all := extracts(t)
	for i := range all {
		sources[strings.TrimSuffix(all[i].Path, "/task.py")] = []byte(all[i].source())
	}
	file := written(t, sources)
	for i := range all {
		name := strings.TrimSuffix(all[i].Path, "/task.py")
		compareTask(t, name, clawmark.Decoded(t, file, sources[name]), &all[i])
	}
	if len(all) != 13 {
		t.Errorf("%d tasks", len(all))
	}
}

// The public records of a run that did nothing: each score follows from the checks.
func testPublicRun(t *testing.T) {
	db := ingesttest.OpenBundled(t)
	rep := ingesttest.Load(t, db, os.DirFS(resultstest.Shared(t, "data", "clawmark", "run")), ingest.Identity{})
	for i, want := range []float64{0.1489, 0.1750, 0.1795, 0.0750} {
		task := fmt.Sprintf("legal_assistant_task%d", i+1)
		k := must.Get(db.FindTrial(t.Context(), rep.Runs[0].Run, "legal_assistant", task, 1))(t)
		if k.Status != results.Failed || !resultstest.Near(*k.Score, want, 5e-5) || len(k.Details.Signals) > 0 {
			t.Errorf("%s: got %s, %.4f, %v; want failed, %.4f", task, k.Status, *k.Score, k.Details.Signals, want)
		}
	}
	if rep.Runs[0].System.Model != ingest.Unrecorded {
		t.Errorf("model %q, want none", rep.Runs[0].System.Model)
	}
}

func compareTask(t *testing.T, name string, task *clawmark.Program, want *extract) {
	t.Helper()
	if task.Prompt != want.Prompt || len(task.Stages) != len(want.Stages) || len(task.Checks) != len(want.Rubric) {
		t.Fatalf("%s: %d stages, %d checks, prompt %q", name, len(task.Stages), len(task.Checks), task.Prompt)
	}
	for i, st := range task.Stages {
		if w := want.Stages[i]; st.ID != w.ID || st.Notification != w.Notification || st.Time != w.Time {
			t.Errorf("%s %s: %+v", name, w.ID, st)
		}
		if i > 0 && len(st.Changes) != len(want.Stages[i].Events) {
			t.Fatalf("%s %s: %d changes, want %d", name, st.ID, len(st.Changes), len(want.Stages[i].Events))
		}
		for k := range st.Changes {
			compareEvent(t, name+" "+st.ID, &st.Changes[k], &want.Stages[i].Events[k])
		}
	}
	for i, c := range task.Checks {
		w := want.Rubric[i]
		must.Same(t, []any{w.Stage, w.ID, w.Weight, w.Doc, w.RedLine, append([]string{}, w.Services...)},
			[]any{c.Day, c.ID, c.Weight, c.Description, c.RedLine, append([]string{}, c.Services...)}, "%s", name)
	}
}

func compareEvent(t *testing.T, where string, c *results.StageChange, want *event) {
	t.Helper()
	var got, args []any
	must.Do(t, json.Unmarshal(c.Payload, &got))
	for i, raw := range want.Args {
		var v any
		must.Do(t, json.Unmarshal(withGap(raw), &v))
		if want.Method == "delete_event" && i == 1 {
			v = "item['uid']"
		}
		args = append(args, v)
	}
	if len(want.Kw) > 0 {
		args = append(args, want.Kw)
	}
	var mult any = 1.0
	if c.Repeated {
		mult = "?"
	} else if c.Conditional {
		mult = "if"
	}
	must.Same(t, []any{want.Service, want.Method, want.Label, want.Told, want.Comment, want.Mult, args, append([]string{}, want.Checks...)},
		[]any{c.Service, c.Method, c.Label, c.Told, c.Comment, mult, got, append([]string{}, c.Checks...)}, "%s", where)
}
