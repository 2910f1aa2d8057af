package terminalbench

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/results"
)

type reader struct {
	ctx  context.Context
	in   *ingest.Input
	rw   ingest.RunWriter
	meta metaFile
	lock lockFile

	own      []*ingest.Record // records that belong to the run and not to a trial
	warnings []results.Warning
	tries    map[results.TaskName]int
	used     map[string]bool // attempt numbers already in use, as task and number
}

func (r *reader) warn(file, format string, args ...any) {
	r.warnings = append(r.warnings, ingest.Warn(file, 0, format, args...))
}

// benchmarkID returns the id of a dataset version, such as terminal-bench-core-0.1.1.
func benchmarkID(set, version string) string {
	id := results.NameID(set)
	if !strings.HasPrefix(id, "terminal-bench") {
		id = "terminal-bench-" + id
	}
	if version != "" {
		id += "-" + results.NameID(version)
	}
	return id
}

// Read implements ingest.Format. It writes the run.
func (Format) Read(ctx context.Context, in *ingest.Input, w ingest.Writer) error {
	r := &reader{ctx: ctx, in: in, tries: map[results.TaskName]int{}, used: map[string]bool{}}
	head, rows, err := r.load()
	if err != nil {
		return err
	}
	if len(rows) == 0 {
		for _, x := range r.warnings {
			w.Warn(x)
		}
		return errors.New("the run has no trial")
	}
	set, version := r.dataset()
	name := set
	if version != "" {
		name += "@" + version
	}
	d, err := ingest.FindOther(ctx, in, w, ingest.Other{
		Format: Name, ID: benchmarkID(set, version), Former: results.FormerBenchmark(name), Name: name, Version: version,
		Words: results.Words{Scenario: "dataset", Task: "task", Day: "step"},
		Rule: "A trial passes if all of its tests did. One without a verdict counts 0, as in the harness's own accuracy; " +
			"a trial that timed out still passes if its tests passed.",
		Summary: "Runs of Terminal-Bench 1: tasks in a terminal, judged by tests.",
	})
	if err != nil {
		return err
	}
	places := make([]*results.Task, len(rows))
	for i, x := range rows {
		t, listed := d.Place(set, x.task())
		if !listed {
			r.warn(in.Item.Dir, "%s has no task %s: shown but not counted", d.Benchmark.Name, x.task())
		}
		if t.Facts.Prompt == "" {
			t.Facts.Prompt = in.Clean(x.Instruction.Text())
		}
		places[i] = t
	}
	for _, id := range r.meta.TaskIDs { // planned tasks without a trial are missing
		if id.Text() != "" {
			d.Place(set, id.Text())
		}
	}
	if err := d.Save(ctx, w); err != nil {
		return err
	}
	return r.write(w, d.Benchmark.ID, head, rows, places)
}

// load reads the run's rows and adds rows for trials that the run's results lack.
func (r *reader) load() (head runFile, rows []*row, err error) {
	name := r.in.Path(resultsFile)
	alone := false
	if info, err := fs.Stat(r.in.FS, r.in.Item.Dir); err == nil && !info.IsDir() {
		name, alone = r.in.Item.Dir, true
	}
	if rec, err := r.in.Record(name); err == nil {
		if sniff(r.in.FS, name) == ofTrial {
			var one row
			if err := rec.Decode(&one); err != nil {
				return head, nil, err
			}
			one.dir = r.in.Item.Dir
			return head, []*row{&one}, nil
		}
		if err := rec.Decode(&head); err != nil {
			return head, nil, err
		}
		r.own = append(r.own, rec)
		rows = r.rows(rec, head.Results)
	} else if !errors.Is(err, fs.ErrNotExist) {
		return head, nil, err
	}
	if alone {
		return head, rows, nil
	}
	r.beside("run_metadata.json", &r.meta)
	r.beside("tb.lock", &r.lock)
	dirs := r.trialDirs()
	for _, x := range rows {
		x.dir = dirs[x.Name.Text()]
		delete(dirs, x.Name.Text())
	}
	for _, name := range slices.Sorted(maps.Keys(dirs)) { // the harness crashed before it wrote the rows of these trials
		rec, err := r.in.Record(path.Join(dirs[name], resultsFile))
		if err != nil {
			continue
		}
		x := &row{}
		if err := rec.Decode(x); err != nil || x.task() == "" {
			r.warn(rec.Name, "the trial's results cannot be read: %v", err)
			continue
		}
		x.dir = dirs[name]
		if len(r.own) > 0 && len(head.Results) > 0 {
			r.warn(rec.Name, "the run's results.json lacks this trial; using the trial's own result")
		}
		rows = append(rows, x)
	}
	return head, rows, nil
}

func (r *reader) beside(name string, into any) {
	rec, err := r.in.Record(r.in.Path(name))
	if err != nil {
		return
	}
	r.own = append(r.own, rec)
	if err := rec.Decode(into); err != nil {
		r.warn(rec.Name, "%v", err)
	}
}

func (r *reader) dataset() (name, version string) {
	name, version = r.meta.Dataset.Text(), r.meta.Version.Text()
	if name == "" {
		name, version = r.lock.Dataset.Name.Text(), r.lock.Dataset.Version.Text()
	}
	if name == "" {
		name, version = r.above(setName)
	}
	return cmp.Or(name, "terminal-bench"), version
}

// system returns the system of the run. An agent that chooses its own model does not record it. The
// model is then the one stated by the caller, or else the one in the folder's name, and from says
// so.
func (r *reader) system() (s results.System, from string) {
	agent, model := r.above(entryName)
	id := r.in.Identity
	recorded := cmp.Or(r.meta.Model.Text(), r.lock.model())
	switch {
	case recorded != "":
		model = recorded
	case id.Model != "":
		model = id.Model
	case model != "":
		from = "the name of the folder"
	}
	s = results.System{
		Model: cmp.Or(model, ingest.Unrecorded), Variant: id.Variant, Provider: id.Provider,
		Framework: cmp.Or(r.meta.Agent.Text(), r.lock.Agent.Name.Text(), agent, id.Framework),
	}
	if vendor, _, ok := strings.Cut(recorded, "/"); ok {
		s.Provider = cmp.Or(vendor, s.Provider)
	}
	return s, from
}

func (r *reader) write(w ingest.Writer, benchmark string, head runFile, rows []*row, places []*results.Task) error {
	system, from := r.system()
	run := &results.Run{
		Benchmark: benchmark, System: system, ModelName: system.Model, Evidence: results.Records, Format: Name, Label: r.in.Item.Label,
		Facts: map[string]string{}, StartedAt: when(r.meta.Start), FinishedAt: when(r.meta.End),
	}
	for key, v := range map[string]string{
		results.FactModelFrom: from, "harness_version": r.lock.Harness.Version.Text(), "run_id": r.meta.RunID.Text(),
	} {
		if v != "" {
			run.Facts[key] = v
		}
	}
	planned := len(r.meta.TaskIDs)
	if n := r.meta.Size.Whole(1e6); n != nil {
		planned = max(planned, *n)
	}
	if planned > 0 {
		run.Facts[results.FactDatasetTasks] = strconv.Itoa(planned)
	}
	rw, err := w.BeginRun(r.ctx, run)
	if err != nil {
		return err
	}
	r.rw = rw
	if system.Model == ingest.Unrecorded {
		r.warn(r.in.Item.Dir, "no record names the model (name it with --model)")
	}
	run.Reported = r.reported(head, rows)
	for _, x := range r.warnings {
		rw.Warn(x)
	}
	for _, rec := range r.own {
		if err := rw.Raw(r.ctx, rec); err != nil {
			return err
		}
	}
	order := make([]int, len(rows))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Or(strings.Compare(places[a].Slug, places[b].Slug), rows[a].attempt()-rows[b].attempt())
	})
	traced := false
	for _, i := range order {
		if err := r.ctx.Err(); err != nil {
			return err
		}
		seen, err := r.trial(rows[i], places[i])
		if err != nil {
			return err
		}
		traced = traced || seen
		if when(r.meta.Start) == nil {
			run.StartedAt = results.Earlier(run.StartedAt, when(rows[i].TrialStart))
		}
		if when(r.meta.End) == nil {
			run.FinishedAt = results.Later(run.FinishedAt, when(rows[i].TrialEnd))
		}
	}
	if traced {
		run.Evidence = results.Recomputed
	}
	return rw.Commit(r.ctx)
}

// exact is the number of significant digits that are compared. The harness writes all digits.
const exact = 9

// reported returns the numbers in the run's results. The reported accuracy is the mean over all
// rows. It equals the mean over tasks only if each task has the same number of rows.
func (r *reader) reported(head runFile, rows []*row) []results.Reported {
	count := map[string]int{}
	for _, x := range rows {
		count[x.task()]++
	}
	even := true
	for _, n := range count {
		even = even && n*len(count) == len(rows)
	}
	var out []results.Reported
	add := func(metric string, s ingest.Scalar) {
		v, ok := s.Number()
		if !ok || v < 0 || v > 1 {
			if !s.Absent() {
				r.warn(r.in.Path(resultsFile), "%s is %s, which is not a number from 0 to 1", metric, s)
			}
			return
		}
		v = math.Round(v*1e12) / 1e12
		out = append(out, results.Reported{File: r.in.Path(resultsFile), Metric: metric, Value: &v, Digits: exact})
	}
	if even {
		add("avg", head.Accuracy)
	} else {
		add("accuracy", head.Accuracy)
	}
	for _, k := range slices.Sorted(maps.Keys(head.PassAt)) {
		if _, err := strconv.Atoi(k); err == nil {
			add("pass_at_"+k, head.PassAt[k])
		}
	}
	if n := head.Resolved.Whole(1e9); n != nil {
		resolved := 0
		for _, x := range rows {
			if b := x.Resolved.Bool(); b != nil && *b {
				resolved++
			}
		}
		if resolved != *n {
			r.warn(r.in.Path(resultsFile), "it states %d resolved trials, but %d of its rows are resolved", *n, resolved)
		}
	}
	return out
}

// number returns the attempt number in a trial's name, or the next unused number if that one is
// already in use.
func (r *reader) number(x *row, task results.TaskName) int {
	r.tries[task]++
	n := x.attempt()
	if n < 1 || r.used[fmt.Sprint(task, n)] {
		n = r.tries[task]
		for r.used[fmt.Sprint(task, n)] {
			n++
		}
	}
	r.used[fmt.Sprint(task, n)] = true
	return n
}
