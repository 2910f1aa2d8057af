package harbor

import (
	"cmp"
	"fmt"
	"math"
	"path"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/ingest"
)

// A job plans a number of attempts for each task and agent. Planned attempts without records count
// as missing trials. Otherwise, losing the records of failures would improve a run.

// maxMissing is the maximum number of missing trials stored for a run. It guards against absurd
// plans.
const maxMissing = 10_000

func (j *job) plannedTasks() []*trial {
	var out []*trial
	known := newTaskNames(j.trials)
	add := func(c taskConfig, source string) {
		p := &trial{
			dir: path.Join(j.dir, "planned"), bare: true, empty: true, truncOK: true, cfg: trialConfig{Task: c},
			taskName: cmp.Or(text(c.Name), taskBase(c)), taskPath: text(c.Path), gitURL: text(c.GitURL),
			source: cmp.Or(text(c.Source), source),
		}
		if p.taskName != "" && !known.has(p) {
			out = append(out, p)
			known.add(p)
		}
	}
	for _, c := range j.cfg.Tasks {
		add(c, "")
	}
	for _, l := range j.lock.Trials {
		add(l.Task, "")
	}
	for _, d := range j.cfg.Datasets {
		source := cmp.Or(text(d.Name), path.Base("/"+slashed(text(d.Path))))
		for _, name := range d.names() {
			add(taskConfig{Name: &name}, source)
		}
	}
	return out
}

// names returns the task names in a dataset's task filter, without wildcard patterns.
func (d *datasetConfig) names() []string {
	var list []string
	if len(d.TaskNames) == 0 || !jsonOnly(d.TaskNames, &list) {
		return nil
	}
	return slices.DeleteFunc(list, func(s string) bool { return s == "" || strings.ContainsAny(s, "*?[") })
}

type taskNames struct{ paths, names, ends map[string]bool }

func newTaskNames(trials []*trial) taskNames {
	k := taskNames{map[string]bool{}, map[string]bool{}, map[string]bool{}}
	for _, t := range trials {
		k.add(t)
	}
	return k
}

func cleanPath(p string) string { return path.Clean(slashed(p)) }

func (k taskNames) add(t *trial) {
	k.paths[cleanPath(t.taskPath)], k.paths[cleanPath(text(t.cfg.Task.Path))] = true, true
	k.ends[path.Base(cleanPath(t.taskPath))] = true
	_, name := splitTask(t.taskName)
	k.names[name] = true
}

// has reports whether there is a trial for a planned task. Path and name in the plan may differ
// from those in the trial's records.
func (k taskNames) has(p *trial) bool {
	_, name := splitTask(p.taskName)
	return k.names[name] || p.taskPath != "" && k.paths[cleanPath(p.taskPath)] || p.taskPath == "" && k.ends[name]
}

// completeNames adds the organisation to task names that lack it, in plans and truncated records.
// It uses the organisation of tasks with the same name, else that of all tasks of the job. It does
// nothing if there is more than one organisation.
func (j *job) completeNames() {
	type orgs map[string]bool
	all, of := orgs{}, map[string]orgs{}
	for _, t := range j.trials {
		org, base := splitTask(t.taskName)
		if t.res == nil || org == "" {
			continue
		}
		if of[base] == nil {
			of[base] = orgs{}
		}
		all[org], of[base][org] = true, true
	}
	for _, t := range slices.Concat(j.trials, j.planned) {
		org, base := splitTask(t.taskName)
		if t.res != nil || org != "" || base == "" {
			continue
		}
		from := of[base]
		if len(from) == 0 {
			from = all
		}
		if len(from) == 1 {
			for org := range from {
				t.taskName = org + "/" + base
			}
		}
	}
}

// attempts returns the number of planned attempts per task and agent, or 0 if not stated.
func (j *job) attempts() int {
	v := j.cfg.Attempts
	if v.Absent() {
		return 0
	}
	n := v.Whole(maxMissing)
	if n == nil || *n < 1 {
		j.warn(ingest.Warn(path.Join(j.dir, "config.json"), 0, "n_attempts is %s, which no job can have: the most attempts of a task count",
			v))
		return 0
	}
	return *n
}

type agentKey struct{ name, importPath, model string }

func (c agentConfig) key() agentKey {
	return agentKey{text(c.Name), text(c.ImportPath), text(c.ModelName)}
}

// settingsKey identifies an agent together with its settings.
type settingsKey struct {
	agentKey
	settings string
}

func (c agentConfig) settingsKey() settingsKey {
	kwargs, _ := settings(c.Kwargs)
	return settingsKey{c.key(), kwargs}
}

// plan adds missing trials to each run for planned attempts without records.
func (j *job) plan(groups []*group) {
	attempts, planned, accounted := j.attempts(), 0, 0
	for _, g := range groups {
		seen := g.tasks()
		for _, p := range slices.Concat(j.planned, j.trials) {
			if p.place.benchmark == g.benchmark && seen[p.place] == 0 {
				seen[p.place] = 0 // planned, but without a trial in this run
			}
		}
		each := attempts * j.agentsOf(g)
		for _, n := range seen {
			each = max(each, n)
		}
		for at, n := range seen {
			g.miss(at, each-n, "The job planned this attempt, but there is no record of it.")
		}
		accounted += each * len(seen)
		planned = max(planned, len(seen))
	}
	j.planRest(groups, accounted+attempts*planned*j.idleAgents())
}

// planRest adds missing trials if the total in the job's result is larger than the number of trials
// and planned attempts.
func (j *job) planRest(groups []*group, accounted int) {
	if j.res == nil || j.res.TotalTrials.Absent() {
		return
	}
	file := path.Join(j.dir, "result.json")
	n := j.res.TotalTrials.Whole(math.MaxInt32)
	if n == nil || *n < 0 {
		j.warn(ingest.Warn(file, 0, "n_total_trials is %s, which is impossible", j.res.TotalTrials))
		return
	}
	total := *n
	if total > len(j.trials) {
		j.warn(ingest.Warn(file, 0, "the job planned %d trials, but %d are here", total, len(j.trials)))
	}
	if total <= accounted || len(groups) == 0 {
		return
	}
	rest := (total - accounted + len(groups) - 1) / len(groups)
	for _, g := range groups {
		first := slices.MinFunc(g.trials, func(a, b *trial) int { return a.place.compare(b.place) })
		g.miss(first.place, rest, fmt.Sprintf("The job planned %d trials. "+
			"There is no record of this one or of its task. It is listed here so that the run counts as incomplete.", total))
	}
}

func (j *job) agentsOf(g *group) int {
	own := map[settingsKey]bool{}
	for _, t := range g.trials {
		own[t.cfg.Agent.settingsKey()] = true
	}
	n := 0
	for _, c := range j.cfg.Agents {
		if own[c.settingsKey()] {
			n++
		}
	}
	return max(n, 1)
}

func (j *job) idleAgents() int {
	seen := map[agentKey]bool{}
	for _, t := range j.trials {
		seen[t.cfg.Agent.key()] = true
	}
	n := 0
	for _, c := range j.cfg.Agents {
		if !seen[c.key()] {
			n++
		}
	}
	return n
}

func (g *group) tasks() map[place]int {
	seen := map[place]int{}
	for _, t := range g.trials {
		seen[t.place]++
	}
	return seen
}

func (g *group) miss(at place, n int, why string) {
	if room := maxMissing - len(g.missing); n > room {
		g.warn(ingest.Warn("", 0, "%d attempts are missing; %d of them are listed", n+len(g.missing), maxMissing))
		n = room
	}
	for range n {
		g.missing = append(g.missing, &trial{dir: "planned", bare: true, empty: true, place: at, why: why})
	}
}

// all returns the trials of each task in order, followed by its missing attempts.
func (g *group) all() []*trial {
	list := slices.Concat(g.trials, g.missing)
	slices.SortStableFunc(list, func(a, b *trial) int { return a.place.compare(b.place) })
	return list
}

func (p place) compare(o place) int {
	return cmp.Or(cmp.Compare(p.scenario, o.scenario), cmp.Compare(p.task, o.task))
}

// fromLock sets the task and agent of a trial without records from lock.json if exactly one entry
// matches.
func (j *job) fromLock(t *trial) {
	if t.hasCfg {
		return
	}
	t.empty = t.res == nil && !t.broken && !j.hasAny(t.dir, "agent", "verifier", "exception.txt", "steps")
	prefix := strings.TrimRight(nameOf(t.name), "_-")
	tasks, agents := j.lockedAs(prefix)
	if len(tasks) == 0 {
		for _, c := range j.cfg.Tasks {
			if strings.HasPrefix(taskBase(c), prefix) {
				tasks = append(tasks, c)
			}
		}
		agents = j.cfg.Agents
	}
	if len(tasks) > 0 && sameTask(tasks) {
		t.cfg.Task = tasks[0]
	}
	if len(agents) > 0 && sameAgent(agents) {
		t.cfg.Agent = agents[0]
	}
}

// lockedAs returns the tasks and agents of the lock.json entries whose task name begins with
// prefix.
func (j *job) lockedAs(prefix string) (tasks []taskConfig, agents []agentConfig) {
	if j.locked == nil {
		j.locked = make([]lockName, len(j.lock.Trials))
		for i, l := range j.lock.Trials {
			j.locked[i] = lockName{taskBase(l.Task), i}
		}
		slices.SortFunc(j.locked, func(a, b lockName) int { return cmp.Or(strings.Compare(a.task, b.task), a.at-b.at) })
	}
	from, _ := slices.BinarySearchFunc(j.locked, prefix, func(l lockName, p string) int { return strings.Compare(l.task, p) })
	var found []int
	for _, l := range j.locked[from:] {
		if !strings.HasPrefix(l.task, prefix) {
			break
		}
		found = append(found, l.at)
	}
	slices.Sort(found)
	for _, i := range found {
		tasks, agents = append(tasks, j.lock.Trials[i].Task), append(agents, j.lock.Trials[i].Agent)
	}
	return tasks, agents
}

type lockName struct {
	task string
	at   int
}
