// Package browsergym reads what AgentLab and BrowserGym write of an episode: its
// summary_info.json. The episode passes if its rewards add up to more than 0. Its steps
// are Python pickles, which are programs: they are never opened, so that there is no
// trace. Its folder's name is what says agent, task and seed.
package browsergym

import (
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/head"
	"github.com/clawatlas/clawatlas/results"
)

// Name is the id of the format.
const Name = "browsergym"

// summaryFile is what an episode is known by.
const summaryFile = "summary_info.json"

// noTrace is said of every episode.
const noTrace = "The steps are Python pickles, which are not opened: there is no trace."

// Format reads the folder of a study, or of one episode.
type Format struct{}

// Name returns the format's id.
func (Format) Name() string { return Name }

// Detect claims a folder whose folders are episodes, or one that is an episode.
func (Format) Detect(fsys fs.FS, dir string, entries []fs.DirEntry) []ingest.Item {
	if ingest.HasFile(entries, summaryFile) {
		if isSummary(fsys, path.Join(dir, summaryFile)) {
			return []ingest.Item{{Format: Name, Kind: ingest.KindRuns, Dir: dir, Label: label(dir), Why: why}}
		}
		return nil
	}
	for _, e := range entries {
		if !e.IsDir() {
			continue
		}
		name := path.Join(dir, e.Name(), summaryFile)
		if info, err := fs.Stat(fsys, name); err == nil && info.Mode().IsRegular() && isSummary(fsys, name) {
			return []ingest.Item{{Format: Name, Kind: ingest.KindRuns, Dir: dir, Label: label(dir), Why: why}}
		}
	}
	return nil
}

const why = "summary_info.json has n_steps, cum_reward and err_msg"

func label(dir string) string {
	if dir == "." {
		return ""
	}
	return path.Base(dir)
}

func isSummary(fsys fs.FS, name string) bool {
	h, err := head.Read(fsys, name)
	return err == nil && h.Value().HasAll("n_steps", "cum_reward", "err_msg")
}

// summary is an episode's summary_info.json. Sums of tokens had the provider's name in
// theirs until the end of 2024.
type summary struct {
	Steps      *int64   `json:"n_steps"`
	Reward     *float64 `json:"cum_reward"`
	Error      *string  `json:"err_msg"`
	Stack      *string  `json:"stack_trace"`
	Terminated *bool    `json:"terminated"`
	Truncated  *bool    `json:"truncated"`
	Elapsed    *float64 `json:"stats.cum_step_elapsed"`
	Agent      *float64 `json:"stats.cum_agent_elapsed"`
	Cost       *float64 `json:"stats.cum_cost"`
	Prompt     *float64 `json:"stats.cum_input_tokens"`
	Completion *float64 `json:"stats.cum_output_tokens"`

	OldCost       *float64 `json:"stats.cum_openai_total_cost"`
	OldPrompt     *float64 `json:"stats.cum_openai_prompt_tokens"`
	OldCompletion *float64 `json:"stats.cum_openai_completion_tokens"`
}

// episode is one attempt at a task.
type episode struct {
	dir     string // below the item; "." if the item is the episode
	agent   string
	task    string
	seed    string
	rec     *ingest.Record
	summary summary
}

// Read pushes one run for each agent that the names of the folders tell.
func (Format) Read(ctx context.Context, in *ingest.Input, w ingest.Writer) error {
	episodes, err := list(in, w)
	if err != nil {
		return err
	}
	if len(episodes) == 0 {
		return fmt.Errorf("read %s: no summary could be read", in.Item.Dir)
	}
	var agents []string
	for i := range episodes {
		agents = append(agents, episodes[i].agent)
	}
	slices.Sort(agents)
	for _, agent := range slices.Compact(agents) {
		if err := write(ctx, in, w, agent, episodes); err != nil {
			return err
		}
	}
	return nil
}

func list(in *ingest.Input, w ingest.Writer) ([]episode, error) {
	entries, err := fs.ReadDir(in.FS, in.Item.Dir)
	if err != nil {
		return nil, fmt.Errorf("list %s: %w", in.Item.Dir, err)
	}
	dirs := []string{"."}
	if !ingest.HasFile(entries, summaryFile) {
		dirs = nil
		for _, e := range entries {
			if e.IsDir() {
				dirs = append(dirs, e.Name())
			}
		}
	}
	var all []episode
	for _, dir := range dirs {
		name := in.Path(dir, summaryFile)
		if info, err := fs.Stat(in.FS, name); err != nil || !info.Mode().IsRegular() {
			continue
		}
		rec, err := in.Record(name)
		if err != nil {
			w.Warn(ingest.Warn(name, 0, "%v", err))
			continue
		}
		e := episode{dir: dir, rec: rec}
		if err := rec.Decode(&e.summary); err != nil {
			w.Warn(ingest.Warn(name, 0, "the episode is left out: %v", err))
			continue
		}
		folder := dir
		if dir == "." {
			folder = cmp.Or(label(in.Item.Dir), in.Item.Source)
		}
		e.named(in.Clean(folder))
		all = append(all, e)
	}
	return all, nil
}

// named takes agent, task and seed from AGENT_on_TASK_SEED, which can have a time
// before it.
func (e *episode) named(folder string) {
	agent, rest, ok := strings.Cut(folder, "_on_")
	if !ok {
		e.task = folder
		return
	}
	if i := strings.LastIndexByte(agent, '_'); i >= 0 && strings.Trim(agent[:i], "0123456789-_") == "" {
		agent = agent[i+1:]
	}
	e.agent, e.task = agent, rest
	if i := strings.LastIndexByte(rest, '_'); i > 0 && strings.Trim(rest[i+1:], "0123456789") == "" {
		e.task, e.seed = rest[:i], rest[i+1:]
	}
}

// suite is the part of a task's name before its first dot: miniwob, webarena.
func (e *episode) suite() string {
	if suite, _, ok := strings.Cut(e.task, "."); ok {
		return suite
	}
	return "tasks"
}

func write(ctx context.Context, in *ingest.Input, w ingest.Writer, agent string, episodes []episode) error {
	suite := ""
	for i := range episodes {
		if e := &episodes[i]; e.agent == agent && suite == "" {
			suite = e.suite()
		}
	}
	found, err := ingest.FindOther(ctx, in, w, ingest.Other{
		Format: Name, Name: suite, Rule: "An episode passes if its rewards add up to more than 0. The score is their sum, at most 1.",
		Words: results.Words{Scenario: "set", Task: "task", Day: "step"},
	})
	if err != nil {
		return err
	}
	model := cmp.Or(in.Identity.Model, ingest.Unrecorded)
	run := &results.Run{
		Benchmark: found.Benchmark.ID, Evidence: results.Recomputed, Format: Name, Label: in.Item.Label, ModelName: in.Identity.Model,
		System:    results.System{Model: model, Framework: cmp.Or(in.Identity.Framework, agent), Variant: in.Identity.Variant, Provider: in.Identity.Provider},
		StartedAt: in.Identity.StartedAt(),
	}
	for i := range episodes {
		if e := &episodes[i]; e.agent == agent {
			found.Place(e.suite(), e.task)
		}
	}
	if err := found.Save(ctx, w); err != nil {
		return err
	}
	rw, err := w.BeginRun(ctx, run)
	if err != nil {
		return err
	}
	rw.Label("", "")
	attempts := map[results.TaskName]int{}
	for i := range episodes {
		e := &episodes[i]
		if e.agent != agent {
			continue
		}
		task, listed := found.Place(e.suite(), e.task)
		if !listed {
			rw.Warn(ingest.Warn(e.rec.Name, 0, "%s has no task %s: shown, but not counted", found.Benchmark.ID, e.task))
		}
		attempts[task.Name()]++
		if err := rw.Trial(ctx, e.trial(task, attempts[task.Name()])); err != nil {
			return err
		}
		if err := rw.Raw(ctx, e.rec); err != nil {
			return err
		}
	}
	return rw.Commit(ctx)
}

// trial is what the summary says of an episode. One that ended with an error of the
// run itself has no verdict.
func (e *episode) trial(task *results.Task, attempt int) *results.Trial {
	s := &e.summary
	t := &results.Trial{Scenario: task.Scenario, Task: task.Slug, Kind: results.KindReward, Attempt: attempt, Attempts: 1, Status: results.NotJudged}
	t.Details = results.TrialDetails{TraceNote: noTrace, SourceTrial: e.dir}
	if e.seed != "" {
		t.Details.TraceNote += " Seed " + e.seed + "."
	}
	switch {
	case s.Error != nil && *s.Error != "":
		t.Status, t.Details.ErrorText = results.AgentError, *s.Error
		zero := 0.0
		t.Score = &zero
	case s.Reward != nil && *s.Reward > 0:
		score := min(*s.Reward, 1)
		t.Status, t.Score = results.Passed, &score
	case s.Reward != nil:
		zero := 0.0
		t.Status, t.Score = results.Failed, &zero
	}
	if s.Elapsed != nil && *s.Elapsed >= 0 && *s.Elapsed < 1e9 {
		ms := int64(*s.Elapsed * 1000)
		t.DurationMS = &ms
	}
	m := results.Metrics{PromptTokens: cmp.Or(count(s.Prompt), count(s.OldPrompt)), CompletionTokens: cmp.Or(count(s.Completion), count(s.OldCompletion))}
	if cost := cmp.Or(s.Cost, s.OldCost); cost != nil && *cost > 0 {
		m.CostUSD = cost
	}
	t.Usage = m.Usage()
	return t
}

// maxTokens bounds what can be a count of tokens.
const maxTokens = 1e12

// count is a whole number that can be one of tokens; nil if it is none, or 0, which
// stands for a provider that is not asked.
func count(v *float64) *int64 {
	if v == nil || *v < 1 || *v > maxTokens || *v != float64(int64(*v)) {
		return nil
	}
	n := int64(*v)
	return &n
}
