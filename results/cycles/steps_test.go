package cycles

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/files"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/outline"
)

// ran is a step that runs a command, ten seconds after the one before it.
func ran(step int, command, answer string, exit int) results.Step {
	args, err := json.Marshal(map[string]string{"command": command})
	if err != nil {
		panic(err) // strings are always JSON
	}
	at := int64(step) * 10_000
	done := at + int64(step)*100
	r := results.Result{CallID: "c", Content: answer, ExitCode: &exit, Failed: exit > 1, Timestamp: &done}
	if exit == 1 {
		r.Outcome = results.OutcomeEmpty
	}
	return results.Step{
		StepID: step, Timestamp: &at, Source: results.SourceAgent, ToolCalls: []results.ToolCall{{ID: "c", Name: "exec", Arguments: args}},
		Observation: &results.Observation{Results: []results.Result{r}},
	}
}

func of(steps []results.Step, workspace string) []Cycle {
	names := files.NewNames(workspace)
	return Of(steps, outline.Marks(steps, names), names)
}

func ms(n int64) *int64 { return &n }
func code(n int) *int   { return &n }

// TestOf: two files are searched in turn, three times and once more the first, whose
// answer is another one in the end. White space makes no other call; a step that is
// of none of the turns stands before them.
func TestOf(t *testing.T) {
	const missing = "grep: b.md: No such file or directory"
	steps := []results.Step{
		{StepID: 1, Source: results.SourceUser, Message: "go"},
		ran(2, "grep x c.md", "", 1),
		ran(3, "grep x a.md", "", 1), ran(4, "grep x b.md", missing, 2),
		ran(5, "grep  x a.md\n", "", 1), ran(6, "grep x b.md", missing, 2),
		ran(7, "grep x a.md", "", 1), ran(8, "grep x b.md", missing, 2),
		ran(9, "grep x a.md", "x", 0),
		ran(10, "grep x d.md", "", 1),
	}
	want := []Cycle{{From: 3, To: 9, Turns: 3, Rest: 1, TookMS: ms(60_900), Members: []Member{
		{Tool: "exec", About: `"x" in a.md`, Calls: 1, Times: 4, Empty: 3, First: Turn{3, code(1), ms(300)},
			Last: Turn{9, code(0), ms(900)}, Answers: 2, Changed: []int{9}},
		{Tool: "exec", About: `"x" in b.md`, Calls: 1, Times: 3, Failed: 3, First: Turn{4, code(2), ms(400)},
			Last: Turn{8, code(2), ms(800)}, Answers: 1, Changed: []int{}},
	}, Kinds: []outline.Kind{"empty", "failed", "empty", "failed", "empty", "failed", "looked"}}}
	got := of(steps, "")
	if diff := cmp.Diff(want, got); diff != "" {
		t.Fatalf("-want +got:\n%s", diff)
	}
	if got[0].Kind() != outline.Failed {
		t.Errorf("the cycle is %s, want failed", got[0].Kind())
	}
	data := must.Get(got[0].Pack())(t)
	again, err := Unpack(data)
	if diff := cmp.Diff(want[0], again); err != nil || diff != "" {
		t.Errorf("%v, -packed +read:\n%s", err, diff)
	}
}

// TestOfBreaks: what comes between equal calls breaks their cycle, and what another
// agent does is not equal. What the model says beside a call is no difference.
func TestOfBreaks(t *testing.T) {
	four := func(change func(s *results.Step)) []results.Step {
		var list []results.Step
		for i := range 4 {
			list = append(list, ran(i+1, "ls", "", 0))
		}
		change(&list[1])
		return list
	}
	for _, x := range []struct {
		name   string
		change func(s *results.Step)
		want   int // steps of the cycle
	}{
		{"nothing", func(*results.Step) {}, 4},
		{"a word", func(s *results.Step) { s.Message = "once more" }, 4},
		{"a message of the user", func(s *results.Step) { *s = results.Step{StepID: 2, Source: results.SourceUser, Message: "stop"} }, 0},
		{"a message of the agent", func(s *results.Step) { *s = results.Step{StepID: 2, Source: results.SourceAgent, Message: "done"} }, 0},
		{"another agent", func(s *results.Step) { s.Agent = "research/1" }, 0},
		{"another day", func(s *results.Step) { s.Day = "2" }, 0},
		{"the end of a context", func(s *results.Step) { s.Boundary = "truncate" }, 0},
		{"copied context", func(s *results.Step) { s.Copied = true }, 0},
		{"a second call", func(s *results.Step) { s.ToolCalls = append(s.ToolCalls, s.ToolCalls[0]) }, 0},
	} {
		got := 0
		for _, c := range of(four(x.change), "") {
			got += c.To - c.From + 1
		}
		if got != x.want {
			t.Errorf("%s: a cycle of %d steps, want %d", x.name, got, x.want)
		}
	}
	steps := four(func(*results.Step) {})
	for i := range steps {
		steps[i] = ran(i+1, "cat /home/u/run-"+string(rune('0'+i%2))+"/a.md", "", 0)
	}
	if got := of(steps, "/home/u/run-0"); len(got) != 0 {
		t.Errorf("%+v, want nothing: the files are two", got)
	}
}

// TestAnswersAgain: the second and third answer of the same text and outcome lead to
// the first. Short ones, others, and those of the same step do not.
func TestAnswersAgain(t *testing.T) {
	long := strings.Repeat("refused: ", 20)
	steps := []results.Step{
		ran(1, "a", long, 2), ran(2, "b", "short", 2), ran(3, "c", "\n"+long+" \n", 2), ran(4, "d", "short", 2),
		ran(5, "e", long, 0), ran(6, "f", long+"!", 2), ran(7, "g", long, 2), ran(8, "h", long, 2), ran(9, "i", long, 2),
	}
	steps[7].Copied = true
	steps[8].Observation.Results[0].Parts = []results.Part{{Type: "image"}}
	twice := steps[5].Observation
	twice.Results = append(twice.Results, twice.Results[0])
	want := map[Place]Again{{3, 1}: {Place{1, 1}, 2}, {7, 1}: {Place{1, 1}, 3}}
	must.Same(t, want, AnswersAgain(steps), "what was got")
}
