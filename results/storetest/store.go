// Package storetest holds what every store must keep to, as one suite: what is
// read is what was saved, what is not there is results.ErrNotFound, lists have an
// order and pages, a hidden run is seen by nobody, and a reader sees a run whole
// or not at all.
package storetest

import (
	"context"
	"io"
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/ledger"
	"github.com/clawatlas/clawatlas/results/search"
)

// Store is a store that is written and read. It is empty when a test begins.
type Store interface {
	Datasets
	Runs
	Scores
	Boards
	Trials
	Looks
	Failures
	Whys
	Ledgers
	Traces
	Records
	Takedown
	Search(ctx context.Context, q search.Query) (search.Result, error)
	FindInTrace(ctx context.Context, t *results.StoredTrial, phrase string, limit int) ([]results.StepHit, error)
	MatchesInTrace(ctx context.Context, t *results.StoredTrial, terms []search.Term) ([]search.StepMatches, error)
	Revisions(ctx context.Context) (results.Revision, error)
	// Dump writes all content as text: equal dumps are equal stores.
	Dump(ctx context.Context, w io.Writer) error
}

// Datasets keeps benchmarks, models and what is published.
type Datasets interface {
	SaveTaskFacts(ctx context.Context, benchmark string, tasks []results.Task) error
	SaveDataset(ctx context.Context, d *results.Dataset) error
	FindDataset(ctx context.Context, benchmark string) (*results.Dataset, error)
	Worlds(ctx context.Context, benchmark string) ([]results.World, error)
	FindWorld(ctx context.Context, benchmark, scenario string) (results.World, error)
	FindWorldFacts(ctx context.Context, benchmark, scenario string) (results.World, error)
	FindWorldParts(ctx context.Context, benchmark, scenario string) (results.World, error)
	WorldText(ctx context.Context, benchmark, scenario, round, kind, path string) ([]byte, error)
	SaveWorlds(ctx context.Context, benchmark string, worlds []results.World) error
	Benchmarks(ctx context.Context) ([]results.Benchmark, error)
	FindBenchmark(ctx context.Context, slug string) (results.Benchmark, error)
	BenchmarkSize(ctx context.Context, slug string) (results.BenchmarkSize, error)
	Scenarios(ctx context.Context, benchmark string) ([]results.Scenario, error)
	Tasks(ctx context.Context, benchmark, scenario string) ([]results.Task, error)
	FindTask(ctx context.Context, benchmark, scenario, task string) (results.Task, error)
	SaveModels(ctx context.Context, models []results.Model) error
	FindModel(ctx context.Context, slug string) (results.Model, error)
	SaveFigures(ctx context.Context, src results.FigureSource, figures []results.Figure) error
	Figures(ctx context.Context, benchmark string) ([]results.Figure, error)
	FigureSources(ctx context.Context, benchmark string) ([]results.FigureSource, error)
	SaveTables(ctx context.Context, tables []results.StatTable) error
	StatTables(ctx context.Context, benchmark string) ([]results.StatTable, error)
}

// Runs keeps runs.
type Runs interface {
	BeginRun(ctx context.Context, r *results.Run) (results.RunTx, error)
	Runs(ctx context.Context, f results.RunFilter) ([]results.Run, int, error)
	FindRun(ctx context.Context, slug string) (results.Run, error)
	RunMetrics(ctx context.Context, run int64) ([]results.Metric, error)
	RunValues(ctx context.Context, benchmark, convention, key string) (map[int64]*float64, error)
	ScenarioKeys(ctx context.Context, benchmark string, among []string) ([]string, error)
	ScenarioMetric(ctx context.Context, benchmark, key string, run int64) ([]results.ScopedMetric, error)
	RunTools(ctx context.Context, run int64) ([]results.ToolCount, error)
	Warnings(ctx context.Context, run int64) ([]results.Warning, error)
	Rescore(ctx context.Context, r *results.Run, metrics []results.Metric) error
	SaveObjections(ctx context.Context, r *results.Run) error
	SaveReading(ctx context.Context, r *results.Run) error
	SaveReplaces(ctx context.Context, run, replaces string) error
	Changes(ctx context.Context, f results.ChangeFilter) ([]results.Change, int, error)
}

// Scores keeps what boards need of each run.
type Scores interface {
	RunScores(ctx context.Context, benchmark string) ([]results.RunScore, error)
	SaveRunScore(ctx context.Context, s *results.RunScore) error
	DeleteRunScore(ctx context.Context, run int64, without string) error
	RunUnits(ctx context.Context, run int64, without string) ([][]float64, error)
	RunDraws(ctx context.Context, benchmark, without, convention string, runs []int64, each func(packed [][]byte)) error
	LeaderTests(ctx context.Context, benchmark string) ([]results.LeaderTest, error)
	SaveLeaderTests(ctx context.Context, benchmark string, tests, old []results.LeaderTest) error
}

// Boards keeps leaderboards and cases.
type Boards interface {
	SaveBoards(ctx context.Context, benchmark string, boards []results.Board, at int64) error
	FindBoard(ctx context.Context, benchmark, convention, without string) (results.Board, error)
	BoardStates(ctx context.Context, benchmark, convention, without string, limit, offset int) ([]results.BoardState, int, error)
	StateDays(ctx context.Context, benchmark, convention, without string) ([]string, error)
	FindBoardState(ctx context.Context, benchmark, convention, without, day string) (results.BoardState, error)
	StaleBenchmarks(ctx context.Context) ([]string, error)
	MarkCurrent(ctx context.Context, benchmark string) error
	SaveCases(ctx context.Context, benchmark string, cases []results.MinedCase) error
	Cases(ctx context.Context, benchmark string) ([]results.MinedCase, error)
	HasTools(ctx context.Context, benchmark string) (bool, error)
	HasCases(ctx context.Context, benchmark string) (bool, error)
	FindCase(ctx context.Context, slug string) (results.MinedCase, error)
	TaskCases(ctx context.Context, benchmark, scenario, task string) ([]results.MinedCase, error)
}

// Ledgers keeps what searches need of the steps of runs.
type Ledgers interface {
	LedgerKeys(ctx context.Context, benchmark string) (map[int64]string, error)
	SaveLedger(ctx context.Context, benchmark string, run int64, key string, sheets []ledger.Sheet) error
	SaveOverviews(ctx context.Context, benchmark string, run int64, list []results.Overview) error
	FindOverview(ctx context.Context, trial int64, from, to int) (*results.Overview, error)
}

// Trials reads single attempts at tasks.
type Trials interface {
	FindTrial(ctx context.Context, run, scenario, task string, attempt int) (results.StoredTrial, error)
	RunTrials(ctx context.Context, run int64, scenario string) ([]results.StoredTrial, error)
	TaskTrials(ctx context.Context, benchmark, scenario, task string) ([]results.StoredTrial, error)
	Outcomes(ctx context.Context, run int64) ([]results.Trial, error)
	TrialLabels(ctx context.Context, trial int64) ([]results.Label, error)
	Neighbours(ctx context.Context, trial int64) (results.Neighbours, error)
	OtherRuns(ctx context.Context, trial int64, limit int) ([]results.RunTrialRef, int, error)
	Attempts(ctx context.Context, trial int64) ([]results.TrialRef, error)
}

// Looks keeps how far runs got with what updates changed.
type Looks interface {
	WorldScenes(ctx context.Context, benchmark string) ([]results.WorldScene, error)
	WorldScene(ctx context.Context, benchmark, scenario string) ([]byte, error)
	SaveWorldScene(ctx context.Context, benchmark, scenario, key string, scene []byte) (string, error)
	LookKeys(ctx context.Context, benchmark string) (map[int64]string, error)
	Looked(ctx context.Context, run int64, scenario string) (results.Looked, error)
	LookedRounds(ctx context.Context, runs []int64) ([]results.RunLookedRound, error)
	SaveLooked(ctx context.Context, benchmark string, run int64, key string, l *results.Looked) error
}

// Whys keeps what led to failed verdicts.
type Whys interface {
	WhyKeys(ctx context.Context, benchmark string) (map[int64]string, error)
	FindWhy(ctx context.Context, trial int64) (*results.Why, error)
	SaveWhys(ctx context.Context, benchmark string, run int64, key string, list []results.TrialWhy) error
}

// Failures keeps the calls of runs that failed.
type Failures interface {
	FailureKeys(ctx context.Context, benchmark string) (map[int64]string, error)
	Failures(ctx context.Context, benchmark string) ([]results.RunFailures, error)
	FailedCalls(ctx context.Context, run int64, family, cause string, limit, offset int) ([]results.FailedCall, error)
	SaveFailedCalls(ctx context.Context, benchmark string, run int64, key string, list []results.FailedCall) error
}

// Traces reads the steps of a trial.
type Traces interface {
	StepRows(ctx context.Context, t *results.StoredTrial, from, limit int) ([]results.StepRow, error)
	Steps(ctx context.Context, t *results.StoredTrial, rows []results.StepRow) ([]results.Step, error)
	FailedSteps(ctx context.Context, t *results.StoredTrial, limit int) ([]int, error)
	FailedBeside(ctx context.Context, t *results.StoredTrial, from, to int) (prev, next int, err error)
	LastMessage(ctx context.Context, t *results.StoredTrial) (int, error)
	FindAgent(ctx context.Context, t *results.StoredTrial, agent string) (int, error)
	TraceUnits(ctx context.Context, t *results.StoredTrial, unit results.TraceUnit) (int, error)
	TraceGroups(ctx context.Context, t *results.StoredTrial, unit results.TraceUnit, from, to, size int) ([]results.TraceGroup, error)
	TraceAgents(ctx context.Context, trial int64) ([]results.TraceAgent, error)
	TraceRefs(ctx context.Context, trials []int64) (map[int64][]results.RefPlace, error)
	FindTraceIDs(ctx context.Context, trial int64) (results.TraceIDs, error)
	NamedTrials(ctx context.Context, benchmark string, ids []string) ([]results.NamedTrial, error)
	RefsTo(ctx context.Context, benchmark string, ids results.TraceIDs) ([]results.RefFrom, error)
}

// Records reads raw records.
type Records interface {
	Raws(ctx context.Context, run, trial int64) ([]results.Raw, error)
	FindRaw(ctx context.Context, id int64) (results.Raw, error)
	FindTrialRaw(ctx context.Context, trial int64, name string) (results.Raw, error)
	RawReader(ctx context.Context, id int64) (io.ReadSeeker, error)
}

// Takedown hides, withdraws and removes runs.
type Takedown interface {
	HideRun(ctx context.Context, slug string, hidden bool) error
	WithdrawRun(ctx context.Context, slug, reason string, at int64) error
	RemoveRun(ctx context.Context, slug string) error
	DropBenchmark(ctx context.Context, slug string) (runs int, err error)
	FindWithdrawal(ctx context.Context, slug string) (results.Withdrawal, error)
	SyncedRuns(ctx context.Context, source string) ([]results.SyncedRun, error)
	Retire(ctx context.Context, gone []results.GoneRun, at int64) error
	BeginSync(ctx context.Context, s results.OpenSync) error
	EndSync(ctx context.Context, source string) error
	OpenSyncs(ctx context.Context) ([]results.OpenSync, error)
}

// Run runs the whole suite. open makes an empty store that is closed after t.
func Run(t *testing.T, open func(t *testing.T) Store) {
	for _, test := range suite {
		t.Run(test.name, func(t *testing.T) { test.run(t, open(t)) })
	}
}

var suite = []struct {
	name string
	run  func(*testing.T, Store)
}{
	{"nothing", nothing},
	{"dataset", datasets},
	{"worlds", worlds},
	{"agents", agents},
	{"worlds that no longer fit", worldsUnfit},
	{"scenes", scenes},
	{"looks", looks},
	{"whys", whys},
	{"overviews", overviews},
	{"failures", failures},
	{"models", models},
	{"figures", figures},
	{"run", runRoundTrip},
	{"runs in order and pages", runsInPages},
	{"unchanged and rolled back", unchanged},
	{"rescored", rescored},
	{"the log of scores", rescoredLog},
	{"trial", trialRoundTrip},
	{"trace", traceWindows},
	{"trace groups", traceGroups},
	{"places in a trace", tracePlaces},
	{"find in a trace", findInTrace},
	{"matches in a trace", matchesInTrace},
	{"neighbours", neighbours},
	{"records", records},
	{"many records", manyRecords},
	{"search", searches},
	{"search of calls", searchesCalls},
	{"notes of a removed run", forgetsNotes},
	{"search in pages", searchInPages},
	{"search in Chinese", searchChinese},
	{"search by regular expression", searchRegex},
	{"words that were meant", searchMeant},
	{"scores", runScores},
	{"boards", boards},
	{"states of boards", states},
	{"states of boards without a run", stateTakedowns},
	{"cases", cases},
	{"hidden", hidden},
	{"withdrawn", withdrawn},
	{"retired", retired},
	{"open syncs", openSyncs},
	{"dropped", dropped},
	{"removed", removed},
	{"revisions", revisions},
	{"readers during a load", readersDuringLoad},
}
