package clawarena

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawatlas/clawatlas/ingest/trace"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/days"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/resultstest"
	"github.com/clawatlas/clawatlas/results/world"
)

// realTurns reads what a run did in the rounds of a scenario.
func realTurns(t testing.TB, run string, s *realScenario) (turns []world.Turn, passed []bool) {
	t.Helper()
	for i := range s.rounds {
		data := must.Get(os.ReadFile(filepath.Join(run, "infer", s.id, s.rounds[i].Slug, inferFile)))(t)
		var rec struct {
			Answer struct {
				Text string `json:"text"`
			} `json:"answer"`
			Inline struct {
				Passed bool `json:"passed"`
			} `json:"inline_score"`
			Log struct {
				Messages json.RawMessage `json:"messages"`
			} `json:"llm_log"`
		}
		must.Do(t, json.Unmarshal(data, &rec))
		turn := world.Turn{Round: i, Answered: rec.Answer.Text != ""}
		sink := trace.Sink{Step: func(step *results.Step) error { turn.Steps = append(turn.Steps, step); return nil },
			Warn: func(int, string) {}}
		must.Get(trace.OpenClawMessages(rec.Log.Messages, sink))(t)
		turns, passed = append(turns, turn), append(passed, rec.Inline.Passed)
	}
	return turns, passed
}

type of struct{ K, N int }

func ofCount(c days.Count) of { return of{c.K, c.N} }

// noticed are the golden figures of the looks of a run.
type noticed struct {
	Objects     map[string]of    `json:"objects"`
	ByTold      map[string]of    `json:"objects_by_told"`
	Content     map[string]of    `json:"content_only"`
	Refused     int              `json:"tried_and_refused"`
	Listed      int              `json:"listed_not_opened"`
	Never       int              `json:"never_seen"`
	SameRound   map[string]of    `json:"same_round"`
	DelayRounds map[string]delay `json:"delay_rounds"`
	DelaySteps  map[string]delay `json:"delay_steps"`
	Rounds      struct {
		N     int `json:"n"`
		Any   of  `json:"any_object"`
		Every of  `json:"every_object"`
		Same  of  `json:"every_object_same_round"`
	} `json:"update_rounds"`
	Blind struct {
		N, Passed int
		Rounds    []string
	} `json:"answered_without_looking"`
	Pass map[string]of `json:"pass_by_look_in_the_update_round"`
}

type delay struct{ Median, Max float64 }

// What the public run looked at, against figures that were computed independently.
func testLooksOfGemma(t *testing.T) {
	var golden struct {
		Run struct {
			B noticed `json:"b_noticed"`
		} `json:"run"`
	}
	data, err := os.ReadFile(resultstest.Shared(t, "golden", "golden_gemma.json"))
	if err == nil {
		err = json.Unmarshal(data, &golden)
	}
	if err != nil {
		t.Fatal(err)
	}
	run := resultstest.Shared(t, "data", "clawarena", "vllm_gemma-4-31b-it_openclaw")
	var looked results.Looked
	var worlds []results.World
	passed := map[string]bool{}
	traceable := map[world.Kind]int{}
	for _, s := range realScenarios(t) {
		turns, verdicts := realTurns(t, run, &s)
		scene := world.NewScene(s.initial, s.rounds, s.changes)
		scene.AddLooks(&looked, s.id, turns)
		for i, yes := range scene.Traceable() {
			traceable[s.changes[i].Object.Kind] += passes(yes)
		}
		worlds = append(worlds, world.Noun(s.id, s.initial, s.rounds, s.changes))
		for i, yes := range verdicts {
			passed[s.id+"/"+s.rounds[i].Slug] = yes
		}
	}
	testUsedValues(t, traceable, looked.Used)
	got := goldenOf(world.NoticedBy(&looked, worlds, nil))
	got.Pass = map[string]of{}
	for _, r := range looked.Rounds {
		name := r.Scenario + "/" + r.Round
		some := "some"
		if r.Same == r.Objects {
			some = "every object"
		} else if r.Blind {
			some = "none"
			got.Blind.Passed += passes(passed[name])
			got.Blind.Rounds = append(got.Blind.Rounds, name)
		}
		got.Pass[some] = of{got.Pass[some].K + passes(passed[name]), got.Pass[some].N + 1}
	}
	slices.Sort(golden.Run.B.Blind.Rounds)
	slices.Sort(got.Blind.Rounds)
	if diff := cmp.Diff(golden.Run.B, got); diff != "" {
		t.Errorf("-golden +got:\n%s", diff)
		for _, l := range looked.Looks {
			t.Logf("%+v", l)
		}
	}
}

// testUsedValues holds our own counts. An independent computation could trace a value of
// 35 of 49 files and 21 of 57 chats and had 9 hits, which it does not name; with three
// tables of thousands of values, and with times that the head of a message has too, our
// rules have 33 and 21. Both hits were checked by hand against the records and are right.
func testUsedValues(t *testing.T, traceable map[world.Kind]int, used []results.UsedValue) {
	t.Helper()
	if traceable[world.File] != 29 || traceable[world.Chat] != 21 {
		t.Errorf("a value can be traced of %v", traceable)
	}
	var got []string
	for _, u := range used {
		got = append(got, fmt.Sprintf("%s %s %s %s/%d %s", u.Scenario, u.Path, u.Values, u.At, u.Step, u.File))
	}
	want := []string{"hil_d3 overtime_audit_report.md [0.9 56.2 15.4] q6/2 staffing_discrepancy_table.md",
		"hil_j1 mcn-contract-excerpt.md [7.4] q20/3 合同违约分析.md"}
	if !slices.Equal(got, want) {
		t.Errorf("used: %q", got)
	}
}

func passes(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

func goldenOf(n *world.Noticed) noticed {
	g := noticed{Objects: map[string]of{}, ByTold: map[string]of{}, Content: map[string]of{}, SameRound: map[string]of{},
		DelayRounds: map[string]delay{}, DelaySteps: map[string]delay{}}
	for name, x := range map[string]world.NoticedKind{"workspace": n.Files, "session": n.Chats} {
		g.Objects[name] = of{x.K, x.N}
		for told, c := range x.Told {
			g.ByTold[name+"/"+told] = ofCount(c)
		}
		g.Content[name] = of{x.Levels["content"], x.N}
		g.Refused += x.Levels["refused"]
		g.Listed += x.Levels["listed"]
		g.Never += x.Levels["never"]
		g.SameRound[name] = ofCount(x.SameRound)
		g.DelayRounds[name] = delay{x.Delay.MedianRounds, float64(x.Delay.MaxRounds)}
		g.DelaySteps[name] = delay{x.Delay.MedianCalls, float64(x.Delay.MaxCalls)}
	}
	g.Rounds.N, g.Blind.N = n.Rounds.Any.N, len(n.Rounds.Blind)
	g.Rounds.Any, g.Rounds.Every, g.Rounds.Same = ofCount(n.Rounds.Any), ofCount(n.Rounds.Every), ofCount(n.Rounds.Same)
	return g
}
