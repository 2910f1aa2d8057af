package step

import (
	"strconv"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/words"
)

// compacted leads from a compaction to both of its sides.
type compacted struct {
	Stands   string // the steps that it stands for; empty where that is not known
	From, To string // addresses of the first and the last of them
	Tokens   string // of the context, as recorded; empty where nothing is
}

// compacted lays out what a step stands for.
func (b *StepBuilder) compacted(s *results.Step) compacted {
	c := s.Compaction
	if c == nil {
		return compacted{}
	}
	out := compacted{Tokens: contextTokens(c)}
	if c.From > 0 && b.Window != nil {
		out.From, out.To = b.Window(c.From), b.Window(c.To)
		out.Stands = "step " + strconv.Itoa(c.From)
		if c.To > c.From {
			out.Stands = "steps " + strconv.Itoa(c.From) + " to " + strconv.Itoa(c.To)
		}
	}
	return out
}

// contextTokens says how large the context was before and after.
func contextTokens(c *results.Compaction) string {
	var s string
	if c.TokensBefore != nil {
		s = words.Count(*c.TokensBefore) + " tokens before"
	}
	if c.TokensAfter != nil {
		if s != "" {
			s += ", "
		}
		s += words.Count(*c.TokensAfter) + " tokens after"
	}
	return s
}
