package sqlite

import (
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/clawatlas/clawatlas/results"
)

var (
	corpusDocs = flag.Int("search.docs", 6000, "steps in the generated corpus of the search benchmarks")
	corpusFile = flag.String("search.db", "", "file that keeps the generated corpus between runs")
)

// Each generated run has this many trials of this many steps.
const (
	corpusTrials = 60
	corpusSteps  = 10
)

// wordMill makes text whose words are as unevenly frequent as those of traces:
// few are in almost every step and most are in almost none.
type wordMill struct {
	rng     *rand.Rand
	words   []string
	chinese []string
	often   *rand.Zipf
	seldom  *rand.Zipf
}

func newWordMill(seed uint64) *wordMill {
	m := &wordMill{rng: rand.New(rand.NewPCG(seed, 7))}
	syllables := strings.Fields("ba co di fu ge ha ki lo mu ne pa qi ro su ta ve wi xo yu za con tra pre ment sion ing er al ex in")
	known := strings.Fields("the budget report exec read file error deadline status total check path json field missing value update schedule summary")
	for i := range 60000 {
		if i < len(known) {
			m.words = append(m.words, known[i])
			continue
		}
		w := ""
		for range 2 + m.rng.IntN(3) {
			w += syllables[m.rng.IntN(len(syllables))]
		}
		switch m.rng.IntN(12) {
		case 0:
			w += "_" + known[m.rng.IntN(len(known))] + ".py"
		case 1:
			w = fmt.Sprint(m.rng.IntN(100000))
		}
		m.words = append(m.words, w)
	}
	for range 8000 {
		w := ""
		for range 2 + m.rng.IntN(3) {
			// The square makes some characters much more frequent than others.
			x := m.rng.Float64()
			w += string(rune(0x4e00 + int(x*x*3000)))
		}
		m.chinese = append(m.chinese, w)
	}
	m.often = rand.NewZipf(m.rng, 1.1, 2.7, uint64(len(m.words)-1))
	m.seldom = rand.NewZipf(m.rng, 1.1, 4, uint64(len(m.chinese)-1))
	return m
}

func (m *wordMill) text(words int) string {
	var b strings.Builder
	for range words {
		b.WriteString(m.words[m.often.Uint64()])
		b.WriteByte(' ')
	}
	if m.rng.IntN(4) == 0 {
		for range words / 4 {
			b.WriteString(m.chinese[m.seldom.Uint64()])
		}
	}
	return b.String()
}

// corpus returns a database of generated runs.
func corpus(tb testing.TB, docs int) *DB {
	tb.Helper()
	ctx := tb.Context()
	var db *DB
	if *corpusFile == "" {
		db = open(tb)
	} else {
		db = found(OpenWriter(ctx, *corpusFile))(tb)
		tb.Cleanup(func() { db.Close() })
	}
	var stored int
	must(tb, db.r.GetContext(ctx, &stored, "SELECT count(*) FROM steps"))
	if stored >= docs {
		return db
	}
	saveCorpusDataset(tb, db)
	mill := newWordMill(uint64(docs))
	began := time.Now()
	for run := 0; run*corpusTrials*corpusSteps < docs; run++ {
		saveCorpusRun(tb, db, mill, run, min(corpusTrials, (docs-run*corpusTrials*corpusSteps+corpusSteps-1)/corpusSteps))
	}
	tb.Logf("%d steps written and indexed in %s", docs, time.Since(began).Round(time.Millisecond))
	return db
}

func saveCorpusDataset(tb testing.TB, db *DB) {
	tb.Helper()
	d := &results.Dataset{Benchmark: results.Benchmark{ID: "corpus", Name: "Corpus"}}
	for s := range 12 {
		slug := fmt.Sprintf("scenario%d", s)
		d.Scenarios = append(d.Scenarios, results.Scenario{Slug: slug})
		for k := range 25 {
			d.Tasks = append(d.Tasks, results.Task{Scenario: slug, Slug: fmt.Sprintf("q%d", k)})
		}
	}
	must(tb, db.SaveDataset(tb.Context(), d))
}

func saveCorpusRun(tb testing.TB, db *DB, mill *wordMill, run, trials int) {
	tb.Helper()
	ctx := tb.Context()
	r := &results.Run{
		Slug: fmt.Sprintf("corpus-model-%d", run), Benchmark: "corpus", ModelName: fmt.Sprintf("model-%d", run%20),
		Evidence: results.Recomputed, Digest: fmt.Sprint(run), IngestedAt: int64(run), System: results.System{Framework: "frame"},
	}
	tx := found(db.BeginRun(ctx, r))(tb)
	defer tx.Rollback()
	tools := []string{"exec", "read", "write", "mcp.mail-send", "rare_tool"}
	for i := range trials {
		tr := &results.Trial{Scenario: fmt.Sprintf("scenario%d", i/25), Task: fmt.Sprintf("q%d", i%25), Attempt: 1}
		must(tb, tx.SaveTrial(ctx, tr))
		for k := range corpusSteps {
			step := corpusStep(mill, tools, k)
			must(tb, tx.SaveStep(ctx, step))
		}
		tr.Status = results.Statuses()[[]int{0, 0, 0, 1, 1, 2, 3}[mill.rng.IntN(7)]]
		must(tb, tx.AmendTrial(ctx, tr))
	}
	must(tb, tx.Finish(ctx, r, nil))
}

func corpusStep(mill *wordMill, tools []string, k int) *results.Step {
	if k == 0 {
		return &results.Step{Source: results.SourceUser, Message: mill.text(60)}
	}
	tool := tools[min(mill.rng.IntN(5), mill.rng.IntN(5))]
	file := fmt.Sprintf("/w/dir%d/%s.%s", mill.rng.IntN(5), mill.words[mill.often.Uint64()],
		[]string{"py", "json", "csv", "md"}[min(mill.rng.IntN(4), mill.rng.IntN(4))])
	args, err := json.Marshal(map[string]string{"command": "python3 " + file + " " + mill.text(20)})
	if err != nil {
		panic(err)
	}
	result := results.Result{CallID: "c", Content: mill.text(50)}
	if tool == "exec" {
		result.ExitCode = new(int)
	}
	switch mill.rng.IntN(16) {
	case 0, 1:
		result.Failed, result.Failure = true, "exit_code"
		if tool == "exec" {
			*result.ExitCode = []int{1, 1, 1, 2, 127}[mill.rng.IntN(5)]
		}
	case 2:
		result.Outcome = results.OutcomeEmpty
	}
	return &results.Step{
		Source: results.SourceAgent, Message: mill.text(10),
		ToolCalls:   []results.ToolCall{{ID: "c", Name: tool, Arguments: args}},
		Observation: &results.Observation{Results: []results.Result{result}},
	}
}
