package sweagent

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/results"
)

// Read pushes one run for each model of the folder, and one for each report that
// speaks of none of its instances.
func (Format) Read(ctx context.Context, in *ingest.Input, w ingest.Writer) error {
	f, err := openFolder(in)
	if err != nil {
		return fmt.Errorf("list %s: %w", in.Item.Dir, err)
	}
	others := f.unshared()
	if err := f.read(ctx, w); err != nil {
		return err
	}
	for _, r := range others {
		alone := &folder{in: in, instances: map[string]*instance{}, listed: map[string]bool{},
			own: []string{r.file}, reports: []*runReport{r}, dataset: f.dataset}
		if err := alone.read(ctx, w); err != nil {
			return err
		}
	}
	if len(f.instances) == 0 && len(others) == 0 {
		return f.unread
	}
	return nil
}

// read writes the runs of a folder.
func (f *folder) read(ctx context.Context, w ingest.Writer) error {
	b := f.verdicts()
	for _, r := range f.reports {
		for _, id := range r.submitted() {
			f.of(id)
		}
		for _, id := range r.Incomplete {
			f.listed[id] = true
		}
	}
	for _, e := range f.exits {
		for _, status := range slices.Sorted(maps.Keys(e.statuses)) {
			for _, id := range e.statuses[status] {
				if i := f.of(f.in.Clean(id)); i != nil {
					i.ended = f.in.Clean(status)
				}
			}
		}
	}
	if len(f.instances) == 0 {
		for _, note := range f.warnings {
			w.Warn(note)
		}
		return nil
	}
	trials, err := f.trials(ctx, b, w)
	if err != nil {
		return err
	}
	for n, g := range groups(trials) {
		if n == 0 {
			g.warnings = f.warnings
		}
		if err := f.write(ctx, w, g); err != nil && !errors.Is(err, results.ErrUnchanged) {
			return fmt.Errorf("read run %s: %w", cmp.Or(f.in.Item.Label, f.in.Item.Dir), err)
		}
	}
	return nil
}

// attempt is one trial before it is written.
type attempt struct {
	of     *instance
	file   *trajectory // nil where there is none
	place  place
	listed bool
	number int
	said   verdict
	system results.System
	name   string // of the model, as recorded
}

// trials places all instances and gives each of their attempts its verdict.
func (f *folder) trials(ctx context.Context, b book, w ingest.Writer) ([]*attempt, error) {
	a := &atlas{ctx: ctx, w: w, sets: map[string]*ingest.OtherRecords{}}
	for _, id := range slices.Sorted(maps.Keys(f.listed)) {
		if f.instances[id] == nil {
			if _, _, err := a.find(f, id); err != nil {
				return nil, err
			}
		}
	}
	var list []*attempt
	numbers := map[place]int{}
	for _, id := range slices.Sorted(maps.Keys(f.instances)) {
		i := f.instances[id]
		p, listed, err := a.find(f, id)
		if err != nil {
			return nil, err
		}
		files := i.attempts
		if len(files) == 0 {
			files = []*trajectory{nil}
		}
		slices.SortFunc(files, func(x, y *trajectory) int { return strings.Compare(nameOf(x), nameOf(y)) })
		said := f.judge(b, i)
		judged := i.judgedOf()
		for n, file := range files {
			numbers[p]++
			t := &attempt{of: i, file: file, place: p, listed: listed, number: numbers[p], said: said}
			if len(files) > 1 && n != judged {
				t.said = verdict{status: results.NotJudged, note: "The report speaks of another attempt at this instance."}
			}
			if len(files) > 1 && judged < 0 {
				t.said.note = "Several trajectories are of this instance, and nothing says which of them the report is of."
			}
			list = append(list, t)
		}
	}
	f.name(list)
	return list, a.save()
}

func nameOf(t *trajectory) string {
	if t == nil {
		return ""
	}
	return t.name
}

// judgedOf is the attempt whose patch was predicted, so that the report is of it; -1
// where that cannot be told.
func (i *instance) judgedOf() int {
	if len(i.attempts) == 1 {
		return 0
	}
	found := -1
	for n, t := range i.attempts {
		if i.patch != nil && t.patch != nil && *t.patch == *i.patch {
			if found >= 0 {
				return -1
			}
			found = n
		}
	}
	return found
}

// name says who made each trial. One without a trajectory is of the model that its
// prediction names, or of the only one of the folder.
func (f *folder) name(list []*attempt) {
	id := f.in.Identity
	agents := map[string]int{}
	models := map[string]int{}
	for _, t := range list {
		if t.file != nil {
			agents[t.file.agent()]++
			t.name = t.file.model
		}
		if t.name == "" {
			t.name = predictedBy(t.of.model)
		}
		t.name = cmp.Or(t.name, f.config.model)
		if t.name != "" {
			models[t.name]++
		}
	}
	only := func(m map[string]int) string {
		if len(m) != 1 {
			return ""
		}
		return slices.Collect(maps.Keys(m))[0]
	}
	for _, t := range list {
		t.name = cmp.Or(t.name, only(models), f.evaluated(t.of))
		agent := only(agents)
		if t.file != nil {
			agent = t.file.agent()
		}
		t.system = results.System{Framework: cmp.Or(agent, id.Framework), Variant: id.Variant, Provider: id.Provider}
		vendor, model, ok := cutLast(t.name)
		if ok {
			t.system.Provider = vendor
		}
		t.system.Model = cmp.Or(model, id.Model, ingest.Unrecorded)
	}
}

// runName is what SWE-agent before 1.0 calls a run, and writes in the place of the
// model: model__dataset__configuration__t-0.00__p-0.95__c-3.00.
var runName = regexp.MustCompile(`^([^_]+(?:_[^_]+)*)__.+__t-[0-9.]+__p-[0-9.]+__c-[0-9.]+`)

// predictedBy is the model that a prediction names; empty where it names the run.
func predictedBy(name string) string {
	if m := runName.FindStringSubmatch(name); m != nil {
		return m[1]
	}
	if strings.Contains(name, "__") {
		return ""
	}
	return name
}

// evaluated is the model that the harness names in the folders of its reports:
// <model>/<instance>/report.json, with __ for a slash.
func (f *folder) evaluated(i *instance) string {
	if i.report == nil {
		return ""
	}
	dir := path.Dir(path.Dir(i.report.file))
	if vendor, model, ok := strings.Cut(path.Base(dir), "__"); ok && vendor != "" && model != "" {
		return f.in.Clean(vendor + "/" + model)
	}
	return ""
}

func (t *trajectory) agent() string {
	if t.mini {
		return "mini-swe-agent"
	}
	return "swe-agent"
}

// cutLast cuts the vendors off "vendor/model".
func cutLast(name string) (vendor, model string, ok bool) {
	at := strings.LastIndexByte(name, '/')
	if at < 0 {
		return "", name, false
	}
	vendor, _, _ = strings.Cut(name, "/")
	return vendor, name[at+1:], true
}

// group is the trials of one run.
type group struct {
	benchmark string
	system    results.System
	trials    []*attempt
	warnings  []results.Warning
}

// groups splits trials into runs, in a fixed order.
func groups(list []*attempt) []*group {
	var out []*group
	for _, t := range list {
		n := slices.IndexFunc(out, func(g *group) bool { return g.benchmark == t.place.benchmark && g.system == t.system })
		if n < 0 {
			n = len(out)
			out = append(out, &group{benchmark: t.place.benchmark, system: t.system})
		}
		out[n].trials = append(out[n].trials, t)
	}
	slices.SortStableFunc(out, func(a, b *group) int {
		return strings.Compare(fmt.Sprint(a.benchmark, a.system), fmt.Sprint(b.benchmark, b.system))
	})
	return out
}

// scripted reports whether a model of SWE-agent itself is a program.
func scripted(model string) bool {
	return model == "replay" || model == "instant_empty_submit" || model == "instant_empty_submit_test"
}

// write stores one run.
func (f *folder) write(ctx context.Context, w ingest.Writer, g *group) error {
	run := &results.Run{
		Benchmark: g.benchmark, System: g.system, ModelName: g.system.Model, Scripted: scripted(g.system.Model),
		Evidence: results.Records, Format: Name, Label: f.in.Item.Label, Facts: f.facts(g),
	}
	for _, r := range f.reports {
		run.Reported = append(run.Reported, r.reported(r.file)...)
	}
	rw, err := w.BeginRun(ctx, run)
	if err != nil {
		return err
	}
	rw.Label("", "") // the model and the agent are the trials' own
	for _, note := range g.warnings {
		rw.Warn(note)
	}
	if g.system.Model == ingest.Unrecorded {
		rw.Warn(ingest.Warn(f.in.Item.Dir, 0, "no record names the model (it can be named with --model)"))
	}
	if g.system.Framework == "" {
		rw.Warn(ingest.Warn(f.in.Item.Dir, 0, "no record names the agent (it can be named with --framework)"))
	}
	for _, name := range f.own {
		if err := f.keep(ctx, rw, name); err != nil {
			return err
		}
	}
	for _, t := range g.trials {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := f.writeTrial(t, run, ingest.Telling{Ctx: ctx, In: f.in, RW: rw, File: nameOf(t.file)}); err != nil {
			return err
		}
	}
	run.StartedAt = cmp.Or(run.StartedAt, f.in.Identity.StartedAt())
	return rw.Commit(ctx)
}

// keep stores a record as it is; one that cannot be read is a warning.
func (f *folder) keep(ctx context.Context, rw ingest.RunWriter, name string) error {
	rec, err := f.in.Record(name)
	if err != nil {
		rw.Warn(ingest.Warn(name, 0, "not kept: %v", err))
		return nil
	}
	return rw.Raw(ctx, rec)
}

// stated is how many instances the reports of the run say that there are; 0 if none does.
func (f *folder) stated() int {
	most := 0
	for _, r := range f.reports {
		if n := r.TotalCount.Whole(1e6); n != nil {
			most = max(most, *n)
		}
	}
	return most
}

// facts are what a run's page shows beside its numbers.
func (f *folder) facts(g *group) map[string]string {
	facts := map[string]string{}
	versions, names := map[string]bool{}, map[string]bool{}
	for _, t := range g.trials {
		names[t.name] = true
		if t.file != nil && t.file.version != "" {
			versions[t.file.version] = true
		}
	}
	if len(versions) > 0 {
		facts[results.FactAgentVersion] = strings.Join(slices.Sorted(maps.Keys(versions)), ", ")
	}
	if len(names) == 1 && !names[g.system.Model] && !names[""] {
		facts[results.FactModelRecorded] = slices.Collect(maps.Keys(names))[0]
	}
	if f.dataset != "" {
		facts[results.FactDataset] = f.dataset
	}
	for _, e := range f.exits {
		var parts []string
		for _, status := range slices.Sorted(maps.Keys(e.statuses)) {
			parts = append(parts, f.in.Clean(status)+" "+strconv.Itoa(len(e.statuses[status])))
		}
		facts[path.Base(e.name)] = strings.Join(parts, ", ")
	}
	if n := f.stated(); n > 0 {
		facts[results.FactDatasetTasks] = strconv.Itoa(n)
	}
	for _, r := range f.reports {
		if total, ok := r.TotalCount.Number(); ok {
			all, _ := r.SubmittedCount.Number()
			won, _ := r.ResolvedCount.Number()
			facts[path.Base(r.file)] = fmt.Sprintf("%g resolved of %g submitted, of %g instances in all", won, all, total)
		}
	}
	return facts
}
