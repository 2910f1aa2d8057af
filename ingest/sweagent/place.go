package sweagent

import (
	"context"
	"path"
	"regexp"
	"strings"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/results"
)

// swebenchID is how SWE-bench names an instance: owner__repository-number.
var swebenchID = regexp.MustCompile(`^([A-Za-z0-9][A-Za-z0-9_.-]*)__([A-Za-z0-9_.-]+)-[0-9]+$`)

// rule is what the reports of SWE-bench's harness mean.
const rule = "An instance counts 1 if a report says that it is resolved, which means that " +
	"all its tests of FAIL_TO_PASS and PASS_TO_PASS pass, else 0: " +
	"so does an empty patch and an error of the evaluation. One that no report speaks of is not judged, and its run is not complete."

// subset is the part of SWE-bench that a record names: SWE-bench_Lite,
// swe-bench_verified.
func subset(dataset string) (id, name string) {
	_, part, _ := strings.Cut(strings.ToLower(dataset), "swe-bench")
	switch part = strings.Trim(part, "_- "); part {
	case "", "full", "test", "dev":
		return "swe-bench", "SWE-bench"
	case "m":
		part = "multimodal"
	}
	return "swe-bench-" + results.NameID(part), "SWE-bench " + strings.ToUpper(part[:1]) + part[1:]
}

// benchmark is that of an instance: the part of SWE-bench that a record names, else
// SWE-bench or none, by the instance's name.
func (f *folder) benchmark(id string) ingest.Other {
	o := ingest.Other{Format: Name, ID: "swe-bench", Name: "SWE-bench", Rule: rule,
		Words: results.Words{Scenario: "repository", Task: "instance", Day: "day"}}
	switch {
	case f.dataset != "":
		o.ID, o.Name = subset(f.dataset)
	case !swebenchID.MatchString(id):
		o.ID, o.Name, o.Words = "swe-agent-tasks", "Other tasks of SWE-agent", results.Words{Scenario: "folder", Task: "task", Day: "day"}
		o.Summary = "Trajectories of SWE-agent and mini-swe-agent on tasks that are not SWE-bench's."
		if len(f.reports) == 0 {
			o.Rule = ""
		}
	}
	return o
}

// place is where an instance belongs.
type place struct{ benchmark, scenario, task string }

// atlas places the instances of a folder.
type atlas struct {
	ctx  context.Context
	w    ingest.Writer
	sets map[string]*ingest.OtherRecords
	keys []string // of sets, as they came
}

// find places an instance. listed is false where its benchmark is complete and lacks
// it.
func (a *atlas) find(f *folder, id string) (p place, listed bool, err error) {
	o := f.benchmark(id)
	d := a.sets[o.ID]
	if d == nil {
		if d, err = ingest.FindOther(a.ctx, f.in, a.w, o); err != nil {
			return p, false, err
		}
		a.sets[o.ID], a.keys = d, append(a.keys, o.ID)
	}
	t, listed := d.Place(f.group(id), id)
	return place{d.Benchmark.ID, t.Scenario, t.Slug}, listed, nil
}

// group is the repository of an instance of SWE-bench, and the folder of another.
func (f *folder) group(id string) string {
	if m := swebenchID.FindStringSubmatch(id); m != nil {
		return m[1] + "/" + m[2]
	}
	label := f.in.Item.Label
	if f.in.Item.Dir != "." {
		label = path.Base(f.in.Item.Dir)
	}
	if stem, _ := trajectoryStem(label); stem == id {
		label = ""
	}
	return label
}

// save stores the tasks that are new, before a run needs them.
func (a *atlas) save() error {
	for _, id := range a.keys {
		if err := a.sets[id].Save(a.ctx, a.w); err != nil {
			return err
		}
	}
	return nil
}
