package ingest_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/ingest/ingesttest"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/cases"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/sqlite"
	"github.com/clawatlas/clawatlas/results/why"
)

// TestCaseLabels counts the cases of the shared records that were checked by hand, and
// holds that the page of a rule states this count, that every case was checked, and that
// no case contradicts the page of its trials.
func TestCaseLabels(t *testing.T) {
	db := ingesttest.OpenBundled(t)
	loadShared(t, db, [][]string{{"data", "clawarena"}, {"world", "clawarena"}, {"data", "clawmark"}, {"data", "harbor"},
		{"public-runs", "metaclaw-bench"}, {"public-runs", "terminal-bench-1"}})
	found := map[string]results.MinedCase{}
	for _, b := range must.Get(db.Benchmarks(t.Context()))(t) {
		for _, c := range must.Get(db.Cases(t.Context(), b.ID))(t) {
			found[c.Slug] = c
			for i := range c.Trials {
				agree(t, db, &c, &c.Trials[i])
			}
		}
	}
	count := map[string][2]int{}
	for line := range strings.Lines(string(must.Get(os.ReadFile(filepath.Join("testdata", "case_labels.tsv")))(t))) {
		f := strings.Split(strings.TrimSpace(line), "\t")
		c, ok := found[f[0]]
		if strings.HasPrefix(line, "#") || !ok {
			continue // a case that is no longer found is missing in the count
		}
		delete(found, f[0])
		var said strings.Builder
		for _, x := range c.Trials {
			said.WriteString(x.What + "\n")
		}
		n := count[c.Rule]
		n[1]++
		if f[1] == "right" && !slices.ContainsFunc(strings.Split(f[2], " & "), func(w string) bool { return !strings.Contains(said.String(), w) }) {
			n[0]++
		}
		count[c.Rule] = n
	}
	for _, r := range cases.Rules() {
		must.Equal(t, count[r.ID], [2]int{r.Right, r.Checked}, "cases of %s that hold, and that were checked", r.ID)
		delete(count, r.ID)
	}
	if len(found)+len(count) > 0 {
		t.Errorf("nobody has checked %v, or it is of no rule: %v", found, count)
	}
}

// agree checks that the page of a trial says nothing else than the case about it.
func agree(t *testing.T, db *sqlite.DB, c *results.MinedCase, ref *results.CaseRef) {
	t.Helper()
	x := must.Get(db.FindTrial(t.Context(), ref.Run, ref.Scenario, ref.Task, ref.Attempt))(t)
	e := must.Get(db.Explanations(t.Context(), []int64{x.ID}))(t)[x.ID]
	if e == nil {
		e = &results.Explanation{}
	}
	r := e.Reason
	if r == nil {
		if r = why.Unknown(&x.Trial); r == nil {
			r = &results.Reason{}
		}
	}
	ok := false
	switch c.Rule {
	case "told-otherwise":
		ok = x.Details.Told.Verdict == "correct" && x.Details.Told.Actual != results.Passed
	case "late-points":
		ok = r.Kind == results.ReasonCheck
	case "infrastructure-zero":
		ok = r.Kind == map[results.Status]results.ReasonKind{results.AgentError: results.ReasonCrash,
			results.InfraError: results.ReasonHarness, results.JudgeError: results.ReasonVerdict}[x.Status]
	case "loop":
		ok = x.FailedCalls >= 5 && (x.Status == results.Passed || r.Kind == results.ReasonLoop)
	case "no-look":
		ok = true
		for _, f := range e.Failed {
			for _, s := range []*results.StepRef{f.Read, f.Seen} {
				opened := func(p results.CaseProof) bool { return p.What == "changed" && strings.Contains(s.File, p.Object) }
				ok = ok && (s == nil || s.Task != ref.Task || !slices.ContainsFunc(ref.Proof, opened))
			}
		}
	}
	if !ok {
		t.Errorf("%s says %q of %s/%s; its page says %s: %s", c.Slug, ref.What, ref.Scenario, ref.Task, r.Kind, r.Sentence)
	}
}
