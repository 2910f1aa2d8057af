package trial

import (
	"slices"
	"strconv"
	"strings"

	"github.com/clawatlas/clawatlas/results/outline"
	trialreport "github.com/clawatlas/clawatlas/results/report/trial"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	stepviews "github.com/clawatlas/clawatlas/views/step"
	"github.com/clawatlas/clawatlas/views/ui"
)

// traceMap draws an outline.Map: cells of the same width for the steps, and below
// them bars for time and tokens on the same places.
type traceMap struct {
	Name  string // what it shows, in words
	Box   string // of the cells
	Lanes string // box of the bars
	Width int    // px, at most
	Cells []mapCell
	Lines []mapLine
	Here  *mapSpan // the window; nil where it is the whole
	Bars  []mapLane
	Kinds bool
	Each  int // steps of a mark
}

// mapUnit is the width of a mark in units of its box, mapPixels at most in px.
const (
	mapUnit   = 10
	mapPixels = 24
	laneMost  = 12 // height of the longest bar
)

// mapCell is one mark.
type mapCell struct {
	Href, Title, Class string
	X                  int
	Match              bool // a search that led here found something in its steps
}

// mapLine is where a day begins or the context changes.
type mapLine struct {
	Class, Title string
	Path         string
}

// mapSpan is a stretch of the map.
type mapSpan struct{ X, Width int }

// mapLane is a row of bars.
type mapLane struct {
	Label string
	Bars  []mapBar
}

type mapBar struct{ X, Y, Height int }

// drawMap draws the map of the trace with what the search that led here found; nil
// where a trace is too short for one.
func (t trialView) drawMap() *traceMap {
	w := t.Trace
	if w.Map == nil || len(w.Map.Bins) < 2 {
		return nil
	}
	bins := w.Map.Bins
	width := len(bins) * mapUnit
	m := &traceMap{
		Box: "0 0 " + strconv.Itoa(width) + " 16", Lanes: "0 0 " + strconv.Itoa(width) + " " + strconv.Itoa(laneMost),
		Width: len(bins) * mapPixels,
		Kinds: w.Map.Kinds, Each: bins[0].To - bins[0].From + 1,
	}
	m.Name = "Map of the trace, " + words.Plural(t.StepsTotal, "step", "steps")
	if m.Each > 1 {
		m.Name += ", a mark for each " + words.Count(m.Each)
	}
	failed := 0
	for i := range bins {
		b := &bins[i]
		failed += b.Failed
		m.Cells = append(m.Cells, mapCell{Href: t.mapHref(b.From), Title: binTitle(b), Class: "mk-" + string(b.Kind), X: i * mapUnit,
			Match: matchIn(w.Matches, b)})
		if b.Boundary != "" {
			m.line("bound", stepviews.BoundaryText(stepviews.Brief(b.Boundary)), i+1)
		}
	}
	m.Name += ", " + words.Count(failed) + " failed or refused"
	at := 0
	for _, d := range w.Map.Days {
		for at < len(bins)-1 && bins[at].To < d.Step {
			at++
		}
		m.line("day", "Day "+stepviews.Brief(d.Day)+" from step "+words.Count(d.Step), at)
	}
	m.Here = hereIn(bins, t.From, t.From+len(w.Steps)-1)
	m.Bars = lanes(bins)
	return m
}

// mapHref leads to a step: on this page where it is in the window.
func (t trialView) mapHref(step int) string {
	if step >= t.From && step < t.From+len(t.Trace.Steps) {
		return "#step-" + strconv.Itoa(step)
	}
	return t.Query.Window(step)
}

func (m *traceMap) line(class, title string, bin int) {
	m.Lines = append(m.Lines, mapLine{class, title, "M" + strconv.Itoa(bin*mapUnit) + " 0V16"})
}

func matchIn(m *trialreport.TraceMatches, b *outline.Bin) bool {
	if m == nil {
		return false
	}
	i := m.Place(b.From)
	return i < len(m.Steps) && m.Steps[i].StepID <= b.To
}

// hereIn frames the window of the page.
func hereIn(bins []outline.Bin, from, to int) *mapSpan {
	first, last := -1, 0
	for i := range bins {
		if bins[i].To >= from && bins[i].From <= to {
			if last = i; first < 0 {
				first = i
			}
		}
	}
	if first < 0 || last-first+1 == len(bins) {
		return nil
	}
	return &mapSpan{first * mapUnit, (last - first + 1) * mapUnit}
}

// lanes are the bars of what is recorded.
func lanes(bins []outline.Bin) []mapLane {
	var list []mapLane
	for _, l := range []struct {
		Name string
		Of   func(b *outline.Bin) *int64
		say  func(n *int64) string
	}{
		{"time", func(b *outline.Bin) *int64 { return b.TookMS }, words.Duration[int64]},
		{"tokens out", func(b *outline.Bin) *int64 { return b.Tokens }, words.Tokens[int64]},
	} {
		var most int64
		for i := range bins {
			if n := l.Of(&bins[i]); n != nil {
				most = max(most, *n)
			}
		}
		if most == 0 {
			continue
		}
		lane := mapLane{Label: l.Name + ", at most " + l.say(&most)}
		for i := range bins {
			if n := l.Of(&bins[i]); n != nil && *n > 0 {
				h := max(1, int(*n*laneMost/most))
				lane.Bars = append(lane.Bars, mapBar{i * mapUnit, laneMost - h, h})
			}
		}
		list = append(list, lane)
	}
	return list
}

// binTitle says what a mark stands for.
func binTitle(b *outline.Bin) string {
	var list []string
	if b.Mark != nil {
		list = append(list, views.KindText(b.Kind), oneLine(b.Mark.Tool+" "+b.Mark.Label, 48))
	} else if b.Failed > 0 {
		list = append(list, words.Count(b.Failed)+" failed or refused")
	}
	if b.TookMS != nil {
		list = append(list, words.Duration(b.TookMS))
	}
	if b.Tokens != nil {
		list = append(list, words.Tokens(b.Tokens)+" tokens out")
	}
	s := words.Count(b.From)
	if b.To > b.From {
		s += "–" + words.Count(b.To)
	}
	for _, x := range list {
		if x != "" {
			s += ", " + x
		}
	}
	return s
}

// oneLine is a stranger's text on one line of at most that many characters.
func oneLine(s string, most int) string {
	if len(s) > 8*most {
		s = strings.ToValidUTF8(s[:8*most], "")
	}
	r := []rune(ui.Plain(strings.Join(strings.Fields(s), " ")))
	if len(r) > most {
		return string(r[:most-1]) + "…"
	}
	return string(r)
}

// KindKey are the kinds that the map has.
func (m *traceMap) KindKey() []outline.Kind {
	var list []outline.Kind
	for _, k := range []outline.Kind{outline.Looked, outline.Wrote, outline.Failed, outline.Refused, outline.Empty, outline.Said} {
		if slices.ContainsFunc(m.Cells, func(c mapCell) bool { return c.Class == "mk-"+string(k) }) {
			list = append(list, k)
		}
	}
	return list
}

// LineKey says what the lines of the map stand for.
func (m *traceMap) LineKey() []string {
	var list []string
	for _, x := range []struct{ class, Text string }{{"day", "a line: a day begins"}, {"bound", "a dashed line: the context was cut"}} {
		if slices.ContainsFunc(m.Lines, func(l mapLine) bool { return l.Class == x.class }) {
			list = append(list, x.Text)
		}
	}
	return list
}
