package web

import (
	"slices"
	"sort"
	"strings"

	"github.com/clawatlas/clawatlas/results"
)

// recordStrengths takes the headline metric on every scope from the runs. The
// mean is over complete runs, and the system's own if that is not complete.
func recordStrengths(v *benchView, own results.BoardRow, rows []results.BoardRow, metrics []results.ScopedMetric, tasks []results.Task) strengths {
	out := strengths{Benchmark: v.benchmark.ID, System: own.System, Run: own.Run, Evidence: own.Evidence, Metric: v.board.Headline}
	in := map[int64]bool{}
	for _, r := range rows {
		in[v.runs[*r.Run].ID] = r.Group == own.Group || *r.Run == *own.Run
	}
	me := v.runs[*own.Run].ID
	at := map[string]int{}
	sums := map[string]float64{}
	for _, m := range metrics {
		if m.Key != v.board.Headline || m.Value == nil || !in[m.Run] {
			continue
		}
		i, ok := at[m.Scope]
		if !ok {
			i = len(out.Scopes)
			at[m.Scope] = i
			out.Scopes = append(out.Scopes, scopeValue{Scope: m.Scope, Tasks: tasksIn(m.Scope, tasks), URL: scopeHref(v.benchmark.ID, *own.Run, m.Scope)})
		}
		out.Scopes[i].Systems++
		sums[m.Scope] += *m.Value
		if m.Run == me {
			out.Scopes[i].Value = m.Value
		}
	}
	return out.finish(sums)
}

// finish fills in means and differences and sorts: kinds of scope apart, the
// strongest first.
func (s strengths) finish(sums map[string]float64) strengths {
	kept := s.Scopes[:0]
	for _, sc := range s.Scopes {
		if sc.Value == nil {
			continue
		}
		mean := sums[sc.Scope] / float64(sc.Systems)
		diff := *sc.Value - mean
		sc.Mean, sc.Difference = &mean, &diff
		kept = append(kept, sc)
	}
	s.Scopes = kept
	sort.SliceStable(s.Scopes, func(i, j int) bool {
		a, b := s.Scopes[i], s.Scopes[j]
		if ka, kb := scopeRank(a.Scope), scopeRank(b.Scope); ka != kb {
			return ka < kb
		}
		if *a.Difference != *b.Difference {
			return *a.Difference > *b.Difference
		}
		return a.Scope < b.Scope
	})
	return s
}

func scopeRank(scope string) int {
	return slices.Index([]string{"scenario", "factor", "difficulty"}, scopeKind(scope))
}

func scopeKind(scope string) string {
	kind, _, _ := strings.Cut(scope, ":")
	return kind
}

func scopeName(scope string) string {
	_, name, _ := strings.Cut(scope, ":")
	return name
}

// tasksIn counts the expected tasks of a scope.
func tasksIn(scope string, tasks []results.Task) int {
	kind, name := scopeKind(scope), scopeName(scope)
	n := 0
	for i := range tasks {
		t := &tasks[i]
		switch {
		case kind == "scenario" && t.Scenario == name,
			kind == "factor" && slices.Contains(t.Facts.Factors, name),
			kind == "difficulty" && t.Facts.Difficulty == name:
			n++
		}
	}
	return n
}

// scopeHref leads to the scope's tasks in the run where the page has them.
func scopeHref(benchmark, run, scope string) string {
	if scopeKind(scope) == "scenario" {
		return link(nil, "runs", run) + "#s-" + scopeName(scope)
	}
	return link(nil, "b", benchmark, "heatmap")
}

// publishedStrengths does the same with printed figures, within each group of
// comparable rows that prints the headline metric by scope.
func publishedStrengths(b results.Benchmark, model string, figures []results.Figure, titles map[string]string) []strengths {
	type block struct{ group, framework, variant string }
	var order []block
	own := map[block]map[string]*float64{}
	sums, counts, tasks := map[string]float64{}, map[string]int{}, map[string]int{}
	source := map[string]string{}
	for _, f := range figures {
		if f.Metric != b.Headline || f.Value == nil || scopeRank(f.Scope) < 0 {
			continue
		}
		key := f.Group + "\x00" + f.Scope
		sums[key] += *f.Value
		counts[key]++
		source[f.Group] = f.Source
		if f.N != nil {
			tasks[key] = *f.N
		}
		if f.Model != model {
			continue
		}
		at := block{f.Group, f.Framework, f.Variant}
		if own[at] == nil {
			own[at] = map[string]*float64{}
			order = append(order, at)
		}
		own[at][f.Scope] = f.Value
	}
	var list []strengths
	for _, at := range order {
		out := strengths{Benchmark: b.ID, System: results.System{Model: model, Framework: at.framework, Variant: at.variant},
			Evidence: results.Published, Source: titles[source[at.group]], Metric: b.Headline}
		means := map[string]float64{}
		for scope, v := range own[at] {
			key := at.group + "\x00" + scope
			means[scope] = sums[key]
			out.Scopes = append(out.Scopes, scopeValue{Scope: scope, Tasks: tasks[key], Value: v, Systems: counts[key], URL: link(nil, "b", b.ID, "heatmap")})
		}
		list = append(list, out.finish(means))
	}
	return list
}

// worstOf lists the tasks that the run did not solve, those first that most
// other systems solved: there the fault is the system's and not the task's.
func worstOf(v *benchView, own results.BoardRow, rows []results.BoardRow, means []results.TaskMean) worst {
	type key struct{ scenario, task string }
	me := v.runs[*own.Run].ID
	same := map[int64]bool{}
	for _, r := range rows {
		same[v.runs[*r.Run].ID] = r.Group == own.Group && *r.Run != *own.Run
	}
	solved, of := map[key]int{}, map[key]int{}
	for _, m := range means {
		if k := (key{m.Scenario, m.Task}); same[m.Run] && m.Mean != nil {
			of[k]++
			if m.Solved() {
				solved[k]++
			}
		}
	}
	w := worst{Benchmark: v.benchmark.ID, Run: *own.Run, Word: v.benchmark.Words.Task, Tasks: []worstTask{}}
	for _, m := range means {
		if m.Run != me || m.Solved() {
			continue
		}
		k := key{m.Scenario, m.Task}
		w.Tasks = append(w.Tasks, worstTask{Scenario: m.Scenario, Task: m.Task, Status: m.Status, Mean: m.Mean, SolvedBy: solved[k], Of: of[k],
			URL: link(nil, "runs", *own.Run, m.Scenario, m.Task)})
	}
	w.NotSolved = len(w.Tasks)
	sort.SliceStable(w.Tasks, func(i, j int) bool { return w.Tasks[i].SolvedBy > w.Tasks[j].SolvedBy })
	w.Tasks = w.Tasks[:min(len(w.Tasks), worstTasks)]
	return w
}
