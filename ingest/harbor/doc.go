// Package harbor reads the job and trial directories of the Harbor harness:
// LiveClawBench, Terminal-Bench and every other dataset that runs on it.
//
// A job becomes one run per benchmark, agent, model, provider and variant. A
// trial directory becomes one trial; attempts are the trials of one task,
// numbered by their start. What the harness left out, because it was killed or
// is an older version, is taken from the next best record and said in a
// warning: the trial's result.json, else the job's own copy of it, else the
// trial's config.json with the verifier's reward file, else the job's lock.json.
//
// The score is the reward "reward"; without such a key the only reward, else
// the mean of all rewards. An attempt that ended without a reward counts 0, as
// in Harbor's own mean, and so does one whose reward is no number in 0..1, which
// stays in the trial's metrics. A planned attempt without a record is missing.
// Times of trials are UTC. Times of jobs are local
// without a zone, so they are labels and order nothing.
//
// A dataset that nobody has described is made from its trials. A task stands there in
// the group of its organisation, else of its source: what its own job says decides, so
// that the order in which jobs are read changes no address.
//
// A folder of tasks (task.toml with an instruction or tests) is a dataset: that of
// a described benchmark if most of them are its tasks, else one of their own, which
// jobs of these tasks meet by path or source.
package harbor
