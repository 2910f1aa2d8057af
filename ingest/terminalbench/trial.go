package terminalbench

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/terminal"
)

type verdict struct {
	status        results.Status
	score         *float64
	contradiction string
}

// judge determines the verdict. The failure mode is used only if there is no test verdict, or to
// distinguish timeouts from other failures.
func (x *row) judge() verdict {
	list, failed, tested := x.tests()
	one, zero := 1.0, 0.0
	mode := x.Mode.Text()
	yes := x.Resolved.Bool()
	switch {
	case yes == nil && !x.Resolved.Absent():
		return verdict{results.JudgeError, nil, fmt.Sprintf("is_resolved is %s, neither true nor false", x.Resolved)}
	case yes == nil:
		return verdict{unjudged(mode), &zero, ""}
	case *yes && tested && failed > 0:
		return verdict{results.JudgeError, nil, fmt.Sprintf("it counts as resolved, but %d of its tests failed", failed)}
	case *yes && len(list) == 0:
		return verdict{results.JudgeError, nil, "it counts as resolved, but no test result is recorded"}
	case *yes:
		return verdict{results.Passed, &one, ""}
	case strings.HasSuffix(mode, "agent_timeout"):
		return verdict{results.Timeout, &zero, ""}
	}
	return verdict{results.Failed, &zero, ""}
}

func unjudged(mode string) results.Status {
	switch {
	case mode == "agent_timeout":
		return results.Timeout
	case mode == "test_timeout", mode == "parse_error":
		return results.JudgeError
	case strings.Contains(mode, "installation"):
		return results.InfraError
	case strings.Contains(mode, "agent"), strings.Contains(mode, "length_exceeded"):
		return results.AgentError
	}
	return results.JudgeError
}

// trial stores one trial. seen reports whether its records contain anything that the agent did.
func (r *reader) trial(x *row, task *results.Task) (seen bool, err error) {
	v := x.judge()
	if odd := r.against(x); odd != "" {
		v = verdict{results.JudgeError, nil, odd}
	}
	out := &results.Trial{
		Scenario: task.Scenario, Task: task.Slug, Attempt: r.number(x, task.Name()), Attempts: 1,
		Status: v.status, Score: v.score, Kind: results.KindReward,
		StartedAt: when(x.TrialStart), FinishedAt: when(x.TrialEnd),
		DurationMS: ingest.Took(when(x.TrialStart), when(x.TrialEnd)), AgentMS: ingest.Took(when(x.AgentStart), when(x.AgentEnd)),
		Usage: results.Usage{Input: tokens(x.Input), Output: tokens(x.Output)},
	}
	out.Checks, _, _ = x.tests()
	d := &out.Details
	d.Prompt, d.SourceTrial = x.Instruction.Text(), x.Name.Text()
	if mode := x.Mode.Text(); mode != "unset" && mode != "none" {
		d.ErrorType = mode
		if v.status == results.Passed && mode != "" {
			d.ErrorText = "The harness noted this, and the tests passed all the same."
		}
	}
	for _, p := range []struct {
		name     string
		from, to ingest.Scalar
	}{{"agent", x.AgentStart, x.AgentEnd}, {"tests", x.TestStart, x.TestEnd}} {
		if from, to := when(p.from), when(p.to); from != nil || to != nil {
			d.Phases = append(d.Phases, results.Phase{Name: p.name, StartedAt: from, FinishedAt: to})
		}
	}
	if v.contradiction != "" {
		r.rw.Warn(ingest.Warn(r.in.Path(resultsFile), 0, "%s: %s: verdict ignored", x.Name.Text(), v.contradiction))
		d.Signals = append(d.Signals, v.contradiction)
		out.Contradict(v.contradiction)
	}
	d.TraceNote = "Terminal-Bench 1 does not store a transcript of the agent."
	if x.dir != "" {
		d.TraceNote += " The terminal is shown instead: what the harness typed, " +
			"and the screen before and after the agent and after the tests."
	}
	if err := r.rw.Trial(r.ctx, out); err != nil {
		return false, err
	}
	if x.dir == "" {
		return false, nil
	}
	screens, turns, err := r.keep(x)
	if err != nil {
		return false, err
	}
	if turns {
		d.TraceNote = "The turns are from the agent's own log of its prompts and the model's replies. " +
			"The terminal is shown too: what the harness typed, and screens."
		if err := r.rw.AmendTrial(r.ctx, out); err != nil {
			return false, err
		}
	}
	for i := range screens {
		screens[i].StepID = i + 1
		if err := r.rw.Step(r.ctx, screens[i]); err != nil {
			return false, err
		}
	}
	return len(screens) > 0, nil
}

// panes lists the terminal screens that the harness stores, with their titles.
var panes = []struct{ file, when string }{
	{"panes/pre-agent.txt", "The screen before the agent"},
	{"panes/post-agent.txt", "The screen after the agent"},
	{"panes/post-test.txt", "The screen after the tests"},
}

func screen(what, text string, at *int64) *results.Step {
	s := &results.Step{Source: results.SourceSystem, Event: "log", Message: what, Timestamp: at}
	return s.Observe(results.Result{Content: text})
}

// keep stores the files of a trial and returns steps with their content. turns reports whether any
// of the steps is a turn of the agent.
func (r *reader) keep(x *row) (steps []*results.Step, turns bool, err error) {
	shown := map[string]string{}
	var cast []byte
	var log episodes
	tests := false // set if there is a separate recording of the tests
	err = fs.WalkDir(r.in.FS, x.dir, func(name string, e fs.DirEntry, err error) error {
		if err != nil || !e.Type().IsRegular() {
			return nil
		}
		rec, err := r.in.Record(name)
		switch {
		case errors.Is(err, ingest.ErrTooLarge):
			r.rw.Warn(ingest.Warn(name, 0, "not kept: %v", err))
			return nil
		case err != nil:
			return nil
		}
		rel := strings.TrimPrefix(name, x.dir+"/")
		switch rel {
		case "sessions/tests.cast":
			tests = true
		case "sessions/agent.cast":
			cast = rec.Data
		}
		log.add(rel, rec.Data)
		if rel == "commands.txt" || strings.HasPrefix(rel, "panes/") {
			shown[rel] = strings.ToValidUTF8(string(rec.Data), "\ufffd")
		}
		return r.rw.Raw(r.ctx, rec)
	})
	if err != nil {
		return nil, false, fmt.Errorf("keep %s: %w", x.dir, err)
	}
	add := func(s *results.Step) { steps = append(steps, s) }
	if text := x.Instruction.Text(); text != "" {
		add(&results.Step{Source: results.SourceUser, Message: text, Timestamp: when(x.TrialStart)})
	}
	times := []*int64{when(x.AgentStart), when(x.AgentEnd), when(x.TestEnd)}
	for i, p := range panes {
		if i == 1 && shown["commands.txt"] != "" {
			add(screen("What the harness typed", typed(shown["commands.txt"]), when(x.AgentStart)))
		}
		if i == 1 {
			for _, s := range log.steps() {
				add(s)
				turns = true
			}
		}
		if i == 1 && cast != nil {
			r.recorded(x, cast, shown[p.file], tests, add)
		}
		if text := strings.TrimRight(shown[p.file], " \n"); text != "" {
			add(screen(p.when, text, times[i]))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(shown)) { // screens that future versions of the harness may store
		text := shown[name]
		usual := func(p struct{ file, when string }) bool { return p.file == name }
		if strings.HasPrefix(name, "panes/") && !slices.ContainsFunc(panes[:], usual) {
			add(screen("The screen "+path.Base(name), text, nil))
		}
	}
	if len(steps) == 1 && steps[0].Source == results.SourceUser {
		return nil, false, nil
	}
	return steps, turns, nil
}

// mostScreens is the maximum number of screens of a recording that become steps. The complete
// recording is stored as a record.
const mostScreens = 120

// recorded adds the screens of a recording as steps. If there is no separate recording of the
// tests, the agent's recording includes them. It is then cut where the stored final screen of the
// agent appears, or else at the recorded end time.
func (r *reader) recorded(x *row, cast []byte, pane string, tests bool, add func(*results.Step)) {
	name := path.Join(x.dir, "sessions/agent.cast")
	rec, ok := terminal.Read(cast)
	if !ok {
		r.rw.Warn(ingest.Warn(name, 0, "not an asciinema recording: kept, but its screens are not shown"))
		return
	}
	if rec.Bad > 0 {
		r.rw.Warn(ingest.Warn(name, 0, "%d lines cannot be read: skipped", rec.Bad))
	}
	until := 0.0
	if !tests {
		if at, found := rec.LastLike(pane); found {
			until = max(1e-6, at)
		} else if end := when(x.AgentEnd); end != nil && rec.Start > 0 {
			until = max(1e-6, float64(*end)/1000-rec.Start)
		}
	}
	screens, cut := rec.BeforePauses(mostScreens, until)
	for i, f := range screens {
		s := screen("The screen after "+seconds(f.At), f.Text, nil)
		if cut && i == len(screens)-1 {
			s.Message += ", when the agent had ended; the recording goes on through the tests"
		}
		if rec.Start > 0 {
			s.Timestamp = new(int64((rec.Start + f.At) * 1000))
		}
		add(s)
	}
}

func seconds(at float64) string {
	if at < 60 {
		return fmt.Sprintf("%.1f s", at)
	}
	return fmt.Sprintf("%d:%02d min", int(at)/60, int(at)%60)
}

// typed formats the harness's input for display. Each line of it is a Python list of texts and key
// names.
func typed(text string) string {
	var out []string
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		inner, ok := strings.CutPrefix(line, "[")
		inner, end := strings.CutSuffix(inner, "]")
		for _, key := range []string{", 'Enter'", ", ''"} {
			inner = strings.TrimSuffix(inner, key)
		}
		if q := inner; ok && end && len(q) >= 2 && (q[0] == '\'' || q[0] == '"') && q[len(q)-1] == q[0] &&
			!strings.Contains(q[1:len(q)-1], string(q[0])+", "+string(q[0])) {
			line = strings.NewReplacer(`\'`, "'", `\"`, `"`, `\\`, `\`, `\n`, "\n").Replace(q[1 : len(q)-1])
		}
		out = append(out, line)
	}
	return strings.Join(out, "\n")
}
