package chart

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views/ui"
)

// Atlas shows tasks by how many systems pass them and how well they tell systems
// apart. Those without a correlation stand on a rail of their own: none is not 0.
type Atlas struct {
	Title, Desc string
	Pass        string // what lies across: "passed by, % of systems"
	Noun        string // of a point, in the plural
	// Least is from which correlation on a task is told from one that tells nothing,
	// over N systems; 0 without one.
	Least float64
	N     int
	Tasks []AtlasTask
}

// AtlasTask is one task. Tasks without a rate are not drawn.
type AtlasTask struct {
	Scenario, ID string // as the dataset has them
	// Name and Rest are what it is called, in two: where room is short the first is cut.
	Name, Rest string
	Rate       *float64 // share of the systems that pass it, 0 to 1
	R          *float64 // correlation with the rest; nil where there is none
	Text       string   // what the counts are: "4 of 17"
	Doubt      bool     // it may measure something else
	Reason     string   // to doubt it
}

const (
	atlasW, atlasH  = 720.0, 620.0
	atlasPhoneH     = 520.0
	atlasRail       = 44.0 // between the plot and the rail
	atlasRadius     = 3.5
	atlasStep       = 4.5 // between points that share a place
	atlasDoubtRadii = 4.0
)

func (c Atlas) name() string { return c.Title }

func (c Atlas) figure(width Width) (figure, bool) {
	f := figure{title: ui.Plain(c.Title), desc: ui.Plain(c.Desc), w: atlasW, h: atlasH}
	if width == Phone {
		f.w, f.h = phoneW, atlasPhoneH
	}
	bottom := f.h - 96
	x, y := Linear{Lo: 0, Hi: 1, From: 44, To: f.w - 16}, Linear{Lo: -1, Hi: 1, From: bottom, To: 24}
	f.room = box{36, 16, f.w - 36, bottom - 16}
	var kept []box // where no name may stand
	if c.Least > 0 {
		f.rect("quiet", 36, y.At(c.Least), f.w-36, y.At(-c.Least)-y.At(c.Least))
		text := fmt.Sprintf("|r| below %s: not told from 0 (n %d)", words.Fixed(&c.Least, 2), c.N)
		f.words("tick", "end", f.w-4, y.At(-c.Least)-6, f.w-40, text)
		kept = append(kept, box{f.w - 4 - textWidth(text), y.At(-c.Least) - 18, textWidth(text), 16})
	}
	yAxis(&f, Axis{Label: "r, correlation with the score on all others"}, y, 36, f.w)
	f.line("base", 36, y.At(0), f.w, y.At(0))
	rail := bottom + atlasRail
	f.line("grid", 36, rail, f.w, rail)
	for _, v := range []float64{0, .25, .5, .75, 1} {
		f.words("tick", "middle", x.At(v), f.h-24, noLimit, tickText(v, Percent))
	}
	f.words("axis", "end", f.w-4, f.h-6, f.w, c.Pass)
	drawn, alone := c.points(&f, x, y, rail, kept)
	if alone > 0 {
		f.words("tick", "middle", f.w/2, rail-10, f.w-80, words.Plural(alone, strings.TrimSuffix(c.Noun, "s"), c.Noun)+" without r")
	}
	return f, drawn > 0
}

// points draws the tasks, the doubtful ones last and with their names, and counts
// those drawn and those on the rail.
func (c Atlas) points(f *figure, x, y Linear, rail float64, taken []box) (drawn, alone int) {
	var spots []spot
	at := map[[2]int]int{} // points that share a place are moved aside
	for _, doubtful := range []bool{false, true} {
		for _, t := range c.Tasks {
			if t.Doubt != doubtful || t.Rate == nil || !finite(*t.Rate) {
				continue
			}
			drawn++
			p := spot{x: x.At(*t.Rate), y: rail}
			if t.R != nil && finite(*t.R) {
				p.y = y.At(*t.R)
			} else {
				alone++
			}
			place := [2]int{int(math.Round(p.x)), int(math.Round(p.y / 2))}
			aside := atlasStep * float64(at[place])
			at[place]++
			if *t.Rate > 0.5 {
				aside = -aside
			}
			p.x += aside
			if t.Doubt {
				f.path("doubt", square(p.x, p.y, atlasDoubtRadii)).title = c.said(t)
				if t.R != nil { // on the rail names would lie over each other; the list below has them
					p.Label, p.Front = t.label(), true
				}
			} else {
				f.path("task", circle(p.x, p.y, atlasRadius)).title = c.said(t)
			}
			if p.Front {
				spots = append(spots, p)
			} else {
				taken = append(taken, box{p.x - atlasRadius, p.y - atlasRadius, 2 * atlasRadius, 2 * atlasRadius})
			}
		}
	}
	if left := labels(f, spots, taken); left > 0 {
		f.desc += " " + strconv.Itoa(left) + " doubtful ones without a label."
	}
	return drawn, alone
}

// label is the name of a task in the room that a label has.
func (t AtlasTask) label() string {
	rest := ui.Plain(t.Rest)
	return fit(ui.Plain(t.Name), labelMost-textWidth(rest)) + rest
}

func (c Atlas) said(t AtlasTask) string {
	text := ui.Plain(t.Name+t.Rest) + ": " + t.Text
	if t.R != nil {
		text += ", r " + words.Fixed(t.R, 2)
	} else {
		text += ", no r"
	}
	if t.Reason != "" {
		text += ". " + ui.Plain(t.Reason)
	}
	return text
}

// square is the path of a square around a point.
func square(x, y, r float64) string {
	return "M" + coord(x-r) + " " + coord(y-r) + "h" + coord(2*r) + "v" + coord(2*r) + "h" + coord(-2*r) + "Z"
}
