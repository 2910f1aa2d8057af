package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"sync"
)

// plans says what the agents know about each scenario.
func plans() map[string]*plan {
	return map[string]*plan{"ex_office_move": officePlan(), "ex_tea_shipment": teaPlan(), "ex_library_outage": libraryPlan()}
}

// runName is the directory of an agent's run: provider, model, framework.
func runName(a agent) string { return scripted + "_" + a.name() + "_" + framework }

// sessionsAtOnce is small, so that on a slow machine no round that should end in
// time is starved into a timeout.
const sessionsAtOnce = 4

// runAll plays every agent on every scenario and writes a run directory for
// each agent below out. Sessions share nothing, so they go side by side.
func runAll(ctx context.Context, dir, out string) ([]report, error) {
	bench, err := loadBenchmark(dir)
	if err != nil {
		return nil, err
	}
	all := agents()
	tests := make([][][]roundReport, len(all))
	errs := make([]error, len(all)*len(bench.scenarios))
	var wg sync.WaitGroup
	places := make(chan struct{}, sessionsAtOnce)
	for i, a := range slices.Backward(all) { // the skimmer, who waits, goes first
		tests[i] = make([][]roundReport, len(bench.scenarios))
		for j, sc := range bench.scenarios {
			places <- struct{}{}
			wg.Go(func() {
				defer func() { <-places }()
				tests[i][j], errs[i*len(bench.scenarios)+j] = playScenario(ctx, bench, sc, a, filepath.Join(out, runName(a)), i+1, j+1)
			})
		}
	}
	wg.Wait()
	for _, err := range errs {
		if err != nil {
			return nil, err
		}
	}
	var reports []report
	for i, a := range all {
		r := makeReport(runName(a), bench.scenarios, tests[i])
		if err := writeJSON(filepath.Join(out, runName(a), "report", "report.json"), r); err != nil {
			return nil, err
		}
		reports = append(reports, r)
	}
	return reports, nil
}

// playScenario plays one scenario from its first round to its last in a
// workspace of its own, which is gone afterwards.
func playScenario(ctx context.Context, bench *benchmark, sc scenario, a agent, out string, agentNo, scenarioNo int) ([]roundReport, error) {
	root, err := os.MkdirTemp("", "example-workspace-")
	if err != nil {
		return nil, fmt.Errorf("make workspace: %w", err)
	}
	defer os.RemoveAll(root)
	if err := bench.layOut(sc.ID, root); err != nil {
		return nil, err
	}
	p, ok := plans()[sc.ID]
	if !ok {
		return nil, fmt.Errorf("play %s: the agents have no plan for it", sc.ID)
	}
	s := &session{
		bench: bench, scenario: sc, agent: a, mind: newMind(p), out: out,
		ws: workspace{root: root, name: "/workspace/" + sc.ID},
		id: fmt.Sprintf("%s_%04x%04x", bench.manifest.Agents[sc.ID].Session, agentNo, scenarioNo),
	}
	var rounds []roundReport
	for _, r := range sc.Rounds {
		done, err := s.playRound(ctx, r)
		if err != nil {
			return nil, err
		}
		rounds = append(rounds, done)
	}
	return rounds, nil
}

// printTable shows what each agent passed, by scenario.
func printTable(out io.Writer, reports []report) {
	for _, r := range reports {
		fmt.Fprintln(out, r.ExperimentID)
		for _, t := range r.ByTest {
			passed := 0
			marks := ""
			for _, d := range t.RoundsDetail {
				mark := "-"
				if d.Score >= 1 {
					passed++
					mark = "+"
				}
				marks += mark
			}
			fmt.Fprintf(out, "  %-20s %2d of %2d  %s  CRS %.4f\n", t.TestID, passed, t.Rounds, marks, float64(t.CRS))
		}
	}
}
