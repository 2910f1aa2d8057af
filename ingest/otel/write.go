package otel

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/trace"
	"github.com/clawatlas/clawatlas/results"
)

// write stores one run. Its files are read once more, now redacted, and kept.
func (r *reader) write(g *group, runs int, warnings []results.Warning) error {
	d, err := r.file(g)
	if err != nil {
		return err
	}
	run := &results.Run{
		Benchmark: d.Benchmark.ID, ModelName: g.model, Evidence: results.Recomputed, Format: Name, Label: r.in.Item.Label,
		System: results.System{Model: g.model, Framework: g.framework, Variant: r.in.Identity.Variant, Provider: g.provider},
	}
	rw, err := r.w.BeginRun(r.ctx, run)
	if err != nil {
		return err
	}
	rw.Label("", "") // the model and the agent are what the spans say
	for _, x := range warnings {
		rw.Warn(x)
	}
	if g.model == ingest.Unrecorded {
		rw.Warn(ingest.Warn(r.in.Item.Dir, 0, "no span of %s names its model (it can be named with --model)", cmp.Or(g.framework, "this agent")))
	}
	f, err := r.keep(rw, g)
	if err != nil {
		return err
	}
	run.Facts = f.facts(g)
	units, _ := f.units()
	at := map[place]*unit{}
	models := 0
	for _, u := range units {
		for _, s := range u.spans {
			at[s.at] = u
			if s.isModel() && s.leaf {
				models++
			}
		}
	}
	for _, t := range g.trials {
		u := at[t.unit.spans[0].at]
		if u == nil { // what was redacted has made other JSON of it
			rw.Warn(ingest.Warn(r.in.Item.Dir, 0, "%s cannot be read any more after its secrets were redacted", t.title))
			continue
		}
		out, err := r.writeTrial(rw, t, u, models == 0)
		if err != nil {
			return err
		}
		run.StartedAt, run.FinishedAt = results.Earlier(run.StartedAt, out.StartedAt), results.Later(run.FinishedAt, out.FinishedAt)
	}
	run.StartedAt = cmp.Or(run.StartedAt, r.in.Identity.StartedAt())
	if runs > 1 { // of the same files
		run.Digest = g.digest(r.files)
	}
	return rw.Commit(r.ctx)
}

// digest tells the runs of the same files apart.
func (g *group) digest(files []*file) string {
	h := sha256.New()
	for i, f := range files {
		if g.files[i] || g.logs[i] {
			h.Write(f.sum[:])
		}
	}
	fmt.Fprintf(h, "%q", []string{g.benchmark, g.framework, g.version, g.model})
	return hex.EncodeToString(h.Sum(nil))
}

// keep reads the files that spans of the run stand in, and stores them with it.
func (r *reader) keep(rw ingest.RunWriter, g *group) (*forest, error) {
	f := newForest(func(string) {})
	f.wanted = map[place]bool{}
	for _, t := range g.trials {
		for _, s := range t.unit.spans {
			f.wanted[s.at] = true
		}
	}
	for i, file := range r.files {
		if err := r.ctx.Err(); err != nil {
			return nil, err
		}
		w := &walk{f: f, at: place{file: i}, warn: func(int, string) {}}
		w.skip = func(line int, _ []byte) bool { return file.repeated[line] }
		if !g.files[i] && !g.logs[i] {
			continue
		}
		if !file.lines {
			rec, err := r.in.Record(file.name)
			if err != nil {
				continue // warned about before
			}
			if err := rw.Raw(r.ctx, rec); err != nil {
				return nil, err
			}
			w.document(rec.Data)
			continue
		}
		kept := r.in.Keep(r.ctx, rw, file.name, 0)
		lines, err := kept.Open()
		if err == nil {
			w.lines(lines)
			lines.Close()
		}
		if fault, spoilt := kept.Finish(); spoilt != nil {
			return nil, spoilt
		} else if fault != nil {
			rw.Warn(ingest.Warn(file.name, 0, "the raw record is kept only up to the fault: %v", fault))
		}
	}
	f.link()
	return f, nil
}

// writeTrial stores one trial with its steps.
func (r *reader) writeTrial(rw ingest.RunWriter, t *trial, u *unit, totals bool) (*results.Trial, error) {
	out := &results.Trial{
		Scenario: t.place.Scenario, Task: t.place.Task, Attempt: t.attempt, Attempts: 1, Status: results.NotJudged, Kind: results.KindReward,
		Details: results.TrialDetails{SourceTrial: cmp.Or(traceID(u), u.session)},
	}
	if !t.listed {
		rw.Warn(ingest.Warn(r.in.Item.Dir, 0, "the benchmark has no task %s: shown, but not counted", out.Task))
	}
	if err := rw.Trial(r.ctx, out); err != nil {
		return nil, err
	}
	rd := newReading(u, totals)
	rd.read()
	k := &ingest.Telling{Ctx: r.ctx, In: r.in, RW: rw, Trial: out}
	e := trace.NewEmitter(trace.DialectSpans, trace.Sink{
		Step: func(s *results.Step) error {
			if out.Details.Prompt == "" && s.Source == results.SourceUser && !s.Copied && s.Depth == 0 {
				out.Details.Prompt = s.Message
			}
			return rw.Step(r.ctx, s)
		},
		Warn:  func(_ int, m string) { rw.Warn(ingest.Warn(r.in.Item.Dir, 0, "%s: %s", t.title, m)) },
		Media: k.MediaIn(r.in.Path(out.Task + ".media")),
	})
	if err := rd.emit(e); err != nil {
		return nil, err
	}
	sum, err := e.Done()
	if err != nil {
		return nil, err
	}
	sum.Agent, sum.SessionID, sum.TrajectoryID = t.framework, u.session, traceID(u)
	sum.Provider = t.provider
	sum.Describe(out)
	rd.conclude(out)
	return out, rw.AmendTrial(r.ctx, out)
}

// emit hands the steps on, each conversation behind what has started it.
func (r *reading) emit(e *trace.Emitter) error {
	paths := map[*scope]string{}
	path := func(sc *scope) string {
		if sc.parent == nil {
			return ""
		}
		return paths[sc]
	}
	var all func(sc *scope, depth int) error
	all = func(sc *scope, depth int) error {
		for _, n := range sc.nodes {
			for _, sub := range n.subs {
				paths[sub] = e.AgentPath(path(sc), sub.name)
			}
			n.fill(e, path)
			n.step.Agent, n.step.Depth = path(sc), depth
			if err := n.keepMedia(e); err != nil {
				return err
			}
			if err := e.Step(n.step); err != nil {
				return err
			}
			for _, sub := range n.subs {
				if err := all(sub, depth+1); err != nil {
					return err
				}
			}
		}
		return nil
	}
	return all(r.main, 0)
}

// conclude puts what the spans say of the attempt as a whole into the trial.
func (r *reading) conclude(t *results.Trial) {
	var from, to int64
	kinds := map[kind]int{}
	d := &t.Details
	for _, s := range r.unit.spans {
		kinds[s.kind]++
		if s.start > 0 && (from == 0 || s.start < from) {
			from = s.start
		}
		to = max(to, s.end)
		for _, x := range s.scores {
			if x.num != nil && x.name != "" {
				if d.Metrics == nil {
					d.Metrics = map[string]float64{}
				}
				d.Metrics[x.name] = *x.num
			}
		}
		if s.kind == kindAgent && s.failed && s.near() == nil && d.ErrorText == "" {
			if in := r.inside[s]; !(in.answered && in.toolSaid(s.why)) {
				d.ErrorType, d.ErrorText = s.errorType, s.why
			}
		}
	}
	t.StartedAt, t.FinishedAt = results.Earlier(t.StartedAt, millis(from)), results.Later(t.FinishedAt, millis(to))
	if from > 0 && to >= from {
		t.DurationMS = new((to - from) / 1e6)
	}
	notes := []string{noVerdict}
	if r.blind > 0 {
		notes = append(notes, fmt.Sprintf("What was said in %s is not recorded.", ingest.Counted(r.blind, "model call")))
	}
	if n := kinds[kindOther]; n > 0 {
		notes = append(notes, fmt.Sprintf("%s of requests, queues and the like are in the raw record alone.", ingest.Counted(n, "further span")))
	}
	if len(d.Metrics) > 0 {
		notes = append(notes, "Evaluations came with the spans; which of them is a verdict they do not say.")
	}
	d.TraceNote = strings.Join(notes, " ")
}
