package step

import (
	"strconv"
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/files"
	"github.com/clawatlas/clawatlas/results/must"
)

func builder() *Builder {
	return &Builder{Calls: 10, Room: PageRoom, Media: func(results.Part) string { return "" }, Window: func(int) string { return "" },
		Href: func(step int, pairs ...string) string {
			return "/steps/" + strconv.Itoa(step) + "?" + strings.Join(pairs, "=")
		}}
}

func ran(output string, failed bool) results.Step {
	code := 0
	if failed {
		code = 1
	}
	return results.Step{StepID: 3, Source: results.SourceAgent, ToolCalls: []results.ToolCall{{ID: "c", Name: "exec", Arguments: []byte(`{"command":"ls /x"}`)}},
		Observation: &results.Observation{Results: []results.Result{{CallID: "c", Content: output, Failed: failed, ExitCode: &code}}}}
}

func drawn(t *testing.T, b *Builder, s results.Step) string {
	t.Helper()
	var out strings.Builder
	must.Do(t, StepItem(b.Build(nil, []results.Step{s})[0]).Render(t.Context(), &out))
	return out.String()
}

// TestLinesInView: a short output is in view, a long one folded with its size, of a failure
// the end is in view, and a line that is sought always.
func TestLinesInView(t *testing.T) {
	long := strings.Repeat("filler\n", 300) + "needle\n" + strings.Repeat("filler\n", 300)
	quoted := builder()
	quoted.Quotes = map[int][]Quote{3: {{Call: 1, Text: "need…"}}}
	for name, x := range map[string]struct {
		b           *Builder
		s           results.Step
		want, avoid []string
	}{
		"one line": {builder(), ran("out", false), []string{`id="step-3-r1-L1">out<`}, []string{"<summary"}},
		"nothing":  {builder(), ran("", true), []string{"exit 1", "data-failed"}, []string{"lns"}},
		"long":     {builder(), ran(long, false), []string{"601 lines, ", `id="step-3-r1-L200"`, `line=201#step-3-r1-L201">lines 201 to 601<`}, []string{`id="step-3-r1-L201"`, "needle"}},
		"failed":   {builder(), ran(long, true), []string{`id="step-3-r1-L601"`, `id="step-3-r1-L600"`}, []string{"L400\" "}},
		"sought":   {quoted, ran(long, false), []string{`class="ln k" id="step-3-r1-L301"`, "lines 302 to "}, nil},
	} {
		got := drawn(t, x.b, x.s)
		for _, w := range x.want {
			if !strings.Contains(got, w) {
				t.Errorf("%s: no %q in %.1500s", name, w, got)
			}
		}
		for _, w := range x.avoid {
			if strings.Contains(got, w) {
				t.Errorf("%s: %q in %.1500s", name, w, got)
			}
		}
	}
}

// TestWholeText: on the page of a step all lines of a text are in view, a stretch at a time.
func TestWholeText(t *testing.T) {
	long := strings.Repeat("line\n", 2002)
	b := builder()
	b.Whole, b.Only, b.Line, b.To, b.Room = StepLines, "r1", 1501, 1502, 4*PageRoom
	drawn(t, b, ran(long, false))
	must.Equal(t, 2002, b.Found.Total, "lines")
	must.Equal(t, 1501, b.Found.From, "the first line")
	var out strings.Builder
	must.Do(t, b.Found.Render(t.Context(), &out))
	if n := strings.Count(out.String(), "</span>\n"); n != 500 || strings.Count(out.String(), "ln k") != 2 {
		t.Errorf("%d lines, %d of them marked", n, strings.Count(out.String(), "ln k"))
	}
}

// TestAnchor: a line after the folded ones has an anchor only on a page that marks it.
func TestAnchor(t *testing.T) {
	text := strings.Repeat("a line\n", 240) + "the line"
	s := &results.Step{StepID: 2, ToolCalls: []results.ToolCall{{ID: "c", Name: "read"}},
		Observation: &results.Observation{Results: []results.Result{{CallID: "c", Content: text}}}}
	for marked, want := range map[bool]string{true: "step-2-r1-L241", false: "step-2"} {
		if got, _ := Anchor(s, files.Names{}, 1, "the line", marked); got != want {
			t.Errorf("marked %v: got %q, want %q", marked, got, want)
		}
	}
}
