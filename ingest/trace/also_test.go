package trace_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/ingest/trace"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/resultstest"
)

// leaves calls f with each value of a JSON document that is neither an object nor a
// list, with the names on the way to it. What says nothing is left out.
func leaves(v any, at string, f func(at string, v any)) {
	switch v := v.(type) {
	case map[string]any:
		for k, x := range v {
			leaves(x, at+"."+k, f)
		}
	case []any:
		for _, x := range v {
			leaves(x, at, f)
		}
	case nil:
	case string:
		if v != "" {
			f(strings.TrimPrefix(at, "."), v)
		}
	default:
		f(strings.TrimPrefix(at, "."), v)
	}
}

func parsed(t testing.TB, data []byte) any {
	t.Helper()
	var v any
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	must.Do(t, dec.Decode(&v))
	return v
}

// leafText is one spelling for each value.
func leafText(v any) string {
	if n, ok := v.(json.Number); ok {
		if f, err := n.Float64(); err == nil {
			return strconv.FormatFloat(f, 'g', -1, 64)
		}
	}
	return fmt.Sprint(v)
}

// missingLeaves lists the places of a record whose values the step does not have,
// with an example of each. A text may stand inside a longer one.
func missingLeaves(t testing.TB, record any, step *results.Step, elsewhere map[string]bool) map[string]string {
	t.Helper()
	data := must.Get(json.Marshal(step))(t)
	has, all := map[string]bool{}, &strings.Builder{}
	leaves(parsed(t, data), "", func(_ string, v any) {
		has[leafText(v)] = true
		fmt.Fprintf(all, "%v\x00", v)
	})
	missing := map[string]string{}
	leaves(record, "", func(at string, v any) {
		text, isText := v.(string)
		if elsewhere[at] || has[leafText(v)] || isText && strings.Contains(all.String(), text) {
			return
		}
		if quoted, err := json.Marshal(text); isText && err == nil && strings.Contains(all.String(), string(quoted)) {
			return // in content that is an object, shown as JSON
		}
		missing[at] = leafText(v)
	})
	return missing
}

// shownOtherwise are the members of ATIF whose values the trace has in another
// form: times as Unix milliseconds, numbers of steps by their place, the type of
// content by what shows it, and lists that are left to the raw record.
var shownOtherwise = map[string]bool{
	"timestamp": true, "step_id": true, "message.type": true, "observation.results.content.type": true,
	"metrics.prompt_token_ids": true, "metrics.completion_token_ids": true, "metrics.logprobs": true,
}

// testATIFLeaves holds that no value of a real document is lost on the way into its
// steps: each step has the values of its own, and the first those of the document.
func testATIFLeaves(t *testing.T) {
	dir := resultstest.Shared(t, "data", "harbor", "atif")
	names, err := filepath.Glob(filepath.Join(dir, "[0-9]*.json"))
	if err != nil || len(names) < 100 {
		t.Fatalf("%d documents, %v", len(names), err)
	}
	for _, name := range names {
		data := must.Get(os.ReadFile(name))(t)
		var c collector
		if _, err := trace.ATIF(data, c.sink()); err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		checkLeaves(t, filepath.Base(name), parsed(t, data).(map[string]any), c.Steps, "")
	}
}

// checkLeaves compares a trajectory with the steps of its agent.
func checkLeaves(t *testing.T, name string, doc map[string]any, all []*results.Step, agent string) {
	var own []*results.Step
	for _, s := range all {
		if s.Agent == agent {
			own = append(own, s)
		}
	}
	steps, _ := doc["steps"].([]any)
	if len(steps) != len(own) || len(own) == 0 {
		t.Errorf("%s: %d steps of %q, want %d", name, len(own), agent, len(steps))
		return
	}
	subs, _ := doc["subagent_trajectories"].([]any)
	delete(doc, "steps")
	delete(doc, "subagent_trajectories")
	for i, s := range append([]any{doc}, steps...) {
		missing := missingLeaves(t, s, own[max(i-1, 0)], shownOtherwise)
		for _, at := range slices.Sorted(maps.Keys(missing)) {
			t.Errorf("%s: step %d has no %s %.200s", name, i, at, missing[at])
		}
	}
	for _, sub := range subs {
		sub := sub.(map[string]any)
		checkLeaves(t, name, sub, all, fmt.Sprint(sub["agent"].(map[string]any)["name"]))
	}
}
