package trace_test

import (
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/clawatlas/clawatlas/ingest/trace"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/resultstest"
)

// gemmaLogs returns the message arrays of the real run, by file.
func gemmaLogs(t testing.TB) map[string][]byte {
	t.Helper()
	logs := map[string][]byte{}
	root := resultstest.Shared(t, "data", "clawarena", "vllm_gemma-4-31b-it_openclaw", "infer")
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.Name() != "infer_result.json" {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		var round struct {
			Log struct {
				Messages json.RawMessage `json:"messages"`
			} `json:"llm_log"`
		}
		if err := json.Unmarshal(data, &round); err != nil {
			return err
		}
		logs[path] = round.Log.Messages
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return logs
}

// The counts were taken from the records by a program of their own.
func testOpenClawMessagesOfTheGemmaRun(t *testing.T) {
	type counts struct {
		Logs, Users, Answers, Calls, Results, Failed, Warnings int
		Signs                                                  map[string]int
	}
	want := counts{
		Logs: 337, Users: 337, Answers: 1015, Calls: 877, Results: 877, Failed: 227,
		Signs: map[string]int{"exit_code": 188, "status": 37, "is_error": 2},
	}
	got := counts{Signs: map[string]int{}}
	for path, data := range gemmaLogs(t) {
		got.Logs++
		sink := trace.Sink{
			Warn: func(line int, m string) { got.Warnings++; t.Logf("%s:%d: %s", path, line, m) },
			Step: func(s *results.Step) error {
				switch s.Source {
				case results.SourceUser:
					got.Users++
				case results.SourceAgent:
					got.Answers++
				default:
					t.Errorf("%s: step %d from %s", path, s.StepID, s.Source)
				}
				got.Calls += len(s.ToolCalls)
				if s.Observation == nil {
					return nil
				}
				for _, res := range s.Observation.Results {
					got.Results++
					if res.Failed {
						got.Failed++
						got.Signs[res.Failure]++
					}
				}
				return nil
			},
		}
		sum, err := trace.OpenClawMessages(data, sink)
		if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		if u := sum.Usage; u != (results.Usage{}) {
			t.Errorf("%s: usage %+v, want nothing recorded", path, u)
		}
		if sum.Model != "gemma-4-31b-it" || sum.Provider != "openai" {
			t.Errorf("%s: model %q of %q", path, sum.Model, sum.Provider)
		}
	}
	must.Same(t, want, got, "counts")
	must.Equal(t, 2229, got.Users+got.Answers+got.Results, "messages")
}

func BenchmarkOpenClawMessages(b *testing.B) {
	logs := gemmaLogs(b)
	size := 0
	for _, data := range logs {
		size += len(data)
	}
	b.SetBytes(int64(size))
	b.ReportAllocs()
	for b.Loop() {
		for path, data := range logs {
			sink := trace.Sink{Step: func(*results.Step) error { return nil }}
			if _, err := trace.OpenClawMessages(data, sink); err != nil {
				b.Fatalf("%s: %v", path, err)
			}
		}
	}
}
