package trial

import (
	"fmt"
	"slices"
	"testing"

	"github.com/clawatlas/clawatlas/results"
)

// Of several traces with the id of a reference, those are meant that no other one
// agrees better with; signs that contradict each other decide nothing.
func TestChooseTrace(t *testing.T) {
	at := func(ms int64) *int64 { return &ms }
	said := "The tests pass: 12 of 12, in 3 s."
	list := []*results.NamedTrial{{}, {}, {}}
	for i, x := range list {
		x.ID, x.Task = int64(i+1), fmt.Sprint("t", i+1)
	}
	list[1].StartedAt, list[2].IDs.Session = at(150), "s"
	details := map[int64]results.TrialDetails{
		1: {Framework: "Boss CLI helper", FrameworkVersion: "2", Schema: "F-1"},
		2: {Framework: "boss", FrameworkVersion: "3", Schema: "F-1", Workspace: "/w"},
		3: {Framework: "bossy", FrameworkVersion: "3", Schema: "F-2", Answer: &said},
	}
	for name, c := range map[string]struct {
		call agentCall
		want []int64
		By   []string `json:"-"`
	}{
		"nothing": {call: agentCall{place: &results.RefPlace{}}, want: []int64{1, 2, 3}},
		"time": {call: agentCall{place: &results.RefPlace{StartedAt: at(100), FinishedAt: at(200)}}, want: []int64{2},
			By: []string{"time"}},
		"no end": {call: agentCall{place: &results.RefPlace{StartedAt: at(100)}}, want: []int64{1, 2, 3}},
		"session": {call: agentCall{place: &results.RefPlace{}, ids: results.TraceIDs{Session: "s"}}, want: []int64{3},
			By: []string{"session"}},
		"file": {call: agentCall{place: &results.RefPlace{Ref: results.TraceRef{Path: "sub/t1.json"}}}, want: []int64{1},
			By: []string{"file"}},
		"answer":    {call: agentCall{place: &results.RefPlace{Answer: "The tests pass: 12 of"}}, want: []int64{3}, By: []string{"answer"}},
		"too short": {call: agentCall{place: &results.RefPlace{Answer: "The tests"}}, want: []int64{1, 2, 3}},
		"agent": {call: agentCall{place: &results.RefPlace{}, caller: results.TrialDetails{Framework: "boss-cli"}}, want: []int64{1},
			By: []string{"agent and version"}},
		"its beginning": {call: agentCall{place: &results.RefPlace{}, caller: results.TrialDetails{Framework: "boss"}}, want: []int64{1, 2}},
		"its version": {call: agentCall{place: &results.RefPlace{}, caller: results.TrialDetails{Framework: "boss", FrameworkVersion: "3"}},
			want: []int64{2}, By: []string{"agent and version"}},
		"another version": {call: agentCall{place: &results.RefPlace{}, caller: results.TrialDetails{Framework: "boss", FrameworkVersion: "4"}},
			want: []int64{1, 2, 3}},
		"format": {call: agentCall{place: &results.RefPlace{}, caller: results.TrialDetails{Schema: "F-2"}}, want: []int64{3},
			By: []string{"format"}},
		"workspace": {call: agentCall{place: &results.RefPlace{}, caller: results.TrialDetails{Workspace: "/w"}}, want: []int64{2},
			By: []string{"workspace"}},
		"contradiction": {call: agentCall{place: &results.RefPlace{}, ids: results.TraceIDs{Session: "s"},
			caller: results.TrialDetails{Schema: "F-1"}}, want: []int64{1, 2, 3}},
	} {
		kept, by := c.call.choose(list, details)
		var got []int64
		for _, x := range kept {
			got = append(got, x.ID)
		}
		if !slices.Equal(got, c.want) || !slices.Equal(by, c.By) {
			t.Errorf("%s: %v by %v, want %v by %v", name, got, by, c.want, c.By)
		}
	}
}
