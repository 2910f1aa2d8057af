package task

import (
	"github.com/clawatlas/clawatlas/results"
	worldreport "github.com/clawatlas/clawatlas/results/report/world"
)

// AddWorld links the world of the scenario, laid out for the run that the page is
// narrowed to. static says that addresses are to hold no query.
func (p *Scenario) AddWorld(m *worldreport.WorldMoment, static bool) {
	if m == nil {
		return
	}
	if p.Query.Run != "" {
		m.AddRun(&worldreport.WorldRunRecords{Run: results.Run{Slug: p.Query.Run}, Static: static})
	}
	p.World = m.URL
}
