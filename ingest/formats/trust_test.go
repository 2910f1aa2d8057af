package formats_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/formats"
	"github.com/clawatlas/clawatlas/ingest/ingesttest"
	"github.com/clawatlas/clawatlas/ingest/published"
	"github.com/clawatlas/clawatlas/ingest/source"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/resultstest"
	"github.com/clawatlas/clawatlas/results/words"
)

// trustRule is a rule about records of a format, all if it has none.
type trustRule struct {
	of, looks string
	says      string // expression for what a signal says
	fires     int    // on the genuine records
}

// contradictions take the score away, or the rank; none of them fires on a genuine record.
func contradictions() []trustRule {
	list := []trustRule{
		{of: "clawarena", looks: "The question, as recorded and in the trace, is another round's or not the public dataset's, or has further words beside it"},
		{of: "clawarena", looks: "A round has a second message to the agent"},
		{of: "clawarena", looks: "An executable check passed, and the trace has no tool call"},
		{of: "clawarena", looks: "A round began before the round before it"},
		{of: "clawarena", looks: "A pass stands beside a status, an error or a log that says the agent failed"},
		{of: "clawarena", looks: "Score, metrics, exit code, output, selected options and solution do not give one verdict, or a score is neither 0 nor 1"},
		{of: "harbor", looks: "A trial's configuration names another job, and the trial was not over before its own job began (a resumed job keeps such trials)"},
		{of: "harbor", looks: "A reward without an execution of the agent, unless the trial was graded again"},
		{of: "harbor", looks: "A full reward beside failed tests (CTRF report, last line of pytest)"},
		{of: "harbor", looks: "The agent read a file in `/solution` or `/oracle`, and the task's prompt does not name that folder"},
		{of: "harbor", looks: "A trial has the name, id or checksum of another task or trial"},
		{of: "harbor", looks: "Rewards differ between the result, the verifier's files and the job's copy"},
		{of: "harbor", looks: "A reward while the verifier was disabled, or of a trial that took less than a second"},
		{of: "terminalbench", looks: "Resolved without results of tests, with failed tests, or in only one of two files"},
		{of: "uniclaw", looks: "A pass without the final status, or scores that differ between the two files"},
		{of: "liveclawbench-site", looks: "All attempts passed beside a lower mean, or a leaderboard value that its tasks do not give"},
		{of: "clawmark", looks: "A score that its checks do not give"},
		{of: "researchclaw", looks: "A total score that its items do not give"},
		{of: "scores", looks: "Points above their maximum, one trace for several tasks, an error beside a pass, a sum or `passed` that the checks do not give"},
		{looks: "The traces, the configuration and the label name different models (known ones, or of different families) or frameworks"},
		{looks: "An agent that executes the reference solution beside the name of a model"},
		{looks: "The records name another version of the dataset, or solutions of another revision"},
		{looks: "A complete run's own report states a number that its records do not give"},
		{looks: "Two trials share random call ids or a whole trace"},
	}
	return list
}

// signals are listed for whoever reviews a run, and change nothing.
func signals() []trustRule {
	return []trustRule{
		{of: "harbor", looks: "A timeout multiplier is not 1", says: `timeout_multiplier is`},
		{of: "harbor", looks: "Trials were retried", says: `^n_retries is`},
		{of: "harbor", looks: "Trials name another job, as after a resume", says: `the id of another job`},
		{of: "harbor", looks: "Trials were graded again", says: `was graded again`},
		{of: "harbor", looks: "The job's own total of time, cost or tokens is not that of its trials", says: `neither is used in comparisons`},
		{looks: "A second model answered", says: `^a second model`},
		{looks: "No trial began for more than a week", says: `^no trial began`},
		{looks: "Fewer than 0.05 or more than 500 output tokens a second, over the whole run", says: ` per second$`},
		{looks: "Less than 0.002 or more than 100 US dollars for a million tokens, over the whole run", says: ` per million$`},
		{of: "harbor", looks: "A reward of 0 after an exception, without an answer, or beside tests that all passed",
			says: `^The (verifier gave 0|trace contains no reply|reward is 0)`},
		{of: "clawmark", looks: "Checks that pass without a tool call, or a model that failed each time", says: `called no tool|every call of the model failed`},
		{of: "uniclaw", looks: "A final status of pass beside a failed verdict in both files, or another run time in the second file",
			says: `final status is pass, and both|run time is another one`},
		{of: "clawarena", looks: "A verdict without a recorded answer",
			says: `no readable infer_result\.json|neither 0 nor 1|^No readable`},
	}
}

// genuine are the public records, by the name of their folder in the shared one.
var genuine = []string{"data/clawarena", "data/clawmark", "data/harbor", "data/liveclawbench", "public-runs", "foreign/terminal-bench-1", "foreign/more"}

// TestTrust reads all genuine public records: no contradiction fires on any of them, and
// the table of docs/checks.md says how often each rule does.
func TestTrust(t *testing.T) {
	resultstest.Real(t, map[string]func(*testing.T){"Genuine": testGenuine, "Altered": testAltered}, "data")
}

func testGenuine(t *testing.T) {
	db := ingesttest.OpenBundled(t)
	var sources []ingest.Source
	open := func(official bool, elem ...string) {
		src := must.Get(source.Open(resultstest.Shared(t, elem...), source.Limits{}))(t)
		t.Cleanup(func() { src.Close() })
		sources = append(sources, ingest.Source{FS: src.FS, Name: path.Join(elem...), Official: official})
	}
	open(true, "world", "clawarena")
	for _, name := range genuine {
		open(false, strings.Split(name, "/")...)
	}
	rep := must.Get(ingesttest.Loader(db).Load(t.Context(), sources))(t)
	marks, runs, trials, traced := signals(), 0, map[string]int{}, map[string]int{}
	count := func(where, said string) {
		for i := range marks {
			if regexp.MustCompile(marks[i].says).MatchString(said) {
				marks[i].fires++
				return
			}
		}
		t.Errorf("%s: no rule for %q", where, said)
	}
	for _, line := range rep.Runs {
		run := must.Get(db.FindRun(t.Context(), line.Run))(t)
		runs++
		for _, o := range run.Exclusions {
			if o.Kind.Fault() {
				t.Errorf("%s: %s %s", line.Run, o.Kind, o.Message)
			}
		}
		said, _ := results.Signals(line.Warnings)
		for _, w := range said {
			count(line.Run, w.Message)
			t.Logf("%s: %s", line.Run, w.Message)
		}
		for _, x := range must.Get(db.RunTrials(t.Context(), run.ID, ""))(t) {
			tr := must.Get(db.FindTrial(t.Context(), line.Run, x.Scenario, x.Task, x.Attempt))(t)
			for _, key := range []string{"", run.Format} {
				if tr.Status != results.Missing {
					trials[key]++
				}
				if tr.Traced(1) != nil {
					traced[key]++
				}
			}
			if tr.Details.ErrorType == results.Contradiction {
				t.Errorf("%s %s/%s: %s", line.Run, x.Scenario, x.Task, tr.Details.ErrorText)
			}
			for _, s := range tr.Details.Signals {
				count(line.Run+" "+x.Scenario+"/"+x.Task, s)
			}
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "Counted over %s genuine public trials in %d runs. A rule that needs a trace can fire only on trials that have one.\n",
		words.Count(trials[""]), runs)
	for _, kind := range []struct {
		name  string
		rules []trustRule
	}{{"Contradiction", contradictions()}, {"Signal", marks}} {
		fmt.Fprintf(&b, "\n## %ss\n\n| %s | Format | Fires | Trials | With a trace |\n|---|---|--:|--:|--:|\n", kind.name, kind.name)
		for _, r := range kind.rules {
			if r.of != "" && r.of != published.SnapshotFormat && !slices.ContainsFunc(formats.All(), func(f ingest.Format) bool { return f.Name() == r.of }) {
				t.Errorf("no format is called %s", r.of)
			}
			fmt.Fprintf(&b, "| %s | %s | %d | %s | %s |\n", r.looks, cmp.Or(r.of, "all"), r.fires, words.Count(trials[r.of]), words.Count(traced[r.of]))
		}
	}
	const page, mark = "../../docs/checks.md", "<!-- made by ingest/formats/trust_test.go -->\n"
	text := string(must.Get(os.ReadFile(page))(t))
	head, _, _ := strings.Cut(text, mark)
	want := head + mark + b.String()
	if *update {
		must.Do(t, os.WriteFile(page, []byte(want), 0o600))
	} else if text != want {
		t.Errorf("%s is out of date: run this test with -update", page)
	}
}

func alter(t *testing.T, fsys fstest.MapFS, file string, lie func(doc map[string]any)) {
	t.Helper()
	var doc map[string]any
	must.Do(t, json.Unmarshal(fsys[file].Data, &doc))
	lie(doc)
	fsys[file] = &fstest.MapFile{Data: must.Get(json.Marshal(doc))(t)}
}

// at is a member of nested objects.
func at(doc map[string]any, keys ...string) map[string]any {
	for _, k := range keys {
		doc = doc[k].(map[string]any)
	}
	return doc
}

func recordsOf(t *testing.T, dir string) fstest.MapFS {
	t.Helper()
	out := fstest.MapFS{}
	must.Do(t, fs.WalkDir(os.DirFS(dir), ".", func(name string, e fs.DirEntry, err error) error {
		if err == nil && e.Type().IsRegular() {
			out[path.Join(path.Base(dir), name)] = &fstest.MapFile{Data: must.Get(os.ReadFile(path.Join(dir, name)))(t)}
		}
		return err
	}))
	return out
}

// testAltered tells one lie in each of some passed rounds of the genuine run: each takes
// the score from its trial.
func testAltered(t *testing.T) {
	const label = "vllm_gemma-4-31b-it_openclaw"
	fsys := recordsOf(t, resultstest.Shared(t, "data", "clawarena", label))
	prompt := func(doc map[string]any, more string, record bool) {
		old := strings.TrimSpace(doc["question"].(string))
		part := at(doc, "llm_log")["messages"].([]any)[0].(map[string]any)["content"].([]any)[0].(map[string]any)
		part["text"] = strings.Replace(part["text"].(string), old, old+more, 1)
		if record {
			doc["question"] = old + more
		}
	}
	lies := []struct {
		lie  func(doc map[string]any)
		says string
	}{
		{func(d map[string]any) { prompt(d, "\nThe key is total_usd.", true) }, "neither from the dataset nor from the harness"},
		{func(d map[string]any) { prompt(d, "\nThe key is total_usd.", false) }, "differs from the recorded question"},
		{func(d map[string]any) {
			log := at(d, "llm_log")
			list := log["messages"].([]any)
			hint := map[string]any{"role": "user", "timestamp": list[0].(map[string]any)["timestamp"], "content": []any{map[string]any{"type": "text", "text": "Mind the key."}}}
			log["messages"] = append([]any{list[0], hint}, list[1:]...)
		}, "2 user messages"},
		{func(d map[string]any) {
			log := at(d, "llm_log")
			list := log["messages"].([]any)
			log["messages"] = []any{list[0], list[len(list)-1]}
		}, "the trace has no tool call"},
		{func(d map[string]any) {
			for _, key := range []string{"started_at", "finished_at"} {
				at(d, "timing")[key] = at(d, "timing")[key].(float64) - 86400
			}
		}, "s before"},
		{func(d map[string]any) { at(d, "answer")["status"] = "failed" }, "status is failed"},
		{func(d map[string]any) { at(d, "answer")["error"] = "exit status 1" }, "answer's error is"},
		{func(d map[string]any) { at(d, "inline_score")["exit_code"] = 1 }, "the checker's recorded verdict"},
	}
	rounds := map[string]string{} // what is said of each
	for i := 2; len(rounds) < len(lies) && i < 31; i++ {
		place := fmt.Sprintf("hil_g1/q%d", i)
		var s struct{ Score float64 }
		file := label + "/infer/" + place + "/infer_result.json"
		must.Do(t, json.Unmarshal(fsys[label+"/scoring/"+place+"/scoring.json"].Data, &s))
		if s.Score < 1 || !strings.Contains(string(fsys[file].Data), `"question_type": "exec_check"`) {
			continue
		}
		l := lies[len(rounds)]
		alter(t, fsys, file, l.lie)
		rounds[place] = l.says
	}
	db := ingesttest.OpenBundled(t)
	rep := must.Get(ingesttest.Loader(db).Load(t.Context(), []ingest.Source{
		{FS: os.DirFS(resultstest.Shared(t, "data", "clawarena", "data")), Name: "dataset"}, {FS: fsys, Name: "run"}}))(t)
	if len(rep.Runs) != 1 || len(rounds) != len(lies) || rep.Runs[0].Counts.Scored != 337-len(lies) {
		t.Fatalf("%d of %d lies told, %+v", len(rounds), len(lies), rep.Runs)
	}
	for place, says := range rounds {
		test, round, _ := strings.Cut(place, "/")
		x := must.Get(db.FindTrial(t.Context(), rep.Runs[0].Run, test, round, 1))(t)
		if x.Score != nil || x.Details.ErrorType != results.Contradiction || !strings.Contains(x.Details.ErrorText, says) {
			t.Errorf("%s: %s %q, want %q", place, x.Status, x.Details.ErrorText, says)
		}
	}
}
