// Package store declares what stores read and write; storetest tests it. Empty lists are no error, and a Find without
// result returns results.ErrNotFound. Numeric ids are a store's own.
package store

import (
	"context"
	"io"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/search"
)

// Reader is all that pages read.
type Reader interface {
	Records
	// Revisions is asked several times a second; pages are cached by its stamps.
	Revisions(ctx context.Context) (results.Revision, error)
	// Note is what is noted under a key, empty where nothing is.
	Note(ctx context.Context, key string) (string, error)
	Cases(ctx context.Context, benchmark string) ([]results.MinedCase, error)
	HasCases(ctx context.Context, benchmark string) (bool, error)
	TaskCases(ctx context.Context, benchmark, scenario, task string) ([]results.MinedCase, error)
	FindCase(ctx context.Context, slug string) (results.MinedCase, error)
	Labels(ctx context.Context, benchmark, label string) ([]results.Label, error)
	TrialLabels(ctx context.Context, trial int64) ([]results.Label, error)
	Search(ctx context.Context, q search.Query) (search.Result, error)
	// FindNames lists what is called by all of the terms.
	FindNames(ctx context.Context, terms []search.Term) ([]search.Name, error)
	MatchesInTrace(ctx context.Context, t *results.StoredTrial, terms []search.Term) ([]search.StepMatches, error)
}

// Records reads datasets, boards, runs, trials, traces and raw records.
type Records interface {
	Benchmarks(ctx context.Context) ([]results.Benchmark, error)
	FindBenchmark(ctx context.Context, slug string) (results.Benchmark, error)
	BenchmarkSize(ctx context.Context, slug string) (results.BenchmarkSize, error)
	Scenarios(ctx context.Context, benchmark string) ([]results.Scenario, error)
	ScenarioSizes(ctx context.Context, benchmark string) (map[string]int, error)
	Tasks(ctx context.Context, benchmark, scenario string) ([]results.Task, error)
	FindTask(ctx context.Context, benchmark, scenario, task string) (results.Task, error)
	DatasetWarnings(ctx context.Context, benchmark string) ([]results.Warning, error)
	Worlds(ctx context.Context, benchmark string) ([]results.World, error)
	WorldText(ctx context.Context, benchmark, scenario, round, kind, path string) ([]byte, error)
	FindModel(ctx context.Context, slug string) (results.Model, error)
	Models(ctx context.Context) ([]results.Model, error)
	ModelSizes(ctx context.Context) ([]results.ModelSize, error)

	FindBoard(ctx context.Context, benchmark, convention, without string) (results.Board, error)
	FindBoardRuns(ctx context.Context, benchmark, convention, without string) (results.Board, error)
	StateDays(ctx context.Context, benchmark, convention, without string) ([]string, error)
	FindBoardState(ctx context.Context, benchmark, convention, without, day string) (results.BoardState, error)
	Figures(ctx context.Context, benchmark string) ([]results.Figure, error)
	ModelFigures(ctx context.Context, model string) ([]results.Figure, error)
	FigureSources(ctx context.Context, benchmark string) ([]results.FigureSource, error)
	StatTables(ctx context.Context, benchmark string) ([]results.StatTable, error)
	// LeaderTests lists the tests of a benchmark's runs against the leaders of its boards.
	LeaderTests(ctx context.Context, benchmark string) ([]results.LeaderTest, error)

	Runs(ctx context.Context, f results.RunFilter) ([]results.Run, int, error)
	FindRun(ctx context.Context, slug string) (results.Run, error)
	RunsPointingAt(ctx context.Context, run string) ([]results.Run, error)
	// FindWithdrawal says why there is no such run any more.
	FindWithdrawal(ctx context.Context, slug string) (results.Withdrawal, error)
	Changes(ctx context.Context, f results.ChangeFilter) ([]results.Change, int, error)
	ChangeGroups(ctx context.Context, f results.ChangeFilter) ([]results.ChangeGroup, int, error)
	Warnings(ctx context.Context, run int64) ([]results.Warning, error)
	RunMetrics(ctx context.Context, run int64) ([]results.Metric, error)
	RunValues(ctx context.Context, benchmark, convention, key string) (map[int64]*float64, error)
	ScopedMetrics(ctx context.Context, benchmark, prefix string) ([]results.ScopedMetric, error)
	ScenarioKeys(ctx context.Context, benchmark string, among []string) ([]string, error)
	ScenarioMetric(ctx context.Context, benchmark, key string, run int64) ([]results.ScopedMetric, error)
	RunTotals(ctx context.Context, benchmark string, run int64) ([]results.RunTotal, error)
	RunTools(ctx context.Context, run int64) ([]results.ToolCount, error)
	HasTools(ctx context.Context, benchmark string) (bool, error)
	BenchmarkTools(ctx context.Context, benchmark string) ([]results.ToolCount, error)
	Failures(ctx context.Context, benchmark string) ([]results.RunFailures, error)
	FailedCalls(ctx context.Context, run int64, tool, family, cause string) ([]results.FailedCall, error)
	ExplainedTrials(ctx context.Context, benchmark string) (map[int64]int, error)

	FindTrial(ctx context.Context, run, scenario, task string, attempt int) (results.StoredTrial, error)
	RunTrials(ctx context.Context, run int64, scenario string) ([]results.StoredTrial, error)
	Looked(ctx context.Context, run int64, scenario string) (results.Looked, error)
	ScenarioTrials(ctx context.Context, benchmark, scenario string, runs []int64) ([]results.StoredTrial, error)
	TaskTrials(ctx context.Context, benchmark, scenario, task string, runs []int64) ([]results.StoredTrial, error)
	Explanations(ctx context.Context, trials []int64) (map[int64]*results.Explanation, error)
	RunReasons(ctx context.Context, run int64) (results.RunReasons, error)
	Details(ctx context.Context, trial int64) (results.TrialDetails, error)
	ManyDetails(ctx context.Context, trials []int64) (map[int64]results.TrialDetails, error)
	ManyChecks(ctx context.Context, trials []int64) (map[int64][]results.Check, error)
	Neighbours(ctx context.Context, trial int64) (results.Neighbours, error)
	OtherRuns(ctx context.Context, trial int64, limit int) ([]results.RunTrialRef, int, error)
	Attempts(ctx context.Context, trial int64) ([]results.TrialRef, error)
	Outcomes(ctx context.Context, run int64) ([]results.Trial, error)
	TaskScores(ctx context.Context, benchmark, scenario string, fn func(*results.TaskScore)) error
	TaskMeans(ctx context.Context, runs []int64) ([]results.TaskMean, error)
	TaskOutcomes(ctx context.Context, benchmark string, fn func(*results.RunOutcomes)) error
	ScenarioScores(ctx context.Context, benchmark, scenario string, runs []int64, fn func(*results.TaskScore)) ([]results.ScoreSum, error)

	StepRows(ctx context.Context, t *results.StoredTrial, from, limit int) ([]results.StepRow, error)
	Steps(ctx context.Context, t *results.StoredTrial, rows []results.StepRow) ([]results.Step, error)
	FailedSteps(ctx context.Context, t *results.StoredTrial, limit int) ([]int, error)
	FailedBeside(ctx context.Context, t *results.StoredTrial, from, to int) (prev, next int, err error)
	LastMessage(ctx context.Context, t *results.StoredTrial) (int, error)
	FindAgent(ctx context.Context, t *results.StoredTrial, agent string) (int, error)
	TraceGroups(ctx context.Context, t *results.StoredTrial, unit results.TraceUnit, from, to, size int) ([]results.TraceGroup, error)
	TraceAgents(ctx context.Context, trial int64) ([]results.TraceAgent, error)
	TraceRefs(ctx context.Context, trials []int64) (map[int64][]results.RefPlace, error)
	FindTraceIDs(ctx context.Context, trial int64) (results.TraceIDs, error)
	NamedTrials(ctx context.Context, benchmark string, ids []string) ([]results.NamedTrial, error)
	RefsTo(ctx context.Context, benchmark string, ids results.TraceIDs) ([]results.RefFrom, error)

	Raws(ctx context.Context, run, trial int64) ([]results.Raw, error)
	FindRaw(ctx context.Context, id int64) (results.Raw, error)
	FindTrialRaw(ctx context.Context, trial int64, name string) (results.Raw, error)
	RawReader(ctx context.Context, id int64) (io.ReadSeeker, error)
}

// Writer is what a load writes, and what it reads for that.
type Writer interface {
	Records
	Readings

	SaveModels(ctx context.Context, models []results.Model) error
	SaveDataset(ctx context.Context, d *results.Dataset) error
	// SaveTaskFacts replaces the facts of some tasks of a stored dataset, and nothing else of it.
	SaveTaskFacts(ctx context.Context, benchmark string, tasks []results.Task) error
	FindDataset(ctx context.Context, benchmark string) (*results.Dataset, error)
	Datasets(ctx context.Context) ([]results.Dataset, error)
	FindWorld(ctx context.Context, benchmark, scenario string) (results.World, error)
	SaveWorlds(ctx context.Context, benchmark string, worlds []results.World) error
	SaveFigures(ctx context.Context, src results.FigureSource, figures []results.Figure) error
	SaveTables(ctx context.Context, tables []results.StatTable) error
	// BoardFigures returns the published figures of a benchmark's leaderboard.
	BoardFigures(ctx context.Context, benchmark string) ([]results.Figure, error)

	BeginRun(ctx context.Context, r *results.Run) (results.RunTx, error)
	// Rescore replaces counts and metrics of a run; MarkScored notes that they are those of its ScoreKey.
	Rescore(ctx context.Context, r *results.Run, metrics []results.Metric) error
	MarkScored(ctx context.Context, r *results.Run) error
	// SaveExclusions replaces what speaks against a stored run.
	SaveExclusions(ctx context.Context, r *results.Run) error
	// SaveReading updates what the records of a stored run say of the whole run.
	SaveReading(ctx context.Context, r *results.Run) error
	// SaveReplaces notes which run a stored one corrects.
	SaveReplaces(ctx context.Context, run, replaces string) error

	// RunScores lists the scores of a benchmark's runs without units and draws.
	RunScores(ctx context.Context, benchmark string) ([]results.RunScore, error)
	SaveRunScore(ctx context.Context, s *results.RunScore) error
	DeleteRunScore(ctx context.Context, run int64, without string) error
	// RunUnits returns the units of a run's score, RunDraws the draws of many runs in their order.
	RunUnits(ctx context.Context, run int64, without string) ([][]float64, error)
	RunDraws(ctx context.Context, without, convention string, runs []int64) ([][]byte, error)
	// SaveLeaderTests stores new tests of a benchmark's runs and removes old ones.
	SaveLeaderTests(ctx context.Context, benchmark string, tests, old []results.LeaderTest) error

	SaveBoards(ctx context.Context, benchmark string, boards []results.Board, at int64) error
	// StaleBenchmarks lists benchmarks with stale boards; MarkCurrent removes one.
	StaleBenchmarks(ctx context.Context) ([]string, error)
	MarkCurrent(ctx context.Context, benchmark string) error
	// Rebuilding keeps other processes from rebuilding until done is called; mine is false while another one rebuilds.
	Rebuilding(ctx context.Context, benchmark string) (done func(), mine bool, err error)

	SaveCases(ctx context.Context, benchmark string, cases []results.MinedCase) error
	// EvidenceKeys returns the keys of saved evidence by run; EachEvidence reads that of all runs in one scenario by id.
	EvidenceKeys(ctx context.Context, benchmark string) (map[int64]string, error)
	SaveEvidence(ctx context.Context, run int64, key string, packed map[string][]byte) error
	EachEvidence(ctx context.Context, benchmark, scenario string, each func(run int64, data []byte) error) error

	// WorldScenes lists stored scenes of worlds with texts. SaveWorldScene returns the digest.
	WorldScenes(ctx context.Context, benchmark string) ([]results.WorldScene, error)
	WorldScene(ctx context.Context, benchmark, scenario string) ([]byte, error)
	SaveWorldScene(ctx context.Context, benchmark, scenario, key string, scene []byte) (string, error)
	// LookKeys tells by run under which key SaveLooked has kept what Looked reads.
	LookKeys(ctx context.Context, benchmark string) (map[int64]string, error)
	SaveLooked(ctx context.Context, benchmark string, run int64, key string, l *results.Looked) error

	// FailureKeys tells by run what SaveFailedCalls has kept.
	FailureKeys(ctx context.Context, benchmark string) (map[int64]string, error)
	SaveFailedCalls(ctx context.Context, benchmark string, run int64, key string, list []results.FailedCall) error

	// ExplanationKeys tells by run what SaveExplanations has kept.
	ExplanationKeys(ctx context.Context, benchmark string) (map[int64]string, error)
	SaveExplanations(ctx context.Context, benchmark string, run int64, key string, list []results.TrialExplanation) error

	// MarkKeys tells by run under which key marks are kept.
	MarkKeys(ctx context.Context, benchmark string) (map[int64]string, error)
	// SaveMarks replaces the marks of a run, which then was compared with no other.
	SaveMarks(ctx context.Context, benchmark string, run int64, key string, data []byte) error
	// RunMarks are what SaveMarks has kept.
	RunMarks(ctx context.Context, run int64) ([]byte, error)
	// Shared returns what SaveShared stored, by run.
	Shared(ctx context.Context, benchmark string) (map[int64][]results.Shared, error)
	SaveShared(ctx context.Context, benchmark string, run int64, list []results.Shared) error
}

// Readings returns how runs were read, hidden ones too, and the records to read them again.
type Readings interface {
	Readings(ctx context.Context) ([]results.Reading, error)
	Readers(ctx context.Context) ([]results.ReaderCount, error)
	FindReading(ctx context.Context, slug string) (results.Reading, error)
	StoredRun(ctx context.Context, id int64) (results.Run, error)
	RunRecords(ctx context.Context, run int64) ([]results.StoredRecord, error)
	RunLabels(ctx context.Context, run int64) ([]results.Label, error)
	RawReader(ctx context.Context, id int64) (io.ReadSeeker, error)
}

// Takedown is what operators do with runs and benchmarks that are stored.
type Takedown interface {
	// ListRuns lists the runs of a benchmark, or of all if empty, with hidden and withdrawn ones.
	ListRuns(ctx context.Context, benchmark string) ([]results.ListedRun, error)
	HideRun(ctx context.Context, slug string, hidden bool) error
	RemoveRun(ctx context.Context, slug string) error
	WithdrawRun(ctx context.Context, slug, reason string, at int64) error
}
