package harbor

import (
	"cmp"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/results"
)

// trial holds the trial data needed before its run begins: agent, model, task and outcome.
type trial struct {
	dir    string
	name   string
	bare   bool         // set if the trial has no directory
	copyOf *trialResult // copy of the trial's result in the job's result
	res    *trialResult // trial's result; nil if missing or unreadable
	cfg    trialConfig
	hasCfg bool
	broken bool // set if the result exists but is unreadable
	empty  bool // set if the directory contains no record of an attempt

	taskName string
	taskPath string // recorded path of the task
	gitURL   string
	source   string
	truncOK  bool // set if taskName is not truncated

	agent, version  string
	model, provider string
	modelName       string
	adopted         string   // model that other trials of the same agent recorded
	agentName       string   // agent name in the trial's own records
	models          []string // model names in the configuration and the result
	effort          string
	kwargs          string // agent settings in normalised form, for comparison

	started, finished *int64
	naive             bool // set if the times have no time zone
	usage             results.Usage
	phases            []results.Phase
	agentMS           *int64
	rewards           rewards
	files             rewardFiles
	verdict           verdict
	place             place
	why               string // explanation for a planned trial without a record
	contradiction     string // contradiction between the trial's records, or ""
	warnings          []results.Warning
}

func (t *trial) warn(w results.Warning) { t.warnings = append(t.warnings, w) }

func (j *job) readTrials() {
	for _, t := range j.trials {
		j.readResult(t)
		j.readConfig(t)
		j.fromLock(t)
		j.identify(t)
		j.readVerdict(t)
	}
	slices.SortStableFunc(j.trials, func(a, b *trial) int { return strings.Compare(a.name, b.name) })
	j.adoptModels()
}

// adoptModels sets the model of trials without one from the job's other trials with the same agent.
// Otherwise a trial that crashed before its first reply would not be part of its run.
func (j *job) adoptModels() {
	type agent struct {
		name       string
		configured agentKey
	}
	agentOf := func(t *trial) agent { return agent{t.agent, t.cfg.Agent.key()} }
	named := map[agent][]*trial{}
	for _, t := range j.trials {
		if key := agentOf(t); t.model != "" && !slices.ContainsFunc(named[key],
			func(o *trial) bool { return o.model == t.model && o.provider == t.provider }) {
			named[key] = append(named[key], t)
		}
	}
	for _, t := range j.trials {
		if list := named[agentOf(t)]; t.model == "" && len(list) == 1 {
			t.model, t.provider, t.adopted = list[0].model, list[0].provider, list[0].modelName
		}
	}
}

func (j *job) readResult(t *trial) {
	name := path.Join(t.dir, "result.json")
	rec, err := j.record(name)
	var res trialResult
	if err == nil {
		err = rec.Decode(&res)
	}
	switch {
	case err == nil:
		t.res = &res
	case t.copyOf != nil:
		t.res = t.copyOf
		if !t.bare {
			t.warn(ingest.Warn(name, 0, "the trial's own result is missing or unreadable: using the job's copy"))
		}
	case isMissing(err):
		t.warn(ingest.Warn(name, 0, "the trial has no result.json: the harness was stopped early, or the file was not published"))
	default:
		t.broken = true
		t.warn(ingest.WarnOf(name, "", err))
	}
	if t.res == nil {
		return
	}
	if t.res.AgentResult != nil {
		t.res.AgentResult.Metadata = nil // contains complete logs, which are read again with the trace
	}
	t.cfg, t.hasCfg = t.res.Config, true
	g := &gauge{ingest.Gauge{File: name, Now: j.in.Now, Warn: t.warn}}
	if t.res == &res {
		g.Data = rec.Data
	}
	t.started, t.finished = g.period(&timing{t.res.StartedAt, t.res.FinishedAt}, "")
	t.naive = g.NoZone
	t.usage, t.phases = g.usage(t.res), g.phases(t.res)
	t.agentMS = agentTime(t.res, t.phases)
}

func (j *job) readConfig(t *trial) {
	if t.hasCfg && t.cfg.Agent.Name != nil {
		return
	}
	name := path.Join(t.dir, "config.json")
	rec, err := j.record(name)
	if err == nil {
		err = rec.Decode(&t.cfg)
	}
	switch {
	case err == nil:
		t.hasCfg = true
	case t.bare:
	case isMissing(err):
		t.warn(ingest.Warn(name, 0, "the trial has no config.json"))
	default:
		t.warn(ingest.WarnOf(name, "", err))
	}
}

func (j *job) hasAny(dir string, names ...string) bool {
	return slices.ContainsFunc(names, func(n string) bool {
		_, err := fs.Stat(j.in.FS, path.Join(dir, n))
		return err == nil
	})
}

func sameTask(list []taskConfig) bool {
	return !slices.ContainsFunc(list, func(c taskConfig) bool { return taskBase(c) != taskBase(list[0]) })
}

func sameAgent(list []agentConfig) bool {
	return !slices.ContainsFunc(list, func(a agentConfig) bool {
		return text(a.Name) != text(list[0].Name) || text(a.ModelName) != text(list[0].ModelName)
	})
}

// nameOf removes the random suffix from a trial directory's name.
func nameOf(dir string) string {
	if m := trialDir.FindStringSubmatch(dir); m != nil {
		return m[1]
	}
	return dir
}

func taskBase(c taskConfig) string {
	if n := text(c.Name); n != "" {
		return path.Base(n)
	}
	if p := text(c.Path); p != "" {
		return path.Base(slashed(p))
	}
	return ""
}

func slashed(p string) string { return strings.ReplaceAll(p, `\`, "/") }

// taskID identifies a task: a path, a path in a repository, or a package.
type taskID struct {
	Path   *string `json:"path"`
	GitURL *string `json:"git_url"`
	Org    *string `json:"org"`
	Name   *string `json:"name"`
}

// identify sets the trial's agent, model and task. It uses directory names last because they are
// truncated.
func (j *job) identify(t *trial) {
	c := t.cfg
	t.taskPath, t.gitURL, t.source = text(c.Task.Path), text(c.Task.GitURL), text(c.Task.Source)
	if t.res != nil {
		var id taskID
		if len(t.res.TaskID) > 0 && jsonOnly(t.res.TaskID, &id) {
			t.taskPath, t.gitURL = cmp.Or(text(id.Path), t.taskPath), cmp.Or(text(id.GitURL), t.gitURL)
			if id.Name != nil && id.Org != nil {
				t.taskName = *id.Org + "/" + *id.Name
			}
		}
		t.taskName = cmp.Or(t.res.TaskName, t.taskName)
		t.source = cmp.Or(text(t.res.Source), t.source)
	}
	t.taskName = cmp.Or(t.taskName, text(c.Task.Name), taskBase(c.Task))
	t.truncOK = t.taskName != ""
	if !t.truncOK {
		t.taskName = strings.TrimRight(nameOf(t.name), "_-")
		t.warn(ingest.Warn(t.dir, 0, "no record names the task, so the directory name is used, which may be truncated"))
	}
	j.identifyAgent(t)
}

func (j *job) identifyAgent(t *trial) {
	c := t.cfg.Agent
	recorded := text(c.ModelName)
	if t.res != nil {
		t.agent, t.version = t.res.AgentInfo.Name, text(t.res.AgentInfo.Version)
		if m := t.res.AgentInfo.Model; m != nil {
			t.model, t.provider, t.modelName = m.Name, text(m.Provider), m.Name
		}
	}
	t.agentName = cmp.Or(t.agent, text(c.Name), lastDotted(text(c.ImportPath)))
	t.agent = cmp.Or(t.agentName, j.in.Identity.Framework)
	for _, name := range []string{text(c.Name), lastDotted(text(c.ImportPath)), j.scriptLog(t)} {
		if scripted(name) {
			t.agent = name // the log's agent name takes precedence over the one in the result
		}
	}
	for _, name := range []string{t.modelName, recorded} {
		if name != "" {
			t.models = append(t.models, name)
		}
	}
	if t.model == "" && recorded != "" {
		t.modelName = recorded
		t.provider, t.model = splitModel(recorded)
	}
	if t.model == "" {
		t.modelName = j.modelOfTrace(t)
		t.provider, t.model = splitModel(t.modelName)
	}
	t.model = path.Base("/" + t.model) // model names of a gateway include the vendor: anthropic/claude-x
	if t.model == "/" {
		t.model = ""
	}
	t.kwargs, t.effort = settings(c.Kwargs)
}

// scriptLog returns the name of the scripted agent whose log the trial contains.
func (j *job) scriptLog(t *trial) string {
	if !t.bare && j.hasAny(t.dir, "agent/oracle.txt") {
		return "oracle"
	}
	return ""
}

func splitModel(s string) (provider, model string) {
	if p, m, ok := strings.Cut(s, "/"); ok {
		return p, m
	}
	return "", s
}

// lastDotted returns the class name in pkg.mod:Class.
func lastDotted(s string) string {
	return s[strings.LastIndexAny(s, ".:")+1:]
}

// settings normalises an agent's arguments and returns the reasoning effort separately.
func settings(kwargs jsontext.Value) (canonical, effort string) {
	var m map[string]jsontext.Value
	if len(kwargs) == 0 || !jsonOnly(kwargs, &m) || len(m) == 0 {
		return "", ""
	}
	if v, ok := m["reasoning_effort"]; ok {
		var s string
		if jsonOnly(v, &s) {
			effort = s
		}
	}
	v := kwargs.Clone()
	if v.Canonicalize() != nil {
		return string(kwargs), effort
	}
	return string(v), effort
}

// readVerdict takes the rewards from the result, else from the verifier's files. If the result
// exists without a reward, the files are ignored, as in the harness's mean.
func (j *job) readVerdict(t *trial) {
	t.files = j.readRewardFiles(path.Join(t.dir, "verifier"))
	t.warnings = append(t.warnings, t.files.notes...)
	name := path.Join(t.dir, "result.json")
	switch {
	case t.res != nil && t.res.Verifier != nil && len(t.res.Verifier.Rewards) > 0:
		t.rewards = parseRewards(t.res.Verifier.Rewards)
		if len(t.rewards.odd) > 0 {
			t.warn(ingest.Warn(name, 0, "rewards that are not numbers: %s", strings.Join(slices.Sorted(maps.Keys(t.rewards.odd)), ", ")))
		}
		j.compareFiles(t, name)
	case !t.files.rewards.stated():
	case t.resultEnded():
		t.warn(ingest.Warn(t.files.file, 0,
			"this file states a reward, the trial's result has none: the result counts, as in the harness's own mean"))
	default:
		t.rewards = t.files.rewards
		t.warn(ingest.Warn(t.files.file, 0, "no result states the reward: using this file"))
	}
	t.verdict = t.rewards.verdict()
	if note := t.verdict.note(); note != "" {
		t.warn(ingest.Warn(name, 0, "%s", note))
	}
}

func (t *trial) resultEnded() bool {
	return t.res != nil && (t.res.Exception != nil || !t.res.FinishedAt.Absent())
}

func (j *job) compareFiles(t *trial, name string) {
	for _, key := range t.files.rewards.keys() {
		if slices.Contains(t.rewards.keys(), key) && t.rewards.spell(key) != t.files.rewards.spell(key) {
			said := fmt.Sprintf("result.json says %s %s, %s says %s", key, t.rewards.spell(key), path.Base(t.files.file),
				t.files.rewards.spell(key))
			t.warn(ingest.Warn(name, 0, "%s", said))
			if slices.Contains(t.rewards.verdict().main, key) {
				t.contradict("%s", said)
			}
		}
	}
}
