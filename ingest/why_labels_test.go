package ingest_test

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/ingesttest"
	"github.com/clawatlas/clawatlas/ingest/source"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/resultstest"
	"github.com/clawatlas/clawatlas/results/sqlite"
	"github.com/clawatlas/clawatlas/results/why"
)

// label is the true reason of a trial of the shared records, which was written down
// by reading the record before any rule said anything of it.
type label struct {
	run, trial string
	kinds      []string
	words      [][]string // each of these, in one of its forms
}

func readLabels(t *testing.T) map[[2]string]label {
	t.Helper()
	data := must.Get(os.ReadFile(filepath.Join("testdata", "why_labels.tsv")))(t)
	labels := map[[2]string]label{}
	for line := range strings.Lines(string(data)) {
		f := strings.Split(strings.TrimSpace(line), "\t")
		if strings.HasPrefix(line, "#") || len(f) != 4 {
			continue
		}
		l := label{run: f[0], trial: f[1], kinds: strings.Split(f[2], "|")}
		for _, w := range strings.Split(f[3], " & ") {
			l.words = append(l.words, strings.Split(w, "|"))
		}
		labels[[2]string{l.run, l.trial}] = l
	}
	return labels
}

// judge compares a sentence with a label: right has all of its words and the kind;
// partly has some of either; silent says that the records do not say.
func (l *label) judge(r *results.Reason) string {
	n := 0
	for _, forms := range l.words {
		if slices.ContainsFunc(forms, func(w string) bool { return strings.Contains(r.Sentence, w) }) {
			n++
		}
	}
	kind := slices.Contains(l.kinds, string(r.Kind))
	switch {
	case n == len(l.words) && kind:
		return "right"
	case r.Kind == results.ReasonUnknown:
		return "silent"
	case n > 0 || kind:
		return "partly"
	}
	return "wrong"
}

// TestWhyLabels measures the sentences of trials that did not pass against what was
// read in their records: at least 80 % right, at most 2 % wrong.
func TestWhyLabels(t *testing.T) {
	labels := readLabels(t)
	count, rules := map[string]int{}, map[string][3]int{}
	for key, r := range sharedReasons(t) {
		l, ok := labels[key]
		if !ok {
			continue
		}
		delete(labels, key)
		verdict := l.judge(r)
		count[verdict]++
		n := rules[r.Rule]
		n[slices.Index([]string{"right", "partly", "wrong", "silent"}, verdict)%3]++
		rules[r.Rule] = n
		if verdict != "right" {
			t.Logf("%s: %s %s\n\t%s %s: %s\n\twanted %v %q", verdict, l.run, l.trial, r.Kind, r.Rule, r.Sentence, l.kinds, l.words)
		}
	}
	if len(labels) > 0 {
		t.Errorf("%d labels are of no trial that was read: %v", len(labels), slices.Collect(maps.Keys(labels)))
	}
	n := count["right"] + count["partly"] + count["wrong"] + count["silent"]
	t.Logf("%d of %d right, %d partly, %d wrong, %d silent", count["right"], n, count["partly"], count["wrong"], count["silent"])
	for _, rule := range slices.Sorted(maps.Keys(rules)) {
		t.Logf("%-10s %d right, %d partly, %d wrong", rule, rules[rule][0], rules[rule][1], rules[rule][2])
	}
	if count["right"]*100 < 80*n || count["wrong"]*100 > 2*n {
		t.Error("less than 80 % are right or more than 2 % are wrong")
	}
}

func loadShared(t *testing.T, db *sqlite.DB, dirs [][]string) {
	t.Helper()
	for _, dir := range dirs {
		src := must.Get(source.Open(resultstest.Shared(t, dir...), source.Limits{}))(t)
		_, err := ingesttest.Loader(db).Load(t.Context(), []ingest.Source{{FS: src.FS, Name: dir[len(dir)-1]}})
		src.Close()
		must.Do(t, err)
	}
}

// sharedReasons reads the shared records and lists why their trials did not pass, by
// the label of the run and the trial.
func sharedReasons(t *testing.T) map[[2]string]*results.Reason {
	t.Helper()
	db := ingesttest.OpenBundled(t)
	ctx := context.Background()
	loadShared(t, db, [][]string{{"data", "clawarena"}, {"data", "clawmark"}, {"data", "liveclawbench"}, {"data", "harbor"},
		{"foreign", "terminal-bench-1"}, {"public-runs", "terminal-bench-1"}})
	runs, _ := must.Get2(db.Runs(ctx, results.RunFilter{Limit: 1 << 30}))(t)
	list := map[[2]string]*results.Reason{}
	for i := range runs {
		if runs[i].Evidence == results.Published || runs[i].Format == "liveclawbench-site" {
			continue
		}
		trials := must.Get(db.RunTrials(ctx, runs[i].ID, ""))(t)
		for k := range trials {
			x := &trials[k]
			w := must.Get(db.Explanations(ctx, []int64{x.ID}))(t)[x.ID]
			r := why.Unknown(&x.Trial)
			if w != nil {
				r = w.Reason
			}
			if r != nil {
				list[[2]string{runs[i].Label, fmt.Sprintf("%s/%s/%d", x.Scenario, x.Task, x.Attempt)}] = r
			}
		}
	}
	return list
}
