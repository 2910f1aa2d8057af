package ingest

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"slices"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/world"
)

// look computes and saves which of the changes made by updates the agent of each run has read. It
// skips runs whose scenes and rules are the same as at the last analysis.
func (l *Loader) look(ctx context.Context, d *results.Dataset, runs []results.ScoredRun) error {
	have, err := l.Store.LookKeys(ctx, d.Benchmark.ID)
	if err != nil {
		return err
	}
	all, err := l.scenes(ctx, d)
	if err != nil || len(all)+len(have) == 0 {
		return err
	}
	key := sha256.New()
	fmt.Fprintln(key, world.LookRules)
	for _, s := range all {
		fmt.Fprintln(key, s.Scenario, s.Digest)
	}
	worlds, err := l.Store.Worlds(ctx, d.Benchmark.ID)
	if err != nil {
		return err
	}
	var runsToDo []*lookedRun
	for i := range runs {
		r := &lookedRun{run: &runs[i].Run, key: hex.EncodeToString(key.Sum(nil)), inWorld: true}
		if other := otherLayout(worlds, r.run.System.Framework); other != "" {
			r.key, r.inWorld = r.key+" "+other, false
		}
		if have[r.run.ID] != r.key {
			runsToDo = append(runsToDo, r)
		}
	}
	for some := range slices.Chunk(runsToDo, lookedTogether) {
		if err := l.lookedRuns(ctx, d.Benchmark.ID, some, all); err != nil {
			return err
		}
	}
	return nil
}

// lookedTogether is the number of runs that are analysed each time a scene is unpacked. A scene
// takes megabytes of memory, the results of a run kilobytes.
const lookedTogether = 64

type lookedRun struct {
	run     *results.Run
	key     string
	inWorld bool // set if the run's harness uses the layout of the scenes
	found   results.Looked
}

func (l *Loader) lookedRuns(ctx context.Context, benchmark string, runs []*lookedRun, list []results.WorldScene) error {
	for _, s := range list {
		if !slices.ContainsFunc(runs, func(r *lookedRun) bool { return r.inWorld }) {
			break
		}
		packed, err := l.Store.WorldScene(ctx, benchmark, s.Scenario)
		if err != nil {
			return err
		}
		scene, err := world.UnpackScene(packed)
		if err != nil {
			return fmt.Errorf("read scene of %s/%s: %w", benchmark, s.Scenario, err)
		}
		at := scene.RoundAt()
		for _, r := range runs {
			if !r.inWorld {
				continue
			}
			turns, err := l.turns(ctx, r.run, s.Scenario, at)
			if err != nil {
				return fmt.Errorf("find which changes %s read: %w", r.run.Slug, err)
			}
			scene.AddLooks(&r.found, s.Scenario, turns)
		}
	}
	for _, r := range runs {
		if err := l.Store.SaveLooked(ctx, benchmark, r.run.ID, r.key, &r.found); err != nil {
			return err
		}
	}
	return nil
}

// otherLayout returns the layout of a harness if it differs from the layout of the environments.
// Otherwise it returns "".
func otherLayout(worlds []results.World, framework string) string {
	for i := range worlds {
		if !worlds[i].InLayout(framework) {
			return worlds[i].LayoutOf(framework)
		}
	}
	return ""
}

// scenes updates the scenes of all environments whose texts are stored.
func (l *Loader) scenes(ctx context.Context, d *results.Dataset) ([]results.WorldScene, error) {
	list, err := l.Store.WorldScenes(ctx, d.Benchmark.ID)
	if err != nil {
		return nil, err
	}
	for i := range list {
		s := &list[i]
		var tasks []results.Task
		for k := range d.Tasks {
			if d.Tasks[k].Scenario == s.Scenario {
				tasks = append(tasks, d.Tasks[k])
			}
		}
		key := sceneKey(tasks)
		if s.Key == key {
			continue
		}
		w, err := l.Store.FindWorld(ctx, d.Benchmark.ID, s.Scenario)
		if err != nil {
			return nil, err
		}
		initial, rounds, changes := world.Of(&w, tasks)
		for k := range changes {
			changes[k].Before = nil // scenes do not use the previous content, which may be a large table
		}
		packed := world.NewScene(initial, rounds, changes).Pack()
		if s.Digest, err = l.Store.SaveWorldScene(ctx, d.Benchmark.ID, s.Scenario, key, packed); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// sceneKey returns a digest of the rules and the tasks' texts. The store itself detects changes of
// the environment.
func sceneKey(tasks []results.Task) string {
	h := sha256.New()
	fmt.Fprintln(h, world.LookRules)
	for i := range tasks {
		t := &tasks[i]
		say(h, t.Slug, t.Facts.Prompt)
		for _, o := range t.Options {
			say(h, o.Text)
		}
	}
	return hex.EncodeToString(h.Sum(nil))
}

func say(h hash.Hash, texts ...string) {
	for _, x := range texts {
		fmt.Fprintf(h, "%d:%s", len(x), x)
	}
}

// turns loads the steps of a run in the rounds of a scenario. It uses only first attempts.
func (l *Loader) turns(ctx context.Context, r *results.Run, scenario string, at map[string]int) ([]world.Turn, error) {
	trials, err := l.Store.RunTrials(ctx, r.ID, scenario)
	if err != nil {
		return nil, err
	}
	var turns []world.Turn
	for i := range trials {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		t := &trials[i]
		round, known := at[t.Task]
		if n := len(turns); !known || n > 0 && turns[n-1].Round == round {
			continue
		}
		turn := world.Turn{Round: round, Answered: answered(t.Status)}
		if t.StepsTotal > 0 {
			rows, err := l.Store.StepRows(ctx, t, 1, t.StepsTotal)
			if err != nil {
				return nil, err
			}
			steps, err := l.Store.Steps(ctx, t, rows)
			if err != nil {
				return nil, err
			}
			for k := range steps {
				turn.Steps = append(turn.Steps, &steps[k])
			}
			turn.Late = world.Late(t.StartedAt, turn.Steps)
		}
		turns = append(turns, turn)
	}
	return turns, nil
}

// answered reports whether a trial with this status ended because the agent finished.
func answered(s results.Status) bool {
	return s == results.Passed || s == results.Failed || s == results.NoAnswer
}
