package step

import (
	"fmt"
	"strconv"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views/ui"
)

// originView is where one agent first saw a value.
type originView struct {
	First, Own *originPlace // nil if there is none
	OwnWord    string       // how its own place relates to the first
	None       string       // said where no text showed it
	Rule       string       // by which it was found
}

// originPlace is a place in a trace that has a value.
type originPlace struct {
	Href, Step     string
	Text           string // behind the link
	File           string
	Line           string
	Heading, Quote string
}

// NewOrigin words an origin; run, scenario and task are those of the page.
func NewOrigin(o *results.Origin, run, scenario, task string) originView {
	var v originView
	if o.Own != nil {
		v.Own, v.OwnWord = newOriginPlace(o.Own, run, scenario, task), "The agent wrote it before:"
		if o.First == nil {
			v.OwnWord = "The agent wrote it first at"
		}
	}
	switch {
	case o.First != nil:
		v.First = newOriginPlace(o.First, run, scenario, task)
		if o.First.Call == 0 {
			v.First.Text = ", the prompt"
		}
		v.First.Heading = ui.Plain(o.Heading)
		if o.Line > 1 || o.First.Call > 0 {
			v.First.Line = ", line " + words.Count(o.Line)
			if v.First.File == "" {
				v.First.Text, v.First.Line = v.First.Text+v.First.Line, ""
			}
		}
		v.Rule = "likely: the value stands there first"
		if n := o.Texts - 1; n > 0 {
			v.Rule = fmt.Sprintf("%s, and in %s later", v.Rule, words.Plural(n, "text", "texts"))
		}
	case o.Partial:
		v.None = "Not known: the beginning of what was shown was not looked through."
	default:
		v.None = "Read nowhere: nothing that was shown before has it."
	}
	return v
}

func newOriginPlace(c *results.Cause, run, scenario, task string) *originPlace {
	p := &originPlace{Href: link.AttemptStep(run, scenario, c.Task, c.Attempt, c.Step), Step: "step " + strconv.Itoa(c.Step),
		File: ui.Plain(c.File), Quote: ui.Plain(c.Quote)}
	if c.Task != task {
		p.Step += " of " + ui.Plain(c.Task)
	}
	switch {
	case c.Tool != "":
		p.Text = ", " + ui.Plain(c.Tool)
	case c.Call == 0:
		p.Text = ", a message"
	}
	return p
}
