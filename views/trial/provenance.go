package trial

import (
	"github.com/clawatlas/clawatlas/views"
)

// repository says on the page of a trial where its records lie.
func (t trialView) repository(p *trialParts) {
	p.Repository = t.Repository()
	if p.Repository == nil || len(t.Records) > views.RecordsOnTrial {
		return
	}
	for _, r := range t.Records {
		p.RawRecords = append(p.RawRecords, RawRecord{Name: r.Name, Href: r.URL, Media: r.Media, Size: r.Bytes})
	}
}
