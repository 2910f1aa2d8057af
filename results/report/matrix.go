package report

import (
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/words"
)

// FigureSeries is a published metric of one system under several settings or in
// several sweeps.
type FigureSeries struct {
	Model  string     `json:"model"`  // id of the model
	Name   string     `json:"name"`   // of the system
	Place  string     `json:"place"`  // table of the source
	Metric string     `json:"metric"` // key of the metric
	Labels []string   `json:"labels"` // settings or sweeps
	Values []*float64 `json:"values"` // of each label
	Range  *float64   `json:"range"`  // highest minus lowest
	Change *float64   `json:"change"` // last minus first
}

// Spread is the highest value minus the lowest; nil with fewer than two.
func Spread(values []*float64) *float64 {
	var lo, hi float64
	n := 0
	for _, v := range values {
		if v == nil {
			continue
		}
		if n == 0 || *v < lo {
			lo = *v
		}
		if n == 0 || *v > hi {
			hi = *v
		}
		n++
	}
	if n < 2 {
		return nil
	}
	d := hi - lo
	return &d
}

// SeriesOfFigures gathers figures that differ only in a scope such as
// "setting:virtual".
func SeriesOfFigures(figures []results.Figure, v *Bench, kind string) []FigureSeries {
	list := []FigureSeries{}
	type figureKey struct {
		Group, Model, Variant, Metric string `json:"-"`
	}
	at := map[figureKey]int{}
	for _, f := range figures {
		of, label, _ := strings.Cut(f.Scope, ":")
		if of != kind {
			continue
		}
		k := figureKey{Group: f.Group, Model: f.Model, Variant: f.Variant, Metric: f.Metric}
		i, ok := at[k]
		if !ok {
			i = len(list)
			at[k] = i
			system := results.System{Model: f.Model, Framework: f.Framework, Variant: f.Variant}
			list = append(list, FigureSeries{Model: f.Model, Name: words.System(v.Names[f.Model], system), Place: f.Table, Metric: f.Metric})
		}
		list[i].Labels = append(list[i].Labels, label)
		list[i].Values = append(list[i].Values, f.Value)
	}
	for i := range list {
		r := &list[i]
		r.Range = Spread(r.Values)
		r.Change = Difference(r.Values[len(r.Values)-1], r.Values[0])
	}
	return list
}
