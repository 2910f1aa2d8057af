package ingest

import (
	"context"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/ledger"
)

// Store is what the load loop needs of a database, by noun.
type Store interface {
	Datasets
	Runs
	Scores
	Boards
	Cases
	Looks
	Failures
	Whys
	Ledgers
	Synced
}

// Datasets keeps what is known beside runs: datasets, models, published figures.
type Datasets interface {
	SaveModels(ctx context.Context, models []results.Model) error
	SaveDataset(ctx context.Context, d *results.Dataset) error
	// SaveTaskFacts replaces the facts of some tasks of a stored dataset, and nothing else of it.
	SaveTaskFacts(ctx context.Context, benchmark string, tasks []results.Task) error
	FindDataset(ctx context.Context, benchmark string) (*results.Dataset, error)
	Datasets(ctx context.Context) ([]results.Dataset, error)
	// Worlds lists the worlds of a benchmark's scenarios as facts, FindWorld returns
	// one with its texts, and SaveWorlds replaces some.
	Worlds(ctx context.Context, benchmark string) ([]results.World, error)
	FindWorld(ctx context.Context, benchmark, scenario string) (results.World, error)
	SaveWorlds(ctx context.Context, benchmark string, worlds []results.World) error
	SaveFigures(ctx context.Context, src results.FigureSource, figures []results.Figure) error
	SaveTables(ctx context.Context, tables []results.StatTable) error
	// Figures lists the published figures of a benchmark.
	Figures(ctx context.Context, benchmark string) ([]results.Figure, error)
	// BoardFigures returns the published figures of a benchmark's leaderboard.
	BoardFigures(ctx context.Context, benchmark string) ([]results.Figure, error)
}

// Runs keeps runs and their numbers.
type Runs interface {
	BeginRun(ctx context.Context, r *results.Run) (results.RunTx, error)
	// Runs lists the stored runs that f asks for, without their trials.
	Runs(ctx context.Context, f results.RunFilter) ([]results.Run, int, error)
	// FindRun returns the stored run with the slug.
	FindRun(ctx context.Context, slug string) (results.Run, error)
	// Outcomes returns the outcomes of a run's trials, without traces.
	Outcomes(ctx context.Context, run int64) ([]results.Trial, error)
	RunMetrics(ctx context.Context, run int64) ([]results.Metric, error)
	// Rescore replaces counts and metrics of a stored run; MarkScored notes that
	// they are those of its ScoreKey as they are.
	Rescore(ctx context.Context, r *results.Run, metrics []results.Metric) error
	MarkScored(ctx context.Context, r *results.Run) error
	// SaveObjections replaces what speaks against a stored run.
	SaveObjections(ctx context.Context, r *results.Run) error
	// SaveReading brings up to date what the records of a stored run say of the
	// whole run, which a later version of a format may read better.
	SaveReading(ctx context.Context, r *results.Run) error
	// SaveReplaces notes which run a stored one corrects, and that the boards of
	// its benchmark lag behind if that is new.
	SaveReplaces(ctx context.Context, run, replaces string) error
}

// Scores keeps what boards need of each run, so that one more run costs one run.
type Scores interface {
	// RunScores lists the scores of a benchmark's runs without units and draws.
	RunScores(ctx context.Context, benchmark string) ([]results.RunScore, error)
	SaveRunScore(ctx context.Context, s *results.RunScore) error
	DeleteRunScore(ctx context.Context, run int64, without string) error
	// RunUnits returns the units of a run's score, RunDraws the draws of many runs
	// block after block.
	RunUnits(ctx context.Context, run int64, without string) ([][]float64, error)
	RunDraws(ctx context.Context, benchmark, without, convention string, runs []int64, each func(packed [][]byte)) error
	// LeaderTests lists the tests of a benchmark's runs against the leaders of its
	// boards; SaveLeaderTests stores new ones and removes old ones.
	LeaderTests(ctx context.Context, benchmark string) ([]results.LeaderTest, error)
	SaveLeaderTests(ctx context.Context, benchmark string, tests, old []results.LeaderTest) error
}

// Boards keeps leaderboards and knows which of them lag behind.
type Boards interface {
	SaveBoards(ctx context.Context, benchmark string, boards []results.Board, at int64) error
	// StaleBenchmarks lists the benchmarks whose boards lag behind, also those
	// that an interrupted load has left so; MarkCurrent strikes one off.
	StaleBenchmarks(ctx context.Context) ([]string, error)
	MarkCurrent(ctx context.Context, benchmark string) error
	// Rebuilding keeps other processes from rebuilding the boards of a benchmark until
	// done is called. It is not mine while another one is at it.
	Rebuilding(ctx context.Context, benchmark string) (done func(), mine bool, err error)
}

// Cases keeps mined cases and what they are mined from.
type Cases interface {
	SaveCases(ctx context.Context, benchmark string, cases []results.MinedCase) error
	// UnpassedTasks lists the tasks that some trial has a score at and none has
	// passed; EachVerdict reads what checkers said of such a task.
	UnpassedTasks(ctx context.Context, benchmark string) ([]results.TaskName, error)
	EachVerdict(ctx context.Context, benchmark string, name results.TaskName, each func(*results.CheckerVerdict) bool) error
	// EvidenceKeys tells by run what SaveEvidence has kept for the mined cases, and
	// EachEvidence reads that of all runs in one scenario, in the order of their ids.
	EvidenceKeys(ctx context.Context, benchmark string) (map[int64]string, error)
	SaveEvidence(ctx context.Context, run int64, key string, packed map[string][]byte) error
	EachEvidence(ctx context.Context, benchmark, scenario string, each func(run int64, data []byte) error) error
}

// Looks keeps how far runs got with what updates changed, and what that is found by.
type Looks interface {
	// WorldScenes tells which scenes are kept of the worlds that have texts; the scene
	// of a world that has changed is gone. SaveWorldScene returns the digest.
	WorldScenes(ctx context.Context, benchmark string) ([]results.WorldScene, error)
	WorldScene(ctx context.Context, benchmark, scenario string) ([]byte, error)
	SaveWorldScene(ctx context.Context, benchmark, scenario, key string, scene []byte) (string, error)
	// LookKeys tells by run under which key SaveLooked has kept what Looked reads.
	LookKeys(ctx context.Context, benchmark string) (map[int64]string, error)
	Looked(ctx context.Context, run int64, scenario string) (results.Looked, error)
	SaveLooked(ctx context.Context, benchmark string, run int64, key string, l *results.Looked) error
	// RunTrials, StepRows and Steps read the traces of a run.
	RunTrials(ctx context.Context, run int64, scenario string) ([]results.StoredTrial, error)
	StepRows(ctx context.Context, t *results.StoredTrial, from, limit int) ([]results.StepRow, error)
	Steps(ctx context.Context, t *results.StoredTrial, rows []results.StepRow) ([]results.Step, error)
	// ManyDetails reads what was sent in trials, and what their verdicts say.
	ManyDetails(ctx context.Context, trials []int64) (map[int64]results.TrialDetails, error)
}

// Whys keeps what led to the failed verdicts of runs.
type Whys interface {
	// WhyKeys tells by run what SaveWhys has kept.
	WhyKeys(ctx context.Context, benchmark string) (map[int64]string, error)
	SaveWhys(ctx context.Context, benchmark string, run int64, key string, list []results.TrialWhy) error
	// ManyChecks reads the checks of trials.
	ManyChecks(ctx context.Context, trials []int64) (map[int64][]results.Check, error)
}

// Failures keeps which tool calls of runs failed, and why.
type Failures interface {
	// FailureKeys tells by run what SaveFailedCalls has kept.
	FailureKeys(ctx context.Context, benchmark string) (map[int64]string, error)
	SaveFailedCalls(ctx context.Context, benchmark string, run int64, key string, list []results.FailedCall) error
}

// Synced keeps runs in step with the sources that they belong to.
type Synced interface {
	// SyncedRuns lists the runs that belong to a source, hidden ones too.
	SyncedRuns(ctx context.Context, source string) ([]results.SyncedRun, error)
	// Retire takes away the runs that their source has no more, all or none, and
	// keeps why and when (Unix milliseconds). Their records may be read again.
	Retire(ctx context.Context, gone []results.GoneRun, at int64) error
	// BeginSync notes that a source is being brought in step; EndSync that it is.
	// What was begun before and cut off stays noted as it was.
	BeginSync(ctx context.Context, s results.OpenSync) error
	EndSync(ctx context.Context, source string) error
	OpenSyncs(ctx context.Context) ([]results.OpenSync, error)
}

// Ledgers keeps what searches need of the steps of runs.
type Ledgers interface {
	// LedgerKeys tells by run what SaveLedger has kept.
	LedgerKeys(ctx context.Context, benchmark string) (map[int64]string, error)
	SaveLedger(ctx context.Context, benchmark string, run int64, key string, sheets []ledger.Sheet) error
	// SaveOverviews replaces what is kept of the long traces of a run.
	SaveOverviews(ctx context.Context, benchmark string, run int64, list []results.Overview) error
}
