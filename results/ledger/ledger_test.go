package ledger

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/files"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/search"
)

func call(tool, args string, r results.Result) *results.Step {
	r.CallID = "c"
	return &results.Step{Source: results.SourceAgent, ToolCalls: []results.ToolCall{{ID: "c", Name: tool, Arguments: []byte(args)}}, Observation: &results.Observation{Results: []results.Result{r}}}
}

// A file has one name, wherever the workspace was.
func TestPaths(t *testing.T) {
	names := files.NewNames("/root/.agent/workspace/run-7")
	for _, c := range []struct {
		tool, args, cwd string
		want            []string
	}{
		{"read", `{"path":"/root/.agent/workspace/run-7/src/a.py"}`, "", []string{"src/a.py"}},
		{"read", `{"path":"src/a.py"}`, "", []string{"src/a.py"}},
		{"exec", `{"command":"cd src && python3 a.py --out=x.json < in.csv > out/b.txt 2>/dev/null"}`, "", []string{"src/a.py", "src/in.csv", "src/out/b.txt"}},
		{"exec", `{"command":"pytest tests/test_a.py::TestX -k 'a.b'","cwd":"/root/.agent/workspace/run-7/pkg"}`, "", []string{"pkg/tests/test_a.py"}},
		{"exec", `{"command":"python -m http.server 8000 && curl https://host/x.html && grep -rn foo.bar lib/"}`, "/root/.agent/workspace/run-7", []string{"lib"}},
		{"exec", `{"command":"python - <<'E'\nopen('x.csv')\nE"}`, "", nil},
		{"apply_patch", `{"input":"*** Begin Patch\n*** Update File: src/a.py\n@@\n-x\n+y\n*** Add File: b.md\n+z\n*** End Patch"}`, "", []string{"src/a.py", "b.md"}},
		{"grep", `{"pattern":"x","path":"/root/.agent/workspace/run-7/docs"}`, "", []string{"docs"}},
		{"exec", `{"command":"cat a.md a.md ./a.md"}`, "", []string{"a.md"}},
		{"message", `{"text":"see a.py"}`, "", nil},
		{"exec", `{"command":"ls ` + strings.Repeat("x/", 200) + `"}`, "", nil},
	} {
		s := call(c.tool, c.args, results.Result{Cwd: c.cwd})
		must.Same(t, c.want, Of(s, names).Calls[0].Paths, "%s", c.args)
	}
	many := call("exec", `{"command":"cat `+strings.Repeat("a.md b.md ", 3)+numbered(40)+`"}`, results.Result{})
	if n := len(Of(many, names).Calls[0].Paths); n != pathsMost {
		t.Errorf("%d paths, want %d", n, pathsMost)
	}
}

func numbered(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "f%d.txt ", i)
	}
	return b.String()
}

func TestEnds(t *testing.T) {
	two := 2
	for _, c := range []struct {
		r           results.Result
		end, cause  string
		failed      bool
		wantNotCode bool
	}{
		{results.Result{Content: "fine"}, search.IsOK, "", false, true},
		{results.Result{Failed: true, Failure: "exit_code", ExitCode: &two, Content: "ls: x: No such file or directory"}, search.IsFailed, "missing_path", true, false},
		{results.Result{Failed: true, Failure: "status", Outcome: results.OutcomeRefused, Content: "not allowed"}, search.IsRefused, "tool_error", true, true},
		{results.Result{Outcome: results.OutcomeEmpty, ExitCode: &two}, search.IsEmpty, "", false, false},
	} {
		n := Of(call("exec", `{"command":"ls"}`, c.r), files.Names{})
		got := n.Calls[0]
		if got.End != c.end || got.Cause != c.cause || n.Failed != c.failed || (got.Exit == nil) != c.wantNotCode {
			t.Errorf("%+v: noted as %+v, failed %v", c.r, got, n.Failed)
		}
	}
	unanswered := call("exec", `{}`, results.Result{})
	unanswered.Observation = nil
	if got := Of(unanswered, files.Names{}).Calls[0]; got.End != "" {
		t.Errorf("a call without a result ends as %q", got.End)
	}
}

// What a harness writes around an output says nothing.
func TestTold(t *testing.T) {
	for want, r := range map[string]results.Result{
		"sum 13 differs": {Failed: true, Content: "checking\nsum 13 differs\n\n(Command exited with code 2)"},
		"done":           {Content: "first\ndone\n"},
		"":               {Failed: true, Content: "(Command exited with code 2)"},
	} {
		must.Equal(t, want, Told(&r), "%q tells", r.Content)
	}
}

// samples are steps with every kind of value.
func samples() []Step {
	code, below := 127, -9
	many := Call{Tool: "exec", End: search.IsFailed, Cause: "no_space", Exit: &below, Error: "OSError", Later: search.LaterOK}
	for i := range 12 {
		many.Paths = append(many.Paths, fmt.Sprintf("dir/f%d.py", i))
	}
	return []Step{
		{Role: results.SourceUser, First: true, Day: "2026-03-02"},
		{Role: results.SourceAgent, Calls: []Call{{Tool: "exec", End: search.IsOK, Exit: new(int), Paths: []string{"a.py"}}}},
		{Role: results.SourceAgent, Failed: true, Day: "2026-03-03", Calls: []Call{{Tool: "read", End: search.IsRefused, Cause: "not_allowed", Later: search.LaterNever}, many, {Tool: "日本", Exit: &code}}},
		{Role: results.SourceSystem, Copied: true},
		{Role: results.SourceAgent, First: true, Failed: true, Calls: []Call{{Tool: "grep", End: search.IsEmpty, Paths: []string{"a.py", "b/c"}}}},
	}
}

// unpack reads a page back.
func unpack(t *testing.T, x Sheet) []Step {
	t.Helper()
	p := NewPage()
	must.Do(t, p.Open(x.Data, x.Paths))
	var list []Step
	for i := range p.Steps {
		e := p.Step(i)
		s := Step{Role: e.Role, Day: e.Day, First: e.First, Failed: e.Failed, Copied: e.Copied}
		for k := range e.Calls {
			m := &e.Calls[k]
			kind := e.Kind(m)
			c := Call{Tool: kind.Tool, End: kind.End, Cause: kind.Cause, Error: kind.Error, Later: e.Later(m)}
			if code, ok := kind.Exit(); ok {
				c.Exit = &code
			}
			e.Paths(m, func(path string) { c.Paths = append(c.Paths, path) })
			s.Calls = append(s.Calls, c)
		}
		list = append(list, s)
	}
	return list
}

func TestPageRoundTrip(t *testing.T) {
	var b Builder
	want := samples()
	for i := range want {
		b.Add(&want[i])
	}
	if d := cmp.Diff(want, unpack(t, b.Sheet())); d != "" {
		t.Errorf("(-packed +read):\n%s", d)
	}
	if got := unpack(t, b.Sheet()); len(got) != 0 {
		t.Errorf("the builder is not empty afterwards: %v", got)
	}
}

// One call must meet all fields of calls.
func TestMatch(t *testing.T) {
	var b Builder
	for _, s := range samples() {
		b.Add(&s)
	}
	sheet := b.Sheet()
	for line, want := range map[string][]int{
		"tool:exec": {1, 2}, "tool:exec is:failed": {2}, "tool:read is:failed": {2}, "is:refused": {2}, "tool:exec is:refused": nil, "is:failed": {2, 4}, "is:failed tool:*": {2},
		"exit:0": {1}, "exit:<0": {2}, "exit:>100": {2}, "tool:exec exit:127": nil, "path:a.py": {1, 4}, "path:=c": nil, "path:c": {4}, "path:=b/c": {4}, "path:*.py": {1, 2, 4}, "path:f11.py": {2},
		"fail:no_space": {2}, "fail:no*": {2}, "-fail:*": {0, 1, 4}, "-is:failed": {0, 1}, "-tool:exec": {0, 4}, "tool:exec -path:a.py": {2}, "role:agent -day:*": {1, 4}, "day:2026-03-02": {0}, "role:system": nil, "is:empty path:c": {4},
	} {
		m := NewMatcher(search.Parse(line).Fields)
		p := NewPage()
		must.Do(t, p.Open(sheet.Data, sheet.Paths))
		var got []int
		for i := range p.Steps {
			if m.Match(p.Step(i)) {
				got = append(got, i)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: steps %v, want %v", line, got, want)
		}
	}
}

// A damaged page is an error, and never more.
func FuzzPage(f *testing.F) {
	var b Builder
	for _, s := range samples() {
		b.Add(&s)
	}
	x := b.Sheet()
	f.Add(x.Data, x.Paths)
	f.Add(x.Data[:len(x.Data)-3], x.Paths)
	f.Add(x.Data, x.Paths[:5])
	f.Fuzz(func(_ *testing.T, data, paths []byte) {
		p := NewPage()
		if p.Open(data, paths) != nil {
			return
		}
		m := NewMatcher(search.Parse("tool:exec path:*.py is:failed").Fields)
		tally := NewTally(nil)
		m.May(p)
		tally.Begin(p)
		for i := range p.Steps {
			e := p.Step(i)
			m.Match(e)
			tally.Add(e, func(int) {})
		}
		tally.End()
	})
}
