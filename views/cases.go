package views

import (
	"fmt"
	"net/url"
	"strings"

	"github.com/a-h/templ"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/casebook"
	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views/link"
	"github.com/clawatlas/clawatlas/views/ui"
)

// casesView draws a report.Cases.
type casesView struct {
	*report.Cases
	frame Frame
}

// CasesPage lists the written and the mined cases of a benchmark.
func CasesPage(f Frame, x *report.Cases) templ.Component { return casesPage(casesView{x, f}) }

func (d casesView) meta() ui.Meta {
	q := d.Query.Values()
	m := d.frame.Meta("Case studies of "+d.Of.Name, "Why "+d.Of.Words.Task+"s are failed: written cases and cases that rules found in the records.",
		link.To(q, "b", d.Benchmark, "cases"), link.API(q, "benchmarks", d.Benchmark, "cases"), Crumbs(d.Of, tabLabel(d.Of, "cases"))...)
	m.Scripted, m.CSVPath = d.Of.Scripted, d.frame.table(q, "b", d.Benchmark, "cases")
	return m
}

func (d casesView) lead() string {
	return fmt.Sprintf("%s written by hand, and %s that rules found in the records.", words.Plural(len(d.Written), "case", "cases"), words.Plural(d.All, "case", "cases"))
}

// filter offers the words that occur.
func (d casesView) filter() ui.Filter {
	f := ui.Filter{Action: link.Benchmark(d.Benchmark, "cases")}
	if d.Query != (report.CasesQuery{}) {
		f.Clear = f.Action
	}
	choice := func(name, label, current string, values []string, word func(string) string) {
		field := ui.Field{Name: name, Label: label, Kind: ui.Select, Choices: []ui.Choice{{Label: "any"}}}
		for _, v := range values {
			field.Choices = append(field.Choices, ui.Choice{Value: v, Label: word(v), Selected: v == current})
		}
		f.Fields = append(f.Fields, field)
	}
	same := func(s string) string { return s }
	choice("dimension", "Dimension", d.Query.Dimension, casebook.Dimensions(), same)
	choice("mode", "Failure mode", d.Query.Mode, d.Modes, same)
	choice("model", "System", d.Query.Model, d.Models, func(id string) string {
		if n := d.Names[id]; n != "" {
			return n
		}
		return id
	})
	return f
}

// caseRounds names the tasks that a written case is about.
func caseRounds(b results.Benchmark, list []string) string {
	names := make([]string, len(list))
	for i, of := range list {
		scenario, task, ok := strings.Cut(of, "/")
		if names[i] = of; ok {
			names[i] = words.Task(b, scenario, task)
		}
	}
	return strings.Join(names, "; ")
}

// labelURL lists the trials with a label.
func (d casesView) labelURL(label string) templ.SafeURL {
	return templ.SafeURL(link.To(url.Values{"label": {label}}, "b", d.Benchmark, "cases"))
}
