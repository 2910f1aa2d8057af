package web

import (
	"bytes"
	"context"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/ingesttest"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
)

// objectedSite has a run of two models, and a run that another one corrects.
func objectedSite(t *testing.T) (site *testSite, bySystem map[string][]results.Run) {
	site = openSite(t, "objections", func(ctx context.Context, l *ingest.Loader) error {
		runs := func(dir, model string, answer []byte) fstest.MapFS {
			m := fstest.MapFS{}
			for name, f := range ingesttest.Example(t) {
				rest, ours := strings.CutPrefix(name, "result_example/scripted_skimmer_clawatlas-runner/")
				switch {
				case ours:
					data := bytes.ReplaceAll(f.Data, []byte(`"text": "\\bbox`), answer)
					if strings.Contains(rest, "tea") {
						data = bytes.ReplaceAll(data, []byte(`"model": "scripted"`), []byte(`"model": "`+model+`"`))
					} else {
						data = bytes.ReplaceAll(data, []byte(`"model": "scripted"`), []byte(`"model": "gpt-5.5"`))
					}
					m["result/"+dir+"/"+rest] = &fstest.MapFile{Data: data}
				case !strings.HasPrefix(name, "result_example/"):
					m[name] = f
				}
			}
			return m
		}
		mixed := ingest.Source{FS: runs("openai_gpt-5.5_clawatlas-runner", "gemma-4-31b-it", []byte(`"text": "a \\bbox`)), Name: "mixed"}
		if err := loadInto(ctx, l, false, mixed); err != nil {
			return err
		}
		old := ingest.Source{FS: runs("openai_gpt-5.5_clawatlas-runner_low", "gpt-5.5", []byte(`"text": "b \\bbox`)), Name: "old"}
		if err := loadInto(ctx, l, false, old); err != nil {
			return err
		}
		list, _, err := l.Store.Runs(ctx, results.RunFilter{Benchmark: "clawatlas-example", Limit: 10})
		if err != nil {
			return err
		}
		next := ingest.Source{FS: runs("openai_gpt-5.5_clawatlas-runner_low", "gpt-5.5", []byte(`"text": "c \\bbox`)), Name: "next"}
		for _, r := range list {
			if r.System.Variant == "low" {
				next.Identity.Replaces = r.Slug
			}
		}
		for _, answer := range []string{"d", "e"} {
			again := ingest.Source{FS: runs("openai_gpt-5.5_clawatlas-runner_high", "gpt-5.5", []byte(`"text": "`+answer+` \\bbox`)), Name: answer}
			if err := loadInto(ctx, l, false, again); err != nil {
				return err
			}
		}
		return loadInto(ctx, l, false, next)
	})
	list, _ := must.Get2(site.Store.Runs(context.Background(), results.RunFilter{Benchmark: "clawatlas-example", Limit: 10}))(t)
	bySystem = map[string][]results.Run{}
	for _, r := range list {
		bySystem[r.System.Variant] = append(bySystem[r.System.Variant], r)
	}
	return site, bySystem
}

// The page of a run says what speaks against it, with the trials that this rests
// on, and names the run before and the run after.
func TestRunExclusions(t *testing.T) {
	site, runs := objectedSite(t)
	if len(runs[""]) != 1 || len(runs["low"]) != 2 {
		t.Fatalf("runs %+v, want one without variant and two of the variant low", runs)
	}
	mixed := runs[""][0]
	main := site.page(t, "/runs/"+mixed.Slug).Find("main")
	if text := squash(main); !strings.Contains(text, "its records name 2 models: gpt-5.5 (21 trials), gemma-4-31b (10 trials)10 trials: ex_tea_shipment 10 ") {
		t.Errorf("the page of the mixed run says: %.600s", text)
	}
	if n := main.Find(`.notice a[href^="/runs/` + mixed.Slug + `/ex_tea_shipment/"]`).Length(); n != 10 {
		t.Errorf("%d links to the trials of the other model, want 10", n)
	}
	old, next := runs["low"][0], runs["low"][1]
	if len(old.Exclusions) == 0 {
		old, next = next, old
	}
	for _, c := range []struct{ run, want, link string }{
		{old.Slug, "it is corrected by " + next.Slug, next.Slug},
		{next.Slug, "This run corrects " + old.Slug, old.Slug},
	} {
		main := site.page(t, "/runs/"+c.run).Find("main")
		if text := squash(main); !strings.Contains(text, c.want) {
			t.Errorf("%s says: %.500s; want %q", c.run, text, c.want)
		}
		if main.Find(`a[href="/runs/`+c.link+`"]`).Length() == 0 {
			t.Errorf("%s has no link to %s", c.run, c.link)
		}
	}
	var board results.Board
	site.object(t, "/api/v1/benchmarks/clawatlas-example/leaderboard", &board)
	for _, row := range board.Rows {
		if row.Run != nil && (*row.Run == old.Slug || *row.Run == mixed.Slug && row.Rank != nil) {
			t.Errorf("row %+v: neither the corrected nor the mixed run may be ranked", row)
		}
	}
}
