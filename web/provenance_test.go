package web

import (
	"context"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/ingesttest"
	"github.com/clawatlas/clawatlas/results"
)

const committedAt = "0123456789abcdef0123456789abcdef01234567"

// committedSite has one run read from a repository of a known host, and one from a
// host of which nothing is known.
func committedSite(t *testing.T) (*testSite, map[string]string) {
	site := openSite(t, "committed", func(ctx context.Context, l *ingest.Loader) error {
		for agent, repository := range map[string]string{"skimmer": "https://github.com/o/r", "thorough-reader": "https://git.example/<o>/r"} {
			src := fstest.MapFS{}
			for name, f := range ingesttest.Example(t) {
				if !strings.HasPrefix(name, "result_example/") || strings.Contains(name, agent) {
					src[name] = f
				}
			}
			at := &ingest.Committed{Repository: repository, Commit: committedAt, Dir: "sub dir", Has: func(string) bool { return true }}
			if err := loadInto(ctx, l, true, ingest.Source{FS: src, Name: agent, Git: at}); err != nil {
				return err
			}
		}
		return nil
	})
	runs, _, err := site.Store.Runs(t.Context(), results.RunFilter{Benchmark: "clawatlas-example", Limit: 10})
	if err != nil || len(runs) != 2 {
		t.Fatal(err, len(runs))
	}
	bySystem := map[string]string{}
	for _, r := range runs {
		bySystem[r.System.Model] = r.Slug
	}
	return site, bySystem
}

// TestProvenance: the page of a run says which commit it was read from, and each of
// its raw records leads to its file there.
func TestProvenance(t *testing.T) {
	s, runs := committedSite(t)
	files := "https://github.com/o/r/blob/" + committedAt + "/sub%20dir/result_example/scripted_skimmer_clawatlas-runner/"
	var run struct {
		Source struct {
			Repository *struct{ URL, Commit, Path, Page string }
		}
	}
	s.object(t, "/api/v1/runs/"+runs["skimmer"], &run)
	at := run.Source.Repository
	if at == nil || at.URL != "https://github.com/o/r" || at.Commit != committedAt || at.Path != "sub dir/result_example/scripted_skimmer_clawatlas-runner" || at.Page != strings.TrimSuffix(strings.Replace(files, "/blob/", "/tree/", 1), "/") {
		t.Errorf("repository %+v", at)
	}
	page := s.page(t, "/runs/"+runs["skimmer"])
	text := squash(page.Find("#provenance dl"))
	if !strings.Contains(text, committedAt) || page.Find(`a[href="https://github.com/o/r"]`).Length() == 0 || page.Find(`a[href^="`+files+`report/"]`).Length() == 0 {
		t.Errorf("the page says %s", text)
	}
	var trial struct {
		Records []struct {
			Name string
			URL  string `json:"url"`
			File string `json:"file_url"`
		}
	}
	at1 := "/runs/" + runs["skimmer"] + "/ex_office_move/q1"
	s.object(t, "/api/v1"+at1, &trial)
	trialPage := s.page(t, at1)
	if len(trial.Records) == 0 {
		t.Fatal("no raw records")
	}
	for _, r := range trial.Records {
		if r.File != files+r.Name {
			t.Errorf("%s is at %q", r.Name, r.File)
		}
		if trialPage.Find(`a[href="`+r.File+`"]`).Length() != 1 || trialPage.Find(`a[href="`+r.URL+`"]`).Length() == 0 {
			t.Errorf("the page of the trial does not lead to %s", r.Name)
		}
		if len(trial.Records) > 1 && s.page(t, at1+"/raw").Find(`a[href="`+r.File+`"]`).Length() != 1 {
			t.Errorf("the list of records does not lead to %s", r.Name)
		}
	}
	if rec := s.get(at1 + "/raw?format=csv").Body.String(); len(trial.Records) > 1 && !strings.Contains(rec, trial.Records[0].File) {
		t.Errorf("table %s", rec)
	}

	other := s.page(t, "/runs/"+runs["thorough-reader"])
	if text := squash(other.Find("#provenance dl")); !strings.Contains(text, "https://git.example/<o>/r") || !strings.Contains(text, committedAt) {
		t.Errorf("the page says %s", text)
	}
	if other.Find(`a[href*="git.example"]`).Length() > 0 {
		t.Error("a host of which nothing is known is linked")
	}
	if log := squash(s.page(t, "/changes?benchmark=clawatlas-example").Find("main")); !strings.Contains(log, "from https://github.com/o/r at 0123456789ab, sub dir/result_example/scripted_skimmer_clawatlas-runner") {
		t.Errorf("the log says %s", log)
	}
	if feed := s.get("/changes.atom").Body.String(); !strings.Contains(feed, "Read from https://github.com/o/r at 0123456789ab, sub dir/result_example/scripted_skimmer_clawatlas-runner.") {
		t.Errorf("the feed says %s", feed)
	}
	if none := s.get("/api/v1/runs/" + runs["skimmer"] + "/ex_office_move/q1"); strings.Contains(none.Body.String(), "git.example") {
		t.Error("a record leads to another run's repository")
	}
}
