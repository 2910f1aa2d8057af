package harbor

import (
	"bytes"
	"cmp"
	"errors"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/trace"
	"github.com/clawatlas/clawatlas/results"
	"github.com/go-json-experiment/json/jsontext"
)

// stepNames returns the names of the steps of a multi-step trial, in the order of the result. Steps
// that only have a directory follow, sorted by name.
func (j *job) stepNames(t *trial) []string {
	var out []string
	if t.res != nil {
		for _, s := range t.res.Steps {
			if s.Name != "" && path.Base(s.Name) == s.Name {
				out = append(out, s.Name)
			}
		}
	}
	entries, err := fs.ReadDir(j.in.FS, path.Join(t.dir, "steps"))
	if err != nil {
		return out
	}
	for _, e := range entries {
		if e.IsDir() && !slices.Contains(out, e.Name()) {
			out = append(out, e.Name())
		}
	}
	return out
}

// readTraces reads the trace of the trial, or the traces of its steps in order.
func (v *view) readTraces() (traceView, error) {
	var all traceView
	dirs := [][2]string{{"", path.Join(v.t.dir, "agent")}}
	for _, s := range v.j.stepNames(v.t) {
		dirs = append(dirs, [2]string{s, path.Join(v.t.dir, "steps", s, "agent")})
	}
	found := false
	for _, d := range dirs {
		ok, err := v.readAgent(d[0], d[1], &all)
		if err != nil {
			return all, err
		}
		found = found || ok
	}
	if found {
		return all, nil
	}
	for _, s := range v.metadataLogs() {
		ok, err := v.try(s, "", path.Join(v.t.dir, "agent"), &all)
		if err != nil {
			return all, err
		}
		found = found || ok
	}
	switch {
	case found:
		all.note = "The harness kept no transcript, only the agent's log in its result."
	case v.t.why != "":
		all.note = "There is no record of the attempt."
	case v.t.empty:
		all.note = "The trial was never started."
	default:
		all.note = "The harness kept no transcript and no log of the agent."
	}
	return all, nil
}

func (v *view) readAgent(day, dir string, all *traceView) (bool, error) {
	var logs []source
	names := v.candidates(dir)
	for i, name := range names {
		rec, err := v.j.record(name)
		if err != nil {
			continue // already reported when the record was stored
		}
		s := source{name: name, data: rec.Data, dialect: trace.Detect(name, rec.Data[:min(len(rec.Data), 64<<10)])}
		if s.dialect == trace.DialectText || s.dialect == trace.Unknown {
			if rank(name, dir) >= isLog {
				logs = append(logs, s)
			}
			continue
		}
		ok, err := v.try(s, day, dir, all)
		if err != nil {
			return false, err
		}
		if !ok {
			continue
		}
		if day == "" {
			v.usageBeside(names[i+1:], dir, all)
		}
		if err := v.lastWords(s, names[i+1:], day, dir, all); err != nil {
			return false, err
		}
		if rest := others(names[i+1:], dir); rest != "" {
			all.note = strings.TrimSpace(all.note + " Shown is " + path.Base(name) +
				"; other transcripts of the trial are among its records: " + rest + ".")
		}
		return true, nil
	}
	found, outer := false, false
	for _, s := range logs {
		inner := rank(s.name, dir) == innerLog
		if inner && outer {
			break
		}
		ok, err := v.try(s, day, dir, all)
		if err != nil {
			return false, err
		}
		found, outer = found || ok, outer || ok && !inner
	}
	if found {
		all.note = "The harness kept no transcript, only logs of the agent."
	}
	return found, nil
}

// refusal matches the message of a provider that refuses further requests.
var refusal = regexp.MustCompile(`(?i)\b429\b|rate.?limit\w* (?:reached|exceeded|error)|too many requests|RESOURCE_EXHAUSTED|exceeded your (?:current )?quota|quota exceeded|insufficient_quota`)

// lastWords adds a step to the transcript s of a trial that ended with an error or at its time limit, if
// one of the logs ends with a refusal by the provider. Only the stack of the error may follow it.
func (v *view) lastWords(s source, rest []string, day, dir string, all *traceView) error {
	for _, name := range rest {
		rec, err := v.j.record(name)
		if rank(name, dir) < isLog || err != nil || v.end != results.AgentError && v.end != results.Timeout {
			continue
		}
		lines := strings.Split(strings.TrimSpace(string(rec.Data[max(0, len(rec.Data)-4096):])), "\n")
		for len(lines) > 1 && (strings.TrimLeft(lines[len(lines)-1], " \t}])") != lines[len(lines)-1] || lines[len(lines)-1] == "") {
			lines = lines[:len(lines)-1]
		}
		if line := strings.TrimSpace(lines[len(lines)-1]); refusal.MatchString(line) {
			all.note = strings.TrimSpace(all.note + " Its last step is the end of " + path.Base(name) + ".")
			return v.step(&results.Step{Source: results.SourceSystem, Event: "log", Message: strings.ToValidUTF8(line, "\ufffd")}, s, day, dir, all)
		}
	}
	return nil
}

// metadataLogs returns the logs that an agent adapter has stored in the metadata of result.json.
func (v *view) metadataLogs() []source {
	if v.t.bare {
		return nil
	}
	name := path.Join(v.t.dir, "result.json")
	rec, err := v.j.record(name)
	if err != nil {
		return nil
	}
	var res struct {
		AgentResult *struct {
			Metadata map[string]jsontext.Value `json:"metadata"`
		} `json:"agent_result"`
	}
	if !jsonOnly(rec.Data, &res) || res.AgentResult == nil {
		return nil
	}
	var out []source
	for key, raw := range res.AgentResult.Metadata {
		var log string
		if strings.HasSuffix(key, "_log") && raw.Kind() == '"' && jsonOnly(raw, &log) && strings.TrimSpace(log) != "" {
			out = append(out, source{name: name, data: []byte(log), dialect: trace.DialectText})
		}
	}
	slices.SortFunc(out, func(a, b source) int { return bytes.Compare(a.data, b.data) })
	return out
}

// storeError wraps an error of the store. It ends the run, whereas other errors only skip the
// transcript.
type storeError struct{ err error }

func (e storeError) Error() string { return e.err.Error() }
func (e storeError) Unwrap() error { return e.err }

func (v *view) try(s source, day, dir string, all *traceView) (bool, error) {
	before := all.steps
	sink := trace.Sink{
		Step: func(step *results.Step) error { return v.step(step, s, day, dir, all) },
		Warn: func(line int, message string) { v.rw.Warn(ingest.Warn(s.name, line, "%s", message)) },
		File: func(name string) ([]byte, error) { return v.file(s, dir, name) },
		Media: func(name, media string, data []byte) (string, error) {
			raw := path.Join(path.Dir(s.name), strings.TrimSuffix(path.Base(s.name), path.Ext(s.name))+"."+path.Base("/"+name))
			return v.j.stored(raw), v.keepMedia(raw, media, data)
		},
	}
	sum, err := trace.Read(s.dialect, trace.Source{Data: s.data}, sink)
	var fatal storeError
	if errors.As(err, &fatal) {
		return false, fatal.err
	}
	if err != nil {
		v.rw.Warn(ingest.WarnOf(s.name, "", err))
	}
	if all.steps == before {
		return false, nil
	}
	all.add(sum, s.dialect != trace.DialectText)
	return true, nil
}

// step stores one step with its pictures. Steps are numbered across transcripts.
func (v *view) step(step *results.Step, s source, day, dir string, all *traceView) error {
	all.steps++
	step.StepID, step.Day = all.steps, cmp.Or(step.Day, day)
	if all.prompt == "" && step.Source == results.SourceUser && step.Depth == 0 && step.Event == "" {
		all.prompt = step.Message
	}
	if step.Source == results.SourceAgent && step.Error == "" && (step.Message != "" || len(step.ToolCalls) > 0) {
		all.answers++
	}
	all.solution = cmp.Or(all.solution, readSolution(step))
	parts := [][]results.Part{step.Parts}
	if step.Observation != nil {
		for i := range step.Observation.Results {
			parts = append(parts, step.Observation.Results[i].Parts)
		}
	}
	for _, list := range parts {
		for i := range list {
			if err := v.picture(&list[i], s, dir); err != nil {
				return err
			}
		}
	}
	if err := v.rw.Step(v.ctx, step); err != nil {
		return storeError{err}
	}
	return nil
}
