// Package harbor reads the job and trial directories of the Harbor harness: LiveClawBench,
// Terminal-Bench and every other dataset that runs on it.
//
// A job becomes one run per benchmark, agent, model, provider and variant. A trial directory
// becomes one trial. Attempts are the trials of one task, numbered by start time. Records may be
// missing because the harness was killed or is an older version. The importer then warns and uses
// the next best record: the trial's result.json, the job's copy of it, the trial's config.json with
// the verifier's reward file, or the job's lock.json.
//
// The score is the reward "reward". If that key is missing, it is the only reward or the mean of
// all rewards. An attempt that ended without a reward counts 0, as in Harbor's own mean. A reward
// that is not a number in 0..1 also counts 0 and is kept in the trial's metrics. A planned attempt
// without a record is missing. Trial times are UTC. Job times are local without a zone, so they are
// only shown and never determine an order.
//
// A dataset without a description is derived from its trials. A task belongs to the group of its
// organisation, or else of its source. Only the task's own job decides this, so URLs do not depend
// on the order in which jobs are read.
//
// A folder of tasks (task.toml with an instruction or tests) is a dataset. If most of its tasks
// belong to a described benchmark, it is that benchmark's dataset. Otherwise it is a new dataset,
// which jobs of these tasks find by path or source.
package harbor
