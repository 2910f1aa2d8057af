package harbor

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/results"
)

// Checks for contradictions between records that the same harness wrote at the same time. None of
// the genuine jobs examined contains any.

// shortestMS is the minimum duration in ms of a genuine scored trial. Starting the environment
// alone takes longer.
const shortestMS = 1000

// nameCut is the number of characters after which Harbor truncates the task name in a trial name.
const nameCut = 32

// contradict sets the contradiction that removes the trial's score. It keeps the first one if
// called again.
func (t *trial) contradict(format string, args ...any) {
	if t.contradiction == "" {
		t.contradiction = fmt.Sprintf(format, args...)
	}
}

// findContradictions compares the records of the job's trials with each other after each trial has
// been assigned to a task.
func (a *atlas) findContradictions(j *job) {
	names, sums, ids := map[string]place{}, map[string]map[place]bool{}, map[string]int{}
	for _, t := range j.trials {
		names[baseOf(t.taskName)] = t.place
		if t.res == nil {
			continue
		}
		ids[text(t.res.ID)]++
		sum := text(t.res.Checksum)
		if sums[sum] == nil {
			sums[sum] = map[place]bool{}
		}
		sums[sum][t.place] = true
	}
	j.compareJobs()
	for _, t := range j.trials {
		if t.res == nil {
			continue
		}
		a.compareNames(t, names)
		if sum := text(t.res.Checksum); sum != "" && len(sums[sum]) > 1 {
			t.contradict("%d different tasks of the job have the same task_checksum", len(sums[sum]))
		}
		if id := text(t.res.ID); id != "" && ids[id] > 1 {
			t.contradict("%d trials of the job have the same id", ids[id])
		}
		j.compareOwn(t)
	}
}

// id returns the job's id from its result. If there is none, it returns the id in the trial that
// began last.
func (j *job) id() (id string) {
	if j.res != nil && text(j.res.ID) != "" {
		return text(j.res.ID)
	}
	var last *int64
	for _, t := range j.trials {
		if own := text(t.cfg.JobID); own != "" && t.started != nil && (last == nil || *t.started > *last) {
			last, id = t.started, own
		}
	}
	return id
}

// compareJobs compares the job id in each trial's configuration with the id of this job. A resumed
// job without a result gets a new id but keeps its finished trials. Those trials must have ended
// before the first new trial began (Harbor, job.py).
func (j *job) compareJobs() {
	id, took := j.id(), j.took()
	var began *int64
	for _, t := range j.trials {
		if text(t.cfg.JobID) == id {
			began = results.Earlier(began, t.started)
		}
	}
	for _, t := range j.trials {
		own, d := text(t.cfg.JobID), ingest.Took(t.started, t.finished)
		if own == "" || id == "" || own == id || d == nil {
			continue
		}
		// A resumed job that has no trials left to run ends at once.
		if began != nil && *t.finished > *began || began == nil && took != nil && *took >= *d {
			t.contradict("its configuration names job %s, but it had not ended when its own job %s began", own, id)
		}
	}
}

// executed reports whether the agent ran. It returns true if no phases are recorded.
func (r *trialResult) executed() bool {
	timed := r.EnvironmentSetup != nil || r.AgentSetup != nil || r.VerifierTiming != nil
	return !timed || r.AgentExecution != nil || slices.ContainsFunc(r.Steps, func(s stepResult) bool { return s.AgentExecution != nil })
}

func (j *job) compareOwn(t *trial) {
	if c := t.copyOf; c != nil && t.res != c && c.Verifier != nil && t.res.Verifier != nil {
		own, copied := parseRewards(t.res.Verifier.Rewards), parseRewards(c.Verifier.Rewards)
		for _, key := range t.verdict.main {
			if own.spell(key) != copied.spell(key) {
				t.contradict("its result says %s %s, but the job's copy says %q", key, own.spell(key), copied.spell(key))
			}
		}
	}
	if t.verdict.score == nil {
		return
	}
	if t.cfg.Verifier.off() || j.cfg.Verifier.off() {
		t.contradict("it has a reward, but its verifier was disabled")
	}
	if *t.verdict.score > 0 && !t.res.executed() && t.cfg.SourceTrial == nil {
		t.contradict("it has a reward, but its agent was never executed")
	}
	if d := ingest.Took(t.started, t.finished); d != nil && *d < shortestMS {
		t.contradict("it has a reward, but it began and ended within %d ms", *d)
	}
}

func (v *verifierConfig) off() bool { return v.Disable != nil && *v.Disable }

// compareNames compares the task names in the trial's records. The path of a task need not end in
// the task's name, but it must not end in the name of a different task.
func (a *atlas) compareNames(t *trial, names map[string]place) {
	own := baseOf(t.taskName)
	said := t.namesOf()
	for _, s := range said {
		if s.name == "" || s.name == own {
			continue
		}
		if a.isAnother(t, s.name, names) {
			t.contradict("its task_name is %s, but its %s states %s", own, s.where, s.name)
		}
	}
	if x, y := said[0].name, said[1].name; x != "" && y != "" && x != y {
		t.contradict("its task_id states %s, but its configuration states %s", x, y)
	}
	for _, trialName := range []string{t.name, t.res.TrialName, t.res.Config.TrialName} {
		prefix := strings.TrimRight(nameOf(trialName), "_-")
		fits := func(name string) bool { return name != "" && cutName(name) == cutName(prefix) }
		if prefix == "" || prefix == trialName || fits(own) || slices.ContainsFunc(said, func(s statedName) bool { return fits(s.name) }) {
			continue
		}
		for name, at := range names {
			if at != t.place && fits(name) {
				t.contradict("its task_name is %s, but %s is the name of a trial of %s", own, trialName, name)
			}
		}
	}
}

func (a *atlas) isAnother(t *trial, name string, names map[string]place) bool {
	if at, known := names[name]; known {
		return at != t.place
	}
	d := a.loaded[t.place.benchmark]
	if d == nil {
		return false
	}
	task := d.match(&trial{taskName: name, source: t.source})
	return task != nil && (task.Scenario != t.place.scenario || task.Slug != t.place.task)
}

type statedName struct{ where, name string }

func (t *trial) namesOf() []statedName {
	var id taskID
	if len(t.res.TaskID) > 0 {
		jsonOnly(t.res.TaskID, &id)
	}
	ofID := text(id.Name)
	if id.Path != nil {
		ofID = path.Base(cleanPath(*id.Path))
	}
	return []statedName{{"task_id", ofID}, {"configuration", pathOrName(t.res.Config.Task)}}
}

func pathOrName(c taskConfig) string {
	if p := text(c.Path); p != "" {
		return path.Base(cleanPath(p))
	}
	return baseOf(text(c.Name))
}

func baseOf(name string) string {
	_, base := splitTask(name)
	return base
}

func cutName(name string) string {
	name = slashed(name)
	return strings.TrimRight(strings.ToLower(name[:min(len(name), nameCut)]), "_-")
}
