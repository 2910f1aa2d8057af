package web

import (
	"context"
	"io"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/search"
)

// Store is what the site reads, by noun. A list that has nothing is empty and no
// error; a Find that finds nothing gives results.ErrNotFound. What every store
// must keep to is in results/storetest. The numbers of runs, trials and records
// are a store's own and mean nothing outside of it: addresses are made of slugs.
type Store interface {
	// Revisions is asked several times a second; its stamps are what pages are kept by.
	Revisions(ctx context.Context) (results.Revision, error)

	Benchmarks
	Boards
	Runs
	Trials
	Traces
	Cases
	Records
	Searcher
}

// Benchmarks reads datasets: what was to be done, and by which models.
type Benchmarks interface {
	Benchmarks(ctx context.Context) ([]results.Benchmark, error)
	FindBenchmark(ctx context.Context, slug string) (results.Benchmark, error)
	BenchmarkSize(ctx context.Context, slug string) (results.BenchmarkSize, error)
	Scenarios(ctx context.Context, benchmark string) ([]results.Scenario, error)
	ScenarioSizes(ctx context.Context, benchmark string) (map[string]int, error)
	Tasks(ctx context.Context, benchmark, scenario string) ([]results.Task, error)
	FindTask(ctx context.Context, benchmark, scenario, task string) (results.Task, error)
	DatasetWarnings(ctx context.Context, benchmark string) ([]results.Warning, error)

	Worlds(ctx context.Context, benchmark string) ([]results.World, error)
	FindWorldFacts(ctx context.Context, benchmark, scenario string) (results.World, error)
	FindWorldParts(ctx context.Context, benchmark, scenario string) (results.World, error)
	WorldText(ctx context.Context, benchmark, scenario, round, kind, path string) ([]byte, error)

	FindModel(ctx context.Context, slug string) (results.Model, error)
	Models(ctx context.Context) ([]results.Model, error)
	ModelSizes(ctx context.Context) ([]results.ModelSize, error)
}

// Boards reads leaderboards and what is published of their systems.
type Boards interface {
	FindBoard(ctx context.Context, benchmark, convention, without string) (results.Board, error)
	FindBoardRuns(ctx context.Context, benchmark, convention, without string) (results.Board, error)
	BoardStates(ctx context.Context, benchmark, convention, without string, limit, offset int) ([]results.BoardState, int, error)
	StateDays(ctx context.Context, benchmark, convention, without string) ([]string, error)
	FindBoardState(ctx context.Context, benchmark, convention, without, day string) (results.BoardState, error)
	ModelBoardRows(ctx context.Context, model, benchmark, convention string) ([]results.BoardRow, error)
	Figures(ctx context.Context, benchmark string) ([]results.Figure, error)
	ModelFigures(ctx context.Context, model string) ([]results.Figure, error)
	FigureSources(ctx context.Context, benchmark string) ([]results.FigureSource, error)
	StatTables(ctx context.Context, benchmark string) ([]results.StatTable, error)
}

// Runs reads runs, their numbers, and what has happened to them.
type Runs interface {
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
	FailedCalls(ctx context.Context, run int64, family, cause string, limit, offset int) ([]results.FailedCall, error)
}

// Trials reads single attempts at tasks, and what many of them come to.
type Trials interface {
	FindTrial(ctx context.Context, run, scenario, task string, attempt int) (results.StoredTrial, error)
	RunTrials(ctx context.Context, run int64, scenario string) ([]results.StoredTrial, error)
	Looked(ctx context.Context, run int64, scenario string) (results.Looked, error)
	LookedRounds(ctx context.Context, runs []int64) ([]results.RunLookedRound, error)
	ScenarioTrials(ctx context.Context, benchmark, scenario string, runs []int64) ([]results.StoredTrial, error)
	TaskTrials(ctx context.Context, benchmark, scenario, task string) ([]results.StoredTrial, error)
	FindWhy(ctx context.Context, trial int64) (*results.Why, error)
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
	ScenarioScores(ctx context.Context, benchmark, scenario string, fn func(*results.TaskScore)) ([]results.ScoreSum, error)
	CheckWords(ctx context.Context, benchmark string, trials []results.FailedTrial) ([]results.CheckWords, error)
}

// Traces reads the steps of a trial. Steps are numbered from 1.
type Traces interface {
	StepRows(ctx context.Context, t *results.StoredTrial, from, limit int) ([]results.StepRow, error)
	// FindOverview returns what is kept of a long trace, with its cycles that have a
	// step of from..to.
	FindOverview(ctx context.Context, trial int64, from, to int) (*results.Overview, error)
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

// Cases reads mined case studies and the labels of maintainers.
type Cases interface {
	Cases(ctx context.Context, benchmark string) ([]results.MinedCase, error)
	HasCases(ctx context.Context, benchmark string) (bool, error)
	TaskCases(ctx context.Context, benchmark, scenario, task string) ([]results.MinedCase, error)
	FindCase(ctx context.Context, slug string) (results.MinedCase, error)
	Labels(ctx context.Context, benchmark, label string) ([]results.Label, error)
	TrialLabels(ctx context.Context, trial int64) ([]results.Label, error)
}

// Records reads raw records. Those of the run itself have trial 0.
type Records interface {
	Raws(ctx context.Context, run, trial int64) ([]results.Raw, error)
	FindRaw(ctx context.Context, id int64) (results.Raw, error)
	FindTrialRaw(ctx context.Context, trial int64, name string) (results.Raw, error)
	RawReader(ctx context.Context, id int64) (io.ReadSeeker, error)
}

// Searcher finds steps by their text: in all traces, or in one.
type Searcher interface {
	Search(ctx context.Context, q search.Query) (search.Result, error)
	FindInTrace(ctx context.Context, t *results.StoredTrial, phrase string, limit int) ([]results.StepHit, error)
	MatchesInTrace(ctx context.Context, t *results.StoredTrial, terms []search.Term) ([]search.StepMatches, error)
}
