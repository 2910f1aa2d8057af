package web

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/sqlite"
	trialviews "github.com/clawatlas/clawatlas/views/trial"
)

// A caller with three references: to a trace of its own, to one that is nowhere, and
// to itself. The record's total is the sum of its own steps.
const callerDoc = `{"schema_version":"ATIF-v1.7","session_id":"se","trajectory_id":"se","agent":{"name":"boss","version":"1","model_name":"m-1"},
"final_metrics":{"total_cost_usd":0.5},"steps":[
{"step_id":1,"timestamp":"2026-07-01T00:00:00Z","source":"agent","message":"go","metrics":{"prompt_tokens":10,"completion_tokens":1,"cost_usd":0.5},
"tool_calls":[{"tool_call_id":"c","function_name":"dispatch","arguments":{}}],
"observation":{"results":[{"source_call_id":"c","content":"sent","subagent_trajectory_ref":[
{"trajectory_id":"se:look","session_id":"se","extra":{"why":"to look"}},{"session_id":"gone-7","trajectory_path":"x/<b>gone</b>.json"},{"trajectory_id":"se"}]}]}},
{"step_id":2,"timestamp":"2026-07-01T00:00:20Z","source":"agent","message":"done"}]}`

// The sub-agent shares its caller's session, and calls its caller.
const lookerDoc = `{"schema_version":"ATIF-v1.7","session_id":"se","trajectory_id":"se:look","agent":{"name":"looker","version":"1","model_name":"m-2"},
"final_metrics":{"total_cost_usd":0.25},"steps":[
{"step_id":1,"timestamp":"2026-07-01T00:00:05Z","source":"agent","message":"Found: <i>nothing</i>\nmore","metrics":{"prompt_tokens":10,"completion_tokens":1,"cost_usd":0.25},
"observation":{"results":[{"content":"x","subagent_trajectory_ref":[{"trajectory_id":"se"}]}]}},
{"step_id":2,"timestamp":"2026-07-01T00:00:10Z","source":"agent","message":"Found: <i>nothing</i>\nmore"}]}`

// agentSite loads documents one after the other, each a source of its own.
func agentSite(t *testing.T, names ...string) *testSite {
	t.Helper()
	return siteOf(t, map[string]string{"caller": callerDoc, "looker": lookerDoc}, names...)
}

func siteOf(t *testing.T, docs map[string]string, names ...string) *testSite {
	t.Helper()
	var list []ingest.Source
	for _, name := range names {
		list = append(list, ingest.Source{FS: fstest.MapFS{name + ".json": {Data: []byte(docs[name])}}, Name: name})
	}
	return sourcesSite(t, list...)
}

// addresses gives those of the trials of a site with few runs, by their tasks.
func addresses(t *testing.T, site *testSite) map[string]string {
	t.Helper()
	runs := site.runs(t, results.RunFilter{Limit: 1000})
	list := map[string]string{}
	for _, r := range runs {
		trials := must.Get(site.Store.RunTrials(t.Context(), r.ID, ""))(t)
		for _, x := range trials {
			list[x.Task] = "/api/v1/runs/" + r.Slug + "/" + x.Scenario + "/" + x.Task
		}
	}
	return list
}

// trialOf finds the trial of a task.
func trialOf(t *testing.T, site *testSite, task string) *trialviews.Trial {
	t.Helper()
	address := addresses(t, site)[task]
	if address == "" {
		t.Fatalf("no trial of %s", task)
	}
	var out trialviews.Trial
	site.object(t, address, &out)
	return &out
}

// kinds tells the rows of a tree.
func kinds(tree *trialviews.AgentTree) []string {
	var list []string
	for _, r := range tree.Rows {
		list = append(list, strings.Repeat(">", r.Depth)+r.Name+" "+r.Kind)
	}
	return list
}

// A reference leads to the trace that it means, whichever was ingested first; the
// sub-agent leads back, and a trace does not call itself.
func TestAgentsResolve(t *testing.T) {
	for _, order := range [][]string{{"caller", "looker"}, {"looker", "caller"}} {
		site := agentSite(t, order...)
		caller, looker := trialOf(t, site, "caller"), trialOf(t, site, "looker")
		want := []string{">look trace", ">b> unresolved", ">se unresolved"}
		must.Same(t, want, kinds(caller.Agents), "%v: rows", order)
		must.Equal(t, looker.URL, caller.Agents.Rows[0].URL, "%v: leads to", order)
		if len(looker.CalledBy) != 1 || looker.CalledBy[0].URL != caller.URL+"#step-1" {
			t.Errorf("%v: called by %+v", order, looker.CalledBy)
		}
		page := site.page(t, caller.URL)
		text := squash(page.Find("main details table"))
		for _, part := range []string{"look step 1", "$0.25", "Found: <i>nothing</i>", "session gone-7, file x/<b>gone</b>.json"} {
			if !strings.Contains(text, part) {
				t.Errorf("%v: the tree does not say %q: %s", order, part, text)
			}
		}
		if at := squash(page.Find("#step-1 .subagent").First()); !strings.Contains(at, "Sub-agent look 0 calls, 5.0 s, $0.25") {
			t.Errorf("%v: the step says %q", order, at)
		}
		if text := squash(site.page(t, looker.URL).Find("main > p.meta").Last()); text != "Called as a sub-agent from step 1 of caller" {
			t.Errorf("%v: %q", order, text)
		}
	}
}

// A sub-agent that is removed, or hidden, is unresolved again.
func TestAgentsRemoved(t *testing.T) {
	for name, take := range map[string]func(*sqlite.DB, string) error{
		"removed": func(db *sqlite.DB, run string) error { return db.RemoveRun(context.Background(), run) },
		"hidden":  func(db *sqlite.DB, run string) error { return db.HideRun(context.Background(), run, true) },
	} {
		site := agentSite(t, "caller", "looker")
		before := trialOf(t, site, "caller")
		db := writable(t, site)
		must.Do(t, errors.Join(take(db, trialOf(t, site, "looker").Run), db.Close()))
		site.Handler = New(unhurried(site.Store))
		after := trialOf(t, site, "caller")
		if before.Agents.Rows[0].Kind != "trace" || after.Agents.Rows[0].Kind != "unresolved" || after.Agents.Rows[0].URL != "" {
			t.Errorf("%s: %v, then %v", name, kinds(before.Agents), kinds(after.Agents))
		}
	}
}

// A caller whose first reference fits three traces; the second names a file.
const vagueDoc = `{"schema_version":"ATIF-v1.7","session_id":"s0","trajectory_id":"t0","agent":{"name":"boss","version":"1"},"steps":[
{"step_id":1,"source":"agent","message":"go","observation":{"results":[{"content":"x","subagent_trajectory_ref":[
{"trajectory_id":"twin"},{"trajectory_id":"twin","trajectory_path":"sub/twin_b.json"}]}]}}]}`

// Where several traces have the id of a reference, the page links all and says nothing of
// one; a named file decides.
func TestAgentsAmbiguous(t *testing.T) {
	docs := map[string]string{"vague": vagueDoc}
	for _, name := range []string{"twin_a", "twin_b", "twin_c"} {
		docs[name] = `{"schema_version":"ATIF-v1.7","session_id":"` + name + `","trajectory_id":"twin","agent":{"name":"sub","version":"1"},"steps":[{"step_id":1,"source":"agent","message":"m"}]}`
	}
	site := siteOf(t, docs, "vague", "twin_a", "twin_b", "twin_c")
	x := trialOf(t, site, "vague")
	must.Same(t, []string{">twin ambiguous", ">twin_b trace"}, kinds(x.Agents), "rows")
	if r := x.Agents.Rows[0]; r.URL != "" || len(r.Traces) != 3 || r.Steps != nil {
		t.Errorf("ambiguous: %+v", r)
	}
	at := site.page(t, x.URL).Find("#step-1 .subagent").First()
	if n := at.Find(`a[href*="/twin_"]`).Length(); n != 3 || !strings.Contains(squash(at), "several traces have this id") {
		t.Errorf("%q links %d of three", squash(at), n)
	}
}
