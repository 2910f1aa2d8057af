package clawarena

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawatlas/clawatlas/ingest/trace"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/resultstest"
	"github.com/clawatlas/clawatlas/results/world"
)

// realTurns reads what a run did in the rounds of a scenario.
func realTurns(t testing.TB, run string, s *realScenario) (turns []world.Turn, passed []bool) {
	t.Helper()
	for i := range s.rounds {
		data, err := os.ReadFile(filepath.Join(run, "infer", s.id, s.rounds[i].Slug, inferFile))
		if err != nil {
			t.Fatal(err)
		}
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
		if err := json.Unmarshal(data, &rec); err != nil {
			t.Fatal(err)
		}
		turn := world.Turn{Round: i, Answered: rec.Answer.Text != ""}
		sink := trace.Sink{Step: func(step *results.Step) error { turn.Steps = append(turn.Steps, step); return nil }, Warn: func(int, string) {}}
		if _, err := trace.OpenClawMessages(rec.Log.Messages, sink); err != nil {
			t.Fatal(err)
		}
		turns, passed = append(turns, turn), append(passed, rec.Inline.Passed)
	}
	return turns, passed
}

type of struct{ K, N int }

func (f *of) add(yes bool) {
	f.N++
	if yes {
		f.K++
	}
}

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

func TestLooksOfGemma(t *testing.T) {
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
	tally := &lookTally{got: noticed{Pass: map[string]of{}}, late: map[string][]int{}, steps: map[string][]int{}}
	for _, s := range realScenarios(t) {
		turns, passed := realTurns(t, run, &s)
		looks, rounds := world.NewScene(s.initial, s.rounds, s.changes).Looks(turns)
		for i := range looks {
			tally.look(&looks[i], &s.changes[i])
			t.Logf("%s/%s %s %+v", s.id, s.rounds[s.changes[i].Round].Slug, s.changes[i].Object.Path, looks[i])
		}
		for i := range rounds {
			tally.round(&rounds[i], s.id+"/"+s.rounds[rounds[i].Round].Slug, passed[rounds[i].Round])
		}
	}
	tally.got.DelayRounds, tally.got.DelaySteps = delaysOf(tally.late), delaysOf(tally.steps)
	slices.Sort(tally.got.Blind.Rounds)
	slices.Sort(golden.Run.B.Blind.Rounds)
	if diff := cmp.Diff(golden.Run.B, tally.got); diff != "" {
		t.Errorf("-golden +got:\n%s", diff)
	}
}

// lookTally counts looks as the golden figures do, files and chats apart.
type lookTally struct {
	got         noticed
	late, steps map[string][]int
}

func (x *lookTally) look(l *world.Look, c *world.Change) {
	kind := map[world.Kind]string{world.File: "workspace", world.Chat: "session"}[c.Object.Kind]
	yes := l.Level.Noticed()
	count(&x.got.Objects, kind, yes)
	count(&x.got.ByTold, kind+"/"+string(c.Told), yes)
	count(&x.got.Content, kind, l.Level == world.ByContent)
	count(&x.got.SameRound, kind, yes && l.Rounds == 0)
	switch l.Level {
	case world.Refused:
		x.got.Refused++
	case world.Listed:
		x.got.Listed++
	case world.Never:
		x.got.Never++
	}
	if yes {
		x.late[kind], x.steps[kind] = append(x.late[kind], l.Rounds), append(x.steps[kind], l.Calls)
	}
}

func (x *lookTally) round(r *world.LookedRound, name string, passed bool) {
	b := &x.got
	b.Rounds.N++
	b.Rounds.Any.add(r.Ever > 0)
	b.Rounds.Every.add(r.Ever == r.Objects)
	b.Rounds.Same.add(r.Same == r.Objects)
	some := "some"
	switch {
	case r.Same == r.Objects:
		some = "every object"
	case r.Blind:
		some = "none"
		b.Blind.N++
		b.Blind.Rounds = append(b.Blind.Rounds, name)
		if passed {
			b.Blind.Passed++
		}
	}
	count(&b.Pass, some, passed)
}

func count(m *map[string]of, key string, yes bool) {
	if *m == nil {
		*m = map[string]of{}
	}
	f := (*m)[key]
	f.add(yes)
	(*m)[key] = f
}

func delaysOf(lists map[string][]int) map[string]delay {
	out := map[string]delay{}
	for kind, list := range lists {
		slices.Sort(list)
		n := len(list)
		out[kind] = delay{Median: float64(list[(n-1)/2]+list[n/2]) / 2, Max: float64(list[n-1])}
	}
	return out
}
