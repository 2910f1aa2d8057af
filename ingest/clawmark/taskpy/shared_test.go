package taskpy

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

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
			return `f"{_field(row, 'Notes')}" ` + quote(rest)
		}
		return quote(v)
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
			parts = append(parts, quote(k)+": "+pythonOf(w))
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
	return slices.Concat(raw[:i], []byte(gap), raw[j:])
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
		return "ctx.task_dir / " + quote(strings.TrimPrefix(s, "ctx.task_dir/"))
	}
	return lit
}

// source writes the file.
func (x *extract) source() string {
	var b strings.Builder
	fmt.Fprintf(&b, "METADATA = %s\nPROMPT = %s\n", literalOf(x.Metadata), quote(x.Prompt))
	for _, st := range x.Stages {
		fmt.Fprintf(&b, "\n\nasync def %s(ctx):\n    %s\n", st.ID, quote(st.Doc))
		for i := range st.Events {
			st.Events[i].write(&b)
		}
		fmt.Fprintf(&b, "    return {'notification': (%s), 'time': %s}\n", quote(st.Notification), quote(st.Time))
	}
	stages, rubric := []string{}, map[string]string{}
	for i, r := range x.Rubric {
		fmt.Fprintf(&b, "\n\nasync def _c%d(ctx) -> bool:\n    %s\n", i, quote(r.Doc))
		for _, s := range r.Services {
			fmt.Fprintf(&b, "    await ctx.%s.read()\n", s)
		}
		for _, l := range r.Literals {
			if cleaned(l) != r.Doc {
				fmt.Fprintf(&b, "    x = %s\n", quote(l))
			}
		}
		fmt.Fprintf(&b, "    return True\n")
		if rubric[r.Stage] == "" {
			stages = append(stages, r.Stage)
		}
		rubric[r.Stage] += fmt.Sprintf("        {'id': %s, 'checker': _c%d, 'weight': %v},\n", quote(r.ID), i, r.Weight)
	}
	b.WriteString("\n\nRUBRIC = {\n")
	for _, st := range stages {
		fmt.Fprintf(&b, "    %s: [\n%s    ],\n", quote(st), rubric[st])
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

// mult is how the extract writes what a call depends on.
func mult(c *Change) any {
	switch {
	case c.Repeated:
		return "?"
	case c.Conditional:
		return "if"
	}
	return 1.0
}

// TestReal runs the tests that read real records, see docs/records.md.
func TestReal(t *testing.T) {
	resultstest.Real(t, map[string]func(*testing.T){"Extracts": testSharedExtracts, "Golden": testSharedGolden}, "world", "clawmark-tasks")
}

// What the thirteen tasks say comes through the reader, change by change: payload,
// label, how the wake-up text speaks of it, and the checks that look for it.
func testSharedExtracts(t *testing.T) {
	for _, x := range extracts(t) {
		task, err := Parse([]byte(x.source()))
		if err != nil {
			t.Fatalf("%s: %v", x.Path, err)
		}
		if task.Prompt != x.Prompt || len(task.Stages) != len(x.Stages) || len(task.Checks) != len(x.Rubric) {
			t.Fatalf("%s: %d stages, %d checks, prompt %q", x.Path, len(task.Stages), len(task.Checks), task.Prompt)
		}
		for i, st := range task.Stages {
			want := x.Stages[i]
			if st.ID != want.ID || st.Doc != want.Doc || st.Notification != want.Notification || st.Time != want.Time || !st.Static {
				t.Errorf("%s %s: %+v", x.Path, want.ID, st)
			}
			if len(st.Changes) != len(want.Events) {
				t.Fatalf("%s %s: %d changes, want %d", x.Path, want.ID, len(st.Changes), len(want.Events))
			}
			for k := range st.Changes {
				compareEvent(t, x.Path+" "+want.ID, &st.Changes[k], &want.Events[k])
			}
		}
		for i, c := range task.Checks {
			want := x.Rubric[i]
			got := []any{c.At, c.ID, *c.Weight, c.Doc, c.RedLine, c.Services}
			if diff := cmp.Diff([]any{want.Stage, want.ID, want.Weight, want.Doc, want.RedLine, want.Services}, got); diff != "" {
				t.Errorf("%s %s: %s", x.Path, want.ID, diff)
			}
		}
	}
}

func compareEvent(t *testing.T, where string, c *Change, want *event) {
	t.Helper()
	where = fmt.Sprintf("%s %s.%s %s", where, want.Service, want.Method, want.Comment)
	for i, a := range c.Args {
		raw, _ := json.Marshal(a.Value)
		value := json.RawMessage(nil)
		if a.Name == "" {
			value = want.Args[i]
		} else {
			value, _ = json.Marshal(want.Kw[a.Name])
		}
		var got, expected any
		json.Unmarshal(raw, &got)
		json.Unmarshal(withGap(value), &expected)
		if want.Method == "delete_event" && i == 1 {
			expected = "item['uid']"
		}
		if diff := cmp.Diff(expected, got); diff != "" {
			t.Errorf("%s: argument %d: %s", where, i, diff)
		}
	}
	got := []any{c.Service, c.Method, string(c.Label), string(c.Told), c.Comment, mult(c), c.Static, append([]string{}, c.Checks...)}
	expected := []any{want.Service, want.Method, want.Label, want.Told, want.Comment, want.Mult, true, append([]string{}, want.Checks...)}
	if diff := cmp.Diff(expected, got); diff != "" {
		t.Errorf("%s: %s", where, diff)
	}
}

// goldenFile holds the counts of the thirteen tasks and their changes.
type goldenFile struct {
	Totals    map[string]float64        `json:"shared_13"`
	ByService map[string]map[string]int `json:"shared_13_by_service"`
	PerTask   map[string][]goldenStage  `json:"shared_13_per_task"`
}

type goldenStage struct {
	Stage   string          `json:"stage"`
	Time    string          `json:"time"`
	Chars   int             `json:"notification_chars"`
	Changes json.RawMessage `json:"changes"`
	// The last entry of a task is its rubric: id, weight and red line by stage.
	Rubric map[string][][]any `json:"rubric"`
}

func golden(t *testing.T) *goldenFile {
	t.Helper()
	raw := must.Get(os.ReadFile(resultstest.Shared(t, "golden", "golden_clawmark_shared13.json")))(t)
	g := &goldenFile{}
	must.Do(t, json.Unmarshal(raw, g))
	return g
}

// counted adds up what the golden file counts.
func counted(tasks map[string]*Task) (map[string]float64, map[string]map[string]int) {
	n, by := map[string]float64{}, map[string]map[string]int{}
	for _, task := range tasks {
		n["tasks"]++
		n["stages"] += float64(len(task.Stages))
		n["setup_calls"] += float64(len(task.Stages[0].Changes))
		for _, c := range changesOf(task) {
			label := string(c.Label)
			if label == "" {
				label = "unlabelled"
			}
			n["changes"]++
			n["changes_"+label]++
			n["told_"+string(c.Told)]++
			n[label+"_told_"+string(c.Told)]++
			if c.Static {
				n["changes_static"]++
			}
			if by[c.Service] == nil {
				by[c.Service] = map[string]int{}
			}
			by[c.Service][label]++
		}
		for i := range task.Checks {
			c := &task.Checks[i]
			n["checkers"]++
			n["weight"] += *c.Weight
			if c.RedLine {
				n["redlines"]++
			}
			if c.Silent {
				n["checks_naming_silent"]++
			}
		}
	}
	return n, by
}

// The counts of the golden file hold to the last one.
func testSharedGolden(t *testing.T) {
	g := golden(t)
	tasks := map[string]*Task{}
	for _, x := range extracts(t) {
		task, err := Parse([]byte(x.source()))
		if err != nil {
			t.Fatalf("%s: %v", x.Path, err)
		}
		tasks[strings.TrimSuffix(x.Path, "/task.py")] = task
	}
	totals, by := counted(tasks)
	if diff := cmp.Diff(g.Totals, totals); diff != "" {
		t.Errorf("totals: %s", diff)
	}
	if diff := cmp.Diff(g.ByService, by); diff != "" {
		t.Errorf("by service: %s", diff)
	}
	for name, stages := range g.PerTask {
		for i, want := range stages {
			if want.Rubric != nil {
				must.Same(t, want.Rubric, rubricOf(tasks[name]), "%s", name)
				continue
			}
			st := &tasks[name].Stages[i]
			if st.ID != want.Stage || st.Time != want.Time || len([]rune(st.Notification)) != want.Chars {
				t.Errorf("%s %s at %s with %d characters, want %+v", name, st.ID, st.Time, len([]rune(st.Notification)), want)
			}
			compareGolden(t, name, st, want.Changes)
		}
	}
}

func rubricOf(task *Task) map[string][][]any {
	out := map[string][][]any{}
	for i := range task.Checks {
		c := &task.Checks[i]
		out[c.At] = append(out[c.At], []any{c.ID, *c.Weight, c.RedLine})
	}
	return out
}

func compareGolden(t *testing.T, name string, st *Stage, raw json.RawMessage) {
	t.Helper()
	var setup map[string]int
	if json.Unmarshal(raw, &setup) == nil {
		if len(st.Changes) != setup["setup"] {
			t.Errorf("%s %s: %d calls set up, want %d", name, st.ID, len(st.Changes), setup["setup"])
		}
		return
	}
	var want []map[string]any
	must.Do(t, json.Unmarshal(raw, &want))
	var got []map[string]any
	for i := range st.Changes {
		c := &st.Changes[i]
		m := map[string]any{"service": c.Service, "method": c.Method, "label": nil, "told": string(c.Told), "static": c.Static,
			"mult": mult(c)}
		if c.Label != "" {
			m["label"] = string(c.Label)
		}
		got = append(got, m)
	}
	for i := range want {
		delete(want[i], "line") // the files are written anew
	}
	must.Same(t, want, got, "%s %s", name, st.ID)
}
