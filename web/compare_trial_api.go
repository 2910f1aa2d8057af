package web

import (
	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/align"
)

type trialSideJSON struct {
	Run        string         `json:"run"`
	Attempt    *int           `json:"attempt"`
	Status     results.Status `json:"status"`
	Score      *float64       `json:"score"`
	Selected   []string       `json:"selected"`
	StepsTotal *int           `json:"steps_total"`
	ToolCalls  *int           `json:"tool_calls"`
	URL        string         `json:"url"`
}

type alignedItemJSON struct {
	StepID int    `json:"step_id"`
	Source string `json:"source"`
	Tool   string `json:"tool"`
	Target string `json:"target"`
	Head   string `json:"head"`
	Failed bool   `json:"failed"`
}

type alignedRowJSON struct {
	Row         int              `json:"row"`
	Relation    align.Kind       `json:"relation"`
	OtherOutput bool             `json:"other_output"`
	A           *alignedItemJSON `json:"a"`
	B           *alignedItemJSON `json:"b"`
}

type trialPairJSON struct {
	Benchmark       string           `json:"benchmark"`
	Scenario        string           `json:"scenario"`
	Task            string           `json:"task"`
	A               trialSideJSON    `json:"a"`
	B               trialSideJSON    `json:"b"`
	Gold            []string         `json:"gold"`
	Doubtful        *string          `json:"doubtful"` // why no answer can pass the task
	CallsA          int              `json:"calls_a"`
	CallsB          int              `json:"calls_b"`
	SharedCalls     int              `json:"shared_calls"`
	Approximate     bool             `json:"approximate"`
	FirstDivergence *int             `json:"first_divergence"` // number of the row
	Rows            []alignedRowJSON `json:"rows"`
	Total           int              `json:"total"`
	Limit           int              `json:"limit"`
	Offset          int              `json:"offset"`
}

// compareTrialAPI is GET /api/v1/compare/{scenario}/{task}?a=&b=.
func (s *Server) compareTrialAPI(c echo.Context) error {
	limit, offset := listWindow(c)
	p, err := s.loadTrialPair(c)
	if err != nil {
		return err
	}
	if p.benchmark.ID != p.other.ID {
		return bad("%s is a run of %s and %s of %s; they have no task in common.", p.sides[0].run.Slug, p.benchmark.ID, p.sides[1].run.Slug, p.other.ID)
	}
	out := trialPairJSON{Benchmark: p.benchmark.ID, Scenario: p.scenario, Task: p.task, A: p.sideJSON(0), B: p.sideJSON(1), Gold: []string{}, Doubtful: textOrNil(p.doubtful),
		CallsA: p.CallsA, CallsB: p.CallsB, SharedCalls: p.Shared, Approximate: p.Approximate, Rows: []alignedRowJSON{}, Total: len(p.Rows), Limit: limit, Offset: offset}
	for _, o := range p.spec.Options {
		if o.Gold {
			out.Gold = append(out.Gold, o.Label)
		}
	}
	if p.First >= 0 {
		row := p.First + 1
		out.FirstDivergence = &row
	}
	for i := offset; i < len(p.Rows) && len(out.Rows) < limit; i++ {
		r := p.Rows[i]
		out.Rows = append(out.Rows, alignedRowJSON{Row: i + 1, Relation: r.Kind, OtherOutput: r.OtherOutput, A: p.itemJSON(0, r.A), B: p.itemJSON(1, r.B)})
	}
	return object(c, out)
}

func (p *trialPair) sideJSON(i int) trialSideJSON {
	v := trialSideJSON{Run: p.sides[i].run.Slug, Status: p.status(i), URL: p.trialHref(i, 0)}
	if t := p.sides[i].trial; t != nil {
		v.Attempt, v.Score, v.Selected = &t.Attempt, t.Score, t.Selected
		if t.StepsTotal > 0 {
			v.StepsTotal, v.ToolCalls = &t.StepsTotal, &t.ToolCalls
		}
	}
	return v
}

func (p *trialPair) itemJSON(side, item int) *alignedItemJSON {
	if item < 0 {
		return nil
	}
	it := &p.sides[side].items[item]
	return &alignedItemJSON{StepID: it.Step, Source: it.Source, Tool: it.Name, Target: it.Target, Head: it.Head, Failed: it.Failed}
}
