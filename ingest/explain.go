package ingest

import (
	"cmp"
	"context"
	"io"
	"path"
	"slices"

	"github.com/clawatlas/clawatlas/results"
)

// Explanation says of each file of some sources what it was taken for, why, and what
// became of it.
type Explanation struct {
	Files []FileExplanation `json:"files"`
}

// FileExplanation is one file, or a directory that one format claims as a whole.
type FileExplanation struct {
	Source   string `json:"source"`
	Path     string `json:"path"`      // inside the source
	Format   string `json:"format"`    // id of the format that claims it; empty: none does
	Is       string `json:"is"`        // what it is, in words; of a file that nothing claims, its kind
	Version  string `json:"version"`   // of the format as the record states it; empty if it states none
	Why      string `json:"why"`       // what decided, to end the sentence "it is read because ..."
	Nearest  string `json:"nearest"`   // of a file that nothing claims: what it looks like; empty if like nothing
	Lacks    string `json:"lacks"`     // what that would have to be otherwise
	PartOf   string `json:"part_of"`   // path of the claim whose record the file is part of; empty for a claim itself
	Became   Became `json:"became"`    // what was read of it, with all that belongs to the claim
	StayRaw  int    `json:"stay_raw"`  // entries of it that no reader knows, which are shown as they are
	Kept     int    `json:"kept"`      // files that are kept beside as raw records
	Refused  string `json:"refused"`   // why it cannot be read at all; empty if it can
	Warnings int    `json:"warnings"`  // said while it was read
	First    string `json:"first_one"` // the first of them
}

// Became counts what a format has read.
type Became struct {
	Datasets int `json:"datasets"`
	Tasks    int `json:"tasks"` // of the datasets
	Runs     int `json:"runs"`
	Trials   int `json:"trials"`
	Steps    int `json:"steps"`
	Calls    int `json:"calls"` // of tools
	Figures  int `json:"figures"`
}

// Explain reads sources as Load does, and stores nothing: it says what each file is.
// The datasets that known brings are there beforehand, as in a database.
func (l *Loader) Explain(ctx context.Context, known, sources []Source) (*Explanation, error) {
	return l.explain(ctx, known, sources, nil)
}

func (l *Loader) explain(ctx context.Context, known, sources []Source, each func(*Trace) error) (*Explanation, error) {
	e := &explainer{l: l, sets: map[string]*results.Dataset{}}
	for _, src := range known {
		if _, err := e.source(ctx, src); err != nil {
			return nil, err
		}
	}
	e.each = each
	out := &Explanation{Files: []FileExplanation{}}
	for _, src := range sources {
		files, err := e.source(ctx, src)
		if err != nil {
			return nil, err
		}
		out.Files = append(out.Files, files...)
	}
	return out, nil
}

// explainer is a store of datasets in memory, that counts what it is given.
type explainer struct {
	l    *Loader
	sets map[string]*results.Dataset
	each func(*Trace) error // is given each trace; may be nil
}

func (e *explainer) source(ctx context.Context, src Source) ([]FileExplanation, error) {
	red := e.l.Redactor()
	src.Name = cleanName(red, src.Name)
	src.settle(e.l.Formats)
	names := newCleanNames(src.FS, red)
	src.FS = names
	found, err := find(src, e.l.Formats)
	if err != nil {
		return nil, err
	}
	opened := newNoted(src.FS, found.loose)
	stated := &manifests{fsys: src.FS, red: red, read: map[string]*manifest{}}
	items := slices.Clone(found.items)
	slices.SortStableFunc(items, func(a, b Item) int { return int(a.Kind) - int(b.Kind) })
	var files []FileExplanation
	for _, it := range items {
		id, _, err := stated.at(it.Dir, src.Identity)
		if err != nil {
			files = append(files, FileExplanation{Source: src.Name, Path: it.Dir, Format: it.Format, Refused: err.Error()})
			continue
		}
		red := e.l.Redactor()
		in := &Input{FS: opened, Item: it, Identity: id, Limits: e.l.Limits, Redact: red, Jobs: e.l.Jobs, Now: e.l.Now()}
		list, err := e.item(ctx, in)
		if err != nil {
			return nil, err
		}
		files = append(files, list...)
	}
	near := map[string]*Item{}
	for i := range found.near {
		if it := &found.near[i]; near[it.Dir] == nil {
			near[it.Dir] = it
		}
	}
	left := opened.left(found.loose)
	for _, name := range found.loose {
		f := FileExplanation{Source: src.Name, Path: name}
		switch {
		case path.Base(name) == ManifestName:
			f.Is = "what the caller states of the records beside it"
		case !slices.Contains(left, name):
			f.Is = "named by a record, which is read with it"
		default:
			f.Is = string(red.Bytes([]byte(kindOf(src.FS, name))))
			if it := near[name]; it != nil {
				f.Nearest, f.Lacks = it.likeness(), string(red.Bytes([]byte(it.Lacks)))
			}
		}
		files = append(files, f)
	}
	return files, nil
}

// item reads what a format claims.
func (e *explainer) item(ctx context.Context, in *Input) ([]FileExplanation, error) {
	it := in.Item
	w := &explained{e: e, item: it, byFile: map[string]*tally{}}
	var to Writer = w
	var traces *tracing
	if e.each != nil {
		traces = &tracing{explained: w, each: e.each, source: it.Source}
		to = traces
	}
	var format Format
	for _, f := range e.l.Formats {
		if f.Name() == it.Format {
			format = f
		}
	}
	err := format.Read(ctx, in, to)
	if traces != nil && err == nil {
		err = traces.flush()
	}
	if traces != nil && traces.fault != nil {
		return nil, traces.fault
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	whole := FileExplanation{Source: it.Source, Path: it.Dir, Format: it.Format, Is: it.Format, Version: it.Version, Why: it.Why}
	w.sum.into(&whole)
	if err != nil {
		whole.Refused = err.Error()
	}
	if it.Files == nil {
		whole.Kept = len(w.order)
		return []FileExplanation{whole}, nil
	}
	var list []FileExplanation
	for i, name := range it.Files {
		f := FileExplanation{Source: it.Source, Path: in.Path(name), Format: it.Format, Is: it.Format, Version: it.Version, Why: it.Why,
			Refused: whole.Refused}
		if i < len(it.Reasons) {
			f.Is, f.Version, f.Why = cmp.Or(it.Reasons[i].Is, it.Format), it.Reasons[i].Version, it.Reasons[i].Why
		}
		t := w.byFile[f.Path]
		switch {
		case t == nil:
		case t.partOf != "":
			f.PartOf = t.partOf
		default:
			t.into(&f)
		}
		list = append(list, f)
	}
	if len(list) == 1 {
		w.sum.into(&list[0])
	}
	for _, name := range w.order { // what was read beside them
		if t := w.byFile[name]; t.partOf != "" && !slices.Contains(it.Files, path.Base(name)) {
			list = append(list, FileExplanation{Source: it.Source, Path: name, Format: it.Format, Is: "part of a record", PartOf: t.partOf})
		}
	}
	return list, nil
}

// tally counts what one file, or a claim, has become.
type tally struct {
	Became
	raw, warnings int
	first         string
	partOf        string // the first file of the trial, of the others
}

func (t *tally) into(f *FileExplanation) {
	f.Became, f.StayRaw, f.Warnings, f.First = t.Became, t.raw, t.warnings, t.first
}

func (t *tally) warn(w results.Warning) {
	if t.warnings++; t.first == "" {
		t.first = w.Message
	}
}

// explained is the Writer and RunWriter of one item.
type explained struct {
	e      *explainer
	item   Item
	sum    tally
	byFile map[string]*tally
	order  []string // names of byFile
	trial  *tally   // the file that the open trial is counted with; nil before its first
	lead   string   // its name
	steps  tally    // of the open trial, before its first file
	run    tally    // of the open run
	files  []string // of the open run, before its first trial
}

func (w *explained) add(count func(*tally)) {
	count(&w.sum)
	count(&w.run)
	if w.trial != nil {
		count(w.trial)
	} else {
		count(&w.steps)
	}
}

func (w *explained) SaveDataset(_ context.Context, d *results.Dataset) error {
	old := w.e.sets[d.Benchmark.ID]
	if old == nil {
		old = &results.Dataset{Benchmark: d.Benchmark}
		w.e.sets[d.Benchmark.ID] = old
	}
	w.sum.Datasets++
	w.sum.Tasks += len(d.Tasks)
	if old.Pinned() && len(old.Tasks) > 0 {
		return nil
	}
	have := map[results.TaskName]bool{}
	for i := range old.Tasks {
		have[old.Tasks[i].Name()] = true
	}
	for i := range d.Tasks {
		if !have[d.Tasks[i].Name()] {
			old.Tasks = append(old.Tasks, d.Tasks[i])
		}
	}
	for _, s := range d.Scenarios {
		if !slices.ContainsFunc(old.Scenarios, func(o results.Scenario) bool { return o.Slug == s.Slug }) {
			old.Scenarios = append(old.Scenarios, s)
		}
	}
	return nil
}

func (w *explained) FindDataset(_ context.Context, id string) (*results.Dataset, error) {
	d := w.e.sets[id]
	if d == nil {
		return nil, results.ErrNotFound
	}
	c := *d
	c.Tasks, c.Scenarios = slices.Clone(d.Tasks), slices.Clone(d.Scenarios)
	return &c, nil
}

func (w *explained) Datasets(context.Context) ([]results.Dataset, error) {
	var list []results.Dataset
	for _, d := range w.e.sets {
		list = append(list, results.Dataset{Benchmark: d.Benchmark, Scenarios: d.Scenarios})
	}
	slices.SortFunc(list, func(a, b results.Dataset) int { return cmp.Compare(a.Benchmark.ID, b.Benchmark.ID) })
	return list, nil
}

func (w *explained) SaveModels(context.Context, []results.Model) error { return nil }

func (w *explained) SaveTables(context.Context, []results.StatTable) error { return nil }

func (w *explained) SaveFigures(_ context.Context, _ results.FigureSource, figures []results.Figure) error {
	w.sum.Figures += len(figures)
	return nil
}

// Warn implements Writer and RunWriter.
func (w *explained) Warn(warning results.Warning) {
	w.sum.warn(warning)
	if t := w.byFile[warning.File]; t != nil {
		t.warn(warning)
	}
}

func (w *explained) BeginRun(context.Context, *results.Run) (RunWriter, error) {
	w.trial, w.lead, w.steps, w.run, w.files = nil, "", tally{}, tally{}, nil
	w.add(func(t *tally) { t.Runs++ })
	return w, nil
}

func (w *explained) Raw(_ context.Context, rec *Record) error {
	w.file(rec.Name)
	return nil
}

func (w *explained) RawStream(_ context.Context, name, _ string, _ func() [32]byte) (io.WriteCloser, error) {
	w.file(name)
	return nothing{}, nil
}

// file counts the open trial with its first file.
func (w *explained) file(name string) {
	if w.run.Trials == 0 {
		w.files = append(w.files, name)
	}
	if w.byFile[name] != nil {
		return
	}
	t := &tally{}
	w.byFile[name] = t
	w.order = append(w.order, name)
	switch {
	case w.lead != "":
		t.partOf = w.lead
	case w.steps.Trials > 0:
		*t, w.trial, w.lead = w.steps, t, name
	}
}

type nothing struct{}

func (nothing) Write(p []byte) (int, error) { return len(p), nil }
func (nothing) Close() error                { return nil }

func (w *explained) Trial(context.Context, *results.Trial) error {
	w.trial, w.lead, w.steps = nil, "", tally{}
	w.add(func(t *tally) { t.Trials++ })
	return nil
}

func (w *explained) Step(_ context.Context, s *results.Step) error {
	w.add(func(t *tally) {
		t.Steps++
		t.Calls += len(s.ToolCalls)
		if s.Event == "raw" {
			t.raw++
		}
	})
	return nil
}

func (w *explained) AmendTrial(context.Context, *results.Trial) error { return nil }

func (w *explained) Label(string, string) {}

// Commit implements RunWriter. What a run is made of as a whole becomes that run: the
// first of these files is told so, the others are its parts.
func (w *explained) Commit(context.Context) error {
	for i, name := range w.files {
		t := w.byFile[name]
		switch {
		case i == 0:
			t.Became, t.raw, t.partOf = t.plus(w.run.Became), t.raw+w.run.raw, ""
		case t.Became == Became{}:
			t.partOf = w.files[0]
		}
	}
	return nil
}

func (b Became) plus(o Became) Became {
	return Became{Datasets: b.Datasets + o.Datasets, Tasks: b.Tasks + o.Tasks, Runs: b.Runs + o.Runs, Trials: b.Trials + o.Trials,
		Steps: b.Steps + o.Steps, Calls: b.Calls + o.Calls, Figures: b.Figures + o.Figures}
}
