package openhands

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"strings"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/trace"
	"github.com/clawatlas/clawatlas/results"
)

// Read writes a conversation, or the run of an evaluation.
func (Format) Read(ctx context.Context, in *ingest.Input, w ingest.Writer) error {
	if !in.Item.Shallow {
		c, err := openConversation(in)
		if err != nil {
			return err
		}
		if c == nil {
			return fmt.Errorf("read %s: it holds no events", in.Item.Dir)
		}
		return c.read(ctx, w)
	}
	e := &evaluation{in: in, resolved: map[string]verdict{}, last: map[string]int{}}
	return e.read(ctx, w)
}

// row is a line of output.jsonl.
type row struct {
	Instance string `json:"instance_id"`
	Issue    *struct {
		Repo   string `json:"repo"`
		Owner  string `json:"owner"`
		Number int64  `json:"number"`
	} `json:"issue"`
	Metadata struct {
		Agent string `json:"agent_class"`
		LLM   struct {
			Model string `json:"model"`
		} `json:"llm_config"`
		Dataset string `json:"dataset"`
		Started string `json:"start_time"`
	} `json:"metadata"`
	History     json.RawMessage `json:"history"`
	Metrics     *usage          `json:"metrics"`
	Error       *string         `json:"error"`
	Result      result          `json:"test_result"`
	Patch       ingest.Scalar   `json:"git_patch"` // of the resolver
	Success     *bool           `json:"success"`   // of the resolver: a claim
	Explanation json.RawMessage `json:"result_explanation"`
}

// result is what the evaluation made of the patch.
type result struct {
	Patch  ingest.Scalar `json:"git_patch"`
	Report *struct {
		Resolved *bool `json:"resolved"`
		Empty    bool  `json:"empty_generation"`
		Failed   bool  `json:"failed_apply_patch"`
		Error    bool  `json:"error_eval"`
		Timeout  bool  `json:"test_timeout"`
	} `json:"report"`
}

// verdict is what a report says of an instance, and where it stands.
type verdict struct {
	resolved bool
	note     string
}

// id names the instance; empty if the line names none.
func (r *row) id() string {
	if r.Instance != "" || r.Issue == nil {
		return r.Instance
	}
	return fmt.Sprintf("%s/%s#%d", r.Issue.Owner, r.Issue.Repo, r.Issue.Number)
}

// patch is what the agent has changed; false if the line does not say.
func (r *row) patch() (string, bool) {
	for _, p := range []ingest.Scalar{r.Result.Patch, r.Patch} {
		if p.Raw.Kind() == '"' {
			return p.Text(), true
		}
	}
	return "", false
}

// verdict is what the line's own report says; false if it has none.
func (r *row) verdict() (verdict, bool) {
	p := r.Result.Report
	if p == nil || p.Resolved == nil {
		return verdict{}, false
	}
	v := verdict{resolved: *p.Resolved}
	for _, why := range []struct {
		is   bool
		note string
	}{
		{p.Empty, "The patch is empty."}, {p.Failed, "The patch could not be applied."},
		{p.Error, "The evaluation ended with an error."}, {p.Timeout, "The tests ran out of time."},
	} {
		if why.is {
			v.note = strings.TrimSpace(v.note + " " + why.note)
		}
	}
	return v, true
}

// evaluation is the run that an output.jsonl is of.
type evaluation struct {
	in       *ingest.Input
	resolved map[string]verdict // by instance
	last     map[string]int     // line that counts for an instance: retries come later
	order    []string
	first    row // with the run's metadata
}

// survey looks at all lines ahead.
func (e *evaluation) survey() error {
	if err := e.lines(outputFile, func(r *row, n int) {
		id := r.id()
		if _, known := e.last[id]; !known {
			e.order = append(e.order, id)
		}
		if len(e.last) == 0 {
			e.first = *r
			e.first.History = nil
		}
		e.last[id] = n
		delete(e.resolved, id)
		if v, ok := r.verdict(); ok {
			e.resolved[id] = v
		}
	}); err != nil {
		return err
	}
	if e.has(evaluatedFile) {
		if err := e.lines(evaluatedFile, func(r *row, _ int) {
			if v, ok := r.verdict(); ok {
				e.resolved[r.id()] = v
			}
		}); err != nil {
			return err
		}
	}
	return e.report()
}

func (e *evaluation) has(name string) bool {
	info, err := fs.Stat(e.in.FS, e.in.Path(name))
	return err == nil && info.Mode().IsRegular()
}

// lines reads the rows of a file; what is none is told when it is read again.
func (e *evaluation) lines(file string, each func(*row, int)) error {
	name := e.in.Path(file)
	lines, err := e.in.Ahead().Lines(name, nil)
	if err != nil {
		return err
	}
	defer lines.Close()
	for {
		line, n, err := lines.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		var r row
		if ingest.DecodeJSON(name, line, n, &r) == nil && r.id() != "" {
			each(&r, n)
		}
	}
}

// report takes what the harness of SWE-bench says of all instances.
func (e *evaluation) report() error {
	if !e.has(reportFile) {
		return nil
	}
	rec, err := e.in.Ahead().Record(e.in.Path(reportFile))
	if err != nil {
		return err
	}
	var lists struct {
		Resolved   []string `json:"resolved_ids"`
		Unresolved []string `json:"unresolved_ids"`
		Empty      []string `json:"empty_patch_ids"`
		Error      []string `json:"error_ids"`
	}
	if rec.Decode(&lists) != nil {
		return nil // another report.json; it is kept raw
	}
	for _, list := range []struct {
		ids []string
		v   verdict
	}{
		{lists.Resolved, verdict{resolved: true}}, {lists.Unresolved, verdict{}},
		{lists.Empty, verdict{note: "The patch is empty."}}, {lists.Error, verdict{note: "The evaluation ended with an error."}},
	} {
		for _, id := range list.ids {
			if _, told := e.resolved[id]; !told {
				e.resolved[id] = list.v
			}
		}
	}
	return nil
}

// dataset is the name of a data set without where it lies. The program writes the
// slashes of a file's path as two underscores.
func dataset(name string) string {
	if strings.HasPrefix(name, "__") {
		name = name[strings.LastIndex(name, "__")+2:]
	}
	if name == "" {
		return "instances"
	}
	return path.Base(name)
}

// read writes the run.
func (e *evaluation) read(ctx context.Context, w ingest.Writer) error {
	if err := e.survey(); err != nil {
		return err
	}
	if len(e.order) == 0 {
		return fmt.Errorf("read %s: no line names an instance", e.in.Path(outputFile))
	}
	meta := &e.first.Metadata
	other := ingest.Other{
		Format: Name, Name: e.in.Clean(dataset(meta.Dataset)),
		Words:   results.Words{Scenario: "group", Task: "instance", Day: "step"},
		Summary: "Instances that OpenHands was evaluated on.",
	}
	if len(e.resolved) > 0 {
		other.Rule = "An instance passes if its report says that it is resolved. One without a report is not judged."
	}
	found, err := ingest.FindOther(ctx, e.in, w, other)
	if err != nil {
		return err
	}
	for _, id := range e.order {
		found.Place("", e.in.Clean(id))
	}
	if err := found.Save(ctx, w); err != nil {
		return err
	}
	vendor, model := provider(e.in.Clean(meta.LLM.Model))
	run := &results.Run{
		Benchmark: found.Benchmark.ID, Evidence: results.Recomputed, Format: Name, Label: e.in.Item.Label,
		ModelName: cmp.Or(e.in.Clean(meta.LLM.Model), e.in.Identity.Model),
		System: results.System{
			Model: cmp.Or(model, e.in.Identity.Model, ingest.Unrecorded), Framework: "openhands",
			Variant: cmp.Or(e.in.Identity.Variant, e.in.Clean(meta.Agent)), Provider: cmp.Or(vendor, e.in.Identity.Provider),
		},
		StartedAt: e.in.Identity.StartedAt(),
	}
	rw, err := w.BeginRun(ctx, run)
	if err != nil {
		return err
	}
	rw.Label("", "")
	if err := e.trials(ctx, rw, found); err != nil {
		return err
	}
	return rw.Commit(ctx)
}

// trials writes one trial for each instance while the file is kept.
func (e *evaluation) trials(ctx context.Context, rw ingest.RunWriter, found *ingest.OtherRecords) error {
	for _, name := range []string{evaluatedFile, reportFile} {
		if !e.has(name) {
			continue
		}
		kept := e.in.Keep(ctx, rw, e.in.Path(name), 0)
		if fault, spoilt := kept.Finish(); spoilt != nil {
			return spoilt
		} else if fault != nil {
			rw.Warn(ingest.Warn(e.in.Path(name), 0, "%v", fault))
		}
	}
	name := e.in.Path(outputFile)
	kept := e.in.Keep(ctx, rw, name, 0)
	lines, err := kept.Open()
	if err != nil {
		return err
	}
	for {
		line, n, err := lines.Next()
		if err != nil {
			if !errors.Is(err, io.EOF) {
				rw.Warn(ingest.Warn(name, n, "%v; the file is read no further", err))
			}
			break
		}
		if err := e.trial(ctx, rw, found, name, line, n); err != nil {
			lines.Close()
			return err
		}
	}
	if err := lines.Close(); err != nil {
		return err
	}
	_, spoilt := kept.Finish()
	return spoilt
}

// trial writes the trial of a line that counts.
func (e *evaluation) trial(ctx context.Context, rw ingest.RunWriter, found *ingest.OtherRecords, name string, line []byte, n int) error {
	if len(strings.TrimSpace(string(line))) == 0 {
		return nil
	}
	var r row
	if err := ingest.DecodeJSON(name, line, n, &r); err != nil {
		rw.Warn(ingest.Warn(name, n, "the line is left out: %v", errors.Unwrap(err)))
		return nil
	}
	id := r.id()
	if id == "" {
		rw.Warn(ingest.Warn(name, n, "the line names no instance and is left out"))
		return nil
	}
	if counts, known := e.last[id]; known && counts != n {
		rw.Warn(ingest.Warn(name, n, "%s stands once more on line %d, which counts", id, counts))
		return nil
	}
	task, listed := found.Place("", id)
	if !listed {
		rw.Warn(ingest.Warn(name, n, "%s has no instance %s: shown, but not counted", found.Benchmark.ID, id))
	}
	t := &ingest.Telling{Ctx: ctx, In: e.in, RW: rw, File: name, Line: n, Trial: &results.Trial{
		Scenario: task.Scenario, Task: task.Slug, Kind: results.KindReward, Attempt: 1, Attempts: 1,
		Details: results.TrialDetails{SourceTrial: id},
	}}
	e.judge(t, &r, id)
	if patch, ok := r.patch(); ok {
		t.Trial.Details.Patch = ingest.NewPatch(patch, len(patch), strings.TrimPrefix(name, e.in.Item.Dir+"/"))
	}
	if err := rw.Trial(ctx, t.Trial); err != nil {
		return err
	}
	if len(r.History) > 0 {
		if err := tell(t, trace.DialectOpenHands, r.History); err != nil {
			return err
		}
	} else {
		t.Note("The line has no events.")
	}
	if u := r.Metrics.usage(); u.Total != nil {
		t.Trial.Usage = u
	}
	return rw.AmendTrial(ctx, t.Trial)
}

// judge takes the verdict of the reports.
func (e *evaluation) judge(t *ingest.Telling, r *row, id string) {
	v, judged := e.resolved[id]
	switch {
	case !judged:
		t.Trial.Status = results.NotJudged
		t.Note("No report says whether the instance is resolved.")
	case v.resolved:
		t.Trial.Status, t.Trial.Score = results.Passed, new(1.0)
	default:
		t.Trial.Status, t.Trial.Score = results.Failed, new(0.0)
	}
	t.Note(v.note)
	if r.Error != nil && *r.Error != "" {
		t.Trial.Details.ErrorText = *r.Error
		t.Note("The harness noted: " + *r.Error)
	}
	if r.Success != nil {
		claim := "failure"
		if *r.Success {
			claim = "success"
		}
		t.Note("The record claims " + claim + ", which is the word of an agent or of a model, not of a test.")
	}
}
