package ingest_test

import (
	"bytes"
	"context"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/ingesttest"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
)

// ofOthers lists the exclusions of each run that follow from others, as
// "kind run", by the model of the run.
func ofOthers(t *testing.T, db *ingesttest.DB) map[string]string {
	t.Helper()
	runs, _ := must.Get2(db.Runs(context.Background(), results.RunFilter{Benchmark: "clawatlas-example", Limit: 100}))(t)
	slugs := map[string]string{}
	for _, r := range runs {
		slugs[r.Slug] = r.System.Model
	}
	list := map[string]string{}
	for _, r := range runs {
		for _, o := range r.Exclusions {
			list[r.System.Model] += string(o.Kind) + " " + slugs[o.Run]
		}
	}
	return list
}

func without(t *testing.T, db *ingesttest.DB, want map[string]string) {
	t.Helper()
	got := ofOthers(t, db)
	if len(got) != len(want) {
		t.Errorf("objections %v, want %v", got, want)
	}
	for model, o := range want {
		must.Equal(t, o, got[model], "objections to %s", model)
	}
}

// merged puts the files of several trees together.
func merged(trees ...fstest.MapFS) fstest.MapFS {
	m := fstest.MapFS{}
	for _, tree := range trees {
		for name, f := range tree {
			m[name] = f
		}
	}
	return m
}

// Equal records under two names count once, in one load or in two.
func TestSameRecords(t *testing.T) {
	one, two := renamed(t, "acme_ant_clawatlas-runner", always("scripted")), renamed(t, "acme_bee_clawatlas-runner", always("scripted"))
	t.Run("in one load", func(t *testing.T) {
		db := ingesttest.Open(t)
		rep := ingesttest.Load(t, db, merged(one, two), ingest.Identity{})
		without(t, db, map[string]string{"bee": "same_records ant"})
		if r := rep.Runs[1]; len(r.Exclusions) != 1 || !strings.Contains(r.Exclusions[0].Message, "same records as "+rep.Runs[0].Run) {
			t.Errorf("the report has %+v, want the objection", r.Exclusions)
		}
	})
	t.Run("in two loads", func(t *testing.T) {
		db := ingesttest.Open(t)
		ingesttest.Load(t, db, two, ingest.Identity{})
		ingesttest.Load(t, db, one, ingest.Identity{})
		without(t, db, map[string]string{"ant": "same_records bee"})
		if r := ingesttest.Load(t, db, one, ingest.Identity{}).Runs[0]; !r.Unchanged || len(r.Exclusions) != 1 {
			t.Errorf("a third load has %+v, want the unchanged run with its objection", r)
		}
	})
}

// A run that was only laid out anew, with other times and another model in its
// records, is still the same run; one more answer makes it another.
func TestSameAnswers(t *testing.T) {
	one, two := renamed(t, "acme_ant_clawatlas-runner", always("ant")), renamed(t, "acme_bee_clawatlas-runner", always("bee"))
	for name, f := range two {
		two[name] = &fstest.MapFile{Data: bytes.ReplaceAll(f.Data, []byte(`"started_at": 1795`), []byte(`"started_at": 1794`))}
	}
	db := ingesttest.Open(t)
	ingesttest.Load(t, db, merged(one, two), ingest.Identity{})
	without(t, db, map[string]string{"bee": "same_records ant"})

	name := "result_example/acme_bee_clawatlas-runner/infer/ex_library_outage/q1/infer_result.json"
	two[name] = &fstest.MapFile{Data: bytes.ReplaceAll(two[name].Data, []byte(`"text": "\\bbox`), []byte(`"text": "It is \\bbox`))}
	db = ingesttest.Open(t)
	ingesttest.Load(t, db, merged(one, two), ingest.Identity{})
	without(t, db, nil)

	// A message that is not the answer makes another run too.
	one, two = renamed(t, "acme_ant_clawatlas-runner", always("ant")), renamed(t, "acme_bee_clawatlas-runner", always("bee"))
	data := bytes.Clone(two[name].Data)
	said := bytes.LastIndex(data, []byte(`"text": "\\bbox`))
	two[name] = &fstest.MapFile{Data: append(data[:said:said], bytes.Replace(data[said:], []byte(`"text": "`), []byte(`"text": "Well: `),
		1)...)}
	db = ingesttest.Open(t)
	ingesttest.Load(t, db, merged(one, two), ingest.Identity{})
	without(t, db, nil)
}

// corrected is the run of the agent ant with one answer changed.
func corrected(t *testing.T) fstest.MapFS {
	m := renamed(t, "acme_ant_clawatlas-runner", always("scripted"))
	name := "result_example/acme_ant_clawatlas-runner/infer/ex_library_outage/q1/infer_result.json"
	m[name] = &fstest.MapFile{Data: bytes.ReplaceAll(m[name].Data, []byte(`"text": "\\bbox`), []byte(`"text": "It is \\bbox`))}
	return m
}

// states reads runs and what is said against them, by slug.
func states(t *testing.T, db *ingesttest.DB) map[string][]results.Exclusion {
	t.Helper()
	runs, _ := must.Get2(db.Runs(context.Background(), results.RunFilter{Benchmark: "clawatlas-example", Limit: 100}))(t)
	list := map[string][]results.Exclusion{}
	for _, r := range runs {
		list[r.Slug] = r.Exclusions
	}
	return list
}

// A correction replaces what it names by slug or digest, also if that comes
// later; the replaced run is shown and not ranked.
func TestReplaces(t *testing.T) {
	old := renamed(t, "acme_ant_clawatlas-runner", always("scripted"))
	first := ingesttest.Load(t, ingesttest.Open(t), old, ingest.Identity{}).Runs[0].Run
	digest := first[len(first)-8:]

	t.Run("by slug", func(t *testing.T) {
		db := ingesttest.Open(t)
		ingesttest.Load(t, db, old, ingest.Identity{})
		rep := ingesttest.Load(t, db, corrected(t), ingest.Identity{Replaces: first})
		next := rep.Runs[0].Run
		got := states(t, db)
		if o := got[first]; len(o) != 1 || o[0].Kind != results.ExclusionReplaced || o[0].Run != next || len(got[next]) > 0 {
			t.Errorf("objections %+v, want that %s is replaced by %s", got, first, next)
		}
		if len(rep.Runs[0].Warnings) > 0 {
			t.Errorf("warnings %+v, want none", rep.Runs[0].Warnings)
		}
	})
	t.Run("by digest, which comes later", func(t *testing.T) {
		db := ingesttest.Open(t)
		rep := ingesttest.Load(t, db, corrected(t), ingest.Identity{Replaces: digest})
		if w := rep.Runs[0].Warnings; len(w) != 1 || !strings.Contains(w[0].Message, "no such run") {
			t.Errorf("warnings %+v, want that there is no such run", w)
		}
		ingesttest.Load(t, db, old, ingest.Identity{})
		if o := states(t, db)[first]; len(o) != 1 || o[0].Kind != results.ExclusionReplaced {
			t.Errorf("objections %+v, want replaced", o)
		}
	})
	t.Run("said afterwards, of records that are there", func(t *testing.T) {
		db := ingesttest.Open(t)
		ingesttest.Load(t, db, old, ingest.Identity{})
		ingesttest.Load(t, db, corrected(t), ingest.Identity{})
		if rep := ingesttest.Load(t, db, corrected(t), ingest.Identity{Replaces: digest}); !rep.Runs[0].Unchanged {
			t.Fatalf("%+v, want an unchanged run", rep.Runs)
		}
		if o := states(t, db)[first]; len(o) != 1 || o[0].Kind != results.ExclusionReplaced {
			t.Errorf("objections %+v, want replaced", o)
		}
	})
	t.Run("not a run of another system", func(t *testing.T) {
		db := ingesttest.Open(t)
		ingesttest.Load(t, db, old, ingest.Identity{})
		rep := ingesttest.Load(t, db, corrected(t), ingest.Identity{Replaces: first, Model: "bee"})
		if w := rep.Runs[0].Warnings; len(w) != 1 || !strings.Contains(w[0].Message, "another system") {
			t.Errorf("warnings %+v, want that it is of another system", w)
		}
		if got := states(t, db); len(got[first]) > 0 {
			t.Errorf("objections %+v, want none", got)
		}
	})
	t.Run("the last word of two counts", func(t *testing.T) {
		db := ingesttest.Open(t)
		rep := ingesttest.Load(t, db, corrected(t), ingest.Identity{Replaces: first})
		ingesttest.Load(t, db, old, ingest.Identity{Replaces: rep.Runs[0].Run})
		got := states(t, db)
		if len(got[first]) > 0 || len(got[rep.Runs[0].Run]) != 1 {
			t.Errorf("objections %+v, want that the later one stands", got)
		}
	})
}

// A run with an exclusion of its own never stands before one without, whichever
// came first.
func TestSameRecordsWrongLabel(t *testing.T) {
	db := openModels(t)
	ingesttest.Load(t, db, renamed(t, "openai_gpt-5.5_clawatlas-runner", always("gemma-4-31b-it")), ingest.Identity{})
	ingesttest.Load(t, db, renamed(t, "google_gemma-4-31b-it_clawatlas-runner", always("gemma-4-31b-it")), ingest.Identity{})
	without(t, db, map[string]string{"gpt-5.5": "label same_records gemma-4-31b"})
}

// TestOtherTasks holds that of a benchmark which nobody has described only runs over the
// same tasks are ranked: over the most, and of as many over those that most runs have.
func TestOtherTasks(t *testing.T) {
	run := func(set string, complete bool) results.Run {
		return results.Run{Slug: set, Digest: set + strconv.FormatBool(complete), Complete: complete, ModelName: "m",
			Facts: map[string]string{results.FactTaskSet: set}}
	}
	for name, tt := range map[string]struct {
		sets []string
		want []bool
	}{
		"one set":             {[]string{"2 a", "2 a"}, []bool{true, true}},
		"the larger one":      {[]string{"2 a", "9 b", "2 a"}, []bool{false, true, false}},
		"the more common one": {[]string{"2 a", "2 b", "2 b"}, []bool{false, true, true}},
		"neither":             {[]string{"2 b", "2 a"}, []bool{false, true}},
		"an old run":          {[]string{"", "2 a"}, []bool{true, true}},
	} {
		var runs []results.Run
		for i, set := range tt.sets {
			runs = append(runs, run(set, true))
			runs[i].Digest += strconv.Itoa(i)
		}
		runs = append(runs, run("99 c", false))
		ingest.Related(&results.Benchmark{}, runs)
		for i, want := range tt.want {
			if runs[i].Ranked() != want {
				t.Errorf("%s: run %d of %q is ranked %v, %+v", name, i, tt.sets[i], runs[i].Ranked(), runs[i].Exclusions)
			}
		}
		if last := runs[len(runs)-1]; len(last.Exclusions) > 0 {
			t.Errorf("%s: an incomplete run has %+v", name, last.Exclusions)
		}
		ingest.Related(&results.Benchmark{Official: true}, runs)
		for i := range tt.want {
			if !runs[i].Ranked() {
				t.Errorf("%s: run %d of a described benchmark has %+v", name, i, runs[i].Exclusions)
			}
		}
	}
}
