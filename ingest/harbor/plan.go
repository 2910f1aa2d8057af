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

// A job plans every attempt of every task for every agent. What of that has no
// record is a missing trial, so that a run cannot become better by losing its
// failures.

// maxMissing bounds the missing trials of a run that are written out, so that
// an absurd plan does not fill the database.
const maxMissing = 10_000

// plannedTasks lists the tasks that the job's plan names and no trial is of.
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

// names lists the tasks that a dataset is cut down to. A pattern names none.
func (d *datasetConfig) names() []string {
	var list []string
	if len(d.TaskNames) == 0 || !jsonOnly(d.TaskNames, &list) {
		return nil
	}
	return slices.DeleteFunc(list, func(s string) bool { return s == "" || strings.ContainsAny(s, "*?[") })
}

// taskNames are those of the tasks that trials are of. A plan may name every
// trial of a large job, so none of them can be looked for one by one.
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

// has reports whether the plan's task is that of a trial. The plan knows a task
// by its path or its name, which need not be what its record calls it.
func (k taskNames) has(p *trial) bool {
	_, name := splitTask(p.taskName)
	return k.names[name] || p.taskPath != "" && k.paths[cleanPath(p.taskPath)] || p.taskPath == "" && k.ends[name]
}

// completeNames gives tasks that only a plan or a record that was cut short names
// the organisation of the job's other tasks: a folder has none, but the results of
// its trials do. Where they have several it is that of the task's own name.
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

// attempts is how many attempts at each task the job's configuration plans for
// each agent, 0 if it does not say.
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

// agentKey tells the agents of a job apart as its configuration names them.
type agentKey struct{ name, importPath, model string }

func (c agentConfig) key() agentKey {
	return agentKey{text(c.Name), text(c.ImportPath), text(c.ModelName)}
}

// settingsKey is agentKey with the agent's settings.
type settingsKey struct {
	agentKey
	settings string
}

func (c agentConfig) settingsKey() settingsKey {
	kwargs, _ := settings(c.Kwargs)
	return settingsKey{c.key(), kwargs}
}

// plan adds to each run what the job planned and nobody recorded.
func (j *job) plan(groups []*group) {
	attempts, planned, accounted := j.attempts(), 0, 0
	for _, g := range groups {
		seen := g.tasks()
		for _, p := range slices.Concat(j.planned, j.trials) {
			if p.place.benchmark == g.benchmark && seen[p.place] == 0 {
				seen[p.place] = 0 // planned for this run too
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

// planRest accounts for trials of which the job's result only knows the number.
func (j *job) planRest(groups []*group, accounted int) {
	if j.res == nil || j.res.TotalTrials.Absent() {
		return
	}
	file := path.Join(j.dir, "result.json")
	n := j.res.TotalTrials.Whole(math.MaxInt32)
	if n == nil || *n < 0 {
		j.warn(ingest.Warn(file, 0, "n_total_trials is %s, which no job can have", j.res.TotalTrials))
		return
	}
	total := *n
	if total > len(j.trials) {
		j.warn(ingest.Warn(file, 0, "the job planned %d trials, %d are here", total, len(j.trials)))
	}
	if total <= accounted || len(groups) == 0 {
		return
	}
	rest := (total - accounted + len(groups) - 1) / len(groups)
	for _, g := range groups {
		first := slices.MinFunc(g.trials, func(a, b *trial) int { return a.place.compare(b.place) })
		g.miss(first.place, rest, fmt.Sprintf("The job planned %d trials. "+
			"Of this one there is no record, not even of its task: it stands here so that the run counts as incomplete.", total))
	}
}

// agentsOf counts the agents of the job's configuration that made the run.
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

// idleAgents counts the agents of which no trial is here. They have no run.
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

// tasks counts the attempts at each task of the run.
func (g *group) tasks() map[place]int {
	seen := map[place]int{}
	for _, t := range g.trials {
		seen[t.place]++
	}
	return seen
}

// miss adds attempts that left no record.
func (g *group) miss(at place, n int, why string) {
	if room := maxMissing - len(g.missing); n > room {
		g.warn(ingest.Warn("", 0, "%d attempts are missing; %d of them are listed", n+len(g.missing), maxMissing))
		n = room
	}
	for range n {
		g.missing = append(g.missing, &trial{dir: "planned", bare: true, empty: true, place: at, why: why})
	}
}

// all lists the attempts of the run by task, those without a record last.
func (g *group) all() []*trial {
	list := slices.Concat(g.trials, g.missing)
	slices.SortStableFunc(list, func(a, b *trial) int { return a.place.compare(b.place) })
	return list
}

// compare orders places by scenario and task.
func (p place) compare(o place) int {
	return cmp.Or(cmp.Compare(p.scenario, o.scenario), cmp.Compare(p.task, o.task))
}

// fromLock takes the task and agent of a trial that left no record of its own
// from the job's plan, where only one entry can be meant.
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

// lockedAs lists the plan's entries whose task begins with prefix, in the plan's
// order. The plan of a large job has too many entries to look through for each
// trial, so they are sorted once by the names of their tasks.
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

// lockName is the task of an entry of the plan and its place there.
type lockName struct {
	task string
	at   int
}
