package chart

import (
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results/words"
)

// measures of a forest plot that stands by itself.
const (
	forestW     = 960.0
	forestName  = 300.0
	forestFrom  = 320.0
	forestTo    = 640.0
	forestValue = 720.0
	forestCI    = 850.0
	forestRowH  = 28.0
	forestSubH  = 12.0 // of a line below the name
	forestTop   = 28.0
	forestFoot  = 28.0
)

func (f Forest) name() string { return f.Caption }

// figure draws the table as one picture, for who takes it away.
func (f Forest) figure(Width) (figure, bool) {
	g := figure{title: f.Caption, w: forestW}
	x := Linear{Lo: f.Scale.Lo, Hi: f.Scale.Hi, From: forestFrom, To: forestTo}
	ys := make([]float64, len(f.Rows))
	y, drawn := forestTop, false
	for i, r := range f.Rows {
		h := forestRowH
		if n := len(wrap(r.Sub, forestName)); n > 0 {
			h += float64(n)*forestSubH - 2
		}
		ys[i] = y + h/2
		y += h
		drawn = drawn || r.Estimate.Value != nil
	}
	for _, v := range f.Scale.Ticks {
		class := "grid"
		if v == 0 && f.Scale.Lo < 0 {
			class = "base"
		}
		g.line(class, x.At(v), forestTop, x.At(v), y)
		g.words("tick", "middle", x.At(v), y+16, noLimit, tickText(v, f.Scale.Unit))
	}
	heads := []struct {
		at   float64
		text string
	}{{forestValue, strings.TrimSpace(f.Value.Label + " " + f.Value.Unit)}, {forestCI, f.Interval.Label}, {forestW,
		strings.TrimSpace(f.Last.Label + " " + f.Last.Unit)}}
	for _, h := range heads {
		g.words("tick", "end", h.at, 16, noLimit, h.text)
	}
	for i, r := range f.Rows {
		f.row(&g, x, r, ys[i])
	}
	g.h = y + forestFoot
	return g, drawn
}

func (f Forest) row(g *figure, x Linear, r ForestRow, y float64) {
	if r.Group != "" {
		g.words("group", "start", 0, y+6, forestW, strings.TrimSuffix(r.Group+" · "+r.GroupNote, " · "))
		return
	}
	name := y + 4
	below := wrap(r.Sub, forestName)
	if len(below) > 0 {
		name -= 1 + float64(len(below))*forestSubH/2
	}
	for i, line := range below {
		g.words("tick", "start", 0, name+3+float64(i+1)*forestSubH, forestName, line)
	}
	g.words("name", "start", 0, name, forestName, strings.TrimSpace(strings.TrimSpace(rankOf(r)+"  "+r.Name)+"  "+r.Tag))
	if side := f.Scale.Off(r.Estimate); side != 0 {
		at, anchor := forestFrom, "start"
		if side > 0 {
			at, anchor = forestTo, "end"
		}
		g.words("tick", anchor, at, y+4, forestTo-forestFrom, r.off(side))
	} else if v := r.Estimate.Value; v != nil && finite(*v) {
		for _, p := range r.Peers {
			g.line("peer", x.At(p), y-6, x.At(p), y+6)
		}
		bar, dot := "fb", "fp"
		switch {
		case r.Verdict == Strong:
			bar += " strong"
		case r.Verdict == Quiet:
			dot += " weak"
		}
		if b, ok := f.Scale.bar(r.Estimate); ok {
			at := Linear{Lo: 0, Hi: 100, From: forestFrom, To: forestTo}
			g.line(bar, at.At(b.x1), y, at.At(b.x2), y)
		}
		if r.Estimate.Hollow {
			dot = "fp hollow"
		}
		g.path(dot, circle(x.At(*v), y, 4.5)).title = r.Name + ": " + r.Value + " " + r.Interval
	}
	g.words("num", "end", forestValue, y+4, noLimit, r.Value)
	g.words("num", "end", forestCI, y+4, noLimit, r.Interval)
	if f.Last.Label != "" {
		g.words("num", "end", forestW, y+4, noLimit, r.Last)
	}
}

// rankOf is the rank of a row; empty where it has none.
func rankOf(r ForestRow) string {
	if r.Rank == words.NotRecorded {
		return ""
	}
	return r.Rank
}

// Data has one row for each system or change; where rows show the values of others,
// with those, in increasing order, in the last column.
func (f Forest) Data() (header []string, rows [][]string) {
	header = []string{"group", "name", "below", "rank", "value", "lo", "hi", "printed", "told_from_none"}
	peers := slices.ContainsFunc(f.Rows, func(r ForestRow) bool { return len(r.Peers) > 0 })
	if peers {
		header = append(header, "others")
	}
	group := ""
	for _, r := range f.Rows {
		if r.Group != "" {
			group = r.Group
			continue
		}
		told := map[Verdict]string{Strong: "true", Quiet: "false"}[r.Verdict]
		printed := "false"
		if r.Estimate.Hollow {
			printed = "true"
		}
		rows = append(rows, []string{group, r.Name, strings.TrimPrefix(r.Sub, "→ "), rankOf(r), number(r.Estimate.Value),
			number(r.Estimate.Lo), number(r.Estimate.Hi), printed, told})
		if peers {
			own := slices.Sorted(slices.Values(r.Peers))
			list := make([]string, len(own))
			for i := range own {
				list[i] = number(&own[i])
			}
			rows[len(rows)-1] = append(rows[len(rows)-1], strings.Join(list, " "))
		}
	}
	return header, rows
}
