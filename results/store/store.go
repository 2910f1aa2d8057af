// Package store declares the interfaces of databases; package storetest contains tests for
// implementations. A method that returns a list may return an empty one without an error. A Find
// method returns results.ErrNotFound if there is no result. Numeric ids are valid only within one
// store.
package store

import (
	"context"
	"io"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/search"
)

// Reader is the read access that pages need.
type Reader interface {
	Records
	// Revisions returns the tokens by which pages are cached. It is called several times per
	// second.
	Revisions(ctx context.Context) (results.Revision, error)
	// Note returns the text stored under a key, or "".
	Note(ctx context.Context, key string) (string, error)
	Cases(ctx context.Context, benchmark string) ([]results.MinedCase, error)
	HasCases(ctx context.Context, benchmark string) (bool, error)
	TaskCases(ctx context.Context, benchmark, scenario, task string) ([]results.MinedCase, error)
	FindCase(ctx context.Context, slug string) (results.MinedCase, error)
	Labels(ctx context.Context, benchmark, label string) ([]results.Label, error)
	TrialLabels(ctx context.Context, trial int64) ([]results.Label, error)
	Search(ctx context.Context, q search.Query) (search.Result, error)
	// FindNames returns the benchmarks, models, scenarios, tasks and runs whose names contain all
	// terms.
	FindNames(ctx context.Context, terms []search.Term) ([]search.Name, error)
	MatchesInTrace(ctx context.Context, t *results.StoredTrial, terms []search.Term) ([]search.StepMatches, error)
}

// Records is read access to datasets, leaderboards, runs, trials, traces and raw records.
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
	// LeaderTests returns the tests of a benchmark's runs against the leaders of its leaderboards.
	LeaderTests(ctx context.Context, benchmark string) ([]results.LeaderTest, error)

	Runs(ctx context.Context, f results.RunFilter) ([]results.Run, int, error)
	FindRun(ctx context.Context, slug string) (results.Run, error)
	RunsPointingAt(ctx context.Context, run string) ([]results.Run, error)
	// FindWithdrawal returns the withdrawal of a run.
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

// Writer is the access that an import needs.
type Writer interface {
	Records
	Readings

	SaveModels(ctx context.Context, models []results.Model) error
	SaveDataset(ctx context.Context, d *results.Dataset) error
	// SaveTaskFacts replaces the facts of some tasks of a stored dataset and changes nothing else.
	SaveTaskFacts(ctx context.Context, benchmark string, tasks []results.Task) error
	FindDataset(ctx context.Context, benchmark string) (*results.Dataset, error)
	Datasets(ctx context.Context) ([]results.Dataset, error)
	FindWorld(ctx context.Context, benchmark, scenario string) (results.World, error)
	SaveWorlds(ctx context.Context, benchmark string, worlds []results.World) error
	SaveFigures(ctx context.Context, src results.FigureSource, figures []results.Figure) error
	SaveTables(ctx context.Context, tables []results.StatTable) error
	// BoardFigures returns the reported results on a benchmark's leaderboard.
	BoardFigures(ctx context.Context, benchmark string) ([]results.Figure, error)

	BeginRun(ctx context.Context, r *results.Run) (results.RunTx, error)
	// Rescore replaces the counts and metrics of a run. MarkScored records that they are up to date
	// for the run's ScoreKey.
	Rescore(ctx context.Context, r *results.Run, metrics []results.Metric) error
	MarkScored(ctx context.Context, r *results.Run) error
	// SaveExclusions replaces the exclusions of a stored run.
	SaveExclusions(ctx context.Context, r *results.Run) error
	// SaveReading updates those fields of a stored run that are derived from its records.
	SaveReading(ctx context.Context, r *results.Run) error
	// SaveReplaces records which run a stored run corrects.
	SaveReplaces(ctx context.Context, run, replaces string) error

	// RunScores returns the scores of a benchmark's runs without units and bootstrap values.
	RunScores(ctx context.Context, benchmark string) ([]results.RunScore, error)
	SaveRunScore(ctx context.Context, s *results.RunScore) error
	DeleteRunScore(ctx context.Context, run int64, without string) error
	// RunUnits returns the unit vectors of a run's score. RunDraws returns the bootstrap values of
	// several runs, in the order of runs.
	RunUnits(ctx context.Context, run int64, without string) ([][]float64, error)
	RunDraws(ctx context.Context, without, convention string, runs []int64) ([][]byte, error)
	// SaveLeaderTests stores new tests of a benchmark's runs and removes old ones.
	SaveLeaderTests(ctx context.Context, benchmark string, tests, old []results.LeaderTest) error

	SaveBoards(ctx context.Context, benchmark string, boards []results.Board, at int64) error
	// StaleBenchmarks returns the benchmarks whose leaderboards are out of date. MarkCurrent marks
	// one as up to date.
	StaleBenchmarks(ctx context.Context) ([]string, error)
	MarkCurrent(ctx context.Context, benchmark string) error
	// Rebuilding locks a benchmark against rebuilds by other processes until done is called; mine
	// is false if another process holds the lock.
	Rebuilding(ctx context.Context, benchmark string) (done func(), mine bool, err error)

	SaveCases(ctx context.Context, benchmark string, cases []results.MinedCase) error
	// EvidenceKeys returns the keys of stored evidence by run id. EachEvidence calls each with the
	// evidence of every run in one scenario.
	EvidenceKeys(ctx context.Context, benchmark string) (map[int64]string, error)
	SaveEvidence(ctx context.Context, run int64, key string, packed map[string][]byte) error
	EachEvidence(ctx context.Context, benchmark, scenario string, each func(run int64, data []byte) error) error

	// WorldScenes returns the stored scenes of environments with texts. SaveWorldScene stores a
	// scene and returns its digest.
	WorldScenes(ctx context.Context, benchmark string) ([]results.WorldScene, error)
	WorldScene(ctx context.Context, benchmark, scenario string) ([]byte, error)
	SaveWorldScene(ctx context.Context, benchmark, scenario, key string, scene []byte) (string, error)
	// LookKeys returns, by run id, the key under which SaveLooked stored read access.
	LookKeys(ctx context.Context, benchmark string) (map[int64]string, error)
	SaveLooked(ctx context.Context, benchmark string, run int64, key string, l *results.Looked) error

	// FailureKeys returns, by run id, the key under which SaveFailedCalls stored failed calls.
	FailureKeys(ctx context.Context, benchmark string) (map[int64]string, error)
	SaveFailedCalls(ctx context.Context, benchmark string, run int64, key string, list []results.FailedCall) error

	// ExplanationKeys returns, by run id, the key under which SaveExplanations stored explanations.
	ExplanationKeys(ctx context.Context, benchmark string) (map[int64]string, error)
	SaveExplanations(ctx context.Context, benchmark string, run int64, key string, list []results.TrialExplanation) error

	// MarkKeys returns, by run id, the key under which SaveMarks stored trace fingerprints.
	MarkKeys(ctx context.Context, benchmark string) (map[int64]string, error)
	// SaveMarks replaces the trace fingerprints of a run and removes the results of comparing it
	// with other runs.
	SaveMarks(ctx context.Context, benchmark string, run int64, key string, data []byte) error
	// RunMarks returns the trace fingerprints of a run.
	RunMarks(ctx context.Context, run int64) ([]byte, error)
	// Shared returns, by run id, the trials that SaveShared stored as shared with other runs.
	Shared(ctx context.Context, benchmark string) (map[int64][]results.Shared, error)
	SaveShared(ctx context.Context, benchmark string, run int64, list []results.Shared) error
}

// Readings describes how runs were imported, including hidden runs, and provides their records for
// a new import.
type Readings interface {
	Readings(ctx context.Context) ([]results.Reading, error)
	Readers(ctx context.Context) ([]results.ReaderCount, error)
	FindReading(ctx context.Context, slug string) (results.Reading, error)
	StoredRun(ctx context.Context, id int64) (results.Run, error)
	RunRecords(ctx context.Context, run int64) ([]results.StoredRecord, error)
	RunLabels(ctx context.Context, run int64) ([]results.Label, error)
	RawReader(ctx context.Context, id int64) (io.ReadSeeker, error)
}

// Takedown is the access that operators need to hide, withdraw and remove runs.
type Takedown interface {
	// ListRuns returns the runs of a benchmark, including hidden and withdrawn ones. If benchmark
	// is empty, it returns the runs of all benchmarks.
	ListRuns(ctx context.Context, benchmark string) ([]results.ListedRun, error)
	HideRun(ctx context.Context, slug string, hidden bool) error
	RemoveRun(ctx context.Context, slug string) error
	WithdrawRun(ctx context.Context, slug, reason string, at int64) error
}
