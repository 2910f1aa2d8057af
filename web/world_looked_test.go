package web

import (
	"context"
	"encoding/json"
	"os"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/results/days"
	"github.com/clawatlas/clawatlas/results/resultstest"
	"github.com/clawatlas/clawatlas/results/stats"
	"github.com/clawatlas/clawatlas/results/world"
	daysviews "github.com/clawatlas/clawatlas/views/days"
)

// lookedServer serves the released run beside the tree of its world.
func lookedServer(t testing.TB) *testSite {
	t.Helper()
	records, tree := resultstest.Shared(t, "data", "clawarena"), resultstest.Shared(t, "world", "clawarena", "data", "clawarena")
	return openSite(t, "clawarena-looked", func(ctx context.Context, l *ingest.Loader) error {
		if err := loadInto(ctx, l, false, ingest.Source{FS: os.DirFS(tree), Name: "tree"}); err != nil {
			return err
		}
		return loadInto(ctx, l, false, ingest.Source{FS: os.DirFS(records), Name: "records"})
	})
}

// goldenRate is a count with the rate and the interval that go with it, rounded to
// four digits.
type goldenRate struct {
	K, N   int
	Rate   *float64
	Wilson *[2]float64 `json:"wilson95"`
}

// goldenNoticed is what an independent computation finds that the released run
// looked at.
type goldenNoticed struct {
	Objects     map[string]goldenRate
	Told        map[string]goldenRate `json:"objects_by_told"`
	Content     map[string]goldenRate `json:"content_only"`
	Refused     int                   `json:"tried_and_refused"`
	Listed      int                   `json:"listed_not_opened"`
	Never       int                   `json:"never_seen"`
	SameRound   map[string]goldenRate `json:"same_round"`
	DelayRounds map[string]goldenMost `json:"delay_rounds"`
	DelayCalls  map[string]goldenMost `json:"delay_steps"`
	Rounds      struct {
		N     int
		Any   goldenRate `json:"any_object"`
		Every goldenRate `json:"every_object"`
		Same  goldenRate `json:"every_object_same_round"`
	} `json:"update_rounds"`
	Blind struct {
		N, Passed int
		Rounds    []string
	} `json:"answered_without_looking"`
	Passed map[string]goldenRate `json:"pass_by_look_in_the_update_round"`
}

type goldenMost struct{ Median, Max float64 }

// rated gives a count the rate and Wilson's interval with the digits of the golden
// file.
func rated(c days.Count) goldenRate {
	r := goldenRate{K: c.K, N: c.N}
	if c.N == 0 {
		return r
	}
	ci := stats.Wilson(c.K, c.N, stats.Level)
	r.Rate, r.Wilson = c.Rate(), &[2]float64{ci.Lo, ci.Hi}
	return r
}

// All that the independent computation says of looks is in the answer.
func testWorldNoticed(t *testing.T) {
	var golden struct {
		Run struct {
			Noticed goldenNoticed `json:"b_noticed"`
		}
	}
	data, err := os.ReadFile(resultstest.Shared(t, "golden", "golden_gemma.json"))
	if err == nil {
		err = json.Unmarshal(data, &golden)
	}
	if err != nil {
		t.Fatal(err)
	}
	var w daysviews.World
	lookedServer(t).object(t, "/api/v1/benchmarks/clawarena/world", &w)
	if len(w.Systems) != 1 || w.Systems[0].Noticed == nil {
		t.Fatalf("%d systems, or no looks: %+v", len(w.Systems), w.Systems)
	}
	want, n := golden.Run.Noticed, w.Systems[0].Noticed
	slices.Sort(want.Blind.Rounds)
	rounded := cmp.Comparer(func(a, b float64) bool { return resultstest.Near(a, b, 5.1e-5) })
	if diff := cmp.Diff(want, noticedOf(n), rounded); diff != "" {
		t.Errorf("(-golden +answer):\n%s", diff)
	}
	testUpdates(t, &w)
	if v := w.Systems[0].Values; v == nil || v.New != 8 || v.Both != 9 || v.Stale != 1 || v.Neither != 3 {
		t.Errorf("values %+v", v)
	}
	if files, chats := len(n.Files.Misses), len(n.Chats.Misses); files != 6 || chats != 46 {
		t.Errorf("%d files and %d chats are missed, want 6 and 46", files, chats)
	}
}

// testUpdates holds the updates over all systems, of which there is one, against
// its own rounds.
func testUpdates(t *testing.T, w *daysviews.World) {
	t.Helper()
	var every, some, none, files, chats int
	for _, u := range w.ByUpdate {
		every, some, none, files, chats = every+u.Every, some+u.Some, none+u.None, files+u.Files, chats+u.Chats
	}
	if len(w.ByUpdate) != 45 || every != 15 || some != 29 || none != 1 || files != 49 || chats != 57 {
		t.Errorf("%d updates, %d every, %d some, %d none, %d files, %d chats", len(w.ByUpdate), every, some, none, files, chats)
	}
}

func noticedOf(n *world.Noticed) goldenNoticed {
	g := goldenNoticed{Objects: map[string]goldenRate{}, Told: map[string]goldenRate{}, Content: map[string]goldenRate{}, SameRound: map[string]goldenRate{},
		DelayRounds: map[string]goldenMost{}, DelayCalls: map[string]goldenMost{}, Passed: map[string]goldenRate{}}
	for name, x := range map[string]*world.NoticedKind{"workspace": &n.Files, "session": &n.Chats} {
		g.Objects[name] = rated(days.Count{K: x.K, N: x.N})
		for told, c := range x.Told {
			g.Told[name+"/"+told] = rated(c)
		}
		g.Content[name] = rated(days.Count{K: x.Levels["content"], N: x.N})
		g.SameRound[name] = rated(x.SameRound)
		g.Refused, g.Listed, g.Never = g.Refused+x.Levels["refused"], g.Listed+x.Levels["listed"], g.Never+x.Levels["never"]
		g.DelayRounds[name] = goldenMost{x.Delay.MedianRounds, float64(x.Delay.MaxRounds)}
		g.DelayCalls[name] = goldenMost{x.Delay.MedianCalls, float64(x.Delay.MaxCalls)}
	}
	r := n.Rounds
	g.Rounds.N, g.Rounds.Any, g.Rounds.Every, g.Rounds.Same = r.Any.N, rated(r.Any), rated(r.Every), rated(r.Same)
	g.Blind.N, g.Blind.Passed = len(r.Blind), r.Passed.Blind.K
	for _, name := range r.Blind {
		g.Blind.Rounds = append(g.Blind.Rounds, name.String())
	}
	slices.Sort(g.Blind.Rounds)
	g.Passed["every object"], g.Passed["some"], g.Passed["none"] = rated(r.Passed.Every), rated(r.Passed.Some), rated(r.Passed.None)
	return g
}
