package web

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

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
// sub-agent leads back; cycles end; costs are said whose and added once.
func TestAgentsResolve(t *testing.T) {
	for _, order := range [][]string{{"caller", "looker"}, {"looker", "caller"}} {
		site := agentSite(t, order...)
		caller, looker := trialOf(t, site, "caller"), trialOf(t, site, "looker")
		want := []string{">look trace", ">>se again", ">b> unresolved", ">se unresolved"}
		must.Same(t, want, kinds(caller.Agents), "%v: rows", order)
		must.Equal(t, looker.URL, caller.Agents.Rows[0].URL, "%v: leads to", order)
		c := caller.Agents.Cost
		if c.Recorded == nil || *c.Recorded != 0.5 || c.Whose != "beside" || c.Total != nil || c.Traces != nil {
			t.Errorf("%v: cost %+v: one of the sub-agents is not known, so that there is no sum", order, c)
		}
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

// A caller whose one reference fits three traces, and a fourth that names its file.
const vagueDoc = `{"schema_version":"ATIF-v1.7","session_id":"s0","trajectory_id":"t0","agent":{"name":"boss","version":"1"},"steps":[
{"step_id":1,"source":"agent","message":"go","observation":{"results":[{"content":"x","subagent_trajectory_ref":[
{"trajectory_id":"twin"},{"trajectory_id":"twin","trajectory_path":"sub/twin_b.json"},{"trajectory_id":"twin"}]}]}}]}`

func twinDoc(session string, cost string) string {
	return `{"schema_version":"ATIF-v1.7","session_id":"` + session + `","trajectory_id":"twin","agent":{"name":"sub","version":"1"},"final_metrics":{"total_cost_usd":` + cost + `},"steps":[
{"step_id":1,"source":"agent","message":"m","observation":{"results":[{"content":"x","subagent_trajectory_ref":[{"trajectory_id":"deep"}]}]}}]}`
}

// Where nothing tells which of several traces a reference means, the page links all
// and says of it only what they agree on; a named file and the caller's session do.
func TestAgentsAmbiguous(t *testing.T) {
	docs := map[string]string{"vague": vagueDoc, "twin_a": twinDoc("s1", "0.5"), "twin_b": twinDoc("s2", "0.5"), "twin_c": twinDoc("s3", "0.75")}
	site := siteOf(t, docs, "vague", "twin_a", "twin_b", "twin_c")
	x := trialOf(t, site, "vague")
	if got, want := kinds(x.Agents), []string{">twin ambiguous", ">twin_b trace", ">>deep unresolved", ">twin again"}; !cmp.Equal(got, want) {
		t.Fatalf("rows %v, want %v", got, want)
	}
	r := x.Agents.Rows[0]
	if r.URL != "" || r.Matches != 3 || len(r.Traces) != 3 || r.Usage.CostUSD != nil || r.Steps == nil || *r.Steps != 1 {
		t.Errorf("ambiguous: %+v", r)
	}
	page := site.page(t, x.URL)
	for _, at := range []string{"#step-1 .subagent"} {
		if text := squash(page.Find(at).First()); !strings.Contains(text, "one of 3 traces with this id") {
			t.Errorf("%s says %q", at, text)
		}
		if n := page.Find(at).First().Find(`a[href*="/twin_a"], a[href*="/twin_c"]`).Length(); n < 2 {
			t.Errorf("%s links %d of the others", at, n)
		}
	}
	docs["twin_c"] = twinDoc("s0", "0.75")
	site = siteOf(t, docs, "twin_c", "vague", "twin_a")
	x = trialOf(t, site, "vague")
	if r := x.Agents.Rows[0]; r.Kind != "trace" || r.Traces[0].Task != "twin_c" || *r.Usage.CostUSD != 0.75 || r.Same != 2 || !cmp.Equal(r.By, []string{"session"}) {
		t.Errorf("of the caller's session: %+v", r)
	}
	if text := squash(site.page(t, x.URL).Find("main details table")); !strings.Contains(text, "of 2 traces with this id, the one that agrees with its caller’s record in session") {
		t.Errorf("the tree does not say why: %s", text)
	}
}
