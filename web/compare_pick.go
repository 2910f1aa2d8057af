package web

import (
	"fmt"
	"net/url"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/link"
	"github.com/clawatlas/clawatlas/views/ui"
)

// pickRuns bounds the runs that one select offers.
const pickRuns = 500

// comparePick asks for what is missing: both runs, or the other one.
func (s *Server) comparePick(c echo.Context, q compareQuery) error {
	ctx := c.Request().Context()
	names, err := s.modelNames(ctx)
	if err != nil {
		return err
	}
	p := views.ComparePick{}
	first := ""
	if len(q.runs) == 1 {
		run, err := s.store.FindRun(ctx, q.runs[0])
		if err != nil {
			return err
		}
		first, q.benchmark = run.Slug, run.Benchmark
		p.First = views.CompareSide{Run: run, Label: runLabels(names, run, results.Run{})[0], Href: link.Run(run.Slug)}
		p.Same = ask(c).text("a") == ask(c).text("b")
	}
	list, err := s.pickBenchmarks(c, q.benchmark)
	if err != nil {
		return err
	}
	for _, b := range list {
		runs, total, err := s.store.Runs(ctx, results.RunFilter{Benchmark: b.ID, Limit: pickRuns})
		if err != nil {
			return err
		}
		if total < 2 {
			if first != "" {
				p.Alone = b.Name
			}
			continue
		}
		p.Benchmarks = append(p.Benchmarks, pickOf(b, runs, total, names, first))
	}
	p.Meta = s.frame.Meta("Compare two runs", "Choose two runs of one benchmark and see whether the difference between them is more than chance.", q.link("benchmark", q.benchmark), "", ui.Crumb{Label: "Benchmarks", Href: "/"}, ui.Crumb{Label: "Compare"})
	return html(c, views.ComparePickPage(p))
}

// pickBenchmarks are all benchmarks, or the one that is asked for.
func (s *Server) pickBenchmarks(c echo.Context, id string) ([]results.Benchmark, error) {
	ctx := c.Request().Context()
	if id == "" {
		return s.store.Benchmarks(ctx)
	}
	b, err := s.store.FindBenchmark(ctx, id)
	return []results.Benchmark{b}, err
}

func pickOf(b results.Benchmark, runs []results.Run, total int, names map[string]string, first string) views.ComparePickOf {
	pick := views.ComparePickOf{Benchmark: b, Runs: total, Listed: len(runs)}
	a := ui.Field{Name: "a", Label: "A", Kind: ui.Select, Choices: []ui.Choice{{Label: "choose a run"}}}
	other := ui.Field{Name: "b", Label: "B", Kind: ui.Select, Choices: []ui.Choice{{Label: "choose a run"}}}
	all := url.Values{}
	for _, r := range runs {
		label := pickLabel(r, names)
		a.Choices = append(a.Choices, ui.Choice{Value: r.Slug, Label: label, Selected: r.Slug == first})
		if r.Slug != first {
			other.Choices = append(other.Choices, ui.Choice{Value: r.Slug, Label: label})
		}
		all.Add("run", r.Slug)
	}
	pick.Form = ui.Filter{Action: "/compare", Submit: "Compare", Fields: []ui.Field{a, other}}
	if total > 2 && total <= matrixRuns && first == "" {
		pick.Matrix = link.To(all, "compare")
	}
	return pick
}

// pickLabel tells the runs of one system apart by what was passed and when.
func pickLabel(r results.Run, names map[string]string) string {
	label := fmt.Sprintf("%s, %d of %d passed", runLabels(names, r, results.Run{})[0], r.Counts.Passed, r.Counts.Expected)
	if r.StartedAt != nil {
		label += ", " + words.Date(r.StartedAt)
	}
	return label + " (" + slugEnd(r.Slug) + ")"
}
