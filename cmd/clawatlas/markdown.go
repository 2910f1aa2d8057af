package main

import (
	"fmt"
	"strings"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/board"
	"github.com/clawatlas/clawatlas/results/compare"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/metric"
	"github.com/clawatlas/clawatlas/results/visible"
	"github.com/clawatlas/clawatlas/results/words"
)

// code formats text from a record as a Markdown code span, in which links, mentions, images and
// HTML have no effect. It escapes characters that would end the span or a table cell.
func code(field string) string {
	field = strings.NewReplacer("`", `\x60`, "|", `\x7c`).Replace(visible.Line(field))
	if strings.TrimSpace(field) == "" {
		return "–"
	}
	return "`" + field + "`"
}

// printMarkdown prints the report as Markdown. base is the URL of the site that it links to; empty
// for no links.
func printMarkdown(p *printer, rep *ingest.RunReport, places []standing, base string, problems, remarks []string) {
	fmt.Fprintf(p, "### ClawAtlas check: %s\n\n", outcome(problems))
	markdownRuns(p, places, base)
	if len(rep.Runs) > 0 {
		rows := runTable(rep.Runs)
		markdownRow(p, rows[0], false)
		markdownRow(p, strings.Split(strings.Repeat("---|", len(rows[0])-1)+"---", "|"), false)
		for _, row := range rows[1:] {
			markdownRow(p, row, true)
		}
		fmt.Fprintln(p)
	}
	for i, list := range [][]string{problems, remarks} {
		if len(list) == 0 {
			continue
		}
		fmt.Fprintln(p, []string{"Why:", "To note:"}[i])
		for _, x := range list {
			fmt.Fprintf(p, "- %s\n", code(x))
		}
		fmt.Fprintln(p)
	}
	markdownNotes(p, rep)
	fmt.Fprintf(p, "%s, %s, %d refused\n", counted(len(rep.Runs), "run"), counted(rep.WarningCount(), "warning"), len(rep.Refused))
}

func markdownNotes(p *printer, rep *ingest.RunReport) {
	lines := notes(rep)
	if len(lines) == 0 {
		return
	}
	markdownRow(p, []string{"what", "where", "message"}, false)
	markdownRow(p, []string{"---", "---", "---"}, false)
	for _, n := range lines {
		fmt.Fprintf(p, "| %s | %s | %s |\n", n.what, code(n.where), code(n.message))
	}
	fmt.Fprintln(p)
}

func markdownRow(p *printer, cells []string, fields bool) {
	for _, c := range cells {
		if fields {
			c = code(c)
		}
		fmt.Fprintf(p, "| %s ", c)
	}
	fmt.Fprintln(p, "|")
}

type note struct{ what, where, message string }

// notes lists the reasons for not ranking runs, and warnings, redactions and refusals.
func notes(rep *ingest.RunReport) []note {
	var list []note
	warn := func(what string, warnings []results.Warning) {
		for _, x := range warnings {
			where := x.File
			if x.Line > 0 {
				where = fmt.Sprintf("%s:%d", x.File, x.Line)
			}
			list = append(list, note{what, where, x.Message})
		}
	}
	warn("warning", rep.Warnings)
	for _, r := range rep.Runs {
		for _, o := range r.Exclusions {
			list = append(list, note{"not ranked", r.Run, o.Message})
		}
		if r.Unchanged {
			continue
		}
		signals, warnings := results.Signals(r.Warnings)
		warn("signal", signals)
		warn("warning", warnings)
		if text := redactions(r.Redactions); text != "" {
			list = append(list, note{"redacted in", r.Run, text})
		}
	}
	for _, r := range rep.Refused {
		where := r.Source
		if r.Item != "" && r.Item != "." {
			where += ": " + r.Item
		}
		list = append(list, note{"refused", where, r.Reason})
	}
	return list
}

// flipsShown is the maximum number of fixed or broken tasks listed by name.
const flipsShown = 10

func markdownRuns(p *printer, list []standing, base string) {
	for i := range list {
		s := &list[i]
		fmt.Fprintf(p, "#### %s\n\n", code(words.System(s.Line.System.Model, s.Line.System)+" on "+s.Benchmark.Name))
		markdownRow(p, []string{"what", "result"}, false)
		markdownRow(p, []string{"---", "---"}, false)
		for _, row := range s.rows(base) {
			fmt.Fprintf(p, "| %s | %s |\n", row[0], row[1])
		}
		fmt.Fprintln(p)
		s.flips(p)
	}
	if len(list) > 0 {
		fmt.Fprint(p, "Intervals cover 95 %. Ranks and tie classes can change with the next run.\n\n")
	}
}

// rows returns the label and Markdown text of each table row. It formats text from records as code.
func (s *standing) rows(base string) [][2]string {
	rows := [][2]string{{"Run", linked(base, link.Run(s.Line.Run), s.Line.Run, s.Line.Unchanged) + s.known()}, {"Score", s.score()}}
	c := s.Line.Counts
	rows = append(rows, [2]string{"Trials", fmt.Sprintf("%d of %d scored, %d %s, %d without an answer, %d timed out, %d errors, "+
		"%d missing", c.Scored, c.Expected, c.Passed, s.Benchmark.FullDefined(), c.NoAnswer, c.Timeout, c.Error, c.Missing)})
	rows = append(rows, [2]string{"Rank", s.rank()})
	if s.Row != nil && s.Row.TieClass != nil && s.Newer == "" {
		rows = append(rows, [2]string{"Tie class", s.tie()})
	}
	rows = append(rows, [2]string{"Against the previous best", s.previous(base)})
	if base != "" {
		rows = append(rows, [2]string{"Leaderboard", linked(base, link.Benchmark(s.Benchmark.ID), s.Benchmark.ID, true)})
	}
	return append(rows, [2]string{"Warnings", fmt.Sprint(len(s.Line.Warnings))})
}

// known returns a note if the run was already ingested or comes from a scripted agent.
func (s *standing) known() string {
	text := ""
	if s.Line.Unchanged {
		text = ", read before with the same records"
	}
	if s.Row != nil && s.Row.Scripted {
		text += ", made by a scripted agent and not by a model"
	}
	return text
}

// linked returns name as a link to a page of the site, or only as code if base is empty or the page
// does not exist.
func linked(base, at, name string, there bool) string {
	if base == "" || !there {
		return code(name)
	}
	return "[" + code(name) + "](" + base + at + ")"
}

func percentOf(lo, hi *float64) string { return words.Between(lo, hi) }

func (s *standing) score() string {
	m := metric.Of(s.Line.Headline)
	if b := s.Line.Bounds; b != nil {
		text := fmt.Sprintf("%s %s, counting what is missing as failed and as passed", m.Label, percentOf(&b[0], &b[1]))
		if s.Line.Own != nil {
			text += fmt.Sprintf("; the job's own mean over its %s is %s", words.Counted(s.Line.Counts.Scored, "trial"), words.Pct(s.Line.Own))
		}
		return text
	}
	text := m.Label + " " + words.Pct(s.Line.Value)
	if s.Line.Convention != "" {
		text += " (convention " + code(s.Line.Convention) + ")"
	}
	st := s.Board.Statistics
	if s.Row != nil && s.Newer == "" && !s.several() {
		if v := s.Row.Metrics[s.Board.Headline]; v.CI != nil {
			text += ", interval " + percentOf(&v.CI[0], &v.CI[1]) + " over " + words.Counted(st.Clusters, st.Unit)
		}
	}
	return text + fmt.Sprintf("; n = %s", words.Counted(s.tasks(), s.Benchmark.Words.Task))
}

func (s *standing) several() bool { return len(s.Row.Sweeps.Runs()) > 1 }

// tasks returns the number of tasks that the score covers.
func (s *standing) tasks() int {
	if n := s.Board.Statistics.Tasks; n > 0 && s.Line.Complete {
		return n
	}
	return s.Line.Counts.Expected
}

func (s *standing) rank() string {
	switch {
	case !s.Line.Complete:
		return "not ranked: the run is not complete"
	case len(s.Line.Exclusions) > 0:
		return "not ranked: " + code(s.Line.Exclusions[0].Message)
	case s.Newer != "":
		return "none of its own: " + code(s.Newer) + " represents the system"
	case s.Row == nil || s.Row.Rank == nil:
		return "not ranked"
	}
	text := fmt.Sprintf("%d of %s", *s.Row.Rank, words.Counted(s.Ranked, "system"))
	if r := s.Row.RankInterval; r != nil {
		text += fmt.Sprintf(", interval %d to %d", r[0], r[1])
	} else {
		text += ", no interval"
	}
	if p := s.Row.PFirst; p != nil {
		text += fmt.Sprintf(", first in %s %% of the draws", words.Pct(p))
	}
	if s.several() {
		v := s.Row.Metrics[s.Board.Headline].Value
		text += fmt.Sprintf(": the rank of its system, whose mean over %d runs is %s", s.Row.Sweeps.N, words.Pct(v))
	}
	return text
}

func (s *standing) tie() string {
	st := s.Board.Statistics
	switch {
	case s.Leader == nil || s.Leader.Run == nil || s.Ranked < 2:
		return "1: the only ranked system"
	case board.TooFew(st):
		return fmt.Sprintf("%d: with %s no test can show a difference", *s.Row.TieClass, words.Counted(st.Clusters, st.Unit))
	case *s.Row.TieClass == results.BehindClass:
		return "2: significantly behind the leader, " + code(*s.Leader.Run)
	case *s.Leader.Run == s.Line.Run:
		return "1: it leads"
	}
	return "1: not significantly behind the leader, " + code(*s.Leader.Run)
}

// previous returns a comparison of the run with the best run ranked before it.
func (s *standing) previous(base string) string {
	if s.Best == nil {
		return "none: there was no ranked run in its group" + hintDB(s)
	}
	text := linked(base, link.Run(*s.Best.Run), *s.Best.Run, true)
	if v := s.Best.Metrics[s.Board.Headline].Value; v != nil {
		text += " with " + words.Pct(v)
	}
	c := s.Flips
	if c == nil || c.Common == 0 {
		return text + ": no " + s.Benchmark.Words.Task + " in common"
	}
	text += fmt.Sprintf(": %d fixed, %d broken of %s in common", c.Table.OnlyA, c.Table.OnlyB,
		words.Counted(c.Common, s.Benchmark.Words.Task))
	if c.Repeated {
		return text
	}
	return text + ", exact McNemar p " + strings.Replace("= "+words.PValue(&c.McNemar), "= <", "< ", 1)
}

func hintDB(s *standing) string {
	if s.Row == nil || s.Row.Rank == nil {
		return ""
	}
	return " (name a database that has some with `--db`)"
}

// flips prints the tasks that only one of the run and the previous best run passed.
func (s *standing) flips(p *printer) {
	if s.Flips == nil {
		return
	}
	for _, side := range []struct {
		word string
		of   compare.Relation
	}{{"Fixed", compare.OnlyA}, {"Broken", compare.OnlyB}} {
		var names []string
		n := 0
		for i := range s.Flips.Tasks {
			t := &s.Flips.Tasks[i]
			if t.Relation() != side.of {
				continue
			}
			if n++; n <= flipsShown {
				names = append(names, code(t.Task.Scenario+"/"+t.Task.Slug))
			}
		}
		if n > len(names) {
			names = append(names, fmt.Sprintf("%d more", n-len(names)))
		}
		if n > 0 {
			fmt.Fprintf(p, "%s: %s\n\n", side.word, strings.Join(names, ", "))
		}
	}
}
