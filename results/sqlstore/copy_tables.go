package sqlstore

import "slices"

// copied is a table whose rows a copy of a database has, all with the keys that they
// have in the source: addresses hold some of them.
type copied struct {
	table string
	key   string // columns in whose order rows are read, one of each row
	where string // which rows; of a run, whose number is ?1
	less  string // a column that the copy has in its own way
}

// ownMeta are the keys of what each database says of itself alone.
const ownMeta = "'id', 'all', 'base', 'last_run', '" + copyKey + "'"

// copiedFirst are the rows that runs rest on, parents before what refers to them. What
// is noted of the source is among them: what it has been made whole with, the copy is
// whole with. Id and stamps are those of the copy, which readers see grow.
var copiedFirst = []copied{
	{table: "meta", key: "key", where: "key NOT IN (" + ownMeta + ")"},
	{table: "models", key: "id"},
	{table: "model_aliases", key: "alias"},
	{table: "benchmarks", key: "id", less: "revision"},
	{table: "scenarios", key: "id"},
	{table: "tasks", key: "id"},
	{table: "figure_sources", key: "id"},
	{table: "figures", key: "id"},
	{table: "stat_tables", key: "id"},
	{table: "warnings", key: "id", where: "run_id IS NULL"},
	{table: "worlds", key: "scenario_id"},
	{table: "world_states", key: "scenario_id, ordinal"},
	{table: "world_scenes", key: "scenario_id"},
	{table: "withdrawn", key: "slug"},
}

// copiedLast are the rows that rest on runs. Scores and tests are among them, because
// boards are made of them and one more run changes those of others.
var copiedLast = []copied{
	{table: "run_scores", key: "run_id, without"},
	{table: "run_draws", key: "benchmark_id, without, convention, block, run_id"},
	{table: "run_tests", key: "run_id, without, convention"},
	{table: "boards", key: "benchmark_id, convention, without"},
	{table: "board_rows", key: "benchmark_id, convention, without, key"},
	{table: "board_places", key: "benchmark_id, convention, without, ordinal"},
	{table: "mined_cases", key: "id"},
	{table: "changes", key: "id"},
	{table: "board_states", key: "id"},
	{table: "state_rows", key: "id"},
	{table: "state_places", key: "state_id, ordinal"},
}

const (
	ofRun      = "run_id = ?1"
	ofItsTrial = "trial_id IN (SELECT id FROM main.trials WHERE run_id = ?1) /*! AND run_id = ?1 */"
)

// copiedOfRun are the rows of a run. Its bodies and texts are no rows to a copy: each
// store has them in its own way.
var copiedOfRun = []copied{
	{table: "runs", key: "id", where: "id = ?1"},
	{table: "run_metrics", key: "scope, convention, key", where: ofRun},
	{table: "trials", key: "id", where: ofRun},
	{table: "trial_checks", key: "trial_id, ordinal", where: ofItsTrial},
	{table: "steps", key: "id", where: "id BETWEEN CAST(?1 AS bigint) << 32 AND ((CAST(?1 AS bigint) + 1) << 32) - 1 /*! AND run_id = ?1 */"},
	{table: "trace_groups", key: "trial_id, kind, level, ordinal", where: ofItsTrial},
	{table: "trace_ids", key: "trial_id", where: ofItsTrial},
	{table: "trace_refs", key: "trial_id, ordinal", where: ofItsTrial},
	{table: "trace_agents", key: "trial_id, ordinal", where: ofItsTrial},
	{table: "trace_cycles", key: "trial_id, first", where: ofItsTrial},
	{table: "labels", key: "id", where: ofItsTrial},
	{table: "raws", key: "id", where: ofRun},
	{table: "warnings", key: "id", where: ofRun},
	{table: "run_tools", key: "tool, failure", where: ofRun},
	{table: "run_outcomes", key: "run_id", where: ofRun},
	{table: "run_mined", key: "run_id", where: ofRun},
	{table: "run_evidence", key: "benchmark_id, scenario", where: ofRun},
	{table: "run_looked", key: "run_id", where: ofRun},
	{table: "looks", key: "ordinal", where: ofRun},
	{table: "looked_rounds", key: "ordinal", where: ofRun},
	{table: "look_signs", key: "ordinal", where: ofRun},
	{table: "look_uses", key: "ordinal", where: ofRun},
	{table: "look_values", key: "ordinal", where: ofRun},
	{table: "run_failures", key: "run_id", where: ofRun},
	{table: "run_causes", key: "family, cause", where: ofRun},
	{table: "failed_calls", key: "family, cause, ordinal", where: ofRun},
	{table: "run_whys", key: "run_id", where: ofRun},
	{table: "trial_whys", key: "trial_id", where: ofRun},
	{table: "run_marks", key: "run_id", where: ofRun},
}

// CopiedTables names the tables whose rows a copy has.
func CopiedTables() []string {
	var list []string
	for _, c := range slices.Concat(copiedFirst, copiedOfRun, copiedLast) {
		list = append(list, c.table)
	}
	return list
}
