package web

import (
	"context"
	"fmt"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/casebook"
	"github.com/clawatlas/clawatlas/results/score"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/link"
)

// metricEvidence lists one metric of every row of the board, or of one scope:
// then of the runs and of what was published about it.
func (s *Server) metricEvidence(ctx context.Context, b results.Benchmark, e casebook.Evidence) (views.CaseEvidence, error) {
	out := views.CaseEvidence{Kind: e.Kind, Metric: e.Metric, Href: link.Benchmark(b.ID)}
	board, err := s.defaultBoard(ctx, b)
	if err != nil {
		return out, err
	}
	label := views.MetricOf(e.Metric).Label
	if e.Scope != "" {
		if out.Values, err = s.scopedValues(ctx, b, e, board); err != nil {
			return out, err
		}
		out.Caption = fmt.Sprintf("%s of %s, %s", label, e.Scope, words.Plural(len(out.Values), "number", "numbers"))
	} else {
		for _, r := range board.Rows {
			if v := r.Metrics[e.Metric].Value; v != nil {
				out.Values = append(out.Values, caseValue(r, v))
			}
		}
		out.Caption = fmt.Sprintf("%s of %s, convention %q", label, words.Plural(len(out.Values), "system", "systems"), score.Conventions(b.Scoring)[0].Title)
	}
	if len(out.Values) == 0 {
		out.Missing = fmt.Sprintf("No run of %s with this number is in this database. %s", b.Name, ingestHint(b.ID))
	}
	return out, nil
}

func caseValue(r results.BoardRow, value *float64) views.CaseValue {
	v := views.CaseValue{Name: r.Name, Evidence: r.Evidence, Value: value, Href: link.Model(r.System.Model)}
	for _, part := range []string{r.System.Framework, r.System.Variant} {
		if part != "" {
			v.Name += " · " + part
		}
	}
	if r.Run != nil {
		v.Href = link.Run(*r.Run)
	}
	return v
}

// scopedValues reads a metric of one scope from the runs on the board and,
// with the place where each stands, from what was published.
func (s *Server) scopedValues(ctx context.Context, b results.Benchmark, e casebook.Evidence, board results.Board) ([]views.CaseValue, error) {
	scoped, err := s.store.ScopedMetrics(ctx, b.ID, e.Scope)
	if err != nil {
		return nil, err
	}
	values := map[int64]*float64{}
	for _, m := range scoped {
		if m.Scope == e.Scope && m.Key == e.Metric {
			values[m.Run] = m.Value
		}
	}
	runs, err := s.allRuns(ctx, results.RunFilter{Benchmark: b.ID})
	if err != nil {
		return nil, err
	}
	ids := map[string]int64{}
	for _, r := range runs {
		ids[r.Slug] = r.ID
	}
	var list []views.CaseValue
	for _, r := range board.Rows {
		if r.Run == nil {
			continue
		}
		if v := values[ids[*r.Run]]; v != nil {
			list = append(list, caseValue(r, v))
		}
	}
	figures, err := s.store.Figures(ctx, b.ID)
	if err != nil {
		return nil, err
	}
	names, err := s.modelNames(ctx)
	if err != nil {
		return nil, err
	}
	for _, f := range figures {
		if f.Scope != e.Scope || f.Metric != e.Metric || f.Value == nil {
			continue
		}
		name := names[f.Model]
		if f.Variant != "" {
			name += " · " + f.Variant
		}
		list = append(list, views.CaseValue{Name: name + ", " + f.Table, Evidence: results.Published, Value: f.Value, Href: link.Model(f.Model)})
	}
	return list, nil
}
