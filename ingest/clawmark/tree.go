package clawmark

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/head"
	"github.com/clawatlas/clawatlas/results"
)

// programFile is the file name of a task's program, which is never executed.
const programFile = "task.py"

// taskDirs lists directories that contain a program, up to two levels deep. Unless all is set, it
// stops after the first few.
func taskDirs(fsys fs.FS, dir string, entries []fs.DirEntry, all bool) []string {
	if ingest.HasFile(entries, programFile) {
		return []string{dir}
	}
	var found []string
	for i, sub := range folders(dir, entries) {
		if !all && i == tries {
			break
		}
		inner, err := fs.ReadDir(fsys, sub)
		if err != nil {
			continue
		}
		for k, task := range append([]string{sub}, folders(sub, inner)...) {
			if !all && (k > tries || len(found) > 0) {
				break
			}
			if info, err := fs.Stat(fsys, path.Join(task, programFile)); err == nil && info.Mode().IsRegular() {
				found = append(found, task)
			}
		}
	}
	return found
}

func folders(dir string, entries []fs.DirEntry) []string {
	var out []string
	for _, e := range entries {
		if e.IsDir() && !strings.HasPrefix(e.Name(), ".") {
			out = append(out, path.Join(dir, e.Name()))
		}
	}
	return out
}

// detectTree claims a folder of scenarios, or the source itself if it is a single scenario or task.
// The walk continues into the claimed folder because it may contain runs.
func (f Format) detectTree(fsys fs.FS, dir string, entries []fs.DirEntry) []ingest.Item {
	found := taskDirs(fsys, dir, entries, false)
	if len(found) == 0 || !isProgram(fsys, path.Join(found[0], programFile)) {
		return nil
	}
	if depth := path.Dir(path.Dir(found[0])); dir != "." && depth != dir {
		return nil // claimed with the parent folder
	}
	return []ingest.Item{{Format: f.Name(), Kind: ingest.KindDataset, Dir: dir, Shallow: true}}
}

// isProgram recognises a task of the benchmark by its metadata and rubric.
func isProgram(fsys fs.FS, name string) bool {
	h, err := head.Read(fsys, name)
	says := func(text string) bool { return bytes.Contains(h.Data, []byte(text)) }
	return err == nil && says("def stage0") && (says("RUBRIC") || !h.Whole && says("METADATA"))
}

type tree struct {
	in       *ingest.Input
	sums     []string
	tasks    []treeTask
	warnings []results.Warning
}

// treeTask is one task. program is nil if unreadable.
type treeTask struct {
	dir      string
	slug     string
	scenario string // name of the parent folder
	program  *program
}

// readTree stores the tasks as a dataset, or adds their texts to a known one.
func readTree(ctx context.Context, in *ingest.Input, w ingest.Writer) error {
	entries, err := fs.ReadDir(in.FS, in.Item.Dir)
	if err != nil {
		return fmt.Errorf("list %s: %w", in.Item.Dir, err)
	}
	t := &tree{in: in}
	for _, dir := range taskDirs(in.FS, in.Item.Dir, entries, true) {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := t.read(dir); err != nil {
			return err
		}
	}
	d, err := t.dataset(ctx, w)
	if err != nil || d == nil {
		return err
	}
	slices.Sort(t.sums)
	sum := sha256.Sum256([]byte(strings.Join(t.sums, "\n")))
	d.Benchmark.Digest, d.FactsOnly = hex.EncodeToString(sum[:]), false
	d.Warnings = append(d.Warnings, t.warnings...)
	return w.SaveDataset(ctx, d)
}

func (t *tree) read(dir string) error {
	rec, err := t.in.Record(path.Join(dir, programFile))
	if err != nil {
		return err
	}
	t.sums = append(t.sums, fmt.Sprintf("%s %x", strings.TrimPrefix(dir, t.in.Item.Dir+"/"), rec.Sum))
	x := treeTask{dir: dir, scenario: path.Base(path.Dir(dir)), slug: results.Slug(path.Base(path.Dir(dir)) + "_" + path.Base(dir))}
	if x.program, err = t.facts(rec); err != nil {
		t.warnings = append(t.warnings, ingest.Warn(rec.Name, 0, "%v", err))
	} else {
		x.slug = cmp.Or(results.Slug(x.program.ID), x.slug)
	}
	if t.in.Item.Dir == dir || x.scenario == "." {
		x.scenario = scenarioOf(x.slug)
	}
	t.tasks = append(t.tasks, x)
	return nil
}

// facts returns a program's facts. Their texts are cut from the original file by offset and then
// redacted like all records.
func (t *tree) facts(rec *ingest.Record) (*program, error) {
	src, err := fs.ReadFile(t.in.FS, rec.Name)
	if err != nil {
		return nil, err
	}
	raw, err := factsOf(sha256.Sum256(src), src)
	if err != nil {
		return nil, err
	}
	if t.in.Redact != nil {
		raw = t.in.Redact.Bytes(raw)
	}
	p := &program{}
	if err := json.Unmarshal(raw, p); err != nil {
		return nil, fmt.Errorf("its facts cannot be read: %w", err)
	}
	return p, nil
}

// dataset returns the stored or a new dataset for these tasks. It returns nil if there is nothing
// to change.
func (t *tree) dataset(ctx context.Context, w ingest.Writer) (*results.Dataset, error) {
	id := cmp.Or(t.in.Identity.BenchmarkID(), benchmarkID)
	d, err := w.FindDataset(ctx, id)
	none := !slices.ContainsFunc(t.tasks, func(x treeTask) bool { return x.program != nil })
	if errors.Is(err, results.ErrNotFound) || err == nil && !d.Pinned() {
		if none {
			return nil, fmt.Errorf("%s, each of %d: %w: %w", programFile, len(t.tasks), errUnknownEvents, results.ErrInvalid)
		}
		return t.own(id)
	}
	if err != nil {
		return nil, fmt.Errorf("find dataset %s: %w", id, err)
	}
	if none { // keep the stored benchmark unchanged
		w.Warn(ingest.Warn(t.in.Item.Dir, 0, "%s, each of %d: %v", programFile, len(t.tasks), errUnknownEvents))
		return nil, nil
	}
	return d, t.complete(d)
}

// complete adds texts, changes and checked values to a stored dataset. It returns an error unless
// all tasks are present, because the others would have no question.
func (t *tree) complete(d *results.Dataset) error {
	known := newCatalog(d)
	had, strangers := map[string]bool{}, 0
	for i := range t.tasks {
		x := &t.tasks[i]
		task := known.tasks[x.slug]
		if task == nil {
			strangers++
			continue
		}
		had[x.slug] = true
		if x.program == nil {
			continue
		}
		if err := x.program.fill(task); err != nil {
			return fmt.Errorf("%s: %w; tasks of a different dataset need their own name, given by --benchmark: %w",
				path.Join(x.dir, programFile), err, results.ErrInvalid)
		}
	}
	if len(had) < len(d.Tasks) {
		return fmt.Errorf("these are %d of the %d tasks of %s: their texts are read only from the complete tree, "+
			"and tasks of a different dataset need their own name, given by --benchmark: %w",
			len(had), len(d.Tasks), d.Benchmark.Name, results.ErrInvalid)
	}
	if strangers > 0 {
		t.warnings = append(t.warnings, ingest.Warn(t.in.Item.Dir, 0, "%[2]d folders are not tasks of %[1]s: skipped", d.Benchmark.Name,
			strangers))
	}
	return nil
}

func (t *tree) own(id string) (*results.Dataset, error) {
	slices.SortStableFunc(t.tasks, func(a, b treeTask) int {
		return cmp.Or(cmp.Compare(a.scenario, b.scenario), cmp.Compare(len(a.slug), len(b.slug)), cmp.Compare(a.slug, b.slug))
	})
	d := describe(id)
	ordinals, seen := map[string]int{}, map[string]bool{}
	for i := range t.tasks {
		x := &t.tasks[i]
		if x.program == nil || x.slug == "" || seen[x.slug] {
			continue
		}
		seen[x.slug] = true
		s := results.Slug(x.scenario)
		if ordinals[s] == 0 {
			d.Scenarios = append(d.Scenarios, results.Scenario{Slug: s, Title: x.scenario, Ordinal: len(d.Scenarios) + 1})
		}
		ordinals[s]++
		task := results.Task{Scenario: s, Slug: x.slug, Title: x.slug, Ordinal: ordinals[s], Kind: results.KindRubric}
		task.Facts.SourcePath = x.dir
		x.program.facts(&task)
		d.Tasks = append(d.Tasks, task)
	}
	return d, nil
}
