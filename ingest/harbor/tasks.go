package harbor

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"path"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/results"
)

const (
	taskFile    = "task.toml"
	instruction = "instruction.md"
)

// taskTOML holds the fields of task.toml that are stored.
type taskTOML struct {
	Version string `toml:"version"`
	Task    struct {
		Name string `toml:"name"` // name with organisation: organisation/name
	} `toml:"task"`
	Metadata map[string]any `toml:"metadata"`
	Agent    struct {
		TimeoutSec float64 `toml:"timeout_sec"`
	} `toml:"agent"`
}

func isTask(entries []fs.DirEntry) bool {
	tests := slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return e.IsDir() && e.Name() == "tests" })
	return ingest.HasFile(entries, taskFile) && (tests || ingest.HasFile(entries, instruction))
}

// taskDirs lists the task folders in a folder, or the folder itself if it is a task. all reports
// whether all subfolders are tasks.
func taskDirs(fsys fs.FS, dir string, entries []fs.DirEntry) (dirs []string, all bool) {
	if isTask(entries) {
		return []string{dir}, true
	}
	all = true
	for _, e := range entries {
		if !e.IsDir() || strings.HasPrefix(e.Name(), ".") {
			continue
		}
		sub := path.Join(dir, e.Name())
		if _, err := fs.Stat(fsys, path.Join(sub, taskFile)); err != nil {
			all = false
			continue
		}
		inner, err := fs.ReadDir(fsys, sub)
		if err != nil || !isTask(inner) {
			all = false
			continue
		}
		dirs = append(dirs, sub)
	}
	return dirs, all
}

// detectTasks claims a folder of tasks, or the source itself if it is a task. The walk still visits
// the folder's other subfolders.
func detectTasks(fsys fs.FS, dir string, entries []fs.DirEntry) []ingest.Item {
	if dir != "." && isTask(entries) {
		return nil // claimed with the parent folder
	}
	dirs, all := taskDirs(fsys, dir, entries)
	if len(dirs) == 0 {
		return nil
	}
	return []ingest.Item{{Format: "harbor", Kind: ingest.KindDataset, Dir: dir, Shallow: !all}}
}

type taskTree struct {
	in    *ingest.Input
	sums  []string
	tasks []readTask

	warnings []results.Warning
}

type readTask struct {
	dir, name string // path of the task's folder; name from task.toml, or else the folder's name
	settings  taskTOML
	prompt    string
	rubric    []results.RubricPart

	descriptions map[string]string
}

// readTasks stores tasks as a dataset, or adds their texts to a known one. Tasks are never
// executed.
func readTasks(ctx context.Context, in *ingest.Input, w ingest.Writer) error {
	entries, err := fs.ReadDir(in.FS, in.Item.Dir)
	if err != nil {
		return fmt.Errorf("list %s: %w", in.Item.Dir, err)
	}
	dirs, _ := taskDirs(in.FS, in.Item.Dir, entries)
	tree := &taskTree{in: in}
	for _, dir := range dirs {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := tree.read(dir); err != nil {
			return err
		}
	}
	if err := tree.describeTasks(); err != nil {
		return err
	}
	if len(tree.tasks) == 0 {
		return fmt.Errorf("%s no longer contains a task: %w", in.Item.Dir, results.ErrInvalid)
	}
	a, err := newAtlas(ctx, in, w)
	if err != nil {
		return err
	}
	d, err := tree.dataset(ctx, a)
	if err != nil {
		return err
	}
	d.Warnings = append(d.Warnings, tree.warnings...)
	d.Benchmark.Digest, d.FactsOnly = tree.digest(), false
	return w.SaveDataset(ctx, d)
}

func (t *taskTree) digest() string {
	slices.Sort(t.sums)
	sum := sha256.Sum256([]byte(strings.Join(t.sums, "\n")))
	return hex.EncodeToString(sum[:])
}

func (t *taskTree) read(dir string) error {
	x := readTask{dir: dir, name: path.Base(dir)}
	if dir == "." {
		x.name = t.in.Item.Label
	}
	rec, err := t.record(path.Join(dir, taskFile))
	if err != nil {
		return err
	}
	if err := toml.Unmarshal(rec.Data, &x.settings); err != nil {
		var de *toml.DecodeError
		if errors.As(err, &de) {
			line, _ := de.Position()
			return fmt.Errorf("%s:%d: %w", rec.Name, line, err)
		}
		return fmt.Errorf("%s: %w", rec.Name, err)
	}
	x.name = cmp.Or(x.settings.Task.Name, x.name)
	switch rec, err := t.record(path.Join(dir, instruction)); {
	case err == nil:
		x.prompt = strings.TrimSpace(string(rec.Data))
	case !errors.Is(err, fs.ErrNotExist):
		return err
	}
	switch rec, err := t.record(path.Join(dir, rubricFile)); {
	case err == nil:
		if x.rubric, err = readRubric(rec); err != nil {
			t.warnings = append(t.warnings, ingest.Warn(rec.Name, 0, "the rubric has an unknown form: %v", err))
		}
	case !errors.Is(err, fs.ErrNotExist):
		return err
	}
	t.tasks = append(t.tasks, x)
	return nil
}

func (t *taskTree) record(name string) (*ingest.Record, error) {
	rec, err := t.in.Record(name)
	if err == nil {
		t.sums = append(t.sums, fmt.Sprintf("%s %x", strings.TrimPrefix(name, t.in.Item.Dir+"/"), rec.Sum))
	}
	return rec, err
}

// dataset returns the described benchmark of these tasks with their texts, or a new one.
func (t *taskTree) dataset(ctx context.Context, a *atlas) (*results.Dataset, error) {
	for i := range a.known {
		b := a.known[i].Benchmark
		if b.Scoring != results.ScoringReward || b.Repository == "" && b.Paper == "" {
			continue
		}
		d, err := a.dataset(ctx, b.ID)
		if err != nil {
			return nil, err
		}
		n := 0
		for i := range t.tasks {
			if d.match(&trial{taskName: t.tasks[i].name}) != nil {
				n++
			}
		}
		if stated := t.in.Identity.Benchmark; stated == "" && 2*n > len(t.tasks) || stated == b.ID {
			return t.texts(d, n)
		}
	}
	return t.own(a)
}

// texts adds the texts of the tasks to a described benchmark. It returns an error unless all of the
// benchmark's tasks are present, because the others would have no question.
func (t *taskTree) texts(d *catalog, n int) (*results.Dataset, error) {
	if n < len(d.Tasks) {
		return nil, fmt.Errorf("these are %d of the %d tasks of %s: "+
			"their texts are read only from the complete tree, and tasks of a different dataset need their own name, given by --benchmark: %w",
			n, len(d.Tasks), d.Benchmark.Name, results.ErrInvalid)
	}
	for _, x := range t.tasks {
		if task := d.match(&trial{taskName: x.name}); task != nil {
			task.Facts.Prompt, task.Facts.Descriptions, task.Facts.Rubric = x.prompt, x.descriptions, x.rubric
		}
	}
	if n < len(t.tasks) {
		d.Warnings = append(d.Warnings, ingest.Warn(t.in.Item.Dir, 0, "%s are not tasks of %s: skipped", ingest.Counted(len(t.tasks)-n, "folder"),
			d.Benchmark.Name))
	}
	return d.Dataset, nil
}

// own returns a new dataset with the tasks. Its id is the one under which runs of these tasks are
// filed.
func (t *taskTree) own(a *atlas) (*results.Dataset, error) {
	o := origin{id: t.in.Identity.BenchmarkID(), name: t.in.Identity.Benchmark}
	if o.id == "" {
		o = t.same(a)
	}
	if o.id == "" {
		o = t.origin()
	}
	if o.id == "" {
		return nil, fmt.Errorf("%s of Harbor's (%s), but no registry.json, "+
			"no folder and no organisation in all of their names says of which dataset: "+
			"give the folder above them, or state it with --benchmark: %w",
			ingest.Counted(len(t.tasks), "task"), t.some(), results.ErrInvalid)
	}
	d := &results.Dataset{}
	a.describe(d, o)
	c := newCatalog(d)
	for i := range t.tasks {
		x := &t.tasks[i]
		group := word(x.settings.Metadata["domain"])
		group = cmp.Or(group, word(x.settings.Metadata["category"]), "tasks")
		p := place{benchmark: o.id, scenario: results.Slug(group), task: results.Slug(path.Base(slashed(x.name)))}
		p.task = c.freeSlug(p)
		if !c.scenarios[p.scenario] {
			c.scenarios[p.scenario] = true
			d.Scenarios = append(d.Scenarios, results.Scenario{Slug: p.scenario, Title: group, Ordinal: len(d.Scenarios) + 1})
		}
		d.Tasks = append(d.Tasks, results.Task{Scenario: p.scenario, Slug: p.task, Title: x.name, Ordinal: c.sizes[p.scenario] + 1,
			Kind: results.KindReward, Facts: x.facts()})
		c.index(len(d.Tasks) - 1)
	}
	return d, nil
}

// same returns the id of the stored dataset with the same digest, wherever it was read from.
func (t *taskTree) same(a *atlas) origin {
	digest := t.digest()
	for i := range a.known {
		if b := &a.known[i].Benchmark; b.Digest == digest {
			return origin{id: b.ID, name: b.Name, version: b.Version}
		}
	}
	return origin{}
}

func (t *taskTree) some() string {
	const most = 3
	var names []string
	for _, x := range t.tasks[:min(most, len(t.tasks))] {
		names = append(names, x.name)
	}
	if len(t.tasks) > most {
		names = append(names, "…")
	}
	return strings.Join(names, ", ")
}

// origin returns the dataset in registry.json that lists most of the tasks. If there is none, it
// returns the folder's name, as Harbor does, unless that name is generic. Otherwise it returns the
// organisation that all names share.
func (t *taskTree) origin() origin {
	dir := t.in.Item.Dir
	for _, at := range []string{dir, path.Dir(dir)} {
		rec, err := t.in.Record(path.Join(at, "registry.json"))
		if err != nil {
			continue
		}
		var list []registered
		if rec.Decode(&list) != nil {
			continue
		}
		best, most := -1, 0
		for i := range list {
			if n := list[i].has(t.tasks); n > most {
				best, most = i, n
			}
		}
		if best >= 0 {
			x := &list[best]
			return origin{id: results.NameID(x.Name), name: x.Name, version: x.Version}
		}
	}
	name := cmp.Or(folder(&trial{taskPath: path.Join(t.in.Item.Source, dir, "x")}), t.organisation())
	if name == "" {
		return origin{}
	}
	return origin{id: results.NameID(name), name: name}
}

// organisation returns the part before the slash if it is the same in all task names.
func (t *taskTree) organisation() string {
	name, _ := splitTask(t.tasks[0].name)
	for i := range t.tasks {
		if org, _ := splitTask(t.tasks[i].name); org != name {
			return ""
		}
	}
	return name
}

type registered struct {
	Name    string `json:"name"`
	Version string `json:"version"`
	Tasks   []struct {
		Name string `json:"name"`
		Path string `json:"path"`
	} `json:"tasks"`
}

func (r *registered) has(tasks []readTask) int {
	listed := map[string]bool{}
	for _, x := range r.Tasks {
		listed[x.Name], listed[path.Base(slashed(x.Path))] = true, true
	}
	n := 0
	for i := range tasks {
		if listed[tasks[i].name] || listed[path.Base(tasks[i].dir)] {
			n++
		}
	}
	return n
}

func (x *readTask) facts() results.TaskFacts {
	m := x.settings.Metadata
	f := results.TaskFacts{Prompt: x.prompt, Difficulty: word(m["difficulty"]), Domain: word(m["domain"]), SourcePath: x.dir,
		Descriptions: x.descriptions, Rubric: x.rubric}
	if s := x.settings.Agent.TimeoutSec; s > 0 && !math.IsInf(s, 0) {
		f.TimeoutS = &s
	}
	if list, ok := m["tags"].([]any); ok {
		for _, v := range list {
			if s := word(v); s != "" {
				f.Tags = append(f.Tags, s)
			}
		}
	}
	for _, factor := range []string{"A1", "A2", "B1", "B2", "C1", "C2"} {
		if n, ok := m["factor_"+strings.ToLower(factor)].(int64); ok && n > 0 {
			f.Factors = append(f.Factors, factor)
		}
	}
	return f
}

func word(v any) string {
	s, _ := v.(string)
	return strings.TrimSpace(s)
}
