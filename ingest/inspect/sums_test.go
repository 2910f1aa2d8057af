package inspect_test

import (
	"archive/zip"
	"bytes"
	"fmt"
	"math"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/ingesttest"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
)

// sums reads the log of testdata and gives its trials by sample and epoch.
func sums(t *testing.T, change func(files map[string][]byte)) (map[string]ingesttest.Told, *ingest.RunReport, *results.Run) {
	t.Helper()
	files := entries(t)
	if change != nil {
		change(files)
	}
	_, rep, db := said(t, fstest.MapFS{"sums.eval": {Data: archive(t, files, zip.Deflate)}})
	byName := map[string]ingesttest.Told{}
	for _, r := range ingesttest.Trials(t, db, rep.Runs[0].Run) {
		name := r.Trial.Details.SourceTrial
		if strings.HasSuffix(r.Trial.Task, "1") || !strings.HasPrefix(name, "1,") {
			byName[name] = r
		} else {
			byName["text "+name] = r // the id "1" is not 1
		}
	}
	run := byName["1, epoch 1"].Run
	return byName, rep, &run
}

// TestVerdicts holds what each value of a scorer means.
func TestVerdicts(t *testing.T) {
	got, rep, run := sums(t, nil)
	type outcome struct {
		Status results.Status
		Score  float64 // -1 is none
		Checks string  // of each: passed, failed or open
	}
	want := map[string]outcome{
		"1, epoch 1":         {results.Passed, 1, "++.."},
		"1, epoch 2":         {results.Failed, 0, "--+."},
		"text 1, epoch 1":    {results.Failed, 0.5, "-..."},
		"text 1, epoch 2":    {results.NoAnswer, 0, "--.."},
		"add/two:x, epoch 1": {results.Failed, 0, "-++."},
		"add/two:x, epoch 2": {results.InfraError, -1, ""},
		"7, epoch 1":         {results.NotJudged, -1, ""},
		"7, epoch 2":         {results.Missing, -1, ""},
	}
	for name, w := range want {
		r, ok := got[name]
		if !ok {
			t.Errorf("no %s", name)
			continue
		}
		o := outcome{r.Trial.Status, -1, ""}
		if r.Trial.Score != nil {
			o.Score = *r.Trial.Score
		}
		for _, c := range r.Trial.Checks {
			switch {
			case c.Passed == nil:
				o.Checks += "."
			case *c.Passed:
				o.Checks += "+"
			default:
				o.Checks += "-"
			}
		}
		must.Equal(t, w, o, "%s", name)
	}
	if len(got) != len(want) {
		t.Errorf("%d trials, want %d", len(got), len(want))
	}
	first := got["1, epoch 1"].Trial
	if d := first.Checks[1].Detail; !strings.Contains(d, "Value: C (correct)") || !strings.Contains(d, "GRADE: C") ||
		!strings.Contains(d, "Target: 4") {
		t.Errorf("detail %q", d)
	}
	if first.Checks[0].Weight != 1 || first.Checks[1].Weight != 0 {
		t.Errorf("the scorer that leads is not alone in its weight: %+v", first.Checks)
	}
	if d := got["add/two:x, epoch 1"].Trial.Details; d.Ended != "message limit of 20" || d.ErrorType != "" {
		t.Errorf("limit: %q, error %q", d.Ended, d.ErrorType)
	}
	if d := got["add/two:x, epoch 2"].Trial.Details; !strings.HasPrefix(d.ErrorText, "sandbox died") {
		t.Errorf("error: %q", d.ErrorText)
	}
	if run.System.Model != "abacus-9" || run.System.Provider != "acme" || run.System.Framework != "react" ||
		run.Facts["score_of"] != "includes" {
		t.Errorf("system %+v, score of %q", run.System, run.Facts["score_of"])
	}
	var said []string
	for _, w := range rep.Runs[0].Warnings {
		said = append(said, w.Message)
	}
	if diff := cmp.Diff([]string{
		"the header counts 8 samples, 7 of them completed; the log holds 7",
		`odd of model_graded_qa is Infinity, no number: it is not compared`,
		"report states mean of style/tone of the run as 9, the records give 2.8333333333333335",
	}, said); diff != "" {
		t.Errorf("warnings (-want +got):\n%s", diff)
	}
}

// TestTrace holds what becomes of a sample with all that can happen beside its
// conversation.
func TestTrace(t *testing.T) {
	got, _, _ := sums(t, nil)
	r := got["1, epoch 1"]
	var lines []string
	for _, s := range r.Steps {
		line := s.Agent + "|" + s.Source + "|" + s.Message
		if s.Error != "" {
			line += " !" + s.Error
		}
		for i, c := range s.ToolCalls {
			line += " " + c.Name
			if res := s.ResultOf(i); res != nil {
				line += "=" + strings.TrimSpace(res.Content) + res.ErrorText
				if res.Subagent != "" {
					line += ">" + res.Subagent
				}
			}
		}
		lines = append(lines, line)
	}
	want := []string{
		"|system|Be exact.",
		"|user|What is 2+2?",
		"|agent| !overloaded",
		"|agent|Let me compute. bash=4 ask_helper=Yes, four is even.>helper",
		"helper|user|Is four even?",
		"helper|agent|I will check. parity=even",
		"helper|agent|Yes, four is even.",
		"|agent| python=could not parse the call",
		"|system|info",
		"|agent|The answer is 4.",
		"scorer model_graded_qa|user|Does the submission say 4?",
		"scorer model_graded_qa|agent|GRADE: C",
	}
	must.Same(t, want, lines, "steps")
	u := r.Trial.Usage
	if u.Input == nil || *u.Input != 194 || *u.Output != 34 || *u.CacheRead != 350 || *u.Total != 578 {
		t.Errorf("usage %+v: the grader's tokens are no part of it", u)
	}
	if r.Trial.Details.Metrics["grader_tokens"] != 34 {
		t.Errorf("metrics %v", r.Trial.Details.Metrics)
	}
	picture := r.Steps[1].Parts
	if len(picture) != 1 || picture[0].Raw == "" || picture[0].Width != 2 || picture[0].Height != 3 {
		t.Errorf("picture %+v", picture)
	}
	call := r.Steps[3]
	if call.Reasoning != "I should run it." || call.StopReason != "tool_calls" || call.Timestamp == nil ||
		*call.Observation.Results[0].DurationMS != 250 {
		t.Errorf("answer %+v", call)
	}
	if bad := r.Steps[7].Observation.Results[0]; !bad.Failed || bad.Status != "parsing" ||
		!bytes.Contains(r.Steps[7].ToolCalls[0].Also, []byte("bad code")) {
		t.Errorf("call that failed: %+v", r.Steps[7])
	}
	if !bytes.Contains(r.Steps[9].Also, []byte("kept beside")) || !bytes.Contains(r.Steps[8].Also, []byte("syntax")) {
		t.Errorf("what else is recorded: %s, %s", r.Steps[9].Also, r.Steps[8].Also)
	}
	if !strings.Contains(r.Trial.Details.TraceNote, "1 sandbox") {
		t.Errorf("note %q", r.Trial.Details.TraceNote)
	}
}

// TestEventsAlone holds that a sample without its conversation is told by its events, each
// message once.
func TestEventsAlone(t *testing.T) {
	got, _, _ := sums(t, func(files map[string][]byte) {
		name := "samples/1_epoch_1.json"
		from := bytes.Index(files[name], []byte(`"messages": [`))
		to := bytes.Index(files[name], []byte(`, "output": {"model": "abacus-9-0203", "choices": [], "completion"`))
		files[name] = append(bytes.Clone(files[name][:from]), append([]byte(`"messages": []`), files[name][to:]...)...)
	})
	var said []string
	for _, s := range got["1, epoch 1"].Steps {
		if s.Depth == 0 && s.Event == "" && s.Error == "" {
			line := s.Source + " " + s.Message
			for i := range s.ToolCalls {
				if res := s.ResultOf(i); res != nil {
					line += "=" + strings.TrimSpace(res.Content)
				}
			}
			said = append(said, line)
		}
	}
	want := []string{"system Be exact.", "user What is 2+2?", "agent Let me compute.=4=Yes, four is even.", "agent =",
		"agent The answer is 4."}
	must.Same(t, want, said, "steps")
}

// TestReported holds that the header's numbers are compared and never taken over.
func TestReported(t *testing.T) {
	_, rep, run := sums(t, func(files map[string][]byte) {
		files["header.json"] = bytes.Replace(files["header.json"], []byte(`"stderr", "value": 0`), []byte(`"stderr", "value": 1`), 1)
	})
	got := ""
	for _, r := range run.Reported {
		got += fmt.Sprintf("%s of %q %s, computed %s: %s\n", r.Metric, r.Of, rounded(r.Value), rounded(r.Computed), r.Note)
	}
	const want = `accuracy of "" 0.25, computed none: over 3 samples
stderr of "" 1.14, computed none: over 3 samples
accuracy of "model_graded_qa" 0.5, computed 0.5: over 3 samples
odd of "model_graded_qa" none, computed none: the header states Infinity, which is no number
mean of "style/brevity" 0.63, computed 0.63: over 3 samples
mean of "style/tone" 9, computed 2.83: over 3 samples
`
	if got != want {
		t.Errorf("reported %s", cmp.Diff(want, got))
	}
	said := ""
	for _, w := range rep.Runs[0].Warnings {
		said += w.Message + "\n"
	}
	if !strings.Contains(said, "report states stderr of the run as 1") || strings.Contains(said, "states accuracy") {
		t.Errorf("warnings:\n%s", said)
	}
}

func rounded(x *float64) string {
	if x == nil {
		return "none"
	}
	return fmt.Sprint(math.Round(*x*100) / 100)
}

// TestLimits holds that a limit is how a sample ended, beside an error and its verdict.
func TestLimits(t *testing.T) {
	for limit, want := range map[string]string{
		`{"type": "token", "limit": 5000}`:   "failed, ended with token limit of 5000",
		`{"type": "time", "limit": 600}`:     "timeout, ended with time limit of 600 s",
		`{"type": "working", "limit": 90.5}`: "timeout, ended with working limit of 90.5 s",
		`{"type": "cost", "limit": 0.5}`:     "failed, ended with cost limit of 0.5 USD",
		`{"type": "context"}`:                "failed, ended with context limit",
		`{"type": "operator", "limit": 1}`:   "failed, ended with an operator's stop",
	} {
		got, _, _ := sums(t, func(files map[string][]byte) {
			name := "samples/add/two:x_epoch_1.json"
			files[name] = bytes.Replace(files[name], []byte(`{"type": "message", "limit": 20}`), []byte(limit+`, "error": null`), 1)
		})
		tr := got["add/two:x, epoch 1"].Trial
		must.Equal(t, want, fmt.Sprintf("%s, ended with %s%s", tr.Status, tr.Details.Ended, tr.Details.ErrorType), "%s", limit)
	}
}

// TestStopped holds that a run says how it ended where that is not by itself.
func TestStopped(t *testing.T) {
	for status, want := range map[string]string{
		`"success"`:   "",
		`"cancelled"`: "the pass was cancelled",
		`"started"`:   "the pass goes on, or was killed",
		`"error", "error": {"message": "out of quota.", "traceback": ""}`: "the pass ended with an error: out of quota",
		`"success", "invalidated": true`:                                  "samples of it were marked as invalid",
		"": "the pass has begun, " +
			"and not that it has ended: it goes on, or was killed",
	} {
		_, _, run := sums(t, func(files map[string][]byte) {
			if status == "" {
				delete(files, "header.json")
				return
			}
			files["header.json"] = bytes.Replace(files["header.json"], []byte(`"success"`), []byte(status), 1)
		})
		must.Equal(t, want, run.Facts[results.FactStopped], "%s", status)
	}
}

// TestHostile holds that what is broken is refused or said, and that nothing else changes.
func TestHostile(t *testing.T) {
	whole := archive(t, entries(t), zip.Deflate)
	doc := document(t, entries(t))
	for name, test := range map[string]struct {
		fsys fstest.MapFS
		says string
		runs int
	}{
		"archive cut off":  {fstest.MapFS{"x.eval": {Data: whole[:len(whole)/2]}}, "the archive cannot be read", 0},
		"document cut off": {fstest.MapFS{"x.json": {Data: doc[:len(doc)/2]}}, "unexpected EOF", 0},
		"document doubled": {fstest.MapFS{"x.json": {Data: append(bytes.Clone(doc), doc...)}}, "after the end", 0},
		"no archive":       {fstest.MapFS{"x.eval": {Data: []byte("PK nothing")}}, "", 0},
		"sample cut off": {broken(t, "samples/7_epoch_1.json", func(b []byte) []byte { return b[:len(b)/2] }),
			"cannot be read", 1},
		"score repeated": {broken(t, "samples/1_epoch_2.json", func(b []byte) []byte {
			return bytes.Replace(b, []byte(`"scores": {"includes": {"value": "I"`), []byte(`"scores": {"includes": {"value": "C"}, `+
				`"includes": {"value": "I"`), 1)
		}), "cannot be believed", 1},
		"nested deep": {broken(t, "samples/7_epoch_1.json", func(b []byte) []byte {
			return bytes.Replace(b, []byte(`"metadata": {}`), []byte(`"metadata": `+strings.Repeat("[", 2000)+strings.Repeat("]", 2000)), 1)
		}), "nested deeper", 1},
		"absurd numbers": {broken(t, "samples/7_epoch_1.json", func(b []byte) []byte {
			return bytes.Replace(b, []byte(`"total_tokens": 20}}, "role_usage"`), []byte(`"total_tokens": -1e300}}, "role_usage"`), 1)
		}), "not recorded", 1},
	} {
		t.Run(name, func(t *testing.T) {
			rep := ingesttest.Load(t, ingesttest.Open(t), test.fsys, ingest.Identity{})
			var all strings.Builder
			for _, r := range rep.Refused {
				all.WriteString(r.Reason + "\n")
			}
			for _, r := range rep.Runs {
				for _, w := range r.Warnings {
					all.WriteString(w.Message + "\n")
				}
			}
			if len(rep.Runs) != test.runs || !strings.Contains(all.String(), test.says) {
				t.Errorf("%d runs, want %d that say %q:\n%s", len(rep.Runs), test.runs, test.says, all.String())
			}
		})
	}
}

func broken(t *testing.T, name string, change func([]byte) []byte) fstest.MapFS {
	t.Helper()
	files := entries(t)
	changed := change(files[name])
	if bytes.Equal(changed, files[name]) {
		t.Fatalf("%s is as it was", name)
	}
	files[name] = changed
	return fstest.MapFS{"x.eval": {Data: archive(t, files, zip.Deflate)}}
}

// TestNoSampleStatesTokens holds that the header's tokens are held against nothing in a
// log from before samples stated theirs.
func TestNoSampleStatesTokens(t *testing.T) {
	_, rep, _ := sums(t, func(files map[string][]byte) {
		for name, data := range files {
			if strings.HasPrefix(name, "samples/") {
				files[name] = bytes.ReplaceAll(data, []byte(`"model_usage"`), []byte(`"another"`))
			}
		}
	})
	for _, w := range rep.Runs[0].Warnings {
		if strings.Contains(w.Message, " tokens of ") {
			t.Errorf("warned %q", w.Message)
		}
	}
}
