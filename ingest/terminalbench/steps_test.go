package terminalbench_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/ingesttest"
	"github.com/clawatlas/clawatlas/results/must"
)

// shown reads the fixture's trial with other files and gives its steps in few words.
func shown(t *testing.T, files map[string]string) (steps []string, note string) {
	t.Helper()
	const dir = "boot/boot.1-of-2.night-1/"
	fsys := fstest.MapFS{"run/results.json": {Data: []byte(file(t, "results.json"))}, "run/" + dir + "results.json": {Data: []byte(file(t, dir+"results.json"))}}
	for name, text := range files {
		fsys["run/"+dir+name] = &fstest.MapFile{Data: []byte(text)}
	}
	db := ingesttest.Open(t)
	rep := ingesttest.Load(t, db, fsys, ingest.Identity{})
	if len(rep.Runs) != 1 {
		t.Fatalf("%+v", rep)
	}
	first := ingesttest.Trials(t, db, rep.Runs[0].Run)[0]
	for _, s := range first.Steps {
		line := s.Source + ": " + s.Message
		for _, c := range s.ToolCalls {
			line += " | " + c.Name + " " + string(c.Arguments)
		}
		if s.Observation != nil {
			line += " = " + strings.ReplaceAll(s.Observation.Results[0].Content, "\n", "/")
		}
		steps = append(steps, line)
	}
	return steps, first.Trial.Details.TraceNote
}

// TestEpisodes holds that the log of the harness's own agent is its turns, in their order.
func TestEpisodes(t *testing.T) {
	got, note := shown(t, map[string]string{
		"agent-logs/episode-10/prompt.txt":   "The screen: up",
		"agent-logs/episode-10/response.txt": "No object {here}",
		"agent-logs/episode-2/prompt.txt":    "Do it.",
		"agent-logs/episode-2/debug.json":    "{}",
		"agent-logs/episode-2/response.txt": `Sure. {"analysis": "Down.", "plan": "Boot.", "commands": [{"keystrokes": "boot\n", ` +
			`"duration": 1.0}, "C-c"], "task_complete": false}`,
		"agent-logs/other/prompt.txt": "not this",
	})
	want := []string{
		"user: Do boot.", "user: Do it.",
		`agent: Sure.` + "\n\n" + `Down.` + "\n\n" + `Boot. | commands {"keystrokes":"boot\n","duration":1.0} | commands ` +
			`{"keystrokes":"C-c"}`,
		"user: The screen: up", "agent: No object {here}",
	}
	must.Same(t, want, got, "steps")
	if !strings.Contains(note, "own log") {
		t.Errorf("note %q", note)
	}
}

// TestRecordingEnds holds where a recording that runs on through the tests is ended: at
// the screen that was kept of the agent's end, without one at the time of it, and not at
// all where the tests have a recording of their own.
func TestRecordingEnds(t *testing.T) {
	cast := `{"version":2,"width":20,"height":4,"timestamp":1767261660}` + "\n" +
		`[1,"o","$ agent\r\ndone\r\n$ "]` + "\n" + `[200,"o","tests"]` + "\n" + `[500,"o","\r\nok"]` + "\n"
	for name, c := range map[string]struct {
		files map[string]string
		want  string
	}{
		"by the screen": {map[string]string{"panes/post-agent.txt": "$ agent\ndone\n$\n"}, "system: The screen after 1.0 s, when the agent had ended; the recording goes on through the tests = $ agent/done/$"},
		"by the time":   {nil, "system: The screen after 3:20 min, when the agent had ended; the recording goes on through the tests = $ agent/done/$ tests"},
		"by itself":     {map[string]string{"sessions/tests.cast": cast, "panes/post-agent.txt": "$ agent\ndone\n$\n"}, "system: The screen after 8:20 min = $ agent/done/$ tests/ok"},
	} {
		files := map[string]string{"sessions/agent.cast": cast}
		for name, text := range c.files {
			files[name] = text
		}
		got, _ := shown(t, files)
		last := ""
		for _, s := range got {
			if strings.HasPrefix(s, "system: The screen after ") && !strings.Contains(s, "after the agent") {
				last = s
			}
		}
		must.Equal(t, c.want, last, "%s", name)
	}
}
