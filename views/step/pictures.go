package step

import (
	"strconv"

	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/words"
)

// linkPictures leads from each picture of some steps to those beside it, in the
// order of the page.
func linkPictures(list []Step) {
	var all []*Media
	for i := range list {
		s, n := &list[i], 0
		add := func(parts []Media) {
			for k := range parts {
				if m := &parts[k]; m.Kind == "image" && m.Href != "" {
					n++
					m.ID = link.PictureAnchor(s.StepID, n)
					all = append(all, m)
				}
			}
		}
		add(s.Parts)
		for k := range s.Calls {
			for r := range s.Calls[k].Results {
				add(s.Calls[k].Results[r].Parts)
			}
		}
		for r := range s.Loose {
			add(s.Loose[r].Parts)
		}
	}
	for i, m := range all {
		m.Place = "picture " + strconv.Itoa(i+1) + " of " + words.Count(len(all)) + " on this page"
		if i > 0 {
			m.Prev = all[i-1].ID
		}
		if i < len(all)-1 {
			m.Next = all[i+1].ID
		}
	}
}
