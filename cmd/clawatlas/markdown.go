package main

import (
	"fmt"
	"strings"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/visible"
)

// code formats a field of a record as a code span, in which nothing acts as a link, mention,
// picture or HTML. Characters that end a span or a table cell are escaped.
func code(field string) string {
	field = strings.NewReplacer("`", `\x60`, "|", `\x7c`).Replace(visible.Line(field))
	if strings.TrimSpace(field) == "" {
		return "–"
	}
	return "`" + field + "`"
}

// printMarkdown prints the report as Markdown; base is the site to link to, or "".
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

// note is a line below a report's table.
type note struct{ what, where, message string }

// notes lists why runs are not ranked, warnings, redactions and refusals.
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
