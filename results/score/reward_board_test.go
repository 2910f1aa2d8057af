package score_test

import (
	"encoding/json"
	"math"
	"os"
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/resultstest"
	"github.com/clawatlas/clawatlas/results/score"
)

// The published leaderboard of LiveClawBench follows from the published means
// of each task and model, with the difficulty labels of the board and not the
// tasks' own. The means are rounded to three decimals, hence the tolerance of
// one unit of the last printed digit.
func TestRewardReproducesLiveClawBench(t *testing.T) {
	tasks := liveTasks(t)
	trials := liveTrials(t, tasks)
	var board struct {
		Models []struct {
			Model      string
			Overall    float64
			Difficulty map[string]float64
			Factors    map[string]float64
		}
	}
	readJSON(t, resultstest.Shared(t, "data", "liveclawbench", "site-data", "leaderboard.json"), &board)
	if len(board.Models) != 17 {
		t.Fatalf("got %d models, want 17", len(board.Models))
	}
	exact, cells := 0, 0
	for _, m := range board.Models {
		got := score.Reward(tasks, trials[m.Model])
		want := map[[2]string]float64{{"", "avg"}: m.Overall}
		for d, x := range m.Difficulty {
			want[[2]string{score.Board, d}] = x
		}
		for f, x := range m.Factors {
			want[[2]string{"", f}] = x
		}
		for k, x := range want {
			v := valueOf(got, k[0], k[1])
			cells++
			if math.Round(v*1000)/10 == x {
				exact++
			}
			if !resultstest.Near(v*100, x, 0.1) {
				t.Errorf("%s %s: got %.2f, want %.1f", m.Model, k[1], v*100, x)
			}
		}
	}
	if cells != 170 || exact < 165 {
		t.Errorf("got %d of %d cells equal to the printed digit, want at least 165 of 170", exact, cells)
	}
}

func liveTasks(t *testing.T) []results.Task {
	var file struct {
		Tasks []struct {
			ID         string
			Difficulty string
			Board      string `json:"difficulty_site_leaderboard"`
			Domain     string
			Factors    []string
		}
	}
	readJSON(t, resultstest.Shared(t, "data", "liveclawbench", "tasks.json"), &file)
	var tasks []results.Task
	for _, x := range file.Tasks {
		tasks = append(tasks, results.Task{Scenario: results.Slug(x.Domain), Slug: x.ID, Facts: results.TaskFacts{
			Difficulty: x.Difficulty, DifficultyBoard: x.Board, Factors: x.Factors,
		}})
	}
	return tasks
}

func liveTrials(t *testing.T, tasks []results.Task) map[string][]results.Trial {
	var rows map[string][]struct {
		Model    string
		AvgScore *float64
		Attempts int
	}
	readJSON(t, resultstest.Shared(t, "data", "liveclawbench", "site-data", "task-results.json"), &rows)
	trials := map[string][]results.Trial{}
	for _, task := range tasks {
		for _, r := range rows[task.Slug] {
			trials[r.Model] = append(trials[r.Model], results.Trial{
				Scenario: task.Scenario, Task: task.Slug, Attempts: r.Attempts, Score: r.AvgScore,
			})
		}
	}
	return trials
}

func valueOf(list []results.Metric, convention, key string) float64 {
	for _, m := range list {
		if m.Scope == "" && m.Convention == convention && m.Key == key && m.Value != nil {
			return *m.Value
		}
	}
	return math.NaN()
}

func readJSON(t *testing.T, name string, v any) {
	t.Helper()
	data := must.Get(os.ReadFile(name))(t)
	must.Do(t, json.Unmarshal(data, v))
}
